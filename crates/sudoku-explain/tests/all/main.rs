//! The integration tests. One program builds faster than one for each file.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod altered;
mod common;
mod forged;
mod golden;
mod steps;
mod verdict;
mod words;
