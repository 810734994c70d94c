//! Compares a strategy of this package with those of the harness: `cargo run --release -- --help`.

use std::ops::ControlFlow;
use std::process::ExitCode;

use bench_harness::Strategy;
use sudoku_core::{Board, Cell, Ending, Grid, Limits, Meter, Report, Solver};

static STRATEGIES: &[Strategy] = &[Strategy::new(
    "own",
    env!("CARGO_PKG_NAME"),
    "the blank with the fewest candidates first",
    &FewestFirst,
)];

fn main() -> ExitCode {
    bench_harness::main_with(STRATEGIES)
}

/// Fills the blank with the fewest candidates first.
struct FewestFirst;

impl Solver for FewestFirst {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let report = Meter::run(limits, found, |meter| {
            if board.is_consistent() {
                fill(&mut board.clone(), meter)?;
            }
            ControlFlow::Continue(())
        });
        report.with_placements(report.nodes)
    }
}

/// Tries every candidate of the blank with the fewest candidates. Searches the rest recursively.
fn fill(board: &mut Board, meter: &mut Meter<'_>) -> ControlFlow<Ending> {
    let blanks = Cell::all().filter(|&cell| board.get(cell).is_none());
    let Some(cell) = blanks.min_by_key(|&cell| board.candidates(cell).len()) else {
        return board.to_grid().map_or(ControlFlow::Continue(()), |grid| meter.solution(&grid));
    };
    for digit in board.candidates(cell) {
        meter.node()?;
        board.set(cell, Some(digit));
        fill(board, meter)?;
    }
    board.set(cell, None);
    ControlFlow::Continue(())
}
