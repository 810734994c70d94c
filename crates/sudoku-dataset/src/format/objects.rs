//! Parquet files of rows that are JSON objects, for programs that know their columns only at run
//! time.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use parquet::basic::{Compression, LogicalType, Repetition, Type, ZstdLevel};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};
use parquet::schema::types::{ColumnDescPtr, Type as SchemaType};
use serde_json::Value;
use sudoku_text::{FileField, distinct_names, object_fields};

use super::parquet::{GROUP, plain, shielded};
use crate::table::invalid;

/// A writer of Parquet. The first row has the names of the columns; a name that it has twice gets a
/// number, such as `id_2`. The type of a column is the type of its values in the first 32,768 rows,
/// or text if they have several.
///
/// No whole number is rounded: a column is text if it has one outside of the range of 64 bits, or
/// fractions beside an integer that a 64-bit float cannot represent exactly. A fraction is stored
/// as the nearest double. Lists and objects are text, as the row has them.
#[derive(Debug, Default)]
pub struct ParquetTable {
    columns: Vec<Column>,
    /// The number of rows that are not written yet.
    waiting: usize,
    /// The number of rows written.
    written: usize,
    file: Option<SerializedFileWriter<Bytes>>,
    bytes: Bytes,
}

#[derive(Debug)]
struct Column {
    name: String,
    kind: Kind,
    /// The values as JSON.
    values: Vec<String>,
}

/// The type of a column. Every column may have nulls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Boolean,
    /// Whole numbers that are equal to a double.
    Whole,
    /// Whole numbers of 64 bits.
    Long,
    Real,
    Text,
}

impl Kind {
    /// Returns the type of a JSON value, or `None` for null.
    fn of(json: &str) -> Option<Self> {
        let is_whole = || json.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        Some(match json.as_bytes().first()? {
            b'n' => return None,
            b't' | b'f' => Self::Boolean,
            b'"' | b'[' | b'{' => Self::Text,
            _ => match json.parse::<i64>() {
                Ok(number) if number.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS => Self::Whole,
                Ok(_) => Self::Long,
                Err(_) if is_whole() => Self::Text,
                Err(_) if json.parse().is_ok_and(f64::is_finite) => Self::Real,
                Err(_) => Self::Text,
            },
        })
    }

    /// Returns the type for values of both types.
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Whole, Self::Real) | (Self::Real, Self::Whole) => Self::Real,
            (Self::Whole, Self::Long) | (Self::Long, Self::Whole) => Self::Long,
            (one, other) if one == other => one,
            _ => Self::Text,
        }
    }
}

/// The bytes of the file that were not taken yet.
#[derive(Clone, Debug, Default)]
struct Bytes(Arc<Mutex<Vec<u8>>>);

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ParquetTable {
    /// Adds a row, a JSON object with the same keys as the first row.
    ///
    /// # Errors
    /// If a later row has another number of values, or a value of another type than the column. The
    /// rows before it are in the file.
    pub fn add(&mut self, row: &str) -> io::Result<()> {
        let fields = object_fields(row);
        if self.columns.is_empty() {
            self.set_columns(&fields);
        }
        if fields.len() != self.columns.len() {
            return Err(io::Error::other("a row has other columns than the first row"));
        }
        for (column, field) in self.columns.iter_mut().zip(fields) {
            column.values.push(field.json);
        }
        self.waiting += 1;
        if self.waiting == GROUP { self.write_group() } else { Ok(()) }
    }

    fn set_columns(&mut self, fields: &[FileField]) {
        let names = distinct_names(fields.iter().map(|field| Arc::clone(&field.name)));
        let column = |name: Arc<str>| Column {
            name: name.to_string(),
            kind: Kind::Text,
            values: Vec::new(),
        };
        self.columns = names.into_iter().map(column).collect();
    }

    /// Returns the bytes of the file that are ready and were not returned before.
    #[must_use]
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.bytes.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Completes the file, also after an error; [`Self::take`] returns its last bytes. A file
    /// without rows has columns of text with the names of these fields.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn finish(&mut self, names: &[FileField]) -> io::Result<()> {
        if self.columns.is_empty() {
            self.set_columns(names);
        }
        let is_written = self.waiting == 0 && self.file.is_some();
        let last = if is_written { Ok(()) } else { self.write_group() };
        let closed = self.file.take().map(SerializedFileWriter::close).transpose();
        last.and(closed.map(drop).map_err(plain))
    }

    fn write_group(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                for column in &mut self.columns {
                    let kinds = column.values.iter().filter_map(|json| Kind::of(json));
                    column.kind = match kinds.reduce(Kind::with).unwrap_or(Kind::Text) {
                        // Later numbers may be larger.
                        Kind::Whole => Kind::Long,
                        kind => kind,
                    };
                }
                none.insert(open(&self.columns, self.bytes.clone()).map_err(plain)?)
            }
        };
        // The rows before a wrong value are written.
        let wrong = |column: &Column| {
            let (row, value) = wrong(&column.values, column.kind)?;
            Some((row, column.name.clone(), value.clone()))
        };
        let wrong = self.columns.iter().filter_map(wrong).min_by_key(|wrong| wrong.0);
        let rows = wrong.as_ref().map_or(self.waiting, |wrong| wrong.0);
        let mut group = file.next_row_group().map_err(plain)?;
        for column in &mut self.columns {
            let values = std::mem::take(&mut column.values);
            write_column(&mut group, column.kind, &values[..rows]).map_err(plain)?;
        }
        group.close().map_err(plain)?;
        self.written += rows;
        self.waiting = 0;
        let Some((_, name, value)) = wrong else { return Ok(()) };
        Err(invalid(format!(
            "row {}, column `{name}`: {value} has another type than the values of the first \
             {GROUP} rows, so the file ends before this row; write CSV or JSON lines instead",
            self.written + 1
        )))
    }
}

/// Returns the first value that does not fit in a column of this type.
fn wrong(values: &[String], kind: Kind) -> Option<(usize, &String)> {
    let fits = |json: &String| Kind::of(json).is_none_or(|of| of.with(kind) == kind);
    values.iter().enumerate().find(|(_, value)| !fits(value))
}

fn open(columns: &[Column], bytes: Bytes) -> Result<SerializedFileWriter<Bytes>, ParquetError> {
    let column = |column: &Column| {
        let (kind, meaning) = match column.kind {
            Kind::Boolean => (Type::BOOLEAN, None),
            Kind::Whole | Kind::Long => (Type::INT64, None),
            Kind::Real => (Type::DOUBLE, None),
            Kind::Text => (Type::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let column = SchemaType::primitive_type_builder(&column.name, kind)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(meaning);
        column.build().map(Arc::new)
    };
    let columns = columns.iter().map(column).collect::<Result<Vec<_>, _>>()?;
    let schema = SchemaType::group_type_builder("puzzles").with_fields(columns).build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_created_by("sudoku".into());
    SerializedFileWriter::new(bytes, Arc::new(schema), Arc::new(properties.build()))
}

fn write_column(
    group: &mut SerializedRowGroupWriter<'_, Bytes>,
    kind: Kind,
    values: &[String],
) -> Result<(), ParquetError> {
    fn write<T: DataType>(
        group: &mut SerializedRowGroupWriter<'_, Bytes>,
        values: &[String],
        value: impl Fn(&str) -> Option<T::T>,
    ) -> Result<(), ParquetError> {
        let no_more = || ParquetError::General("the schema has fewer columns".into());
        let mut column = group.next_column()?.ok_or_else(no_more)?;
        let values: Vec<Option<T::T>> = values.iter().map(|json| value(json)).collect();
        let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
        let values: Vec<T::T> = values.into_iter().flatten().collect();
        column.typed::<T>().write_batch(&values, Some(&levels), None)?;
        column.close()
    }
    match kind {
        Kind::Boolean => write::<BoolType>(group, values, |json| json.parse().ok()),
        Kind::Whole | Kind::Long => write::<Int64Type>(group, values, |json| json.parse().ok()),
        Kind::Real => write::<DoubleType>(group, values, |json| json.parse().ok()),
        Kind::Text => write::<ByteArrayType>(group, values, |json| {
            let text = serde_json::from_str::<String>(json).ok();
            let other = || Some(json.to_owned()).filter(|json| json != "null");
            text.or_else(other).map(|text| text.as_str().into())
        }),
    }
}

/// A Parquet file as text: each row is a JSON object on a line.
pub struct ParquetLines {
    file: SerializedFileReader<File>,
    names: Vec<String>,
    columns: Vec<LineColumn>,
    /// The number of row groups that were begun.
    begun: usize,
    /// The number of rows of the current group that were not read.
    left: usize,
    /// Lines, and the number of their bytes that were read.
    lines: Vec<u8>,
    passed: usize,
    is_damaged: bool,
    progress: Progress,
}

/// A column of the file.
struct LineColumn {
    /// The name as JSON, with a colon.
    name: String,
    values: LineValues,
}

enum LineValues {
    /// The index of a column with one value per row, and its reader for the current group.
    Flat(usize, Option<Box<ColumnReader>>),
    /// The rows of a column with lists or groups.
    Nested(RowIter<'static>),
}

/// The part of the file that was read, counted in bytes.
struct Progress {
    size: u64,
    rows: u64,
    rows_read: u64,
    counted: u64,
    counter: Arc<AtomicU64>,
}

impl Progress {
    fn advance(&mut self, rows: usize) {
        self.rows_read += rows as u64;
        let bytes =
            u128::from(self.size) * u128::from(self.rows_read) / u128::from(self.rows.max(1));
        let bytes = u64::try_from(bytes).unwrap_or(self.size);
        self.counter.fetch_add(bytes.saturating_sub(self.counted), Ordering::Relaxed);
        self.counted = bytes.max(self.counted);
    }
}

/// The number of rows that are read together.
const ROWS: usize = 1 << 8;

impl std::fmt::Debug for ParquetLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetLines").finish_non_exhaustive()
    }
}

impl ParquetLines {
    /// Opens a file. `counter` is increased by the size of the parts that are read, and by the size
    /// of the file in total.
    ///
    /// # Errors
    /// If the file cannot be read or is no Parquet file.
    pub fn open(path: &Path, counter: &Arc<AtomicU64>) -> io::Result<Self> {
        let size = path.metadata()?.len();
        let open = || SerializedFileReader::new(File::open(path)?);
        let columns = |file: &SerializedFileReader<File>| {
            let schema = file.metadata().file_metadata().schema();
            let mut first = 0;
            let column = |field: &Arc<SchemaType>| {
                let is_flat = field.is_primitive() && is_single(field);
                let values = if is_flat {
                    LineValues::Flat(first, None)
                } else {
                    let only = SchemaType::group_type_builder(schema.name());
                    let only = only.with_fields(vec![Arc::clone(field)]).build()?;
                    let rows = RowIter::from_file_into(Box::new(open()?)).project(Some(only))?;
                    LineValues::Nested(rows)
                };
                first += leaves(field);
                Ok(LineColumn { name: format!("{}:", Value::from(field.name())), values })
            };
            schema.get_fields().iter().map(column).collect::<Result<Vec<_>, ParquetError>>()
        };
        let both = || open().and_then(|file| Ok((columns(&file)?, file)));
        let (columns, file) = shielded(both).map_err(plain)?;
        let metadata = file.metadata().file_metadata();
        let rows = u64::try_from(metadata.num_rows()).unwrap_or(0);
        let fields = metadata.schema().get_fields();
        let names = fields.iter().map(|field| field.name().to_owned()).collect();
        let counter = Arc::clone(counter);
        let progress = Progress { size, rows, rows_read: 0, counted: 0, counter };
        let (begun, left, lines, passed) = (0, 0, Vec::new(), 0);
        Ok(Self { file, names, columns, begun, left, lines, passed, is_damaged: false, progress })
    }

    /// Returns the names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.names
    }

    /// Reads the next lines, or none at the end of the file.
    fn next_lines(&mut self) -> io::Result<()> {
        self.lines.clear();
        self.passed = 0;
        if self.is_damaged {
            return Ok(());
        }
        let rows = shielded(|| self.next_rows());
        self.is_damaged = rows.is_err();
        let rows = rows.map_err(plain)?;
        let count = rows.first().map_or(0, Vec::len);
        for row in 0..count {
            for (at, (column, values)) in self.columns.iter().zip(&rows).enumerate() {
                self.lines.push(if at == 0 { b'{' } else { b',' });
                self.lines.extend_from_slice(column.name.as_bytes());
                serde_json::to_writer(&mut self.lines, &json(&values[row]))?;
            }
            self.lines.extend_from_slice(b"}\n");
        }
        self.progress.advance(count);
        Ok(())
    }

    /// Reads the values of the next rows, by column.
    fn next_rows(&mut self) -> Result<Vec<Vec<Field>>, ParquetError> {
        while self.left == 0 && self.begun < self.file.num_row_groups() {
            let group = self.file.get_row_group(self.begun)?;
            for column in &mut self.columns {
                if let LineValues::Flat(index, reader) = &mut column.values {
                    *reader = Some(Box::new(group.get_column_reader(*index)?));
                }
            }
            self.left = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
            self.begun += 1;
        }
        let count = self.left.min(ROWS);
        self.left -= count;
        let schema = self.file.metadata().file_metadata().schema_descr_ptr();
        let values = self.columns.iter_mut().map(|column| {
            let values = match &mut column.values {
                LineValues::Flat(index, Some(reader)) => {
                    flat_values(reader, &schema.column(*index), count)?
                }
                LineValues::Flat(_, None) => Vec::new(),
                LineValues::Nested(rows) => {
                    let value = |row: Result<Row, _>| {
                        let fields = row?.into_columns().into_iter().next();
                        Ok(fields.map_or(Field::Null, |(_, value)| value))
                    };
                    rows.take(count).map(value).collect::<Result<_, ParquetError>>()?
                }
            };
            if values.len() == count { Ok(values) } else { Err(too_few()) }
        });
        values.collect()
    }
}

fn too_few() -> ParquetError {
    ParquetError::EOF("a column has fewer values than rows are declared".into())
}

/// Returns true if a field has one value per row.
fn is_single(field: &SchemaType) -> bool {
    let info = field.get_basic_info();
    !info.has_repetition() || info.repetition() != Repetition::REPEATED
}

/// Returns the number of columns that a field has in the file.
fn leaves(field: &SchemaType) -> usize {
    match field.is_primitive() {
        true => 1,
        false => field.get_fields().iter().map(|field| leaves(field)).sum(),
    }
}

/// Reads the values of the next rows.
fn flat_values(
    reader: &mut ColumnReader,
    column: &ColumnDescPtr,
    count: usize,
) -> Result<Vec<Field>, ParquetError> {
    fn read<T: DataType>(
        reader: &mut ColumnReaderImpl<T>,
        count: usize,
        field: impl Fn(T::T) -> Result<Field, ParquetError>,
    ) -> Result<Vec<Field>, ParquetError> {
        let (mut levels, mut values) = (Vec::new(), Vec::new());
        let (rows, ..) = reader.read_records(count, Some(&mut levels), None, &mut values)?;
        let mut values = values.into_iter();
        // Without levels, every row has a value.
        let has_value = |row: usize| levels.get(row).is_none_or(|&level| level > 0);
        let value = |row: usize| match has_value(row) {
            true => field(values.next().ok_or_else(too_few)?),
            false => Ok(Field::Null),
        };
        (0..rows).map(value).collect()
    }
    match reader {
        ColumnReader::BoolColumnReader(reader) => {
            read(reader, count, |value| Ok(Field::convert_bool(column, value)))
        }
        ColumnReader::Int32ColumnReader(reader) => {
            read(reader, count, |value| Ok(Field::convert_int32(column, value)))
        }
        ColumnReader::Int64ColumnReader(reader) => {
            read(reader, count, |value| Ok(Field::convert_int64(column, value)))
        }
        ColumnReader::Int96ColumnReader(reader) => {
            read(reader, count, |value| Ok(Field::convert_int96(column, value)))
        }
        ColumnReader::FloatColumnReader(reader) => {
            read(reader, count, |value| Ok(Field::convert_float(column, value)))
        }
        ColumnReader::DoubleColumnReader(reader) => {
            read(reader, count, |value| Ok(Field::convert_double(column, value)))
        }
        ColumnReader::ByteArrayColumnReader(reader) => {
            read(reader, count, |value| Field::convert_byte_array(column, value))
        }
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            read(reader, count, |value| Field::convert_byte_array(column, value.into()))
        }
    }
}

impl Read for ParquetLines {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.passed == self.lines.len() {
            self.next_lines()?;
        }
        let count = bytes.len().min(self.lines.len() - self.passed);
        bytes[..count].copy_from_slice(&self.lines[self.passed..self.passed + count]);
        self.passed += count;
        Ok(count)
    }
}

/// Returns the value of a field. A value of a type that JSON lacks becomes a string.
fn json(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(value) => (*value).into(),
        Field::Byte(number) => (*number).into(),
        Field::Short(number) => (*number).into(),
        Field::Int(number) => (*number).into(),
        Field::Long(number) => (*number).into(),
        Field::UByte(number) => (*number).into(),
        Field::UShort(number) => (*number).into(),
        Field::UInt(number) => (*number).into(),
        Field::ULong(number) => (*number).into(),
        // The shortest decimal of the type, not that of the same number with 64 bits.
        Field::Float(number) => number.to_string().parse::<f64>().unwrap_or_default().into(),
        Field::Double(number) => (*number).into(),
        Field::Str(text) => text.as_str().into(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.data()).into(),
        other => other.to_string().into(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use std::fs;

    use parquet::data_type::{ByteArray, Int32Type};
    use parquet::schema::parser::parse_message_type;

    use super::*;

    /// Writes the rows and reads them again.
    fn again(rows: &[&str]) -> String {
        let mut table = ParquetTable::default();
        rows.iter().for_each(|row| table.add(row).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.parquet");
        table.finish(&[]).unwrap();
        fs::write(&path, table.take()).unwrap();
        let counter = Arc::default();
        let text = io::read_to_string(ParquetLines::open(&path, &counter).unwrap()).unwrap();
        let size = if rows.is_empty() { 0 } else { path.metadata().unwrap().len() };
        assert_eq!(counter.load(Ordering::Relaxed), size);
        text
    }

    #[test]
    fn written_rows_are_read_back() {
        let rows = [
            r#"{"id":"07","n":null,"er":2.0,"is":true,"mixed":1,"none":null}"#,
            r#"{"id":"é\n","n":9007199254740993,"er":null,"is":null,"mixed":"x","none":null}"#,
            r#"{"id":null,"n":-3,"er":7.1,"is":false,"mixed":null,"none":null}"#,
        ];
        assert_eq!(
            again(&rows),
            (rows.join("\n") + "\n").replace("\"mixed\":1", "\"mixed\":\"1\"")
        );
        assert_eq!(again(&[]), "");
        // Every value is kept, and every column can be named.
        let large = r#"{"id":18446744073709551615,"id":9007199254740993,"id_2":{"b":1,"a":[2]}}"#;
        let other = r#"{"id":-1,"id":0.5,"id_2":null}"#;
        assert_eq!(
            again(&[large, other]),
            "{\"id\":\"18446744073709551615\",\"id_2\":\"9007199254740993\",\
             \"id_2_2\":\"{\\\"b\\\":1,\\\"a\\\":[2]}\"}\n\
             {\"id\":\"-1\",\"id_2\":\"0.5\",\"id_2_2\":null}\n"
        );
        assert_eq!(again(&[r#"{"a":1}"#, r#"{"a":1.5}"#]), "{\"a\":1.0}\n{\"a\":1.5}\n");
        assert_eq!(again(&[r#"{"a":0.30000000000000001}"#]), "{\"a\":0.3}\n");
    }

    #[test]
    fn lists_are_read_beside_other_columns() {
        let schema = "message rows {
            optional group tags (LIST) { repeated group list { required int32 element; } }
            required binary puzzle (UTF8);
        }";
        let schema = Arc::new(parse_message_type(schema).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lists.parquet");
        let mut file =
            SerializedFileWriter::new(File::create(&path).unwrap(), schema, Arc::default())
                .unwrap();
        for start in [0, 2] {
            let mut group = file.next_row_group().unwrap();
            let mut tags = group.next_column().unwrap().unwrap();
            let (numbers, definitions) = ([start, start + 1, 9], [2, 2, 0, 2]);
            let tags_of = tags.typed::<Int32Type>();
            tags_of.write_batch(&numbers, Some(&definitions), Some(&[0, 1, 0, 0])).unwrap();
            tags.close().unwrap();
            let mut puzzles = group.next_column().unwrap().unwrap();
            let texts = ["a", "b", "c"].map(ByteArray::from);
            puzzles.typed::<ByteArrayType>().write_batch(&texts, None, None).unwrap();
            puzzles.close().unwrap();
            group.close().unwrap();
        }
        file.close().unwrap();
        let text = io::read_to_string(ParquetLines::open(&path, &Arc::default()).unwrap()).unwrap();
        let group = |list: &str| {
            format!(
                "{{\"tags\":\"{list}\",\"puzzle\":\"a\"}}\n\
                 {{\"tags\":null,\"puzzle\":\"b\"}}\n\
                 {{\"tags\":\"[9]\",\"puzzle\":\"c\"}}\n"
            )
        };
        assert_eq!(text, group("[0, 1]") + &group("[2, 3]"));
    }

    #[test]
    fn a_later_value_of_another_type_is_an_error() {
        let mut table = ParquetTable::default();
        (0..GROUP).for_each(|_| table.add(r#"{"a":1}"#).unwrap());
        let mut bytes = table.take();
        assert!(!bytes.is_empty());
        table.add(r#"{"a":2}"#).unwrap();
        table.add(r#"{"a":"x"}"#).unwrap();
        table.add(r#"{"a":3}"#).unwrap();
        bytes.extend(table.take());
        let message = table.finish(&[]).unwrap_err().to_string();
        assert!(message.starts_with("row 32770, column `a`: \"x\" has another type"), "{message}");
        bytes.extend(table.take());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.parquet");
        fs::write(&path, bytes).unwrap();
        let lines = ParquetLines::open(&path, &Arc::default()).unwrap();
        let text = io::read_to_string(lines).unwrap();
        assert_eq!(text, "{\"a\":1}\n".repeat(GROUP) + "{\"a\":2}\n");
    }
}
