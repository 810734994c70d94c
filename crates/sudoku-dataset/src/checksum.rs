//! Checksums of files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::split::{PerSplit, Split};

/// The record of a finished file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// The file name in the folder.
    pub name: String,
    /// The number of rows.
    pub rows: u64,
    /// The size in bytes.
    pub bytes: u64,
    /// The SHA-256 in hexadecimal digits.
    pub sha256: String,
}

/// The parts of a file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FilePlace<'a> {
    pub(crate) split: Split,
    /// The number of the shard.
    pub(crate) shard: u64,
    /// The rest of the name, after the shard number.
    pub(crate) suffix: &'a str,
}

impl FilePlace<'_> {
    pub(crate) fn name(&self) -> String {
        let Self { split, shard, suffix } = self;
        format!("{}-{shard:05}{suffix}", split.name())
    }
}

impl FileRecord {
    /// Parses the file name. Returns `None` if it is not the name of a data set file.
    pub(crate) fn place(&self) -> Option<FilePlace<'_>> {
        let (split, rest) = self.name.split_once('-')?;
        let split = *Split::ALL.iter().find(|it| it.name() == split)?;
        let end = rest.find(|character: char| !character.is_ascii_digit())?;
        let (shard, suffix) = rest.split_at(end);
        let place = FilePlace { split, shard: shard.parse().ok()?, suffix };
        (place.name() == self.name).then_some(place)
    }
}

/// The records of a file, from the manifest of its folder.
pub(crate) struct FileRecords {
    /// The file itself.
    pub(crate) record: FileRecord,
    /// The arrays that belong to an array of puzzles.
    pub(crate) arrays: Vec<FileRecord>,
    /// The other files of the same split and format.
    pub(crate) shards: Vec<FileRecord>,
    /// The settings of the data set.
    pub(crate) settings: Value,
}

/// Returns the records of a file in the manifest of its folder. Returns `None` if there is no
/// manifest, or it does not name the file.
///
/// # Errors
/// If the manifest cannot be read.
pub(crate) fn recorded_file(path: &Path) -> Result<Option<FileRecords>, String> {
    #[derive(Deserialize)]
    struct RecordedManifest {
        settings: Value,
        files: Vec<FileRecord>,
    }
    let Ok(text) = fs::read(path.with_file_name("manifest.json")) else { return Ok(None) };
    let RecordedManifest { settings, mut files } = serde_json::from_slice(&text)
        .map_err(|error| format!("the manifest.json beside it cannot be read: {error}"))?;
    let name = path.file_name().and_then(|name| name.to_str());
    let Some(at) = files.iter().position(|record| Some(record.name.as_str()) == name) else {
        return Ok(None);
    };
    let record = files.swap_remove(at);
    let Some(FilePlace { split, shard, suffix }) = record.place() else { return Ok(None) };
    let is_array = |other: &FilePlace<'_>| {
        suffix == PUZZLE_ARRAY && (other.split, other.shard) == (split, shard)
    };
    let is_shard = |other: &FilePlace<'_>| (other.split, other.suffix) == (split, suffix);
    let of = |is_it: &dyn Fn(&FilePlace<'_>) -> bool| -> Vec<FileRecord> {
        files.iter().filter(|other| other.place().as_ref().is_some_and(is_it)).cloned().collect()
    };
    let arrays = of(&|other| is_array(other) && other.suffix.ends_with(".npy"));
    let shards = of(&is_shard);
    Ok(Some(FileRecords { record, arrays, shards, settings }))
}

/// Returns the number of rows of each puzzle in a file of a data set: the puzzle and its symmetric
/// copies. Returns `None` for settings of an unknown form, and if the last puzzle would lack
/// copies.
pub(crate) fn rows_of_puzzle(record: &FileRecord, settings: &Value) -> Option<u64> {
    let copies = PerSplit::deserialize(settings.get("augment")?).ok()?;
    let rows = 1 + u64::from(copies.of(record.place()?.split));
    record.rows.is_multiple_of(rows).then_some(rows)
}

/// The end of the name of an array of puzzles.
const PUZZLE_ARRAY: &str = "-puzzles.npy";

/// Returns the size of a regular file and its SHA-256 in hexadecimal digits.
pub(crate) fn checksum(path: &Path) -> io::Result<(u64, String)> {
    // A named pipe must not be opened just for a check.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut file = File::open(path)?;
    let (mut hash, mut length) = (Sha256::new(), 0);
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => {
                hash.update(&buffer[..count]);
                length += count as u64;
            }
        }
    }
    let digits = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((length, digits))
}
