//! `cargo xtask puzzles`: makes puzzles by the million and checks what is promised of each.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use sudoku_canonical::canonical;
use sudoku_core::{Board, Cell, Solver};
use sudoku_generator::{PatternSymmetry, PuzzleId, PuzzleRequest, seeded_rng};
use sudoku_registry::find;

use crate::Failure;

/// Make puzzles, minimal ones and orbit-minimal ones of every symmetry, and check all that is
/// promised: proper and minimal by another strategy than the one that made them, no two of them
/// equal under the symmetries of the board, the same in every run and with any number of threads,
/// and their IDs.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many
    #[arg(long, default_value_t = 1_000_000)]
    count: u64,

    /// The seed of the series
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How many puzzles a thread makes in one go.
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
        return Err("the runs differ".into());
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
        return Err(format!("only {} of them differ under symmetry", different.len()).into());
    }
    println!("{} puzzles: proper, minimal, and no two of them the same", args.count);
    Ok(())
}

/// Every second puzzle has no symmetry, the others have the other nine in turn.
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

/// Whether the puzzle is proper, has the symmetry, and loses properness with every orbit of clues.
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

/// Two hashes of the board side by side: two of a million boards have the same once in 10²⁶ runs.
fn packed(board: &Board) -> u128 {
    let hash = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, board.as_bytes()).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    hash(0) << 64 | hash(1)
}

/// Does something for each number below the count, and gives what came of each chunk in order.
fn in_chunks<T: Default + Send>(
    count: u64,
    threads: usize,
    work: impl Fn(u64, &mut T) -> Result<(), String> + Sync,
) -> Result<Vec<T>, String> {
    let (next, done) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let run = || loop {
        let chunk = next.fetch_add(1, Ordering::Relaxed);
        let numbers = chunk * TOGETHER..count.min((chunk + 1) * TOGETHER);
        if numbers.is_empty() {
            return;
        }
        let mut result = T::default();
        let outcome = { numbers }.try_for_each(|number| work(number, &mut result));
        let outcome = outcome.map(|()| result);
        done.lock().unwrap_or_else(PoisonError::into_inner).push((chunk, outcome));
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(run);
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(chunk, _)| *chunk);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The small form of the million.
    #[test]
    fn two_hundred_are_as_promised() {
        let outcome = run(&Args { count: 200, seed: 3 });
        assert!(outcome.is_ok(), "{outcome:?}");
    }
}
