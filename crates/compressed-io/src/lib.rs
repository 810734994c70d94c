//! `compressed-io` is a library that reads and writes files through one interface, compressed with
//! gzip or Zstandard or not at all.
//!
//! ```
//! use std::fs::File;
//! use std::io::{Read, Write};
//!
//! use compressed_io::{CompressedWriter, Compression, InputFile};
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("puzzles.txt.gz");
//!
//! let mut writer = CompressedWriter::new(File::create(&path)?, Compression::of(&path))?;
//! writer.write_all(b"one line\n")?;
//! writer.finish()?;
//! let mut text = String::new();
//! InputFile::new(&path).open(&Default::default())?.read_to_string(&mut text)?;
//! assert_eq!(text, "one line\n");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! [`InputFile`] is a path from a command line, where `-` means standard input. It knows the name
//! to show in messages, the size, and whether it is the same file as the output. The first bytes
//! decide how a file is decompressed, so compressed standard input works too. [`CompressedWriter`]
//! compresses according to the file extension.
//!
//! # Limitations
//!
//! Only gzip and Zstandard are recognized. Files in other formats are read as they are.

mod compression;
mod error;
mod input;

pub use compression::{CompressedWriter, Compression};
pub use error::NamedIoError;
pub use input::InputFile;

use std::path::Path;

/// Returns a path for display: control characters are shown as `U+FFFD`.
#[must_use]
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().replace(char::is_control, "\u{fffd}")
}
