//! Puzzles with rules besides those of classic Sudoku.

mod cages;
mod grid;
mod kinds;
mod lines;
mod minimal;

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand::Rng;
use sudoku_core::{Cell, Ending, Grid, Limits};
use sudoku_variants::{Rule, Ruled, Rules, Weighted};

use self::grid::GivenUp;
use self::lines::Used;
use crate::draw::shuffle;
use crate::grid::random_grid;
use crate::pattern::PatternSymmetry;
use crate::unavoidable::{BITS, CellBits, board_of, cells, difference, simple_sets};

pub use self::cages::{CageSizes, CageSizesError};
pub use self::kinds::{UnknownVariantKind, VariantKind};

/// The request for a puzzle with rules besides those of classic Sudoku.
///
/// ```
/// use sudoku_core::Solver;
/// use sudoku_generator::{VariantRequest, seeded_rng};
/// use sudoku_variants::{Ruled, Weighted};
///
/// let killer = VariantRequest::new(&["killer".parse()?]);
/// let puzzle = killer.generate(&mut seeded_rng(2026, 0))?;
/// assert_eq!(puzzle.rules.board.clue_count(), 0);
/// assert!(Weighted.is_proper(&Ruled::new(&puzzle.rules)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// An attempt draws a grid, and rules that the grid obeys. Then it tries to remove each clue, and
/// after that each cage and line, in random order. It restores a part if the puzzle is not proper
/// without it. So no remaining part is redundant. With a symmetry, a part is a clue or a cage
/// together with its images. Rules about the whole board, such as diagonals, are never removed. A
/// killer has no clues.
///
/// # Stability
/// The puzzle depends on the request and on the words of the random generator. It also depends on
/// the version of `sudoku-variants`, because an attempt ends if a search takes too many guesses.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VariantRequest<'a> {
    /// The kinds of rules that the puzzle may have.
    pub kinds: Vec<VariantKind>,
    /// The wanted sizes of the cages of a killer.
    pub cages: CageSizes,
    /// The symmetry of the cages, or of the cells with clues. Default: none.
    pub symmetry: PatternSymmetry,
    /// The maximum number of attempts. Default: 1000. At least one attempt is always made.
    pub attempts: u32,
    /// A flag that another thread sets to end the search.
    pub stop: Option<&'a AtomicBool>,
    /// A counter that every attempt increments, for progress reports from another thread.
    pub attempt_counter: Option<&'a AtomicU64>,
}

/// A puzzle with rules, and its only solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GeneratedVariant {
    /// The clues and the rules.
    pub rules: Rules,
    /// The only solution.
    pub solution: Grid,
    /// The number of the attempt that made the puzzle, counted from 1.
    pub attempts: u32,
}

/// The error if no attempt made a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoVariantError {
    /// The number of attempts.
    pub attempts: u32,
    /// True if the stop flag was raised.
    pub is_stopped: bool,
    /// True if no grid obeys the rules about the whole board together.
    pub is_impossible: bool,
}

impl fmt::Display for NoVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_impossible {
            return f.write_str("no grid obeys all these rules; use fewer of them");
        }
        let word = if self.attempts == 1 { "attempt" } else { "attempts" };
        write!(f, "no puzzle in {} {word}", self.attempts)?;
        if self.is_stopped {
            return f.write_str("; the search was stopped");
        }
        f.write_str("; use fewer rules, smaller cages or more attempts")
    }
}

impl Error for NoVariantError {}

/// The maximum number of nodes of a search.
const MOST_NODES: u64 = 500;

/// A part of a puzzle, which is removed or kept as a whole.
struct Part {
    clues: CellBits,
    rules: Vec<Rule>,
}

impl<'a> VariantRequest<'a> {
    /// Returns the request for a puzzle with rules of these kinds. A repeated kind counts once.
    #[must_use]
    pub fn new(kinds: &[VariantKind]) -> Self {
        let is_first = |&(place, kind): &(usize, &VariantKind)| !kinds[..place].contains(kind);
        let first = kinds.iter().enumerate().filter(is_first);
        Self {
            kinds: first.map(|(_, &kind)| kind).collect(),
            cages: CageSizes::default(),
            symmetry: PatternSymmetry::None,
            attempts: 1000,
            stop: None,
            attempt_counter: None,
        }
    }

    /// Sets the wanted sizes of cages.
    #[must_use]
    pub fn with_cages(self, cages: CageSizes) -> Self {
        Self { cages, ..self }
    }

    /// Sets the symmetry of the cages, or of the cells with clues.
    #[must_use]
    pub fn with_symmetry(self, symmetry: PatternSymmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// Sets the maximum number of attempts.
    #[must_use]
    pub fn with_attempts(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }

    /// Sets the stop flag: see [`stop`](Self::stop).
    #[must_use]
    pub fn with_stop<'b>(self, stop: &'b AtomicBool) -> VariantRequest<'b>
    where
        'a: 'b,
    {
        VariantRequest { stop: Some(stop), ..self }
    }

    /// Sets the counter of attempts: see [`attempt_counter`](Self::attempt_counter).
    #[must_use]
    pub fn with_attempt_counter<'b>(self, counter: &'b AtomicU64) -> VariantRequest<'b>
    where
        'a: 'b,
    {
        VariantRequest { attempt_counter: Some(counter), ..self }
    }

    /// Makes a puzzle.
    ///
    /// # Errors
    /// Fails if no attempt made a puzzle, if no grid obeys the rules, or if the flag is raised.
    pub fn generate<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
    ) -> Result<GeneratedVariant, NoVariantError> {
        let mut attempts = 0;
        loop {
            attempts += 1;
            if let Some(counter) = self.attempt_counter {
                counter.fetch_add(1, Ordering::Relaxed);
            }
            let attempt = self.attempt(rng);
            let is_impossible = matches!(attempt, Err(GivenUp::NoGrid));
            if let Ok(Some((rules, solution))) = attempt {
                return Ok(GeneratedVariant { rules, solution, attempts });
            }
            let is_stopped = self.limits().is_stopped();
            if is_stopped || is_impossible || attempts >= self.attempts {
                return Err(NoVariantError { attempts, is_stopped, is_impossible });
            }
        }
    }

    /// Returns the limits of a search for two solutions.
    fn limits(&self) -> Limits<'a> {
        let mut limits = Limits::solutions(2).with_nodes(MOST_NODES);
        limits.stop = self.stop;
        limits
    }

    /// Makes a puzzle, or returns `None` if the rules that were drawn allow several solutions.
    fn attempt<R: Rng + ?Sized>(&self, rng: &mut R) -> Result<Option<(Rules, Grid)>, GivenUp> {
        let whole: Vec<Rule> = self.kinds.iter().flat_map(|kind| kind.whole_rules()).collect();
        let solution = match &whole[..] {
            [] => random_grid(rng),
            rules => grid::grid_with_rules(rules, &self.limits(), rng)?,
        };
        let Some(parts) = self.parts(&solution, rng) else { return Ok(None) };
        let puzzle = |kept: u128| {
            let is_kept = move |at: usize| kept >> at & 1 != 0;
            let kept = || (0..).zip(&parts).filter(move |(at, _)| is_kept(*at)).map(|it| it.1);
            let clues = kept().fold(0, |clues, part| clues | part.clues);
            let rules = kept().flat_map(|part| &part.rules).cloned();
            Rules {
                board: board_of(&solution, clues),
                rules: whole.iter().cloned().chain(rules).collect(),
            }
        };
        let broken = |grid: &Grid| {
            let changed = difference(&solution, grid);
            (0..).zip(&parts).fold(0, |broken, (at, part)| {
                broken | u128::from(part.is_broken(grid, changed)) << at
            })
        };
        let is_allowed =
            |grid: &Grid| whole.iter().all(|rule| rule.find_violation(grid.as_board()).is_none());
        let mut known = Vec::new();
        let mut has_other = false;
        simple_sets(&solution, &[0; 81], |set, _| {
            let other = if has_other { None } else { exchanged(&solution, set).filter(is_allowed) };
            if let Some(set) = other.map(|other| broken(&other)) {
                has_other |= set == 0;
                known.push(set);
            }
        });
        if has_other {
            return Ok(None);
        }
        let kept = minimal::minimal_parts(parts.len(), known, |kept| {
            let puzzle = Ruled::for_short_search(&puzzle(kept)).map_err(|_| GivenUp::TooLong)?;
            let mut other = None;
            // Near the solution, another one is found soon, and it breaks few parts.
            let report = Weighted.search_near(&puzzle, &solution, &self.limits(), &mut |grid| {
                if *grid == solution {
                    return ControlFlow::Continue(());
                }
                other = Some(*grid);
                ControlFlow::Break(())
            });
            match other {
                None if report.ending != Ending::Exhausted => Err(GivenUp::TooLong),
                other => Ok(other.map(|other| broken(&other))),
            }
        })?;
        Ok(kept.map(|kept| (puzzle(kept), solution)))
    }

    /// Draws the parts of the puzzle in the order of their removal: first clues, then rules.
    /// Returns `None` if the cages do not fit.
    fn parts<R: Rng + ?Sized>(&self, solution: &Grid, rng: &mut R) -> Option<Vec<Part>> {
        let is_killer = self.kinds.iter().any(|kind| kind.has_cages());
        let mut parts = Vec::new();
        if !is_killer {
            let orbits = self.symmetry.sets().iter();
            parts.extend(orbits.map(|&clues| Part { clues, rules: Vec::new() }));
            shuffle(rng, &mut parts);
        }
        let mut rules = Vec::new();
        if is_killer {
            let cages = cages::draw(solution, &self.cages, self.symmetry, rng)?;
            rules.extend(cages.iter().map(|orbit| {
                orbit.iter().filter_map(|&cage| cages::rule(solution, cage)).collect::<Vec<Rule>>()
            }));
        }
        let mut used = Used::default();
        for kind in &self.kinds {
            let lines = kind.draw_lines(solution, &mut used, rng).into_iter();
            rules.extend(lines.map(|rule| vec![rule]));
        }
        shuffle(rng, &mut rules);
        parts.extend(rules.into_iter().map(|rules| Part { clues: 0, rules }));
        // A set of parts has 128 bits. The surplus of many kinds of lines is left out.
        parts.truncate(128);
        Some(parts)
    }
}

impl Part {
    /// Returns true if the grid, which differs from the solution in these cells, has another clue
    /// or breaks a rule.
    fn is_broken(&self, grid: &Grid, changed: CellBits) -> bool {
        let is_changed = |cell: &Cell| changed & BITS[cell.index()] != 0;
        self.clues & changed != 0
            || self.rules.iter().any(|rule| {
                rule.cells().iter().chain(rule.others()).any(is_changed)
                    && rule.find_violation(grid.as_board()).is_some()
            })
    }
}

/// Returns the grid with the digits of an unavoidable set exchanged: two digits, or the cells of
/// two rows or of two columns.
fn exchanged(grid: &Grid, set: CellBits) -> Option<Grid> {
    let digits = grid.as_bytes();
    let [mut rows, mut columns, mut values] = [0_u16; 3];
    for cell in cells(set) {
        rows |= 1 << (cell / 9);
        columns |= 1 << (cell % 9);
        values |= 1 << digits[cell];
    }
    // The other member of a pair with this sum.
    let sum = |pair: u16| (pair.trailing_zeros() + pair.ilog2()) as usize;
    let mut other = *digits;
    for cell in cells(set) {
        other[cell] = if values.count_ones() == 2 {
            sum(values) as u8 - digits[cell]
        } else if rows.count_ones() == 2 {
            digits[9 * (sum(rows) - cell / 9) + cell % 9]
        } else {
            digits[9 * (cell / 9) + sum(columns) - cell % 9]
        };
    }
    Grid::new(other).ok().filter(Grid::is_valid)
}
