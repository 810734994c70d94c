//! The implication graph of a board, and two questions that a search for chains asks.
//!
//! A *candidate* is a digit in a cell. A *literal* says that a candidate is *on* (its cell holds
//! it) or *off*. An edge of the graph is an implication between two literals:
//!
//! - on → off: a candidate turns off the others in its cell, and those of its digit that it sees;
//! - off → on: if a cell, or a digit in a house, has two candidates, and one is off, the other is
//!   on.
//!
//! So a path alternates between on and off. This is a 2-SAT implication graph: if `a → b` is an
//! implication, `not b → not a` is one too. [`ImplicationGraph`] omits edges to off literals that
//! turn nothing on, because a path cannot continue there. So an edge that it stores may lack its
//! counterpart.
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
//!   hops? A hop is two links, on → off → on. It is a breadth-first search from all candidates at
//!   once, layer by layer.
//!
//! [`links`] enumerates the edges of one candidate, and [`CandidateNumbers`] numbers the candidates
//! of a board. Each search uses the parts that it needs:
//!
//! | search | edges from | question |
//! |---|---|---|
//! | `chains/statics`, all results | [`ImplicationGraph`] | closure |
//! | `chains/statics`, first result | [`ImplicationGraph`] | distances |
//! | `chains/multiple`, static links | [`ImplicationGraph`] | closure |
//! | `hodoku/simple_chains` | [`ImplicationGraph`] | closure |
//! | `hodoku/tables`, nice loops | [`links`] and groups | closure |
//! | `hodoku/tables`, Kraken fish, forcing chains and nets | [`links`] and groups | none |
//! | `chains/implications` | its own search | none |
//!
//! The module does not know techniques or ratings. Searches pass the order of the links of a
//! literal to [`links`]. [`ImplicationGraph`] has the order of Sudoku Explainer: box, row, column.

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

/// The order in which Sudoku Explainer follows links within houses: box, row, column, as indices of
/// a cell's houses.
pub(crate) const EXPLAINER_HOUSE_ORDER: HouseOrder = [2, 0, 1];
