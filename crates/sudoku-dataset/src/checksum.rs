//! Checksums of files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

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

impl FileRecord {
    /// The number of its shard, and what follows that in its name.
    pub(crate) fn shard(&self) -> Option<(u64, &str)> {
        let (_, rest) = self.name.split_once('-')?;
        let end = rest.find(|character: char| !character.is_ascii_digit())?;
        let (number, suffix) = rest.split_at(end);
        Some((number.parse().ok()?, suffix))
    }
}

/// The length of a file and its SHA-256 in hexadecimal digits.
pub(crate) fn checksum(path: &Path) -> io::Result<(u64, String)> {
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
