//! The instruction sets that a search can use, and their detection at run time. Only this module
//! connects the solvers with the files of [`arch`].

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

use sudoku_core::{Ending, Limits, Meter};

use crate::arch::{self, InstructionSet};
use crate::batch::queue::Batch;
use crate::puzzle::Start;

/// Makes [`SimdLevel`] and [`Kernel`] from the table in [`arch`].
macro_rules! levels {
    ($($(#[$doc:meta])* $level:ident = $name:literal,)*) => {
        /// The instruction set that a search uses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum SimdLevel {
            $($(#[$doc])* $level,)*
        }

        impl SimdLevel {
            /// All instruction sets, the fastest first, including those that this processor does
            /// not have.
            pub const ALL: &[Self] = &[$(Self::$level),*];

            /// Returns the name, which [`FromStr`] parses.
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

        /// An instruction set with the proof that the processor has it.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Kernel {
            $($level(arch::$level),)*
        }

        impl Kernel {
            /// Returns the instruction set.
            pub(crate) const fn level(self) -> SimdLevel {
                match self {
                    $(Self::$level(_) => SimdLevel::$level,)*
                }
            }

            /// Returns [`InstructionSet::BATCH_FROM`].
            pub(crate) const fn batch_from(self) -> usize {
                match self {
                    $(Self::$level(_) => arch::$level::BATCH_FROM,)*
                }
            }

            /// Calls [`InstructionSet::search`].
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

            /// Calls [`InstructionSet::propagate`].
            #[inline]
            pub(crate) fn propagate(self, cells: &mut [u16; 81]) -> Option<u128> {
                match self {
                    $(Self::$level(set) => set.propagate(cells),)*
                }
            }

            /// Calls [`InstructionSet::search_batch`].
            pub(crate) fn search_batch(self, limits: &Limits<'_>, batch: &mut Batch<'_>) {
                match self {
                    $(Self::$level(set) => set.search_batch(limits, batch),)*
                }
            }
        }
    };
}

arch::instruction_sets!(levels);

impl SimdLevel {
    /// Returns the fastest instruction set that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Kernel::best().level()
    }

    /// Returns true if this processor has the instruction set.
    #[must_use]
    pub fn is_available(self) -> bool {
        self.detect().is_some()
    }

    /// Makes this the instruction set of all solvers in the process that were not given one.
    ///
    /// Call this before the first search, for example if your program lets its users choose.
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
    /// Fails if this processor does not have the instruction set. Also fails if another one is
    /// already the default, because it was set or because a solver has used it.
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

/// The reason why an instruction set cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimdLevelError {
    /// The name is unknown.
    Unknown,
    /// The processor does not have this instruction set.
    Unavailable(SimdLevel),
    /// This instruction set is already the default.
    Decided(SimdLevel),
}

impl fmt::Display for SimdLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                let names: Vec<&str> = SimdLevel::ALL.iter().map(|level| level.name()).collect();
                write!(f, "unknown instruction set; available: {}", names.join(", "))
            }
            Self::Unavailable(level) => {
                let best = SimdLevel::best();
                write!(f, "this processor does not have {level}; the fastest that it has is {best}")
            }
            Self::Decided(level) => {
                write!(f, "searches already use {level}; choose before the first search")
            }
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

/// The instruction set of solvers that were not given one. The first search decides it.
static DEFAULT: OnceLock<Kernel> = OnceLock::new();

/// Each instruction set in the order of [`SimdLevel::ALL`], or the best in place of one that this
/// processor lacks. Detection takes longer than a lookup, so it runs once.
static KERNELS: LazyLock<[Kernel; SimdLevel::ALL.len()]> = LazyLock::new(|| {
    let best = Kernel::best();
    std::array::from_fn(|number| SimdLevel::ALL[number].detect().unwrap_or(best))
});

impl Kernel {
    /// Returns the kernel of the fastest instruction set that this processor has.
    fn best() -> Self {
        let mut found = SimdLevel::ALL.iter().filter_map(|level| level.detect());
        found.next().unwrap_or(Self::Portable(arch::Portable))
    }

    /// Returns the kernel of an instruction set, or of the fastest if the processor lacks it.
    /// Without an argument, returns the default.
    #[inline]
    pub(crate) fn of(level: Option<SimdLevel>) -> Self {
        match level {
            None => *DEFAULT.get_or_init(Self::best),
            Some(level) => KERNELS[level as usize],
        }
    }
}
