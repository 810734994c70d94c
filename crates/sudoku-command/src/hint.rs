//! `sudoku hint`.

use cli_support::ExitStatus;
use sudoku_core::Limits;
use sudoku_text::FileCandidates;

use crate::error::CliError;
use crate::pipeline::Sink;
use crate::step_args::{ExplanationArgs, no_step};
use crate::stream::SlowJob;

/// Say what the next step is
///
/// The step that the scale takes first on the board, as far as asked: what it is called, where it
/// is and what follows, or why. The board may have pencil marks; a wrong one is named instead of a
/// step.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku hint puzzle.txt\n  \
    sudoku hint --depth name 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n  \
    sudoku hint --depth proof --draw --scale hodoku marks.txt\n  \
    sudoku hint --to svg -o hint.svg puzzle.txt")]
pub(crate) struct HintArgs {
    #[command(flatten)]
    explanation: ExplanationArgs,
}

pub(crate) fn run(args: &HintArgs) -> Result<ExitStatus, CliError> {
    args.explanation.run(args.clone())
}

impl SlowJob for HintArgs {
    fn write(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let board = self.explanation.board(puzzle)?;
        let hint = self.explanation.scale.hint(&board.state, &Limits::ALL).map_err(no_step)?;
        self.explanation.write_alone(&board.state, &hint, sink);
        Ok(())
    }

    fn takes_arguments(&self) -> bool {
        true
    }
}
