//! Where results go line by line: standard output or a file, packed or not.

use std::fs::File;
use std::io::{self, IsTerminal, Stdout, Write};
use std::path::Path;

use packed_files::{NamedIoError, PackedWriter, Packing, shown};

/// Standard output or a file.
pub(crate) struct Target {
    name: String,
    to: To,
}

enum To {
    Stdout(Stdout),
    File(PackedWriter<File>),
}

impl Target {
    /// Opens the file, or takes standard output if there is none.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, NamedIoError> {
        let Some(path) = path else {
            return Ok(Self { name: "standard output".into(), to: To::Stdout(io::stdout()) });
        };
        let file = File::create(path).and_then(|file| PackedWriter::new(file, Packing::of(path)));
        match file {
            Ok(file) => Ok(Self { name: shown(path), to: To::File(file) }),
            Err(error) => Err(NamedIoError::at(path, error)),
        }
    }

    /// Whether a person reads what is written.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(&self.to, To::Stdout(stdout) if stdout.is_terminal())
    }

    /// Writes whole lines, which are out when this returns. Returns whether anyone reads them
    /// still.
    pub(crate) fn write(&mut self, lines: &[u8]) -> Result<bool, NamedIoError> {
        let result = match &mut self.to {
            To::Stdout(stdout) => {
                let mut stdout = stdout.lock();
                stdout.write_all(lines).and_then(|()| stdout.flush())
            }
            To::File(file) => file.write_all(lines),
        };
        match result {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(NamedIoError::new(&self.name, error)),
        }
    }

    /// Ends a packed file.
    pub(crate) fn finish(self) -> Result<(), NamedIoError> {
        match self.to {
            To::Stdout(_) => Ok(()),
            To::File(file) => match file.finish() {
                Ok(_) => Ok(()),
                Err(error) => Err(NamedIoError::new(self.name, error)),
            },
        }
    }
}
