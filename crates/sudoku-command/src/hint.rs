//! `sudoku hint`.

use cli_support::ExitStatus;
use sudoku_logic::RatingScale;
use sudoku_text::FileCandidates;

use crate::error::CliError;
use crate::pipeline::Sink;
use crate::step_args::{ExplanationArgs, no_step};

/// Show the next logical step
///
/// Shows the first step on the board by the order of the --scale. --depth selects how much is
/// shown: the technique, the place and the result, or the proof. The board may have pencil marks.
/// If one of them is wrong, it is reported instead of a step.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku hint puzzle.txt\n  \
    sudoku hint --depth name 53..7....6..(81 cells)\n  \
    sudoku hint --depth proof --show-board --scale hodoku marks.txt\n  \
    sudoku hint --to svg -o hint.svg puzzle.txt")]
pub(crate) struct HintArgs {
    #[command(flatten)]
    explanation: ExplanationArgs,
}

pub(crate) fn run(args: &HintArgs) -> Result<ExitStatus, CliError> {
    let job = args.clone();
    args.explanation.run(move |scale, puzzle, sink| job.write(scale, puzzle, sink))
}

impl HintArgs {
    fn write(
        &self,
        scale: &RatingScale,
        puzzle: &FileCandidates,
        sink: &mut Sink<'_>,
    ) -> Result<(), String> {
        let board = self.explanation.board(puzzle)?;
        let hint = self
            .explanation
            .time_limit
            .run(|limits| scale.hint(&board.state, limits).map_err(no_step))?;
        self.explanation.write_alone(&board.state, &hint, sink);
        Ok(())
    }
}
