//! The Rust crate `sudoku` as a program that makes puzzles and canonical forms, for
//! `cargo xtask peers`.

use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;

use sudoku::{Sudoku, Symmetry};
use sudoku_external_engines::refuse;

const USAGE: &str = "usage: tasks-sudoku generate COUNT none|half-turn, or tasks-sudoku canonical";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["generate", count, "none"] => generate(count, Symmetry::None),
        ["generate", count, "half-turn"] => generate(count, Symmetry::HalfRotation),
        ["canonical"] => canonical(),
        _ => return refuse(USAGE),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => refuse(&error.to_string()),
    }
}

/// Writes minimal puzzles, one on each line.
fn generate(count: &str, symmetry: Symmetry) -> io::Result<()> {
    let count: u64 = count.parse().map_err(io::Error::other)?;
    let mut output = BufWriter::new(io::stdout().lock());
    for _ in 0..count {
        let puzzle = Sudoku::generate_with_symmetry(symmetry);
        writeln!(output, "{}", puzzle.to_str_line())?;
    }
    output.flush()
}

/// Writes the canonical form of each proper puzzle from standard input.
fn canonical() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let puzzle = Sudoku::from_str_line(&line?).map_err(io::Error::other)?;
        let form = puzzle.canonicalized().map(|(form, _)| form);
        match form {
            Some(form) => writeln!(output, "{}", form.to_str_line())?,
            None => writeln!(output, "-")?,
        }
    }
    output.flush()
}
