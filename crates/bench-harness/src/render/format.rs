//! The formats in which results are shown, and those for scripts.
//!
//! In CSV the environment stands in the last columns of every line: comment lines would have to be
//! known about, columns are read by everything.

use clap::ValueEnum;
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

/// How results are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ResultFormat {
    /// Tables for people.
    Table,
    /// A line per row, with the environment in the last columns.
    Csv,
    /// One object, whose fields scripts can rely on.
    Json,
    /// The tables for a job summary or a page.
    Markdown,
}

/// Why results could not be brought into a format.
#[derive(Debug, Error)]
pub enum RenderError {
    /// As JSON.
    #[error("the results cannot be written as JSON")]
    Json(#[from] serde_json::Error),
    /// As CSV.
    #[error("the results cannot be written as CSV")]
    Csv(#[from] csv::Error),
}

/// One JSON object, for people to read too.
pub fn json(object: &impl Serialize) -> Result<String, RenderError> {
    Ok(serde_json::to_string_pretty(object)? + "\n")
}

/// Rows as CSV under this header, each as objects in the first of which a name is looked up that
/// has it. What is not known is empty. The field `version` of an object in the field `peer` is
/// called `peer_version`.
pub fn csv<const N: usize>(
    header: &str,
    rows: impl Iterator<Item = Result<[Value; N], serde_json::Error>>,
) -> Result<String, RenderError> {
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

/// A datum as text. What is not known is empty.
pub(super) fn plain(value: &Value) -> String {
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
