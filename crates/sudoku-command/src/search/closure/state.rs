//! The state of `sudoku search closure`.

use std::path::Path;

use compressed_io::{InputFile, NamedIoError};
use sudoku_canonical::canonical;
use sudoku_core::{Board, Cell};
use sudoku_search::FormMap;

use crate::error::CliError;
use crate::journal::{CONTROL, Journal, Mark, Record};
use crate::output_target::OutputTarget;

/// The known puzzles, and the journal that holds them.
///
/// A mark counts the known puzzles that were searched from. The lines before it are the puzzles
/// that were found from them.
pub(super) struct State {
    pub(super) journal: Journal,
    /// The canonical forms of the known puzzles and of other puzzles that were found.
    forms: FormMap<()>,
    /// The maximum number of forms.
    most: usize,
    /// The puzzles of the input, and the found puzzles that are kept.
    known: Vec<Board>,
    /// The number of puzzles of the input.
    sources: usize,
    /// The number of known puzzles that were searched from.
    passed: usize,
    /// True if a puzzle could not be rated, in this run or in an earlier one.
    pub(super) is_bad: bool,
}

/// The number of bytes of the output that are written together.
const PART: usize = 1 << 18;

/// The error for more kept puzzles than the maximum: their number, and the maximum.
#[derive(Debug, thiserror::Error)]
#[error(
    "the search keeps {0} puzzles, and the maximum is {1}; use --limit, or a --keep that fewer \
     puzzles meet"
)]
pub(super) struct TooManyKept(usize, usize);

impl State {
    /// Opens the state of an earlier run with the same settings, or starts. `most` is the maximum
    /// number of puzzles in memory.
    pub(super) fn open(
        path: &Path,
        settings: &str,
        sources: Vec<Board>,
        most: usize,
    ) -> Result<Self, CliError> {
        let (mut known, mut forms) = (Vec::new(), FormMap::default());
        for source in sources {
            if forms.insert(&canonical(&source).form, ()).is_none() {
                known.push(source);
            }
        }
        let sources = known.len();
        let mut found = Vec::new();
        let journal = Journal::open(path, "closure", settings, |record| {
            match record {
                Record::Mark(mark) if mark.count <= known.len() as u64 => known.append(&mut found),
                // A mark that cannot be true is damage.
                Record::Mark(_) => return false,
                Record::Line(line) => match line.get(..Cell::COUNT).map(str::parse) {
                    Some(Ok(board)) => found.push(board),
                    _ => return false,
                },
            }
            true
        })?;
        let Mark { count, is_bad, .. } = journal.last().unwrap_or_default();
        let mut state =
            Self { journal, forms, most, known, sources, passed: count as usize, is_bad };
        state.note_known();
        Ok(state)
    }

    /// Returns the number of found puzzles that are kept.
    pub(super) fn count(&self) -> u64 {
        (self.known.len() - self.sources) as u64
    }

    /// Returns the numbers of puzzles that were searched from, and of all known puzzles.
    pub(super) fn progress(&self) -> [u64; 2] {
        [self.passed, self.known.len()].map(|count| count as u64)
    }

    /// Returns the next puzzles to search from, at most `count`.
    pub(super) fn next(&self, count: usize) -> Vec<Board> {
        self.known.iter().skip(self.passed).take(count).copied().collect()
    }

    /// Notes a found puzzle by its canonical form. Returns true if it is new.
    pub(super) fn note(&mut self, form: &Board) -> bool {
        self.forms.insert(form, ()).is_none()
    }

    /// Returns true if no other puzzle can be noted.
    pub(super) fn is_full(&self) -> bool {
        self.forms.len() >= self.most
    }

    /// Forgets all puzzles that are not kept.
    ///
    /// If such a puzzle is found again, it is new again. As it is not kept then either, the result
    /// is the same.
    pub(super) fn forget(&mut self) -> Result<(), TooManyKept> {
        let (kept, most) = (self.known.len(), self.most / 2);
        if kept > most {
            return Err(TooManyKept(kept, most));
        }
        self.note_known();
        Ok(())
    }

    /// Notes the known puzzles, and no others.
    fn note_known(&mut self) {
        // The memory is released first.
        self.forms = FormMap::default();
        let (sources, found) = self.known.split_at(self.sources);
        for source in sources {
            self.forms.insert(&canonical(source).form, ());
        }
        for form in found {
            self.forms.insert(form, ());
        }
    }

    /// Adds found puzzles that are kept, with their lines.
    pub(super) fn add(&mut self, puzzles: &[Board], lines: &str) -> Result<(), NamedIoError> {
        self.known.extend_from_slice(puzzles);
        self.journal.add(lines.as_bytes(), None)
    }

    /// Notes that the next `count` puzzles were searched from.
    pub(super) fn pass(&mut self, count: usize) -> Result<(), NamedIoError> {
        self.passed += count;
        let mark = Mark { count: self.passed as u64, check: 0, is_bad: self.is_bad };
        self.journal.add(&[], Some(mark))
    }

    /// Writes the lines of the found puzzles, at most `limit`.
    pub(super) fn write(
        &self,
        output: &Path,
        limit: u64,
        inputs: &[InputFile],
    ) -> Result<(), NamedIoError> {
        let mut target = OutputTarget::replacing(output, inputs)?;
        let (mut out, mut left) = (String::new(), limit);
        self.journal.each_line(|line| {
            if left > 0 && !line.starts_with(CONTROL) {
                out += &format!("{line}\n");
                left -= 1;
            }
            if out.len() >= PART {
                target.write(std::mem::take(&mut out).as_bytes())?;
            }
            Ok::<(), NamedIoError>(())
        })?;
        target.write(out.as_bytes())?;
        target.finish()
    }
}
