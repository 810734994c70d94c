//! `sudoku convert`.

use cli_support::ExitStatus;
use sudoku_core::{Board, Cell};
use sudoku_text::{FileCandidates, FilePuzzle};

use crate::args::StreamArgs;
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::pipeline::Sink;
use crate::stream::{Job, Stream};

/// Write puzzles in another form
///
/// From one form of candidates to another all candidates are kept, also those that no clues
/// explain. As such forms do not say what is a clue, a warning names blank cells whose only
/// candidate looks like one.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku convert --to grid puzzles.txt\n  \
    sudoku convert --to svg --per-page 6 --output sheet.svg puzzles.txt\n  \
    sudoku convert --to drawing --candidates puzzle.txt")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    stream: StreamArgs,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<ExitStatus, CliError> {
    Stream::new(&args.stream)?.run(Convert)
}

struct Convert;

impl Job for Convert {
    type Answer = ();

    fn answer(&self, boards: &[Board]) -> Vec<()> {
        vec![(); boards.len()]
    }

    fn write(&self, puzzle: &FilePuzzle, (): (), sink: &mut Sink<'_>) -> Result<(), String> {
        sink.puzzle(&puzzle.board, None);
        Ok(())
    }

    fn keeps_candidates(&self, format: OutputFormat) -> bool {
        matches!(format, OutputFormat::Text(format) if format.holds_candidates())
    }

    fn write_candidates(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let OutputFormat::Text(format) = sink.format else { return Ok(()) };
        let unclear =
            format.write_candidates(&puzzle.candidates, sink.out.is_empty(), &mut sink.out);
        if !unclear.is_empty() {
            let cells: Vec<_> = unclear.iter().map(Cell::to_string).collect();
            sink.warn(&format!(
                "{}: line {}: blank, but with one candidate like a clue: {}",
                sink.source,
                puzzle.line,
                cells.join(" ")
            ));
        }
        Ok(())
    }
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
