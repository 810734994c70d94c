//! Results written as a whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::lines::{LineBufferedFile, naming_folder};
use crate::open_stdout;

/// The destination of a result that is written as a whole.
#[derive(Debug)]
pub enum AtomicOutput {
    /// Standard output.
    Stdout,
    /// A regular file, which is replaced as a whole if the system allows this.
    File(PathBuf),
    /// A target that is not a regular file and cannot be replaced, such as a pipe.
    Special(File),
}

impl AtomicOutput {
    /// Checks that the output can be written, before any work is done for it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: Option<&Path>) -> io::Result<Self> {
        let Some(path) = path else {
            return open_stdout().map(|_| Self::Stdout);
        };
        let path = followed(path);
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) if metadata.is_file() => {
                File::options().append(true).open(&path)?;
                Ok(Self::File(path))
            }
            Ok(_) => File::options().write(true).open(path).map(Self::Special),
            // The links form a cycle.
            Err(error) if path.is_symlink() => Err(error),
            Err(_) => {
                match File::create_new(&path) {
                    // Another process has just made the file.
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                        return Self::open(Some(&path));
                    }
                    made => made.map_err(|error| naming_folder(&path, error))?,
                };
                let full = fs::canonicalize(&path).unwrap_or(path);
                fs::remove_file(&full)?;
                Ok(Self::File(full))
            }
        }
    }

    /// Returns true if both are standard output or the same file, under any name.
    #[must_use]
    pub fn is_same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Stdout, Self::Stdout) => true,
            (Self::File(one), Self::File(other)) => one == other,
            _ => false,
        }
    }

    /// Writes everything and closes the output. A closed pipe at standard output is not an error:
    /// its reader has read all it needs.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(self, content: impl AsRef<[u8]>) -> io::Result<()> {
        let content = content.as_ref();
        match self {
            Self::Stdout => {
                let mut stdout = io::stdout().lock();
                match stdout.write_all(content).and_then(|()| stdout.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                    result => result,
                }
            }
            Self::File(path) => replace(&path, content),
            Self::Special(mut file) => file.write_all(content),
        }
    }
}

/// The maximum number of links that lead to a file, as on Linux.
const MOST_LINKS: usize = 40;

/// Follows symbolic links, so that the link itself is kept. The file may be missing.
fn followed(path: &Path) -> PathBuf {
    let mut path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

/// Writes a new version of the file. If the folder does not allow a temporary file, the file is
/// overwritten directly.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let Ok(new) = Replacement::of(path) else {
        return fs::write(path, content);
    };
    new.temporary.as_file().write_all(content)?;
    new.finish()
}

/// A new version of a file. It replaces the file when it is complete. If it is dropped before, the
/// file is unchanged.
#[derive(Debug)]
pub struct Replacement {
    temporary: NamedTempFile,
    path: PathBuf,
}

impl Replacement {
    /// Starts the new version, in a temporary file in the same folder.
    ///
    /// # Errors
    /// If the folder does not allow it.
    pub fn of(path: &Path) -> io::Result<Self> {
        let path = followed(path);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut beside = tempfile::Builder::new();
        beside.suffix(".part");
        // The permissions of any new file: a temporary file is private by default.
        #[cfg(unix)]
        beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let temporary = beside.tempfile_in(folder.unwrap_or(Path::new(".")))?;
        Ok(Self { temporary, path })
    }

    /// Returns a handle that writes the new version.
    ///
    /// # Errors
    /// If the system cannot duplicate the handle.
    pub fn file(&self) -> io::Result<LineBufferedFile> {
        self.temporary.as_file().try_clone().map(LineBufferedFile::new)
    }

    /// Replaces the file when the new version is on the disk. If the system forbids this,
    /// as for the file of another user in a shared folder, overwrites the file. The file may then
    /// be half written for a moment.
    ///
    /// # Errors
    /// If the disk is full, or the file cannot be replaced. If the file is half written, the new
    /// version stays in the temporary file, and the error names it.
    pub fn finish(self) -> io::Result<()> {
        let Self { temporary, path } = self;
        if let Ok(old) = fs::metadata(&path) {
            temporary.as_file().set_permissions(old.permissions())?;
        }
        temporary.as_file().sync_all()?;
        let Err(refused) = temporary.persist(&path) else { return Ok(()) };
        let Ok(file) = File::options().write(true).truncate(true).open(&path) else {
            return Err(refused.error);
        };
        overwrite(file, refused.file)
    }
}

/// Copies the new version into the file. If this fails, keeps the new version and names it.
fn overwrite(mut file: File, new: NamedTempFile) -> io::Result<()> {
    let copied = new.reopen().and_then(|mut new| io::copy(&mut new, &mut file));
    let Err(error) = copied.and_then(|_| file.sync_all()) else { return Ok(()) };
    let (_, kept) = new.keep()?;
    let message = format!("{error}; the complete result is in {}", kept.display());
    Err(io::Error::new(error.kind(), message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, content: &str) -> io::Result<()> {
        AtomicOutput::open(Some(path))?.write(content)
    }

    #[test]
    fn a_file_is_made_or_replaced_and_no_other_file_is_left() {
        let folder = tempfile::tempdir().unwrap();
        // The longest possible name.
        let path = folder.path().join("n".repeat(250));
        for content in ["a long text", "short"] {
            write(&path, content).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        // Opening alone neither creates nor changes files.
        drop(AtomicOutput::open(Some(&folder.path().join("never"))).unwrap());
        drop(AtomicOutput::open(Some(&path)).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), "short");
    }

    #[test]
    fn unwritable_paths_are_refused_before_there_is_any_content() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing/file");
        for path in [folder.path(), &missing] {
            assert!(AtomicOutput::open(Some(path)).is_err(), "{}", path.display());
        }
        let error = AtomicOutput::open(Some(&missing)).unwrap_err();
        assert!(error.to_string().starts_with("the folder of this file does not exist"), "{error}");
        #[cfg(target_os = "linux")]
        {
            let error = AtomicOutput::open(Some(Path::new("/proc/sudoku"))).unwrap_err();
            assert!(error.to_string().starts_with("the system allows no new file"), "{error}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_new_version_outlives_a_failed_overwrite() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let count = || fs::read_dir(folder.path()).unwrap().count();
        let new = || {
            let new = Replacement::of(&path).unwrap().temporary;
            new.as_file().write_all(b"new").unwrap();
            new
        };
        overwrite(File::create(&path).unwrap(), new()).unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), count()), ("new", 1));
        // This device is always full.
        let full = File::options().write(true).open("/dev/full").unwrap();
        let error = overwrite(full, new()).unwrap_err();
        assert_eq!((error.kind(), count()), (io::ErrorKind::StorageFull, 2));
        let message = error.to_string();
        let (_, kept) = message.split_once("; the complete result is in ").unwrap();
        assert_eq!(fs::read_to_string(kept).unwrap(), "new");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [secret, plain, made, link] =
            ["secret", "plain", "made", "link"].map(|name| folder.path().join(name));
        fs::write(&secret, "old").unwrap();
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o640)).unwrap();
        write(&secret, "new").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&secret), 0o640);
        // A new file has the permissions of any other new file.
        fs::write(&plain, "").unwrap();
        write(&made, "new").unwrap();
        assert_eq!(mode(&made), mode(&plain));
        symlink("secret", &link).unwrap();
        write(&link, "through the link").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&secret).unwrap(), "through the link");
        let (nowhere, target) = (folder.path().join("nowhere"), folder.path().join("not-yet"));
        symlink("not-yet", &nowhere).unwrap();
        // Opening alone does not create the file.
        drop(AtomicOutput::open(Some(&nowhere)).unwrap());
        assert!(!target.exists());
        write(&nowhere, "new").unwrap();
        assert!(nowhere.is_symlink() && target.is_file());
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(AtomicOutput::open(Some(&circle)).is_err());
    }
}
