//! Measures of the difficulty of a puzzle for a search.

mod backdoor;
mod estimate;
mod measure;
mod position;
mod trials;

pub use backdoor::backdoor_size;
pub use estimate::difficulty_estimate;
pub use measure::Measure;
pub use trials::trial_depth;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests;
