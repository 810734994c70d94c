//! Prints the JSON schema of a step.

#![allow(clippy::print_stdout, reason = "an example prints")]

use sudoku_explain::StepData;

fn main() -> serde_json::Result<()> {
    println!("{}", serde_json::to_string_pretty(&schemars::schema_for!(StepData))?);
    Ok(())
}
