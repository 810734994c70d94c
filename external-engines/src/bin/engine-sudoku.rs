//! The Rust crate `sudoku` as an external engine.

use std::process::ExitCode;

use sudoku::Sudoku;
use sudoku_external_engines::{Answer, serve};

fn main() -> ExitCode {
    serve("0.8.0", "AGPL-3.0", |puzzle, limit, answer: &mut Answer| {
        let Ok(sudoku) = Sudoku::from_str_line(&puzzle[..81]) else {
            return;
        };
        // Further solutions are only counted.
        let mut first = [[0; 81]];
        answer.count = sudoku.solutions_up_to_buffer(&mut first, limit as usize) as u64;
        answer.solution = first[0].map(|digit| b'0' + digit);
    })
}
