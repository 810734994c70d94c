//! Settings from environment variables. Libraries read none; a command passes them on.

use std::env;
use std::error::Error;

/// An environment variable with an invalid value.
#[derive(Debug, thiserror::Error)]
#[error("{variable} is \"{value}\"")]
pub struct EnvironmentError {
    variable: &'static str,
    value: String,
    #[source]
    source: Box<dyn Error + Send + Sync>,
}

/// Applies the setting of an environment variable, if it is set.
///
/// # Errors
/// If the setting cannot be applied: the error names the variable and its value.
pub fn apply_environment<E>(
    variable: &'static str,
    apply: impl FnOnce(&str) -> Result<(), E>,
) -> Result<(), EnvironmentError>
where
    E: Into<Box<dyn Error + Send + Sync>>,
{
    let Some(value) = env::var_os(variable) else { return Ok(()) };
    let value = value.to_string_lossy().into_owned();
    apply(&value).map_err(|error| EnvironmentError { variable, value, source: error.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::with_causes;

    #[test]
    fn the_value_is_applied_or_named() {
        let mut seen = String::new();
        let keep = |value: &str| {
            value.clone_into(&mut seen);
            Ok::<(), String>(())
        };
        assert!(apply_environment("CARGO_PKG_NAME", keep).is_ok());
        assert_eq!(seen, "cli-support");
        let error = apply_environment("CARGO_PKG_NAME", |_| Err("it is not mine")).err();
        let text = error.map(|error| with_causes(&error));
        assert_eq!(text.as_deref(), Some("CARGO_PKG_NAME is \"cli-support\": it is not mine"));
        assert!(apply_environment("NO_SUCH_VARIABLE", |_| Err("it is not set")).is_ok());
    }
}
