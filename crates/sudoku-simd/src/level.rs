//! The instruction sets that a search can run on, found at run time, and the one place where the
//! solvers and the files of [`arch`] meet.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

use sudoku_core::{Ending, Limits, Meter};

use crate::arch::{self, InstructionSet};
use crate::batch::queue::Batch;
use crate::puzzle::Start;

/// Makes [`SimdLevel`] and [`Kernel`] of the table below.
macro_rules! levels {
    ($($(#[$doc:meta])* $level:ident = $name:literal,)*) => {
        /// The set of instructions that a search uses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum SimdLevel {
            $($(#[$doc])* $level,)*
        }

        impl SimdLevel {
            /// Every path, the fastest first; also those that this processor does not have.
            pub const ALL: &[Self] = &[$(Self::$level),*];

            /// Its name, by which [`FromStr`] finds it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$level => $name,)*
                }
            }

            fn detect(self) -> Option<Kernel> {
                match self {
                    $(Self::$level => arch::$level::detect().map(Kernel::$level),)*
                }
            }
        }

        /// A path with the proof that the processor has it.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Kernel {
            $($level(arch::$level),)*
        }

        impl Kernel {
            /// The path.
            pub(crate) const fn level(self) -> SimdLevel {
                match self {
                    $(Self::$level(_) => SimdLevel::$level,)*
                }
            }

            /// See [`InstructionSet::BATCH_FROM`].
            pub(crate) const fn batch_from(self) -> usize {
                match self {
                    $(Self::$level(_) => arch::$level::BATCH_FROM,)*
                }
            }

            /// See [`InstructionSet::search`].
            #[inline(always)]
            pub(crate) fn search<const GRIDS: bool, const IN_DEPTH: bool>(
                self,
                start: Start<'_>,
                meter: &mut Meter<'_>,
                guesses: &mut u64,
            ) -> ControlFlow<Ending> {
                match self {
                    $(Self::$level(set) => set.search::<GRIDS, IN_DEPTH>(start, meter, guesses),)*
                }
            }

            /// See [`InstructionSet::search_batch`].
            pub(crate) fn search_batch(self, limits: &Limits<'_>, batch: &mut Batch<'_>) {
                match self {
                    $(Self::$level(set) => set.search_batch(limits, batch),)*
                }
            }
        }
    };
}

// The fastest first. A path has the name of its type in `arch`.
levels! {
    /// AVX-512 with its byte permutations, counts of ones and compression (VBMI, BITALG, VBMI2):
    /// Intel's servers since Ice Lake, AMD's processors since Zen 4.
    Avx512 = "avx512",
    /// AVX2: most x86-64 processors since 2015.
    Avx2 = "avx2",
    /// What every processor of its kind has: registers of 16 bytes on x86-64 and on 64-bit ARM
    /// (NEON, tested under emulation only), words of 64 bits elsewhere.
    Portable = "portable",
}

impl SimdLevel {
    /// The fastest path that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Kernel::best().level()
    }

    /// Whether this processor has what the path needs.
    #[must_use]
    pub fn is_available(self) -> bool {
        self.detect().is_some()
    }

    /// Makes this the path of all solvers that are not told which to take, in the whole process.
    ///
    /// For programs that let their users choose, before they search for the first time.
    ///
    /// ```standalone_crate
    /// use sudoku_simd::{BoardSolver, SimdLevel};
    ///
    /// "portable".parse::<SimdLevel>()?.make_default()?;
    /// assert_eq!(BoardSolver::new().level(), SimdLevel::Portable);
    /// assert!("sse9".parse::<SimdLevel>().is_err());
    /// # Ok::<(), sudoku_simd::SimdLevelError>(())
    /// ```
    ///
    /// # Errors
    /// If this processor does not have the path, or if another is the default already, because it
    /// was made so or because a solver has asked for it.
    pub fn make_default(self) -> Result<(), SimdLevelError> {
        let kernel = self.detect().ok_or(SimdLevelError::Unavailable(self))?;
        let default = DEFAULT.get_or_init(|| kernel).level();
        if default == self { Ok(()) } else { Err(SimdLevelError::Decided(default)) }
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why there is no such path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimdLevelError {
    /// A name that is no path's.
    Unknown,
    /// The processor does not have this path.
    Unavailable(SimdLevel),
    /// The default is this path already.
    Decided(SimdLevel),
}

impl fmt::Display for SimdLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                let names: Vec<&str> = SimdLevel::ALL.iter().map(|level| level.name()).collect();
                write!(f, "no such instruction set; there are: {}", names.join(", "))
            }
            Self::Unavailable(level) => {
                write!(f, "this processor does not have the instruction set {level}")
            }
            Self::Decided(level) => write!(f, "searches already use the instruction set {level}"),
        }
    }
}

impl std::error::Error for SimdLevelError {}

impl FromStr for SimdLevel {
    type Err = SimdLevelError;

    fn from_str(name: &str) -> Result<Self, SimdLevelError> {
        Self::ALL.iter().copied().find(|level| level.name() == name).ok_or(SimdLevelError::Unknown)
    }
}

/// The path of solvers that are not told which to take, decided when the first one asks.
static DEFAULT: OnceLock<Kernel> = OnceLock::new();

/// Each path in the order of [`SimdLevel::ALL`], or the best in the place of one that this processor
/// does not have: detected once, because detection takes longer than a look at this.
static KERNELS: LazyLock<[Kernel; SimdLevel::ALL.len()]> = LazyLock::new(|| {
    let best = Kernel::best();
    std::array::from_fn(|number| SimdLevel::ALL[number].detect().unwrap_or(best))
});

impl Kernel {
    /// That of the fastest path that this processor has.
    fn best() -> Self {
        let mut found = SimdLevel::ALL.iter().filter_map(|level| level.detect());
        found.next().unwrap_or(Self::Portable(arch::Portable))
    }

    /// That of a path if this processor has it, and else the fastest; without a path, the default.
    #[inline]
    pub(crate) fn of(level: Option<SimdLevel>) -> Self {
        match level {
            None => *DEFAULT.get_or_init(Self::best),
            Some(level) => KERNELS[level as usize],
        }
    }
}
