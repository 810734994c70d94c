//! The instruction sets, one file for each. They contain all code that depends on the processor,
//! and all `unsafe` code except one stack.
//!
//! Dependencies go in one direction. A file here implements the vectors that
//! [`board`](crate::board) and [`batch`](crate::batch) need, and runs their searches with them.
//! These two modules use no file of this folder. Only [`level`](crate::level) knows all instruction
//! sets.
//!
//! To add an instruction set, write its file, declare it below, and add a line to the table of
//! [`level`](crate::level). Strategies `board-…` and `batch-…` in the registry compare it with the
//! others.

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

// Every name of the table exists on every processor. Instruction sets of other processors are
// `Absent`.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use self::absent::{Absent as Avx2, Absent as Avx512};
#[cfg(target_arch = "x86_64")]
pub(crate) use self::x86_64::{avx2::Avx2, avx512::Avx512};
