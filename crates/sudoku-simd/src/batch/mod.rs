//! The batch engine: many boards side by side, in lanes, for the most answers in a second.
//!
//! All boards are reasoned about in step, and a lane whose board is done takes the next one from
//! the [`queue`], so that a board with a long search holds up nobody but itself. A lane never looks
//! at another. A lane is 16 bits of a vector ([`word_lanes`]) or a single bit ([`bit_lanes`]).
//!
//! It is the board engine's search all the same: the same rules of inference, taken to where they
//! add nothing, the same choice, the same order. So a board has the same report and the same
//! solutions whichever engine searches it.

pub(crate) mod bit_lanes;
pub(crate) mod queue;
pub(crate) mod word_lanes;
