//! Reading of recorded solutions, and of recorded ratings on rating scales.
//!
//! Columns and arrays of ratings are found by the names that `make` gives them, and those of
//! solutions by [`SOLUTION_COLUMNS`]. The only text formats are CSV and JSON lines, because no
//! others have such columns.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use compressed_io::InputFile;
use serde_json::{Map, Value};
use sudoku_core::Board;
use sudoku_text::{FileHints, read};

use crate::format::{arrays, npy, parquet_fields};
use crate::input::TableKind;
use crate::row::{DatasetColumn, RecordedValue, columns_of};
use crate::scales::DatasetScale;
use crate::table::{TableReader, TableRows, invalid};

/// The names of columns with solutions. `solutions` can also be a column of counts.
const SOLUTION_COLUMNS: [&str; 4] = ["solution", "answer", "solutions", "answers"];

/// The columns with solutions: that of this name, or those with usual names.
#[derive(Clone)]
pub(crate) struct SolutionColumns(pub(crate) Option<String>);

impl SolutionColumns {
    /// Returns the wanted names.
    fn names(&self) -> Vec<&str> {
        self.0.as_deref().map_or_else(|| SOLUTION_COLUMNS.to_vec(), |name| vec![name])
    }

    fn has(&self, name: &str) -> bool {
        self.names().iter().any(|wanted| name.trim().eq_ignore_ascii_case(wanted))
    }

    /// Refuses a file without the named column.
    fn check(&self, is_found: bool) -> io::Result<()> {
        match &self.0 {
            Some(name) if !is_found => {
                Err(invalid(format!("found no column or array of solutions named {name}")))
            }
            _ => Ok(()),
        }
    }

    /// Reads the solutions of a row from the texts of its columns.
    fn read<'t>(
        &self,
        fields: impl Iterator<Item = (&'t str, Option<String>)>,
    ) -> Vec<RecordedSolution> {
        let is_count = |name: &str, text: &str| {
            self.0.is_none() && name.trim().ends_with(['s', 'S']) && text.parse::<u64>().is_ok()
        };
        let recorded = fields.filter_map(|(name, text)| {
            let text = text?;
            let text = text.trim();
            if text.is_empty() || is_count(name, text) {
                return None;
            }
            let board = read(text).map(|(board, _)| board);
            let board = board.map_err(|error| format!("cannot be read: {error}"));
            Some(RecordedSolution { column: Some(name.trim().to_owned()), board })
        });
        recorded.collect()
    }
}

/// A solution in a row.
pub(crate) struct RecordedSolution {
    /// The name of the column. `None` for an array.
    pub(crate) column: Option<String>,
    /// The solution, or the reason why it cannot be read.
    pub(crate) board: Result<Board, String>,
}

/// A row with a readable puzzle.
pub(crate) struct RecordedRow {
    /// The line, or the row number in a table, from 1.
    pub(crate) number: u64,
    pub(crate) puzzle: Board,
    /// The recorded solutions.
    pub(crate) solutions: Vec<RecordedSolution>,
    /// The value in each of the columns.
    pub(crate) values: Vec<Option<RecordedValue>>,
}

/// The rows of a file with solutions or rating columns.
pub(crate) struct RecordedRows {
    /// The rating columns.
    pub(crate) columns: Vec<&'static DatasetColumn>,
    /// The rows, with `None` for a row with an unreadable puzzle.
    pub(crate) rows: Box<dyn Iterator<Item = io::Result<Option<RecordedRow>>> + Send>,
}

/// Returns the rating columns that a file has, in order.
fn columns(mut is_there: impl FnMut(&DatasetColumn) -> bool) -> Vec<&'static DatasetColumn> {
    let all = DatasetScale::ALL.into_iter().flat_map(columns_of);
    all.filter(|column| is_there(column)).collect()
}

/// Returns the text of a JSON value. Lists of digits become one text.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Array(values) => Some(values.iter().filter_map(text_of).collect()),
        other => Some(other.to_string()),
    }
}

/// Returns the rows of a regular file. Returns `None` if it has neither solutions nor rating
/// columns, or can be read only once.
pub(crate) fn rows(
    input: &InputFile,
    hints: &FileHints,
    solutions: &SolutionColumns,
    temporary: &Path,
) -> io::Result<Option<RecordedRows>> {
    let Some(path) = input.path().filter(|_| input.size().is_some()) else { return Ok(None) };
    let rows = match TableKind::of(path) {
        None => text_rows(input, hints, solutions)?,
        Some(TableKind::Parquet) => parquet_rows(File::open(path)?, hints, solutions)?,
        Some(TableKind::Npy) => array_rows(input, solutions, temporary)?,
        Some(TableKind::Npz) => archive_rows(File::open(path)?, hints, solutions, temporary)?,
    };
    solutions.check(rows.is_some())?;
    Ok(rows)
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

fn fields(line: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).delimiter(delimiter).from_reader(line);
    let record = reader.byte_records().next()?.ok()?;
    Some(record.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect())
}

fn object(line: &[u8]) -> Option<Map<String, Value>> {
    serde_json::from_slice(line).ok()
}

fn text_rows(
    input: &InputFile,
    hints: &FileHints,
    solutions: &SolutionColumns,
) -> io::Result<Option<RecordedRows>> {
    let open = || input.open(&Arc::default()).map(BufReader::new).map_err(|error| error.source);
    let mut reader = open()?;
    let (mut number, mut first) = (1, next_line(&mut reader)?);
    let first_bytes = first.as_mut().filter(|line| line.starts_with(b"\xef\xbb\xbf"));
    first_bytes.into_iter().for_each(|line| drop(line.drain(..3)));
    while first.as_ref().is_some_and(|it| it.starts_with(b"#") || it.trim_ascii().is_empty()) {
        (number, first) = (number + 1, next_line(&mut reader)?);
    }
    let Some(first) = first else { return Ok(None) };
    let (hints, solutions) = (hints.clone(), solutions.clone());
    if let Some(object_of_first) = object(&first) {
        let columns = columns(|column| object_of_first.contains_key(column.name));
        let (of_row, of_solutions) = (columns.clone(), solutions.clone());
        let row = move |number, line: &[u8]| {
            let object = object(line)?;
            let puzzle = text_of(object.iter().find(|(name, _)| hints.has_puzzles(name))?.1)?;
            let recorded = object.iter().filter(|(name, _)| solutions.has(name));
            let recorded = recorded.map(|(name, value)| (name.as_str(), text_of(value)));
            let value = |column: &&DatasetColumn| match object.get(column.name)? {
                Value::Number(number) => number.as_f64().map(RecordedValue::Number),
                Value::String(text) => Some(RecordedValue::Text(text.clone())),
                other => Some(RecordedValue::Text(other.to_string())),
            };
            Some(RecordedRow {
                number,
                puzzle: read(&puzzle).ok()?.0,
                solutions: solutions.read(recorded),
                values: of_row.iter().map(value).collect(),
            })
        };
        // The key may be only in some of the objects.
        let has_key = |object: Map<String, Value>| object.keys().any(|name| of_solutions.has(name));
        let (mut is_found, mut all) = (has_key(object_of_first), open()?);
        while !is_found && of_solutions.0.is_some() {
            let Some(line) = next_line(&mut all)? else { break };
            is_found = object(&line).is_some_and(has_key);
        }
        of_solutions.check(is_found)?;
        return Ok(Some(lines(Some(first), number, reader, columns, row)));
    }
    let headers = DELIMITERS.map(|delimiter| (delimiter, fields(&first, delimiter)));
    let has_column =
        |header: &Vec<String>, is_it: &dyn Fn(&str) -> bool| header.iter().position(|it| is_it(it));
    let found = headers.into_iter().find_map(|(delimiter, header)| {
        let header = header?;
        let puzzle = has_column(&header, &|name| hints.has_puzzles(name))?;
        Some((delimiter, header, puzzle))
    });
    let Some((delimiter, header, puzzle)) = found else { return Ok(None) };
    let place = |name: &str| has_column(&header, &|it| it == name);
    let columns = columns(|column| place(column.name).is_some());
    let places: Vec<usize> = columns.iter().filter_map(|column| place(column.name)).collect();
    let recorded = header.into_iter().enumerate().filter(|(_, name)| solutions.has(name));
    let recorded: Vec<(usize, String)> = recorded.collect();
    solutions.check(!recorded.is_empty())?;
    let is_checked = !recorded.is_empty() || !columns.is_empty();
    let row = move |number, line: &[u8]| {
        let fields = fields(line, delimiter)?;
        let value = |&place: &usize| fields.get(place).cloned().map(RecordedValue::Text);
        let puzzle = read(fields.get(puzzle)?).ok()?.0;
        let recorded = recorded.iter().map(|(at, name)| (name.as_str(), fields.get(*at).cloned()));
        let solutions = solutions.read(recorded);
        Some(RecordedRow { number, puzzle, solutions, values: places.iter().map(value).collect() })
    };
    Ok(is_checked.then(|| lines(None, number + 1, reader, columns, row)))
}

/// The delimiters of CSV files.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// Returns the rows of the lines, starting with `next` if it was read already.
fn lines(
    mut next: Option<Vec<u8>>,
    mut number: u64,
    mut reader: impl BufRead + Send + 'static,
    columns: Vec<&'static DatasetColumn>,
    row: impl Fn(u64, &[u8]) -> Option<RecordedRow> + Send + 'static,
) -> RecordedRows {
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
    RecordedRows { columns, rows: Box::new(rows) }
}

fn parquet_rows(
    file: File,
    hints: &FileHints,
    solutions: &SolutionColumns,
) -> io::Result<Option<RecordedRows>> {
    let (names, rows) = parquet_fields(file, &|name| {
        hints.has_puzzles(name)
            || solutions.has(name)
            || !columns(|column| column.name == name).is_empty()
    })?;
    let columns = columns(|column| names.iter().any(|name| name == column.name));
    let place = |wanted: &str| names.iter().position(|name| name == wanted);
    let places: Vec<usize> = columns.iter().filter_map(|column| place(column.name)).collect();
    let Some(puzzle) = names.iter().position(|name| hints.has_puzzles(name)) else {
        return Ok(None);
    };
    let recorded = names.into_iter().enumerate().filter(|(_, name)| solutions.has(name));
    let recorded: Vec<(usize, String)> = recorded.collect();
    solutions.check(!recorded.is_empty())?;
    let is_checked = !recorded.is_empty() || !columns.is_empty();
    let solutions = solutions.clone();
    let numbered = (1..).zip(rows);
    let rows = numbered.map(move |(number, row): (u64, io::Result<Vec<_>>)| {
        let row = row?;
        let value = |place: usize| row.get(place).cloned().flatten();
        let text = |place: usize| value(place).map(|value| value.to_string());
        let Some((puzzle, _)) = text(puzzle).and_then(|text| read(&text).ok()) else {
            return Ok(None);
        };
        let solutions =
            solutions.read(recorded.iter().map(|(place, name)| (name.as_str(), text(*place))));
        let values = places.iter().map(|&place| value(place)).collect();
        Ok(Some(RecordedRow { number, puzzle, solutions, values }))
    });
    Ok(is_checked.then(|| RecordedRows { columns, rows: Box::new(rows) }))
}

/// Returns the rows of the arrays that belong to a puzzle array.
fn array_rows(
    input: &InputFile,
    solutions: &SolutionColumns,
    temporary: &Path,
) -> io::Result<Option<RecordedRows>> {
    let Some(stem) = input.path().and_then(|path| path.to_str()?.strip_suffix("puzzles.npy"))
    else {
        return Ok(None);
    };
    // A named pipe must not be opened just for a check.
    let beside = |name: String| match fs::metadata(&name) {
        Ok(metadata) if metadata.is_file() => File::open(name).map(Some),
        Ok(_) => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    };
    let (mut found, mut ratings) = (Vec::new(), Vec::new());
    for scale in DatasetScale::ALL {
        let columns: Vec<_> = columns_of(scale).collect();
        let name = scale.array.trim_start_matches('-');
        if let Some(file) = beside(format!("{stem}{name}"))? {
            ratings.push(npy::numbers(file, columns.len())?);
            found.extend(columns);
        }
    }
    let wanted = solutions;
    let solutions = beside(format!("{stem}{}.npy", wanted.0.as_deref().unwrap_or("solutions")))?;
    wanted.check(solutions.is_some())?;
    let solutions = solutions.map(|file| arrays::read(Box::new(file), temporary)).transpose()?;
    if found.is_empty() && solutions.is_none() {
        return Ok(None);
    }
    let opened = input.open(&Arc::default()).map_err(|error| error.source)?;
    let puzzles = arrays::read(opened, temporary)?;
    let rows = rows_of_arrays(puzzles, solutions, ratings);
    Ok(Some(RecordedRows { columns: found, rows: Box::new(rows) }))
}

/// Returns the rows of an archive with arrays of puzzles and solutions.
fn archive_rows(
    file: File,
    hints: &FileHints,
    solutions: &SolutionColumns,
    temporary: &Path,
) -> io::Result<Option<RecordedRows>> {
    let found = arrays::read_of_archive(file.try_clone()?, &solutions.names(), temporary)?;
    let Some(solutions) = found else { return Ok(None) };
    let puzzles = arrays::read_archive(file, hints, temporary)?;
    let rows = rows_of_arrays(puzzles, Some(solutions), Vec::new());
    Ok(Some(RecordedRows { columns: Vec::new(), rows: Box::new(rows) }))
}

/// Returns the rows of arrays of the same length. A missing row of solutions is an error of its
/// puzzle, and a row without a puzzle an error of the file.
fn rows_of_arrays(
    puzzles: TableReader,
    solutions: Option<TableReader>,
    mut ratings: Vec<npy::NumberRows>,
) -> impl Iterator<Item = io::Result<Option<RecordedRow>>> + Send {
    let mut puzzles = puzzles.flat_map(boards_of);
    let mut solutions = solutions.map(|solutions| solutions.flat_map(boards_of));
    let mut number = 0;
    let mut next = move || -> io::Result<Option<Option<RecordedRow>>> {
        let solution = match &mut solutions {
            Some(solutions) => Some(solutions.next().transpose()?),
            None => None,
        };
        let Some(puzzle) = puzzles.next().transpose()? else {
            let has_more = solution.flatten().is_some();
            let more = || invalid("the array of solutions has more rows than that of puzzles");
            return if has_more { Err(more()) } else { Ok(None) };
        };
        number += 1;
        let missing = || Err("is missing".to_owned());
        let unreadable = |cause| format!("cannot be read: {cause}");
        let solution = solution.map(|it| RecordedSolution {
            column: None,
            board: it.map_or_else(missing, |board| board.map_err(unreadable)),
        });
        let solutions = solution.into_iter().collect();
        let mut values = Vec::new();
        for array in &mut ratings {
            values.extend(array.next_row()?.into_iter().map(|it| it.map(RecordedValue::Number)));
        }
        Ok(Some(puzzle.ok().map(|puzzle| RecordedRow { number, puzzle, solutions, values })))
    };
    // Nothing after an error can be compared.
    let mut is_over = false;
    std::iter::from_fn(move || {
        let row = if is_over { None } else { next().transpose() };
        is_over = !matches!(row, Some(Ok(_)));
        row
    })
}

/// Returns the boards of a chunk.
fn boards_of(rows: io::Result<TableRows>) -> Vec<io::Result<Result<Board, String>>> {
    match rows {
        Ok(rows) => rows.boards.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    }
}
