//! `cargo xtask sets`: puzzles that no engine was tuned on.

use std::fs;
use std::path::{Path, PathBuf};

use sudoku_conformance::MutatedPuzzles;
use sudoku_core::Board;
use sudoku_generator::{Minimality, PuzzleRequest, random_symmetry, seeded_rng};
use sudoku_registry::find;
use sudoku_text::read_puzzles;

use crate::Failure;

/// Makes sets of puzzles that no engine was tuned on, for the harness's --file.
///
/// They are: generated.txt, proper puzzles of 17 to 40 clues; changed.txt, puzzles of the corpus
/// under random symmetries with clues removed, changed and added; and of each file that is named,
/// changed-FILE, which is the same with the file's puzzles, and moved-FILE, its puzzles under
/// random symmetries and relabelings, again and again until there are enough.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write the sets into this folder.
    folder: PathBuf,
    /// Take puzzles from these files too.
    files: Vec<PathBuf>,
    /// The seed, from which all of them follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many puzzles each set has.
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

/// Proper puzzles, minimal only where taking clues away ends there.
pub(crate) fn generated(seed: u64, puzzles: usize) -> Result<Vec<Board>, Failure> {
    let solver = find("board").ok_or("there is no board")?.solver;
    let request = PuzzleRequest::new().with_minimality(Minimality::Any).with_clues(17..=40);
    let puzzle = |number| Ok(request.generate(solver, &mut seeded_rng(seed, number))?.board);
    (0..puzzles as u64).map(puzzle).collect()
}

/// The same puzzles to a person, and others to a search.
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
