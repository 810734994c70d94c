//! Where input comes from.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use same_file::Handle;

use crate::{Compression, NamedIoError, shown};

/// One file, packed or not, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    path: Option<PathBuf>,
}

impl InputFile {
    /// Standard input.
    #[must_use]
    pub const fn stdin() -> Self {
        Self { path: None }
    }

    /// The file of this path; standard input for `-`.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: Some(path.into()).filter(|path| path.as_os_str() != "-") }
    }

    /// The files of these paths; standard input if there are none.
    #[must_use]
    pub fn all(paths: &[PathBuf]) -> Vec<Self> {
        match paths {
            [] => vec![Self::stdin()],
            paths => paths.iter().map(Self::new).collect(),
        }
    }

    /// How it is called in messages.
    #[must_use]
    pub fn name(&self) -> String {
        self.path().map_or_else(|| "standard input".into(), shown)
    }

    /// Where it is, unless it is standard input.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether a person types or pastes into it.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.path.is_none() && io::stdin().is_terminal()
    }

    /// How many bytes it has, packed or not, if it is a plain file.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        let metadata = fs::metadata(self.path()?).ok()?;
        metadata.is_file().then_some(metadata.len())
    }

    /// Opens it for reading, unpacked as its first bytes say; `passed` is told how many bytes of
    /// the file were taken.
    ///
    /// # Errors
    /// If it cannot be opened, or its first bytes cannot be read.
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

    /// Makes sure that it is there to be read.
    ///
    /// # Errors
    /// If it is not.
    pub fn probe(&self) -> Result<(), NamedIoError> {
        let probe = |path: &Path| match fs::metadata(path)? {
            data if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            data if data.is_file() => File::open(path).map(drop),
            // A pipe with a name must not be opened only to be looked at.
            _ => Ok(()),
        };
        self.path().map_or(Ok(()), probe).map_err(|error| self.error(error))
    }

    /// Makes sure that the output, which is standard output if it has no path, is none of the
    /// inputs: what is to be read would be lost.
    ///
    /// # Errors
    /// With the first input that would be written to.
    pub fn keep_from(inputs: &[Self], output: Option<&Path>) -> Result<(), NamedIoError> {
        match inputs.iter().find(|input| input.is_same_as(output)) {
            None => Ok(()),
            Some(input) => {
                Err(input.error(io::Error::other("would be written to while it is read")))
            }
        }
    }

    /// Whether it is the file that this path leads to, or standard output if there is none: by
    /// whatever name, link or redirection.
    #[must_use]
    pub fn is_same_as(&self, output: Option<&Path>) -> bool {
        let own = plain_file(self.path(), Handle::stdin);
        own.is_some_and(|own| plain_file(output, Handle::stdout) == Some(own))
    }

    /// The error with this file's name.
    #[must_use]
    pub fn error(&self, source: io::Error) -> NamedIoError {
        NamedIoError::new(self.name(), source)
    }
}

/// The plain file of this path, or the one that a standard stream was redirected to.
fn plain_file(path: Option<&Path>, stream: fn() -> io::Result<Handle>) -> Option<Handle> {
    let handle = match path {
        // A pipe with a name must not be opened only to be looked at.
        Some(path) if !path.is_file() => return None,
        Some(path) => Handle::from_path(path),
        None => stream(),
    };
    handle.ok().filter(|handle| handle.as_file().metadata().is_ok_and(|data| data.is_file()))
}

/// A file that tells how much of it was read.
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
