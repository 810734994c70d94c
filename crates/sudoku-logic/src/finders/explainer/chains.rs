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
//! `statics` finds chains from one assumption. It has two searches: `search` finds all results, and
//! `first` only the one with the lowest rating, which is faster.
//!
//! 1. [`ImplicationGraph`](crate::graph::ImplicationGraph) reads the links of the board. `search`
//!    computes which literals each candidate leads to at all. `first` counts how many links it
//!    takes. On most boards no candidate reaches its opposite, so there is nothing to search.
//! 2. `chain_to_opposite` starts a breadth-first search from each candidate being on, and from each
//!    being off, that can reach its opposite. The first path to the opposite is the shortest chain.
//!    It has six nodes in the example.
//! 3. The rating of a chain within one digit starts at 6.6: see [`CyclesAndChains::RULE`]. It grows
//!    by 0.1 when the length exceeds 4, 6, 8, 12, 16, 24 and so on: see
//!    [`rating_of_length`](crate::rating_of_length). The length is the number of nodes minus 2, so
//!    the example has the length 4 and the rating 6.6.
//! 4. The result with the lowest rating is taken. Equal ones are ordered by the number of nodes,
//!    then by `TieRank`, then by the order of the search.
//! 5. `ChainHint` is the result, and becomes a [`Step`](crate::Step) when a sink takes it.
//!
//! # How chains from several assumptions are found and rated
//! [`ImplicationChains`] runs `multiple`, with the techniques of `nested` inside of chains if its
//! [`Implications`] say so.
//!
//! 1. `search` visits the cells, and `start_in` lists the groups of one cell. One assumption of a
//!    group holds: all candidates of the cell, all places of a digit in a house, or, with dynamic
//!    links, a candidate being on and being off.
//! 2. `follow` computes the closure of each assumption: a breadth-first search that ends at the
//!    first contradiction. The groups share the closures.
//! 3. `common` intersects the closures of a group. A literal that is in all of them is true.
//!    With dynamic links, `contradictions` looks for closures with a contradiction. Their
//!    assumption is false. With static links, a contradiction only ends the closure.
//! 4. `complexity` adds the numbers of nodes of the chains. With dynamic links, a chain is all
//!    nodes that its end follows from. A node in two chains, such as the assumption of a
//!    contradiction, counts twice. Each different nested chain counts once.
//! 5. The result with the fewest nodes is taken, then the one with the lowest `TieRank`, then the
//!    one found first.
//! 6. The rating starts at the base of the technique in `finders/explainer.rs`, such as 8.0 for
//!    static and 8.5 for dynamic links, and grows with the length, as above. Three chains of four
//!    nodes from the candidates of a cell have the length 10 and the rating 8.3.
//!
//! Nishio does not use `start_in`: `multiple::nishio` calls `contradictions` for each candidate. In
//! the drawing, it meets the contradiction at r6c7. The chains to 5r6c7 on (three nodes) and to
//! 5r6c7 off (four nodes, through r3c2) have seven nodes, so the length is 5 and the rating 7.6.
//!
//! # Meanings of "forcing"
//!
//! | name | program | meaning |
//! |---|---|---|
//! | forcing chain, forcing X-chain | SE | one chain, from an assumption to its opposite |
//! | cell or house forcing chains | SE | chains from several assumptions to one conclusion |
//! | forcing chain | HoDoKu | a proof by chains: a contradiction or a common conclusion |
//! | forcing net | HoDoKu | the same with branches: one node follows from several others |
//!
//! HoDoKu finds and rates its forcing chains in another way: see
//! [`tables`](crate::finders::hodoku::tables).
//!
//! # Modules
//!
//! | module | content | base rating |
//! |---|---|---|
//! | `technique` | [`ImplicationChains`], which chooses the search | |
//! | `statics` | cycles, and chains from one assumption, on the links of the board | 6.5 to 7 |
//! | `multiple` | chains from each candidate of a cell, or each place in a house | 7.5 to 8.5 |
//! | `nested` | the same chains, with other techniques inside of a chain | 9.0 to 11.0 |
//! | `implications` | all implications of one assumption, for `multiple` and `nested` | |
//! | `hint` | a result, and the order of equal results | |
//! | `space` | the graph and the nested results that are kept for the next board | |

mod hint;
mod implications;
mod multiple;
mod nested;
mod space;
mod statics;
mod technique;

pub use multiple::{Implications, Nesting};
pub use statics::CyclesAndChains;
pub use technique::ImplicationChains;

pub(crate) use space::NestedSpace;
