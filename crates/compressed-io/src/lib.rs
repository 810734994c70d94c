//! Files and standard input to read, and files to write, packed with gzip or Zstandard or not at
//! all.
//!
//! [`InputFile`] is what a user names on a command line: a path, or `-` for standard input. It says
//! how it is called in messages, how large it is, and whether it is the file that is to be written.
//! The first bytes of what is read say how it is packed, so that standard input is unpacked too.
//! [`CompressedWriter`] packs what is written, as the ending of the file's name says. The weak spot:
//! what is packed in another way is read as it is.

mod compression;
mod error;
mod input;

pub use compression::{CompressedWriter, Compression};
pub use error::NamedIoError;
pub use input::InputFile;

use std::path::Path;

/// A path for people: what a terminal would take for more than a name is shown as `U+FFFD`.
#[must_use]
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().replace(char::is_control, "\u{fffd}")
}
