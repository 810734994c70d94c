//! `cargo xtask sets`: makes sets of puzzles that were not used to tune the engines.

use std::fs;
use std::path::{Path, PathBuf};

use sudoku_conformance::MutatedPuzzles;
use sudoku_core::Board;
use sudoku_generator::{Minimality, PuzzleRequest, random_symmetry, seeded_rng};
use sudoku_registry::find;
use sudoku_text::read_puzzles;

use crate::Failure;

/// Makes sets of puzzles that were not used to tune the engines, for `bench-harness --file`
///
/// - generated.txt: proper puzzles of 17 to 40 clues
///
/// - changed.txt: puzzles of the corpus under random symmetries, with clues removed, changed or
///   added
///
/// - changed-FILE: the same for the puzzles of a file
///
/// - moved-FILE: the puzzles of a file under random symmetries and relabelings
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder for the sets
    folder: PathBuf,
    /// Files of puzzles to change and to move
    files: Vec<PathBuf>,
    /// Seed of all sets
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of puzzles in each set
    #[arg(long, default_value_t = 20_000)]
    puzzles: usize,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let Args { folder, files, seed, puzzles } = args;
    fs::create_dir_all(folder)?;
    let write = |name: &str, boards: Vec<Board>| -> Result<(), Failure> {
        let path = folder.join(name);
        let lines: String = boards.iter().map(|board| format!("{board}\n")).collect();
        fs::write(&path, lines)?;
        println!("{}: {} puzzles", path.display(), boards.len());
        Ok(())
    };
    write("generated.txt", generated(*seed, *puzzles)?)?;
    write("changed.txt", MutatedPuzzles::new(*seed).take(*puzzles).collect())?;
    for file in files {
        let name = file.file_name().ok_or("a file without a name")?.to_string_lossy();
        let boards = boards(file)?;
        let mutants = MutatedPuzzles::of(boards.clone(), *seed);
        write(&format!("changed-{name}"), mutants.take(*puzzles).collect())?;
        write(&format!("moved-{name}"), moved(&boards, *seed, *puzzles))?;
    }
    Ok(())
}

/// Returns proper puzzles, which need not be minimal.
pub(crate) fn generated(seed: u64, puzzles: usize) -> Result<Vec<Board>, Failure> {
    let solver = find("board").ok_or("there is no board")?.solver;
    let request = PuzzleRequest::new().with_minimality(Minimality::Any).with_clues(17..=40);
    let puzzle = |number| Ok(request.generate(solver, &mut seeded_rng(seed, number))?.board);
    (0..puzzles as u64).map(puzzle).collect()
}

/// Returns equivalent puzzles under random symmetries and relabelings.
fn moved(boards: &[Board], seed: u64, puzzles: usize) -> Vec<Board> {
    let mut rng = seeded_rng(seed, 0);
    let mut move_one = |board: &Board| {
        let (symmetry, relabeling) = random_symmetry(&mut rng);
        relabeling.apply(&symmetry.apply(board))
    };
    boards.iter().cycle().take(puzzles).map(&mut move_one).collect()
}

fn boards(file: &Path) -> Result<Vec<Board>, Failure> {
    let read = read_puzzles(&fs::read(file)?);
    match read.errors.first() {
        Some(error) => Err(format!("{}: {error}", file.display()).into()),
        None => Ok(read.puzzles.iter().map(|puzzle| puzzle.board).collect()),
    }
}
