//! The integration tests. One program builds faster than one for each file.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod candidates;
mod model;
mod rules;
mod search;
mod serde;
mod text;
