//! `sudoku canonical`.

use cli_support::ExitStatus;
use serde::Serialize;
use sudoku_canonical::{Canonical, canonical};
use sudoku_core::Board;
use sudoku_text::FilePuzzle;

use crate::args::StreamArgs;
use crate::error::CliError;
use crate::format::{OutputFormat, json};
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
    Stream::new(&args.stream)?.run(FindCanonicalForm)
}

struct FindCanonicalForm;

#[derive(Serialize)]
struct CanonicalForm {
    puzzle: String,
    canonical: String,
    automorphisms: u32,
}

impl Job for FindCanonicalForm {
    type Answer = Canonical;

    fn answer(&self, boards: &[Board]) -> Vec<Canonical> {
        boards.iter().map(canonical).collect()
    }

    fn write(
        &self,
        puzzle: &FilePuzzle,
        answer: Self::Answer,
        sink: &mut Sink<'_>,
    ) -> Result<(), String> {
        match sink.format {
            OutputFormat::Json => sink.object(&json(&CanonicalForm {
                puzzle: puzzle.board.to_string(),
                canonical: answer.form.to_string(),
                automorphisms: answer.automorphisms,
            })),
            _ => sink.puzzle(&answer.form, None),
        }
        Ok(())
    }
}
