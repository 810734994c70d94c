//! Where puzzles come from: files, packed or not, and standard input.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use same_file::Handle;

use crate::CliError;

/// One file or standard input.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    path: Option<PathBuf>,
}

impl Source {
    /// The sources that these arguments name: standard input if there are none.
    pub(crate) fn all(files: &[PathBuf]) -> Vec<Self> {
        let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
        match files {
            [] => vec![Self { path: None }],
            files => {
                let path = |path: &PathBuf| Some(path.clone()).filter(|path| !is_stdin(path));
                files.iter().map(|file| Self { path: path(file) }).collect()
            }
        }
    }

    /// How it is called in messages.
    pub(crate) fn name(&self) -> String {
        match &self.path {
            None => "standard input".into(),
            Some(path) => shown(path),
        }
    }

    /// Where it is, unless it is standard input.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether a person types or pastes into it.
    pub(crate) fn is_terminal(&self) -> bool {
        self.path.is_none() && io::stdin().is_terminal()
    }

    /// Makes sure that the output is none of the sources: what is to be read would be lost.
    pub(crate) fn keep(sources: &[Self], target: Option<&Path>) -> Result<(), CliError> {
        match sources.iter().find(|source| source.is_file(target)) {
            None => Ok(()),
            Some(source) => {
                let message = "would be written to while it is read";
                Err(CliError(format!("{}: {message}", source.name())))
            }
        }
    }

    /// Makes sure that it is there to be read.
    pub(crate) fn look(&self) -> Result<(), CliError> {
        let look = |path: &Path| match std::fs::metadata(path)? {
            data if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            data if data.is_file() => File::open(path).map(drop),
            // A pipe with a name must not be opened only to be looked at.
            _ => Ok(()),
        };
        let looked = self.path().map_or(Ok(()), look);
        looked.map_err(|error| CliError(format!("{}: {error}", self.name())))
    }

    /// Whether it is the file that this path leads to, or standard output if there is none: by whatever
    /// name, link or redirection.
    pub(crate) fn is_file(&self, target: Option<&Path>) -> bool {
        let own = file(self.path.as_deref(), Handle::stdin);
        own.is_some_and(|own| file(target, Handle::stdout) == Some(own))
    }

    /// How many bytes it has, packed or not, if it is a plain file.
    pub(crate) fn size(&self) -> Option<u64> {
        let metadata = std::fs::metadata(self.path.as_ref()?).ok()?;
        metadata.is_file().then_some(metadata.len())
    }

    /// Opens it for reading; `passed` is told how many bytes of the file were taken.
    pub(crate) fn open(&self, passed: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
        let Some(path) = &self.path else {
            return Ok(Box::new(io::stdin()));
        };
        let file = Counted { file: File::open(path)?, passed: Arc::clone(passed) };
        Ok(match packing(path) {
            Packing::None => Box::new(file),
            Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(BufReader::new(file))),
            Packing::Zstd => Box::new(zstd::Decoder::new(file)?),
        })
    }
}

/// The plain file of this path, or the one that a standard stream was redirected to.
fn file(path: Option<&Path>, stream: fn() -> io::Result<Handle>) -> Option<Handle> {
    let handle = match path {
        // A pipe with a name must not be opened only to be looked at.
        Some(path) if !path.is_file() => return None,
        Some(path) => Handle::from_path(path),
        None => stream(),
    };
    handle.ok().filter(|handle| handle.as_file().metadata().is_ok_and(|data| data.is_file()))
}

/// A path for people: what a terminal would take for more than a name is shown as one character.
pub(crate) fn shown(path: &Path) -> String {
    path.to_string_lossy().replace(char::is_control, "\u{fffd}")
}

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    None,
    Gzip,
    Zstd,
}

/// How the ending of its name says that a file is packed.
pub(crate) fn packing(path: &Path) -> Packing {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => Packing::Gzip,
        Some("zst") => Packing::Zstd,
        _ => Packing::None,
    }
}

struct Counted {
    file: File,
    passed: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(to)?;
        self.passed.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
