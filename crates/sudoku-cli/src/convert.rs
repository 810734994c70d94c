//! `sudoku convert`.

use cli_support::Exit;
use sudoku_core::Board;
use sudoku_text::FilePuzzle;

use crate::args::StreamArgs;
use crate::error::CliError;
use crate::pipeline::Sink;
use crate::stream::{Job, Stream};

/// Write puzzles in another form
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku convert --to grid puzzles.txt\n  \
    sudoku convert --to svg --per-page 6 --output sheet.svg puzzles.txt\n  \
    sudoku convert --to drawing --candidates puzzle.txt")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    stream: StreamArgs,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<Exit, CliError> {
    let stream = Stream::new(&args.stream)?;
    stream.run(Map(|puzzle: &FilePuzzle| puzzle.board))
}

/// A job that turns each puzzle into another.
pub(crate) struct Map<F>(pub(crate) F);

impl<F: Fn(&FilePuzzle) -> Board + Send + Sync + 'static> Job for Map<F> {
    type Answer = ();

    fn answer(&self, boards: &[Board]) -> Vec<()> {
        vec![(); boards.len()]
    }

    fn write(&self, puzzle: &FilePuzzle, (): (), sink: &mut Sink<'_>) -> Result<(), String> {
        sink.puzzle(&(self.0)(puzzle), None);
        Ok(())
    }
}
