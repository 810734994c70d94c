//! Search for duplicates: puzzles that are equivalent to earlier ones, that is, the same up to
//! symmetry and relabeling, or whose solutions are.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::once;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io};

use compressed_io::{InputFile, NamedIoError, shown};
use ordered_work::Workers;
use sudoku_canonical::canonical;
use sudoku_core::{Board, Limits, Solver};
use sudoku_text::FileHints;

use crate::checksum::{FilePlace, recorded_file, rows_of_puzzle};
use crate::error::DatasetError;
use crate::input::{InputPart, open};
use crate::observer::{Observer, PuzzleError};
use crate::sort::{Sorted, Sorter};
use crate::split::{Identity, Split};

/// A search for duplicates.
#[derive(Clone)]
pub struct DuplicateSearch {
    /// The files with puzzles: text in any format, or tables (see [`crate::TableKind`]).
    pub files: Vec<InputFile>,
    /// The format of text files and the name of the puzzle column, if known.
    pub hints: FileHints,
    /// The identity of puzzles. With [`Identity::Solution`], a puzzle without exactly one solution
    /// is reported to the observer like an unreadable one.
    pub by: Identity,
    /// The solver that finds the solutions.
    pub solver: &'static dyn Solver,
    /// The folder for a temporary file of 53 bytes per puzzle and 24 bytes per duplicate. It is
    /// used if there are more than a million puzzles.
    pub temporary: PathBuf,
    /// The number of worker threads.
    pub threads: usize,
}

/// The location of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleLocation {
    /// The index of the file, from 0.
    pub file: usize,
    /// The line on which the puzzle begins, or its row in a table, from 1.
    pub line: u64,
}

impl PuzzleLocation {
    /// Encodes the location so that the bytes sort like the locations.
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

/// A puzzle that is equivalent to an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The location of the puzzle.
    pub place: PuzzleLocation,
    /// The location of the first equivalent puzzle.
    pub first: PuzzleLocation,
    /// True if the first equivalent puzzle is in another file. Files of one split of a data set
    /// count as one file, according to the manifest beside them.
    pub is_leak: bool,
}

/// The result of a search: an iterator over the duplicates, in the order of the files and lines.
pub struct Duplicates {
    /// The number of puzzles compared.
    pub puzzles: u64,
    /// The number of puzzles in each file.
    pub puzzles_of_files: Vec<u64>,
    /// The number of unreadable entries. Each was reported to the observer.
    pub unreadable: u64,
    /// The number of symmetric copies that [`make`](crate::make) added after their puzzle,
    /// according to the manifest beside the file. They are no duplicates of that puzzle.
    pub copies: u64,
    /// The number of essentially different puzzles that two files share, by the indices of the
    /// files. Files of one split of a data set are left out.
    pub shared: BTreeMap<(usize, usize), u64>,
    /// The part of each file.
    parts: Vec<usize>,
    sorted: Sorted<24>,
    temporary: PathBuf,
}

impl Iterator for Duplicates {
    type Item = Result<Duplicate, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        let duplicate = self.sorted.next()?.map(|record| {
            let place = PuzzleLocation::from_bytes(&record[..12]);
            let first = PuzzleLocation::from_bytes(&record[12..]);
            let is_leak = self.parts[place.file] != self.parts[first.file];
            Duplicate { place, first, is_leak }
        });
        Some(duplicate.map_err(|error| failed(&self.temporary, error)))
    }
}

/// Finds every puzzle that is equivalent to an earlier one, or has an equivalent solution, in the
/// order of the files.
///
/// The canonical forms are sorted with an external sort, each with the location of its puzzle, so
/// that duplicates become neighbors. Whole forms are compared, not hashes.
///
/// # Errors
/// If a file cannot be read to its end, or the observer stops the work.
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
                Ok((line, board)) => match identity(search, &board) {
                    Some(board) => {
                        let place = PuzzleLocation { file, line };
                        records.push(record(&canonical(&board).form, place));
                    }
                    None => {
                        let file = Arc::clone(&names[file]);
                        rejected.push(PuzzleError::NotProper { file, line, board });
                    }
                },
                Err(bad) => rejected.push(bad),
            }
        }
        Ok((file, records, rejected))
    };
    let take = &mut |found: Result<_, NamedIoError>| {
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
    };
    Workers::new(*threads).in_order(parts(search, &passed), find, take)?;

    let of_sets: Vec<_> = files.iter().map(SetFile::of).collect();
    let parts = parts_of(&of_sets);
    let mut copies = 0;
    let mut duplicates = Sorter::<24>::new(temporary);
    let mut shared = BTreeMap::new();
    let mut sorted = forms.sorted().map_err(failed)?.peekable();
    while let Some(first) = sorted.next() {
        if observer.is_stopped() {
            return Err(DatasetError::Interrupted);
        }
        let first = first.map_err(failed)?;
        let form = &first[..FORM];
        // The files that contain this form, in their order.
        let mut files = vec![PuzzleLocation::from_bytes(&first[FORM..]).file];
        let is_same =
            |next: &io::Result<[u8; 53]>| next.as_ref().map_or(true, |next| next[..FORM] == *form);
        while let Some(duplicate) = sorted.next_if(is_same) {
            let duplicate = duplicate.map_err(failed)?;
            let place = &duplicate[FORM..];
            let [earlier, later] = [&first[FORM..], place].map(PuzzleLocation::from_bytes);
            if of_sets[later.file].as_ref().is_some_and(|it| it.are_together(earlier, later)) {
                copies += 1;
                continue;
            }
            let mut record = [0; 24];
            record[..12].copy_from_slice(place);
            record[12..].copy_from_slice(&first[FORM..]);
            duplicates.push(record).map_err(failed)?;
            let file = later.file;
            if files.last() != Some(&file) {
                for &earlier in files.iter().filter(|earlier| parts[**earlier] != parts[file]) {
                    *shared.entry((earlier, file)).or_default() += 1;
                }
                files.push(file);
            }
        }
    }
    let sorted = duplicates.sorted().map_err(failed)?;
    let puzzles = puzzles_of_files.iter().sum();
    Ok(Duplicates {
        puzzles,
        puzzles_of_files,
        unreadable,
        copies,
        shared,
        parts,
        sorted,
        temporary: temporary.clone(),
    })
}

/// Returns the part of each file: the index of the first file of the same split of a data set, or
/// of the file itself. A file that is named again is a part of its own.
fn parts_of(files: &[Option<SetFile>]) -> Vec<usize> {
    let (mut first, mut named) = (BTreeMap::new(), BTreeSet::new());
    let part = |(at, file): (usize, &Option<SetFile>)| {
        let file = file.as_ref().filter(|file| named.insert(file.path.clone()));
        let split = file.map(|file| (file.manifest.clone(), file.split));
        split.map_or(at, |split| *first.entry(split).or_insert(at))
    };
    files.iter().enumerate().map(part).collect()
}

/// A file of a data set. In its rows, each puzzle is followed by its symmetric copies.
struct SetFile {
    path: PathBuf,
    manifest: PathBuf,
    split: Split,
    /// The line or row of the first puzzle.
    first: u64,
    rows_of_puzzle: u64,
}

impl SetFile {
    /// Returns the file if a manifest in its folder names it.
    fn of(input: &InputFile) -> Option<Self> {
        let path = input.path()?;
        let records = recorded_file(path).ok()??;
        let FilePlace { split, suffix, .. } = records.record.place()?;
        let has_header = suffix.starts_with(".csv");
        let manifest = fs::canonicalize(path.with_file_name("manifest.json")).ok()?;
        let rows_of_puzzle = rows_of_puzzle(&records.record, &records.settings)?;
        let path = fs::canonicalize(path).ok()?;
        Some(Self { path, manifest, split, first: if has_header { 2 } else { 1 }, rows_of_puzzle })
    }

    /// Returns true if both locations are rows of the same puzzle in this file.
    fn are_together(&self, earlier: PuzzleLocation, later: PuzzleLocation) -> bool {
        let group = |line: u64| line.checked_sub(self.first).map(|row| row / self.rows_of_puzzle);
        earlier.file == later.file && group(earlier.line) == group(later.line)
    }
}

/// Returns the board that identifies a puzzle: the puzzle or its only solution.
fn identity(search: &DuplicateSearch, puzzle: &Board) -> Option<Board> {
    if search.by == Identity::Puzzle {
        return Some(*puzzle);
    }
    let outcome = search.solver.solve(puzzle, &Limits::solutions(2));
    outcome.first.filter(|_| outcome.report.is_proper()).map(|grid| *grid.as_board())
}

fn failed(temporary: &Path, source: io::Error) -> DatasetError {
    DatasetError::Temporary { folder: shown(temporary), source }
}

/// The size of an encoded form in bytes, two cells per byte.
const FORM: usize = 41;

fn record(form: &Board, place: PuzzleLocation) -> [u8; 53] {
    let mut record = [0; 53];
    for (byte, cells) in record.iter_mut().zip(form.as_bytes().chunks(2)) {
        *byte = cells.iter().fold(0, |byte, &digit| byte << 4 | digit);
    }
    record[FORM..].copy_from_slice(&place.to_bytes());
    record
}

/// Returns the parts of all files, with the index of the file.
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
