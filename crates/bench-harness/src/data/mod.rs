//! The data of measurements: puzzles, events, the results that follow from events, and measurement
//! files.
//!
//! This module runs no engine, reads no clock and renders no output.

pub mod budget;
pub mod check;
pub mod common;
pub mod environment;
pub mod event;
pub mod file;
pub mod measured;
pub mod measurements;
pub mod order;
pub mod plan;
pub mod puzzles;
pub mod scheduling;
pub mod statistics;
pub mod summary;
pub mod units;
pub mod workload;
