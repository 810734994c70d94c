//! Messages on standard error.

use std::error::Error;
use std::io::{self, Write};

/// Writes text to standard error unchanged. Failures are ignored.
pub fn eprint_message(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Writes an error with its causes to standard error, on a line that begins with `error:`, like the
/// messages about wrong arguments.
///
/// Control characters in the message, which may come from a file name, are replaced by `U+FFFD`.
pub fn eprint_error(error: &dyn Error) {
    let is_harmful = |it: char| it.is_control() && it != '\n';
    let message = with_causes(error).replace(is_harmful, "\u{fffd}");
    eprint_message(&format!("error: {message}\n"));
}

/// Returns an error and its causes as one text: `a.txt: permission denied`.
///
/// A cause that is already at the end of the text is not repeated.
#[must_use]
pub fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let message = error.to_string();
        if !text.ends_with(&message) {
            text = format!("{text}: {message}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    enum Sample {
        #[error("a.txt")]
        Short(#[source] io::Error),
        #[error("a.txt: {0}")]
        Long(#[source] io::Error),
    }

    #[test]
    fn causes_are_not_repeated() {
        let cause = || io::Error::other("it is full");
        for error in [Sample::Short(cause()), Sample::Long(cause())] {
            assert_eq!(with_causes(&error), "a.txt: it is full");
        }
        assert_eq!(with_causes(&cause()), "it is full");
    }
}
