//! `sudoku-variants` is a library that solves Sudoku variants: killer, thermometers, arrows,
//! diagonals and more.
//!
//! ```
//! use sudoku_core::{Limits, Solver};
//! use sudoku_variants::{Ruled, Rules, Weighted};
//!
//! let rules: Rules = "
//!     anti-knight
//!     anti-king
//!     non-consecutive
//!     digits 1 r5c3
//!     digits 2 r6c7
//! ".parse()?;
//! let outcome = Weighted.solve(&Ruled::new(&rules)?, &Limits::solutions(2));
//! assert!(outcome.report.is_proper());
//! println!("{}", outcome.first.expect("the puzzle has a solution"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Rules`] come from the crate [`sudoku_rules`]. [`Ruled`] is a puzzle compiled for solving. Two
//! strategies implement [`Solver<Ruled>`](sudoku_core::Solver): [`Weighted`] is fast, and [`Plain`]
//! is the reference that checks it.
//!
//! # How it works
//!
//! Every rule compiles to a few primitives, and each primitive to a propagator. A propagator is a
//! function that removes candidates which cannot be part of a solution. After each guess, the
//! propagators run until none of them removes anything, cheap ones first.
//!
//! - **Different digits.** Cells that must differ are peers: one set of 81 bits for each cell.
//! - **Relations.** A table gives, for each set of candidates of one cell, the digits that another
//!   cell may hold.
//! - **Sums and digit sets.** The digits of cells that differ form one of 512 sets. A set of such
//!   sets has 512 bits, and adding a cell takes nine shifts. A pass forwards and a pass backwards
//!   find every candidate without support. A digit that all remaining sets need leaves the cells
//!   that see all of its places.
//! - **Sums over several groups.** Each group of cells that differ has a set of possible sums. The
//!   sets are joined, and each group keeps the sums that the others complete.
//! - **Joint sums.** Several little killer sums together have closer bounds than each of them,
//!   because their cells form larger groups of cells that differ.
//! - **The 45 rule.** Each house has the sum 45. So cages that nearly cover some houses give the
//!   sum of the cells that they leave or exceed. These houses may be rows of one band together with
//!   boxes of another band.
//! - **Classic houses.** [`propagate`](sudoku_simd::BoardSolver::propagate) of `sudoku-simd` finds
//!   naked and hidden singles, locked candidates and hidden triples in all 27 houses at once.
//!
//! The search guesses a digit of a cell and, if that fails, removes the digit and propagates again.
//! It prefers cells that took part in failures and have few candidates, as in the heuristic
//! [dom/wdeg](https://www.frontiersinai.com/ecai/ecai2004/ecai04/pdf/p0146.pdf), and digits with
//! two places in a house.
//!
//! [`sudoku_simd::AutoSolver`] solves puzzles whose rules only restrict the candidates of cells.
//!
//! # Hints
//!
//! [`Hints`] finds the next digits of a puzzle as a person does, each with its reasons.
//!
//! # Checks
//!
//! [`Redundancy`] lists the clues and rules that a proper puzzle does not need. [`true_candidates`]
//! returns the digits that each cell has in the solutions.
//!
//! # Modules
//!
//! Each module uses only modules of the rows below it:
//!
//! | modules | contents |
//! |---|---|
//! | `redundancy`, `true_candidates` | redundant parts; the candidates that solutions use |
//! | `hints`, `plain`, `weighted` | hints with reasons; the two strategies |
//! | `ruled` | compiled puzzles |
//! | `compile`, `propagate` | from rules to a network; removal of candidates |
//! | `network` | peers, relations and propagators |
//! | `domain` | candidates and the queue of work |
//! | `digit_sets` | sets of digit sets |
//!
//! # Limitations
//! Puzzles are 9×9. Without boxes, the solutions are grids that repeat digits in boxes, so
//! [`Grid::is_valid`](sudoku_core::Grid::is_valid) is false for them. Use [`Rules::check`] instead.

#![warn(missing_debug_implementations)]

mod compile;
mod digit_sets;
mod domain;
mod hints;
mod network;
mod plain;
mod propagate;
mod redundancy;
mod ruled;
mod true_candidates;
mod weighted;

pub use hints::{HintHouse, HintReason, HintStep, Hints, KnownSum, Single, VariantHint};
pub use plain::Plain;
pub use redundancy::{PuzzlePart, Redundancy};
pub use ruled::{Ruled, TooManyRules};
pub use sudoku_rules::{self, Rule, Rules};
pub use true_candidates::true_candidates;
pub use weighted::Weighted;
