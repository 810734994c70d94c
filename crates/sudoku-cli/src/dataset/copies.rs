//! Puzzles of files that are the same as earlier ones but for symmetry.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use sudoku_canonical::canonical;
use sudoku_core::Board;
use sudoku_text::{Block, Blocks, FileForm};

use super::parallel::in_order;
use super::rows::{self, Kind, Rows};
use super::sort::{Sorted, Sorter};
use crate::CliError;
use crate::args::Threads;
use crate::progress::PuzzleProgress;
use crate::source::{Source, shown};

/// What is looked through, and how.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// The files with puzzles; what ends in .gz or .zst is unpacked
    ///
    /// Text in any form, or for check what ends in .parquet or .npy.
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,

    /// The form of the puzzles [default: seen from the first readable puzzle of each file]
    ///
    /// It is for text; .parquet and .npy are read as what they are.
    #[arg(long, value_name = "FORM")]
    pub(super) from: Option<FileForm>,

    /// Where to put a temporary file of 53 bytes for each puzzle and 24 for each copy, if they are more
    /// than a million [default: the system's folder for such]
    #[arg(long, value_name = "FOLDER")]
    temporary: Option<PathBuf>,

    #[command(flatten)]
    threads: Threads,

    /// Show no progress and no summary
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// Where a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The number of the file, from 0.
    pub(super) file: usize,
    /// The line on which it begins, or its row where there are no lines, from 1.
    pub(super) line: u64,
}

impl Place {
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
pub(super) struct Copy {
    pub(super) place: Place,
    /// Where the first one is.
    pub(super) first: Place,
}

/// What was found.
pub(super) struct Copies {
    /// How many puzzles were looked at.
    pub(super) puzzles: u64,
    /// How many could not be read, which was said.
    pub(super) unreadable: u64,
    /// How many essentially different puzzles two files have in common, by the numbers of the files.
    pub(super) shared: BTreeMap<(usize, usize), u64>,
    sorted: Sorted<24>,
}

/// The copies in the order of the files and their lines.
impl Iterator for Copies {
    type Item = io::Result<Copy>;

    fn next(&mut self) -> Option<io::Result<Copy>> {
        Some(self.sorted.next()?.map(|record| Copy {
            place: Place::from_bytes(&record[..12]),
            first: Place::from_bytes(&record[12..]),
        }))
    }
}

impl SearchArgs {
    /// The files, as sources.
    pub(super) fn sources(&self) -> Vec<Source> {
        Source::all(&self.files)
    }

    /// Finds every puzzle that is the same as an earlier one, in the order of the files.
    ///
    /// The canonical forms are sorted outside of memory, each with the place of its puzzle, so that those
    /// of copies come one after the other. Forms are compared as they are: nothing rests on hashes.
    ///
    /// # Errors
    /// If a file cannot be read to its end.
    pub(super) fn find(&self) -> Result<Copies, CliError> {
        let threads = self.threads.count();
        let folder = self.temporary.clone().unwrap_or_else(std::env::temp_dir);
        let failed = |error: io::Error| {
            CliError(format!("{}, for a temporary file: {error}", shown(&folder)))
        };
        let sources = self.sources();
        let passed = Arc::new(AtomicU64::new(0));
        let total = sources.iter().map(Source::size).sum();
        let mut progress = PuzzleProgress::new(!self.quiet, total, Arc::clone(&passed));
        let names: Vec<String> = sources.iter().map(Source::name).collect();
        let (mut puzzles, mut unreadable) = (0, 0);
        let mut forms = Sorter::<53>::new(&folder);
        let blocks = read(sources, self.from, passed);
        let find = |(file, part): (usize, io::Result<Part>)| {
            let part = part.map_err(|error| CliError(format!("{}: {error}", names[file])))?;
            let (mut records, mut messages) = (Vec::new(), Vec::new());
            for puzzle in part.puzzles() {
                match puzzle {
                    Ok((line, board)) => {
                        records.push(record(&canonical(&board).form, Place { file, line }));
                    }
                    Err(error) => messages.push(format!("{}: {error}\n", names[file])),
                }
            }
            Ok((records, messages))
        };
        in_order(threads, blocks, find, |found| {
            let (records, messages): (Vec<[u8; 53]>, Vec<String>) = found?;
            for message in &messages {
                progress.say(message);
            }
            unreadable += messages.len() as u64;
            puzzles += records.len() as u64;
            progress.advance(records.len() as u64);
            records.into_iter().try_for_each(|record| forms.push(record)).map_err(failed)
        })?;
        progress.finish();

        let mut copies = Sorter::<24>::new(&folder);
        let mut shared = BTreeMap::new();
        let mut sorted = forms.sorted().map_err(failed)?.peekable();
        while let Some(first) = sorted.next() {
            let first = first.map_err(failed)?;
            let form = &first[..FORM];
            // The files that have it, in their order.
            let mut files = vec![Place::from_bytes(&first[FORM..]).file];
            let is_same = |next: &io::Result<[u8; 53]>| {
                next.as_ref().map_or(true, |next| next[..FORM] == *form)
            };
            while let Some(copy) = sorted.next_if(is_same) {
                let copy = copy.map_err(failed)?;
                let place = &copy[FORM..];
                let mut record = [0; 24];
                record[..12].copy_from_slice(place);
                record[12..].copy_from_slice(&first[FORM..]);
                copies.push(record).map_err(failed)?;
                let file = Place::from_bytes(place).file;
                if files.last() != Some(&file) {
                    for &earlier in &files {
                        *shared.entry((earlier, file)).or_default() += 1;
                    }
                    files.push(file);
                }
            }
        }
        Ok(Copies { puzzles, unreadable, shared, sorted: copies.sorted().map_err(failed)? })
    }
}

/// How many bytes a form takes, two cells in each.
const FORM: usize = 41;

fn record(form: &Board, place: Place) -> [u8; 53] {
    let mut record = [0; 53];
    for (byte, cells) in record.iter_mut().zip(form.as_bytes().chunks(2)) {
        *byte = cells.iter().fold(0, |byte, &digit| byte << 4 | digit);
    }
    record[FORM..].copy_from_slice(&place.to_bytes());
    record
}

/// A part of a file.
enum Part {
    Text(Block),
    Rows(Rows),
}

/// The lines or rows of puzzles with their boards, or messages.
type Puzzles<'a> = Box<dyn Iterator<Item = Result<(u64, Board), String>> + 'a>;

impl Part {
    fn puzzles(&self) -> Puzzles<'_> {
        match self {
            Self::Text(block) => Box::new(block.puzzles().map(|puzzle| match puzzle {
                Ok(puzzle) => Ok((puzzle.line as u64, puzzle.board)),
                Err(error) => Err(error.to_string()),
            })),
            Self::Rows(rows) => {
                let numbered = (rows.first..).zip(&rows.boards);
                Box::new(numbered.map(|(row, board)| match board {
                    Ok(board) => Ok((row, *board)),
                    Err(cause) => Err(format!("row {row}: {cause}")),
                }))
            }
        }
    }
}

/// The parts of a file, or what kept them from being read.
type Parts = Box<dyn Iterator<Item = io::Result<Part>> + Send>;

/// The parts of all files, with the number of the file.
fn read(
    sources: Vec<Source>,
    form: Option<FileForm>,
    passed: Arc<AtomicU64>,
) -> impl Iterator<Item = (usize, io::Result<Part>)> + Send {
    let open = move |source: &Source| -> io::Result<Parts> {
        if let Some((path, kind)) = source.path().and_then(|path| Some((path, Kind::of(path)?))) {
            let rows = rows::read(source, path, kind, &passed)?;
            return Ok(Box::new(rows.map(|rows| rows.map(Part::Rows))));
        }
        let reader = source.open(&passed)?;
        let blocks = match form {
            None => Blocks::new(reader),
            Some(form) => Blocks::with_form(reader, form),
        };
        Ok(Box::new(blocks.map(|block| block.map(Part::Text))))
    };
    sources.into_iter().enumerate().flat_map(move |(file, source)| {
        let parts = open(&source).unwrap_or_else(|error| Box::new(std::iter::once(Err(error))));
        parts.map(move |part| (file, part))
    })
}
