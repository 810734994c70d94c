//! The tables of a measurement, for people and for scripts.

use std::fmt::Write;

use anyhow::Result;
use cli_support::counted;
use serde_json::json;
use sudoku_core::Report;

use super::columns::{Column, Fields, known, legend, table};
use super::format::{self, ResultFormat};
use super::style::Style;
use super::summary::unexpected;
use crate::data::budget::{BUDGET, REFERENCES};
use crate::data::common::CommonTimes;
use crate::data::environment::Environment;
use crate::data::measured::{ENOUGH_PASSES, Measured, PuzzleOutcome};
use crate::data::measurements::{Measurements, tables};
use crate::data::plan::Greeting;
use crate::data::puzzles::Puzzle;
use crate::data::statistics::quantile;
use crate::data::summary::Summary;
use crate::data::units::{count, time};

/// The version of the JSON object. After the first release, it grows if a field changes its meaning
/// or is removed, but not for new fields: readers ignore unknown fields.
const SCHEMA: u32 = 1;

const OWN_TIMES: &str = "over the finished puzzles; a puzzle's time is the median of its runs";
const PER_PUZZLE: &str = "per finished puzzle, if the strategy counts them";

/// The columns of a row. Times for scripts are in nanoseconds.
pub(super) const COLUMNS: &[Column<Measured>] = &[
    Column::text("strategy", name).and_field("strategy", |row| json!(row.strategy)),
    Column::number("median", OWN_TIMES, |row| known(tenth(row, 5), |ns| time(ns as f64)))
        .and_field("median_ns", |row| json!(tenth(row, 5))),
    Column::number("worst", OWN_TIMES, |row: &Measured| {
        // Puzzles that timed out or were not run may take longer.
        let at_least = if row.is_whole() { "" } else { "≥ " };
        known(row.worst(), |worst| format!("{at_least}{}", time(worst as f64)))
    })
    .and_field("worst_ns", |row| json!(row.worst())),
    Column::number("p10 – p90", OWN_TIMES, |row| {
        let [low, high] = [1, 9].map(|tenths| tenth(row, tenths).map(|ns| time(ns as f64)));
        known(low.zip(high), |(low, high)| format!("{low} – {high}"))
    }),
    // 10% of the puzzles take less time than p10, and 10% more than p90.
    Column::field("p10_ns", |row| json!(tenth(row, 1))),
    Column::field("p90_ns", |row| json!(tenth(row, 9))),
    Column::number(
        "puzzles/s",
        "from the mean time, which is the median of the time per puzzle over whole passes; rows with \
         fewer than 5 passes are listed below the table",
        |row: &Measured| {
            // Puzzles that timed out are not in the rate.
            let at_most = if row.count(PuzzleOutcome::TimedOut) > 0 { "≤ " } else { "" };
            known(row.rate(), |rate| format!("{at_most}{}", count(rate)))
        },
    )
    .and_field("puzzles_per_second", |row| json!(row.rate().map(tenths))),
    Column::number("placements", PER_PUZZLE, |row| per_puzzle(row, |it| it.placements))
        .and_field("placements", |row| json!(row.total(|report| report.placements))),
    Column::number("guesses", PER_PUZZLE, |row| per_puzzle(row, |it| it.guesses))
        .and_field("guesses", |row| json!(row.total(|report| report.guesses))),
    Column::number("run", "puzzles finished/timed out/not run", run),
    // The greeting of an external engine, with its version and license.
    Column::field("peer", |row| json!(row.external)),
    // The set's name, or the file's base name.
    Column::field("set", |row| json!(row.list.name)),
    Column::field("mode", |row| json!(row.workload.mode)),
    Column::field("batch", |row| json!(row.workload.batch)),
    Column::field("text", |row| json!(row.workload.text)),
    // The number of puzzles: in total, finished, timed out, and not run or not run to the end.
    Column::field("puzzles", |row| json!(row.puzzle_outcomes.len())),
    Column::field("finished", |row| json!(row.count(PuzzleOutcome::Finished))),
    Column::field("timed_out", |row| json!(row.count(PuzzleOutcome::TimedOut))),
    Column::field("not_run", |row| json!(row.count(PuzzleOutcome::NotRun))),
    Column::field("wrong", |row| json!(row.faults.len())),
    // The solutions of the finished puzzles, each counted up to the limit of the mode.
    Column::field("solutions", |row| json!(row.total(|it| Some(it.solutions)).unwrap_or(0))),
    Column::field("mean_ns", |row| json!(row.mean().map(tenths))),
    Column::field("budget_ms", |_| json!(BUDGET.as_millis() as u64)),
    Column::field("within_budget", |row| json!(row.meets(REFERENCES[0].1))),
    Column::field("promises_budget", |row| json!(row.promises_budget())),
    // If it is 0, the mean is from the verification.
    Column::field("whole_passes", |row| json!(row.whole_passes.len())),
    Column::field("timed_out_puzzles", |row| {
        let named = |it: &Puzzle| json!({ "place": it.place, "puzzle": it.puzzle });
        json!(row.timed_out_puzzles().map(named).collect::<Vec<_>>())
    }),
    Column::field("faults", |row| {
        let fault = |(it, cause): (&Puzzle, &String)| json!({ "place": it.place, "puzzle": it.puzzle, "cause": cause });
        json!(row.faulty_puzzles().map(fault).collect::<Vec<_>>())
    }),
    Column::field("lost", |row| json!(row.lost)),
    Column::field("outside_ns", |row| json!(row.outside.map(tenths))),
];

const EXTERNAL_LEGEND: &str = "Rows with a version and a license are external engines: programs in \
    separate processes, without times for single puzzles. In a run with external engines, the clock \
    is read around all passes of a turn, also for strategies.";

/// The number of wrong answers that are listed for a row.
const NAMED: usize = 40;

/// Renders results in a format. The summary appears only in JSON.
pub fn render(
    measured: &Measurements,
    summary: Option<&Summary>,
    notes: &[String],
    format: ResultFormat,
) -> Result<String> {
    let Measurements { environment, rows, .. } = measured;
    match format {
        ResultFormat::Table => Ok(for_people(measured, notes, Style::TEXT)),
        ResultFormat::Markdown => Ok(for_people(measured, notes, Style::MARKDOWN)),
        ResultFormat::Json => {
            let of_rows = rows.iter().flat_map(Measured::problems);
            let of_rows = of_rows.filter(|problem| problem.starts_with("WARNING"));
            let warnings = environment.warning().into_iter().chain(notes.iter().cloned());
            let warnings = warnings.chain(of_rows).chain(summary.into_iter().flat_map(unexpected));
            format::json(&json!({
                "schema": SCHEMA,
                "environment": environment,
                "warnings": warnings.collect::<Vec<_>>(),
                "summary": summary,
                "results": rows.iter().map(|row| Fields(COLUMNS, row)).collect::<Vec<_>>(),
            }))
        }
    }
}

pub(super) fn legends(rows: &[Measured]) -> Vec<String> {
    let mut legends = vec![legend(COLUMNS, rows)];
    if rows.iter().any(|row| row.external.is_some()) {
        legends.push(EXTERNAL_LEGEND.to_owned());
    }
    legends
}

fn for_people(measured: &Measurements, notes: &[String], style: Style) -> String {
    let mut text = String::new();
    for rows in tables(&measured.rows) {
        style.add_line(&mut text, style.heading, &title(rows));
        text.push_str(style.gap);
        style.add_line(&mut text, "", &rows[0].list.about);
        // Markdown needs an empty line after a table.
        let _ = writeln!(text, "{}{}{}", style.gap, table(COLUMNS, rows, style), style.gap);
        for item in items(rows, &measured.environment) {
            style.add_item(&mut text, &item);
        }
        text.push('\n');
    }
    for legend in legends(&measured.rows) {
        style.add_line(&mut text, "", &legend);
    }
    text.push('\n');
    let environment = &measured.environment;
    for line in environment.warning().iter().chain(notes).chain(&environment.facts()) {
        style.add_item(&mut text, line);
    }
    text
}

pub(super) fn title(rows: &[Measured]) -> String {
    let Measured { list, workload, .. } = &rows[0];
    let [mode, manner] = workload.words();
    format!("{} · {mode} · {} {manner}", list.name, counted(list.puzzles.len() as u64, "puzzle"))
}

/// Rounds to one decimal.
fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Returns the quantile of the puzzles' times at this many tenths.
fn tenth(row: &Measured, tenths: u8) -> Option<u64> {
    quantile(&row.sorted_times(), f64::from(tenths) / 10.0)
}

fn per_puzzle(row: &Measured, counter: fn(&Report) -> Option<u64>) -> String {
    let finished = row.count(PuzzleOutcome::Finished);
    known(row.total(counter), |total| count(total as f64 / finished.max(1) as f64))
}

/// Returns the strategy's name. An external engine's name has its version and license.
fn name(row: &Measured) -> String {
    match &row.external {
        Some(Greeting { version, licence }) if !version.is_empty() => {
            format!("{} ({version}, {licence})", row.strategy)
        }
        _ => row.strategy.clone(),
    }
}

fn run(row: &Measured) -> String {
    let wrong = row.faults.len();
    let wrong = if wrong > 0 { format!(", {wrong} WRONG") } else { String::new() };
    let [finished, timed_out, not_run] =
        [PuzzleOutcome::Finished, PuzzleOutcome::TimedOut, PuzzleOutcome::NotRun]
            .map(|outcome| row.count(outcome));
    format!("{finished}/{timed_out}/{not_run}{wrong}")
}

pub(super) fn items(rows: &[Measured], environment: &Environment) -> Vec<String> {
    let mut items = Vec::new();
    if let Some(mut times) = CommonTimes::of(rows) {
        times.rows.sort_by(|one, other| one.1.total_cmp(&other.1));
        let fastest = times.rows[0].1;
        let place = |(row, mean): &(&Measured, f64)| match mean / fastest {
            times if times > 1.0 => format!("{} {}×", row.strategy, count(times)),
            _ => format!("{} {}", row.strategy, time(*mean)),
        };
        items.push(format!(
            "fastest on the {} that these {} finished{}: {}",
            counted(times.puzzles as u64, "puzzle"),
            times.rows.len(),
            if times.by_means { "" } else { " (by the mean of the puzzles' times)" },
            list(times.rows.iter().map(place))
        ));
    }
    let is_few = |row: &&Measured| row.mean().is_some() && row.whole_passes.len() < ENOUGH_PASSES;
    let few = list(rows.iter().filter(is_few).map(|row| match row.whole_passes.len() {
        0 => format!("{} 0 (the mean is from the verification)", row.strategy),
        passes => format!("{} {passes}", row.strategy),
    }));
    if !few.is_empty() {
        items.push(format!("fewer than {ENOUGH_PASSES} whole passes: {few}"));
    }
    let limit = time(environment.time_limit_ms * 1e6);
    for (row, Puzzle { place, .. }) in
        rows.iter().flat_map(|row| Some((row, row.timed_out_puzzles().next()?)))
    {
        let late = counted(row.count(PuzzleOutcome::TimedOut) as u64, "puzzle");
        let rest = match row.count(PuzzleOutcome::NotRun) {
            others @ 1.. if row.is_given_up() => {
                format!("; it answered none, so it did not run on the other {others}")
            }
            _ => String::new(),
        };
        items.push(format!(
            "{} timed out after {limit} on {late}, first on {place}{rest}",
            row.strategy
        ));
    }
    for row in rows {
        items.extend(row.problems());
        let fault = |(Puzzle { place, puzzle, .. }, cause): (&Puzzle, &String)| {
            format!("WRONG: {} on {place}, {puzzle}: {cause}", row.strategy)
        };
        items.extend(row.faulty_puzzles().take(NAMED).map(fault));
    }
    items
}

fn list(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}
