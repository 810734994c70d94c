//! The puzzle sets of `sudoku-corpus`: how each is made, and the proof that its answers are right.
//!
//! A set is a few well-known puzzles, and puzzles drawn from a recorded seed until enough of them
//! have what the set is for. That is measured in placements and guesses, never in time, so that
//! every machine makes the same bytes. The sets that are chosen by the guesses of `mrv`
//! (`easy`, `hard`, `none`) may change with that strategy, the others only with the generator.

use std::error::Error;
use std::ops::RangeInclusive;
use std::path::Path;
use std::{fs, io, thread};

use sudoku_core::{Board, Cell, Digit, Ending, House, HouseKind, Limits, Solver};
use sudoku_corpus::{KnownPuzzle, PuzzleSet};
use sudoku_generator::{
    GENERATOR_VERSION, Guesses, Minimality, PatternSymmetry, Request, Rng, random_symmetry, seeded,
    shuffle,
};
use sudoku_strategies::{STRATEGIES, find};

/// Make the puzzle sets of `sudoku-corpus` anew from their seeds, or check them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing: make the sets in memory, compare them with the files, and verify every answer
    #[arg(long)]
    pub(crate) check: bool,
}

/// Runs the command in the workspace with this root.
///
/// # Errors
/// If a set cannot be made, or a file cannot be read or written; with `--check` also if a file is
/// not what its recipe makes, or says what is not so.
pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Box<dyn Error>> {
    let maker = Maker { mrv: solver("mrv")?, bitmask: solver("bitmask")? };
    let sets = root.join("crates/sudoku-corpus/sets");
    let results: Vec<_> = thread::scope(|scope| {
        let (maker, sets) = (&maker, &sets);
        let start = |recipe| scope.spawn(move || maker.run(recipe, sets, args.check));
        let started: Vec<_> = RECIPES.iter().map(start).collect();
        started.into_iter().map(thread::ScopedJoinHandle::join).collect()
    });
    for (recipe, result) in RECIPES.iter().zip(results) {
        let done = result.unwrap_or_else(|_| Err("the thread that made it panicked".to_owned()));
        println!("{}: {}", recipe.name, done.map_err(|error| format!("{}: {error}", recipe.name))?);
    }
    Ok(())
}

fn solver(name: &str) -> Result<&'static dyn Solver, String> {
    Ok(find(name).ok_or_else(|| format!("there is no strategy {name}"))?.solver)
}

/// How a set is made.
struct Recipe {
    name: &'static str,
    about: &'static str,
    /// The value of `promises-budget`.
    promises: &'static str,
    /// What the generated puzzles are and how they were chosen, for a comment above them.
    generated: &'static [&'static str],
    /// Well-known puzzles, each with its source.
    known: &'static [(&'static str, &'static str)],
    /// The seed of the series that the generated ones are from; further series have the next ones.
    seed: u64,
    make: fn(&Maker, u64) -> Result<Vec<Board>, String>,
}

/// A promise holds if the strategy needs no more steps than this for any puzzle of the set: at 80
/// ns a step, which is what a placement of `mrv` with its search for singles takes, and five times
/// one of the others, that is a fifth of the 80 ms.
const STEPS_WITHIN_BUDGET: u64 = 200_000;

/// How far `bitmask` is let go to confirm an answer.
const STEPS_TO_CONFIRM: u64 = 100_000_000;

/// The most solutions that a puzzle other than the empty board may have.
const MOST_SOLUTIONS: u64 = 100_000;

/// The solutions of the empty board (Felgenhauer and Jarvis, 2005).
const GRIDS: u128 = 6_670_903_752_021_072_936_960;

/// The puzzle of the English Wikipedia's article on Sudoku solving algorithms.
const AGAINST_BRUTE_FORCE: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// The first of Gordon Royle's collection of puzzles with 17 clues.
const ROYLES_FIRST: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

const RECIPES: &[Recipe] = &[
    Recipe {
        name: "judge",
        about: "what an online judge asks: many clues, and few placements in row-major order",
        promises: "scan, bitmask, mrv, board, board-avx512, board-avx2, board-portable, lanes, lanes-avx512, lanes-avx2, lanes-portable",
        generated: &["proper puzzles of 30 to 60 clues"],
        known: &[
            (
                "the sample of Baekjoon 2580",
                ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.",
            ),
            (
                "the sample of Baekjoon 2239",
                "1.3...5.9..21.94.....7.4...3..5.2..6.6.....5.7..8.3..4...4.1.....92.58..8.4...1.7",
            ),
        ],
        seed: 100,
        make: |maker, seed| {
            let request = Request::new().with_minimality(Minimality::Any).with_clues(30..=60);
            draw(58, seed, |rng| {
                let board = request.generate(maker.mrv, rng).ok()?.board;
                maker.takes(&board, 0..=100_000).then_some(board)
            })
        },
    },
    Recipe {
        name: "easy",
        about: "easy puzzles as they are printed: half-turn symmetry, and singles are enough",
        promises: "scan, bitmask, mrv, board, board-avx512, board-avx2, board-portable, lanes, lanes-avx512, lanes-avx2, lanes-portable",
        generated: &[
            "28 to 36 clues, no guess of `mrv`, at most 100,000 placements in row-major order",
        ],
        known: &[],
        seed: 200,
        make: |maker, seed| {
            let guesses = Guesses::new("mrv", maker.mrv);
            let request = Request::new()
                .with_minimality(Minimality::Any)
                .with_symmetry(PatternSymmetry::HalfTurn)
                .with_clues(28..=36)
                .with_difficulty(&guesses, 0..=0);
            draw(100, seed, |rng| {
                let board = request.generate(maker.mrv, rng).ok()?.board;
                maker.takes(&board, 0..=100_000).then_some(board)
            })
        },
    },
    Recipe {
        name: "sparse",
        about: "17 to 22 clues, turned so that row-major search gets through",
        promises: "mrv, board, board-avx512, board-avx2, board-portable, lanes, lanes-avx512, lanes-avx2, lanes-portable",
        generated: &[
            "twelve are the first puzzle of Gordon Royle's collection of 17 clues and the one",
            "of Wikipedia's article on Sudoku solving algorithms, moved and relabeled by",
            "symmetries; the others are minimal puzzles, 20 of at most 21 clues and 60 of 22;",
            "at most 2,000,000 placements in row-major order",
        ],
        known: &[],
        seed: 300,
        make: |maker, seed| {
            let mut boards = Vec::new();
            for (at, known) in (0..).zip([ROYLES_FIRST, AGAINST_BRUTE_FORCE]) {
                let known = read(known)?;
                boards.extend(draw(6, seed + at, |rng| {
                    let board = moved(&known, rng);
                    maker.takes(&board, 0..=2_000_000).then_some(board)
                })?);
            }
            for (at, count, clues) in [(2, 20, 17..=21), (3, 60, 22..=22)] {
                let request = Request::new().with_clues(clues).with_attempts(1_000_000);
                boards.extend(draw(count, seed + at, |rng| {
                    let board = request.generate(maker.mrv, rng).ok()?.board;
                    maker.takes(&board, 0..=2_000_000).then_some(board)
                })?);
            }
            Ok(boards)
        },
    },
    Recipe {
        name: "hard",
        about: "hard for search: many guesses for a solver that finds singles",
        promises: "mrv, board, board-avx512, board-avx2, board-portable, lanes, lanes-avx512, lanes-avx2, lanes-portable",
        generated: &["minimal puzzles with 14 guesses of `mrv` or more"],
        known: &[
            (
                "AI Escargot, Arto Inkala, 2006",
                "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            ),
            (
                "Arto Inkala, 2010",
                "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
            ),
            (
                "Arto Inkala, 2012",
                "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            ),
            (
                "Easter Monster",
                "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
            ),
            (
                "Golden Nugget",
                ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
            ),
            (
                "Platinum Blonde",
                ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
            ),
            (
                "Fata Morgana",
                "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",
            ),
            (
                "Red Dwarf",
                "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8",
            ),
        ],
        seed: 400,
        make: |maker, seed| {
            let guesses = Guesses::new("mrv", maker.mrv);
            let request =
                Request::new().with_difficulty(&guesses, 14..=u64::MAX).with_attempts(1_000_000);
            draw(40, seed, |rng| Some(request.generate(maker.mrv, rng).ok()?.board))
        },
    },
    Recipe {
        name: "row-major",
        about: "puzzles that punish row-major search with millions of placements",
        promises: "mrv, board, board-avx512, board-avx2, board-portable, lanes, lanes-avx512, lanes-avx2, lanes-portable",
        generated: &[
            "puzzles of 22 clues, moved and relabeled by symmetries, with 2 to 8 million",
            "placements in row-major order, a million of them before the solution",
        ],
        known: &[
            ("Wikipedia's article on Sudoku solving algorithms", AGAINST_BRUTE_FORCE),
            (
                "the first of magictour's list of hard puzzles, top1465",
                "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
            ),
        ],
        seed: 500,
        make: |maker, seed| {
            let request = Request::new().with_clues(22..=22);
            let is_bad = |board: &Board| {
                let first = Limits::solutions(1).with_steps(1_000_000);
                maker.bitmask.count(board, &first).ending == Ending::StepLimit
                    && maker.takes(board, 2_000_000..=8_000_000)
            };
            draw(22, seed, |rng| {
                let board = request.generate(maker.mrv, rng).ok()?.board;
                // A move costs less to draw than a puzzle.
                (0..10).map(|_| moved(&board, rng)).find(is_bad)
            })
        },
    },
    Recipe {
        name: "many",
        about: "more than one solution: from 2 to 100,000, counted exactly",
        promises: "scan, bitmask, mrv, board, board-avx512, board-avx2, board-portable, lanes, lanes-avx512, lanes-avx2, lanes-portable",
        generated: &[
            "minimal puzzles with clues taken away, ten each with 2, 3 to 9, 10 to 99, 100 to",
            "999, 1,000 to 9,999 and 10,000 to 100,000 solutions; at most 200,000 placements",
            "to the second in row-major order",
        ],
        known: &[],
        seed: 600,
        make: |maker, seed| {
            let mut boards = Vec::new();
            let wanted = [2..=2, 3..=9, 10..=99, 100..=999, 1_000..=9_999, 10_000..=MOST_SOLUTIONS];
            for (at, wanted) in (0..).zip(wanted) {
                boards.extend(draw(10, seed + at, |rng| maker.with_many(&wanted, rng))?);
            }
            Ok(boards)
        },
    },
    Recipe {
        name: "none",
        about: "no solution: contradicting clues, and contradictions deep in the search",
        promises: "mrv, board, board-avx512, board-avx2, board-portable, lanes, lanes-avx512, lanes-avx2, lanes-portable",
        generated: &[
            "minimal puzzles with one wrong digit added: nine where two clues of a row, a",
            "column or a box are the same, then eight each where a blank has no candidate,",
            "where a digit has no place in a house, where singles end in a contradiction, and",
            "16 where `mrv` has to guess, at most 300,000 placements in row-major order; the",
            "last five take that order 1 to 5 million",
        ],
        known: &[],
        seed: 700,
        make: |maker, seed| {
            let mut boards = Vec::new();
            for (at, kind) in (0..).zip([HouseKind::Row, HouseKind::Column, HouseKind::Box]) {
                boards.extend(draw(3, seed + at, |rng| maker.contradicting(kind, rng))?);
            }
            for (at, count, trouble, placements) in [
                (3, 8, Trouble::Blank, 0..=300_000),
                (4, 8, Trouble::House, 0..=300_000),
                (5, 8, Trouble::Singles, 0..=300_000),
                (6, 16, Trouble::Deep, 0..=300_000),
                (7, 5, Trouble::Deep, 1_000_000..=5_000_000),
            ] {
                boards.extend(draw(count, seed + at, |rng| {
                    let board = maker.spoiled(trouble, rng)?;
                    maker.takes(&board, placements.clone()).then_some(board)
                })?);
            }
            Ok(boards)
        },
    },
    Recipe {
        name: "empty",
        about: "the board without clues, and the number of all grids",
        promises: "scan, bitmask, mrv, board, board-avx512, board-avx2, board-portable, lanes, lanes-avx512, lanes-avx2, lanes-portable",
        generated: &[],
        known: &[(
            "the number of grids: Bertram Felgenhauer and Frazer Jarvis, 2005",
            ".................................................................................",
        )],
        seed: 800,
        make: |_, _| Ok(Vec::new()),
    },
];

/// Draws puzzles from the series with this seed until there are enough of them.
fn draw(
    count: usize,
    seed: u64,
    mut puzzle: impl FnMut(&mut dyn Rng) -> Option<Board>,
) -> Result<Vec<Board>, String> {
    let tried = 0..100_000;
    let boards: Vec<_> =
        tried.filter_map(|index| puzzle(&mut seeded(seed, index))).take(count).collect();
    match boards.len() == count {
        true => Ok(boards),
        false => Err(format!("the series of seed {seed} gave {} of {count} puzzles", boards.len())),
    }
}

/// Moves and relabels the board by random symmetries.
fn moved(board: &Board, rng: &mut dyn Rng) -> Board {
    let (symmetry, relabeling) = random_symmetry(rng);
    relabeling.apply(&symmetry.apply(board))
}

/// How it shows that a board has no solution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trouble {
    /// A blank has no candidate.
    Blank,
    /// A digit has no place in a house.
    House,
    /// Placing singles ends in one of the two.
    Singles,
    /// It takes guesses.
    Deep,
}

/// The strategies by which puzzles are chosen and answered.
struct Maker {
    mrv: &'static dyn Solver,
    bitmask: &'static dyn Solver,
}

impl Maker {
    /// Makes a set and writes its file, or checks it; says what there is.
    fn run(&self, recipe: &Recipe, sets: &Path, check: bool) -> Result<String, String> {
        let path = sets.join(recipe.name).with_extension("txt");
        let in_file = |error: io::Error| format!("{}: {error}", path.display());
        let text = self.make(recipe)?;
        if !check {
            fs::write(&path, &text).map_err(in_file)?;
        } else if fs::read_to_string(&path).map_err(in_file)? != text {
            return Err("the file is not what `cargo xtask corpus` makes".to_owned());
        }
        let set = PuzzleSet::parse(&text).map_err(|error| error.to_string())?;
        let puzzles = set.puzzles().map_err(|error| error.to_string())?;
        match check {
            true => self.verify(&set, &puzzles),
            false => Ok(format!("{} puzzles", puzzles.len())),
        }
    }

    /// The text of a set's file.
    fn make(&self, recipe: &Recipe) -> Result<String, String> {
        let Recipe { name, about, promises, generated, known, seed, make } = recipe;
        let boards = make(self, *seed)?;
        let by =
            format!("`cargo xtask corpus`, generator version {GENERATOR_VERSION}, seed {seed}");
        let origin = match (known.is_empty(), boards.is_empty()) {
            (true, _) => format!("made by {by}"),
            (false, false) => {
                format!("well-known where a source is named, the others made by {by}")
            }
            (false, true) => "well-known, with its source".to_owned(),
        };
        let mut lines = vec![
            format!("# name: {name}"),
            format!("# about: {about}"),
            format!("# origin: {origin}"),
            format!("# promises-budget: {promises}"),
        ];
        for (source, puzzle) in *known {
            lines.push(format!("# {source}"));
            lines.push(self.answered(&read(puzzle)?)?);
        }
        lines.extend(generated.iter().map(|line| format!("# {line}")));
        for board in &boards {
            lines.push(self.answered(board)?);
        }
        lines.push(String::new());
        Ok(lines.join("\n"))
    }

    /// A puzzle's line: the puzzle, its number of solutions, its solution.
    fn answered(&self, board: &Board) -> Result<String, String> {
        if *board == Board::EMPTY {
            return Ok(format!("{board},{GRIDS},"));
        }
        let outcome = self.mrv.solve(board, &Limits::solutions(MOST_SOLUTIONS + 1));
        match (outcome.report.solutions, outcome.first) {
            (1, Some(solution)) => Ok(format!("{board},1,{solution}")),
            (solutions @ 0..=MOST_SOLUTIONS, _) => Ok(format!("{board},{solutions},")),
            _ => Err(format!("{board} has more than {MOST_SOLUTIONS} solutions")),
        }
    }

    /// Checks a set's answers by both strategies and its promises by every strategy that promises.
    fn verify(&self, set: &PuzzleSet<'_>, puzzles: &[KnownPuzzle]) -> Result<String, String> {
        if let Some(name) = set.promising().find(|name| find(name).is_none()) {
            return Err(format!("{name} promises, and is no strategy"));
        }
        let mut confirmed = [0; 2];
        for puzzle in puzzles {
            let board = &puzzle.board;
            let promising = STRATEGIES
                .iter()
                .filter(|strategy| strategy.is_available() && set.promises_budget(strategy.name));
            for strategy in promising {
                for solutions in [1, 2] {
                    let limits = Limits::solutions(solutions).with_steps(STEPS_WITHIN_BUDGET);
                    if strategy.solver.count(board, &limits).ending == Ending::StepLimit {
                        return Err(format!("{} promises and is slow on {board}", strategy.name));
                    }
                }
            }
            if puzzle.solutions > MOST_SOLUTIONS.into() {
                continue;
            }
            for (confirmed, solver) in confirmed.iter_mut().zip([self.mrv, self.bitmask]) {
                let outcome = solver.solve(board, &Limits::ALL.with_steps(STEPS_TO_CONFIRM));
                if outcome.report.ending != Ending::Exhausted {
                    continue;
                }
                let only = outcome.first.filter(|_| outcome.report.solutions == 1);
                if (u128::from(outcome.report.solutions), only)
                    != (puzzle.solutions, puzzle.solution)
                {
                    return Err(format!("the answer to {board} is wrong"));
                }
                *confirmed += 1;
            }
        }
        let [mrv, bitmask] = confirmed;
        Ok(format!("{} puzzles, {mrv} confirmed by mrv, {bitmask} by bitmask", puzzles.len()))
    }

    /// Whether row-major search needs so many placements to count the solutions up to two.
    fn takes(&self, board: &Board, placements: RangeInclusive<u64>) -> bool {
        let limits = Limits::solutions(2).with_steps(*placements.end());
        let report = self.bitmask.count(board, &limits);
        report.ending != Ending::StepLimit && placements.contains(&report.steps)
    }

    /// A minimal puzzle.
    fn minimal(&self, rng: &mut dyn Rng) -> Option<sudoku_generator::GeneratedPuzzle> {
        Request::new().generate(self.mrv, rng).ok()
    }

    /// A minimal puzzle with clues taken away until it has so many solutions.
    fn with_many(&self, wanted: &RangeInclusive<u64>, rng: &mut dyn Rng) -> Option<Board> {
        let mut board = self.minimal(rng)?.board;
        let mut clues: Vec<Cell> = board.clues().map(|(cell, _)| cell).collect();
        shuffle(rng, &mut clues);
        let mut solutions = 1;
        while solutions < *wanted.start() {
            board.set(clues.pop()?, None);
            solutions = self.mrv.count(&board, &Limits::solutions(wanted.end() + 1)).solutions;
        }
        (wanted.contains(&solutions) && self.takes(&board, 0..=200_000)).then_some(board)
    }

    /// A minimal puzzle with a clue added that a house of this kind, and no other, has already.
    fn contradicting(&self, kind: HouseKind, rng: &mut dyn Rng) -> Option<Board> {
        let mut spoiled = additions(&self.minimal(rng)?.board);
        spoiled.retain(|board| {
            !board.is_consistent() && board.contradictions().all(|pair| pair.house.kind() == kind)
        });
        shuffle(rng, &mut spoiled);
        spoiled.pop()
    }

    /// A minimal puzzle with a wrong clue added that contradicts no other, and gives this trouble.
    fn spoiled(&self, trouble: Trouble, rng: &mut dyn Rng) -> Option<Board> {
        let puzzle = self.minimal(rng)?;
        let mut spoiled = additions(&puzzle.board);
        spoiled.retain(|board| board.is_consistent() && !puzzle.solution.extends(board));
        shuffle(rng, &mut spoiled);
        spoiled.into_iter().find(|board| self.trouble(board) == trouble)
    }

    /// How it shows that this consistent board has no solution.
    fn trouble(&self, board: &Board) -> Trouble {
        let blanks = || Cell::all().filter(|&cell| board.get(cell).is_none());
        let has_place = |house: House, digit| {
            house.cells().iter().any(|&cell| match board.get(cell) {
                Some(clue) => clue == digit,
                None => board.candidates(cell).contains(digit),
            })
        };
        if blanks().any(|cell| board.candidates(cell).is_empty()) {
            Trouble::Blank
        } else if House::all().any(|house| Digit::all().any(|digit| !has_place(house, digit))) {
            Trouble::House
        } else if self.mrv.count(board, &Limits::ALL).guesses == Some(0) {
            Trouble::Singles
        } else {
            Trouble::Deep
        }
    }
}

/// The boards with one clue more, of any digit.
fn additions(board: &Board) -> Vec<Board> {
    let blanks = Cell::all().filter(|&cell| board.get(cell).is_none());
    blanks
        .flat_map(|cell| {
            Digit::all().map(move |digit| {
                let mut more = *board;
                more.set(cell, Some(digit));
                more
            })
        })
        .collect()
}

fn read(puzzle: &str) -> Result<Board, String> {
    puzzle.parse().map_err(|error| format!("{puzzle}: {error}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use super::*;

    const HEAD: &str = "# name: n\n# about: a\n# origin: o\n# promises-budget: ";

    fn verify(promises: &str, line: &str) -> Result<String, String> {
        let maker = Maker { mrv: solver("mrv")?, bitmask: solver("bitmask")? };
        let text = format!("{HEAD}{promises}\n{line}\n");
        let set = PuzzleSet::parse(&text).map_err(|error| error.to_string())?;
        let puzzles = set.puzzles().map_err(|error| error.to_string())?;
        maker.verify(&set, &puzzles)
    }

    #[test]
    fn wrong_answers_and_promises_are_found() {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let solution =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let confirmed = Ok("1 puzzles, 1 confirmed by mrv, 1 by bitmask".to_owned());
        assert_eq!(verify("mrv", &format!("{puzzle},1,{solution}")), confirmed);

        let wrong = Err(format!("the answer to {puzzle} is wrong"));
        assert_eq!(verify("mrv", &format!("{puzzle},0,")), wrong);
        assert_eq!(verify("mrv", &format!("{puzzle},2,")), wrong);
        let other = solution.replace('1', "x").replace('2', "1").replace('x', "2");
        assert_eq!(verify("mrv", &format!("{puzzle},1,{other}")), wrong);

        let slow = format!("{AGAINST_BRUTE_FORCE},0,");
        let refused = verify("scan", &slow).unwrap_err();
        assert!(refused.starts_with("scan promises and is slow on"), "{refused}");
        assert!(verify("none", &slow).unwrap_err().starts_with("the answer"));
        let unknown = verify("nobody", &slow).unwrap_err();
        assert_eq!(unknown, "nobody promises, and is no strategy");
    }

    #[test]
    fn spoiled_puzzles_have_the_trouble_that_was_asked_for() -> Result<(), String> {
        let maker = Maker { mrv: solver("mrv")?, bitmask: solver("bitmask")? };
        for trouble in [Trouble::Blank, Trouble::House, Trouble::Singles, Trouble::Deep] {
            let boards = draw(5, 1, |rng| maker.spoiled(trouble, rng))?;
            for board in boards {
                assert!(board.is_consistent());
                assert_eq!(maker.bitmask.count(&board, &Limits::ALL).solutions, 0);
                let guesses = maker.mrv.count(&board, &Limits::ALL).guesses;
                assert_eq!(guesses > Some(0), trouble == Trouble::Deep, "{board}");
            }
        }
        for kind in [HouseKind::Row, HouseKind::Column, HouseKind::Box] {
            let board = draw(1, 1, |rng| maker.contradicting(kind, rng))?[0];
            assert_eq!(board.contradictions().map(|pair| pair.house.kind()).next(), Some(kind));
        }
        Ok(())
    }
}
