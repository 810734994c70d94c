//! What Python does without asking twice: memory that Arrow's capsules and Python's buffers point
//! to, and tuples of a class.
//!
//! This is the only module of the crate with `unsafe` code. What comes out of it is safe to use:
//! Arrow arrays that keep their owner alive, copies of rows of a buffer, and memory that Python may
//! write to because nobody here looks at it again.
#![allow(unsafe_code)]

mod buffer;
mod capsule;
mod interpreter;
mod tuple;

pub(crate) use self::buffer::{DigitBuffer, Memory};
pub(crate) use self::capsule::{arrays, export};
pub(crate) use self::interpreter::only_one;
pub(crate) use self::tuple::TupleClass;
