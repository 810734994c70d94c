//! `sudoku-registry` is the list of all Sudoku solving strategies of this workspace, by name.
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
//! The harness, the benches and the agreement test read this list, so every strategy in it is
//! compared and tested everywhere. With the feature `variants`, `VARIANT_STRATEGIES` is the list of
//! the strategies that solve variants.
//!
//! The promises of a time budget are stored with the puzzle sets of `sudoku-corpus`, because each
//! promise is about a set.
//!
//! # Limitations
//! This crate builds every strategy. If you need only one, depend on its crate.

#![warn(missing_debug_implementations)]

use std::fmt;

use sudoku_core::{Board, Candidates, ObservableSolver, Solver};
use sudoku_count::BandCounting;
use sudoku_simd::{AutoSolver, BatchSolver, BoardSolver};
/// The instruction sets that `board`, `batch` and `auto` can use, and the error for one that is not
/// available. A program can let its users [choose](SimdLevel::make_default).
pub use sudoku_simd::{SimdLevel, SimdLevelError};
#[cfg(feature = "variants")]
use sudoku_variants::{Plain, Ruled, Weighted};

/// A solving strategy with its properties. It solves puzzles of this type.
pub struct Strategy<P: 'static = Board> {
    /// The name in the harness and on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub idea: &'static str,
    /// The crate that contains the strategy.
    pub crate_name: &'static str,
    /// The strategy of which this one is a build variant: the same search with another instruction
    /// set, or a choice between strategies. Summaries show only strategies without a base.
    pub base: Option<&'static str>,
    /// True if solutions come in lexicographic order, the smallest first.
    pub lexicographic: bool,
    /// True if the strategy counts solutions without enumerating them.
    pub counts_by_bands: bool,
    /// The unit of its node limit.
    pub node_unit: NodeUnit,
    /// The solver. Run it only if [`is_available`](Self::is_available) returns true.
    pub solver: &'static dyn Solver<P>,
    /// The same strategy as a search from candidates, if it has one. It runs wherever `solver`
    /// runs.
    pub from_candidates: Option<&'static dyn Solver<Candidates>>,
    /// The same strategy as a search that can be observed step by step, if it has one.
    pub observable: Option<&'static dyn ObservableSolver>,
    available: fn() -> bool,
}

/// The unit that a strategy counts for the node limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeUnit {
    /// A digit written into a cell.
    Placement,
    /// A node of the search tree. In counts without enumeration, a term counts as a node too: see
    /// [`BandCounting`].
    Node,
}

impl<P> Strategy<P> {
    /// Makes a strategy that runs everywhere, counts placements as nodes and promises no order.
    #[must_use]
    pub const fn new(
        name: &'static str,
        crate_name: &'static str,
        idea: &'static str,
        solver: &'static dyn Solver<P>,
    ) -> Self {
        let available = || true;
        Self {
            name,
            idea,
            crate_name,
            base: None,
            lexicographic: false,
            counts_by_bands: false,
            node_unit: NodeUnit::Placement,
            solver,
            from_candidates: None,
            observable: None,
            available,
        }
    }

    /// Marks the strategy as a build variant of another [strategy](Self::base).
    #[must_use]
    pub const fn variant_of(self, base: &'static str) -> Self {
        Self { base: Some(base), ..self }
    }

    /// Marks the strategy as finding solutions in lexicographic order.
    #[must_use]
    pub const fn lexicographic(self) -> Self {
        Self { lexicographic: true, ..self }
    }

    /// Marks the strategy as counting solutions without enumerating them.
    #[must_use]
    pub const fn counting_by_bands(self) -> Self {
        Self { counts_by_bands: true, ..self }
    }

    /// Sets the unit of the strategy's nodes.
    #[must_use]
    pub const fn with_node_unit(self, node_unit: NodeUnit) -> Self {
        Self { node_unit, ..self }
    }

    /// Restricts the strategy to machines where this function returns true.
    #[must_use]
    pub const fn only_where(self, available: fn() -> bool) -> Self {
        Self { available, ..self }
    }

    /// Returns true if the processor of this machine can run the strategy.
    #[must_use]
    pub fn is_available(&self) -> bool {
        (self.available)()
    }
}

impl Strategy {
    /// Makes a strategy like [`new`](Self::new), with a search from candidates.
    #[must_use]
    pub const fn with_candidates<S: Solver + Solver<Candidates>>(
        name: &'static str,
        crate_name: &'static str,
        idea: &'static str,
        solver: &'static S,
    ) -> Self {
        Self { from_candidates: Some(solver), ..Self::new(name, crate_name, idea, solver) }
    }

    /// Adds the search that can be observed.
    #[must_use]
    pub const fn observable(self, solver: &'static dyn ObservableSolver) -> Self {
        Self { observable: Some(solver), ..self }
    }
}

impl<P> fmt::Debug for Strategy<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strategy({})", self.name)
    }
}

/// Every strategy, the simplest first.
#[rustfmt::skip] // One line for each.
pub static STRATEGIES: &[Strategy] = &[
    Strategy::new("scan", "sudoku-scan", "backtracking row by row, reading the houses before every choice", &sudoku_scan::Scan).lexicographic().observable(&sudoku_scan::Scan),
    Strategy::new("bitmask", "sudoku-bitmask", "backtracking row by row, with a bit mask of free digits per house", &sudoku_bitmask::Bitmask).lexicographic().observable(&sudoku_bitmask::Bitmask),
    Strategy::with_candidates("mrv", "sudoku-mrv", "singles first, then the cell with the fewest candidates", &sudoku_mrv::Mrv).observable(&sudoku_mrv::Mrv),
    Strategy::with_candidates("board", "sudoku-simd", "one whole board in vector registers, all houses at once", &BoardSolver::new()).with_node_unit(NodeUnit::Node),
    Strategy::with_candidates("board-avx512", "sudoku-simd", "`board` with AVX-512 instructions", &BoardSolver::preferring(SimdLevel::Avx512)).with_node_unit(NodeUnit::Node).variant_of("board").only_where(|| SimdLevel::Avx512.is_available()),
    Strategy::with_candidates("board-avx2", "sudoku-simd", "`board` with AVX2 instructions", &BoardSolver::preferring(SimdLevel::Avx2)).with_node_unit(NodeUnit::Node).variant_of("board").only_where(|| SimdLevel::Avx2.is_available()),
    Strategy::with_candidates("board-portable", "sudoku-simd", "`board` with instructions that every processor has", &BoardSolver::preferring(SimdLevel::Portable)).with_node_unit(NodeUnit::Node).variant_of("board"),
    Strategy::with_candidates("batch", "sudoku-simd", "many boards, one in each vector lane (needs AVX2 or AVX-512); single boards as `board`", &BatchSolver::new()).with_node_unit(NodeUnit::Node),
    Strategy::with_candidates("batch-avx512", "sudoku-simd", "`batch` with AVX-512 instructions", &BatchSolver::preferring(SimdLevel::Avx512)).with_node_unit(NodeUnit::Node).variant_of("batch").only_where(|| SimdLevel::Avx512.is_available()),
    Strategy::with_candidates("batch-avx2", "sudoku-simd", "`batch` with AVX2 instructions", &BatchSolver::preferring(SimdLevel::Avx2)).with_node_unit(NodeUnit::Node).variant_of("batch").only_where(|| SimdLevel::Avx2.is_available()),
    Strategy::with_candidates("batch-portable", "sudoku-simd", "`batch` with instructions that every processor has", &BatchSolver::preferring(SimdLevel::Portable)).with_node_unit(NodeUnit::Node).variant_of("batch"),
    Strategy::with_candidates("auto", "sudoku-simd", "`board` for few boards, `batch` for many (from 128 with AVX-512, 512 with AVX2)", &BandCounting::new(AutoSolver::new())).with_node_unit(NodeUnit::Node).variant_of("board").counting_by_bands(),
];

/// Every strategy that solves variants, the simplest first.
#[cfg(feature = "variants")]
pub static VARIANT_STRATEGIES: &[Strategy<Ruled>] = &[
    Strategy::new(
        "plain",
        "sudoku-variants",
        "backtracking that checks every rule after each digit",
        &Plain,
    )
    .lexicographic(),
    Strategy::new(
        "weighted",
        "sudoku-variants",
        "propagation by sets of digit sets, then the cells of earlier failures first",
        &Weighted,
    )
    .with_node_unit(NodeUnit::Node),
];

/// Returns the strategy with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Strategy> {
    STRATEGIES.iter().find(|strategy| strategy.name == name)
}

/// Returns the strategy with this name, if the processor of this machine can run it.
///
/// # Errors
/// Fails if the name is unknown or the processor cannot run the strategy.
pub fn find_available(name: &str) -> Result<&'static Strategy, NoStrategyError> {
    let strategy = find(name).ok_or_else(|| NoStrategyError::Unknown(name.to_owned()))?;
    let is_available = strategy.is_available();
    if is_available { Ok(strategy) } else { Err(NoStrategyError::Unavailable(strategy.name)) }
}

/// The reason why a strategy cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoStrategyError {
    /// The name is unknown.
    #[error("unknown strategy `{0}`; available: {all}", all = names())]
    Unknown(String),
    /// The processor of this machine lacks an instruction set that the strategy needs.
    #[error(
        "this processor lacks the instruction set of the strategy `{0}`; `auto` runs everywhere"
    )]
    Unavailable(&'static str),
}

fn names() -> String {
    STRATEGIES.iter().map(|strategy| strategy.name).collect::<Vec<_>>().join(", ")
}

/// Returns the instruction set that `board`, `batch` and `auto` use in this process.
#[must_use]
pub fn instruction_set() -> SimdLevel {
    BoardSolver::new().level()
}

/// The name of the fastest strategy for any number of puzzles of any kind. It runs everywhere.
pub const FASTEST: &str = "auto";
