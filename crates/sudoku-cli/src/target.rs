//! Where results go: standard output or a file, packed or not.

use std::fs::File;
use std::io::{self, IsTerminal, Stdout, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::CliError;
use crate::source::{Packing, packing, shown};

/// Standard output or a file.
pub(crate) struct Target {
    name: String,
    to: To,
}

enum To {
    Stdout(Stdout),
    Plain(File),
    Gzip(GzEncoder<File>),
    Zstd(zstd::Encoder<'static, File>),
}

impl Target {
    /// Opens the file, or takes standard output if there is none.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, CliError> {
        let Some(path) = path else {
            return Ok(Self { name: "standard output".into(), to: To::Stdout(io::stdout()) });
        };
        let name = shown(path);
        let open = || {
            let file = File::create(path)?;
            Ok(match packing(path) {
                Packing::None => To::Plain(file),
                Packing::Gzip => To::Gzip(GzEncoder::new(file, Compression::default())),
                Packing::Zstd => To::Zstd(zstd::Encoder::new(file, 0)?),
            })
        };
        match open() {
            Ok(to) => Ok(Self { name, to }),
            Err(error) => Err(failed(&name, &error)),
        }
    }

    /// Whether a person reads what is written.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(&self.to, To::Stdout(stdout) if stdout.is_terminal())
    }

    /// Writes whole lines, which are out when this returns. Returns whether anyone reads them still.
    pub(crate) fn write(&mut self, lines: &[u8]) -> Result<bool, CliError> {
        let result = match &mut self.to {
            To::Stdout(stdout) => {
                let mut stdout = stdout.lock();
                stdout.write_all(lines).and_then(|()| stdout.flush())
            }
            To::Plain(file) => file.write_all(lines),
            To::Gzip(file) => file.write_all(lines),
            To::Zstd(file) => file.write_all(lines),
        };
        match result {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(failed(&self.name, &error)),
        }
    }

    /// Ends a packed file.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        let result = match self.to {
            To::Stdout(_) | To::Plain(_) => Ok(()),
            To::Gzip(file) => file.finish().map(drop),
            To::Zstd(file) => file.finish().map(drop),
        };
        result.map_err(|error| failed(&self.name, &error))
    }
}

fn failed(name: &str, error: &io::Error) -> CliError {
    CliError(format!("{name}: {error}"))
}
