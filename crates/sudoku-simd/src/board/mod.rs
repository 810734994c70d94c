//! The board engine: one board at a time, in registers, for the shortest time to its answer.
//!
//! [`search`] is the search, the same for every layout and instruction set. The two layouts do its
//! reasoning: [`wide`] in three vectors of 32 lanes, [`narrow`] in nine of 16. Each is generic over
//! a vector, which the files of [`arch`](crate::arch) provide. The [crate documentation](crate)
//! says how a pass reasons.

pub(crate) mod narrow;
pub(crate) mod search;
mod stack;
#[cfg(target_arch = "x86_64")]
pub(crate) mod wide;
