//! Every path of the SIMD engines against one another, on as many boards as one likes.
//!
//! A board counts as one puzzle. Boards come in chunks, and what is in a chunk follows from the
//! seed and the chunk's number alone; so any range of them can be compared anywhere. All boards of
//! a chunk are counted to 2 by the reference, which is the batch engine on the best path, and by
//! one of the other ways to ask an engine. These take turns from chunk to chunk, and in every
//! fourth of their turns the first boards of the chunk are counted to 1 and to 1,000 too. All ways
//! on all boards would take three times as long for each board, and most errors are of a kind of
//! board, not of one.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use sudoku_conformance::MutatedPuzzles;
use sudoku_core::{Board, Cell, Grid, Limits, Outcome, Solver};
use sudoku_generator::{Rng, seeded_rng, uniform_below};
use sudoku_registry::{STRATEGIES, Strategy};

use crate::Failure;

/// How many boards a chunk has: enough for each kind of batch.
const CHUNK: u64 = 32_768;

/// In every how many turns of a way boards are counted to 1 and to 1,000 too: the latter takes a
/// hundred times as long as to 2.
const TURNS: u64 = 4;

/// How many boards of a chunk are counted to 1 and to 1,000: still a batch on every path.
const THOUSANDS: usize = 1_024;

/// How many chunks pass between two writings of the state: some seconds of work.
const ROUND: u64 = 64;

/// How many puzzles are generated, beside those of the corpus, to make boards of.
const GENERATED: usize = 1_000;

/// The boards that are compared: a range of the sequence that the seed has.
pub(super) struct Boards {
    pub(super) seed: u64,
    /// The index of the first, which is rounded down to whole chunks.
    pub(super) from: u64,
    /// How many there are, rounded up to whole chunks.
    pub(super) puzzles: u64,
}

/// Compares every path on these boards. With a folder, a later call goes on where an interrupted
/// one was, and the first difference is kept there.
pub(super) fn run(boards: &Boards, folder: Option<&Path>) -> Result<(), Failure> {
    let mut puzzles = crate::sets::generated(boards.seed, GENERATED)?;
    puzzles.extend(MutatedPuzzles::new(0).puzzles());
    let comparison = Comparison { ways: ways()?, puzzles: puzzles.into(), seed: boards.seed };
    comparison.run(boards, folder)
}

/// A way to ask an engine about boards.
struct Way<'a> {
    name: &'a str,
    /// All boards at once, or one after the other.
    batch: bool,
    solver: &'a dyn Solver,
}

impl fmt::Display for Way<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.name, if self.batch { "in a batch" } else { "alone" })
    }
}

impl Way<'_> {
    fn outcomes(&self, boards: &[Board], limits: &Limits<'_>) -> Result<Vec<Outcome>, String> {
        let mut outcomes = vec![Outcome::default(); boards.len()];
        if self.batch {
            let searched = self.solver.search_batch(boards, limits, &mut outcomes);
            searched.map_err(|error| error.to_string())?;
        } else {
            for (board, outcome) in boards.iter().zip(&mut outcomes) {
                *outcome = self.solver.solve(board, limits);
            }
        }
        Ok(outcomes)
    }

    /// Whether it walks the tree of the lanes, so that its counters and first solutions are theirs.
    fn searches_as_batch(&self) -> bool {
        self.name.starts_with("batch")
    }
}

/// The paths of the SIMD engines that this processor has. Their names say the engine and the path;
/// the names without a path are one of these again.
pub(super) fn simd_strategies() -> impl Iterator<Item = &'static Strategy> {
    let is_path =
        |strategy: &&Strategy| strategy.crate_name == "sudoku-simd" && strategy.name.contains('-');
    STRATEGIES.iter().filter(is_path).filter(|strategy| strategy.is_available())
}

/// Both engines on every path that this processor has and `auto`, alone and in batches, the
/// reference first.
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

/// What is compared, and on which boards.
struct Comparison<'a> {
    /// The reference, and then the ways that are held to it.
    ways: Vec<Way<'a>>,
    /// What boards are made from.
    puzzles: Arc<[Board]>,
    seed: u64,
}

impl Comparison<'_> {
    fn run(&self, boards: &Boards, folder: Option<&Path>) -> Result<(), Failure> {
        let Boards { seed, from, puzzles } = *boards;
        let (first, end) = (from / CHUNK, from.saturating_add(puzzles).div_ceil(CHUNK));
        println!(
            "{} puzzles, seed {seed}, from index {} on, to 2 and every {}th to 1 and 1000: {} in a batch, \
             and {} other ways in turn …",
            (end - first) * CHUNK,
            first * CHUNK,
            CHUNK * TURNS / THOUSANDS as u64,
            self.ways[0].name,
            self.ways.len() - 1,
        );
        if let Some(folder) = folder {
            fs::create_dir_all(folder)?;
        }
        let file = |kind| folder.map(|it| it.join(format!("seed-{seed}-from-{from}.{kind}")));
        let (state, kept) = (file("next"), file("difference"));
        let mut next = first;
        if let Some(state) = state.as_deref().filter(|state| state.exists()) {
            let index: u64 = fs::read_to_string(state)?.trim().parse()?;
            if index / CHUNK >= end {
                let state = state.display();
                return Err(format!("an earlier run came to {index} already; see {state}").into());
            }
            next = first.max(index / CHUNK);
            println!("an earlier run came to {index}; without {} it begins anew", state.display());
        }
        let (start, resumed) = (Instant::now(), next);
        let (mut solutions, mut said) = (0, start);
        while next < end {
            let round = next..end.min(next + ROUND);
            next = round.end;
            match self.round(round) {
                Ok(found) => solutions += found,
                Err(difference) => {
                    if let Some(kept) = &kept {
                        fs::write(kept, &difference)?;
                    }
                    return Err(difference.into());
                }
            }
            if let Some(state) = &state {
                fs::write(state, (next * CHUNK).to_string())?;
            }
            if said.elapsed() > Duration::from_secs(60) {
                said = Instant::now();
                println!("index {}: {}", next * CHUNK, rate((next - resumed) * CHUNK, start));
            }
        }
        for file in state.into_iter().chain(kept).filter(|file| file.exists()) {
            fs::remove_file(file)?;
        }
        let puzzles = (end - resumed) * CHUNK;
        println!("no difference; {}; {solutions} solutions", rate(puzzles, start));
        Ok(())
    }

    /// Compares some chunks, on all processors; returns how many solutions they have, counted to 2.
    fn round(&self, chunks: Range<u64>) -> Result<u64, String> {
        let next = AtomicU64::new(chunks.start);
        let solutions = AtomicU64::new(0);
        let failed: Mutex<Option<(u64, String)>> = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    loop {
                        let chunk = next.fetch_add(1, Ordering::Relaxed);
                        if chunk >= chunks.end {
                            break;
                        }
                        match self.chunk(chunk) {
                            Ok(found) => {
                                solutions.fetch_add(found, Ordering::Relaxed);
                            }
                            Err(error) => {
                                next.store(chunks.end, Ordering::Relaxed);
                                let mut failed =
                                    failed.lock().unwrap_or_else(PoisonError::into_inner);
                                if failed.as_ref().is_none_or(|(first, _)| chunk < *first) {
                                    *failed = Some((chunk, error));
                                }
                            }
                        }
                    }
                });
            }
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None => Ok(solutions.into_inner()),
        }
    }

    /// Compares the reference and another way on the boards of a chunk; returns how many solutions
    /// they have, counted to 2.
    fn chunk(&self, number: u64) -> Result<u64, String> {
        let boards = self.boards(number);
        let (reference, others) = self.ways.split_first().ok_or("there is no way")?;
        let (turn, other) = (number / others.len() as u64, number % others.len() as u64);
        let other = &others[other as usize];
        let thousands = if turn.is_multiple_of(TURNS) { THOUSANDS } else { 0 };
        let mut solutions = 0;
        let some = &boards[..thousands];
        for (limit, boards) in [(2, &boards[..]), (1, some), (1_000, some)] {
            let limits = Limits::solutions(limit);
            let expected = reference.outcomes(boards, &limits)?;
            let found = other.outcomes(boards, &limits)?;
            let same = other.searches_as_batch();
            for (at, board) in boards.iter().enumerate() {
                let [a, b] = [&expected[at], &found[at]];
                // What is sound need not be looked at twice.
                let both = is_sound(board, a) && (a.first == b.first || is_sound(board, b));
                if both && agree(a, b, same) {
                    solutions += if limit == 2 { a.report.solutions } else { 0 };
                    continue;
                }
                let index = number * CHUNK + at as u64;
                let mut said = format!(
                    "seed {}, index {index}, solutions to {limit}:\n{board}\n\
                     {reference}: {a:?}\n{other}: {b:?}\n\
                     each way, without the other boards of the chunk:",
                    self.seed
                );
                for way in &self.ways {
                    said += &format!("\n{way}: {:?}", way.outcomes(&[*board], &limits)?[0]);
                }
                return Err(said);
            }
        }
        Ok(solutions)
    }

    /// The boards of a chunk: seven of eight are changed puzzles, and one is random.
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

/// Up to 40 clues in random cells, none of which contradicts another. Few are
/// proper; with fewer than 17 all would have many solutions, which take long to guess.
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

/// Whether the first solution is one, and there if there should be one.
fn is_sound(board: &Board, outcome: &Outcome) -> bool {
    let is_solution = |grid: Grid| grid.is_valid() && grid.extends(board);
    outcome.first.is_some() == (outcome.report.solutions > 0)
        && outcome.first.is_none_or(is_solution)
}

/// Whether two outcomes say the same: of solutions and ending, or in everything.
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

    use sudoku_core::{BatchLengthError, Digit, Report};
    use tempfile::TempDir;

    use super::*;

    /// What a solver does wrong.
    #[derive(Clone, Copy)]
    enum Planted {
        Nothing,
        /// It finds one solution only of some boards.
        LosesSolutions,
        /// Two outcomes of some batches are exchanged.
        MixesUpBatches,
        /// Counts are right, the first solution is another board's.
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

        fn search_batch(
            &self,
            boards: &[Board],
            limits: &Limits<'_>,
            outcomes: &mut [Outcome],
        ) -> Result<(), BatchLengthError> {
            for (board, outcome) in boards.iter().zip(&mut *outcomes) {
                *outcome = self.solve(board, limits);
            }
            if matches!(self, Self::MixesUpBatches) && boards.len() > 10_000 {
                outcomes.swap(7_000, 7_001);
            }
            Ok(())
        }
    }

    fn comparison(planted: &Planted, batch: bool) -> Comparison<'_> {
        let mut ways = ways().unwrap();
        ways.truncate(1);
        ways.push(Way { name: "planted", batch, solver: planted });
        Comparison { ways, puzzles: MutatedPuzzles::new(0).puzzles().into(), seed: 3 }
    }

    /// The second chunk.
    const BOARDS: Boards = Boards { seed: 3, from: CHUNK, puzzles: 1 };

    #[test]
    fn a_planted_wrong_solver_is_caught_and_its_first_difference_kept() {
        for (planted, batch) in [
            (Planted::LosesSolutions, false),
            (Planted::LosesSolutions, true),
            (Planted::WrongFirst, false),
            (Planted::MixesUpBatches, true),
        ] {
            let comparison = comparison(&planted, batch);
            let folder = TempDir::new().unwrap();
            let error = comparison.run(&BOARDS, Some(folder.path())).unwrap_err().to_string();
            let kept = folder.path().join(format!("seed-3-from-{CHUNK}.difference"));
            assert_eq!(fs::read_to_string(kept).unwrap(), error);
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
                "seed 3, index {}, solutions to 2:\n{}\nbatch, in a batch: ",
                CHUNK + at as u64,
                boards[at]
            );
            assert!(error.starts_with(&expected), "{error}, not {expected}");
            assert!(error.contains("\nplanted, "), "{error}");
        }
    }

    #[test]
    fn an_interrupted_comparison_goes_on_and_a_whole_one_leaves_nothing_behind() {
        let planted = Planted::Nothing;
        let folder = TempDir::new().unwrap();
        let state = folder.path().join(format!("seed-3-from-{CHUNK}.next"));
        comparison(&planted, true).run(&BOARDS, Some(folder.path())).unwrap();
        assert!(!state.exists());
        // The first difference is before the place from where it goes on.
        let planted = Planted::LosesSolutions;
        let two_chunks = Boards { puzzles: 2 * CHUNK, ..BOARDS };
        let difference = |from: u64| {
            fs::write(&state, (from * CHUNK).to_string()).unwrap();
            let folder = Some(folder.path());
            let error = comparison(&planted, true).run(&two_chunks, folder).unwrap_err();
            error.to_string()
        };
        assert_ne!(difference(1), difference(2));
        // Of fewer boards than are compared already there is nothing to say.
        assert!(difference(3).contains("came to"));
        assert!(state.exists());
    }

    #[test]
    fn a_chunk_has_boards_of_every_kind_and_the_ways_agree_on_it() {
        let comparison = comparison(&Planted::Nothing, false);
        let boards = comparison.boards(0);
        assert_eq!(boards, comparison.boards(0));
        assert_ne!(boards, comparison.boards(1));
        let outcomes = comparison.ways[0].outcomes(&boards, &Limits::solutions(2)).unwrap();
        for part in 0..8 {
            let mut kinds = [0; 3];
            for outcome in outcomes.iter().skip(part).step_by(8) {
                kinds[outcome.report.solutions as usize] += 1;
            }
            // One of eight is random.
            let least = if part == 7 { [500, 0, 500] } else { [500; 3] };
            assert!(kinds.iter().zip(least).all(|(&found, least)| found >= least), "{kinds:?}");
        }
        let all = Comparison { ways: ways().unwrap(), ..comparison };
        for chunk in 0..all.ways.len() as u64 - 1 {
            all.chunk(chunk).unwrap();
        }
    }
}
