//! `sudoku convert`.

use cli_support::ExitStatus;
use sudoku_core::Cell;
use sudoku_text::{FileCandidates, FileFormat, f_puzzles_link};
use sudoku_variants::Ruled;

use crate::args::StreamArgs;
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::pipeline::Sink;
use crate::rules_file::RulesFile;
use crate::stream::{CandidatesUse, Job, Puzzle};
use crate::variants::Variants;

/// Convert between puzzle formats
///
/// Between two formats that hold candidates, all candidates are kept, also those that no clues
/// explain. These formats do not mark clues, so a warning names blank cells whose single candidate
/// will be read as a clue. Only links of f-puzzles, drawings and SVG show the rules of variants.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku convert --to grid puzzles.txt\n  \
    sudoku convert --to svg --per-page 6 --output sheet.svg puzzles.txt\n  \
    sudoku convert --to f-puzzles puzzles.txt\n  \
    sudoku convert --to f-puzzles --rules killer.txt\n  \
    sudoku convert --to svg --rules killer.txt > killer.svg\n  \
    sudoku convert --to drawing --rules killer.txt\n  \
    sudoku convert 'https://sudokuexchange.com/play/?s=5300700006001950…'\n  \
    sudoku convert --to drawing --candidates puzzle.txt")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    stream: StreamArgs,
    #[command(flatten)]
    rules: RulesFile,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<ExitStatus, CliError> {
    let has_candidates =
        |format| matches!(format, OutputFormat::Text(format) if format.holds_candidates());
    let StreamArgs { input, output, formats } = &args.stream;
    let has_rules = |format| {
        let is_drawn = matches!(format, OutputFormat::Drawing | OutputFormat::Svg);
        is_drawn || format == OutputFormat::Text(FileFormat::FPuzzles)
    };
    if args.rules.is_any() && !formats.format(output).is_some_and(has_rules) {
        return Err(CliError::Usage(
            "--rules needs --to f-puzzles, drawing or svg, which are formats with rules",
        ));
    }
    let (stream, rules) = args.rules.open(input, output, formats)?;
    let job = Job {
        candidates: CandidatesUse::InFormats(has_candidates),
        variants: Some(Variants::new(rules, write_variant)),
        ..Job::default()
    };
    stream.run(job, |puzzle, sink| {
        match puzzle {
            Puzzle::Clues(puzzle, _) => sink.puzzle(&puzzle.board, None),
            Puzzle::Candidates(puzzle) => write_candidates(puzzle, sink),
        }
        Ok(())
    })
}

fn write_variant(puzzle: &Ruled, sink: &mut Sink<'_>) -> Result<(), String> {
    match sink.format {
        OutputFormat::Text(FileFormat::FPuzzles) => {
            let json = puzzle.rules().to_f_puzzles().map_err(|error| error.to_string())?;
            sink.line(&f_puzzles_link(&json));
        }
        OutputFormat::Drawing | OutputFormat::Svg => sink.variant(puzzle.rules(), None),
        _ => {
            let words = "this format has no place for the rules of a variant; use --to f-puzzles, \
                         drawing or svg";
            return Err(words.to_owned());
        }
    }
    Ok(())
}

fn write_candidates(puzzle: &FileCandidates, sink: &mut Sink<'_>) {
    let OutputFormat::Text(format) = sink.format else { return };
    let unclear = format.write_candidates(&puzzle.candidates, sink.out.is_empty(), &mut sink.out);
    if !unclear.is_empty() {
        let cells: Vec<_> = unclear.iter().map(Cell::to_string).collect();
        sink.warn(&format!(
            "{}: line {}: these blank cells have one candidate and will be read as clues: {}",
            sink.source,
            puzzle.line,
            cells.join(" ")
        ));
    }
}
