//! The operations: a table of names, and a file for each family.

#[cfg(feature = "whole")]
mod about;
mod board;
#[cfg(feature = "whole")]
mod generate;
#[cfg(feature = "whole")]
mod logic;
#[cfg(feature = "whole")]
mod numbered;
mod solve;
#[cfg(feature = "whole")]
mod strategy;
mod text;

use crate::error::Answer;
use crate::memory::Memory;
use crate::request::Request;

/// An operation.
pub(crate) type Op = fn(&Request, &mut Memory) -> Answer;

/// The operations of both modules.
const OPS: &[(&str, Op)] = &[
    ("check", |request, _| board::check(request)),
    ("enumerate", |request, _| solve::enumerate(request)),
    ("marks", |request, _| solve::marks(request)),
    ("read", |request, _| text::read(request)),
    ("write", |request, _| text::write(request)),
];

/// The operations of the full module only.
#[cfg(feature = "whole")]
const MORE_OPS: &[(&str, Op)] = &[
    ("about", |request, _| about::about(request)),
    ("all_steps", |request, _| logic::all_steps(request)),
    ("canonical", |request, _| board::canonical_form(request)),
    ("count", |request, _| solve::count(request)),
    ("generate", generate::generate),
    ("hint", |request, _| logic::hint(request)),
    ("nth", numbered::nth),
    ("path", |request, _| logic::path(request)),
    ("rate", |request, _| logic::rate(request)),
    ("run", |request, _| strategy::run(request)),
    ("sample", numbered::sample),
    ("trace", strategy::trace),
    ("wrong_marks", |request, _| logic::wrong_marks(request)),
];
#[cfg(not(feature = "whole"))]
const MORE_OPS: &[(&str, Op)] = &[];

/// Returns the operation with this name.
pub(crate) fn by_name(name: &str) -> Option<Op> {
    let mut ops = OPS.iter().chain(MORE_OPS);
    ops.find(|(known, _)| *known == name).map(|&(_, op)| op)
}
