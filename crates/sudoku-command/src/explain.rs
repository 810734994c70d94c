//! `sudoku explain`.

use cli_support::ExitStatus;
use sudoku_core::Limits;
use sudoku_logic::{NoStepError, RatingScale};
use sudoku_text::FileCandidates;

use crate::error::CliError;
use crate::pipeline::Sink;
use crate::rated;
use crate::rules_file::RulesFile;
use crate::step_args::{BoardAtHand, ExplanationArgs, StepFormat};
use crate::variant_hints;

/// Explain the whole solution, step by step
///
/// Shows the steps from the board to the solution by the order of the --scale, and the rating at
/// the end. The board may have pencil marks. If one of them is wrong, it is reported instead of the
/// steps.
///
/// For a variant, each hint is a digit with the steps that lead to it: singles, locked candidates,
/// one rule at a time, and the 45 rule.
#[derive(Clone, Debug, clap::Args)]
#[command(mut_arg("rules", |rules| rules.conflicts_with_all(["puzzle", "scale", "with", "strategy"])))]
#[command(after_help = "Examples:\n  sudoku explain puzzle.txt\n  \
    sudoku explain --to markdown --depth proof puzzle.txt > solution.md\n  \
    sudoku explain --to svg -o steps.svg puzzle.txt\n  \
    sudoku explain --scale hodoku --show-board puzzle.txt\n  \
    sudoku explain --rules killer.txt")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    explanation: ExplanationArgs,
    #[command(flatten)]
    rules: RulesFile,
}

pub(crate) fn run(args: &ExplainArgs) -> Result<ExitStatus, CliError> {
    let job = args.clone();
    let hints = variant_hints::hints(&args.explanation, usize::MAX);
    args.explanation.run_with_rules(&args.rules, hints, move |scale, puzzle, sink| {
        job.write(scale, puzzle, sink)
    })
}

impl ExplainArgs {
    fn write(
        &self,
        scale: &RatingScale,
        puzzle: &FileCandidates,
        sink: &mut Sink<'_>,
    ) -> Result<(), String> {
        let board = self.explanation.board(puzzle)?;
        self.explanation.time_limit.run(|limits| self.steps(scale, &board, limits, sink))
    }

    fn steps(
        &self,
        scale: &RatingScale,
        board: &BoardAtHand,
        limits: &Limits<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<(), String> {
        let has_words =
            matches!(self.explanation.format(), StepFormat::Text | StepFormat::Markdown);
        let mut path = scale.path(&board.state, limits);
        let mut number = 0;
        loop {
            let state = *path.state();
            let Some(step) = path.next() else { break };
            // The heading is written with the first step: a board without any step has only an
            // error message.
            if has_words && number == 0 {
                let heading =
                    if self.explanation.format() == StepFormat::Markdown { "# " } else { "" };
                sink.text(&format!("{heading}{}\n\n", board.digits));
            }
            number += 1;
            if has_words {
                let mark =
                    if self.explanation.format() == StepFormat::Markdown { "## " } else { "" };
                let is_inline = mark.is_empty() && !self.explanation.show_board;
                let gap = if is_inline { " " } else { "\n\n" };
                sink.text(&format!("{mark}{number}.{gap}"));
            }
            self.explanation.write("", &state, &step, sink);
            if has_words && self.explanation.format() == StepFormat::Markdown {
                sink.text("\n");
            }
        }
        let rating = path.rating();
        match path.end() {
            NoStepError::Solved if number > 0 => {
                if has_words {
                    sink.text(&format!("\n{}: {rating}\n\n", scale.title()));
                }
                Ok(())
            }
            end => Err(rated::unsolved(end, Some(rating).filter(|_| number > 0))),
        }
    }
}
