//! The progress and the messages of a subcommand of `dataset`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cli_support::{DiagnosticLimit, with_causes};
use sudoku_core::Solver;
use sudoku_dataset::{DatasetError, Observer, PuzzleError};

use crate::args::{ALL_ERRORS, ErrorArgs};
use crate::diagnosis;
use crate::error::CliError;
use crate::progress::PuzzleProgress;
use crate::stream::COLUMN_ADVICE;

/// Shows progress and reports puzzles that are left out.
pub(super) struct Watch {
    is_quiet: bool,
    progress: PuzzleProgress,
    passed: Arc<AtomicU64>,
    stop: &'static AtomicBool,
    /// The solver that finds the reason why a puzzle does not have exactly one solution.
    solver: Option<&'static dyn Solver>,
    diagnostics: DiagnosticLimit,
}

impl Watch {
    /// Creates the observer. The flag stops the subcommand.
    pub(super) fn new(is_quiet: bool, errors: ErrorArgs, stop: &'static AtomicBool) -> Self {
        let passed = Arc::new(AtomicU64::new(0));
        let progress = PuzzleProgress::new(false, None, Arc::clone(&passed));
        let diagnostics = DiagnosticLimit::new(errors.all_errors);
        Self { is_quiet, progress, passed, stop, solver: None, diagnostics }
    }

    /// Returns the observer with a solver, so that it reports why puzzles are improper.
    pub(super) fn with_solver(self, solver: &'static dyn Solver) -> Self {
        Self { solver: Some(solver), ..self }
    }

    /// Removes the progress bar and converts the result.
    pub(super) fn finish<T>(&self, result: Result<T, DatasetError>) -> Result<T, CliError> {
        self.progress.finish();
        if let Some(rest) = self.diagnostics.rest(ALL_ERRORS) {
            self.progress.eprint_message(&rest);
        }
        result.map_err(CliError::from)
    }
}

impl Observer for Watch {
    fn begin(&mut self, total: Option<u64>) {
        self.progress = PuzzleProgress::new(!self.is_quiet, total, Arc::clone(&self.passed));
    }

    fn advance(&mut self, puzzles: u64, passed: u64) {
        self.passed.store(passed, Ordering::Relaxed);
        self.progress.advance(puzzles);
    }

    fn reject(&mut self, rejected: &PuzzleError) {
        let message = match (rejected, self.solver) {
            (PuzzleError::NotProper { file, line, board }, Some(solver)) => {
                format!("{file}: line {line}: {}", diagnosis::cause(solver, board))
            }
            (PuzzleError::Unreadable { is_unnamed: true, .. }, _) => {
                format!("{}{COLUMN_ADVICE}", with_causes(rejected))
            }
            _ => with_causes(rejected),
        };
        let message = format!("error: {message}\n");
        let shown = self.diagnostics.take(&message);
        if !shown.is_empty() {
            self.progress.eprint_message(shown);
        }
    }

    fn repair(&mut self, shard: u64) {
        if !self.is_quiet {
            self.progress.eprint_message(&format!("regenerated the files numbered {shard:05}\n"));
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
