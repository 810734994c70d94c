//! `sudoku transform`.

use cli_support::ExitStatus;
use sudoku_core::{Board, Digit, Relabeling, Symmetry};
use sudoku_generator::{random_symmetry, seeded_rng};
use sudoku_text::FilePuzzle;

use crate::args::StreamArgs;
use crate::convert::Map;
use crate::error::CliError;
use crate::stream::Stream;
use crate::values;

/// Turn puzzles into ones that are essentially the same
///
/// Moves the cells by a symmetry of the board and then renames the digits. The number of solutions
/// stays the same.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku transform --transpose puzzle.txt\n  \
    sudoku transform --rows 987654321 --columns 987654321 puzzle.txt    a half turn\n  \
    sudoku transform --relabel 213456789 puzzle.txt                     1 and 2 change places\n  \
    sudoku transform --random 7 puzzles.txt")]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    stream: StreamArgs,

    /// Turn rows into columns, before anything else
    #[arg(long)]
    transpose: bool,

    /// The order of the rows, like 213456789; bands stay together
    #[arg(long, value_name = "ORDER", value_parser = order, default_value = "123456789", hide_default_value = true)]
    rows: Order,

    /// The order of the columns; stacks stay together
    #[arg(long, value_name = "ORDER", value_parser = order, default_value = "123456789", hide_default_value = true)]
    columns: Order,

    /// What the digits 1 to 9 become
    #[arg(long, value_name = "DIGITS", value_parser = order, default_value = "123456789", hide_default_value = true)]
    relabel: Order,

    /// Draw a symmetry and a relabeling for each puzzle, from this seed and the puzzle's line
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
        .ok_or_else(|| "each of the digits 1 to 9 once".to_owned())
}

pub(crate) fn run(args: &TransformArgs) -> Result<ExitStatus, CliError> {
    if let Some(seed) = args.random {
        let stream = Stream::new(&args.stream)?;
        return stream.run(Map(move |puzzle: &FilePuzzle| at_random(puzzle, seed)));
    }
    let lines = |order: Order| order.map(|line| usize::from(line) - 1);
    let symmetry = Symmetry::new(args.transpose, lines(args.rows), lines(args.columns))
        .ok_or(CliError::Usage("--rows and --columns have to keep bands and stacks together"))?;
    let digits: Vec<Digit> = args.relabel.iter().filter_map(|&digit| Digit::new(digit)).collect();
    let relabeling = digits.try_into().ok().and_then(Relabeling::new).unwrap_or_default();
    // Only now, because this empties the file of the output.
    let stream = Stream::new(&args.stream)?;
    stream.run(Map(move |puzzle: &FilePuzzle| relabeling.apply(&symmetry.apply(&puzzle.board))))
}

fn at_random(puzzle: &FilePuzzle, seed: u64) -> Board {
    let (symmetry, relabeling) = random_symmetry(&mut seeded_rng(seed, puzzle.line as u64));
    relabeling.apply(&symmetry.apply(&puzzle.board))
}
