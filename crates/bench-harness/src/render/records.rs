//! What was measured, as tables for people and as CSV.

use std::fmt::Write;

use serde::Serialize;

use super::RenderError;
use super::columns::{Column, known, legend, table};
use super::csv::csv as csv_of;
use super::style::Style;
use crate::data::environment::Environment;
use crate::data::measured::Spread;
use crate::data::plan::Greeting;
use crate::data::puzzles::Place;
use crate::data::ranking::{Ranking, rank, tables};
use crate::data::record::{BUDGET, ENOUGH_PASSES, Named, REFERENCES, Record, Records};
use crate::data::units::{count, ratio, time};

/// The times that the reference programs take at the judge, and its limit, in milliseconds.
const TIERS: [(&str, f64); 4] = [REFERENCES[0], REFERENCES[1], ("1 s", 1000.0), REFERENCES[2]];

const OWN_TIMES: &str = "of the finished puzzles' own times, each the median of its runs";
const PER_PUZZLE: &str = "per finished puzzle, if the strategy counts them";

/// The columns of a record.
pub(super) const COLUMNS: &[Column<Record>] = &[
    Column::text("strategy", name),
    Column::number("median", OWN_TIMES, |row| known(row.median_ns, nanoseconds)),
    Column::number("worst", OWN_TIMES, |row| {
        known(row.worst_ns, |worst| at_least(row) + &nanoseconds(worst))
    }),
    Column::number("p10 – p90", OWN_TIMES, |row| {
        let both = row.p10_ns.zip(row.p90_ns);
        known(both, |(low, high)| format!("{} – {}", nanoseconds(low), nanoseconds(high)))
    }),
    Column::number(
        "puzzles/s",
        "from the mean time, which is the median over whole passes of a pass's time divided by its \
         puzzles; where there are fewer than 5 of them, it is said under the table",
        |row| {
            // What timed out is not in the rate.
            let at_most = if row.timed_out > 0 { "≤ " } else { "" };
            known(row.puzzles_per_second, |rate| format!("{at_most}{}", count(rate)))
        },
    ),
    Column::number("placements", PER_PUZZLE, |row| known(row.placements, |it| per_puzzle(it, row))),
    Column::number("guesses", PER_PUZZLE, |row| known(row.guesses, |it| per_puzzle(it, row))),
    Column::number("run", "puzzles finished/timed out/not run", run),
    Column::number(
        "vs 80 ms",
        "the worst puzzle against the whole C++ program at the judge",
        |row| known(budgeted(row), |time| beside_budget(time, row)),
    ),
    Column::number(
        "tier",
        "the first of C++ 80 ms, Java 292 ms, the 1 s limit and PyPy3 1172 ms that the worst puzzle \
         keeps",
        |row| known(budgeted(row), |time| tier(time, row).to_owned()),
    ),
    Column::field("schema"),
    Column::field("strategy"),
    Column::field("set"),
    Column::field("mode"),
    Column::field("batch"),
    Column::field("text"),
    Column::field("puzzles"),
    Column::field("finished"),
    Column::field("timed_out"),
    Column::field("not_run"),
    Column::field("wrong"),
    Column::field("solutions"),
    Column::field("placements"),
    Column::field("guesses"),
    Column::field("mean_ns"),
    Column::field("median_ns"),
    Column::field("worst_ns"),
    Column::field("p10_ns"),
    Column::field("p90_ns"),
    Column::field("puzzles_per_second"),
    Column::field("budget_ms"),
    Column::field("within_budget"),
    Column::field("promises_budget"),
    Column::field("whole_passes"),
    Column::field("fastest_twentieth_mean_ns"),
    Column::field("peer_version"),
    Column::field("peer_licence"),
    Column::field("lost"),
    Column::field("cpu"),
    Column::field("features"),
    Column::field("compiler"),
    Column::field("profile"),
    Column::field("opt_level"),
    Column::field("comparable"),
    Column::field("commit"),
    Column::field("seed"),
    Column::field("date"),
    Column::field("time_limit_ms"),
];

const BATCH_LEGEND: &str = "In a batch puzzles have no times of their own: vs 80 ms and tier are those \
    of the mean.";

const EXTERNAL_LEGEND: &str = "With version and licence: external engines, programs in processes of \
    their own, which have no times for single puzzles. In a run with them the clock is read around all \
    passes of a turn, for strategies and external engines alike.";

/// How many puzzles are named before the rest is only counted.
const NAMED: usize = 40;

/// What explains the columns of these records.
pub(super) fn legends(records: &Records) -> Vec<String> {
    let has_batch = records.results.iter().any(|row| row.batch);
    let has_external = records.results.iter().any(|row| row.external.is_some());
    [
        Some(legend(COLUMNS)),
        has_batch.then(|| BATCH_LEGEND.to_owned()),
        has_external.then(|| EXTERNAL_LEGEND.to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

pub(super) fn csv(records: &Records) -> Result<String, RenderError> {
    #[derive(Serialize)]
    struct CsvRow<'r> {
        schema: u32,
        #[serde(flatten)]
        record: &'r Record,
        #[serde(flatten)]
        environment: &'r Environment,
    }
    let Records { schema, environment, results } = records;
    csv_of(COLUMNS, results.iter().map(|record| CsvRow { schema: *schema, record, environment }))
}

pub(super) fn render(records: &Records, notes: &[String], style: Style) -> String {
    let mut text = String::new();
    for rows in tables(&records.results) {
        style.add_line(&mut text, style.heading, &title(rows));
        text.push_str(style.gap);
        if let Some(row) = rows.first() {
            style.add_line(&mut text, "", &row.about);
        }
        // Markdown needs an empty line to end a table; on a terminal its rule does.
        let _ = writeln!(text, "{}{}{}", style.gap, table(COLUMNS, rows, style), style.gap);
        for item in items(rows, records) {
            style.add_item(&mut text, &item);
        }
        text.push('\n');
    }
    for legend in legends(records) {
        style.add_line(&mut text, "", &legend);
    }
    text.push('\n');
    for line in notes.iter().chain(&records.environment.facts()) {
        style.add_item(&mut text, line);
    }
    text
}

/// What the table is of: the set, what was asked, and how.
pub(super) fn title(rows: &[Record]) -> String {
    let Some(row) = rows.first() else {
        return String::new();
    };
    let puzzles = if row.puzzles == 1 { "puzzle" } else { "puzzles" };
    let [mode, verb] = row.workload().words();
    format!("{} · {mode} · {} {puzzles} {verb}", row.set, row.puzzles)
}

fn nanoseconds(value: u64) -> String {
    time(value as f64)
}

fn per_puzzle(total: u64, row: &Record) -> String {
    count(total as f64 / row.finished.max(1) as f64)
}

fn at_least(row: &Record) -> String {
    if row.timed_out > 0 { "≥ ".to_owned() } else { String::new() }
}

/// The strategy's name; an external engine's with its version and licence.
fn name(row: &Record) -> String {
    match &row.external {
        Some(Greeting { version, licence }) if !version.is_empty() => {
            format!("{} ({version}, {licence})", row.strategy)
        }
        _ => row.strategy.clone(),
    }
}

/// How many puzzles were finished, timed out and not run.
fn run(row: &Record) -> String {
    let wrong = if row.wrong > 0 { format!(", {} WRONG", row.wrong) } else { String::new() };
    format!("{}/{}/{}{wrong}", row.finished, row.timed_out, row.not_run)
}

/// The time that is held against the budget: the worst puzzle's, or a batch's mean.
fn budgeted(row: &Record) -> Option<f64> {
    if row.batch { row.mean_ns } else { row.worst_ns.map(|worst| worst as f64) }
}

fn beside_budget(time: f64, row: &Record) -> String {
    match time / BUDGET.as_nanos() as f64 {
        ratio if ratio > 1.0 => format!("{}{}× slower", at_least(row), count(ratio)),
        _ if row.timed_out > 0 => "timed out".to_owned(),
        ratio => format!("{}× faster", count(1.0 / ratio.max(f64::MIN_POSITIVE))),
    }
}

fn tier(time: f64, row: &Record) -> &'static str {
    let kept = TIERS.iter().find(|(_, limit)| row.timed_out == 0 && time / 1e6 <= *limit);
    kept.map_or("none", |(name, _)| name)
}

/// What is said under a table.
pub(super) fn items(rows: &[Record], records: &Records) -> Vec<String> {
    let mut items = Vec::new();
    if let Some(ranking) = rank(rows) {
        let fastest = ranking.strategies.first().map_or(1.0, |(_, time)| *time);
        let places: Vec<String> = ranking
            .strategies
            .iter()
            .map(|(name, mean)| match mean / fastest {
                times if times > 1.0 => format!("{name} {}×", ratio(times)),
                _ => format!("{name} {}", time(*mean)),
            })
            .collect();
        let puzzles = match ranking.puzzles {
            1 => "the 1 puzzle".to_owned(),
            count => format!("the {count} puzzles"),
        };
        let names = format!("that these {} finished", ranking.strategies.len());
        let by = if ranking.by_means { "" } else { ", by their own times" };
        items.push(format!("fastest on {puzzles} {names}{by}: {}", places.join(", ")));
        items.extend(beside_external(rows, &ranking));
    }
    let few: Vec<String> = rows
        .iter()
        .filter(|row| row.mean_ns.is_some() && row.whole_passes < ENOUGH_PASSES)
        .map(|row| match row.whole_passes {
            0 => format!("{} 0 (so its mean is from the verification)", row.strategy),
            passes => format!("{} {passes}", row.strategy),
        })
        .collect();
    if !few.is_empty() {
        items.push(format!("fewer than {ENOUGH_PASSES} whole passes: {}", few.join(", ")));
    }
    let spread: Vec<String> = rows.iter().filter_map(spread).collect();
    if !spread.is_empty() {
        items.push(format!(
            "times of a puzzle's symmetries, slowest to fastest (median of the puzzles, worst): {}",
            spread.join(", ")
        ));
    }
    let limit = time(records.environment.time_limit_ms * 1e6);
    for row in rows.iter().filter(|row| row.timed_out > 0) {
        let places = places(&row.timed_out_puzzles);
        items.push(format!("{} timed out after {limit} on {places}", row.strategy));
    }
    for row in rows {
        items.extend(row.lost.iter().map(|cause| format!("LOST: {}: {cause}", row.strategy)));
        items.extend(row.warning());
        for fault in row.faults.iter().take(NAMED) {
            let Named { place, puzzle } = &fault.named;
            let cause = &fault.cause;
            items.push(format!("WRONG: {} on {place}, {puzzle}: {cause}", row.strategy));
        }
        if let Some(more @ 1..) = row.faults.len().checked_sub(NAMED) {
            items.push(format!("WRONG: {} on {more} more puzzles", row.strategy));
        }
    }
    items
}

fn spread(row: &Record) -> Option<String> {
    let Spread { median, worst, .. } = row.spread?;
    let [median, worst] = [median, worst].map(ratio);
    Some(format!("{} {median}×, {worst}×", row.strategy))
}

/// How many times as fast as the fastest external engine the strategies are.
fn beside_external(rows: &[Record], ranking: &Ranking<'_>) -> Option<String> {
    let is_external =
        |name: &str| rows.iter().any(|row| row.strategy == name && row.external.is_some());
    let (theirs, ours): (Vec<_>, Vec<_>) =
        ranking.strategies.iter().partition(|(name, _)| is_external(name));
    let (external, their_time) = theirs.first()?;
    let ratio = |(name, mean): &(&str, f64)| format!("{name} {}×", ratio(their_time / mean));
    let ratios: Vec<String> = ours.iter().map(ratio).collect();
    let which =
        if theirs.len() > 1 { "the fastest external engine, " } else { "the external engine " };
    let time = time(*their_time);
    (!ratios.is_empty())
        .then(|| format!("times as fast as {which}{external} ({time}): {}", ratios.join(", ")))
}

/// The numbers or lines of puzzles.
fn places(puzzles: &[Named]) -> String {
    let number = |named: &Named| match named.place {
        Place::Number(number) | Place::Line(number) => number.to_string(),
    };
    let what = match puzzles {
        [one] => return one.place.to_string(),
        [Named { place: Place::Line(_), .. }, ..] => "lines",
        _ => "puzzles",
    };
    let numbers: Vec<_> = puzzles.iter().take(NAMED).map(number).collect();
    match puzzles.len().saturating_sub(NAMED) {
        0 => format!("{what} {}", numbers.join(", ")),
        more => format!("{what} {} and {more} more", numbers.join(", ")),
    }
}
