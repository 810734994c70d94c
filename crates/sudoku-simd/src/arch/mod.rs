//! The instruction sets, one file for each. They contain all code that depends on the processor,
//! and all `unsafe` code except one stack.
//!
//! Dependencies go in one direction. A file here implements the vectors that
//! [`board`](crate::board) and [`batch`](crate::batch) need, and runs their searches with them.
//! These two modules use no file of this folder. Only [`level`](crate::level) uses all instruction
//! sets.
//!
//! To add an instruction set, write its file, declare it below, and add its row to the table below.
//! Strategies `board-…` and `batch-…` in the registry compare it with the others.

#[cfg(not(target_arch = "x86_64"))]
mod absent;
mod instruction_set;
mod portable;

// The byte orders in this module are those of little-endian processors.
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64 {
    pub(super) mod neon;
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    pub(super) mod avx2;
    pub(super) mod avx512;
    pub(super) mod sse2;
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32 {
    pub(super) mod simd128;
}

pub(crate) use self::instruction_set::InstructionSet;
pub(crate) use self::portable::Portable;

// Every type of the table exists on every processor. Instruction sets of other processors are
// `Absent`.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use self::absent::{Absent as Avx2, Absent as Avx512};
#[cfg(target_arch = "x86_64")]
pub(crate) use self::x86_64::{avx2::Avx2, avx512::Avx512};

/// Passes the table of the instruction sets to a macro: documentation, type and name of each, the
/// fastest first.
macro_rules! instruction_sets {
    ($macro:ident) => {
        $macro! {
            /// AVX-512 with its byte permutations, bit counts and compression (VBMI, BITALG,
            /// VBMI2): Intel's servers since Ice Lake, AMD's processors since Zen 4.
            Avx512 = "avx512",
            /// AVX2: most x86-64 processors since 2015.
            Avx2 = "avx2",
            /// The instructions that every processor of the target has: 16-byte registers on x86-64
            /// and 64-bit ARM (NEON, tested only under emulation), 64-bit words elsewhere.
            Portable = "portable",
        }
    };
}
pub(crate) use instruction_sets;
