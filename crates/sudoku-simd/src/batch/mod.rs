//! The batch engine: many boards side by side, in lanes, for the highest throughput.
//!
//! All boards are propagated in step. A lane whose board is finished takes the next board from the
//! [`queue`], so a board with a long search delays only its own lane. A lane never reads another
//! lane. A lane is 16 bits of a vector ([`word_lanes`]) or a single bit ([`bit_lanes`]).
//!
//! The search is the same as that of the board engine in depth-first order. It uses the same
//! inference rules until they add nothing, the same choice and the same order. So a board has the
//! same report and the same solutions with either engine.

pub(crate) mod bit_lanes;
pub(crate) mod queue;
pub(crate) mod word_lanes;
