//! Parquet files of puzzles.

use std::cell::Cell;
use std::fs::File;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Once};

use parquet::basic::{Compression, Type, ZstdLevel};
use parquet::column::reader::{ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use sudoku_core::Board;
use sudoku_text::{PUZZLE_COLUMNS, read};

use super::rows::{self, Rows as ReadRows, invalid};
use super::shard::Row;

const SCHEMA: &str = "message puzzles {
    required int64 id;
    required binary source (STRING);
    required binary puzzle (STRING);
    required binary solution (STRING);
    required int32 clues;
    required double rating;
    required double rating_spread;
}";

/// How many rows are in memory until they are written.
const GROUP: usize = 1 << 15;

/// A Parquet file that is being written, a group of rows at a time.
pub(super) struct ParquetWriter {
    file: SerializedFileWriter<File>,
    rows: Rows,
}

/// A group of rows, column by column.
#[derive(Default)]
struct Rows {
    ids: Vec<i64>,
    sources: Vec<ByteArray>,
    puzzles: Vec<ByteArray>,
    solutions: Vec<ByteArray>,
    clues: Vec<i32>,
    ratings: Vec<f64>,
    spreads: Vec<f64>,
}

impl ParquetWriter {
    pub(super) fn new(file: File) -> io::Result<Self> {
        let open = || {
            let properties = WriterProperties::builder()
                .set_compression(Compression::ZSTD(ZstdLevel::default()))
                // Of strings that are all different neither helps.
                .set_dictionary_enabled(false)
                .set_column_dictionary_enabled("source".into(), true)
                .set_statistics_enabled(EnabledStatistics::None)
                // The version of the library is no part of a data set.
                .set_created_by("sudoku".into())
                .build();
            let schema = Arc::new(parse_message_type(SCHEMA)?);
            SerializedFileWriter::new(file, schema, Arc::new(properties))
        };
        Ok(Self { file: open().map_err(plain)?, rows: Rows::default() })
    }

    pub(super) fn write(&mut self, row: &Row<'_>) -> io::Result<()> {
        let text = |line: [u8; 81]| ByteArray::from(line.to_vec());
        self.rows.ids.push(row.id.cast_signed());
        self.rows.sources.push(ByteArray::from(row.source));
        self.rows.puzzles.push(text(row.puzzle.to_line()));
        self.rows.solutions.push(text(row.solution.as_board().to_line()));
        self.rows.clues.push(row.puzzle.clue_count() as i32);
        self.rows.ratings.push(row.rating.value);
        self.rows.spreads.push(row.rating.spread);
        if self.rows.ids.len() == GROUP { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        let mut write = || {
            let mut group = self.file.next_row_group()?;
            column::<Int64Type>(&mut group, &rows.ids)?;
            column::<ByteArrayType>(&mut group, &rows.sources)?;
            column::<ByteArrayType>(&mut group, &rows.puzzles)?;
            column::<ByteArrayType>(&mut group, &rows.solutions)?;
            column::<Int32Type>(&mut group, &rows.clues)?;
            column::<DoubleType>(&mut group, &rows.ratings)?;
            column::<DoubleType>(&mut group, &rows.spreads)?;
            group.close().map(drop)
        };
        write().map_err(plain)
    }

    /// Ends the file and gives it back.
    pub(super) fn finish(mut self) -> io::Result<File> {
        if !self.rows.ids.is_empty() {
            self.write_group()?;
        }
        self.file.into_inner().map_err(plain)
    }
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &[T::T],
) -> Result<(), ParquetError> {
    let no_more = || ParquetError::General("the schema has fewer columns".into());
    let mut column = group.next_column()?.ok_or_else(no_more)?;
    column.typed::<T>().write_batch(values, None, None)?;
    column.close()
}

/// The column of puzzles of a Parquet file that is being read: an iterator over its rows.
pub(super) struct ParquetReader {
    file: SerializedFileReader<File>,
    /// The number of the column in the file.
    column: usize,
    /// The number of the next group of rows.
    group: usize,
    /// What of the group before is not read yet.
    values: Option<ColumnReaderImpl<ByteArrayType>>,
    /// The number of the next row, counted from 1.
    next: u64,
    /// The number of the last row of the group before, as the file says.
    last: u64,
}

thread_local! {
    /// Whether a panic on this thread is taken for an error of the file.
    static IS_SHIELDED: Cell<bool> = const { Cell::new(false) };
}

/// What this returns; or an error if it panics, as the reader of the format does on some damaged files.
fn shielded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_SHIELDED.get() {
                hook(panic);
            }
        }));
    });
    IS_SHIELDED.set(true);
    // What was being read is not read any further.
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    IS_SHIELDED.set(false);
    result.unwrap_or_else(|_| Err(ParquetError::General("the file is damaged".into())))
}

impl ParquetReader {
    /// Finds the column by the names that one in a CSV file has.
    pub(super) fn new(file: File) -> io::Result<Self> {
        let file = shielded(|| SerializedFileReader::new(file)).map_err(plain)?;
        let columns = file.metadata().file_metadata().schema_descr().columns();
        let is_puzzles = |name: &str| PUZZLE_COLUMNS.contains(&&*name.to_ascii_lowercase());
        let column = columns.iter().position(|column| {
            is_puzzles(column.name())
                && column.path().parts().len() == 1
                && column.max_rep_level() == 0
                && column.physical_type() == Type::BYTE_ARRAY
        });
        let Some(column) = column else {
            let names = PUZZLE_COLUMNS.join(", ");
            return Err(invalid(format!("no column of strings is called one of {names}")));
        };
        Ok(Self { file, column, group: 0, values: None, next: 1, last: 0 })
    }

    fn read(&mut self) -> Result<Option<ReadRows>, ParquetError> {
        loop {
            if let Some(reader) = &mut self.values {
                let (mut levels, mut values) = (Vec::new(), Vec::new());
                let (count, ..) =
                    reader.read_records(rows::TOGETHER, Some(&mut levels), None, &mut values)?;
                if count > 0 {
                    let mut values = values.into_iter();
                    // Without levels every row has a value.
                    let has_value = |row: usize| levels.get(row).is_none_or(|&level| level > 0);
                    let boards = (0..count).map(|row| {
                        let value = if has_value(row) { values.next() } else { None };
                        board(value.as_ref().map_or(b"", ByteArray::data))
                    });
                    let rows = ReadRows { first: self.next, boards: boards.collect() };
                    self.next += count as u64;
                    return Ok(Some(rows));
                }
            }
            if self.next != self.last + 1 {
                let (next, last) = (self.next, self.last);
                let message = format!("ends in row {next} of {last}, or goes on behind it");
                return Err(ParquetError::EOF(message));
            }
            if self.group == self.file.num_row_groups() {
                return Ok(None);
            }
            let group = self.file.get_row_group(self.group)?;
            self.last += u64::try_from(group.metadata().num_rows()).unwrap_or(0);
            self.values = Some(get_typed_column_reader(group.get_column_reader(self.column)?));
            self.group += 1;
        }
    }
}

impl Iterator for ParquetReader {
    type Item = io::Result<ReadRows>;

    fn next(&mut self) -> Option<io::Result<ReadRows>> {
        let rows = shielded(|| self.read());
        if rows.is_err() {
            (self.values, self.group) = (None, self.file.num_row_groups());
        }
        rows.map_err(plain).transpose()
    }
}

/// Reads the text of a row.
fn board(text: &[u8]) -> Result<Board, String> {
    read(text).map(|(board, _)| board).map_err(|error| {
        let message = error.to_string();
        message.strip_prefix("line 1, ").unwrap_or(&message).to_owned()
    })
}

/// The error of the operating system, if that is what is behind it.
fn plain(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}
