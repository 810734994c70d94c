//! The measurement: the job, its rows, and the journal of their events.

pub mod job;
pub mod journal;
pub mod machine;
pub mod row;
pub mod run;
mod time;
pub mod turns;
mod verify;
