//! The SIMD engines agree with each other on all instruction sets, alone and in batches.
//!
//! The boards come in chunks. A chunk depends only on the seed and its number, so any range can be
//! compared anywhere. The reference is the batch engine on the best instruction set. It counts the
//! solutions of all boards of a chunk up to 2, and so does one of the other ways to call an engine.
//! The other way changes with each chunk. In every fourth of its turns, the first boards of the
//! chunk are also counted up to 1 and up to 1,000.
//!
//! To compare more boards, or others, run `cargo xtask deep --puzzles 1000000000 --seed 7`. It sets
//! `SUDOKU_BOARDS` and `SUDOKU_SEED`.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // A test fails by panicking.

use std::sync::Arc;
use std::thread;

use sudoku_conformance::MutatedPuzzles;
use sudoku_core::{Board, Cell, Limits, Outcome, PuzzleBatch, Solver};
use sudoku_generator::{Minimality, PuzzleRequest, Rng, seeded_rng, uniform_below};
use sudoku_registry::{STRATEGIES, find};

/// The number of boards in a chunk, enough for each kind of batch.
const CHUNK: u64 = 32_768;

/// The number of turns of a way of which one counts up to 1 and up to 1,000. Counting up to 1,000
/// takes a hundred times as long as up to 2.
const TURNS: u64 = 4;

/// The number of boards of a chunk that are counted up to 1 and up to 1,000. It is enough for a
/// batch on every instruction set.
const THOUSANDS: usize = 1_024;

/// The number of chunks of a thread after which it prints its progress.
const REPORTED: u64 = 256;

/// A way to call an engine.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    solver: &'static dyn Solver,
    /// True if all boards are passed at once.
    is_batch: bool,
}

impl Way {
    fn outcomes(self, boards: &[Board], limits: &Limits<'_>) -> Vec<Outcome> {
        if !self.is_batch {
            return boards.iter().map(|board| self.solver.solve(board, limits)).collect();
        }
        let mut outcomes = Vec::new();
        self.solver.search_batch(PuzzleBatch::new(boards, &mut outcomes), limits);
        outcomes
    }
}

/// Returns both engines on every instruction set that this processor supports, and `auto`, each
/// alone and in batches. The reference is the first.
fn ways() -> Vec<Way> {
    let reference = find("batch").unwrap();
    let simd = STRATEGIES.iter().filter(|it| it.crate_name == "sudoku-simd" && it.is_available());
    // Strategies without a suffix use one of those with a suffix.
    let others = simd.filter(|it| it.name.contains('-') || it.name == "auto");
    let calls = others.flat_map(|it| [(it, false), (it, true)]);
    [(reference, true)]
        .into_iter()
        .chain(calls)
        .map(|(it, is_batch)| Way { name: it.name, solver: it.solver, is_batch })
        .collect()
}

/// Returns the number in an environment variable.
fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().expect(variable))
}

#[test]
fn engines_agree_on_every_instruction_set() {
    let ways = ways();
    let seed = number("SUDOKU_SEED").unwrap_or(1);
    let chunks = number("SUDOKU_BOARDS").map_or(ways.len() as u64, |it| it.div_ceil(CHUNK));
    let request = PuzzleRequest::new().with_minimality(Minimality::Any).with_clues(17..=40);
    let solver = find("board").unwrap().solver;
    let generated = (0..1_000).map(|at| request.generate(solver, &mut seeded_rng(seed, at)));
    let mut puzzles: Vec<Board> = generated.map(|it| it.unwrap().board).collect();
    puzzles.extend(MutatedPuzzles::new(0).puzzles());
    let (ways, puzzles) = (&ways[..], &Arc::from(puzzles));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || {
                for (turn, chunk) in (1..).zip((first as u64..chunks).step_by(threads)) {
                    compare(ways, chunk, seed, &boards(puzzles, seed, chunk));
                    if u64::is_multiple_of(turn, REPORTED) {
                        println!("thread {first}: {} boards agree", turn * CHUNK);
                    }
                }
            });
        }
    });
}

/// Compares the reference with another way on a chunk.
fn compare(ways: &[Way], chunk: u64, seed: u64, boards: &[Board]) {
    let (reference, others) = ways.split_first().unwrap();
    let turn = chunk / others.len() as u64;
    let other = others[(chunk % others.len() as u64) as usize];
    let some = &boards[..if turn.is_multiple_of(TURNS) { THOUSANDS } else { 0 }];
    for (limit, boards) in [(2, boards), (1, some), (1_000, some)] {
        let limits = Limits::solutions(limit);
        let (expected, found) =
            (reference.outcomes(boards, &limits), other.outcomes(boards, &limits));
        for (at, (board, (a, b))) in boards.iter().zip(expected.iter().zip(&found)).enumerate() {
            // A batch searches the same tree on every instruction set.
            let is_same = if other.name.starts_with("batch") {
                a == b
            } else {
                let answer = |it: &Outcome| (it.report.solutions, it.report.ending);
                answer(a) == answer(b)
            };
            if is_same && is_sound(board, a) && (a.first == b.first || is_sound(board, b)) {
                continue;
            }
            for way in ways {
                println!("{}, alone: {:?}", way.name, way.outcomes(&[*board], &limits)[0]);
            }
            panic!(
                "seed {seed}, chunk {chunk}, index {at}, solutions up to {limit}:\n{board}\n\
                 {}: {a:?}\n{}, in a batch {}: {b:?}",
                reference.name, other.name, other.is_batch
            );
        }
    }
    // The boards are of every kind.
    if chunk == 0 {
        let outcomes = reference.outcomes(boards, &Limits::solutions(2));
        for solutions in 0..3 {
            let count = outcomes.iter().filter(|it| it.report.solutions == solutions).count();
            assert!(count > 3_000, "{count} boards have {solutions} solutions");
        }
    }
}

/// Returns true if the first solution is valid, and present exactly if there are solutions.
fn is_sound(board: &Board, outcome: &Outcome) -> bool {
    outcome.first.is_some() == (outcome.report.solutions > 0)
        && outcome.first.is_none_or(|grid| grid.is_valid() && grid.extends(board))
}

/// Returns the boards of a chunk: seven of eight are mutated puzzles, the eighth is random.
fn boards(puzzles: &Arc<[Board]>, seed: u64, chunk: u64) -> Vec<Board> {
    let mut rng = seeded_rng(seed, chunk);
    let mut mutated = MutatedPuzzles::of(Arc::clone(puzzles), rng.next_u64());
    let board = |at| {
        let mutated = if at % 8 == 7 { None } else { mutated.next() };
        mutated.unwrap_or_else(|| random_board(&mut rng))
    };
    (0..CHUNK).map(board).collect()
}

/// Returns a board with up to 40 consistent clues in random cells. With fewer than 17, all boards
/// would have many solutions, which take long.
fn random_board(rng: &mut impl Rng) -> Board {
    let mut board = Board::EMPTY;
    for _ in 0..17 + uniform_below(rng, 24) {
        let Some(cell) = Cell::new(uniform_below(rng, 81) as usize) else { continue };
        if board.get(cell).is_none() {
            let free = board.candidates(cell);
            let which = uniform_below(rng, free.len() as u64) as usize;
            board.set(cell, free.iter().nth(which));
        }
    }
    board
}
