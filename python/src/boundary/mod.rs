//! The unsafe interface to Python: memory behind Arrow capsules and Python buffers, and fast named
//! tuples.
//!
//! This is the only module of the crate with `unsafe` code. Its results are safe to use: Arrow
//! arrays that keep their owner alive, copies of buffer rows, and memory that Python can write to
//! because this crate never reads it again.
#![allow(unsafe_code)]

mod buffer;
mod capsule;
mod interpreter;
mod tuple;

pub(crate) use self::buffer::{DigitBuffer, Memory, is_numpy_array, numpy_array};
pub(crate) use self::capsule::{arrays, export};
pub(crate) use self::interpreter::only_one;
pub(crate) use self::tuple::TupleClass;
