//! The puzzles of the input of `sudoku search closure`.

use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;

use cli_support::{DiagnosticLimit, ExitStatus, eprint_message};
use compressed_io::{InputFile, NamedIoError};
use sudoku_core::{Board, Limits};
use sudoku_search::Neighborhood;
use sudoku_text::{Blocks, FileHints, FilePuzzle};

use crate::args::{ALL_ERRORS, ErrorArgs, InputArgs, OnError, SolverArgs};
use crate::search::found::reason;
use crate::stream::{argument, entries, error_report, is_puzzle, reading_error};

/// The reader of the puzzles of the input.
pub(super) struct Sources {
    inputs: Vec<InputFile>,
    hints: FileHints,
    on_error: OnError,
    neighborhood: Neighborhood,
    solver: SolverArgs,
    boards: Vec<Board>,
    /// The most severe status so far.
    status: ExitStatus,
    diagnostics: DiagnosticLimit,
}

impl Sources {
    pub(super) fn new(
        input: &InputArgs,
        errors: ErrorArgs,
        neighborhood: Neighborhood,
        solver: SolverArgs,
    ) -> Self {
        Self {
            inputs: InputFile::all(&input.files),
            hints: input.hints(),
            on_error: input.on_error,
            neighborhood,
            solver,
            boards: Vec::new(),
            status: ExitStatus::Success,
            diagnostics: DiagnosticLimit::new(errors.all_errors),
        }
    }

    /// Reads the puzzles that can be searched, and reports the others. Returns no puzzle
    /// after an error with `--on-error stop`.
    pub(super) fn read(mut self) -> (Vec<Board>, ExitStatus) {
        for input in std::mem::take(&mut self.inputs) {
            match self.read_from(&input) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => {
                    self.boards.clear();
                    break;
                }
                Err(error) => {
                    self.status = ExitStatus::Failure;
                    eprint_message(&format!("error: {}\n", reading_error(&input, &error)));
                }
            }
        }
        if let Some(rest) = self.diagnostics.rest(ALL_ERRORS) {
            eprint_message(&rest);
        }
        (self.boards, self.status)
    }

    /// Reads a file. Breaks after an error if the run ends there.
    fn read_from(&mut self, input: &InputFile) -> Result<ControlFlow<()>, NamedIoError> {
        let reader: Box<dyn Read + Send> = match input.open(&Arc::default()) {
            Err(_) if is_puzzle(argument(input)) => Box::new(argument(input).as_bytes()),
            reader => reader?,
        };
        for block in Blocks::with_hints(reader, &self.hints) {
            let block = block.map_err(|error| input.error(error))?;
            for (puzzle, _) in entries(&block) {
                let cause = match puzzle {
                    Ok(FilePuzzle { line, board, .. }) => match self.check(&board) {
                        Ok(()) => {
                            self.boards.push(board);
                            continue;
                        }
                        Err(cause) => format!("line {line}: {cause}"),
                    },
                    Err(error) => error_report(&error).1,
                };
                if self.status == ExitStatus::Success {
                    self.status = ExitStatus::Fault;
                }
                let message = format!("error: {}: {cause}\n", input.name());
                eprint_message(self.diagnostics.take(&message));
                if self.on_error == OnError::Stop {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the reason why a puzzle cannot be searched, if there is one.
    fn check(&self, board: &Board) -> Result<(), String> {
        let solver = self.solver.solver();
        let none = &mut |_: &Board| ControlFlow::Break(());
        // One call of the solver checks the puzzle.
        let found = self.neighborhood.search(solver, board, &Limits::ALL.with_nodes(1), none);
        found.map(drop).map_err(|error| reason(error, solver, board))
    }
}
