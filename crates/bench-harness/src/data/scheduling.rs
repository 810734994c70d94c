//! The scheduling of the harness's thread, which shows how busy the machine was.

use serde::{Deserialize, Serialize};

/// The times of a thread since its start, as the system reports them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scheduling {
    /// The time on a processor, in nanoseconds.
    pub ran_ns: u64,
    /// The time that the thread waited for a processor, in nanoseconds.
    pub waited_ns: u64,
}

/// The largest share of waiting time that gives no warning.
const WAITING: f64 = 0.02;

/// Returns the warning about a measurement with these reports, if any.
pub fn warning(reports: &[Scheduling]) -> Option<String> {
    let (mut ran, mut waited) = (0, 0);
    for pair in reports.windows(2) {
        let ran_between = pair[1].ran_ns.checked_sub(pair[0].ran_ns);
        let waited_between = pair[1].waited_ns.checked_sub(pair[0].waited_ns);
        // A resumed measurement has a new thread, whose times start at zero.
        if let Some((ran_between, waited_between)) = ran_between.zip(waited_between) {
            ran += ran_between;
            waited += waited_between;
        }
    }
    let share = waited as f64 / (ran + waited).max(1) as f64;
    let message = "WARNING: busy machine: the harness waited for a processor";
    (share > WAITING).then(|| format!("{message} {:.0}% of the time", share * 100.0))
}
