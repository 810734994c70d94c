//! The functions of the package, one file for each.

pub(crate) mod candidates;
pub(crate) mod canonical;
pub(crate) mod check;
#[cfg(feature = "command")]
pub(crate) mod command;
pub(crate) mod count;
mod difficulty;
pub(crate) mod drawings;
pub(crate) mod enumerate;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod logic;
pub(crate) mod numbered;
pub(crate) mod probes;
pub(crate) mod search;
pub(crate) mod solve;
pub(crate) mod text;
pub(crate) mod tokens;
pub(crate) mod trace;
pub(crate) mod transform;
mod variants;
pub(crate) mod verify;
pub(crate) mod verify_steps;
