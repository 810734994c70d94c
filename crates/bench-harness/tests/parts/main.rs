//! The parts that measuring stands on, each by itself.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod check;
mod order;
mod serve;
mod statistics;
mod watchdog;
