//! The whole board in a few vector registers: one puzzle solved in well under a microsecond.
//!
//! The candidates of all 81 cells lie in the lanes of three registers (or nine smaller ones), and one
//! pass of about a hundred instructions without a branch reasons about all 27 houses at once: naked
//! and hidden singles, locked candidates and hidden triples. When a pass changes nothing, the search
//! guesses how a digit lies in a band or a stack, which costs a few stores, and goes on. The weak
//! spot: one board at a time is what it is for, and whoever has hundreds of boards at once does still
//! better with [`LanesSolver`], which has a board in each lane or each bit; and on boards with very many solutions
//! most of the work is guessing.
//!
//! ```
//! use sudoku_simd::{Board, BoardSolver, Limits, Solver};
//!
//! let puzzle: Board = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
//!     .parse()?;
//! let outcome = BoardSolver::new().solve(&puzzle, &Limits::solutions(2));
//! println!("{}", outcome.first.expect("the puzzle has a solution"));
//! assert!(outcome.report.is_proper());
//! # Ok::<(), sudoku_simd::ReadError>(())
//! ```
//!
//! # Lanes
//! A lane is 16 bits of a register and holds the candidates of one cell, a bit for each digit. The
//! board is cut so that the cells of a minirow or minicolumn meet without being moved. Within a box
//! the nine cells lie on three diagonals, and each diagonal of all nine boxes fills a register:
//!
//! ```text
//!   a box            register 0       register 1       register 2
//!   A B C            A . .            . . C            . B .
//!   D E F     =      . E .     +      D . .     +      . . F
//!   G H I            . . I            . H .            G . .
//!
//!   lane 9·band + 3·stack + column: register 0 holds A E I, register 1 D H C, register 2 G B F
//! ```
//!
//! Seen this way, the three lanes of a column of the box, one in each register, are a minicolumn:
//! `A D G`, `E H B`, `I C F`. Turn register 1 by one lane and register 2 by two, within each box, and
//! they are the minirows: `A B C` and so on. So *along the columns* and *along the rows* are the same
//! code on the same three registers, two lane permutations apart, and a union or a majority of a
//! line's three cells is one instruction for the whole board.
//!
//! Without registers of 64 bytes, each of the nine cells of a box has a vector of its own, a lane for
//! each box: then even the turning within a box is free, and going to the other bands or stacks is
//! one permutation of lanes.
//!
//! # A pass
//! Along the columns, and then along the rows with what is left, for each digit and each line of
//! three cells in a box ("here"):
//!
//! ```text
//!   the column of boxes                 the box
//!     +-----+                           +-------+
//!     | o . |   next band               | x h x |    h  here: the union of three cells
//!     +-----+                           | x h x |    x  the other two lines of the box
//!     | h . |   here                    | x h x |    o  the same line in the other two boxes
//!     +-----+                           +-------+
//!     | o . |   last band
//!     +-----+
//! ```
//!
//! 1. *Elsewhere* are the digits that can go into some `o` **and** into some `x`. A digit that is here
//!    and not elsewhere is **forced** here: the column, or the box, has no other place for it. A digit
//!    neither here nor elsewhere is missing from the column or the box: a contradiction.
//! 2. Forced digits go from every `x` and every `o`: each house has room for it once. (That is
//!    pointing and claiming.) If three digits are forced into the three cells, every other digit goes
//!    from them: a hidden triple.
//! 3. In the half pass along the columns, cells speak too. A digit is **asserted** for a cell if it is
//!    the cell's only candidate, or if it is not elsewhere and in no other of the three cells: a naked
//!    single, or a hidden single of the column or the box. What is asserted counts as forced for
//!    step 2, goes from the other two cells, and takes the cell for itself. Hidden singles of rows need
//!    no step of their own: along the rows the digit is forced into its minirow, which takes it from
//!    the rest of the box, and then it is alone in the box.
//! 4. A digit that is asserted twice in three cells goes from both, and a cell without candidates is a
//!    contradiction.
//!
//! Each step removes only what no solution below has, so the pass is **sound**: it loses no solution.
//! It only ever removes, so repeating it ends. It is not **complete**: where it changes nothing, there
//! may be contradictions that it does not see, and the search finds them. But it is complete for
//! solved boards: if every digit has one place in each line of each chute, then it has one minirow and
//! one minicolumn in each box, and so one cell; and no house lacks a digit.
//!
//! # Guesses
//! In a band a digit takes a different box in each of the three rows: one of six permutations, and in
//! a stack likewise. The search takes the chute with the fewest possibilities too many, in it the
//! lowest digit with exactly two permutations left (else the lowest with more), and tries each of them.
//! How other rules fare stands in the project's `docs/guess-rules.md`. From the second choice
//! on and until it meets a contradiction, it guesses twice at a time, in a chute of each kind, without
//! propagating in between: boards that come so far have, as a rule, many solutions.
//!
//! A path in the tree fixes a digit in a chute with each guess, so it has at most 54 of them, and the
//! stack has room for every case. The AVX-512 path, where there is a contradiction for every three guesses
//! or more, searches two open boards side by side, because one alone leaves half of the processor waiting.
//!
//! # Paths
//! Which instructions a search uses is found at run time; [`BoardSolver::with_path`] and the
//! environment variable `SUDOKU_SIMD_PATH` (`avx512`, `avx2`, `portable`) force it. Each path gives the
//! same answers, and the same counters wherever the whole tree is searched. Where a limit ends the
//! search before, AVX-512 may have come by other solutions, because it takes the tree two boards at a
//! time.
//!
//! # Order and counters
//! Solutions come in an order of the engine's own that is the same on every run on the same path. A
//! step of the work limit is a search node: the board itself, and every option that was taken. A guess
//! is an option taken while another of the same choice was still open. Placements are not counted:
//! the engine only ever removes candidates.

mod auto;
mod batch;
mod chutes;
mod lanes;
mod narrow;
mod portable;
mod search;
mod simd;
mod sliced;
#[cfg(target_arch = "x86_64")]
mod wide;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::LazyLock;

use sudoku_core::Meter;
pub use sudoku_core::{
    self, BatchLengthError, Board, Cell, Digit, DigitSet, Ending, Grid, House, Limits, Outcome,
    ReadError, Report, Solver,
};

pub use crate::auto::AutoSolver;
pub use crate::lanes::LanesSolver;
use crate::narrow::Board9;
use crate::portable::Words;
use crate::search::{InDepth, explore};
use crate::simd::{Avx2, Avx512, search_avx2, search_avx512};

/// The set of instructions that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// AVX-512 with its byte permutations, counts of ones and compression (VBMI, BITALG, VBMI2):
    /// Intel's servers since Ice Lake, AMD's processors since Zen 4.
    Avx512,
    /// AVX2: most x86-64 processors since 2015.
    Avx2,
    /// Nothing but words of 64 bits: every processor.
    Portable,
}

impl Path {
    /// Every path, the fastest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// The fastest path that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|path| path.is_available()).unwrap_or(Self::Portable)
    }

    /// Whether this processor has what the path needs.
    #[must_use]
    pub fn is_available(self) -> bool {
        self.kernel().is_some()
    }

    /// Its name: what `SUDOKU_SIMD_PATH` says.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        }
    }

    fn kernel(self) -> Option<Kernel> {
        match self {
            Self::Avx512 => Avx512::detect().map(Kernel::Avx512),
            Self::Avx2 => Avx2::detect().map(Kernel::Avx2),
            Self::Portable => Some(Kernel::Portable),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no path's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownPath;

impl fmt::Display for UnknownPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the paths are avx512, avx2 and portable")
    }
}

impl std::error::Error for UnknownPath {}

impl FromStr for Path {
    type Err = UnknownPath;

    fn from_str(name: &str) -> Result<Self, UnknownPath> {
        Self::ALL.into_iter().find(|path| path.name() == name).ok_or(UnknownPath)
    }
}

/// A path with the proof that the processor has it.
#[derive(Clone, Copy, Debug)]
enum Kernel {
    Avx512(Avx512),
    Avx2(Avx2),
    Portable,
}

impl Kernel {
    /// How many boards fill the lanes for long enough to make good that they are empty at the end.
    const fn many(self) -> usize {
        match self {
            Self::Avx512(_) => 192,
            Self::Avx2(_) => 704,
            Self::Portable => 384,
        }
    }
}

/// The paths as they are found and asked for when the first board comes: by its own choice, and
/// with each path in the order of [`Path::ALL`].
static KERNELS: LazyLock<[Kernel; 4]> = LazyLock::new(|| {
    let best = Path::best().kernel().unwrap_or(Kernel::Portable);
    let asked = std::env::var("SUDOKU_SIMD_PATH").ok().and_then(|name| name.parse().ok());
    let chosen = asked.and_then(Path::kernel).unwrap_or(best);
    let [avx512, avx2, portable] = Path::ALL.map(|path| path.kernel().unwrap_or(best));
    [chosen, avx512, avx2, portable]
});

/// The latency engine. See the [crate documentation](crate).
///
/// It is a plain value that holds nothing but the choice of a path; any number of threads may share
/// one.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoardSolver {
    path: Option<Path>,
}

impl BoardSolver {
    /// The solver on the fastest path that the processor has, or on the one that the environment
    /// variable `SUDOKU_SIMD_PATH` names when a path is first looked up, by any solver. A name that is no path's,
    /// or of one that the processor does not have, changes nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { path: None }
    }

    /// The solver on this path, or `None` if the processor does not have it.
    #[must_use]
    pub fn with_path(path: Path) -> Option<Self> {
        path.is_available().then_some(Self::preferring(path))
    }

    /// The solver on this path if the processor has it, and else on the fastest that it has: for
    /// constants, which cannot ask.
    #[must_use]
    pub const fn preferring(path: Path) -> Self {
        Self { path: Some(path) }
    }

    /// The path that this solver searches on.
    #[must_use]
    pub fn path(&self) -> Path {
        match self.kernel() {
            Kernel::Avx512(_) => Path::Avx512,
            Kernel::Avx2(_) => Path::Avx2,
            Kernel::Portable => Path::Portable,
        }
    }

    #[inline]
    fn kernel(&self) -> Kernel {
        let [chosen, avx512, avx2, portable] = *KERNELS;
        match self.path {
            None => chosen,
            Some(Path::Avx512) => avx512,
            Some(Path::Avx2) => avx2,
            Some(Path::Portable) => portable,
        }
    }

    #[inline]
    fn run<const GRIDS: bool, const IN_DEPTH: bool>(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let (board, mut guesses) = (board.as_bytes(), 0);
        let report = Meter::run(limits, found, |meter| match self.kernel() {
            Kernel::Avx512(proof) => {
                search_avx512::<GRIDS, IN_DEPTH>(proof, board, meter, &mut guesses)
            }
            Kernel::Avx2(proof) => {
                search_avx2::<GRIDS, IN_DEPTH>(proof, board, meter, &mut guesses)
            }
            Kernel::Portable if IN_DEPTH => {
                explore::<_, GRIDS>(InDepth(Board9::<Words>(())), board, meter, &mut guesses)
            }
            Kernel::Portable => {
                explore::<_, GRIDS>(Board9::<Words>(()), board, meter, &mut guesses)
            }
        });
        report.with_guesses(guesses)
    }
}

impl Solver for BoardSolver {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        self.run::<true, false>(board, limits, found)
    }

    fn count(&self, board: &Board, limits: &Limits<'_>) -> Report {
        self.run::<false, false>(board, limits, &mut |_| ControlFlow::Continue(()))
    }
}
