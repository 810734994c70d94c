//! The summary of a measurement, which fits a screen of 80 columns and 24 lines.

use anstyle::{AnsiColor, Style as Ansi};
use sudoku_registry::{FASTEST, find};

use super::columns::{grid, known};
use super::style::Style;
use crate::data::budget::{BUDGET, TIERS};
use crate::data::measurements::Measurements;
use crate::data::summary::{LimitVerdict, SetSummary, SpeedRatio, Summary};
use crate::data::units::{count, ratio, short_time};

const BAD: Ansi = AnsiColor::Red.on_default().bold();
const GOOD: Ansi = AnsiColor::Green.on_default();
const DOUBT: Ansi = AnsiColor::Yellow.on_default();
const TITLE: Ansi = Ansi::new().bold();
const PLAIN: Ansi = Ansi::new();

/// The last lines on the screen.
const NEXT: &str = "More: --set hard, --variants, --all, --html FILE, --help. Your own \
    strategy: `cargo new-strategy NAME`, then --strategy NAME --strategy mrv.";

/// A table of the summary.
pub(super) struct SummaryTable {
    pub title: &'static str,
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

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
    let tables = summary_tables(summary, measured);
    for SummaryTable { title, header, rows } in &tables {
        style.add_line(&mut text, style.heading, &paint(title, TITLE));
        let columns: Vec<(&str, bool)> =
            (0..).zip(header).map(|(at, name)| (&**name, at > 0)).collect();
        let mut shown = grid(&columns, rows.iter().cloned(), style);
        for cell in rows.iter().flatten() {
            let ansi = match cell {
                cell if cell.starts_with("no: ") || cell.contains('!') || cell == WRONG => BAD,
                cell if cell == "yes" => GOOD,
                cell if cell.starts_with(['≥', 'u']) || cell == "not run" => DOUBT,
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

const WRONG: &str = "WRONG";

/// Returns the tables: the slowest puzzle of each set, and the verdicts.
pub(super) fn summary_tables(summary: &Summary, measured: &Measurements) -> [SummaryTable; 2] {
    let limit = short_time(measured.environment.time_limit_ms * 1e6);
    let header = |names: Vec<String>| [vec!["strategy".to_owned()], names].concat();
    let rows = |cells: &dyn Fn(usize) -> Vec<String>| {
        let names = summary.strategies.iter().enumerate();
        names.map(|(at, it)| [vec![it.strategy.clone()], cells(at)].concat()).collect()
    };
    let times =
        |at: usize| summary.strategies[at].sets.iter().map(|set| worst(set, &limit)).collect();
    let verdicts = |at: usize| {
        let it = &summary.strategies[at];
        let rate = |rate: Option<f64>| known(rate, count);
        let mean = known(it.ratio, |mean| format!("{}×", ratio(mean)));
        let speed = [mean, rate(it.hard_per_second), rate(it.hard_batch_per_second)];
        it.limits.iter().map(verdict).chain(speed).collect()
    };
    let limits = TIERS.map(|(name, ms)| match name.strip_suffix(" s") {
        Some(_) => name.to_owned(),
        None => format!("{name} {ms} ms"),
    });
    let speed = ["time", "hard/s", "batch/s"].map(str::to_owned);
    [
        SummaryTable {
            title: "Slowest puzzle of each set, search alone (solution and proof of uniqueness)",
            header: header(summary.sets.clone()),
            rows: rows(&times),
        },
        SummaryTable {
            title: "Does every puzzle stay below the time of a program at the judge, or 1 s?",
            header: header([&limits[..], &speed].concat()),
            rows: rows(&verdicts),
        },
    ]
}

/// Formats the time of a set's slowest puzzle.
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

fn verdict(verdict: &LimitVerdict) -> String {
    match (verdict.met, verdict.missed_on.len()) {
        (Some(true), _) => "yes".to_owned(),
        (None, _) => "unknown".to_owned(),
        (_, sets) => format!("no: {}", many(sets, "set", "sets")),
    }
}

/// Returns the lines below the tables.
pub(super) fn summary_lines(
    summary: &Summary,
    measured: &Measurements,
    notes: &[String],
) -> Vec<(Ansi, String)> {
    let mut lines = vec![(PLAIN, legend(summary)), (PLAIN, facts(summary, measured))];
    let environment = measured.environment.warning();
    // The problems include the missed promises.
    let notes = notes.iter().filter(|note| !note.starts_with("BUDGET"));
    lines.extend(environment.iter().chain(notes).map(|note| (DOUBT, note.clone())));
    lines.extend(summary.problems.iter().map(|problem| (BAD, problem.clone())));
    lines.extend(summary.faster_variants.iter().map(|pair| {
        let advice = "use it, or set SUDOKU_SIMD, and report it with this summary";
        (DOUBT, format!("UNEXPECTED: {}: {advice}", speed(pair)))
    }));
    lines.extend(summary.pair.iter().map(|pair| (GOOD, speed(pair))));
    lines.extend(recommendation(summary, measured).map(|line| (GOOD, line)));
    lines
}

/// Returns the explanation of the tables.
fn legend(summary: &Summary) -> String {
    let is_partial = summary.strategies.iter().flat_map(|it| &it.sets).any(|set| set.not_run > 0);
    format!(
        "!: over {} ms.{} hard/s, batch/s: puzzles/s on hard, one by one and in one call. The judge \
         times whole programs, as does `bench-harness judge --strategy NAME`.",
        BUDGET.as_millis(),
        if is_partial { " ≥: not all were run." } else { "" }
    )
}

/// Returns the facts about the run.
fn facts(summary: &Summary, measured: &Measurements) -> String {
    let environment = &measured.environment;
    let answers = match measured.rows.iter().map(|row| row.faults.len()).sum() {
        0 => "every answer checked".to_owned(),
        wrong @ 1.. => format!("{wrong} WRONG"),
    };
    let variants = match summary.measured_strategies - summary.strategies.len() {
        0 => String::new(),
        hidden => format!(" ({})", many(hidden, "variant", "variants")),
    };
    format!(
        "{} of {}, {}{variants}, {answers}, {:.0} s · {}, {} · {} · commit {}",
        many(summary.puzzles, "puzzle", "puzzles"),
        many(summary.sets.len(), "set", "sets"),
        many(summary.measured_strategies, "strategy", "strategies"),
        summary.seconds,
        environment.cpu,
        environment.instruction_set,
        environment.compiler.split(" (").next().unwrap_or_default(),
        environment.commit
    )
}

fn many(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Formats the ratio of two strategies.
fn speed(pair: &SpeedRatio) -> String {
    let SpeedRatio { faster, slower, ratio: times, batch, sets, except } = pair;
    let sets = many(*sets, "set", "sets");
    let manner = if *batch { " in batches" } else { "" };
    let except = match &except[..] {
        [] => String::new(),
        except => format!("; {slower} is faster on {}", except.join(", ")),
    };
    let times = ratio(*times);
    format!("{faster} is {times}× as fast as {slower}{manner} (geometric mean over {sets}){except}")
}

/// Returns the fastest strategies, and the choice for a program.
fn recommendation(summary: &Summary, measured: &Measurements) -> Option<String> {
    let fastest = summary.fastest.as_ref()?;
    let batch = match &summary.fastest_batch {
        Some(batch) if batch == fastest => ", also in batches".to_owned(),
        Some(batch) => format!("; in batches {batch}"),
        None => String::new(),
    };
    let choice = find(FASTEST).filter(|it| measured.rows.iter().any(|row| row.strategy == it.name));
    let choice = choice.map(|it| format!(" In programs take {}: {}.", it.name, it.idea));
    Some(format!("Fastest (geometric mean): {fastest}{batch}.{}", choice.unwrap_or_default()))
}
