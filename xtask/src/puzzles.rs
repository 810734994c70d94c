//! `cargo xtask puzzles`: makes a million puzzles, and checks the promises of the generator.

use std::collections::HashSet;
use std::convert::identity;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::thread;
use std::time::Instant;

use ordered_work::Workers;
use sudoku_canonical::canonical;
use sudoku_core::{Board, Cell, Solver};
use sudoku_generator::{PatternSymmetry, PuzzleId, PuzzleRequest, seeded_rng};
use sudoku_registry::find;

use crate::Failure;

/// Makes puzzles of every symmetry, and checks the promises of the generator
///
/// Each puzzle must be proper and minimal (with a symmetry: orbit-minimal), according to another
/// strategy. No two puzzles may be equivalent. Every run must make the same puzzles, with any
/// number of threads. The IDs must recreate the puzzles.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of puzzles
    #[arg(long, default_value_t = 1_000_000)]
    count: u64,

    /// Seed of the series
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The number of puzzles in a chunk of work.
const TOGETHER: u64 = 1000;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let maker = find("board").ok_or("there is no strategy board")?.solver;
    let checker = find("mrv").ok_or("there is no strategy mrv")?.solver;
    let cores = thread::available_parallelism()?.get();
    let mut fingerprints = Vec::new();
    for threads in [1, 2, cores.max(2)] {
        let start = Instant::now();
        let chunks = in_chunks(args.count, threads, |index, hasher: &mut DefaultHasher| {
            make(maker, args.seed, index)?.as_bytes().hash(hasher);
            Ok(())
        })?;
        let rate = args.count as f64 / start.elapsed().as_secs_f64();
        println!("{threads} threads: {rate:.0} puzzles a second");
        fingerprints.push(chunks.iter().map(Hasher::finish).collect::<Vec<_>>());
    }
    if fingerprints.iter().any(|it| *it != fingerprints[0]) {
        return Err("the runs made different puzzles".into());
    }
    println!("the same puzzles in {} runs", fingerprints.len());

    let forms = in_chunks(args.count, cores, |index, forms: &mut Vec<u128>| {
        let board = make(maker, args.seed, index)?;
        check(checker, &board, symmetry(index))
            .map_err(|why| format!("{index}: {board}: {why}"))?;
        let id = request(index).id(args.seed, index).ok_or("no ID")?.to_string();
        let again = id.parse::<PuzzleId>().map_err(|error| format!("{id}: {error}"))?;
        if again.generate(maker).map_err(|error| format!("{id}: {error}"))?.board != board {
            return Err(format!("{id} is another puzzle than {index}"));
        }
        forms.push(packed(&canonical(&board).form));
        Ok(())
    })?;
    let different: HashSet<u128> = forms.into_iter().flatten().collect();
    if different.len() as u64 != args.count {
        return Err(format!("only {} of them are essentially different", different.len()).into());
    }
    println!("{} puzzles: proper, minimal, and no two are equivalent", args.count);
    Ok(())
}

/// Returns the symmetry of a puzzle: none for every second one, the other nine in turn.
fn symmetry(index: u64) -> PatternSymmetry {
    match index % 2 {
        0 => PatternSymmetry::None,
        _ => PatternSymmetry::ALL[1 + (index / 2 % 9) as usize],
    }
}

fn request(index: u64) -> PuzzleRequest<'static> {
    PuzzleRequest::new().with_symmetry(symmetry(index))
}

fn make(solver: &dyn Solver, seed: u64, index: u64) -> Result<Board, String> {
    let puzzle = request(index).generate(solver, &mut seeded_rng(seed, index));
    puzzle.map(|puzzle| puzzle.board).map_err(|error| format!("{index}: {error}"))
}

/// Checks that the puzzle is proper, has the symmetry, and is not proper without any orbit of
/// clues.
fn check(
    solver: &dyn Solver,
    board: &Board,
    symmetry: PatternSymmetry,
) -> Result<(), &'static str> {
    if !solver.is_proper(board) {
        return Err("not proper");
    }
    if !symmetry.holds(board) {
        return Err("not symmetric");
    }
    let is_clue = |cell: &Cell| board.get(*cell).is_some();
    for orbit in symmetry.orbits().iter().filter(|orbit| orbit.iter().any(is_clue)) {
        let mut less = *board;
        for &cell in orbit {
            less.set(cell, None);
        }
        if solver.is_proper(&less) {
            return Err("not minimal");
        }
    }
    Ok(())
}

/// Returns 128 bits of hash. Among a million boards, two are equal in one of 10²⁶ runs.
fn packed(board: &Board) -> u128 {
    let hash = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, board.as_bytes()).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    hash(0) << 64 | hash(1)
}

/// Runs the work for each number below the count. Returns the results of the chunks in order.
fn in_chunks<T: Default + Send>(
    count: u64,
    threads: usize,
    work: impl Fn(u64, &mut T) -> Result<(), String> + Send + Sync,
) -> Result<Vec<T>, String> {
    let chunk = |chunk: u64| {
        let mut result = T::default();
        let mut numbers = chunk * TOGETHER..count.min((chunk + 1) * TOGETHER);
        numbers.try_for_each(|number| work(number, &mut result)).map(|()| result)
    };
    let mut all = Vec::new();
    let take = &mut |result: Result<T, String>| {
        all.push(result?);
        Ok(())
    };
    let chunks = 0..count.div_ceil(TOGETHER);
    Workers::new(threads).in_order(chunks, chunk, take).map_err(|error| error.or_else(identity))?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The task itself, with fewer puzzles.
    #[test]
    fn two_hundred_are_as_promised() {
        let outcome = run(&Args { count: 200, seed: 3 });
        assert!(outcome.is_ok(), "{outcome:?}");
    }
}
