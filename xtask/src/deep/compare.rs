//! Compares the SIMD engines on all instruction sets with each other, on any number of boards.
//!
//! The boards come in chunks. A chunk depends only on the seed and its number, so any range can be
//! compared anywhere. The reference is the batch engine on the best instruction set. It counts the
//! solutions of all boards of a chunk up to 2, and so does one of the other ways to call an engine.
//! The other way changes with each chunk. In every fourth of its turns, the first boards of the
//! chunk are also counted up to 1 and up to 1,000.
//!
//! Calling all ways on all boards would take three times as long per board, and most errors affect
//! many boards of a kind.

use std::convert::identity;
use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use ordered_work::Workers;
use sudoku_conformance::MutatedPuzzles;
use sudoku_core::{Board, Cell, Grid, Limits, Outcome, PuzzleBatch, Solver};
use sudoku_generator::{Rng, seeded_rng, uniform_below};
use sudoku_registry::{STRATEGIES, Strategy};

use crate::Failure;

/// The number of boards in a chunk, enough for each kind of batch.
const CHUNK: u64 = 32_768;

/// Boards are counted up to 1 and up to 1,000 in one of this many turns of a way. Counting up to
/// 1,000 takes a hundred times as long as up to 2.
const TURNS: u64 = 4;

/// The number of boards of a chunk that are counted up to 1 and up to 1,000. It is enough for a
/// batch on every instruction set.
const THOUSANDS: usize = 1_024;

/// The number of chunks after which the progress is printed.
const REPORTED: u64 = 256;

/// The number of generated puzzles from which boards are made, in addition to the corpus.
const GENERATED: usize = 1_000;

/// Compares all ways on this number of boards, rounded up to whole chunks.
pub(super) fn run(seed: u64, boards: u64) -> Result<(), Failure> {
    let mut puzzles = crate::sets::generated(seed, GENERATED)?;
    puzzles.extend(MutatedPuzzles::new(0).puzzles());
    let comparison = Comparison { ways: ways()?, puzzles: puzzles.into(), seed };
    Ok(comparison.run(boards.div_ceil(CHUNK))?)
}

/// A way to call an engine.
struct Way<'a> {
    name: &'a str,
    /// True if all boards are passed at once.
    batch: bool,
    solver: &'a dyn Solver,
}

impl fmt::Display for Way<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.name, if self.batch { "in a batch" } else { "alone" })
    }
}

impl Way<'_> {
    fn outcomes(&self, boards: &[Board], limits: &Limits<'_>) -> Vec<Outcome> {
        if !self.batch {
            return boards.iter().map(|board| self.solver.solve(board, limits)).collect();
        }
        let mut outcomes = Vec::new();
        self.solver.search_batch(PuzzleBatch::new(boards, &mut outcomes), limits);
        outcomes
    }

    /// Returns true if this way searches the same tree as the reference, so counters and first
    /// solutions must be equal.
    fn searches_as_batch(&self) -> bool {
        self.name.starts_with("batch")
    }
}

/// Returns the SIMD strategies with a fixed instruction set that this processor supports, such as
/// `board-avx2`. Strategies without a suffix use one of these.
pub(super) fn simd_strategies() -> impl Iterator<Item = &'static Strategy> {
    let is_fixed =
        |strategy: &&Strategy| strategy.crate_name == "sudoku-simd" && strategy.name.contains('-');
    STRATEGIES.iter().filter(is_fixed).filter(|strategy| strategy.is_available())
}

/// Returns both engines on every instruction set, and `auto`, each alone and in batches. The
/// reference is the first.
fn ways() -> Result<Vec<Way<'static>>, Failure> {
    let find = |name| sudoku_registry::find(name).ok_or_else(|| format!("there is no {name}"));
    let (batch, auto) = (find("batch")?, find("auto")?);
    let others = simd_strategies().chain([auto]).flat_map(|strategy| {
        let way = move |batch| Way { name: strategy.name, batch, solver: strategy.solver };
        [way(false), way(true)]
    });
    let reference = Way { name: batch.name, batch: true, solver: batch.solver };
    Ok([reference].into_iter().chain(others).collect())
}

/// The ways to compare, and the source of boards.
struct Comparison<'a> {
    /// The reference, and then the other ways.
    ways: Vec<Way<'a>>,
    /// The puzzles from which boards are made.
    puzzles: Arc<[Board]>,
    seed: u64,
}

impl Comparison<'_> {
    /// Compares this number of chunks on all processors. Returns the first difference as an error.
    fn run(&self, chunks: u64) -> Result<(), String> {
        println!(
            "{} boards, seed {}, up to 2 solutions, every {}th up to 1 and 1000: {} in a batch, and \
             {} other ways in turn …",
            chunks * CHUNK,
            self.seed,
            CHUNK * TURNS / THOUSANDS as u64,
            self.ways[0].name,
            self.ways.len() - 1,
        );
        let (start, mut done, mut solutions) = (Instant::now(), 0, 0);
        let take = &mut |found: Result<u64, String>| {
            solutions += found?;
            done += CHUNK;
            if done.is_multiple_of(CHUNK * REPORTED) {
                println!("{}", rate(done, start));
            }
            Ok(())
        };
        let workers = Workers::new(thread::available_parallelism().map_or(1, usize::from));
        let compared = workers.in_order(0..chunks, |chunk| self.chunk(chunk), take);
        compared.map_err(|error| error.or_else(identity))?;
        println!("no difference; {}; {solutions} solutions", rate(done, start));
        Ok(())
    }

    /// Compares the reference with another way on a chunk. Returns the number of solutions, counted
    /// up to 2.
    fn chunk(&self, number: u64) -> Result<u64, String> {
        let boards = self.boards(number);
        let (reference, others) = self.ways.split_first().ok_or("there is no engine")?;
        let (turn, other) = (number / others.len() as u64, number % others.len() as u64);
        let other = &others[other as usize];
        let thousands = if turn.is_multiple_of(TURNS) { THOUSANDS } else { 0 };
        let mut solutions = 0;
        let some = &boards[..thousands];
        for (limit, boards) in [(2, &boards[..]), (1, some), (1_000, some)] {
            let limits = Limits::solutions(limit);
            let expected = reference.outcomes(boards, &limits);
            let found = other.outcomes(boards, &limits);
            let same = other.searches_as_batch();
            for (at, board) in boards.iter().enumerate() {
                let [a, b] = [&expected[at], &found[at]];
                // Equal first solutions are checked once.
                let both = is_sound(board, a) && (a.first == b.first || is_sound(board, b));
                if both && agree(a, b, same) {
                    solutions += if limit == 2 { a.report.solutions } else { 0 };
                    continue;
                }
                let index = number * CHUNK + at as u64;
                let mut said = format!(
                    "seed {}, index {index}, solutions up to {limit}:\n{board}\n\
                     {reference}: {a:?}\n{other}: {b:?}\n\
                     every way on this board alone:",
                    self.seed
                );
                for way in &self.ways {
                    said += &format!("\n{way}: {:?}", way.outcomes(&[*board], &limits)[0]);
                }
                return Err(said);
            }
        }
        Ok(solutions)
    }

    /// Returns the boards of a chunk: seven of eight are mutated puzzles, the eighth is random.
    fn boards(&self, number: u64) -> Vec<Board> {
        let mut rng = seeded_rng(self.seed, number);
        let mut changed = MutatedPuzzles::of(Arc::clone(&self.puzzles), rng.next_u64());
        let board = |at| {
            let changed = if at % 8 == 7 { None } else { changed.next() };
            changed.unwrap_or_else(|| random_board(&mut rng))
        };
        (0..CHUNK).map(board).collect()
    }
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

/// Returns true if the first solution is valid, and present exactly if there are solutions.
fn is_sound(board: &Board, outcome: &Outcome) -> bool {
    let is_solution = |grid: Grid| grid.is_valid() && grid.extends(board);
    outcome.first.is_some() == (outcome.report.solutions > 0)
        && outcome.first.is_none_or(is_solution)
}

/// Returns true if two outcomes have the same number of solutions and ending, or are equal.
fn agree(a: &Outcome, b: &Outcome, in_everything: bool) -> bool {
    let of = |outcome: &Outcome| (outcome.report.solutions, outcome.report.ending);
    of(a) == of(b) && (!in_everything || a == b)
}

fn rate(puzzles: u64, since: Instant) -> String {
    let seconds = since.elapsed().as_secs_f64();
    format!("{puzzles} puzzles in {seconds:.0} s, {:.2} million/s", puzzles as f64 / seconds / 1e6)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use std::ops::ControlFlow;

    use sudoku_core::{Digit, Report};

    use super::*;

    /// The error of a solver.
    #[derive(Clone, Copy)]
    enum Planted {
        Nothing,
        /// It finds at most one solution of some boards.
        LosesSolutions,
        /// It swaps two outcomes of large batches.
        MixesUpBatches,
        /// Its counts are right, but the first solution is wrong.
        WrongFirst,
    }

    impl Planted {
        fn hits(board: &Board) -> bool {
            board.clue_count() == 24 && board.get(Cell::new(40).unwrap()) == Digit::new(5)
        }
    }

    impl Solver for Planted {
        fn search(
            &self,
            board: &Board,
            limits: &Limits<'_>,
            found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
        ) -> Report {
            let solver = sudoku_registry::find("board").unwrap().solver;
            let mut limits = *limits;
            if matches!(self, Self::LosesSolutions) && Self::hits(board) {
                limits.solutions = 1;
            }
            let moved = |grid: &Grid| {
                let mut digits = *grid.as_bytes();
                digits.rotate_left(27);
                Grid::new(digits).unwrap()
            };
            let is_moved = matches!(self, Self::WrongFirst) && Self::hits(board);
            let mut pass_on = |grid: &Grid| found(&if is_moved { moved(grid) } else { *grid });
            solver.search(board, &limits, &mut pass_on)
        }

        fn search_batch(&self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
            let (boards, outcomes) = batch.into_parts();
            for (board, outcome) in boards.iter().zip(&mut *outcomes) {
                *outcome = self.solve(board, limits);
            }
            if matches!(self, Self::MixesUpBatches) && boards.len() > 10_000 {
                outcomes.swap(7_000, 7_001);
            }
        }
    }

    fn comparison(planted: &Planted, batch: bool) -> Comparison<'_> {
        let mut ways = ways().unwrap();
        ways.truncate(1);
        ways.push(Way { name: "planted", batch, solver: planted });
        Comparison { ways, puzzles: MutatedPuzzles::new(0).puzzles().into(), seed: 3 }
    }

    #[test]
    fn the_first_difference_of_a_wrong_solver_is_found() {
        for (planted, batch) in [
            (Planted::LosesSolutions, false),
            (Planted::LosesSolutions, true),
            (Planted::WrongFirst, false),
            (Planted::MixesUpBatches, true),
        ] {
            let comparison = comparison(&planted, batch);
            let error = comparison.chunk(1).unwrap_err();
            let boards = comparison.boards(1);
            let wrong = |board: &Board| {
                let differs = |limits| Planted::Nothing.solve(board, &limits).report.solutions > 0;
                Planted::hits(board) && differs(Limits::solutions(2))
            };
            let at = match planted {
                Planted::MixesUpBatches => 7_000,
                _ => boards.iter().position(wrong).unwrap(),
            };
            let expected = format!(
                "seed 3, index {}, solutions up to 2:\n{}\nbatch, in a batch: ",
                CHUNK + at as u64,
                boards[at]
            );
            assert!(error.starts_with(&expected), "{error}, not {expected}");
            assert!(error.contains("\nplanted, "), "{error}");
        }
    }

    #[test]
    fn a_chunk_has_boards_of_every_kind_and_the_ways_agree_on_it() {
        let comparison = comparison(&Planted::Nothing, false);
        let boards = comparison.boards(0);
        assert_eq!(boards, comparison.boards(0));
        assert_ne!(boards, comparison.boards(1));
        let outcomes = comparison.ways[0].outcomes(&boards, &Limits::solutions(2));
        for part in 0..8 {
            let mut kinds = [0; 3];
            for outcome in outcomes.iter().skip(part).step_by(8) {
                kinds[outcome.report.solutions as usize] += 1;
            }
            // The eighth is random.
            let least = if part == 7 { [500, 0, 500] } else { [500; 3] };
            assert!(kinds.iter().zip(least).all(|(&found, least)| found >= least), "{kinds:?}");
        }
        let all = Comparison { ways: ways().unwrap(), ..comparison };
        for chunk in 0..all.ways.len() as u64 - 1 {
            all.chunk(chunk).unwrap();
        }
    }
}
