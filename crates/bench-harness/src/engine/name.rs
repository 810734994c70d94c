//! The names of engines.

/// The error for a name that an engine cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name `{0}` must have 1 to 32 characters: letters, digits and `-_.+`")]
pub struct NameError(String);

/// Checks that a name fits tables and is one word of a command line.
///
/// # Errors
/// If it is empty or too long, or has other characters.
pub fn check_name(name: &str) -> Result<(), NameError> {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
    let is_good = (1..=32).contains(&name.len()) && name.bytes().all(is_fit);
    if is_good { Ok(()) } else { Err(NameError(name.to_owned())) }
}
