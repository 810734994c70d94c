//! The forms in which results are shown.

pub mod columns;
pub mod comparison;
mod csv;
mod html;
pub mod judge;
pub mod list;
mod plots;
pub mod ranking;
mod records;
pub mod style;

use clap::ValueEnum;
use serde::Serialize;
use thiserror::Error;

use crate::data::record::Records;

pub use csv::csv;
pub use html::page;
pub use plots::PlotError;

/// How results are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// Tables for people.
    Table,
    /// A line per row, with the environment in the last columns.
    Csv,
    /// One object, whose fields scripts can rely on.
    Json,
    /// The tables for a job summary or a page.
    Markdown,
}

/// Why results could not be brought into a form.
#[derive(Debug, Error)]
pub enum RenderError {
    /// As JSON.
    #[error("the results cannot be written as JSON")]
    Json(#[from] serde_json::Error),
    /// As CSV.
    #[error("the results cannot be written as CSV")]
    Csv(#[from] ::csv::Error),
}

/// Brings results into a form. Notes are for people and stand only in the forms for them.
///
/// # Errors
/// If the form's library refuses them.
pub fn render(
    records: &Records,
    notes: &[String],
    format: OutputFormat,
) -> Result<String, RenderError> {
    match format {
        OutputFormat::Table => Ok(records::render(records, notes, style::Style::TEXT)),
        OutputFormat::Markdown => Ok(records::render(records, notes, style::Style::MARKDOWN)),
        OutputFormat::Csv => records::csv(records),
        OutputFormat::Json => json(records),
    }
}

/// One JSON object, for people to read too.
///
/// # Errors
/// If the JSON library refuses it.
pub fn json(object: &impl Serialize) -> Result<String, RenderError> {
    Ok(serde_json::to_string_pretty(object)? + "\n")
}
