//! The output formats, and the writer for JSON.

use anyhow::Result;
use clap::ValueEnum;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ResultFormat {
    /// Tables for a terminal.
    Table,
    /// One object with stable field names.
    Json,
    /// Tables in Markdown.
    Markdown,
}

pub fn json(object: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string_pretty(object)? + "\n")
}
