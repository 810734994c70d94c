//! `cargo new-strategy NAME` creates the crate of a strategy and registers it.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command prints")]

mod plan;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use plan::{NewFile, plan};

const USAGE: &str = "\
Creates the crate `sudoku-NAME` of a new strategy, and registers the strategy.

Usage: cargo new-strategy NAME

NAME has lower-case letters, digits and hyphens, such as `hidden-singles`.";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["-h" | "--help"] => {
            println!("{USAGE}");
            Ok(())
        }
        [name] => create(name),
        _ => Err(format!("expected one name\n\n{USAGE}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn create(name: &str) -> Result<(), String> {
    // The value at run time: the step `new-strategy` of CI runs a copy of the workspace.
    let package = env::var_os("CARGO_MANIFEST_DIR").ok_or("run it as `cargo new-strategy NAME`")?;
    let root = Path::new(&package).parent().ok_or("new-strategy is not in a workspace")?;
    let files = plan(root, name)?;
    for NewFile { path, content, .. } in &files {
        let path = root.join(path);
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        folder.and_then(|()| fs::write(&path, content)).map_err(|error| {
            format!(
                "{}: {error}; undo the changes with `git checkout .` and remove crates/sudoku-{name}",
                path.display()
            )
        })?;
    }
    let edited = files.iter().filter(|file| file.is_edited).map(|file| file.path.as_str());
    println!(
        "Created crates/sudoku-{name}, and registered the strategy `{name}` in:\n  {}\n\n\
         Next:\n  \
         cargo test -p sudoku-{name}          # the conformance suite\n  \
         cargo run -p bench-harness -- --strategy {name} --strategy mrv\n\n\
         Your search is the function `fill` in crates/sudoku-{name}/src/lib.rs. The guide\n\
         docs/guides/write-a-strategy.md shows how to make it fast.",
        edited.collect::<Vec<_>>().join("\n  ")
    );
    Ok(())
}
