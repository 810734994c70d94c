//! Checksums of files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::split::Split;

/// What is known of a finished file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// Its name in the folder.
    pub name: String,
    /// How many rows it has.
    pub rows: u64,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
}

/// What the name of a file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FilePlace<'a> {
    pub(crate) split: Split,
    /// The number of its shard.
    pub(crate) shard: u64,
    /// What follows on that.
    pub(crate) suffix: &'a str,
}

impl FilePlace<'_> {
    pub(crate) fn name(&self) -> String {
        let Self { split, shard, suffix } = self;
        format!("{}-{shard:05}{suffix}", split.name())
    }
}

impl FileRecord {
    /// What its name says, if it is one that files of data sets have.
    pub(crate) fn place(&self) -> Option<FilePlace<'_>> {
        let (split, rest) = self.name.split_once('-')?;
        let split = *Split::ALL.iter().find(|it| it.name() == split)?;
        let end = rest.find(|character: char| !character.is_ascii_digit())?;
        let (shard, suffix) = rest.split_at(end);
        let place = FilePlace { split, shard: shard.parse().ok()?, suffix };
        (place.name() == self.name).then_some(place)
    }
}

/// The length of a plain file and its SHA-256 in hexadecimal digits.
pub(crate) fn checksum(path: &Path) -> io::Result<(u64, String)> {
    // A pipe with a name must not be opened only to be looked at.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "no plain file"));
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
