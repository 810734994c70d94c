//! `sudoku transform`.

use cli_support::ExitStatus;
use sudoku_core::{Board, Digit, Relabeling, Symmetry};
use sudoku_generator::{random_symmetry, seeded_rng};
use sudoku_text::FilePuzzle;

use crate::args::StreamArgs;
use crate::error::CliError;
use crate::pipeline::Sink;
use crate::stream::{Job, Stream};
use crate::values;

/// Apply a symmetry or relabel digits
///
/// Moves the cells by a symmetry of the board, then relabels the digits. The number of solutions
/// stays the same. In a table, boards in other columns, such as the solution, are transformed too.
/// The command recalculates the hash of the puzzle bank. Ratings stay, although symmetric puzzles
/// can differ in them.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku transform --transpose puzzle.txt\n  \
    sudoku transform --rows 987654321 --columns 987654321 puzzle.txt    half turn\n  \
    sudoku transform --relabel 213456789 puzzle.txt                     swap 1 and 2\n  \
    sudoku transform --random 7 puzzles.txt")]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    stream: StreamArgs,

    /// Swap rows and columns, before all other changes
    #[arg(long)]
    transpose: bool,

    /// New order of the rows, such as 213456789; bands must stay together
    #[arg(long, value_name = "ORDER", value_parser = order, default_value = "123456789", hide_default_value = true)]
    rows: Order,

    /// New order of the columns; stacks must stay together
    #[arg(long, value_name = "ORDER", value_parser = order, default_value = "123456789", hide_default_value = true)]
    columns: Order,

    /// New digits for 1 to 9, such as 213456789 to swap 1 and 2
    #[arg(long, value_name = "DIGITS", value_parser = order, default_value = "123456789", hide_default_value = true)]
    relabel: Order,

    /// Apply a random symmetry and relabeling, drawn from this seed and the puzzle's line
    #[arg(long, value_name = "SEED", conflicts_with_all = ["transpose", "rows", "columns", "relabel"], value_parser = values::any_number())]
    random: Option<u64>,
}

/// A permutation of 1 to 9.
type Order = [u8; 9];

fn order(text: &str) -> Result<Order, String> {
    let digits = Order::try_from(text.as_bytes()).ok();
    digits
        .filter(|digits| (b'1'..=b'9').all(|digit| digits.contains(&digit)))
        .map(|digits| digits.map(|digit| digit - b'0'))
        .ok_or_else(|| "expected each digit from 1 to 9 once, such as 213456789".to_owned())
}

pub(crate) fn run(args: &TransformArgs) -> Result<ExitStatus, CliError> {
    if let Some(seed) = args.random {
        let stream = Stream::new(&args.stream)?;
        return stream.run_by_clues(Job::default(), move |puzzle, sink| {
            let (symmetry, relabeling) = random_symmetry(&mut seeded_rng(seed, puzzle.line as u64));
            write(puzzle, &symmetry, &relabeling, sink);
            Ok(())
        });
    }
    let lines = |order: Order| order.map(|line| usize::from(line) - 1);
    let symmetry = Symmetry::new(args.transpose, lines(args.rows), lines(args.columns)).ok_or(
        CliError::Usage(
            "--rows must keep each band (123, 456, 789) together, and --columns each stack",
        ),
    )?;
    let digits: Vec<Digit> = args.relabel.iter().filter_map(|&digit| Digit::new(digit)).collect();
    let relabeling = digits.try_into().ok().and_then(Relabeling::new).unwrap_or_default();
    // The stream empties the output file, so the arguments are checked first.
    let stream = Stream::new(&args.stream)?;
    stream.run_by_clues(Job::default(), move |puzzle, sink| {
        write(puzzle, &symmetry, &relabeling, sink);
        Ok(())
    })
}

fn write(puzzle: &FilePuzzle, symmetry: &Symmetry, relabeling: &Relabeling, sink: &mut Sink<'_>) {
    let transformed = |board: &Board| relabeling.apply(&symmetry.apply(board));
    sink.map_boards(&puzzle.board, transformed);
    sink.puzzle(&transformed(&puzzle.board), None);
}
