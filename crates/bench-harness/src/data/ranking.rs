//! Rankings of engines, in one table and over all sets.
//!
//! A table ranks engines by their mean times on one set. Over several sets, the hardest set would
//! dominate a sum of means. So each engine has a ratio to the fastest engine on each set, and the
//! ranking uses the geometric mean of the ratios, in which all sets have the same weight. Only
//! puzzles that all engines finished count. Sets without such puzzles are reported. Different
//! workloads (single puzzles and batches, first solutions and uniqueness proofs) are never ranked
//! together.

use std::sync::Arc;

use super::measured::{Measured, PuzzleOutcome};
use super::statistics::{geometric_mean, mean};
use super::workload::Workload;

/// Returns the rows of each table, which has one list and one workload.
pub fn tables(rows: &[Measured]) -> impl Iterator<Item = &[Measured]> {
    // Two files may have the same displayed name, so the puzzles are compared by pointer.
    rows.chunk_by(|a, b| Arc::ptr_eq(&a.list.puzzles, &b.list.puzzles) && a.workload == b.workload)
}

/// The strategies of a table, the fastest first, over the puzzles that all of them finished.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking<'r> {
    /// The number of puzzles that all of them finished.
    pub puzzles: usize,
    /// True if the times are the rows' means. Otherwise they are means over single puzzles' times.
    pub by_means: bool,
    /// Each strategy with its mean time in nanoseconds over those puzzles.
    pub strategies: Vec<(&'r str, f64)>,
}

/// Ranks the strategies of a table that have answers and no wrong one. Returns `None` if there are
/// fewer than two of them, or no puzzle that all of them finished.
///
/// Rows of batches and external engines have no times of single puzzles. They are ranked by their
/// means, and only if all rows finished every puzzle.
pub fn rank<'r>(table: impl IntoIterator<Item = &'r Measured>) -> Option<Ranking<'r>> {
    let is_ranked =
        |row: &&Measured| row.is_comparable() && row.lost.is_none() && row.mean().is_some();
    let mut ranked: Vec<&Measured> = table.into_iter().filter(is_ranked).collect();
    if ranked.iter().any(|row| row.count(PuzzleOutcome::Finished) < row.puzzle_outcomes.len()) {
        ranked.retain(|row| row.has_own_times());
    }
    let is_common = |&at: &usize| ranked.iter().all(|row| row.is_finished(at));
    let puzzles: Vec<usize> =
        (0..ranked.first()?.puzzle_outcomes.len()).filter(is_common).collect();
    if ranked.len() < 2 || puzzles.is_empty() {
        return None;
    }
    // Whole passes are more precise, but only comparable if they have the same puzzles.
    let by_means = ranked.iter().all(|row| row.count(PuzzleOutcome::Finished) == puzzles.len());
    let mean = |row: &Measured| {
        let times = row.times();
        if by_means { row.mean() } else { mean(puzzles.iter().filter_map(|&at| times[at])) }
    };
    let mut strategies: Vec<(&str, f64)> =
        ranked.iter().filter_map(|row| Some((&*row.strategy, mean(row)?))).collect();
    strategies.sort_by(|a, b| a.1.total_cmp(&b.1));
    Some(Ranking { puzzles: puzzles.len(), by_means, strategies })
}

/// The result of an engine over all sets.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedEngine {
    /// The name.
    pub name: String,
    /// The geometric mean of its ratios to the fastest engine on each set.
    pub mean: f64,
    /// The number of sets on which it was the fastest.
    pub fastest: usize,
}

/// The ranking of engines for one workload over all sets, the fastest first.
#[derive(Clone, Debug, PartialEq)]
pub struct OverallRanking {
    /// The workload.
    pub workload: Workload,
    /// The engines.
    pub engines: Vec<RankedEngine>,
    /// The sets that count.
    pub sets: Vec<String>,
    /// The engines and sets that do not count, with the reason.
    pub left_out: Vec<String>,
}

/// Ranks the strategies for each workload, in the order of the rows.
pub fn rank_all(rows: &[Measured]) -> Vec<OverallRanking> {
    let mut workloads: Vec<(Workload, Vec<&[Measured]>)> = Vec::new();
    for table in tables(rows) {
        let workload = table[0].workload;
        match workloads.iter_mut().find(|(known, _)| *known == workload) {
            Some((_, tables)) => tables.push(table),
            None => workloads.push((workload, vec![table])),
        }
    }
    workloads.into_iter().map(|(workload, tables)| rank_tables(workload, &tables)).collect()
}

fn rank_tables(workload: Workload, tables: &[&[Measured]]) -> OverallRanking {
    let rows = || tables.iter().copied().flatten();
    let mut left_out = Vec::new();
    // Each engine with its ratios to the fastest.
    let mut engines: Vec<(&str, Vec<f64>)> = Vec::new();
    for row in rows() {
        if !engines.iter().any(|(name, _)| *name == row.strategy) {
            engines.push((&row.strategy, Vec::new()));
        }
    }
    engines.retain(|(name, _)| {
        let wrong = rows().find(|row| row.strategy == *name && !row.is_comparable());
        let set = wrong.map(|row| &row.list.name);
        left_out.extend(set.map(|set| format!("{name}, because of a wrong answer on {set}")));
        wrong.is_none()
    });
    let mut sets = Vec::new();
    for table in tables {
        let is_ranked = |row: &&Measured| engines.iter().any(|(name, _)| *name == row.strategy);
        let set = &table[0].list.name;
        let ranking = rank(table.iter().filter(is_ranked));
        if let Some(Ranking { strategies, .. }) =
            ranking.filter(|ranking| ranking.strategies.len() == engines.len())
        {
            for (name, ratios) in &mut engines {
                let own = strategies.iter().filter(|(other, _)| other == name);
                ratios.extend(own.map(|(_, mean)| mean / strategies[0].1));
            }
            sets.push(set.clone());
            continue;
        }
        let none =
            table.iter().filter(is_ranked).filter(|row| row.count(PuzzleOutcome::Finished) == 0);
        let none: Vec<&str> = none.map(|row| &*row.strategy).collect();
        left_out.push(if none.is_empty() {
            format!("{set}, because no puzzle was finished by all strategies")
        } else {
            format!("{set}, because no puzzle was finished by {}", none.join(", "))
        });
    }
    let ranked = |(name, ratios): (&str, Vec<f64>)| {
        let fastest = ratios.iter().filter(|&&ratio| ratio == 1.0).count();
        let mean = geometric_mean(ratios.into_iter())?;
        Some(RankedEngine { name: name.to_owned(), mean, fastest })
    };
    let mut engines: Vec<RankedEngine> = engines.into_iter().filter_map(ranked).collect();
    engines.sort_by(|a, b| a.mean.total_cmp(&b.mean));
    OverallRanking { workload, engines, sets, left_out }
}

impl OverallRanking {
    /// Returns the sets of the ranking as text.
    pub fn over(&self) -> String {
        match &self.sets[..] {
            [] => "no set, because no set has a puzzle that all strategies finished".to_owned(),
            [set] => format!("the set {set}"),
            sets => format!("{} sets with equal weight: {}", sets.len(), sets.join(", ")),
        }
    }
}
