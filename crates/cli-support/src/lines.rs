//! Files written line by line.

use std::fs::{File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// A file that ends on a whole line even if the disk becomes full: a partly written line is
/// removed.
///
/// This holds for whole lines passed to [`Write::write_all`], and for regular files that no other
/// process appends to.
#[derive(Debug)]
pub struct LineBufferedFile(File);

impl LineBufferedFile {
    pub(crate) const fn new(file: File) -> Self {
        Self(file)
    }

    /// Creates or empties the file, and locks it until it is closed: two processes that write to
    /// one file would mix parts of their lines.
    ///
    /// # Errors
    /// If the file cannot be written, or another process has locked it in this way.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| naming_folder(path, error))?;
        if file.metadata()?.is_file() {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(io::Error::other("another process is writing to this file"));
                }
                // Some file systems have no locks.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            file.set_len(0)?;
        }
        Ok(Self(file))
    }

    /// Returns standard output, if it is redirected to a regular file.
    #[must_use]
    pub fn stdout() -> Option<Self> {
        let file = same_file_as_stdout().ok()?;
        file.metadata().is_ok_and(|data| data.is_file()).then_some(Self(file))
    }

    /// Returns a second handle of the file. The handles share the position in the file.
    ///
    /// # Errors
    /// If the system cannot duplicate the handle.
    pub fn try_clone(&self) -> io::Result<Self> {
        self.0.try_clone().map(Self)
    }

    /// Returns the position in the file, which is its length in bytes.
    ///
    /// # Errors
    /// If the system cannot report it.
    pub fn position(&mut self) -> io::Result<u64> {
        self.0.stream_position()
    }

    /// Truncates the file to this position, unless another process has written after it.
    pub fn take_back_to(&mut self, position: u64) {
        let (Ok(end), Ok(data)) = (self.0.stream_position(), self.0.metadata()) else { return };
        if end > position && data.len() == end {
            // A failure here is ignored, because the failed write is reported.
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

/// Explains the error for an output file that cannot be created because its folder is missing, or
/// because it is a folder of the system, such as `/proc`.
pub(crate) fn naming_folder(path: &Path, error: io::Error) -> io::Error {
    if error.kind() != io::ErrorKind::NotFound {
        return error;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let message = match folder.unwrap_or(Path::new(".")).is_dir() && !path.is_symlink() {
        true => "the system allows no new file in this folder; choose another",
        false => "the folder of this file does not exist; create it, or choose another",
    };
    io::Error::new(error.kind(), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let mut file = LineBufferedFile::create(&path).unwrap();
        file.write_all(b"one\ntwo\n").unwrap();
        file.take_back_to(4);
        file.write_all(b"three\n").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one\nthree\n");
        // Another process has written after it.
        let mut other = File::options().append(true).open(&path).unwrap();
        other.write_all(b"other\n").unwrap();
        file.take_back_to(4);
        assert_eq!(std::fs::read(&path).unwrap(), b"one\nthree\nother\n");
        assert_eq!(file.position().unwrap(), 10);
    }
}
