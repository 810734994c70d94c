//! `sudoku hints`.

use std::ops::ControlFlow;

use cli_support::ExitStatus;
use sudoku_core::Limits;
use sudoku_logic::{RatedStep, RatingScale, Step};
use sudoku_text::FileCandidates;

use crate::error::CliError;
use crate::pipeline::Sink;
use crate::step_args::{BoardAtHand, ExplanationArgs, no_step};
use crate::values;

/// List every step available on the board
///
/// Lists the steps that the techniques of the --scale find on the board: first the step that
/// `sudoku hint` shows, then all others, easiest first. The board may have pencil marks. If one of
/// them is wrong, it is reported instead of the steps.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku hints puzzle.txt\n  \
    sudoku hints --depth name --scale hodoku marks.txt\n  \
    sudoku hints --json puzzle.txt")]
pub(crate) struct HintsArgs {
    #[command(flatten)]
    explanation: ExplanationArgs,

    /// Maximum number of steps; a search for nested chains may take minutes
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = values::count())]
    limit: u64,
}

pub(crate) fn run(args: &HintsArgs) -> Result<ExitStatus, CliError> {
    let job = args.clone();
    args.explanation.run(move |scale, puzzle, sink| job.write(scale, puzzle, sink))
}

impl HintsArgs {
    fn write(
        &self,
        scale: &RatingScale,
        puzzle: &FileCandidates,
        sink: &mut Sink<'_>,
    ) -> Result<(), String> {
        let board = self.explanation.board(puzzle)?;
        self.explanation.time_limit.run(|limits| self.list(scale, &board, limits, sink))
    }

    fn list(
        &self,
        scale: &RatingScale,
        board: &BoardAtHand,
        limits: &Limits<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<(), String> {
        let Self { explanation, limit } = self;
        // A scale may prefer another of the easiest steps than the first that its techniques find.
        let first = scale.hint(&board.state, limits).map_err(no_step)?;
        let mut written = 0;
        let mut write = |step: &RatedStep, sink: &mut Sink<'_>| {
            written += 1;
            explanation.write_alone(&board.state, step, sink);
            sink.relieve()?;
            sink.offer()?;
            if written == *limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if write(&first, sink).is_break() {
            return Ok(());
        }
        let is_first =
            |step: &Step| (step.name, &step.effect) == (first.step.name, &first.step.effect);
        let mut is_passed = false;
        let mut write_other = |step: RatedStep| {
            if !is_passed && is_first(&step.step) {
                is_passed = true;
                return ControlFlow::Continue(());
            }
            write(&step, sink)
        };
        scale.each_step(&board.state, limits, &mut write_other).map_err(no_step)
    }
}
