//! Checksums of files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::split::Split;

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

/// Returns the record of a file in the manifest of its folder, with the settings of the data set.
/// Returns `None` if there is no manifest, or it does not name the file.
///
/// # Errors
/// If the manifest cannot be read.
pub(crate) fn recorded_file(path: &Path) -> Result<Option<(FileRecord, Value)>, String> {
    #[derive(Deserialize)]
    struct Manifest {
        settings: Value,
        files: Vec<FileRecord>,
    }
    let Ok(text) = fs::read(path.with_file_name("manifest.json")) else { return Ok(None) };
    let Manifest { settings, files } = serde_json::from_slice(&text)
        .map_err(|error| format!("the manifest.json beside it cannot be read: {error}"))?;
    let name = path.file_name().and_then(|name| name.to_str());
    let record = files.into_iter().find(|record| Some(record.name.as_str()) == name);
    Ok(record.map(|record| (record, settings)))
}

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
