//! The system-specific part: watches, counts and kills the processes of a program.
//!
//! Each system implements the same functions. They act on a program that leads its own process
//! group, and on the program's descendants.

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;
mod tree;
#[cfg(unix)]
mod unix;

use std::time::Duration;

#[cfg(not(target_os = "linux"))]
use elsewhere as system;
#[cfg(target_os = "linux")]
use linux as system;
pub(crate) use system::{
    SAMPLE_INTERVAL, end_tree, has_ended, on_end, sample, waited_for_processor,
};
pub use system::{adopt_orphans, end_descendants};
#[cfg(unix)]
pub(crate) use tree::pid;
pub(crate) use tree::{end_group, lead_group};

/// Prepares the supervisor's process.
pub(crate) fn prepare() {
    #[cfg(unix)]
    unix::prepare();
    adopt_orphans();
}

/// Returns the processor time of the calling thread. Available on Unix.
#[must_use]
pub fn thread_time() -> Option<Duration> {
    #[cfg(unix)]
    return Some(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().ok()?.into());
    #[cfg(not(unix))]
    None
}
