//! The integration tests. One program builds faster than one for each file.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod damage;
mod ratings;
mod requests;
mod solutions;
mod tables;
