//! What is measured, as data: puzzles, events, what follows from them, and the files that keep
//! them.
//!
//! Nothing here runs an engine, reads a clock, or knows how anything is shown.

pub mod budget;
pub mod check;
pub mod comparison;
pub mod environment;
pub mod event;
pub mod file;
pub mod measured;
pub mod measurements;
pub mod order;
pub mod pace;
pub mod plan;
pub mod puzzles;
pub mod ranking;
pub mod rating;
pub mod statistics;
pub mod units;
pub mod workload;
