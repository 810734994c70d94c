//! DOCS

mod chutes;
mod narrow;
mod portable;
mod search;
mod simd;
mod wide;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::LazyLock;

pub use sudoku_core::*;

use crate::narrow::Board9;
use crate::portable::Words;
use crate::search::explore;
use crate::simd::{Avx2, Avx512, search_avx2, search_avx512};

/// The set of instructions that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// AVX-512 with its byte permutations and counts of ones (VBMI, BITALG): Intel's processors since
    /// Ice Lake, AMD's since Zen 4.
    Avx512,
    /// AVX2: nearly every x86-64 processor since 2013.
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
    /// variable `SUDOKU_SIMD_PATH` names when the first board is searched. A name that is no path's,
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
    fn run<const GRIDS: bool>(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let (board, mut guesses) = (board.as_bytes(), 0);
        let report = Meter::run(limits, found, |meter| match self.kernel() {
            Kernel::Avx512(proof) => search_avx512::<GRIDS>(proof, board, meter, &mut guesses),
            Kernel::Avx2(proof) => search_avx2::<GRIDS>(proof, board, meter, &mut guesses),
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
        self.run::<true>(board, limits, found)
    }

    fn count(&self, board: &Board, limits: &Limits<'_>) -> Report {
        self.run::<false>(board, limits, &mut |_| ControlFlow::Continue(()))
    }
}
