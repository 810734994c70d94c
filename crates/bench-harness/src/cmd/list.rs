//! `bench-harness --list`: what can be named on the command line.

use std::path::Path;

use anyhow::bail;
use sudoku_strategies::STRATEGIES;

use super::output::{CommandResult, write};
use crate::render::format::ResultFormat;
use crate::render::list::{list_as_json, list_as_table};

/// Lists the strategies and the embedded sets.
///
/// # Errors
/// If the list has no such form, or cannot be written.
pub fn execute(format: ResultFormat, path: Option<&Path>) -> CommandResult {
    let sets: Vec<_> = sudoku_corpus::sets().collect();
    let text = match format {
        ResultFormat::Table => list_as_table(STRATEGIES, &sets),
        ResultFormat::Json => list_as_json(STRATEGIES, &sets)?,
        _ => bail!("--list is written as a table or as json only"),
    };
    write(path, text)
}
