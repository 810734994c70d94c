//! The journal of a search: a file with the results so far, from which a later run continues.
//!
//! The file has a header with the settings, the lines of the results, and marks. A mark such
//! as `@ 7 PUZZLES LINES` comes after the results of the first seven puzzles. PUZZLES is a checksum
//! of these puzzles, and LINES is a checksum of the lines since the mark before. The mark ends in
//! `with errors` if one of the puzzles had an error. A run continues after the last mark.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use compressed_io::{NamedIoError, shown};
use flate2::Crc;
use sudoku_text::Block;

use crate::error::CliError;

/// The first character of lines that are not results.
pub(crate) const CONTROL: char = '@';

/// The largest number of bytes of a line. A longer line is damaged.
const LONGEST_LINE: u64 = 1 << 20;

/// The end of a mark after a puzzle with an error.
const WITH_ERRORS: &str = " with errors";

/// A point at which a run can continue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The number of puzzles whose results are complete.
    pub(crate) count: u64,
    /// The checksum of these puzzles.
    pub(crate) check: u32,
    /// True if a puzzle had an error, in this run or in an earlier one.
    pub(crate) is_bad: bool,
}

impl Mark {
    /// Reads a mark, and the checksum of the lines since the mark before.
    fn read(line: &str) -> Option<(Self, u32)> {
        let line = line.strip_prefix(CONTROL)?.strip_prefix(' ')?;
        let plain = line.strip_suffix(WITH_ERRORS);
        let (count, checks) = plain.unwrap_or(line).split_once(' ')?;
        let (check, lines) = checks.split_once(' ')?;
        let [check, lines] = [check, lines].map(|it| u32::from_str_radix(it, 16).ok());
        let mark = Self { count: count.parse().ok()?, check: check?, is_bad: plain.is_some() };
        Some((mark, lines?))
    }

    fn line(self, lines: u32) -> String {
        let errors = if self.is_bad { WITH_ERRORS } else { "" };
        format!("{CONTROL} {} {:08x} {lines:08x}{errors}\n", self.count, self.check)
    }
}

/// A line of a journal, without its end.
pub(crate) enum Record<'a> {
    /// A result, or a control line of the search.
    Line(&'a str),
    /// The end of the results of some puzzles.
    Mark(Mark),
}

/// The message after an interrupt, if the state of the run is in a file.
pub(crate) const CONTINUES: &str = "interrupted; the same command continues this run\n";

/// The start of every journal.
const START: &str = "# sudoku search ";

/// The journal of a running search. It is locked, so that no other process writes it.
pub(crate) struct Journal {
    /// `None` for a temporary file.
    path: Option<PathBuf>,
    file: File,
    last: Option<Mark>,
    /// The checksum of the lines since the last mark.
    since_mark: Crc,
}

impl Journal {
    /// Returns the path of the journal beside an output file.
    pub(crate) fn beside(output: &Path) -> PathBuf {
        let mut path = output.to_owned().into_os_string();
        path.push(".part");
        path.into()
    }

    /// Makes a journal in a temporary file. No other run continues it.
    pub(crate) fn temporary() -> Result<Self, NamedIoError> {
        let file = tempfile::tempfile();
        let file = file.map_err(|error| NamedIoError::new("temporary file", error))?;
        Ok(Self { path: None, file, last: None, since_mark: Crc::new() })
    }

    /// Opens the journal of an earlier run with the same command and settings, or starts one.
    ///
    /// Passes each record to `take`, which returns false if the record is damaged. The journal is
    /// cut after the last mark before the damage. So `take` uses lines only after it gets the mark
    /// that follows them.
    pub(crate) fn open(
        path: &Path,
        command: &str,
        settings: &str,
        mut take: impl FnMut(Record<'_>) -> bool,
    ) -> Result<Self, CliError> {
        let at = |error| NamedIoError::at(path, error);
        // Opening a pipe would block.
        if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            let message = "the search keeps its state in this file, but it is not a regular file; \
                           remove it, or choose another output";
            return Err(at(io::Error::other(message)).into());
        }
        let header = format!("{START}{command} {:08x}\n", checksum(settings.as_bytes()));
        let options = &mut OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(at)?;
        lock(&file).map_err(at)?;
        let mut lines = BufReader::new(&file);
        let mut line = Vec::new();
        // A file of another program may have no line end.
        lines.by_ref().take(header.len() as u64).read_until(b'\n', &mut line).map_err(at)?;
        let length = line.len().min(START.len());
        if line[..length] != START.as_bytes()[..length] {
            return Err(CliError::NoState(shown(path)));
        }
        // A kill may have left a part of the header.
        if !header.as_bytes().starts_with(&line) {
            return Err(CliError::OtherSearch(shown(path)));
        }
        let is_new = line.len() < header.len();
        let (mut length, mut end, mut last) = (line.len() as u64, line.len() as u64, None);
        let mut since_mark = Crc::new();
        loop {
            line.clear();
            let limited = &mut lines.by_ref().take(LONGEST_LINE);
            end += limited.read_until(b'\n', &mut line).map_err(at)? as u64;
            // The last line may lack its end.
            let text = line.strip_suffix(b"\n").map(str::from_utf8);
            let Some(Ok(text)) = text else { break };
            let Some((mark, check)) = Mark::read(text) else {
                since_mark.update(&line);
                if take(Record::Line(text)) {
                    continue;
                }
                break;
            };
            let before = last.map_or(0, |last: Mark| last.count);
            if mark.count < before || check != since_mark.sum() || !take(Record::Mark(mark)) {
                break;
            }
            (length, last) = (end, Some(mark));
            since_mark.reset();
        }
        if is_new {
            file.set_len(0)
                .and_then(|()| file.rewind())
                .and_then(|()| file.write_all(header.as_bytes()))
        } else {
            file.set_len(length)
        }
        .and_then(|()| file.seek(SeekFrom::End(0)))
        .map_err(at)?;
        Ok(Self { path: Some(path.to_owned()), file, last, since_mark: Crc::new() })
    }

    /// Returns the mark after which the run continues.
    pub(crate) const fn last(&self) -> Option<Mark> {
        self.last
    }

    /// Returns true if no later run can continue.
    pub(crate) const fn is_temporary(&self) -> bool {
        self.path.is_none()
    }

    /// Adds lines, and a mark if they complete the results of some puzzles.
    pub(crate) fn add(&mut self, lines: &[u8], mark: Option<Mark>) -> Result<(), NamedIoError> {
        self.since_mark.update(lines);
        let mut text = lines.to_vec();
        if let Some(mark) = mark {
            text.extend(mark.line(self.since_mark.sum()).bytes());
            self.since_mark.reset();
        }
        self.file.write_all(&text).map_err(|error| match error.kind() {
            kind @ (io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge)
                if !self.is_temporary() =>
            {
                let advice = "the state so far is kept; make room, and the same command continues";
                self.error(io::Error::new(kind, format!("{error}; {advice}")))
            }
            _ => self.error(error),
        })
    }

    /// Passes all lines after the header to `take`, without their ends. After that, no line can be
    /// added.
    pub(crate) fn each_line<E: From<NamedIoError>>(
        &self,
        mut take: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut file = &self.file;
        file.rewind().map_err(|error| self.error(error))?;
        for line in BufReader::new(file).lines().skip(usize::from(!self.is_temporary())) {
            take(&line.map_err(|error| self.error(error))?)?;
        }
        Ok(())
    }

    /// Removes the file, unless the user or another search has removed it.
    pub(crate) fn remove(self) -> Result<(), NamedIoError> {
        let Self { path: Some(path), file, .. } = self else { return Ok(()) };
        drop(file);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(NamedIoError::at(&path, error))
            }
            _ => Ok(()),
        }
    }

    /// Returns the error for a journal of another input.
    pub(crate) fn of_other_input(&self) -> CliError {
        CliError::OtherSearch(self.path.as_deref().map(shown).unwrap_or_default())
    }

    fn error(&self, error: io::Error) -> NamedIoError {
        let name = self.path.as_deref().map_or_else(|| "temporary file".to_owned(), shown);
        NamedIoError::new(name, error)
    }
}

/// Returns the CRC-32 of some bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Locks the file, so that no other process writes it.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let message = "another search writes this file; wait for it, or choose another output";
            Err(io::Error::other(message))
        }
        // Some file systems have no locks.
        Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => Err(error),
        _ => Ok(()),
    }
}

/// The puzzles of the input, counted while they are read.
pub(crate) struct InputCount {
    /// The mark after which the run continues.
    from: Mark,
    count: u64,
    check: Crc,
}

/// The place of a block among the puzzles of the input.
#[derive(Clone, Copy, Default)]
pub(crate) struct BlockPlace {
    /// The number of puzzles before the block.
    pub(crate) before: u64,
    /// The number of puzzles of the block whose results an earlier run has written.
    pub(crate) skip: usize,
    /// True if an earlier run has written the results of all puzzles of the block.
    pub(crate) is_passed: bool,
    /// The mark after the block.
    pub(crate) mark: Option<Mark>,
}

impl InputCount {
    /// Starts the count of an input that may continue after a mark.
    pub(crate) fn new(from: Option<Mark>) -> Self {
        Self { from: from.unwrap_or_default(), count: 0, check: Crc::new() }
    }

    /// Counts the puzzles of a block. Returns `None` if the mark belongs to another input.
    pub(crate) fn pass(&mut self, block: &Block) -> Option<BlockPlace> {
        let before = self.count;
        for puzzle in block.puzzles() {
            match puzzle {
                Ok(puzzle) => self.check.update(puzzle.board.as_bytes()),
                Err(error) => self.check.update(error.to_string().as_bytes()),
            }
            self.count += 1;
            if self.count == self.from.count && self.check.sum() != self.from.check {
                return None;
            }
        }
        let all = self.count - before;
        let skip = self.from.count.saturating_sub(before).min(all);
        let mark = Mark { count: self.count, check: self.check.sum(), is_bad: false };
        let is_passed = skip == all;
        Some(BlockPlace { before, skip: skip as usize, is_passed, mark: Some(mark) })
    }

    /// Returns true if the input has the puzzles before the mark.
    pub(crate) const fn has_all(&self) -> bool {
        self.count >= self.from.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_that_the_user_deletes_is_not_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("found.txt.part");
        let journal = Journal::open(&path, "grid", "", |_| true).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(journal.remove().is_ok());
    }
}
