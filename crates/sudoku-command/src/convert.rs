//! `sudoku convert`.

use cli_support::ExitStatus;
use sudoku_core::{Board, Cell};
use sudoku_text::{FileCandidates, FilePuzzle};

use crate::args::StreamArgs;
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::pipeline::Sink;
use crate::stream::{Job, Stream};

/// Convert between puzzle formats
///
/// Between two formats that hold candidates, all candidates are kept, also those that no clues
/// explain. These formats do not mark clues, so a warning names blank cells whose single candidate
/// will be read as a clue.
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
                "{}: line {}: these blank cells have one candidate and will be read as clues: {}",
                sink.source,
                puzzle.line,
                cells.join(" ")
            ));
        }
        Ok(())
    }
}

/// A job that replaces each puzzle by another.
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
