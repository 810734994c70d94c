//! The candidates that solutions use.

use std::ops::ControlFlow;

use sudoku_core::{DigitSet, Ending, Limits};

use crate::domain::Masks;
use crate::ruled::Ruled;
use crate::weighted::search_from;

/// Returns the digits of each cell that occur in a solution, or `None` if a limit ends a search.
///
/// The limits on nodes and the stop flag apply to each search. Each search asks for a solution with
/// a digit that no solution has had in a cell so far. So there are at most as many searches as
/// digits in the result, and one more for each cell. A puzzle without a solution has no digits.
///
/// ```
/// use sudoku_core::Limits;
/// use sudoku_variants::{Ruled, Rules, true_candidates};
///
/// let rules: Rules = "cage 3 r1c1 r1c2\nless r1c2 r1c3".parse()?;
/// let sets = true_candidates(&Ruled::new(&rules)?, &Limits::ALL).expect("no limit");
/// assert_eq!([sets[0].to_string(), sets[3].to_string()], ["12", "3456789"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn true_candidates(puzzle: &Ruled, limits: &Limits<'_>) -> Option<[DigitSet; 81]> {
    let mut limits = *limits;
    limits.solutions = 1;
    let network = &puzzle.network;
    // The digits that may be in a solution, and those that are in one.
    let mut open = network.start;
    let mut used: Masks = [0; 128];
    for cell in 0..81 {
        while open[cell] & !used[cell] != 0 {
            let mut start = open;
            start[cell] &= !used[cell];
            let report = search_from(network, &start, &limits, &mut |grid| {
                for (mask, digit) in used.iter_mut().zip(grid.as_bytes()) {
                    *mask |= 1 << (digit - 1);
                }
                ControlFlow::Continue(())
            });
            if report.solutions == 0 {
                if report.ending != Ending::Exhausted {
                    return None;
                }
                open[cell] = used[cell];
            }
        }
    }
    Some(core::array::from_fn(|cell| DigitSet::from_bits(used[cell]).unwrap_or_default()))
}
