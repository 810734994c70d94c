//! The functions `read` and `convert`: all text formats.

use pyo3::exceptions::{PyException, PyMemoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString};
use sudoku_engines::Board;
use sudoku_text::{Blocks, FileFormat, FileHints};

use crate::arguments::named;
use crate::board::PyBoard;
use crate::errors::Unreadable;
use crate::input::Input;
use crate::rows::{Block, Rows};
use crate::work::{Failure, Options, run};

/// Read puzzles in any text format.
///
/// Parameters
/// ----------
/// source : str, bytes, pathlib.Path, file object or puzzles
///     Text, a path, an open file, or any input of ``solve``. A file can be compressed with gzip.
///     A Parquet file needs PyArrow.
/// format : str, optional
///     One of ``FORMATS``. By default the first puzzle decides.
/// column : str, optional
///     The column of a CSV or Parquet file, or the JSON key, that holds the puzzles.
/// errors : {"null", "raise"}, default "null"
///     "null" skips a puzzle that cannot be read. "raise" raises ``PuzzleError``. A text or a file
///     without any puzzle always raises, unless it is empty.
///
/// Returns
/// -------
/// list of Board
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
#[pyfunction]
#[pyo3(signature = (source, *, format=None, column=None, errors="null"))]
pub(crate) fn read<'py>(
    source: &Bound<'py, PyAny>,
    format: Option<&str>,
    column: Option<String>,
    errors: &str,
) -> PyResult<Bound<'py, PyList>> {
    let py = source.py();
    let boards = boards(source, format, column, errors)?;
    PyList::new(py, boards.into_iter().map(PyBoard))
}

/// Convert puzzles to a text format.
///
/// Parameters
/// ----------
/// source : str, bytes, pathlib.Path, file object or puzzles
///     Text, a path, an open file, or any input of ``solve``. A file can be compressed with gzip.
///     A Parquet file needs PyArrow.
/// to : str
///     The format to write, one of ``FORMATS``.
/// format : str, optional
///     One of ``FORMATS``. By default the first puzzle decides.
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
    let mut text = to.header().as_bytes().to_vec();
    for (number, board) in boards(source, format, column, errors)?.iter().enumerate() {
        to.write(board, number == 0, &mut text);
    }
    text.extend_from_slice(to.footer().as_bytes());
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The readable puzzles of a source.
fn boards(
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    column: Option<String>,
    errors: &str,
) -> PyResult<Vec<Board>> {
    let py = source.py();
    let options = Options::new(Some(crate::arguments::Whole(1)), errors, false)?;
    let format = format.map(|name| named("format", name)).transpose()?;
    let Some(text) = content(source)? else {
        return rows(py, &Input::of(source)?, &options);
    };
    if text.starts_with(PARQUET) {
        let table = py.import("sudoku_engines._kinds")?.getattr("parquet")?;
        let table = table.call1((PyBytes::new(py, &text), column))?;
        return rows(py, &Input::of(&table)?, &options);
    }
    let hints = FileHints { format, column };
    let mut boards = Vec::new();
    let part = vec![(0..1, &mut boards)];
    let failed = run(py, &options, part, |_, boards, stop| {
        // Reading from memory does not fail.
        for block in Blocks::with_hints(&text[..], &hints).map_while(Result::ok) {
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
            for puzzle in block.puzzles() {
                match puzzle {
                    Ok(puzzle) => boards.push(puzzle.board),
                    Err(sudoku_text::FileError::Puzzle(error)) if options.strict => {
                        let unreadable = Unreadable::Text(error);
                        return Err(Failure::Row(boards.len(), unreadable));
                    }
                    Err(error) if options.strict => {
                        let unreadable = Unreadable::Other(error.to_string());
                        return Err(Failure::Row(boards.len(), unreadable));
                    }
                    Err(_) => {}
                }
            }
        }
        Ok(())
    })?;
    match failed {
        Some(failure) => Err(failure.into_error(py)),
        // A text of one line can be a path that the caller wanted to open.
        None if boards.is_empty() && !text.trim_ascii().is_empty() => {
            let is_path = is_text(source) && is_one_line(&text);
            let hint = if is_path { "; the path of a file is a pathlib.Path" } else { "" };
            Err(Unreadable::Other(format!("no puzzle found{hint}")).at(py, None))
        }
        None => Ok(boards),
    }
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

/// Reads the boards of a source that is not text.
fn rows(py: Python<'_>, input: &Input<'_>, options: &Options) -> PyResult<Vec<Board>> {
    match input {
        Input::One(board, _) => Ok(vec![*board]),
        Input::Many(rows, reply) => {
            let mut block = Block::default();
            let all = 0..Rows::len(rows);
            match rows.read(all, options.strict, &mut block) {
                Ok(()) => Ok(block.boards),
                Err(failure) => Err(reply.error(py, failure)),
            }
        }
    }
}
