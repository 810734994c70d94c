//! `sudoku hints`.

use cli_support::ExitStatus;
use sudoku_core::Limits;
use sudoku_logic::{NoStepError, RatedStep};
use sudoku_text::FileCandidates;

use crate::error::CliError;
use crate::pipeline::Sink;
use crate::step_args::{ExplanationArgs, no_step};
use crate::values;

/// List every step available on the board
///
/// Lists the steps that the techniques of the --scale find on the board, easiest first. The board
/// may have pencil marks. If one of them is wrong, it is reported instead of the steps.
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
    args.explanation.stream()?.run_slow(None, move |puzzle, sink| job.write(puzzle, sink))
}

impl HintsArgs {
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
}
