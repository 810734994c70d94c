//! The operations: a table of names, and a file for each family.

mod about;
mod board;
mod generate;
mod logic;
mod solve;
mod strategy;
mod text;

use crate::error::Answer;
use crate::memory::Memory;
use crate::request::Request;

/// An operation.
pub(crate) type Op = fn(&Request, &mut Memory) -> Answer;

const OPS: &[(&str, Op)] = &[
    ("about", |_, _| Ok(about::about())),
    ("all_steps", |request, _| logic::all_steps(request)),
    ("canonical", |request, _| board::canonical_form(request)),
    ("check", |request, _| board::check(request)),
    ("count", |request, _| solve::count(request)),
    ("enumerate", |request, _| solve::enumerate(request)),
    ("generate", generate::generate),
    ("hint", |request, _| logic::hint(request)),
    ("marks", |request, _| solve::marks(request)),
    ("path", |request, _| logic::path(request)),
    ("rate", |request, _| logic::rate(request)),
    ("read", |request, _| text::read(request)),
    ("run", |request, _| strategy::run(request)),
    ("trace", strategy::trace),
    ("write", |request, _| text::write(request)),
    ("wrong_marks", |request, _| logic::wrong_marks(request)),
];

/// The operation of this name.
pub(crate) fn by_name(name: &str) -> Option<Op> {
    OPS.iter().find(|(known, _)| *known == name).map(|&(_, op)| op)
}
