//! The arguments of `cargo xtask logic`.

use std::path::PathBuf;

/// Compares ratings and steps with files that other programs made
///
/// Without a subcommand, it reads these files from the folder, if they exist:
///
/// - ratings.csv, se121_ratings.csv, se_hard.csv, se_11plus.csv, se_published.csv: puzzles with ER,
///   EP and ED on one or two scales; ratings.csv also has HoDoKu's level and score
///
/// - se_traces.txt, hodoku_traces.txt: every step of some puzzles
///
/// - reglib-1.4.txt: HoDoKu's library of cases
///
/// It also proves the steps of some puzzles of hardest_11plus.txt, and of all puzzles of
/// top1465.txt on HoDoKu's scale.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(super) command: Option<LogicCommand>,
    /// Folder with the files
    #[arg(long, global = true)]
    pub(super) data: Option<PathBuf>,
    /// Read only files whose name contains this text
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(super) file: String,
    /// Maximum number of puzzles of each file
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    pub(super) puzzles: usize,
    /// Number of differences to print for each file
    #[arg(long, default_value_t = 5)]
    pub(super) show: usize,
}

#[derive(clap::Subcommand)]
pub(super) enum LogicCommand {
    /// Prints every step of a puzzle
    Trace {
        /// Puzzle of 81 characters
        puzzle: String,
        /// Scale: se, sukaku or hodoku
        #[arg(long, default_value = "sukaku")]
        scale: String,
        /// Also print the candidates before each step, as 729 characters
        #[arg(long)]
        states: bool,
    },
    /// Finds all steps on many boards, and checks each against the solution
    Sound {
        /// Number of boards
        #[arg(long, default_value_t = 1000)]
        states: u64,
        /// Seed of the puzzles
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}
