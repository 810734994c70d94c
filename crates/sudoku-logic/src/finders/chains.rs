//! Chains: implications of a candidate being right or wrong.
//!
//! A candidate is *on* if its cell holds it, and *off* otherwise. An on candidate turns off the
//! others in its cell and those of its digit that it sees. An off candidate turns on the last other
//! one of its cell, or of its digit in a house. If one of several assumptions must be true, and
//! each leads to the same conclusion, the conclusion is true. An assumption that leads to a
//! contradiction is false.
//!
//! ```text
//!         c1   c2   c7            digit 5: columns 2 and 7 have two places each
//!   r1    5?   .    5
//!   r3    .    5    .             5r1c1 on → 5r1c7 off (row 1)    → 5r6c7 on (column 7)
//!   r6    .    5    5                      → 5r6c2 off (row 6)    → 5r3c2 on (column 2)
//!                                          → 5r1c1 off (box 1)
//!
//!   The assumption leads to its opposite, so r1c1 is not 5: a forcing X-chain.
//! ```
//!
//! # How a forcing chain is found and rated
//! 1. [`ImplicationGraph`](crate::graph::ImplicationGraph) reads the links of the board and
//!    measures how far each candidate reaches. On most boards no candidate reaches its opposite, so
//!    there is nothing to search.
//! 2. `statics` starts a breadth-first search from each candidate that can reach its opposite. The
//!    first path to the opposite is the shortest chain. It has six nodes in the example.
//! 3. The rating of a chain within one digit starts at 6.6: see [`CyclesAndChains::RULE`]. It grows
//!    by 0.1 when the length exceeds 4, 6, 8, 12, 16, 24 and so on: see
//!    [`rating_of_length`](crate::rating_of_length). The length is the number of nodes minus 2, so
//!    the example has the length 4 and the rating 6.6.
//! 4. The result with the lowest rating is taken. Equal ones are ordered by the number of nodes,
//!    then by `TieRank`, then by the order of the search.
//! 5. `ChainHint` is the result, and becomes a [`Step`](crate::Step) when a sink takes it.
//!
//! # Modules
//!
//! | module | content | base rating |
//! |---|---|---|
//! | `statics` | cycles, and chains from one assumption, on the links of the board | 6.5 to 7 |
//! | `multiple` | chains from each candidate of a cell, or each place in a house | 7.5 to 8.5 |
//! | `nested` | the same chains, with other techniques inside of a chain | 9.0 to 11.0 |
//! | `implications` | all implications of one assumption, for `multiple` and `nested` | |
//! | `hint` | a result, and the order of equal results | |
//! | `space` | the graph and the nested results that are kept for the next board | |
//!
//! HoDoKu finds and rates forcing chains in another way: see
//! [`tables`](crate::finders::hodoku::tables).

mod hint;
mod implications;
mod multiple;
mod nested;
mod space;
mod statics;

pub use multiple::{Implications, Nesting};
pub use nested::ImplicationChains;
pub use statics::CyclesAndChains;

pub(crate) use space::NestedSpace;
