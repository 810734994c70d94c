//! The arguments of `cargo xtask logic`.

use std::path::PathBuf;

/// Compares ratings and steps with files that other programs made.
///
/// Without `trace` it reads from the folder what is there of ratings.csv, se121_ratings.csv,
/// se_hard.csv, se_11plus.csv and se_published.csv (a puzzle and ER, EP, ED of one or two scales),
/// of ratings.csv HoDoKu's level and score, and of se_traces.txt and hodoku_traces.txt (every step
/// of some puzzles) and of reglib-1.4.txt (what steps of a kind do), and says how many are equal;
/// and proves every step of some puzzles of hardest_11plus.txt, and on HoDoKu's scale of all of
/// top1465.txt.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(super) verb: Option<Verb>,
    /// The folder with the files.
    #[arg(long, global = true)]
    pub(super) data: Option<PathBuf>,
    /// Read only the files whose name has this in it.
    #[arg(long, default_value = "")]
    pub(super) file: String,
    /// Take at most this many puzzles of a file.
    #[arg(long, default_value_t = usize::MAX)]
    pub(super) puzzles: usize,
    /// Show this many differences of a file.
    #[arg(long, default_value_t = 5)]
    pub(super) show: usize,
}

#[derive(clap::Subcommand)]
pub(super) enum Verb {
    /// Prints every step of a puzzle: before it the candidates, with --states.
    Trace {
        /// The puzzle, as a line.
        puzzle: String,
        /// The scale: se, sukaku or hodoku.
        #[arg(long, default_value = "sukaku")]
        scale: String,
        /// Print the 729 characters before each step.
        #[arg(long)]
        states: bool,
    },
    /// Looks for everything on many boards, and holds each step to the solution.
    Sound {
        /// On how many boards.
        #[arg(long, default_value_t = 1000)]
        states: u64,
        /// Which puzzles the boards are of.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}
