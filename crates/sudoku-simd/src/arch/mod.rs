//! The instruction sets, a file for each: all that depends on the processor, and all `unsafe` code
//! but one stack.
//!
//! The arrows go one way. A file here implements the vectors that [`board`](crate::board) and
//! [`batch`](crate::batch) ask for, and runs their searches with them; neither knows of any file
//! here. [`path`](crate::path) is the one place that knows all of them.
//!
//! To add an instruction set: write its file, name it below, with the processors that it is
//! compiled for, and give it a line in the table of [`path`](crate::path).

#[cfg(not(target_arch = "x86_64"))]
mod absent;
mod instruction_set;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use self::absent::{Absent as Avx2, Absent as Avx512};
pub(crate) use self::instruction_set::InstructionSet;
pub(crate) use self::portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use self::x86_64::{Avx2, Avx512};
