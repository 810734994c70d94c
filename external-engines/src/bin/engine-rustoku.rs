//! The Rust crate `rustoku-lib` as an external engine.

use std::process::ExitCode;

use rustoku_lib::Rustoku;
use sudoku_external_engines::{Answer, serve};

fn main() -> ExitCode {
    serve("0.16.0", "MIT", |puzzle, limit, answer: &mut Answer| {
        let Ok(mut rustoku) = Rustoku::new_from_str(&puzzle[..81]) else {
            return;
        };
        let solutions = rustoku.solve_until(limit as usize);
        answer.count = solutions.len() as u64;
        if let Some(solution) = solutions.first() {
            for (cell, character) in answer.solution.iter_mut().enumerate() {
                *character = b'0' + solution.board.get(cell / 9, cell % 9);
            }
        }
    })
}
