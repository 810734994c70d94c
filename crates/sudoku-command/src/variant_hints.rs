//! Hints for variants, which `hint` and `explain` write.

use sudoku_core::{Ending, Limits, Solver};
use sudoku_explain::{Language, VariantHintData, variant_hint};
use sudoku_logic::NoStepError;
use sudoku_variants::{Hints, Ruled, Weighted};

use crate::diagnosis;
use crate::format::json;
use crate::pipeline::Sink;
use crate::step_args::{ExplanationArgs, ONE_DEPTH, StepFormat, label, no_step};

/// The message for a board on which simple reasons lead to no digit.
const NO_STEP: &str = "no further step: singles, locked candidates, subsets, one rule at a time, the \
                       45 rule and the sums of a house lead to no digit; add a digit of the \
                       solution, which `sudoku solve` finds, to the line `board`";

/// Returns the answer to variants: at most this many hints.
pub(crate) fn hints(
    args: &ExplanationArgs,
    most: usize,
) -> impl Fn(&Ruled, &mut Sink<'_>) -> Result<(), String> + Send + Sync + 'static {
    let args = args.clone();
    move |puzzle, sink| write_hints(&args, most, puzzle, sink)
}

fn write_hints(
    args: &ExplanationArgs,
    most: usize,
    puzzle: &Ruled,
    sink: &mut Sink<'_>,
) -> Result<(), String> {
    if args.is_for_boards() {
        // Every other variant would have the same error.
        sink.stop();
        return Err(ONE_DEPTH.to_owned());
    }
    args.time_limit.run(|limits| write_within(limits, args, most, puzzle, sink))
}

/// Writes the hints until a flag ends the work.
fn write_within(
    limits: &Limits<'_>,
    args: &ExplanationArgs,
    most: usize,
    puzzle: &Ruled,
    sink: &mut Sink<'_>,
) -> Result<(), String> {
    let two = limits.stop.map_or(Limits::solutions(2), |stop| Limits::solutions(2).with_stop(stop));
    let report = Weighted.count(puzzle, &two);
    if report.ending == Ending::Stopped {
        return Err(no_step(NoStepError::Stopped));
    }
    if !report.is_proper() {
        return Err(diagnosis::cause_by_rules(puzzle));
    }
    if puzzle.rules().board.to_grid().is_some() {
        return Err(no_step(NoStepError::Solved));
    }
    let mut hints = Hints::new(puzzle);
    let mut number = 0;
    for hint in hints.by_ref().take(most) {
        if limits.is_stopped() {
            return Err(no_step(NoStepError::Stopped));
        }
        number += 1;
        let data = variant_hint(&hint, Language::default());
        let text = match args.format() {
            StepFormat::Json => sink.place.json(&json(&data)),
            format => {
                let heading = if format == StepFormat::Markdown { "## " } else { "" };
                let number = if most > 1 { format!("{number}. ") } else { String::new() };
                format!("{heading}{}{number}{}", label(sink), text(&data))
            }
        };
        sink.text(&text);
    }
    let is_short = number < most && hints.board().to_grid().is_none();
    if is_short { Err(NO_STEP.to_owned()) } else { Ok(()) }
}

/// Returns a hint as text: the digit, and a numbered line for each step.
fn text(VariantHintData { cell, digit, steps, .. }: &VariantHintData) -> String {
    let lines = (1..).zip(steps).map(|(number, step)| format!("  {number}. {}\n", step.text));
    format!("{cell}={digit}\n{}", lines.collect::<String>())
}
