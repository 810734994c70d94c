//! Orders of engines: those of one table, and those over all sets.
//!
//! A table ranks engines by their mean times on one set. Over sets, means cannot be added, because
//! the hardest set would decide alone; so each engine has a ratio to the fastest on each set, and
//! the geometric mean of those, in which every set counts alike. Only puzzles that all of the
//! engines finished count, and sets without any are named. Workloads that are not alike (one by one
//! and in batches, first solutions and uniqueness) are never ranked together.

use std::sync::Arc;

use super::record::Record;
use super::statistics::{self, geometric_mean};
use super::workload::Workload;

/// The rows of a table: one list, one mode.
pub fn tables(results: &[Record]) -> impl Iterator<Item = &[Record]> {
    // Two files may have the same name, as far as names can be shown.
    results.chunk_by(|a, b| Arc::ptr_eq(&a.list, &b.list) && (a.mode, a.batch) == (b.mode, b.batch))
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
pub fn rank<'r>(table: impl IntoIterator<Item = &'r Record>) -> Option<Ranking<'r>> {
    let is_ranked = |row: &&Record| row.wrong == 0 && row.lost.is_none() && row.mean_ns.is_some();
    let mut ranked: Vec<&Record> = table.into_iter().filter(is_ranked).collect();
    let puzzles = ranked.first()?.puzzles;
    let common: Vec<usize> = if ranked.iter().all(|row| row.finished == row.puzzles) {
        (0..puzzles).collect()
    } else {
        ranked.retain(|row| !row.batch && row.external.is_none());
        let all_finished = |&index: &usize| ranked.iter().all(|row| row.times[index].is_some());
        (0..puzzles).filter(all_finished).collect()
    };
    if ranked.len() < 2 || common.is_empty() {
        return None;
    }
    // Whole passes are the better measure, where all of them were over these same puzzles.
    let by_means = ranked.iter().all(|row| row.finished == common.len());
    let mean = |row: &Record| {
        let own_times = common.iter().filter_map(|&index| row.times[index]);
        if by_means { row.mean_ns } else { statistics::mean(own_times) }
    };
    let mut strategies: Vec<(&str, f64)> =
        ranked.iter().filter_map(|row| Some((&*row.strategy, mean(row)?))).collect();
    strategies.sort_by(|a, b| a.1.total_cmp(&b.1));
    Some(Ranking { puzzles: common.len(), by_means, strategies })
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
pub fn rank_all(records: &[Record]) -> Vec<OverallRanking> {
    let mut workloads: Vec<Workload> = Vec::new();
    for record in records {
        if !workloads.contains(&record.workload()) {
            workloads.push(record.workload());
        }
    }
    workloads.into_iter().map(|workload| rank_workload(records, workload)).collect()
}

fn rank_workload(records: &[Record], workload: Workload) -> OverallRanking {
    let rows = || records.iter().filter(|row| row.workload() == workload);
    let mut left_out = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for row in rows() {
        if !names.contains(&&*row.strategy) {
            names.push(&row.strategy);
        }
    }
    names.retain(|name| {
        let wrong = rows().find(|row| row.strategy == *name && row.wrong > 0);
        left_out.extend(wrong.map(|row| format!("{name}, which answers wrongly on {}", row.set)));
        wrong.is_none()
    });
    let mut ratios: Vec<(&str, Vec<f64>)> = names.iter().map(|&name| (name, Vec::new())).collect();
    let mut sets = Vec::new();
    for table in tables(records).filter(|table| table.iter().any(|row| row.workload() == workload))
    {
        let ranked = table.iter().filter(|row| names.contains(&&*row.strategy));
        let ranking = rank(ranked.clone());
        let Some(ranking) = ranking.filter(|ranking| ranking.strategies.len() == names.len())
        else {
            let set = table.first().map_or("", |row| &*row.set);
            let none = ranked.filter(|row| row.finished == 0).map(|row| &*row.strategy);
            let none: Vec<&str> = none.collect();
            left_out.push(if none.is_empty() {
                format!("{set}, of which there is no puzzle that all of them finished")
            } else {
                format!("{set}, of which nothing was finished by {}", none.join(", "))
            });
            continue;
        };
        sets.extend(table.first().map(|row| row.set.clone()));
        let fastest = ranking.strategies.first().map_or(1.0, |(_, mean)| *mean);
        for (name, mean) in &ranking.strategies {
            if let Some((_, ratios)) = ratios.iter_mut().find(|(other, _)| other == name) {
                ratios.push(mean / fastest);
            }
        }
    }
    let ranked = |(name, ratios): (&str, Vec<f64>)| {
        let fastest = ratios.iter().filter(|&&ratio| ratio == 1.0).count();
        let mean = geometric_mean(ratios.into_iter())?;
        Some(RankedEngine { name: name.to_owned(), mean, fastest })
    };
    let mut engines: Vec<RankedEngine> = ratios.into_iter().filter_map(ranked).collect();
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
