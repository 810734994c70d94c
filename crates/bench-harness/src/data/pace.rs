//! The pace of the machine while it measures, and the warnings that follow from it.
//!
//! Between turns two loops of fixed length are timed, and the system is asked how long the thread
//! was ready to run without a processor. One loop takes the time of the processor's clock. The
//! other one keeps a whole core and its first cache busy: it takes longer when something else uses
//! the core, be it another guest of the same host, of which the system itself knows nothing.

use serde::{Deserialize, Serialize};

use super::statistics::median;

/// How fast the machine is at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// How long a loop of fixed length takes, in nanoseconds.
    pub loop_ns: u64,
    /// How long a loop takes that keeps a whole core busy, in nanoseconds; older files lack it.
    pub full_loop_ns: Option<u64>,
    /// How long this thread has run since it was started, in nanoseconds, where the system tells.
    pub ran_ns: Option<u64>,
    /// How long it was ready to run meanwhile and had to wait for a processor.
    pub waited_ns: Option<u64>,
}

/// Over how many moments in a row the median counts: interruptions make a loop longer.
const WINDOW: usize = 8;

/// How many times as long a loop may seem to take at one time as at another. Two loops on a quiet
/// machine differ by less.
const CHANGE: f64 = 1.04;

/// How much of its time a thread may wait for a processor.
const WAITING: f64 = 0.02;

/// How many times as long a loop took at the slowest time as at the fastest; `None` if there were
/// too few moments to tell, or the second loop was not timed at all of them.
pub fn clock(paces: &[Pace]) -> Option<f64> {
    Some(first_change(paces)?.max(change(paces, |pace| pace.full_loop_ns)?))
}

/// The same of the first loop, which every file has.
fn first_change(paces: &[Pace]) -> Option<f64> {
    change(paces, |pace| Some(pace.loop_ns))
}

fn change(paces: &[Pace], loop_ns: fn(&Pace) -> Option<u64>) -> Option<f64> {
    let median = |window: &[Pace]| {
        let loops: Option<Vec<f64>> =
            window.iter().map(|pace| Some(loop_ns(pace)?.max(1) as f64)).collect();
        median(&loops?)
    };
    let medians: Option<Vec<f64>> = paces.chunks_exact(WINDOW).map(median).collect();
    let medians = medians?.into_iter();
    Some(medians.clone().reduce(f64::max)? / medians.reduce(f64::min)?)
}

/// The warnings about figures that were measured at these paces.
pub fn warnings(paces: &[Pace]) -> Vec<String> {
    let mut warnings = Vec::new();
    let change = clock(paces).or_else(|| first_change(paces));
    if let Some(change) = change.filter(|&change| change > CHANGE) {
        warnings.push(format!(
            "WARNING: the processor changed its speed, or had other work: a loop of fixed length \
             took up to {:.0}% longer at times",
            (change - 1.0) * 100.0
        ));
    }
    // A resumed measurement has a thread, and counters, of its own.
    let (mut ran, mut waited) = (0, 0);
    for pair in paces.windows(2) {
        if let (Some(ran_before), Some(ran_after), Some(waited_before), Some(waited_after)) =
            (pair[0].ran_ns, pair[1].ran_ns, pair[0].waited_ns, pair[1].waited_ns)
            && ran_after >= ran_before
            && waited_after >= waited_before
        {
            ran += ran_after - ran_before;
            waited += waited_after - waited_before;
        }
    }
    let waiting = waited as f64 / (ran + waited).max(1) as f64;
    if waiting > WAITING {
        warnings.push(format!(
            "WARNING: the machine was busy with other work: the harness waited for a processor {:.0}% \
             of the time",
            waiting * 100.0
        ));
    }
    warnings
}
