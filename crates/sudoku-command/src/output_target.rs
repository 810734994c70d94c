//! The output of result lines: standard output or a file, compressed or not.

use std::io::{self, IsTerminal, Stdout, Write};
use std::path::{Path, PathBuf};

use cli_support::{LineBufferedFile, Replacement, open_stdout};
use compressed_io::{CompressedWriter, Compression, InputFile, NamedIoError, shown};

/// Standard output or a file. If the disk becomes full, a plain file still ends on a whole line and
/// a compressed file on a whole part.
pub(crate) struct OutputTarget {
    name: String,
    to: OutputStream,
    /// The new version of a file that is replaced at the end.
    replacement: Option<Replacement>,
}

enum OutputStream {
    /// A file that is replaced at the end. Nothing has been written yet.
    Planned(PathBuf),
    /// A terminal or a pipe.
    Stdout(Stdout),
    File(LineBufferedFile),
    Compressed(CompressedLines),
}

impl OutputTarget {
    /// Opens the file, or standard output if `path` is `None`. Refuses a target that is one of the
    /// files in `read`.
    pub(crate) fn open(path: Option<&Path>, read: &[InputFile]) -> Result<Self, NamedIoError> {
        InputFile::keep_from(read, path)?;
        let Some(path) = path else {
            let name = "standard output".to_owned();
            let stdout = open_stdout().map_err(|error| NamedIoError::new(&name, error))?;
            let to =
                LineBufferedFile::stdout().map_or(OutputStream::Stdout(stdout), OutputStream::File);
            return Ok(Self { name, to, replacement: None });
        };
        match LineBufferedFile::create(path).and_then(|file| OutputStream::of(file, path)) {
            Ok(to) => Ok(Self { name: shown(path), to, replacement: None }),
            Err(error) => Err(NamedIoError::at(path, error)),
        }
    }

    /// Returns a target that replaces the file as a whole when it is complete, and leaves it
    /// unchanged until then. Refuses a target that is one of the files in `read`.
    pub(crate) fn replacing(path: &Path, read: &[InputFile]) -> Result<Self, NamedIoError> {
        InputFile::keep_from(read, Some(path))?;
        let to = OutputStream::Planned(path.to_owned());
        Ok(Self { name: shown(path), to, replacement: None })
    }

    /// Starts the new version of a file that is replaced.
    fn begin(&mut self) -> io::Result<()> {
        if let OutputStream::Planned(path) = &self.to {
            // A folder that does not allow a new file may still allow to overwrite this one.
            let replacement = Replacement::of(path).ok();
            let file = match &replacement {
                Some(replacement) => replacement.file()?,
                None => LineBufferedFile::create(path)?,
            };
            self.to = OutputStream::of(file, path)?;
            self.replacement = replacement;
        }
        Ok(())
    }

    /// Returns true if the output is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(&self.to, OutputStream::Stdout(stdout) if stdout.is_terminal())
    }

    /// Returns an error about the output.
    pub(crate) fn error(&self, error: io::Error) -> NamedIoError {
        NamedIoError::new(&self.name, error)
    }

    /// Writes whole lines and flushes them. Returns false if the reader has gone.
    pub(crate) fn write(&mut self, lines: &[u8]) -> Result<bool, NamedIoError> {
        match self.begin().and_then(|()| self.to.write(lines)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(self.error(error)),
        }
    }

    /// Completes a compressed file, and replaces a file that is replaced at the end.
    pub(crate) fn finish(mut self) -> Result<(), NamedIoError> {
        self.try_finish().map_err(|error| self.error(error))
    }

    fn try_finish(&mut self) -> io::Result<()> {
        self.begin()?;
        if let OutputStream::Compressed(compressed) = &mut self.to {
            compressed.finish()?;
        }
        self.replacement.take().map_or(Ok(()), Replacement::finish)
    }
}

impl OutputStream {
    /// Returns a stream into a file with this path.
    fn of(file: LineBufferedFile, path: &Path) -> io::Result<Self> {
        match Compression::of(path) {
            Compression::None => Ok(Self::File(file)),
            compression => CompressedLines::new(file, compression).map(Self::Compressed),
        }
    }

    /// Writes whole lines and flushes them.
    fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        match self {
            Self::Planned(_) => Ok(()),
            Self::Stdout(stdout) => {
                let mut stdout = stdout.lock();
                stdout.write_all(lines).and_then(|()| stdout.flush())
            }
            Self::File(file) => file.write_all(lines),
            Self::Compressed(compressed) => compressed.write(lines),
        }
    }
}

/// The number of uncompressed bytes per compressed part. If the disk becomes full, the last part is
/// lost. Shorter parts would compress less.
const PART: usize = 1 << 20;

/// A compressed file of parts. Each part can be decompressed without the parts after it.
struct CompressedLines {
    compression: Compression,
    /// `None` after an error.
    writer: Option<CompressedWriter<LineBufferedFile>>,
    /// The number of uncompressed bytes in the current part.
    length: usize,
    /// A second handle of the file, to remove a part that does not fit on the disk.
    file: LineBufferedFile,
    /// The end of the previous parts in the file.
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

    /// Removes the current part and completes the file after the previous parts.
    fn take_back(&mut self) {
        // Dropping the compressor may write to the file, so it comes first.
        self.writer = None;
        self.file.take_back_to(self.whole);
        if self.whole > 0 && self.file.position().is_ok_and(|end| end == self.whole) {
            // If even these bytes do not fit, all lines are still there, only the end mark is
            // missing.
            let _ = self.file.write_all(self.compression.end_after_part());
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        let Some(writer) = self.writer.take() else { return Ok(()) };
        writer.finish().map(drop).inspect_err(|_| self.take_back())
    }
}
