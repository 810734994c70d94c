//! Puzzles of files that are the same as earlier ones but for symmetry.

use std::collections::BTreeMap;
use std::io;
use std::iter::once;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use compressed_io::{InputFile, NamedIoError, shown};
use sudoku_canonical::canonical;
use sudoku_core::Board;
use sudoku_text::FileHints;

use crate::error::DatasetError;
use crate::input::{InputPart, open};
use crate::observer::Observer;
use crate::parallel::in_order;
use crate::sort::{Sorted, Sorter};

/// What is looked through, and how.
#[derive(Clone, Debug)]
pub struct DuplicateSearch {
    /// The files with puzzles: text in any form, or tables as [`crate::TableKind`] knows them.
    pub files: Vec<InputFile>,
    /// What is known of them: the form of text, and the name of a column.
    pub hints: FileHints,
    /// The folder for a temporary file of 53 bytes for each puzzle and 24 for each copy, if they
    /// are more than a million.
    pub temporary: PathBuf,
    /// How many threads work.
    pub threads: usize,
}

/// Where a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleLocation {
    /// The number of the file, from 0.
    pub file: usize,
    /// The line on which it begins, or its row where there are no lines, from 1.
    pub line: u64,
}

impl PuzzleLocation {
    /// The bytes sort as the places do.
    fn to_bytes(self) -> [u8; 12] {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&(self.file as u32).to_be_bytes());
        bytes[4..].copy_from_slice(&self.line.to_be_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        let number = |bytes: &[u8]| bytes.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        Self { file: number(&bytes[..4]) as usize, line: number(&bytes[4..12]) }
    }
}

/// A puzzle that is not the first of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Where it is.
    pub place: PuzzleLocation,
    /// Where the first one is.
    pub first: PuzzleLocation,
}

impl Duplicate {
    /// Whether the first one is in another file.
    #[must_use]
    pub const fn is_leak(&self) -> bool {
        self.place.file != self.first.file
    }
}

/// What was found: an iterator over the copies, in the order of the files and their lines.
pub struct Duplicates {
    /// How many puzzles were looked at.
    pub puzzles: u64,
    /// How many of them each file has.
    pub puzzles_of_files: Vec<u64>,
    /// How many could not be read, of which the observer was told.
    pub unreadable: u64,
    /// How many essentially different puzzles two files have in common, by the numbers of the
    /// files.
    pub shared: BTreeMap<(usize, usize), u64>,
    sorted: Sorted<24>,
    temporary: PathBuf,
}

impl Iterator for Duplicates {
    type Item = Result<Duplicate, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        let copy = self.sorted.next()?.map(|record| Duplicate {
            place: PuzzleLocation::from_bytes(&record[..12]),
            first: PuzzleLocation::from_bytes(&record[12..]),
        });
        Some(copy.map_err(|error| failed(&self.temporary, error)))
    }
}

/// Finds every puzzle that is the same as an earlier one but for symmetry and the names of the
/// digits, in the order of the files.
///
/// The canonical forms are sorted outside of memory, each with the place of its puzzle, so that
/// those of copies come one after the other. Forms are compared as they are: nothing rests on
/// hashes.
///
/// # Errors
/// If a file cannot be read to its end, or the observer ends the work.
pub fn find_duplicates(
    search: &DuplicateSearch,
    observer: &mut dyn Observer,
) -> Result<Duplicates, DatasetError> {
    let DuplicateSearch { files, temporary, threads, .. } = search;
    let failed = |error| failed(temporary, error);
    let passed = Arc::new(AtomicU64::new(0));
    observer.begin(files.iter().map(InputFile::size).sum());
    let names: Vec<Arc<str>> = files.iter().map(|file| file.name().into()).collect();
    let (mut puzzles_of_files, mut unreadable) = (vec![0; files.len()], 0);
    let mut forms = Sorter::<53>::new(temporary);
    let find = |(file, part): (usize, Result<InputPart, NamedIoError>)| {
        let (mut records, mut rejected) = (Vec::new(), Vec::new());
        for puzzle in part?.puzzles(&names[file]) {
            match puzzle {
                Ok((line, board)) => {
                    records.push(record(&canonical(&board).form, PuzzleLocation { file, line }));
                }
                Err(bad) => rejected.push(bad),
            }
        }
        Ok((file, records, rejected))
    };
    in_order(*threads, parts(search, &passed), find, |found: Result<_, NamedIoError>| {
        if observer.is_stopped() {
            return Err(DatasetError::Interrupted);
        }
        let (file, records, rejected): (usize, Vec<[u8; 53]>, Vec<_>) = found?;
        for rejected in &rejected {
            observer.reject(rejected);
        }
        unreadable += rejected.len() as u64;
        puzzles_of_files[file] += records.len() as u64;
        observer.advance(records.len() as u64, passed.load(Ordering::Relaxed));
        records.into_iter().try_for_each(|record| forms.push(record)).map_err(failed)
    })?;

    let mut copies = Sorter::<24>::new(temporary);
    let mut shared = BTreeMap::new();
    let mut sorted = forms.sorted().map_err(failed)?.peekable();
    while let Some(first) = sorted.next() {
        if observer.is_stopped() {
            return Err(DatasetError::Interrupted);
        }
        let first = first.map_err(failed)?;
        let form = &first[..FORM];
        // The files that have it, in their order.
        let mut files = vec![PuzzleLocation::from_bytes(&first[FORM..]).file];
        let is_same =
            |next: &io::Result<[u8; 53]>| next.as_ref().map_or(true, |next| next[..FORM] == *form);
        while let Some(copy) = sorted.next_if(is_same) {
            let copy = copy.map_err(failed)?;
            let place = &copy[FORM..];
            let mut record = [0; 24];
            record[..12].copy_from_slice(place);
            record[12..].copy_from_slice(&first[FORM..]);
            copies.push(record).map_err(failed)?;
            let file = PuzzleLocation::from_bytes(place).file;
            if files.last() != Some(&file) {
                for &earlier in &files {
                    *shared.entry((earlier, file)).or_default() += 1;
                }
                files.push(file);
            }
        }
    }
    let sorted = copies.sorted().map_err(failed)?;
    let puzzles = puzzles_of_files.iter().sum();
    Ok(Duplicates {
        puzzles,
        puzzles_of_files,
        unreadable,
        shared,
        sorted,
        temporary: temporary.clone(),
    })
}

fn failed(temporary: &Path, source: io::Error) -> DatasetError {
    DatasetError::Temporary { folder: shown(temporary), source }
}

/// How many bytes a form takes, two cells in each.
const FORM: usize = 41;

fn record(form: &Board, place: PuzzleLocation) -> [u8; 53] {
    let mut record = [0; 53];
    for (byte, cells) in record.iter_mut().zip(form.as_bytes().chunks(2)) {
        *byte = cells.iter().fold(0, |byte, &digit| byte << 4 | digit);
    }
    record[FORM..].copy_from_slice(&place.to_bytes());
    record
}

/// The parts of all files, with the number of the file.
fn parts(
    search: &DuplicateSearch,
    passed: &Arc<AtomicU64>,
) -> impl Iterator<Item = (usize, Result<InputPart, NamedIoError>)> + Send {
    let DuplicateSearch { files, hints, temporary, .. } = search;
    files.iter().enumerate().flat_map(move |(file, input)| {
        let parts = open(input, hints, temporary, passed);
        let parts = parts.unwrap_or_else(|error| Box::new(once(Err(error))));
        parts.map(move |part| (file, part))
    })
}
