//! `sudoku steps`.

use cli_support::ExitStatus;
use sudoku_core::Limits;
use sudoku_logic::{NoStepError, RatedStep};
use sudoku_text::FileCandidates;

use crate::error::CliError;
use crate::pipeline::Sink;
use crate::step_args::{ExplanationArgs, no_step};
use crate::stream::SlowJob;
use crate::values;

/// Say everything that can be done now
///
/// The steps that the techniques of the scale find on the board, in the order of its table, so that
/// the easiest come first. The board may have pencil marks; wrong ones are named instead of steps.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku steps puzzle.txt\n  \
    sudoku steps --depth name --scale hodoku marks.txt\n  \
    sudoku steps --json puzzle.txt")]
pub(crate) struct StepsArgs {
    #[command(flatten)]
    explanation: ExplanationArgs,

    /// How many steps to look for at most; chains within chains may take minutes
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = values::count())]
    limit: u64,
}

pub(crate) fn run(args: &StepsArgs) -> Result<ExitStatus, CliError> {
    args.explanation.run(args.clone())
}

impl SlowJob for StepsArgs {
    fn write(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let Self { explanation, limit } = self;
        let board = explanation.board(puzzle)?;
        let limits = Limits::ALL.with_nodes(*limit);
        let mut is_any = false;
        let mut write = |step: RatedStep| {
            is_any = true;
            explanation.write_alone(&board.state, &step, sink);
            sink.relieve()?;
            sink.offer()
        };
        explanation.scale.each_step(&board.state, &limits, &mut write).map_err(no_step)?;
        if is_any { Ok(()) } else { Err(no_step(NoStepError::NoTechnique)) }
    }

    fn takes_arguments(&self) -> bool {
        true
    }
}
