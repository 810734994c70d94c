//! Reading of recorded ratings on rating scales.
//!
//! Columns and arrays are found by the names that `make` gives them. The only text formats are CSV
//! with commas and JSON lines, because no others have such columns.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use compressed_io::InputFile;
use serde_json::{Map, Value};
use sudoku_core::Board;
use sudoku_text::{FileHints, read};

use crate::format::{arrays, npy, parquet_fields};
use crate::input::TableKind;
use crate::row::{DatasetColumn, RecordedValue, columns_of};
use crate::scales::DatasetScale;

/// A row with a readable puzzle.
pub(crate) struct RecordedRow {
    /// The line, or the row number in a table, from 1.
    pub(crate) number: u64,
    pub(crate) puzzle: Board,
    /// The value in each of the columns.
    pub(crate) values: Vec<Option<RecordedValue>>,
}

/// The rows of a file and its rating columns.
pub(crate) struct RecordedRows {
    pub(crate) columns: Vec<&'static DatasetColumn>,
    /// The rows, with `None` for a row with an unreadable puzzle.
    pub(crate) rows: Box<dyn Iterator<Item = io::Result<Option<RecordedRow>>> + Send>,
}

/// Returns the rating columns that a file has, in order.
fn columns(mut is_there: impl FnMut(&DatasetColumn) -> bool) -> Vec<&'static DatasetColumn> {
    let all = DatasetScale::ALL.into_iter().flat_map(columns_of);
    all.filter(|column| is_there(column)).collect()
}

/// Returns the rows of a regular file. Returns `None` if it has no rating columns or can be read
/// only once.
pub(crate) fn rows(input: &InputFile, hints: &FileHints) -> io::Result<Option<RecordedRows>> {
    let Some(path) = input.path().filter(|_| input.size().is_some()) else { return Ok(None) };
    match TableKind::of(path) {
        None => text_rows(input, hints),
        Some(TableKind::Parquet) => parquet_rows(File::open(path)?, hints),
        Some(TableKind::Npy) => array_rows(input),
        // No layout of archives with rating arrays is known.
        Some(TableKind::Npz) => Ok(None),
    }
}

/// The maximum length of a line. The rest of a longer line is skipped.
const LONGEST_LINE: u64 = 1 << 16;

/// Returns the next line, or the start of a long one, or `None` at the end.
fn next_line(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
        reader.skip_until(b'\n')?;
    }
    Ok(Some(line).filter(|line| !line.is_empty()))
}

fn fields(line: &[u8]) -> Option<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
    let record = reader.records().next()?.ok()?;
    Some(record.iter().map(str::to_owned).collect())
}

fn object(line: &[u8]) -> Option<Map<String, Value>> {
    serde_json::from_slice(line).ok()
}

fn text_rows(input: &InputFile, hints: &FileHints) -> io::Result<Option<RecordedRows>> {
    let opened = input.open(&Arc::default()).map_err(|error| error.source)?;
    let mut reader = BufReader::new(opened);
    let Some(first) = next_line(&mut reader)? else { return Ok(None) };
    let hints = hints.clone();
    if let Some(object_of_first) = object(&first) {
        let columns = columns(|column| object_of_first.contains_key(column.name));
        let of_row = columns.clone();
        let row = move |number, line: &[u8]| {
            let object = object(line)?;
            let puzzle = object.iter().find(|(name, _)| hints.has_puzzles(name))?.1.as_str()?;
            let value = |column: &&DatasetColumn| match object.get(column.name)? {
                Value::Number(number) => number.as_f64().map(RecordedValue::Number),
                Value::String(text) => Some(RecordedValue::Text(text.clone())),
                other => Some(RecordedValue::Text(other.to_string())),
            };
            Some(RecordedRow {
                number,
                puzzle: read(puzzle).ok()?.0,
                values: of_row.iter().map(value).collect(),
            })
        };
        return Ok(lines(first, 1, reader, columns, row));
    }
    let Some(header) = fields(&first) else { return Ok(None) };
    let place = |name: &str| header.iter().position(|it| it == name);
    let columns = columns(|column| place(column.name).is_some());
    let places: Vec<usize> = columns.iter().filter_map(|column| place(column.name)).collect();
    let puzzle = header.iter().position(|name| hints.has_puzzles(name));
    let row = move |number, line: &[u8]| {
        let fields = fields(line)?;
        let value = |&place: &usize| fields.get(place).cloned().map(RecordedValue::Text);
        let puzzle = read(fields.get(puzzle?)?).ok()?.0;
        Some(RecordedRow { number, puzzle, values: places.iter().map(value).collect() })
    };
    match next_line(&mut reader)? {
        Some(second) => Ok(lines(second, 2, reader, columns, row)),
        None => Ok(None),
    }
}

/// Returns the rows of the lines, starting with `first`.
fn lines(
    first: Vec<u8>,
    mut number: u64,
    mut reader: impl BufRead + Send + 'static,
    columns: Vec<&'static DatasetColumn>,
    row: impl Fn(u64, &[u8]) -> Option<RecordedRow> + Send + 'static,
) -> Option<RecordedRows> {
    let mut next = Some(first);
    let rows = std::iter::from_fn(move || {
        let line = match next.take() {
            Some(line) => line,
            None => match next_line(&mut reader).transpose()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            },
        };
        number += 1;
        Some(Ok(row(number - 1, &line)))
    });
    (!columns.is_empty()).then(|| RecordedRows { columns, rows: Box::new(rows) })
}

fn parquet_rows(file: File, hints: &FileHints) -> io::Result<Option<RecordedRows>> {
    let (names, rows) = parquet_fields(file, &|name| {
        hints.has_puzzles(name) || !columns(|column| column.name == name).is_empty()
    })?;
    let columns = columns(|column| names.iter().any(|name| name == column.name));
    let place = |wanted: &str| names.iter().position(|name| name == wanted);
    let places: Vec<usize> = columns.iter().filter_map(|column| place(column.name)).collect();
    let Some(puzzle) = names.iter().position(|name| hints.has_puzzles(name)) else {
        return Ok(None);
    };
    let numbered = (1..).zip(rows);
    let rows = numbered.map(move |(number, row): (u64, io::Result<Vec<_>>)| {
        let row = row?;
        let value = |place: usize| row.get(place).cloned().flatten();
        let text = match value(puzzle) {
            Some(RecordedValue::Text(text)) => text,
            _ => return Ok(None),
        };
        let values = places.iter().map(|&place| value(place)).collect();
        Ok(read(&text).ok().map(|(puzzle, _)| RecordedRow { number, puzzle, values }))
    });
    Ok((!columns.is_empty()).then(|| RecordedRows { columns, rows: Box::new(rows) }))
}

/// Returns the rows of the rating arrays that belong to a puzzle array.
fn array_rows(input: &InputFile) -> io::Result<Option<RecordedRows>> {
    let Some(stem) = input.path().and_then(|path| path.to_str()?.strip_suffix("-puzzles.npy"))
    else {
        return Ok(None);
    };
    let (mut found, mut arrays_of_ratings) = (Vec::new(), Vec::new());
    for scale in DatasetScale::ALL {
        let columns: Vec<_> = columns_of(scale).collect();
        match File::open(format!("{stem}{}", scale.array)) {
            Ok(file) => arrays_of_ratings.push(npy::numbers(file, columns.len())?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        }
        found.extend(columns);
    }
    if found.is_empty() {
        return Ok(None);
    }
    let opened = input.open(&Arc::default()).map_err(|error| error.source)?;
    let puzzles = arrays::read(opened, &std::env::temp_dir())?;
    let mut numbered = 1..;
    let rows = puzzles.flat_map(move |rows| -> Vec<io::Result<Option<RecordedRow>>> {
        let boards = match rows {
            Ok(rows) => rows.boards,
            Err(error) => return vec![Err(error)],
        };
        let row = |puzzle: Result<Board, String>| {
            let number = numbered.next().unwrap_or_default();
            let mut values = Vec::new();
            for array in &mut arrays_of_ratings {
                values
                    .extend(array.next_row()?.into_iter().map(|it| it.map(RecordedValue::Number)));
            }
            Ok(puzzle.ok().map(|puzzle| RecordedRow { number, puzzle, values }))
        };
        boards.into_iter().map(row).collect()
    });
    Ok(Some(RecordedRows { columns: found, rows: Box::new(rows) }))
}
