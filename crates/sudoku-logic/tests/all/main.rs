//! The integration tests. One program builds faster than one for each file.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod first;
mod hodoku;
mod hodoku_naive;
mod input;
mod naive;
mod names;
mod odd_values;
mod optional;
mod recorded;
mod sound;
