//! Step-by-step traces of the simple strategies, for the page that visualizes them.
//!
//! The strategies report only totals, because reporting every step would slow them down. This
//! module implements the same rules a second time. The tests compare its totals with the counters
//! of the strategies.

mod constrained;
mod recording;
mod row_major;
mod search;

pub(crate) use self::recording::{Recording, Traced};
