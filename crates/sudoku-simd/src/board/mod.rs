//! The board engine: one board at a time, in registers, for the lowest latency.
//!
//! [`search`] is the search, the same for every layout and instruction set. [`propagation`] offers
//! the inference of the engine to other searches. The inference has two layouts: [`wide`] with
//! three vectors of 32 lanes, and [`narrow`] with nine vectors of 16 lanes. Both are generic over a
//! vector, which the files of [`arch`](crate::arch) provide. The [crate documentation](crate)
//! explains the inference of a pass.

pub(crate) mod narrow;
pub(crate) mod propagation;
pub(crate) mod search;
mod stack;
#[cfg(target_arch = "x86_64")]
pub(crate) mod wide;
