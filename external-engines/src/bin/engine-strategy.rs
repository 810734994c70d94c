//! A strategy of this project as an external engine: `engine-strategy NAME`.
//!
//! The difference between its time here and in the harness is the cost of the protocol.
//! `SUDOKU_SIMD` selects the instruction set of `board`, `batch` and `auto`, as in the harness.

use std::ops::ControlFlow;
use std::process::ExitCode;

use sudoku_core::{Board, Limits};
use sudoku_external_engines::{Answer, refuse, serve};
use sudoku_registry::SimdLevel;

fn main() -> ExitCode {
    if let Some(path) = std::env::var_os("SUDOKU_SIMD") {
        let path = path.to_string_lossy();
        if let Err(error) = path.parse().and_then(SimdLevel::make_default) {
            return refuse(&format!("SUDOKU_SIMD is \"{path}\": {error}"));
        }
    }
    let name = std::env::args().nth(1).unwrap_or_default();
    let strategy = sudoku_registry::find(&name).filter(|strategy| strategy.is_available());
    let Some(strategy) = strategy else {
        return refuse(
            "expected engine-strategy NAME, with a strategy that this processor supports",
        );
    };
    serve("this checkout", "MIT OR Apache-2.0", |puzzle, limit, answer: &mut Answer| {
        let Some(board) = puzzle.as_bytes().first_chunk().and_then(Board::from_line) else {
            return;
        };
        let mut found = false;
        let report = strategy.solver.search(&board, &Limits::solutions(limit), &mut |grid| {
            if !found {
                answer.solution = grid.to_line();
            }
            found = true;
            ControlFlow::Continue(())
        });
        (answer.count, answer.guesses) = (report.solutions, report.guesses);
    })
}
