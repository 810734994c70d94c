//! Measuring: the job, its rows, and the journal of what they find out.

pub mod job;
pub mod journal;
pub mod machine;
pub mod row;
pub mod run;
mod time;
pub mod turns;
mod verify;
