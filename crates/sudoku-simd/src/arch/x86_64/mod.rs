//! The instruction sets of x86-64.

mod avx2;
mod avx512;

pub(crate) use self::avx2::Avx2;
pub(crate) use self::avx512::Avx512;
