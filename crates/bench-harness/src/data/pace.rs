//! The pace, which is the speed of the machine during a measurement, and the warnings about it.
//!
//! Between turns, a loop of fixed length is timed, which depends on the processor's clock. The
//! system also reports how long the thread waited for a processor.

use serde::{Deserialize, Serialize};

use super::statistics::median;

/// The speed of the machine at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// The time of the loop, in nanoseconds.
    pub loop_ns: u64,
    /// The processor time of this thread since its start, in nanoseconds, if known.
    pub ran_ns: Option<u64>,
    /// The time that this thread waited for a processor since its start, if known.
    pub waited_ns: Option<u64>,
}

/// The number of consecutive moments for one median. A median ignores loops that were interrupted.
const WINDOW: usize = 8;

/// The largest ratio of a loop's times that gives no warning. On a quiet machine it is smaller.
const CHANGE: f64 = 1.04;

/// The largest share of waiting time that gives no warning.
const WAITING: f64 = 0.02;

/// Returns the ratio of the loop's slowest time to its fastest. Returns `None` if there are too few
/// moments.
fn change(paces: &[Pace]) -> Option<f64> {
    let loops: Vec<f64> = paces.iter().map(|pace| pace.loop_ns.max(1) as f64).collect();
    let medians: Vec<f64> = loops.chunks_exact(WINDOW).filter_map(median).collect();
    let slowest = medians.iter().copied().reduce(f64::max)?;
    Some(slowest / medians.into_iter().reduce(f64::min)?)
}

/// Returns the warning about a measurement with these paces, if any.
pub fn warnings(paces: &[Pace]) -> Vec<String> {
    let mut causes = Vec::new();
    if let Some(change) = change(paces).filter(|&change| change > CHANGE) {
        causes.push(format!("a fixed loop took {:.0}% longer", (change - 1.0) * 100.0));
    }
    // A resumed measurement has a new thread, whose counters start at zero.
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
        causes.push(format!(
            "the harness waited for a processor {:.0}% of the time",
            waiting * 100.0
        ));
    }
    let causes = causes.join(", ");
    let warning = format!("WARNING: the machine was busy or changed its speed: {causes}");
    if causes.is_empty() { Vec::new() } else { vec![warning] }
}
