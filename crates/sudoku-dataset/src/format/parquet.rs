//! Reading and writing of Parquet files.

use std::cell::Cell;
use std::fs::File;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Once};

use parquet::basic::{Compression, LogicalType, Repetition, Type, ZstdLevel};
use parquet::column::reader::{ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use parquet::schema::types::Type as SchemaType;
use sudoku_core::Board;
use sudoku_text::{FileHints, HAS_RULES, PUZZLE_COLUMNS, read};

use super::steps::{self, StepColumns};
use crate::row::{
    ColumnKind, ColumnValue, DatasetColumn, DatasetRow, RatedBy, RecordedValue, RowWriter,
};
use crate::table::{TOGETHER, TableRows, invalid};

/// The maximum number of rows per row group.
pub(super) const GROUP: usize = 1 << 15;

/// The number of steps after which a row group ends. A group is in memory until it is written.
const STEPS: usize = 1 << 18;

/// A writer of Parquet files, one row group at a time.
struct ParquetWriter {
    file: SerializedFileWriter<File>,
    columns: Vec<&'static DatasetColumn>,
    /// The current row group, by column.
    values: Vec<Values>,
    /// The number of rows in the current group.
    rows: usize,
    /// The number of steps in the current group.
    steps: usize,
}

/// The values of a column in a row group.
enum Values {
    Long(Vec<i64>),
    Short(Vec<i32>),
    Real(Vec<f64>),
    Text(Vec<ByteArray>),
    Steps(Box<StepColumns>),
}

impl Values {
    fn new(column: &DatasetColumn) -> Self {
        match column.kind {
            ColumnKind::Long => Self::Long(Vec::new()),
            ColumnKind::Short => Self::Short(Vec::new()),
            ColumnKind::Real => Self::Real(Vec::new()),
            ColumnKind::Text | ColumnKind::Label => Self::Text(Vec::new()),
            ColumnKind::Steps => Self::Steps(Box::default()),
        }
    }

    /// Adds the value of a row.
    fn push(&mut self, value: ColumnValue<'_>) -> io::Result<()> {
        match (self, value) {
            (Self::Long(values), ColumnValue::Whole(number)) => values.push(number.cast_signed()),
            (Self::Short(values), ColumnValue::Whole(number)) => values.push(number as i32),
            (Self::Real(values), ColumnValue::Real(number)) => values.push(number),
            (Self::Steps(columns), ColumnValue::Steps(steps)) => columns.push(steps),
            (Self::Text(values), value) => {
                let mut text = Vec::new();
                value.append(&mut text);
                values.push(text.into());
            }
            (Self::Long(_) | Self::Short(_) | Self::Real(_) | Self::Steps(_), _) => {
                return Err(invalid("a column has a value of another type"));
            }
        }
        Ok(())
    }

    /// Writes the column of a row group and clears it.
    fn write(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, File>,
    ) -> Result<(), ParquetError> {
        match self {
            Self::Long(values) => write_column::<Int64Type>(group, values),
            Self::Short(values) => write_column::<Int32Type>(group, values),
            Self::Real(values) => write_column::<DoubleType>(group, values),
            Self::Text(values) => write_column::<ByteArrayType>(group, values),
            Self::Steps(columns) => columns.write(group),
        }
    }
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &mut Vec<T::T>,
) -> Result<(), ParquetError> {
    let no_more = || ParquetError::General("the schema has fewer columns".into());
    let mut column = group.next_column()?.ok_or_else(no_more)?;
    column.typed::<T>().write_batch(&std::mem::take(values), None, None)?;
    column.close()
}

/// Starts a file with all columns of a data set with these ratings.
pub(super) fn writer(file: File, rated: &RatedBy) -> io::Result<Box<dyn RowWriter>> {
    let columns: Vec<_> = rated.columns().collect();
    let open = || {
        let labels = columns.iter().filter(|column| column.kind == ColumnKind::Label);
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            // Neither helps for texts that are all different.
            .set_dictionary_enabled(false)
            .set_statistics_enabled(EnabledStatistics::None)
            // The data set must not depend on the version of the library.
            .set_created_by("sudoku".into());
        let properties = labels.fold(properties, |properties, column| {
            properties.set_column_dictionary_enabled(column.name.into(), true)
        });
        let steps = columns.iter().filter(|column| column.kind == ColumnKind::Steps);
        let steps = steps.flat_map(|column| steps::paths(column.name));
        let properties = steps.fold(properties, |properties, path| {
            properties.set_column_dictionary_enabled(path, true)
        });
        SerializedFileWriter::new(file, Arc::new(schema(&columns)?), Arc::new(properties.build()))
    };
    let file = open().map_err(plain)?;
    let values = columns.iter().map(|column| Values::new(column)).collect();
    Ok(Box::new(ParquetWriter { file, columns, values, rows: 0, steps: 0 }))
}

/// Returns the schema of the columns. No column has nulls.
fn schema(columns: &[&DatasetColumn]) -> Result<SchemaType, ParquetError> {
    let column = |column: &&DatasetColumn| {
        let (kind, meaning) = match column.kind {
            ColumnKind::Steps => return steps::schema(column.name),
            ColumnKind::Long => (Type::INT64, None),
            ColumnKind::Short => (Type::INT32, None),
            ColumnKind::Real => (Type::DOUBLE, None),
            ColumnKind::Text | ColumnKind::Label => (Type::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let column = SchemaType::primitive_type_builder(column.name, kind)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(meaning)
            .build()?;
        Ok(Arc::new(column))
    };
    let columns: Result<Vec<_>, ParquetError> = columns.iter().map(column).collect();
    SchemaType::group_type_builder("puzzles").with_fields(columns?).build()
}

impl ParquetWriter {
    fn write_group(&mut self) -> io::Result<()> {
        let mut write = || {
            let mut group = self.file.next_row_group()?;
            for column in &mut self.values {
                column.write(&mut group)?;
            }
            group.close().map(drop)
        };
        (self.rows, self.steps) = (0, 0);
        write().map_err(plain)
    }
}

impl RowWriter for ParquetWriter {
    fn write(&mut self, row: &DatasetRow<'_>) -> io::Result<()> {
        for (values, column) in self.values.iter_mut().zip(&self.columns) {
            let value = (column.value)(row);
            if let ColumnValue::Steps(steps) = value {
                self.steps += steps.len();
            }
            values.push(value)?;
        }
        self.rows += 1;
        if self.rows == GROUP || self.steps >= STEPS { self.write_group() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> io::Result<File> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.file.into_inner().map_err(plain)
    }
}

/// A reader of the puzzle column of a Parquet file: an iterator over its rows.
pub(crate) struct ParquetReader {
    file: SerializedFileReader<File>,
    /// The index of the column in the file.
    column: usize,
    /// The index of the next row group.
    group: usize,
    /// The unread values of the current row group.
    values: Option<ColumnReaderImpl<ByteArrayType>>,
    /// The number of the next row, from 1.
    next: u64,
    /// The number of the last row of the current group, according to the file.
    last: u64,
}

thread_local! {
    /// True if a panic on this thread is treated as an error of the file.
    static IS_SHIELDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `read`. A panic becomes an error, because the Parquet library panics on some damaged files.
pub(super) fn shielded<T>(
    read: impl FnOnce() -> Result<T, ParquetError>,
) -> Result<T, ParquetError> {
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
    // After a panic, the reader is not used again.
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    IS_SHIELDED.set(false);
    result.unwrap_or_else(|_| Err(ParquetError::General("the file is damaged".into())))
}

impl ParquetReader {
    /// Finds the puzzle column by the given name, or by the same default names as in a CSV file.
    pub(crate) fn new(file: File, hints: &FileHints) -> io::Result<Self> {
        let file = shielded(|| SerializedFileReader::new(file)).map_err(plain)?;
        let columns = file.metadata().file_metadata().schema_descr().columns();
        let column = columns.iter().position(|column| {
            hints.has_puzzles(column.name())
                && column.path().parts().len() == 1
                && column.max_rep_level() == 0
                && column.physical_type() == Type::BYTE_ARRAY
        });
        if columns.iter().any(|column| hints.has_rules(&column.path().parts()[0])) {
            return Err(invalid(HAS_RULES));
        }
        let Some(column) = column else {
            let all: Vec<_> = columns.iter().map(|column| column.name()).collect();
            let all = all.join(", ");
            let wanted = match &hints.column {
                Some(name) => name.clone(),
                None => format!("one of {}", PUZZLE_COLUMNS.join(", ")),
            };
            let message = format!("found no string column named {wanted}; the columns are {all}");
            return Err(invalid(message));
        };
        Ok(Self { file, column, group: 0, values: None, next: 1, last: 0 })
    }

    fn read(&mut self) -> Result<Option<TableRows>, ParquetError> {
        loop {
            if let Some(reader) = &mut self.values {
                let (mut levels, mut values) = (Vec::new(), Vec::new());
                let (count, ..) =
                    reader.read_records(TOGETHER, Some(&mut levels), None, &mut values)?;
                if count > 0 {
                    let mut values = values.into_iter();
                    // Without levels, every row has a value.
                    let has_value = |row: usize| levels.get(row).is_none_or(|&level| level > 0);
                    let boards = (0..count).map(|row| {
                        let value = if has_value(row) { values.next() } else { None };
                        board(value.as_ref().map_or(b"", ByteArray::data))
                    });
                    let rows = TableRows { first: self.next, boards: boards.collect() };
                    self.next += count as u64;
                    return Ok(Some(rows));
                }
            }
            if self.next != self.last + 1 {
                let (next, last) = (self.next, self.last);
                let message =
                    format!("wrong row count: row {next} is next, and {last} are declared");
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
    type Item = io::Result<TableRows>;

    fn next(&mut self) -> Option<io::Result<TableRows>> {
        let rows = shielded(|| self.read());
        if rows.is_err() {
            (self.values, self.group) = (None, self.file.num_row_groups());
        }
        rows.map_err(plain).transpose()
    }
}

/// Parses the text of a row.
fn board(text: &[u8]) -> Result<Board, String> {
    read(text).map(|(board, _)| board).map_err(|error| {
        let message = error.to_string();
        message.strip_prefix("line 1, ").unwrap_or(&message).to_owned()
    })
}

/// The values of the selected columns, by row.
type FieldRows = Box<dyn Iterator<Item = io::Result<Vec<Option<RecordedValue>>>> + Send>;

/// Returns the selected columns of a Parquet file, with their values by row.
pub(crate) fn fields(
    file: File,
    is_wanted: &dyn Fn(&str) -> bool,
) -> io::Result<(Vec<String>, FieldRows)> {
    let open = || {
        let reader = SerializedFileReader::new(file)?;
        let schema = reader.metadata().file_metadata().schema();
        let all = schema.get_fields().iter();
        let wanted: Vec<_> = all.filter(|it| is_wanted(it.name())).cloned().collect();
        let names: Vec<String> = wanted.iter().map(|it| it.name().to_owned()).collect();
        let projected =
            SchemaType::group_type_builder(schema.name()).with_fields(wanted).build()?;
        let rows = RowIter::from_file_into(Box::new(reader)).project(Some(projected))?;
        Ok((names, rows))
    };
    let (names, mut rows) = shielded(open).map_err(plain)?;
    let mut is_damaged = false;
    let values = std::iter::from_fn(move || {
        if is_damaged {
            return None;
        }
        let row = shielded(|| rows.next().transpose()).transpose()?;
        is_damaged = row.is_err();
        Some(row.map_err(plain).map(|row| row.get_column_iter().map(|(_, it)| value(it)).collect()))
    });
    Ok((names, Box::new(values)))
}

/// Returns the value of a field, if its type is one that ratings, puzzles and solutions have. The
/// digits of a list become one text.
fn value(field: &Field) -> Option<RecordedValue> {
    Some(match field {
        Field::ListInternal(list) => {
            let values = list.elements().iter().filter_map(value);
            RecordedValue::Text(values.map(|value| value.to_string()).collect())
        }
        Field::Byte(number) => RecordedValue::Number(f64::from(*number)),
        Field::UByte(number) => RecordedValue::Number(f64::from(*number)),
        Field::Short(number) => RecordedValue::Number(f64::from(*number)),
        Field::UShort(number) => RecordedValue::Number(f64::from(*number)),
        Field::UInt(number) => RecordedValue::Number(f64::from(*number)),
        Field::ULong(number) => RecordedValue::Number(*number as f64),
        Field::Str(text) => RecordedValue::Text(text.clone()),
        Field::Bytes(bytes) => RecordedValue::Text(str::from_utf8(bytes.data()).ok()?.to_owned()),
        Field::Double(number) => RecordedValue::Number(*number),
        Field::Float(number) => RecordedValue::Number(f64::from(*number)),
        Field::Int(number) => RecordedValue::Number(f64::from(*number)),
        Field::Long(number) => RecordedValue::Number(*number as f64),
        _ => return None,
    })
}

/// Returns the underlying I/O error, if there is one.
pub(super) fn plain(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use super::*;
    use crate::measures::MeasureValues;
    use crate::scales::{HODOKU, HumanRatings};

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn a_row_group_ends_after_many_steps() {
        let (puzzle, solution) = (EASY.parse().unwrap(), SOLUTION.parse().unwrap());
        let rated = RatedBy { human: vec![&HODOKU], steps: true, ..RatedBy::default() };
        let human = HumanRatings::of(&puzzle, &rated.human, true).unwrap();
        let row = DatasetRow {
            id: 1,
            source: "",
            puzzle: &puzzle,
            solution: &solution,
            rating: None,
            human: &human,
            measures: &MeasureValues::default(),
        };
        let mut writer = writer(tempfile::tempfile().unwrap(), &rated).unwrap();
        let rows = STEPS.div_ceil(human.steps_on(&HODOKU).unwrap().len());
        (0..=rows).for_each(|_| writer.write(&row).unwrap());
        let file = SerializedFileReader::new(writer.finish().unwrap()).unwrap();
        let groups: Vec<i64> =
            file.metadata().row_groups().iter().map(|it| it.num_rows()).collect();
        assert_eq!(groups, [rows as i64, 1]);
    }
}
