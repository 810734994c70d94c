//! Orders of engines: those of one table, and those over all sets.
//!
//! A table ranks engines by their mean times on one set. Over sets, means cannot be added, because
//! the hardest set would decide alone; so each engine has a ratio to the fastest on each set, and
//! the geometric mean of those, in which every set counts alike. Only puzzles that all of the
//! engines finished count, and sets without any are named. Workloads that are not alike (one by one
//! and in batches, first solutions and uniqueness) are never ranked together.

use std::sync::Arc;

use super::measured::{Measured, PuzzleOutcome};
use super::statistics::{geometric_mean, mean};
use super::workload::Workload;

/// The rows of each table: one list, one mode.
pub fn tables(rows: &[Measured]) -> impl Iterator<Item = &[Measured]> {
    // Two files may have the same name, as far as names can be shown.
    rows.chunk_by(|a, b| Arc::ptr_eq(&a.list.puzzles, &b.list.puzzles) && a.workload == b.workload)
}

/// The strategies of a table, the fastest first, over the puzzles that all of them finished.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking<'r> {
    /// How many puzzles all of them finished.
    pub puzzles: usize,
    /// Whether the times are the rows' means; else they are means of the puzzles' own times.
    pub by_means: bool,
    /// Each strategy with its mean time in nanoseconds over those puzzles.
    pub strategies: Vec<(&'r str, f64)>,
}

/// Ranks the strategies of a table that answered something, and nothing wrongly. `None` if there
/// are fewer than two of them, or no puzzle that all of them finished.
///
/// In a batch, and to an external engine, puzzles have no times of their own: such rows are ranked
/// by their means, and only if all rows finished every puzzle.
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
    // Whole passes are the better measure, where all of them were over these same puzzles.
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

/// An engine's place over all sets.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedEngine {
    /// Its name.
    pub name: String,
    /// The geometric mean of its ratios to the fastest on each set.
    pub mean: f64,
    /// On how many of the sets it was the fastest.
    pub fastest: usize,
}

/// The engines under one workload, the fastest first, over all sets.
#[derive(Clone, Debug, PartialEq)]
pub struct OverallRanking {
    /// What was asked of them.
    pub workload: Workload,
    /// The engines.
    pub engines: Vec<RankedEngine>,
    /// The sets that count.
    pub sets: Vec<String>,
    /// What does not count, and why.
    pub left_out: Vec<String>,
}

/// Ranks the strategies in each workload, in the order in which the workloads first come.
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
        left_out.extend(set.map(|set| format!("{name}, which answers wrongly on {set}")));
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
            format!("{set}, of which there is no puzzle that all of them finished")
        } else {
            format!("{set}, of which nothing was finished by {}", none.join(", "))
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
    /// Over what the means are, in words.
    pub fn over(&self) -> String {
        match &self.sets[..] {
            [] => "no set: there is none of which all finished a puzzle".to_owned(),
            [set] => format!("the set {set}"),
            sets => format!("{} sets alike: {}", sets.len(), sets.join(", ")),
        }
    }
}
