//! The techniques of HoDoKu 2.3.
//!
//! HoDoKu searches differently from the other programs: many techniques collect all steps and sort
//! them, singles come from queues that each change fills, and nets follow singles on such a board.
//! So it has its own implementations. The rows in `scales/hodoku/rows.rs` call them:
//!
//! | file | names of its steps |
//! |---|---|
//! | `placed` | last cell, naked and hidden single, brute force |
//! | `subsets` | pointing, claiming, locked, naked and hidden subsets |
//! | `fish` | fish of all shapes, with fins and without |
//! | `single_digit` | skyscraper, 2-string kite, empty rectangle, pairs of them |
//! | `simple_chains` | Turbot fish, remote pair, X-Chain, XY-Chain |
//! | `colors` | simple colors, multi-colors |
//! | `wings` | W-, XY- and XYZ-Wing, bivalue universal grave + 1 |
//! | `rectangles` | uniqueness tests, hidden and avoidable rectangles |
//! | `sue_de_coq` | Sue de Coq |
//! | `sets`, `blossom` | ALS-XZ, ALS-XY-Wing, ALS chain; death blossom |
//! | `tables` | nice loops, AICs, Kraken fish, forcing chains and nets |
//! | `templates` | template set, template delete |
//!
//! `sink` collects steps, and `tim_sort` sorts them as Java does. The other files begin with a
//! worked example.

pub(crate) mod blossom;
pub(crate) mod colors;
pub(crate) mod fish;
pub(crate) mod placed;
pub(crate) mod rectangles;
pub(crate) mod sets;
pub(crate) mod simple_chains;
pub(crate) mod single_digit;
pub(crate) mod sink;
pub(crate) mod subsets;
pub(crate) mod sue_de_coq;
pub(crate) mod tables;
pub(crate) mod templates;
mod tim_sort;
pub(crate) mod wings;

pub use sink::HodokuOptions;
