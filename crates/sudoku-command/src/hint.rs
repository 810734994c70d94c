//! `sudoku hint`.

use cli_support::ExitStatus;
use sudoku_logic::RatingScale;
use sudoku_text::FileCandidates;

use crate::error::CliError;
use crate::pipeline::Sink;
use crate::rules_file::RulesFile;
use crate::step_args::{ExplanationArgs, no_step};
use crate::variant_hints;

/// Show the next logical step
///
/// Shows the first step on the board by the order of the --scale. --depth selects how much is
/// shown: the technique, the place and the result, or the proof. The board may have pencil marks.
/// If one of them is wrong, it is reported instead of a step.
///
/// For a variant, each hint is a digit with the steps that lead to it: singles, locked candidates,
/// one rule at a time, and the 45 rule.
#[derive(Clone, Debug, clap::Args)]
#[command(mut_arg("rules", |rules| rules.conflicts_with_all(["puzzle", "scale", "with", "strategy"])))]
#[command(after_help = "Examples:\n  sudoku hint puzzle.txt\n  \
    sudoku hint --depth name 53..7....6..(81 cells)\n  \
    sudoku hint --depth proof --show-board --scale hodoku marks.txt\n  \
    sudoku hint --to svg -o hint.svg puzzle.txt\n  \
    sudoku hint --rules killer.txt")]
pub(crate) struct HintArgs {
    #[command(flatten)]
    explanation: ExplanationArgs,
    #[command(flatten)]
    rules: RulesFile,
}

pub(crate) fn run(args: &HintArgs) -> Result<ExitStatus, CliError> {
    let job = args.clone();
    let hints = variant_hints::hints(&args.explanation, 1);
    args.explanation.run_with_rules(&args.rules, hints, move |scale, puzzle, sink| {
        job.write(scale, puzzle, sink)
    })
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
