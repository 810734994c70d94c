//! The one test suite that every solving strategy passes.
//!
//! A strategy calls [`conforms`] from one line in its own `tests/`, and is then held to the whole
//! contract of [`Solver`]: known counts, the rules themselves, every way of ending, exact counters,
//! batches, and counts that symmetries do not change. The oracle is always the rules or a known
//! count, never another strategy. The weak spot: what a counter means can be checked from outside
//! only where the answer is known, so a strategy that reports counters adds tests of its own.
//!
//! ```
//! use sudoku_conformance::{Claims, conforms};
//!
//! conforms(&sudoku_mrv::Mrv, &Claims::new("mrv").placements_are_steps().guesses());
//! ```

// The examples of the documentation are compiled and run with this crate's, which is not published.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct Library;

mod checks;
mod mutants;
mod oracle;

pub use checks::{conforms, walks_the_row_major_tree};
pub use mutants::{Agreement, Mutants, agree};
pub use oracle::{RowMajorWalk, walk_row_major};
use sudoku_core::Solver;

/// What a strategy claims of itself beyond the contract.
#[derive(Clone, Copy, Debug)]
pub struct Claims {
    name: &'static str,
    lexicographic: bool,
    placements: bool,
    placements_are_steps: bool,
    guesses: bool,
    batches_in_another_order: bool,
}

impl Claims {
    /// The claims of a strategy with this registered name: nothing beyond the contract.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            lexicographic: false,
            placements: false,
            placements_are_steps: false,
            guesses: false,
            batches_in_another_order: false,
        }
    }

    /// Solutions come in lexicographic order.
    #[must_use]
    pub const fn lexicographic(self) -> Self {
        Self { lexicographic: true, ..self }
    }

    /// A batch takes the tree in another order than a single search: where a limit ends the search,
    /// it may have another first solution and other counters. (Where nothing does, the solutions
    /// and the ending are the same all the same.)
    #[must_use]
    pub const fn batches_in_another_order(self) -> Self {
        Self { batches_in_another_order: true, ..self }
    }

    /// Placements are counted, and they are the steps of the work limit.
    #[must_use]
    pub const fn placements_are_steps(self) -> Self {
        Self { placements: true, placements_are_steps: true, ..self }
    }

    /// Placements are counted, but steps are something else.
    #[must_use]
    pub const fn placements(self) -> Self {
        Self { placements: true, ..self }
    }

    /// Guesses are counted.
    #[must_use]
    pub const fn guesses(self) -> Self {
        Self { guesses: true, ..self }
    }
}

/// Puzzles and how many placements the row-major search with ascending digits makes up to the first
/// solution: facts about that search tree, known from programs outside this project.
///
/// The last one takes a naive program a quarter of a minute and more; [`walks_the_row_major_tree`]
/// leaves it out, and [`walks_the_largest_row_major_tree`] is for it alone.
pub const ROW_MAJOR_PLACEMENTS: &[(&str, u64)] = &[
    (".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.", 14),
    ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 4_208),
    ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 49_558),
    (
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
        18_297_262,
    ),
    (
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        69_175_316,
    ),
    (
        ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
        1_759_846_510,
    ),
];

/// Holds a row-major strategy to the largest tree of [`ROW_MAJOR_PLACEMENTS`]: for long runs only.
pub fn walks_the_largest_row_major_tree(solver: &dyn Solver) {
    checks::takes_placements(solver, ROW_MAJOR_PLACEMENTS[5]);
}
