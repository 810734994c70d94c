//! Where results go line by line: standard output or a file, packed or not.

use std::io::{self, IsTerminal, Stdout, Write};
use std::path::Path;

use cli_support::LineBufferedFile;
use compressed_io::{CompressedWriter, Compression, InputFile, NamedIoError, shown};

/// Standard output or a file. A file ends on a whole line, and a packed one on a whole part, also
/// where the disk becomes full.
pub(crate) struct OutputTarget {
    name: String,
    to: OutputStream,
}

enum OutputStream {
    /// A terminal or a pipe.
    Stdout(Stdout),
    File(LineBufferedFile),
    Compressed(CompressedLines),
}

impl OutputTarget {
    /// Opens the file, or takes standard output if there is none, unless that is a file that is
    /// read.
    pub(crate) fn open(path: Option<&Path>, read: &[InputFile]) -> Result<Self, NamedIoError> {
        InputFile::keep_from(read, path)?;
        let Some(path) = path else {
            let to = LineBufferedFile::stdout()
                .map_or_else(|| OutputStream::Stdout(io::stdout()), OutputStream::File);
            return Ok(Self { name: "standard output".into(), to });
        };
        let to = LineBufferedFile::create(path).and_then(|file| match Compression::of(path) {
            Compression::None => Ok(OutputStream::File(file)),
            compression => CompressedLines::new(file, compression).map(OutputStream::Compressed),
        });
        match to {
            Ok(to) => Ok(Self { name: shown(path), to }),
            Err(error) => Err(NamedIoError::at(path, error)),
        }
    }

    /// Whether a person reads what is written.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(&self.to, OutputStream::Stdout(stdout) if stdout.is_terminal())
    }

    /// Writes whole lines, which are out when this returns. Returns whether anyone reads them
    /// still.
    pub(crate) fn write(&mut self, lines: &[u8]) -> Result<bool, NamedIoError> {
        let result = match &mut self.to {
            OutputStream::Stdout(stdout) => {
                let mut stdout = stdout.lock();
                stdout.write_all(lines).and_then(|()| stdout.flush())
            }
            OutputStream::File(file) => file.write_all(lines),
            OutputStream::Compressed(compressed) => compressed.write(lines),
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
            OutputStream::Stdout(_) | OutputStream::File(_) => Ok(()),
            OutputStream::Compressed(compressed) => {
                compressed.finish().map_err(|error| NamedIoError::new(self.name, error))
            }
        }
    }
}

/// How many bytes of lines are packed together. Where the disk becomes full the last part is lost;
/// shorter ones would take more room.
const PART: usize = 1 << 20;

/// A packed file, in parts that can be unpacked without those that follow.
struct CompressedLines {
    compression: Compression,
    /// None after an error.
    writer: Option<CompressedWriter<LineBufferedFile>>,
    /// How many bytes of lines are in the part at hand.
    length: usize,
    /// The same file, to take back a part that has no room.
    file: LineBufferedFile,
    /// Where the parts before end.
    whole: u64,
}

impl CompressedLines {
    fn new(file: LineBufferedFile, compression: Compression) -> io::Result<Self> {
        let again = file.try_clone()?;
        let writer = Some(CompressedWriter::new(file, compression)?);
        Ok(Self { compression, writer, length: 0, file: again, whole: 0 })
    }

    fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        self.try_write(lines).inspect_err(|_| self.take_back())
    }

    fn try_write(&mut self, lines: &[u8]) -> io::Result<()> {
        let Some(writer) = &mut self.writer else {
            return Err(io::ErrorKind::WriteZero.into());
        };
        writer.write_all(lines)?;
        self.length += lines.len();
        if self.length >= PART {
            self.writer = self.writer.take().map(CompressedWriter::end_part).transpose()?;
            (self.length, self.whole) = (0, self.file.position()?);
        }
        Ok(())
    }

    /// Takes back the part at hand, and makes a whole file of those before.
    fn take_back(&mut self) {
        // A packer that is dropped may write still.
        self.writer = None;
        self.file.take_back_to(self.whole);
        if self.whole > 0 && self.file.position().is_ok_and(|end| end == self.whole) {
            // If even these bytes have no room, all lines are there without the end of the file.
            let _ = self.file.write_all(self.compression.end_after_part());
        }
    }

    fn finish(mut self) -> io::Result<()> {
        let Some(writer) = self.writer.take() else { return Ok(()) };
        writer.finish().map(drop).inspect_err(|_| self.take_back())
    }
}
