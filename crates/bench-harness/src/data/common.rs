//! The mean times of several rows over the puzzles that all of them finished.

use super::measured::{Measured, PuzzleOutcome};
use super::statistics::mean;

/// The mean times of rows over the puzzles that all of them finished.
#[derive(Clone, Debug)]
pub struct CommonTimes<'r> {
    /// The number of these puzzles.
    pub puzzles: usize,
    /// True if the times are the rows' means. Otherwise they are means over single puzzles' times.
    pub by_means: bool,
    /// The rows that count, each with its mean time in nanoseconds.
    pub rows: Vec<(&'r Measured, f64)>,
}

impl<'r> CommonTimes<'r> {
    /// Returns the mean times of two rows, in nanoseconds, if both count.
    pub fn pair(one: &'r Measured, other: &'r Measured) -> Option<[f64; 2]> {
        let rows: [_; 2] = Self::of([one, other])?.rows.try_into().ok()?;
        Some(rows.map(|(_, mean)| mean))
    }

    /// Compares the rows of a table that have answers and no wrong one. Returns `None` if there are
    /// fewer than two of them, or no puzzle that all of them finished.
    ///
    /// Rows of batches and external engines have no times of single puzzles. They count with their
    /// means, and only if all rows finished every puzzle.
    pub fn of(rows: impl IntoIterator<Item = &'r Measured>) -> Option<Self> {
        let counts =
            |row: &&Measured| row.faults.is_empty() && row.lost.is_none() && row.mean().is_some();
        let mut rows: Vec<&Measured> = rows.into_iter().filter(counts).collect();
        if !rows.iter().all(|row| row.is_whole()) {
            rows.retain(|row| row.has_own_times());
        }
        let is_common = |&at: &usize| rows.iter().all(|row| row.is_finished(at));
        let puzzles: Vec<usize> =
            (0..rows.first()?.puzzle_outcomes.len()).filter(is_common).collect();
        // Whole passes are more precise, but only comparable if they have the same puzzles.
        let by_means = rows.iter().all(|row| row.count(PuzzleOutcome::Finished) == puzzles.len());
        let mean = |row: &Measured| {
            let times = row.times();
            if by_means { row.mean() } else { mean(puzzles.iter().filter_map(|&at| times[at])) }
        };
        let rows: Vec<_> = rows.into_iter().filter_map(|row| Some((row, mean(row)?))).collect();
        (rows.len() > 1 && !puzzles.is_empty()).then_some(Self {
            puzzles: puzzles.len(),
            by_means,
            rows,
        })
    }
}
