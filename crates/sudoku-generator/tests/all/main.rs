//! The integration tests. One program builds faster than one for each file.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

#[cfg(all(feature = "climb", feature = "logic"))]
mod climb;
mod distribution;
mod draw;
#[cfg(feature = "logic")]
mod human;
mod ids;
mod recorded;
mod requests;
#[cfg(feature = "variants")]
mod variants;
mod words;
mod wrong_solvers;
