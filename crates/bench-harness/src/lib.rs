//! The harness: verifies solving strategies on real puzzles and compares their speed.
//!
//! `cargo run -p bench-harness` is the whole of it for most people; this library is the command's
//! parts, so that they can be tested with strategies that are broken on purpose. Every answer is
//! checked before anything is timed, strategies are timed side by side and not one after the other,
//! and a puzzle that takes too long is shown as such and never left out. The weak spot: the figures
//! are wall-clock times of one thread on whatever machine this is, with all its other work; compare
//! rows of one run, not runs.
//!
//! The way through a run: [`args`] says what is wanted, which may be a subcommand instead of the main
//! job; [`command`] gathers the [`contest`] of strategies and puzzles, from the registry, the corpus
//! and [`input`] files; [`job`] verifies and times [`row`] by row, asking strategies in the ways of
//! [`ask`] under the eyes of [`watchdog`], in the orders of [`order`], and holding answers to
//! [`check`]; [`record`] is what was measured, with its [`environment`], [`ledger`] keeps it for the
//! worst case, and [`output`] shows it. [`judge`] is apart from that: it runs whole programs.

pub mod args;
pub mod ask;
pub mod check;
pub mod command;
pub mod compare;
pub mod contest;
pub mod doubts;
pub mod environment;
pub mod file;
pub mod gate;
pub mod input;
pub mod job;
pub mod judge;
pub mod ledger;
pub mod measure;
pub mod order;
pub mod output;
pub mod peers;
pub mod progress;
pub mod rank;
pub mod record;
pub mod report;
pub mod row;
pub mod splice;
pub mod statistics;
pub mod watchdog;
