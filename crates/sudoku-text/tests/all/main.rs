//! The integration tests. One program builds faster than one for each file.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod cells;
mod clues;
mod common;
mod fields;
mod files;
mod formats;
mod links;
mod names;
mod pasted;
mod tables;
