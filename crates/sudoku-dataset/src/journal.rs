//! The journal of finished shards, with which a run continues an interrupted one.
//!
//! A data set grows by shards: a fixed number of source puzzles makes one file per split and
//! format. Files are written under temporary names, flushed to the disk and renamed. Then a line of
//! the journal records the shard as finished. A run that is killed at any moment leaves whole
//! shards and possibly files of one more shard, which the next run writes again with the same
//! bytes. At the end, the manifest replaces the journal.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use compressed_io::{NamedIoError, shown};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::checksum::{FilePlace, FileRecord, checksum};
use crate::error::DatasetError;
use crate::split::Split;
use crate::tally::SplitTally;

const JOURNAL: &str = "journal.jsonl";
const MANIFEST: &str = "manifest.json";

/// The contents of a data set, or of a finished part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatasetContents {
    /// The number of puzzles taken from the source, including rejected ones.
    pub taken: u64,
    /// The number of source entries that are not in the data set: unreadable entries and puzzles
    /// without exactly one solution.
    pub rejected: u64,
    /// The counts of each split.
    pub splits: BTreeMap<Split, SplitTally>,
    /// The files.
    pub files: Vec<FileRecord>,
}

impl DatasetContents {
    fn merge(&mut self, shard: Self) {
        self.taken += shard.taken;
        self.rejected += shard.rejected;
        for (split, tally) in &shard.splits {
            self.splits.entry(*split).or_default().merge(tally);
        }
        self.files.extend(shard.files);
    }

    /// Checks that these are possible contents of a data set with these file suffixes: it names no
    /// other files, and its counts agree with its files.
    ///
    /// # Errors
    /// The problem, as text.
    fn check(&self, suffixes: &[&str]) -> Result<(), String> {
        let mut rows = BTreeMap::<(Split, &str), u64>::new();
        for record in &self.files {
            match record.place() {
                Some(FilePlace { split, suffix, .. }) if suffixes.contains(&suffix) => {
                    *rows.entry((split, suffix)).or_default() += record.rows;
                }
                _ => return Err(format!("{:?} is not a file of this data set", record.name)),
            }
        }
        for (&split, tally) in &self.splits {
            let is_counted =
                |suffix: &&str| rows.get(&(split, *suffix)).copied().unwrap_or(0) == tally.rows;
            let puzzles: u64 = tally.clues.values().sum();
            if puzzles != tally.puzzles || !suffixes.iter().all(is_counted) {
                return Err(format!("the counts of {} contradict each other", split.name()));
            }
        }
        Ok(())
    }

    /// Sets the number of rows of splits that have files but no counts, so that the totals agree.
    fn count_rows(&mut self, suffix: &str) {
        let counted: BTreeSet<Split> = self.splits.keys().copied().collect();
        for record in &self.files {
            if let Some(place) = record.place()
                && place.suffix == suffix
                && !counted.contains(&place.split)
            {
                self.splits.entry(place.split).or_default().rows += record.rows;
            }
        }
    }

    /// Returns the number of rows in all splits.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.splits.values().map(|tally| tally.rows).sum()
    }
}

#[derive(Serialize)]
struct Manifest<'a> {
    /// The version of the layout of the manifest.
    version: u32,
    settings: &'a Value,
    #[serde(flatten)]
    finished: &'a DatasetContents,
}

/// The journal of an incomplete data set.
pub(crate) struct DatasetJournal {
    folder: PathBuf,
    file: File,
    settings: Value,
    /// The number of finished shards.
    pub(crate) shards: u64,
    /// The number of puzzles taken by the last finished shard.
    pub(crate) last_taken: Option<u64>,
    /// The contents of all finished shards.
    pub(crate) finished: DatasetContents,
    /// The finished shards that have to be regenerated.
    pub(crate) damaged: BTreeSet<u64>,
}

/// The state of a data set at the start of a run.
pub(crate) enum Opened {
    /// The data set is complete.
    Complete {
        /// The contents.
        contents: DatasetContents,
        /// The shards that have to be regenerated.
        damaged: BTreeSet<u64>,
        /// The manifest, locked until the run ends.
        lock: File,
    },
    /// The data set may be incomplete.
    Open(Box<DatasetJournal>),
}

impl DatasetJournal {
    /// Opens the folder of a data set with these settings and file suffixes. Creates it if it is
    /// missing.
    ///
    /// # Errors
    /// If the folder holds anything else, if another process is working on it, or if a finished
    /// file was changed and is not to be repaired.
    pub(crate) fn open(
        folder: &Path,
        settings: Value,
        suffixes: &[&str],
        repair: bool,
    ) -> Result<Opened, DatasetError> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |error| NamedIoError::at(&path, error)
        };
        make_folder(folder)?;
        let path = folder.join(JOURNAL);
        let other = |path: &Path| DatasetError::OtherRequest { path: shown(path) };
        let damaged =
            |path: &Path, cause: String| DatasetError::Damaged { path: shown(path), cause };
        let manifest = folder.join(MANIFEST);
        for path in [&manifest, &path] {
            // Reading a named pipe would never end.
            if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
                return Err(damaged(path, "not a regular file".to_owned()));
            }
        }
        match File::open(&manifest) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(NamedIoError::at(&manifest, error).into()),
            Ok(mut lock) => {
                // Several processes may compare the files at the same time, but only one may write.
                let locked = if repair { lock.try_lock() } else { lock.try_lock_shared() };
                locked.map_err(taken).map_err(at(&manifest))?;
                let mut text = Vec::new();
                lock.read_to_end(&mut text).map_err(at(&manifest))?;
                let no_json = |error: serde_json::Error| damaged(&manifest, error.to_string());
                let found: Value = serde_json::from_slice(&text).map_err(no_json)?;
                if found["settings"] != settings {
                    return Err(other(&manifest));
                }
                let finished: DatasetContents = serde_json::from_value(found).map_err(no_json)?;
                finished.check(suffixes).map_err(|cause| damaged(&manifest, cause))?;
                let damaged = verify(folder, &finished.files, repair)?;
                // An earlier run may have been killed before this step.
                remove(&path).map_err(at(&path))?;
                return Ok(Opened::Complete { contents: finished, damaged, lock });
            }
        }
        let is_new = is_new(folder)?;
        let no_dataset = || DatasetError::NoDataset { folder: shown(folder) };
        // No journal is created in a folder with other files.
        if !is_new && !path.exists() {
            return Err(no_dataset());
        }
        let open = || {
            let file = OpenOptions::new().read(true).append(true).create(true).open(&path)?;
            file.try_lock().map_err(taken)?;
            Ok(file)
        };
        let mut file = open().map_err(at(&path))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(at(&path))?;
        // A killed run may have left an incomplete line.
        let (whole, rest) = text.split_at(text.rfind('\n').map_or(0, |last| last + 1));
        let mut lines = whole.lines();
        let own = settings.to_string();
        match lines.next().map(serde_json::from_str::<Value>) {
            Some(Ok(found)) if found == settings => {}
            None if is_new && own.starts_with(rest) => {}
            None if !is_new => return Err(no_dataset()),
            _ => return Err(other(&path)),
        }
        if !rest.is_empty() {
            file.set_len(whole.len() as u64).map_err(at(&path))?;
        }
        let mut journal = Self {
            folder: folder.into(),
            file,
            settings,
            shards: 0,
            last_taken: None,
            finished: DatasetContents::default(),
            damaged: BTreeSet::new(),
        };
        if whole.is_empty() {
            journal.write(&own)?;
        }
        for line in lines {
            let no_json = |error: serde_json::Error| damaged(&path, error.to_string());
            let mut shard: DatasetContents = serde_json::from_str(line).map_err(no_json)?;
            if let Some(suffix) = suffixes.first() {
                shard.count_rows(suffix);
            }
            shard.check(suffixes).map_err(|cause| damaged(&path, cause))?;
            journal.damaged.extend(verify(folder, &shard.files, repair)?);
            journal.count(shard);
        }
        Ok(Opened::Open(Box::new(journal)))
    }

    /// Records a shard as finished. Its files must have their final names.
    pub(crate) fn add(&mut self, shard: DatasetContents) -> Result<(), DatasetError> {
        let line = serde_json::to_string(&shard)?;
        sync_folder(&self.folder).map_err(|error| NamedIoError::at(&self.folder, error))?;
        self.write(&line)?;
        self.count(shard);
        Ok(())
    }

    fn count(&mut self, shard: DatasetContents) {
        self.shards += 1;
        self.last_taken = Some(shard.taken);
        self.finished.merge(shard);
    }

    fn write(&self, line: &str) -> Result<(), NamedIoError> {
        let mut file = &self.file;
        let written =
            file.write_all(format!("{line}\n").as_bytes()).and_then(|()| file.sync_data());
        written.map_err(|error| NamedIoError::at(&self.folder.join(JOURNAL), error))
    }

    /// Writes the manifest of the complete data set.
    pub(crate) fn finish(self) -> Result<DatasetContents, DatasetError> {
        let Self { folder, settings, finished, .. } = self;
        let manifest = Manifest { version: 1, settings: &settings, finished: &finished };
        let path = folder.join(MANIFEST);
        let write = || {
            let part = folder.join(format!("{MANIFEST}.part"));
            let mut text = serde_json::to_vec_pretty(&manifest)?;
            text.push(b'\n');
            remove(&part)?;
            let mut file = File::create_new(&part)?;
            file.write_all(&text)?;
            file.sync_all()?;
            fs::rename(part, &path)?;
            sync_folder(&folder)?;
            remove(&folder.join(JOURNAL))
        };
        write().map_err(|error: io::Error| NamedIoError::at(&path, error))?;
        Ok(finished)
    }
}

/// Makes the folder if it is missing.
pub(crate) fn make_folder(folder: &Path) -> Result<(), NamedIoError> {
    let error = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::Error::other("is not a folder; choose another name"),
        _ => error,
    };
    fs::create_dir_all(folder).map_err(|cause| NamedIoError::at(folder, error(cause)))
}

/// Returns the error for a file that is locked.
fn taken(_: TryLockError) -> io::Error {
    io::Error::other("another process is working on this data set")
}

/// Returns true if the folder holds nothing except a journal.
fn is_new(folder: &Path) -> Result<bool, NamedIoError> {
    let list = || {
        let entries: io::Result<Vec<_>> = fs::read_dir(folder)?.collect();
        Ok(entries?.iter().all(|entry| entry.file_name() == JOURNAL))
    };
    list().map_err(|error| NamedIoError::at(folder, error))
}

/// Checks the finished files by their checksums. In a repair, returns the shards with damaged
/// files.
fn verify(
    folder: &Path,
    files: &[FileRecord],
    repair: bool,
) -> Result<BTreeSet<u64>, DatasetError> {
    let mut damaged = BTreeSet::new();
    for record in files {
        let path = folder.join(&record.name);
        let error = match checksum(&path) {
            // The path is a pipe or a folder.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                DatasetError::Changed { path: shown(&path) }
            }
            Ok((bytes, sha256)) if bytes == record.bytes && sha256 == record.sha256 => continue,
            Ok(_) => DatasetError::Changed { path: shown(&path) },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                DatasetError::Missing { path: shown(&path) }
            }
            Err(error) => return Err(NamedIoError::at(&path, error).into()),
        };
        match record.place() {
            Some(place) if repair => damaged.insert(place.shard),
            _ => return Err(error),
        };
    }
    Ok(damaged)
}

/// Removes a file if it exists.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// Flushes the names in a folder to the disk, on systems that need this.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
