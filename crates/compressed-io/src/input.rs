//! Input files.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use same_file::Handle;

use crate::{Compression, NamedIoError, shown};

/// A file, compressed or not, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    path: Option<PathBuf>,
}

impl InputFile {
    /// Returns standard input.
    #[must_use]
    pub const fn stdin() -> Self {
        Self { path: None }
    }

    /// Returns the file at this path, or standard input for `-`.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: Some(path.into()).filter(|path| path.as_os_str() != "-") }
    }

    /// Returns the files at these paths, or standard input for an empty list.
    #[must_use]
    pub fn all(paths: &[PathBuf]) -> Vec<Self> {
        match paths {
            [] => vec![Self::stdin()],
            paths => paths.iter().map(Self::new).collect(),
        }
    }

    /// Returns the name to show in messages.
    #[must_use]
    pub fn name(&self) -> String {
        self.path().map_or_else(|| "standard input".into(), shown)
    }

    /// Returns the path, or `None` for standard input.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns true if the input is typed or pasted at a terminal.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.path.is_none() && io::stdin().is_terminal()
    }

    /// Returns the size of the file on disk in bytes, if it is a regular file.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        let metadata = fs::metadata(self.path()?).ok()?;
        metadata.is_file().then_some(metadata.len())
    }

    /// Opens the input for reading, decompressed according to its first bytes. `passed` counts the
    /// bytes read from the file on disk.
    ///
    /// # Errors
    /// If the file cannot be opened, or its first bytes cannot be read.
    pub fn open(&self, passed: &Arc<AtomicU64>) -> Result<Box<dyn Read + Send>, NamedIoError> {
        let open = || match &self.path {
            None => Compression::decompressed(io::stdin(), Compression::None),
            Some(path) => {
                let file = CountedFile { file: File::open(path)?, passed: Arc::clone(passed) };
                Compression::decompressed(file, Compression::of(path))
            }
        };
        open().map_err(|error| self.error(error))
    }

    /// Checks that the file exists and can be read.
    ///
    /// # Errors
    /// If the file does not exist or cannot be read.
    pub fn probe(&self) -> Result<(), NamedIoError> {
        let probe = |path: &Path| match fs::metadata(path)? {
            data if data.is_dir() => {
                let files = shown(&path.join("*.csv"));
                let message = format!("is a folder; name its files, for example {files}");
                Err(io::Error::new(io::ErrorKind::IsADirectory, message))
            }
            data if data.is_file() => File::open(path).map(drop),
            // A named pipe must not be opened just for a check.
            _ => Ok(()),
        };
        self.path().map_or(Ok(()), probe).map_err(|error| self.error(error))
    }

    /// Checks that the output is not one of the inputs, which would be lost. `None` means standard
    /// output.
    ///
    /// # Errors
    /// If an input is also the output. The error names the first one.
    pub fn keep_from(inputs: &[Self], output: Option<&Path>) -> Result<(), NamedIoError> {
        match inputs.iter().find(|input| input.is_same_as(output)) {
            None => Ok(()),
            Some(input) => {
                let message = "is both input and output; choose another output file";
                Err(input.error(io::Error::other(message)))
            }
        }
    }

    /// Returns true if this input and the output are the same file, under any name, link or
    /// redirection. `None` means standard output.
    #[must_use]
    pub fn is_same_as(&self, output: Option<&Path>) -> bool {
        let own = plain_file(self.path(), Handle::stdin);
        own.is_some_and(|own| plain_file(output, Handle::stdout) == Some(own))
    }

    /// Returns the error with the name of this file.
    #[must_use]
    pub fn error(&self, source: io::Error) -> NamedIoError {
        NamedIoError::new(self.name(), source)
    }
}

/// Returns the regular file at this path, or the one that a standard stream is redirected to.
fn plain_file(path: Option<&Path>, stream: fn() -> io::Result<Handle>) -> Option<Handle> {
    let handle = match path {
        // A named pipe must not be opened just for a check.
        Some(path) if !path.is_file() => return None,
        Some(path) => Handle::from_path(path),
        None => stream(),
    };
    handle.ok().filter(|handle| handle.as_file().metadata().is_ok_and(|data| data.is_file()))
}

/// A file that counts the bytes read from it.
struct CountedFile {
    file: File,
    passed: Arc<AtomicU64>,
}

impl Read for CountedFile {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(to)?;
        self.passed.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
