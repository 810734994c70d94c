//! The subcommands, and the options that select puzzles and strategies.

pub mod cmp;
pub mod gate;
pub mod judge;
pub mod measure;
pub mod output;
pub mod report;
pub mod run;
pub mod select;
pub mod serve;
pub mod solve;
pub mod strategies;
pub(crate) mod values;
