//! `sudoku canonical`.

use cli_support::ExitStatus;
use serde::Serialize;
use sudoku_canonical::{Canonical, canonical};
use sudoku_text::FilePuzzle;

use crate::args::StreamArgs;
use crate::error::CliError;
use crate::format::json;
use crate::pipeline::Sink;
use crate::stream::{Job, Stream};

/// Print the canonical (minlex) form of puzzles
///
/// The canonical form is the smallest string of 81 characters (blanks sort first) that board
/// symmetries and relabelings make of the puzzle. Two puzzles are essentially the same if their
/// canonical forms are equal. --json adds the number of automorphisms.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sudoku canonical puzzles.txt | sort -u | wc -l    count essentially different puzzles"
)]
pub(crate) struct CanonicalArgs {
    #[command(flatten)]
    stream: StreamArgs,
}

pub(crate) fn run(args: &CanonicalArgs) -> Result<ExitStatus, CliError> {
    let job = Job { example: json(&CanonicalForm::default()), ..Job::default() };
    Stream::new(&args.stream)?.run_by_clues(job, write_form)
}

#[derive(Default, Serialize)]
struct CanonicalForm {
    puzzle: String,
    canonical: String,
    automorphisms: u32,
}

fn write_form(puzzle: &FilePuzzle, sink: &mut Sink<'_>) -> Result<(), String> {
    let FilePuzzle { board, .. } = puzzle;
    let Canonical { form, automorphisms, .. } = canonical(board);
    match sink.format {
        format if format.is_table() => sink.object(&json(&CanonicalForm {
            puzzle: board.to_string(),
            canonical: form.to_string(),
            automorphisms,
        })),
        _ => sink.puzzle(&form, None),
    }
    Ok(())
}
