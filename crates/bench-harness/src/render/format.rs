//! The output formats, and the writers for JSON and CSV.
//!
//! In CSV, the last columns of every line hold the environment: every program reads columns, but
//! only some read comment lines.

use anyhow::Result;
use clap::ValueEnum;
use serde::Serialize;
use serde_json::Value;

/// The format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ResultFormat {
    /// Tables for a terminal.
    Table,
    /// One line per row, with the environment in the last columns.
    Csv,
    /// One object with stable field names.
    Json,
    /// Tables in Markdown.
    Markdown,
}

/// Returns an object as indented JSON.
pub fn json(object: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string_pretty(object)? + "\n")
}

/// Returns rows as CSV with this header. Each row is a list of objects; a column takes its value
/// from the first object that has a field of its name. Unknown values are empty. The column
/// `peer_version` is the field `version` of the object `peer`.
pub fn csv<const N: usize>(
    header: &str,
    rows: impl Iterator<Item = Result<[Value; N], serde_json::Error>>,
) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header.split(','))?;
    for row in rows {
        let row = row?;
        let datum = |name: &str| row.iter().find_map(|object| field(object, name));
        writer
            .write_record(header.split(',').map(|name| datum(name).map_or(String::new(), plain)))?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn field<'v>(object: &'v Value, name: &str) -> Option<&'v Value> {
    let nested = || object.get(name.split_once('_')?.0)?.get(name.split_once('_')?.1);
    object.get(name).or_else(nested)
}

/// Returns a value as plain text. Unknown values are empty.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        // Rust formats whole numbers without a decimal point.
        Value::Number(number) if number.is_f64() => {
            number.as_f64().map(|number| number.to_string()).unwrap_or_default()
        }
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Null | Value::Object(_) => String::new(),
        other => other.to_string(),
    }
}
