//! The searches of the simple strategies step by step, for a page that shows how they go about it.
//!
//! The strategies report only how much they did, because looking at every step would cost them
//! their speed. So their rules are written down here a second time, as plainly as can be; the tests
//! hold the totals to what the strategies themselves count.

mod constrained;
mod recording;
mod row_major;
mod search;

pub(crate) use self::recording::{Recording, Traced};
