//! A harness with the strategy `trial`, which searches as `mrv` does.
//!
//! A copy of this program with the name `slowed` repeats every tenth search. So it is 10% slower,
//! with the same answers and counters. `cargo xtask gate` compares such copies.

use std::env;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use bench_harness::Strategy;
use bench_harness::sudoku_core::{Board, Grid, Limits, Report, Solver};
use sudoku_mrv::Mrv;

static STRATEGIES: &[Strategy] =
    &[Strategy::new("trial", env!("CARGO_PKG_NAME"), "mrv, perhaps slowed", &Trial)];

fn main() -> ExitCode {
    bench_harness::main_with(STRATEGIES)
}

static IS_SLOWED: LazyLock<bool> = LazyLock::new(|| {
    env::current_exe().is_ok_and(|path| path.file_stem().is_some_and(|name| name == "slowed"))
});

static SEARCHES: AtomicU32 = AtomicU32::new(0);

struct Trial;

impl Solver for Trial {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        if *IS_SLOWED && SEARCHES.fetch_add(1, Ordering::Relaxed) % 10 == 9 {
            black_box(Mrv.solve(black_box(board), &Limits::solutions(2)));
        }
        Mrv.search(board, limits, found)
    }
}
