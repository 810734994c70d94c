//! A line per row. The environment stands in the last columns of every line: comment lines would
//! have to be known about, columns are read by everything.

use serde::Serialize;
use serde_json::{Map, Value};

use super::RenderError;
use super::columns::{Column, Shown};

/// The rows as CSV, with those of the columns that are fields. What is not known is empty.
///
/// The field `version` of an object in the field `peer` is called `peer_version`.
///
/// # Errors
/// If a row is no object, or the CSV library refuses it.
pub fn csv<R>(
    columns: &[Column<R>],
    rows: impl Iterator<Item = impl Serialize>,
) -> Result<String, RenderError> {
    let fields = || columns.iter().filter(|column| matches!(column.shown, Shown::Field));
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(fields().map(|column| column.name))?;
    for row in rows {
        let row: Map<String, Value> = serde_json::from_value(serde_json::to_value(row)?)?;
        writer.write_record(fields().map(|column| field(&row, column.name)))?;
    }
    let bytes = writer.into_inner().map_err(|error| ::csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn field(row: &Map<String, Value>, name: &str) -> String {
    let nested = || row.get(name.split_once('_')?.0)?.get(name.split_once('_')?.1);
    row.get(name).or_else(nested).map(plain).unwrap_or_default()
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        // As Rust writes it: whole numbers without a point.
        Value::Number(number) if number.is_f64() => {
            number.as_f64().map(|number| number.to_string()).unwrap_or_default()
        }
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Null | Value::Object(_) => String::new(),
        other => other.to_string(),
    }
}
