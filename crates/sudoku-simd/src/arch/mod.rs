//! The instruction sets, a file for each: all that depends on the processor, and all `unsafe` code
//! but one stack.
//!
//! The arrows go one way. A file here implements the vectors that [`board`](crate::board) and
//! [`batch`](crate::batch) ask for, and runs their searches with them; neither knows of any file
//! here. [`level`](crate::level) is the one place that knows all of them.
//!
//! To add an instruction set: write its file, name it below, and give it a line in the table of
//! [`level`](crate::level). `board-…` and `batch-…` in the registry let it be compared with the
//! others.

#[cfg(not(target_arch = "x86_64"))]
mod absent;
mod instruction_set;
mod portable;

// Its orders of bytes are those of little-endian processors.
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

// On every processor each name of the table is there; what is for another one is `Absent`.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use self::absent::{Absent as Avx2, Absent as Avx512};
#[cfg(target_arch = "x86_64")]
pub(crate) use self::x86_64::{avx2::Avx2, avx512::Avx512};
