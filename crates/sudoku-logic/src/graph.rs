//! The implication graph of a board, and two questions that a search for chains asks.
//!
//! A *candidate* is a digit in a cell. A *literal* says that a candidate is *on* (its cell holds
//! it) or *off*. An edge of the graph is an implication between two literals:
//!
//! - on → off: a candidate turns off the others in its cell, and those of its digit that it sees;
//! - off → on: if a cell, or a digit in a house, has two candidates, and one is off, the other is
//!   on.
//!
//! So a path alternates between on and off. This is a 2-SAT implication graph: with each edge
//! `a → b` it also has `not b → not a`.
//!
//! ```text
//!   row 1 has two places of the digit 5:
//!     c1 c2 c3   c4 c5 c6   c7 c8 c9
//!      5  .  .    .  .  .    5  .  .
//!   strong link:  5r1c1 off → 5r1c7 on   and   5r1c7 off → 5r1c1 on
//!   weak link:    5r1c1 on  → 5r1c7 off  and   5r1c7 on  → 5r1c1 off
//! ```
//!
//! - [`TransitiveClosure`]: which literals does a candidate lead to at all? It uses Tarjan's
//!   algorithm for strongly connected components.
//! - [`LayeredDistances`](distances::LayeredDistances): which literals does it lead to within N
//!   links? It is a breadth-first search from all candidates at once, layer by layer.
//!
//! [`links`] enumerates the edges of one candidate, and [`CandidateNumbers`] numbers the candidates
//! of a board. The engines for Sudoku Explainer (`finders/chains`) and for HoDoKu
//! (`finders/hodoku/tables`) share them and [`TransitiveClosure`].
//!
//! The module does not know techniques or ratings. It does not copy the search order of other
//! programs, with one exception: the links of one literal come in the order box, row, column.

mod bit_blocks;
mod closure;
mod distances;
mod implications;
mod links;
mod literal;
mod numbering;

pub(crate) use closure::TransitiveClosure;
pub(crate) use implications::{ImplicationGraph, Link, LinkKinds};
pub(crate) use links::{Cause, HouseOrder, excluded, for_each_strong_link, for_each_weak_link};
pub(crate) use literal::{Candidate, Literal, LiteralSet};
pub(crate) use numbering::CandidateNumbers;

/// The order in which links within houses are followed: box, row, column, as indices of a cell's
/// houses.
pub(crate) const HOUSE_KIND_ORDER: HouseOrder = [2, 0, 1];
