//! The functions `read` and `convert`: all text formats.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use pyo3::exceptions::{PyException, PyMemoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString};
use sudoku_engines::Board;
use sudoku_text::{Blocks, FileError, FileFormat, FileHints, FilePuzzle, f_puzzles_link};
use sudoku_variants::sudoku_rules::RulesError;
use sudoku_variants::{Rule, Rules};

use crate::arguments::{Names, Whole, named};
use crate::board::{PyBoard, PyPuzzle};
use crate::errors::Unreadable;
use crate::functions::difficulty::about;
use crate::input::{Input, Variants};
use crate::rows::Block;
use crate::work::{Failure, Options, run};

/// Read puzzles in any text format.
///
/// Parameters
/// ----------
/// source : str, bytes, pathlib.Path, file object or puzzles
///     Text, a path, an open file, or any input of ``solve``. A file can be compressed with gzip.
///     A Parquet file needs PyArrow.
/// format : str, optional
///     One of ``FORMATS``, for a text or a file. By default the first puzzle decides.
/// column : str, optional
///     The column of a CSV or Parquet file, or the JSON key, that holds the puzzles.
/// rules : str or list of str, optional
///     Rules that each puzzle gets besides its own, as text; an empty text adds none. The result is
///     then a list of ``Puzzle``, and links of f-puzzles with rules are read, too.
/// errors : {"null", "raise"}, default "null"
///     "null" skips a puzzle that cannot be read. "raise" raises ``PuzzleError``. A text or a file
///     without any puzzle always raises, unless it is empty.
///
/// Returns
/// -------
/// list of Board or list of Puzzle
///     The puzzles.
///
/// Raises
/// ------
/// OSError
///     If the file cannot be read.
/// PuzzleError
///     If a puzzle cannot be read, with ``errors="raise"``, or if a text has no puzzle (for example
///     a path passed as ``str``).
/// ValueError
///     If the format is unknown.
/// TypeError
///     If the source has an unsupported type.
///
/// Examples
/// --------
/// >>> read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// [Board('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79')]
/// >>> len(read("id,puzzle\n1," + "." * 81 + "\n2," + "." * 81))
/// 2
/// >>> read("." * 81, rules="anti-knight; anti-king")
/// [Puzzle('anti-knight; anti-king')]
#[pyfunction]
#[pyo3(signature = (source, *, format=None, column=None, rules=None, errors="null"))]
pub(crate) fn read<'py>(
    source: &Bound<'py, PyAny>,
    format: Option<&str>,
    column: Option<String>,
    rules: Option<Names>,
    errors: &str,
) -> PyResult<Bound<'py, PyList>> {
    let py = source.py();
    let Some(Names(lines)) = rules else {
        let found = puzzles(source, format, column, errors, Some("pass rules=\"\""))?;
        if !found.own_rules.is_empty() {
            return Err(PyTypeError::new_err(
                "puzzles with rules need rules=\"\" (or rules to add)",
            ));
        }
        return PyList::new(py, found.boards.into_iter().map(PyBoard));
    };
    let wrong = |error: RulesError| about("rules", py, PyValueError::new_err(error.to_string()));
    let Rules { board, rules } = lines.join("\n").parse().map_err(wrong)?;
    if board != Board::EMPTY {
        let words = "rules cannot have a line `board`: the puzzles have the clues";
        return Err(PyValueError::new_err(words));
    }
    let Puzzles { boards, mut own_rules, .. } = puzzles(source, format, column, errors, None)?;
    let puzzle = |(place, board)| {
        let (_, mut all) = own_rules.remove(&place).unwrap_or_default();
        all.extend_from_slice(&rules);
        PyPuzzle(Arc::new(Rules { board, rules: all }))
    };
    PyList::new(py, boards.into_iter().enumerate().map(puzzle))
}

/// Convert puzzles to a text format.
///
/// Parameters
/// ----------
/// source : str, bytes, pathlib.Path, file object or puzzles
///     Text, a path, an open file, or any input of ``solve``. A file can be compressed with gzip.
///     A Parquet file needs PyArrow.
/// to : str
///     The format to write, one of ``FORMATS``. A ``Puzzle`` with rules needs "f-puzzles". Links
///     with rules are then read, too.
/// format : str, optional
///     One of ``FORMATS``, for a text or a file. By default the first puzzle decides.
/// column : str, optional
///     The column of a CSV or Parquet file, or the JSON key, that holds the puzzles.
/// errors : {"null", "raise"}, default "null"
///     "null" skips a puzzle that cannot be read. "raise" raises ``PuzzleError``. A text or a file
///     without any puzzle always raises, unless it is empty.
///
/// Returns
/// -------
/// str
///     The puzzles as one text.
///
/// Raises
/// ------
/// OSError
///     If the file cannot be read.
/// PuzzleError
///     If a puzzle cannot be read, with ``errors="raise"``, or if a text has no puzzle (for example
///     a path passed as ``str``).
/// ValueError
///     If the format is unknown.
/// TypeError
///     If the source has an unsupported type.
///
/// Examples
/// --------
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> print(convert(puzzle, to="sdk"), end="")
/// 53..7....
/// 6..195...
/// .98....6.
/// 8...6...3
/// 4..8.3..1
/// 7...2...6
/// .6....28.
/// ...419..5
/// ....8..79
#[pyfunction]
#[pyo3(signature = (source, *, to, format=None, column=None, errors="null"))]
pub(crate) fn convert(
    source: &Bound<'_, PyAny>,
    to: &str,
    format: Option<&str>,
    column: Option<String>,
    errors: &str,
) -> PyResult<String> {
    let to: FileFormat = named("to", to)?;
    let has_rules = to == FileFormat::FPuzzles;
    let way = (!has_rules).then_some("use to=\"f-puzzles\"");
    let found = puzzles(source, format, column, errors, way)?;
    if !has_rules && !found.own_rules.is_empty() {
        return Err(PyValueError::new_err(format!(
            "the format {to} has no place for rules; use to=\"f-puzzles\""
        )));
    }
    let options = Options::new(Some(Whole(1)), errors, false)?;
    let mut text = to.header().as_bytes().to_vec();
    let failed = run(source.py(), &options, vec![(0..1, &mut text)], |_, text, stop| {
        for (place, board) in found.boards.iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let Some((row, rules)) = found.own_rules.get(&place) else {
                to.write(board, place == 0, text);
                continue;
            };
            match (Rules { board: *board, rules: rules.clone() }).to_f_puzzles() {
                Ok(json) => text.extend((f_puzzles_link(&json) + "\n").bytes()),
                Err(error) => {
                    let error = Unreadable::Other(error.to_string());
                    match (found.is_one, options.strict) {
                        (true, _) => return Err(Failure::Single(error)),
                        (false, true) => return Err(Failure::Row(*row, error)),
                        (false, false) => {}
                    }
                }
            }
        }
        Ok(())
    })?;
    if let Some(failure) = failed {
        return Err(failure.into_error(source.py()));
    }
    text.extend_from_slice(to.footer().as_bytes());
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The readable puzzles of a source.
#[derive(Default)]
struct Puzzles {
    boards: Vec<Board>,
    /// The rules of the puzzles that have some, by their places in the list. Each has the row of
    /// its puzzle in the source.
    own_rules: BTreeMap<usize, (usize, Vec<Rule>)>,
    /// True if a puzzle with rules was skipped because it was not wanted.
    has_skipped_rules: bool,
    /// True if the source is one `Puzzle`.
    is_one: bool,
}

impl Puzzles {
    fn of_boards(boards: Vec<Board>) -> Self {
        Self { boards, ..Self::default() }
    }

    fn add(&mut self, row: usize, Rules { board, rules }: Rules) {
        if !rules.is_empty() {
            self.own_rules.insert(self.boards.len(), (row, rules));
        }
        self.boards.push(board);
    }

    /// Adds a puzzle of a text. One with rules is an error, unless rules are wanted.
    fn add_read(
        &mut self,
        puzzle: Result<FilePuzzle, FileError>,
        has_rules: bool,
    ) -> Result<(), Unreadable> {
        match puzzle {
            Ok(FilePuzzle { board, .. }) => self.boards.push(board),
            Err(FileError::Variant { line, f_puzzles: Some(json), .. }) if has_rules => {
                let rules = Rules::from_f_puzzles(&json)
                    .map_err(|error| Unreadable::Other(format!("line {line}: {error}")))?;
                self.add(self.boards.len(), rules);
            }
            Err(FileError::Puzzle(error)) => return Err(Unreadable::Text(error)),
            Err(error) => {
                self.has_skipped_rules |=
                    matches!(error, FileError::Variant { f_puzzles: Some(_), .. });
                return Err(Unreadable::Other(error.to_string()));
            }
        }
        Ok(())
    }
}

/// Reads a source. Puzzles with rules are read from text if `way_to_rules` is `None`. Otherwise it
/// says how the caller can read them.
fn puzzles(
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    column: Option<String>,
    errors: &str,
    way_to_rules: Option<&str>,
) -> PyResult<Puzzles> {
    let py = source.py();
    let options = Options::new(Some(Whole(1)), errors, false)?;
    let format = format.map(|name| named("format", name)).transpose()?;
    let Some(text) = content(source)? else {
        if format.is_some() || column.is_some() {
            return Err(PyValueError::new_err(
                "format and column describe a text or a file, and the source is neither; leave \
                 them out",
            ));
        }
        return rows(py, Input::of(source)?, &options);
    };
    if text.starts_with(PARQUET) {
        let table = py.import("sudoku_engines._kinds")?.getattr("parquet")?;
        let table = table.call1((PyBytes::new(py, &text), column))?;
        return rows(py, Input::of(&table)?, &options);
    }
    if has_rules(&text) {
        let words = "the text has the rules of a variant; Puzzle(text) reads it";
        return Err(Unreadable::Other(words.to_owned()).at(py, None));
    }
    let hints = FileHints { format, column, ..FileHints::default() };
    let mut found = Puzzles::default();
    let part = vec![(0..1, &mut found)];
    let failed = run(py, &options, part, |_, found, stop| {
        // Reading from memory does not fail.
        for block in Blocks::with_hints(&text[..], &hints).map_while(Result::ok) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            for puzzle in block.puzzles() {
                let row = found.boards.len();
                // Without its rules, each puzzle would be another one.
                let is_refused = matches!(puzzle, Err(FileError::HasRules(_)));
                if let Err(unreadable) = found.add_read(puzzle, way_to_rules.is_none())
                    && (options.strict || is_refused)
                {
                    return Err(Failure::Row(row, unreadable));
                }
            }
        }
        Ok(())
    })?;
    match failed {
        Some(failure) => Err(failure.into_error(py)),
        // A text of one line can be a path that the caller wanted to open.
        None if found.boards.is_empty() && !text.trim_ascii().is_empty() => {
            let is_path = is_text(source) && is_one_line(&text);
            let words = match way_to_rules.filter(|_| found.has_skipped_rules) {
                Some(way) => format!("the text has only puzzles with rules; {way}"),
                None if is_path => "no puzzle found; the path of a file is a pathlib.Path".into(),
                None => "no puzzle found".into(),
            };
            Err(Unreadable::Other(words).at(py, None))
        }
        None => Ok(found),
    }
}

/// Returns true if the first line with content is a rule of a variant, or has its clues.
fn has_rules(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&text[..text.len().min(512)]);
    let content = |sign: char| !sign.is_whitespace() && sign != ';';
    let mut lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.find(|line| line.contains(content)).is_some_and(|line| Rules::read(line).1.is_empty())
}

fn is_text(source: &Bound<'_, PyAny>) -> bool {
    source.is_instance_of::<PyString>() || source.is_instance_of::<PyBytes>()
}

fn is_one_line(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    !text.is_empty() && !text.contains(&b'\n')
}

/// Reads the contents of a text, a path or a file. Returns `None` for other sources.
fn content(source: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    let py = source.py();
    let bytes = |object: &Bound<'_, PyAny>| -> PyResult<Option<Vec<u8>>> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Some(text.to_str()?.as_bytes().to_vec()));
        }
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Some(bytes.as_bytes().to_vec()));
        }
        Ok(object.cast::<PyByteArray>().ok().map(|bytes| bytes.to_vec()))
    };
    if let Some(text) = bytes(source)? {
        return Ok(Some(text));
    }
    let content = if source.hasattr("__fspath__")? {
        let path = py.import("pathlib")?.getattr("Path")?.call1((source,))?;
        path.call_method0("read_bytes")?
    } else if source.hasattr("read")? {
        source.call_method0("read")?
    } else {
        return Ok(None);
    };
    let words = "a file gives text or bytes";
    let content = bytes(&content)?.ok_or_else(|| PyTypeError::new_err(words))?;
    if content.starts_with(GZIP) {
        let unpacked = py.import("gzip")?.call_method1("decompress", (content,));
        return bytes(&unpacked.map_err(|error| damaged(py, error))?);
    }
    if content.starts_with(ZSTD) {
        return Err(PyValueError::new_err(
            "the file is compressed with Zstandard: decompress it first",
        ));
    }
    Ok(Some(content))
}

/// Returns the error of a file that gzip cannot unpack. An interrupt or a lack of memory stays.
fn damaged(py: Python<'_>, error: PyErr) -> PyErr {
    if error.is_instance_of::<PyMemoryError>(py) || !error.is_instance_of::<PyException>(py) {
        return error;
    }
    PyOSError::new_err(format!("the gzip file is damaged or incomplete: {}", error.value(py)))
}

/// The first bytes of binary files.
const GZIP: &[u8] = &[0x1f, 0x8b];
const PARQUET: &[u8] = b"PAR1";
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// Reads the puzzles of a source that is not text.
fn rows(py: Python<'_>, input: Input<'_>, options: &Options) -> PyResult<Puzzles> {
    match input {
        Input::One(board, _) => Ok(Puzzles::of_boards(vec![board])),
        Input::Many(rows, reply) => {
            let mut block = Block::default();
            let all = 0..rows.len();
            match rows.read(all, options.strict, &mut block) {
                Ok(()) => Ok(Puzzles::of_boards(block.boards)),
                Err(failure) => Err(reply.error(py, failure)),
            }
        }
        Input::Variants(Variants { puzzles, is_one }) => {
            let mut found = Puzzles { is_one, ..Puzzles::default() };
            for (row, puzzle) in puzzles.iter().enumerate() {
                py.check_signals()?;
                if let Some(rules) = puzzle {
                    found.add(row, Rules::clone(rules));
                }
            }
            Ok(found)
        }
    }
}
