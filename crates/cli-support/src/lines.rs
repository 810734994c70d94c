//! Files that are written line by line.

use std::fs::{File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// A file that ends on a whole line, also where the disk becomes full: what was written of a line
/// that has no room is taken back.
///
/// That holds for what is given to [`Write::write_all`] as whole lines, and for regular files whose
/// end nobody else writes to.
#[derive(Debug)]
pub struct LineBufferedFile(File);

impl LineBufferedFile {
    /// Makes the file, or empties it. It belongs to this process until it is closed: two that
    /// write one file would leave lines of both, and neither whole.
    ///
    /// # Errors
    /// If it cannot be written, or another process writes lines to it in this way.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = File::options().write(true).create(true).truncate(false).open(path)?;
        if file.metadata()?.is_file() {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(io::Error::other("another process writes to it"));
                }
                // Not every file system has locks.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            file.set_len(0)?;
        }
        Ok(Self(file))
    }

    /// Standard output, if it was redirected to a regular file.
    #[must_use]
    pub fn stdout() -> Option<Self> {
        let file = same_file_as_stdout().ok()?;
        file.metadata().is_ok_and(|data| data.is_file()).then_some(Self(file))
    }

    /// The same file once more; what is written to either goes behind what is there.
    ///
    /// # Errors
    /// If the system has none to give.
    pub fn try_clone(&self) -> io::Result<Self> {
        self.0.try_clone().map(Self)
    }

    /// How many bytes there are.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn position(&mut self) -> io::Result<u64> {
        self.0.stream_position()
    }

    /// Takes back what was written behind this position, unless something else follows on it.
    pub fn take_back_to(&mut self, position: u64) {
        let (Ok(end), Ok(data)) = (self.0.stream_position(), self.0.metadata()) else { return };
        if end > position && data.len() == end {
            // Who cannot write learns of that anyway.
            let _ = self.0.set_len(position).and_then(|()| self.0.seek(SeekFrom::Start(position)));
        }
    }
}

#[cfg(unix)]
fn same_file_as_stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn same_file_as_stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    io::stdout().as_handle().try_clone_to_owned().map(File::from)
}

impl Write for LineBufferedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn write_all(&mut self, lines: &[u8]) -> io::Result<()> {
        let mut written = 0;
        while written < lines.len() {
            let error = match self.0.write(&lines[written..]) {
                Ok(0) => io::ErrorKind::WriteZero.into(),
                Ok(count) => {
                    written += count;
                    continue;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => error,
            };
            let whole = lines[..written].iter().rposition(|&byte| byte == b'\n');
            let part = written - whole.map_or(0, |last| last + 1);
            if let Ok(end) = self.0.stream_position() {
                self.take_back_to(end.saturating_sub(part as u64));
            }
            return Err(error);
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_written_last_is_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let mut file = LineBufferedFile::create(&path).unwrap();
        file.write_all(b"one\ntwo\n").unwrap();
        file.take_back_to(4);
        file.write_all(b"three\n").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one\nthree\n");
        // Somebody else has written behind it.
        let mut other = File::options().append(true).open(&path).unwrap();
        other.write_all(b"other\n").unwrap();
        file.take_back_to(4);
        assert_eq!(std::fs::read(&path).unwrap(), b"one\nthree\nother\n");
        assert_eq!(file.position().unwrap(), 10);
    }
}
