//! `cargo new-strategy NAME` creates the crate of a strategy and registers it.

mod plan;
#[cfg(test)]
mod tests;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use plan::{plan, write};

const USAGE: &str = "\
Creates the crate `sudoku-NAME` of a new strategy, and registers the strategy.

Usage: cargo new-strategy NAME

NAME has lower-case letters, digits and hyphens, such as `hidden-singles`.";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let result = match &arguments[..] {
        [option] if option == "-h" || option == "--help" => Ok(USAGE.to_owned()),
        [name] => create(&name.to_string_lossy()),
        _ => Err(format!("expected one name\n\n{USAGE}")),
    };
    let result = result.and_then(|text| {
        let written = writeln!(io::stdout(), "{text}");
        // The files exist, so the text that names them must not be lost.
        written.map_err(|error| format!("cannot write to standard output: {error}\n\n{text}"))
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is no other place for the message.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Writes the files of the strategy. Returns the text for the user.
fn create(name: &str) -> Result<String, String> {
    // The value at run time: the step `new-strategy` of CI runs a copy of the workspace.
    let package = env::var_os("CARGO_MANIFEST_DIR").ok_or("run it as `cargo new-strategy NAME`")?;
    let root = Path::new(&package).parent().ok_or("new-strategy is not in a workspace")?;
    let files = plan(root, name)?;
    write(root, name, &files)?;
    let edited = files.iter().filter(|file| file.is_edited).map(|file| file.path.as_str());
    Ok(format!(
        "Created crates/sudoku-{name}, and registered the strategy `{name}` in:\n  {}\n\n\
         Next:\n  \
         cargo test -p sudoku-{name}          # the conformance suite\n  \
         cargo run -p bench-harness -- --strategy {name} --strategy mrv\n\n\
         Your search is the function `fill` in crates/sudoku-{name}/src/lib.rs. The guide\n\
         docs/guides/write-a-strategy.md shows how to make it fast.",
        edited.collect::<Vec<_>>().join("\n  ")
    ))
}
