//! `bench-harness rank`: an order of strategies over all sets of a measurement file.
//!
//! A table ranks strategies by their mean times on one set. Over sets, means cannot be added, because
//! the hardest set would decide alone; so each strategy has a ratio to the fastest on each set, and
//! the geometric mean of those, in which every set counts alike. Only puzzles that all of the
//! strategies finished count, and of sets without any it is said that they do not. Ways of asking
//! that are not alike (one by one and in batches, first solutions and uniqueness) are never ranked
//! together.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;

use crate::ask::Way;
use crate::file::{Filter, LoadError, Measurements, load};
use crate::output::{ruled, three_digits_or_count, way_title};
use crate::record::{Record, rank, tables};
use crate::statistics::geometric_mean;

/// The options of `rank`.
#[derive(Args, Clone, Debug)]
pub struct RankArgs {
    /// A measurement file
    pub file: PathBuf,

    /// What is ranked.
    #[command(flatten)]
    pub filter: Filter,
}

/// The strategies in one way of asking, the fastest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// How they were asked.
    pub way: Way,
    /// Each strategy with the geometric mean of its ratios to the fastest on each set, and on how
    /// many of the sets it was the fastest.
    pub strategies: Vec<(String, f64, usize)>,
    /// The sets that count.
    pub sets: Vec<String>,
    /// What does not count, and why.
    pub left_out: Vec<String>,
}

/// Says which strategies are fast.
///
/// # Errors
/// If the file cannot be read.
pub fn execute(args: &RankArgs) -> Result<String, LoadError> {
    let measured = load(&args.file, &args.filter)?;
    let records = measured.records();
    let mut text = String::new();
    for ranked in rank_all(&records) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}\n{}", way_title(ranked.way), table(&ranked));
        let _ = writeln!(text, "  over {}", sets(&ranked));
        for line in &ranked.left_out {
            let _ = writeln!(text, "  left out: {line}");
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "  each set gives a strategy the ratio of its time to that of the fastest there; strategies that are the \
         fastest together count as that each"
    );
    for note in facts(&measured, &records) {
        let _ = writeln!(text, "  {note}");
    }
    Ok(text)
}

/// Over what the means are, in words.
#[must_use]
pub fn sets(ranked: &Ranked) -> String {
    match ranked.sets.len() {
        0 => "no set: there is none of which all finished a puzzle".to_owned(),
        1 => format!("the set {}", ranked.sets[0]),
        count => format!("{count} sets alike: {}", ranked.sets.join(", ")),
    }
}

fn facts(measured: &Measurements, records: &[Record]) -> Vec<String> {
    let mut facts = measured.notes(records);
    facts.extend(measured.environment.facts());
    facts
}

fn table(ranked: &Ranked) -> comfy_table::Table {
    let mut table = ruled(["strategy", "geometric mean", "fastest on"]);
    for (name, mean, fastest) in &ranked.strategies {
        table.add_row([
            name.clone(),
            format!("{}×", three_digits_or_count(*mean)),
            fastest.to_string(),
        ]);
    }
    table
}

/// Ranks the strategies in each way of asking, in the order in which the ways first come.
#[must_use]
pub fn rank_all(records: &[Record]) -> Vec<Ranked> {
    let mut ways: Vec<Way> = Vec::new();
    for record in records {
        if !ways.contains(&record.way()) {
            ways.push(record.way());
        }
    }
    ways.into_iter().map(|way| rank_way(records, way)).collect()
}

fn rank_way(records: &[Record], way: Way) -> Ranked {
    let rows = || records.iter().filter(|row| row.way() == way);
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
    for table in tables(records).filter(|table| table.iter().any(|row| row.way() == way)) {
        let ranked = table.iter().filter(|row| names.contains(&&*row.strategy));
        let ranking = rank(ranked.clone());
        let Some(ranking) = ranking.filter(|ranking| ranking.strategies.len() == names.len())
        else {
            let set = table.first().map_or("", |row| &*row.set);
            let none = ranked.filter(|row| row.finished == 0).map(|row| &*row.strategy);
            let none: Vec<&str> = none.collect();
            left_out.push(match none.is_empty() {
                true => format!("{set}, of which there is no puzzle that all of them finished"),
                false => format!("{set}, of which nothing was finished by {}", none.join(", ")),
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
    let mut strategies: Vec<(String, f64, usize)> = ratios
        .into_iter()
        .filter_map(|(name, ratios)| {
            let fastest = ratios.iter().filter(|&&ratio| ratio == 1.0).count();
            Some((name.to_owned(), geometric_mean(ratios.into_iter())?, fastest))
        })
        .collect();
    strategies.sort_by(|a, b| a.1.total_cmp(&b.1));
    Ranked { way, strategies, sets, left_out }
}
