//! Parquet files of rows that are JSON objects, for programs that know their columns only at run
//! time.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use parquet::basic::{Compression, LogicalType, Repetition, Type, ZstdLevel};
use parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use parquet::schema::types::Type as SchemaType;
use serde_json::Value;
use sudoku_text::{FileField, object_fields};

use super::parquet::{GROUP, plain, shielded};
use crate::table::invalid;

/// A writer of Parquet. The first row has the names of the columns. The type of a column is the
/// type of its values in the first 32,768 rows, or text if they have several.
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
    values: Vec<Value>,
}

impl Column {
    fn named(field: &FileField) -> Self {
        Self { name: field.name.to_string(), kind: Kind::Text, values: Vec::new() }
    }
}

/// The type of a column. Every column may have nulls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Boolean,
    Whole,
    Real,
    Text,
}

impl Kind {
    /// Returns the type of a value, or `None` for null.
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Null => None,
            Value::Bool(_) => Some(Self::Boolean),
            Value::Number(number) if number.is_i64() => Some(Self::Whole),
            Value::Number(_) => Some(Self::Real),
            _ => Some(Self::Text),
        }
    }

    /// Returns the type for values of both types.
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Whole, Self::Real) | (Self::Real, Self::Whole) => Self::Real,
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
    /// If a later row has another number of values, or a value of another type than the column.
    pub fn add(&mut self, row: &str) -> io::Result<()> {
        let fields = object_fields(row);
        if self.columns.is_empty() {
            self.columns = fields.iter().map(Column::named).collect();
        }
        if fields.len() != self.columns.len() {
            return Err(io::Error::other("a row has other columns than the first row"));
        }
        for (column, field) in self.columns.iter_mut().zip(fields) {
            // A number that is too large for a number of Parquet is text.
            let value = serde_json::from_str(&field.json);
            column.values.push(value.unwrap_or(Value::String(field.json)));
        }
        self.waiting += 1;
        if self.waiting == GROUP { self.write_group() } else { Ok(()) }
    }

    /// Returns the bytes of the file that are ready and were not returned before.
    #[must_use]
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.bytes.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Completes the file and returns its last bytes. A file without rows has columns of text with
    /// the names of these fields.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn finish(mut self, names: &[FileField]) -> io::Result<Vec<u8>> {
        if self.columns.is_empty() {
            self.columns = names.iter().map(Column::named).collect();
        }
        if self.waiting > 0 || self.file.is_none() {
            self.write_group()?;
        }
        self.file.take().map(SerializedFileWriter::close).transpose().map_err(plain)?;
        Ok(self.take())
    }

    fn write_group(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                for column in &mut self.columns {
                    let kinds = column.values.iter().filter_map(Kind::of);
                    column.kind = kinds.reduce(Kind::with).unwrap_or(Kind::Text);
                }
                none.insert(open(&self.columns, self.bytes.clone()).map_err(plain)?)
            }
        };
        let mut group = file.next_row_group().map_err(plain)?;
        for column in &mut self.columns {
            let values = std::mem::take(&mut column.values);
            if let Some((row, value)) = wrong(&values, column.kind) {
                let (row, name) = (self.written + row + 1, &column.name);
                return Err(invalid(format!(
                    "row {row}, column `{name}`: {value} has another type than the values of the \
                     first {GROUP} rows; write CSV or JSON lines instead"
                )));
            }
            write_column(&mut group, column.kind, &values).map_err(plain)?;
        }
        group.close().map_err(plain)?;
        self.written += std::mem::take(&mut self.waiting);
        Ok(())
    }
}

/// Returns the first value that does not fit in a column of this type.
fn wrong(values: &[Value], kind: Kind) -> Option<(usize, &Value)> {
    let fits = |value: &Value| Kind::of(value).is_none_or(|of| of.with(kind) == kind);
    values.iter().enumerate().find(|(_, value)| !fits(value))
}

fn open(columns: &[Column], bytes: Bytes) -> Result<SerializedFileWriter<Bytes>, ParquetError> {
    let column = |column: &Column| {
        let (kind, meaning) = match column.kind {
            Kind::Boolean => (Type::BOOLEAN, None),
            Kind::Whole => (Type::INT64, None),
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
    values: &[Value],
) -> Result<(), ParquetError> {
    fn write<T: DataType>(
        group: &mut SerializedRowGroupWriter<'_, Bytes>,
        values: &[Value],
        value: impl Fn(&Value) -> Option<T::T>,
    ) -> Result<(), ParquetError> {
        let no_more = || ParquetError::General("the schema has fewer columns".into());
        let mut column = group.next_column()?.ok_or_else(no_more)?;
        let levels: Vec<i16> = values.iter().map(|value| i16::from(!value.is_null())).collect();
        let values: Vec<T::T> = values.iter().filter_map(value).collect();
        column.typed::<T>().write_batch(&values, Some(&levels), None)?;
        column.close()
    }
    match kind {
        Kind::Boolean => write::<BoolType>(group, values, Value::as_bool),
        Kind::Whole => write::<Int64Type>(group, values, Value::as_i64),
        Kind::Real => write::<DoubleType>(group, values, Value::as_f64),
        Kind::Text => write::<ByteArrayType>(group, values, |value| match value {
            Value::Null => None,
            Value::String(text) => Some(text.as_str().into()),
            other => Some(other.to_string().as_str().into()),
        }),
    }
}

/// A Parquet file as text: each row is a JSON object on a line.
pub struct ParquetLines {
    columns: Vec<String>,
    rows: RowIter<'static>,
    /// The current line, and the number of its bytes that were read.
    line: Vec<u8>,
    passed: usize,
    is_damaged: bool,
}

impl std::fmt::Debug for ParquetLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetLines").finish_non_exhaustive()
    }
}

impl ParquetLines {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read or is no Parquet file.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let open = || {
            let reader = SerializedFileReader::new(file)?;
            let schema = reader.metadata().file_metadata().schema();
            let columns = schema.get_fields().iter().map(|field| field.name().to_owned()).collect();
            Ok((columns, RowIter::from_file_into(Box::new(reader))))
        };
        let (columns, rows) = shielded(open).map_err(plain)?;
        Ok(Self { columns, rows, line: Vec::new(), passed: 0, is_damaged: false })
    }

    /// Returns the names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    fn next_line(&mut self) -> io::Result<()> {
        self.line.clear();
        self.passed = 0;
        if self.is_damaged {
            return Ok(());
        }
        let row = shielded(|| self.rows.next().transpose());
        self.is_damaged = row.is_err();
        let Some(row) = row.map_err(plain)? else { return Ok(()) };
        for (at, (name, value)) in row.get_column_iter().enumerate() {
            self.line.push(if at == 0 { b'{' } else { b',' });
            serde_json::to_writer(&mut self.line, name)?;
            self.line.push(b':');
            serde_json::to_writer(&mut self.line, &json(value))?;
        }
        self.line.extend(b"}\n");
        Ok(())
    }
}

impl Read for ParquetLines {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.passed == self.line.len() {
            self.next_line()?;
        }
        let count = bytes.len().min(self.line.len() - self.passed);
        bytes[..count].copy_from_slice(&self.line[self.passed..self.passed + count]);
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

    use super::*;

    /// Writes the rows and reads them again.
    fn again(rows: &[&str]) -> String {
        let mut table = ParquetTable::default();
        rows.iter().for_each(|row| table.add(row).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.parquet");
        fs::write(&path, table.finish(&[]).unwrap()).unwrap();
        io::read_to_string(ParquetLines::open(&path).unwrap()).unwrap()
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
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
        assert_eq!(again(&[r#"{"a":1}"#, r#"{"a":1.5}"#]), "{\"a\":1.0}\n{\"a\":1.5}\n");
    }

    #[test]
    fn a_later_value_of_another_type_is_an_error() {
        let mut table = ParquetTable::default();
        (0..GROUP).for_each(|_| table.add(r#"{"a":1}"#).unwrap());
        assert!(!table.take().is_empty());
        table.add(r#"{"a":2}"#).unwrap();
        table.add(r#"{"a":"x"}"#).unwrap();
        let message = table.finish(&[]).unwrap_err().to_string();
        assert!(message.starts_with("row 32770, column `a`: \"x\" has another type"), "{message}");
    }
}
