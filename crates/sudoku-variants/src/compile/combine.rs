//! Sums that follow from several sums, such as those of neighboring diagonals.
//!
//! The cells of a little killer sum hardly see each other, so its bounds are far apart. The cells
//! of several sums together form larger groups of cells that differ. So the bounds of the joint sum
//! are closer, and may even meet the sum.

use super::collect::{Collected, Sum};
use crate::domain::bits;

/// The largest number of sums that are combined. It bounds the time: each two of them are compared.
const MOST: usize = 32;

/// Cells that have a known sum.
struct Joint {
    cells: u128,
    total: i32,
    /// The distance from the sum to the nearer bound.
    slack: i32,
}

/// Returns sums of the cells of several sums, if they are much closer to their bounds than the
/// single ones. Sums of cells that all differ are left to the 45 rule.
///
/// In each step, the two disjoint sums that gain most become one.
pub(super) fn combined_sums(
    collected: &Collected,
    groups_of: impl Fn(&[u8]) -> Vec<Vec<u8>>,
) -> Vec<Sum> {
    let joint = |cells: u128, total: i32| {
        let groups = groups_of(&bits(cells).collect::<Vec<u8>>());
        let least: i32 = groups.iter().map(|it| (it.len() * (it.len() + 1) / 2) as i32).sum();
        let most = 10 * cells.count_ones() as i32 - least;
        (Joint { cells, total, slack: (total - least).min(most - total) }, groups.len())
    };
    let pieces = collected.sums.iter().filter_map(|sum| Some((sum.as_piece()?, sum.total)));
    let mut all: Vec<Joint> = pieces
        .map(|(cells, total)| joint(cells, total))
        .filter(|(_, groups)| *groups > 1)
        .map(|(joint, _)| joint)
        .take(MOST)
        .collect();
    let mut found = Vec::new();
    let mut pairs = Vec::new();
    let mut first = 0;
    loop {
        // The last sum is new, or all are.
        for second in first..all.len() {
            for other in 0..second {
                let (a, b) = (&all[other], &all[second]);
                if a.cells & b.cells == 0 {
                    let (both, _) = joint(a.cells | b.cells, a.total + b.total);
                    pairs.push((a.slack + b.slack - both.slack, both));
                }
            }
        }
        pairs.retain(|(gain, both)| {
            let parts = all.iter().filter(|part| part.cells & !both.cells == 0);
            *gain > 0 && parts.fold(0, |cells, part| cells | part.cells) == both.cells
        });
        let Some(best) = (0..pairs.len()).max_by_key(|&at| (pairs[at].0, pairs[at].1.cells)) else {
            return found;
        };
        let (gain, both) = pairs.swap_remove(best);
        all.retain(|part| part.cells & !both.cells != 0);
        if both.slack < gain {
            found.push(Sum::new(both.total, bits(both.cells).collect(), Vec::new()));
        }
        all.push(both);
        first = all.len() - 1;
    }
}
