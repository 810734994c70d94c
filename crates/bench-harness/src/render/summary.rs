//! The summary of a measurement, which fits a screen of 80 columns and 24 lines.

use std::cmp::Ordering;

use anstyle::{AnsiColor, Style as Ansi};
use cli_support::counted;
use sudoku_registry::{FASTEST, find};

use super::columns::{Grid, known};
use super::style::Style;
use crate::data::budget::BUDGET;
use crate::data::measurements::Measurements;
use crate::data::summary::{
    LimitVerdict, PairComparison, SetComparison, SetSummary, StrategySummary, Summary,
};
use crate::data::units::{against, count, short_time};

const BAD: Ansi = AnsiColor::Red.on_default().bold();
const GOOD: Ansi = AnsiColor::Green.on_default();
const DOUBT: Ansi = AnsiColor::Yellow.on_default();
const TITLE: Ansi = Ansi::new().bold();
const PLAIN: Ansi = Ansi::new();

/// The last lines on the screen.
const NEXT: &str = "MORE: --set hard, --builds (with auto), --all, --html FILE, --help. \
    Your own: `cargo new-strategy NAME`, then --strategy NAME --strategy mrv.";

/// Renders the summary. Text for a terminal has colors, which the caller can strip.
pub fn render_summary(
    summary: &Summary,
    measured: &Measurements,
    notes: &[String],
    style: Style,
) -> String {
    let paint = |text: &str, ansi: Ansi| match style.wraps {
        Some(_) => format!("{ansi}{text}{ansi:#}"),
        None => text.to_owned(),
    };
    let mut text = String::new();
    for (title, grid) in summary_tables(summary, measured) {
        style.add_line(&mut text, style.heading, &paint(&title, TITLE));
        let mut shown = grid.text(style);
        for cell in grid.rows.iter().flatten() {
            let ansi = match cell {
                cell if cell.contains('!') || cell == WRONG || cell == NO_LIMIT => BAD,
                cell if cell.starts_with("C++") => GOOD,
                cell if cell.starts_with('≥') || cell == UNKNOWN || cell == "not run" => DOUBT,
                _ => continue,
            };
            let painted = format!(" {}", paint(cell, ansi));
            if !shown.contains(&painted) {
                shown = shown.replace(&format!(" {cell}"), &painted);
            }
        }
        text += &format!("{}{shown}{}\n", style.gap, style.gap);
    }
    for (ansi, line) in summary_lines(summary, measured, notes) {
        let mut block = String::new();
        style.add_item(&mut block, &line);
        text += &(paint(block.trim_end(), ansi) + "\n");
    }
    style.add_item(&mut text, NEXT);
    text
}

const LISTED: usize = 6;

const WRONG: &str = "WRONG";
const UNKNOWN: &str = "unknown";
const NO_LIMIT: &str = "no limit";

/// Returns the tables, each with its title: the slowest puzzle of each set, or for two strategies
/// their comparison set by set; and the verdicts.
pub(super) fn summary_tables(summary: &Summary, measured: &Measurements) -> [(String, Grid); 2] {
    let limit = short_time(measured.environment.time_limit_ms * 1e6);
    let rows = |cells: &dyn Fn(&StrategySummary) -> Vec<String>| {
        let row = |it: &StrategySummary| [vec![it.strategy.clone()], cells(it)].concat();
        summary.strategies.iter().map(row).collect()
    };
    let sets: Vec<&str> = summary.sets.iter().map(|name| &**name).collect();
    let first = match &summary.pair {
        Some(pair) => (
            "Mean time and slowest puzzle of each set, to solve and prove the solution unique",
            pair_table(pair, summary, &limit),
        ),
        None => (
            "Slowest puzzle of each set: time to solve it and prove its solution unique",
            Grid {
                header: header(&[&["strategy"], &sets[..]].concat()),
                rows: rows(&|it| it.sets.iter().map(|set| worst(set, &limit)).collect()),
            },
        ),
    };
    let fastest = summary.fastest.as_ref();
    let mean = fastest.map_or("Mean time".to_owned(), |name| format!("Mean time ({name} = 1)"));
    let verdicts = |it: &StrategySummary| {
        let rate = |rate: Option<f64>| known(rate, count);
        let all = it.on_all_sets();
        // Puzzles that timed out are not in the mean.
        let at_least = if all.timed_out > 0 { "≥" } else { "" };
        vec![
            known(it.ratio, |mean| format!("{at_least}{}×", count(mean))),
            worst(&all, &limit),
            strictest(&it.limits),
            rate(it.hard_per_second),
            rate(it.hard_batch_per_second),
        ]
    };
    let names = ["strategy", "mean time", "slowest", "always below", "one by one", "in one call"];
    [
        (first.0.to_owned(), first.1),
        (
            format!("{mean}, slowest puzzle of all sets, puzzles per second on `hard`"),
            Grid { header: header(&names), rows: rows(&verdicts) },
        ),
    ]
}

/// Returns the header of a table whose first column has names and the others numbers.
fn header(names: &[&str]) -> Vec<(String, bool)> {
    (0..).zip(names).map(|(at, &name)| (name.to_owned(), at > 0)).collect()
}

fn pair_table(pair: &PairComparison, summary: &Summary, limit: &str) -> Grid {
    let [one, other] = &pair.strategies;
    let slowest = |name: &str, set: &str| {
        let of = summary.strategies.iter().find(|it| it.strategy == name);
        let found = of.and_then(|it| it.sets.iter().find(|it| it.set == set));
        known(found, |set| worst(set, limit))
    };
    let row = |it: &SetComparison| {
        let [mean, than] = it.mean_ns.map(short_time);
        let verdict = match it.verdict() {
            Ordering::Equal => "equal".to_owned(),
            _ => against(it.ratio()),
        };
        vec![it.set.clone(), mean, than, verdict, slowest(one, &it.set), slowest(other, &it.set)]
    };
    let [slowest_one, slowest_other] = [one, other].map(|name| format!("slowest: {name}"));
    Grid {
        header: header(&["set", one, other, "compared", &slowest_one, &slowest_other]),
        rows: pair.sets.iter().map(row).collect(),
    }
}

fn worst(set: &SetSummary, limit: &str) -> String {
    let is_over = set.worst_ns.is_some_and(|ns| u128::from(ns) > BUDGET.as_nanos());
    let mark = if is_over { "!" } else { "" };
    match set.worst_ns {
        _ if set.wrong > 0 => WRONG.to_owned(),
        _ if set.timed_out > 0 => format!(">{limit}{mark}"),
        Some(ns) if set.not_run > 0 => format!("≥{}{mark}", short_time(ns as f64)),
        None if set.not_run > 0 => "not run".to_owned(),
        worst => known(worst, |ns| short_time(ns as f64) + mark),
    }
}

/// Returns the strictest limit that every puzzle meets.
fn strictest(limits: &[LimitVerdict]) -> String {
    match limits.iter().find(|it| it.met == Some(true)) {
        Some(it) if it.limit.ends_with(" s") => it.limit.to_owned(),
        Some(it) => format!("{} {} ms", it.limit, it.ms),
        None if limits.iter().any(|it| it.met.is_none()) => UNKNOWN.to_owned(),
        None => NO_LIMIT.to_owned(),
    }
}

pub(super) fn summary_lines(
    summary: &Summary,
    measured: &Measurements,
    notes: &[String],
) -> Vec<(Ansi, String)> {
    let mut lines = vec![(PLAIN, legend(summary)), (PLAIN, facts(summary, measured))];
    let environment = measured.environment.warning();
    lines.extend(environment.iter().chain(notes).map(|note| (DOUBT, note.clone())));
    lines.extend(summary.problems.iter().take(LISTED).map(|problem| (BAD, problem.clone())));
    if let Some(more @ 1..) = summary.problems.len().checked_sub(LISTED) {
        lines.push((BAD, format!("… and {more} more problems: --all lists all")));
    }
    lines.extend(unexpected(summary).map(|line| (DOUBT, line)));
    lines.extend(summary.pair.iter().map(|pair| (GOOD, result(pair, summary))));
    lines.extend(recommendation(summary, measured).map(|line| (GOOD, line)));
    lines
}

/// Returns a line for each build variant that is faster than its base.
pub(super) fn unexpected(summary: &Summary) -> impl Iterator<Item = String> {
    summary.faster_variants.iter().map(|pair| {
        let [variant, base] = &pair.strategies;
        let (times, sets) = (against(pair.ratio), counted(pair.sets.len() as u64, "set"));
        let manner = if pair.batch { " in batches" } else { "" };
        format!(
            "UNEXPECTED: {variant} is {times} as {base}{manner}, mean of {sets}: use it, or set \
             SUDOKU_SIMD, and report it with this summary"
        )
    })
}

fn legend(summary: &Summary) -> String {
    let is_partial = summary.strategies.iter().flat_map(|it| &it.sets).any(|set| set.not_run > 0);
    format!(
        "!: over {} ms.{} Always below: the least time at Baekjoon that no puzzle exceeds: 80 ms \
         (C++), 292 (Java), 1172 (PyPy3), 1 s. Search times only: see `judge`.",
        BUDGET.as_millis(),
        if is_partial { " ≥, unknown: some puzzles not run." } else { "" }
    )
}

fn facts(summary: &Summary, measured: &Measurements) -> String {
    let environment = &measured.environment;
    let answers = match measured.rows.iter().map(|row| row.faults.len()).sum() {
        0 => "All answers are right".to_owned(),
        wrong @ 1.. => format!("{wrong} answers are WRONG"),
    };
    let strategies = match summary.strategies.len() {
        1 => "1 strategy".to_owned(),
        count => format!("{count} strategies"),
    };
    let builds = match summary.measured_strategies - summary.strategies.len() {
        0 => String::new(),
        hidden => format!(" and {}", counted(hidden as u64, "build")),
    };
    format!(
        "{answers}: {} of {}, {}{builds}, {:.0} s · {}, {} · {} · commit {}",
        counted(summary.puzzles as u64, "puzzle"),
        counted(summary.sets.len() as u64, "set"),
        strategies,
        summary.seconds,
        environment.cpu,
        environment.instruction_set,
        environment.compiler.split(" (").next().unwrap_or_default(),
        environment.commit
    )
}

fn result(pair: &PairComparison, summary: &Summary) -> String {
    let [one, other] = &pair.strategies;
    let on = |verdict| {
        let sets = pair.sets.iter().filter(|it| it.verdict() == verdict);
        let sets: Vec<&str> = sets.map(|it| &*it.set).collect();
        match sets[..] {
            [] => "no set".to_owned(),
            _ if sets.len() == pair.sets.len() => counted(sets.len() as u64, "set"),
            _ => sets.join(", "),
        }
    };
    let verb = if pair.ratio > 1.0 { "takes" } else { "is" };
    let late = |it: &StrategySummary| match it.on_all_sets().timed_out {
        0 => String::new(),
        late => format!(" {} timed out on {}.", it.strategy, counted(late as u64, "puzzle")),
    };
    let late: String = summary.strategies.iter().map(late).collect();
    format!(
        "RESULT: {one} is faster than {other} on {}, slower on {}, equal (within 5%) on {}. Overall \
         it {verb} {} as {other}.{late}",
        on(Ordering::Less),
        on(Ordering::Greater),
        on(Ordering::Equal),
        against(pair.ratio)
    )
}

/// Returns the fastest strategy, and the choice for a program.
fn recommendation(summary: &Summary, measured: &Measurements) -> Option<String> {
    let fastest = summary.fastest.as_ref().filter(|_| summary.pair.is_none())?;
    let batch = match &summary.fastest_batch {
        Some(batch) if batch != fastest => format!(", and {batch} with a whole set in one call"),
        _ => String::new(),
    };
    let choice = find(FASTEST).filter(|it| measured.rows.iter().any(|row| row.strategy == it.name));
    let choice = choice.map(|it| format!("take {}, {}. ", it.name, it.idea)).unwrap_or_default();
    Some(format!("USE: {choice}On these small sets {fastest} is the fastest{batch}."))
}
