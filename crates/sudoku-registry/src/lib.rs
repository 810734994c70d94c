//! The registry: one list of every solving strategy, and nothing else.
//!
//! The harness, the benches and the agreement test read this list, so that a strategy that is added
//! to it is compared and tested everywhere. A program that needs one strategy should depend on that
//! strategy's crate instead. The weak spot: whoever depends on the registry builds every strategy.
//!
//! ```
//! use sudoku_registry::{STRATEGIES, find};
//! use sudoku_core::Board;
//!
//! let puzzle: Board =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! for strategy in STRATEGIES.iter().filter(|strategy| strategy.is_available()) {
//!     assert!(strategy.solver.is_proper(&puzzle), "{}", strategy.name);
//! }
//! assert!(find("bitmask").is_some_and(|strategy| strategy.lexicographic));
//! # Ok::<(), sudoku_core::ReadError>(())
//! ```
//!
//! Which strategies promise the time budget is said where the puzzles are, beside each set of
//! `sudoku-corpus`, because a promise is about puzzles.

use std::fmt;

use sudoku_core::{Candidates, Solver};
use sudoku_count::BandCounting;
use sudoku_simd::{AutoSolver, BatchSolver, BoardSolver};
/// The instruction sets that `board`, `batch` and `auto` can run on, and why there is not one that
/// was asked for: for programs that let their users [choose](SimdLevel::make_default).
pub use sudoku_simd::{SimdLevel, SimdLevelError};

/// A solving strategy and what is known of it.
pub struct Strategy {
    /// The name by which the harness and its users know it.
    pub name: &'static str,
    /// Its idea in one line.
    pub idea: &'static str,
    /// The crate to depend on to use it alone.
    pub crate_name: &'static str,
    /// Whether it finds solutions in lexicographic order, the smallest first.
    pub lexicographic: bool,
    /// Whether it counts solutions without walking to each of them, however many there are.
    pub counts_by_bands: bool,
    /// What one step of its work limit is.
    pub node_unit: NodeUnit,
    /// The strategy itself. It may be run only where [`is_available`](Self::is_available) says so.
    pub solver: &'static dyn Solver,
    /// The strategy as a search from candidates, if it is one. It may be run where `solver` may.
    pub from_candidates: Option<&'static dyn Solver<Candidates>>,
    available: fn() -> bool,
}

/// What a strategy counts as one step of the work limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeUnit {
    /// A digit written into a cell.
    Placement,
    /// A node of the search tree; of counts that are not walked to also a term: see
    /// [`BandCounting`].
    Node,
}

impl Strategy {
    /// A strategy that runs everywhere, counts its steps in placements and promises no order.
    #[must_use]
    pub const fn new(
        name: &'static str,
        crate_name: &'static str,
        idea: &'static str,
        solver: &'static dyn Solver,
    ) -> Self {
        let available = || true;
        Self {
            name,
            idea,
            crate_name,
            lexicographic: false,
            counts_by_bands: false,
            node_unit: NodeUnit::Placement,
            solver,
            from_candidates: None,
            available,
        }
    }

    /// A strategy as [`new`](Self::new) makes it, which searches from candidates too.
    #[must_use]
    pub const fn with_candidates<S: Solver + Solver<Candidates>>(
        name: &'static str,
        crate_name: &'static str,
        idea: &'static str,
        solver: &'static S,
    ) -> Self {
        Self { from_candidates: Some(solver), ..Self::new(name, crate_name, idea, solver) }
    }

    /// The same strategy, known to find solutions in lexicographic order.
    #[must_use]
    pub const fn lexicographic(self) -> Self {
        Self { lexicographic: true, ..self }
    }

    /// The same strategy, known to count solutions without walking to each of them.
    #[must_use]
    pub const fn counting_by_bands(self) -> Self {
        Self { counts_by_bands: true, ..self }
    }

    /// The same strategy, known to count its steps in this unit.
    #[must_use]
    pub const fn with_node_unit(self, node_unit: NodeUnit) -> Self {
        Self { node_unit, ..self }
    }

    /// The same strategy, known to run only where this function says so.
    #[must_use]
    pub const fn only_where(self, available: fn() -> bool) -> Self {
        Self { available, ..self }
    }

    /// Whether this machine's processor has what the strategy needs.
    #[must_use]
    pub fn is_available(&self) -> bool {
        (self.available)()
    }
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strategy({})", self.name)
    }
}

/// Every strategy, the simplest first.
#[rustfmt::skip] // One line for each.
pub static STRATEGIES: &[Strategy] = &[
    Strategy::new("scan", "sudoku-scan", "row by row, the houses read before every choice", &sudoku_scan::Scan).lexicographic(),
    Strategy::new("bitmask", "sudoku-bitmask", "row by row, a mask of free digits per house", &sudoku_bitmask::Bitmask).lexicographic(),
    Strategy::with_candidates("mrv", "sudoku-mrv", "the cell with the fewest candidates first, singles as they appear", &sudoku_mrv::Mrv),
    Strategy::with_candidates("board", "sudoku-simd", "the whole board in vector registers, all houses at once", &BoardSolver::new()).with_node_unit(NodeUnit::Node),
    Strategy::with_candidates("board-avx512", "sudoku-simd", "the same with AVX-512 instructions", &BoardSolver::preferring(SimdLevel::Avx512)).with_node_unit(NodeUnit::Node).only_where(|| SimdLevel::Avx512.is_available()),
    Strategy::with_candidates("board-avx2", "sudoku-simd", "the same with AVX2 instructions", &BoardSolver::preferring(SimdLevel::Avx2)).with_node_unit(NodeUnit::Node).only_where(|| SimdLevel::Avx2.is_available()),
    Strategy::with_candidates("board-portable", "sudoku-simd", "the same with what every processor of its kind has", &BoardSolver::preferring(SimdLevel::Portable)).with_node_unit(NodeUnit::Node),
    Strategy::with_candidates("batch", "sudoku-simd", "batches: with AVX2 and AVX-512 a board in each lane; one board: in registers", &BatchSolver::new()).with_node_unit(NodeUnit::Node),
    Strategy::with_candidates("batch-avx512", "sudoku-simd", "the same with AVX-512 instructions", &BatchSolver::preferring(SimdLevel::Avx512)).with_node_unit(NodeUnit::Node).only_where(|| SimdLevel::Avx512.is_available()),
    Strategy::with_candidates("batch-avx2", "sudoku-simd", "the same with AVX2 instructions", &BatchSolver::preferring(SimdLevel::Avx2)).with_node_unit(NodeUnit::Node).only_where(|| SimdLevel::Avx2.is_available()),
    Strategy::with_candidates("batch-portable", "sudoku-simd", "the same with what every processor of its kind has", &BatchSolver::preferring(SimdLevel::Portable)).with_node_unit(NodeUnit::Node),
    Strategy::with_candidates("auto", "sudoku-simd", "what to pick without thinking: `board` for few boards, `batch` for many if there are lanes", &BandCounting::new(AutoSolver::new())).with_node_unit(NodeUnit::Node).counting_by_bands(),
];

/// The strategy with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Strategy> {
    STRATEGIES.iter().find(|strategy| strategy.name == name)
}

/// The strategy with this name, if this machine's processor can run it.
///
/// # Errors
/// If there is none of this name, or it cannot be run here.
pub fn find_available(name: &str) -> Result<&'static Strategy, NoStrategyError> {
    let strategy = find(name).ok_or_else(|| NoStrategyError::Unknown(name.to_owned()))?;
    let is_available = strategy.is_available();
    if is_available { Ok(strategy) } else { Err(NoStrategyError::Unavailable(strategy.name)) }
}

/// Why there is no strategy of a name that could be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoStrategyError {
    /// There is none of this name.
    #[error("there is no strategy `{0}`; there are: {all}", all = names())]
    Unknown(String),
    /// This machine's processor lacks what it needs.
    #[error("this processor lacks what the strategy `{0}` needs")]
    Unavailable(&'static str),
}

fn names() -> String {
    STRATEGIES.iter().map(|strategy| strategy.name).collect::<Vec<_>>().join(", ")
}

/// The name of the strategy for whoever has many puzzles of any kind and wants their answers soon.
/// It runs everywhere.
pub const FASTEST: &str = "auto";
