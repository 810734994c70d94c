//! Unit tests of the harness's parts.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod axis;
mod check;
mod columns;
mod command_line;
mod external;
mod judge_tables;
mod machine;
mod order;
mod scheduling;
mod serve;
mod statistics;
mod summary;
mod units;
mod watchdog;
