//! Memory of other owners: what Arrow's capsules and Python's buffers point to.
//!
//! This is the only module of the crate with `unsafe` code. What comes out of it is safe to use:
//! Arrow arrays that keep their owner alive, copies of rows of a buffer, and memory that Python may
//! write to because nobody here looks at it again.
#![allow(unsafe_code)]

mod buffer;
mod capsule;
mod interpreter;

pub(crate) use self::buffer::{DigitBuffer, Memory};
pub(crate) use self::capsule::{arrays, export};
pub(crate) use self::interpreter::only_one;
