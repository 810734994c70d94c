//! The tables for people, on a terminal and in Markdown.

use std::fmt::Write;

use comfy_table::{Cell, CellAlignment, LineStyle, Table, TableStyle, presets};

use super::units::{count, three_digits, time};
use crate::ask::Way;
use crate::contest::{Mode, Place};
use crate::peers::Greeting;
use crate::record::{BUDGET, Named, REFERENCES, Ranking, Record, Records, rank, tables};
use crate::row::{PASSES, Spread};

/// The times that the reference programs take at the judge, and its limit, in milliseconds.
const TIERS: [(&str, f64); 4] = [REFERENCES[0], REFERENCES[1], ("1 s", 1000.0), REFERENCES[2]];

pub(super) const HEADER: [&str; 10] = [
    "strategy",
    "median",
    "worst",
    "p10 – p90",
    "puzzles/s",
    "placements",
    "guesses",
    "run",
    "vs 80 ms",
    "tier",
];

pub(super) const LEGEND: &str = "median, worst, p10 – p90: of the finished puzzles' own times, each the \
    median of its runs. puzzles/s: from the mean time, which is the median over whole passes of a \
    pass's time divided by its puzzles; where there are fewer than 5 of them, it is said under the \
    table. placements, guesses: per finished puzzle, if the strategy counts them. run: puzzles \
    finished/timed out/not run. vs 80 ms: the worst puzzle against the whole C++ program at the \
    judge. tier: the first of C++ 80 ms, Java 292 ms, the 1 s limit and PyPy3 1172 ms that the worst \
    puzzle keeps.";

pub(super) const BATCH_LEGEND: &str = "In a batch puzzles have no times of their own: vs 80 ms and tier are \
    those of the mean.";

const PEER_LEGEND: &str = "With version and licence: peers, outside engines in processes of their own, \
    which have no times for single puzzles. In a run with them the clock is read around all passes of \
    a turn, for strategies and peers alike.";

/// How many puzzles are named before the rest is only counted.
const NAMED: usize = 40;
/// How wide text is set.
const WIDTH: usize = 110;

/// Rules above and below the header and under the last row, and nothing else to read past.
pub(super) const RULED: TableStyle =
    TableStyle::new().top_border(RULE).header_separator(RULE).bottom_border(RULE);
const RULE: LineStyle = LineStyle::none().fill('─').junction('─');

/// What differs between a terminal and Markdown.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    pub(crate) table: TableStyle,
    pub(crate) heading: &'static str,
    pub(crate) item: &'static str,
    pub(crate) wraps: bool,
}

impl Style {
    /// For a terminal.
    pub(crate) const TEXT: Self = Self { table: RULED, heading: "", item: "  ", wraps: true };
    /// For Markdown.
    pub(crate) const MARKDOWN: Self =
        Self { table: presets::ASCII_MARKDOWN, heading: "### ", item: "- ", wraps: false };
}

pub(super) fn as_text(records: &Records, notes: &[String]) -> String {
    render(records, notes, Style::TEXT)
}

pub(super) fn as_markdown(records: &Records, notes: &[String]) -> String {
    render(records, notes, Style::MARKDOWN)
}

fn render(records: &Records, notes: &[String], style: Style) -> String {
    let mut text = String::new();
    for rows in tables(&records.results) {
        line(&mut text, style, style.heading, &title(rows));
        if !style.wraps {
            text.push('\n');
        }
        if let Some(row) = rows.first() {
            line(&mut text, style, "", &row.about);
        }
        if !style.wraps {
            text.push('\n');
        }
        let _ = writeln!(text, "{}", table(rows, style));
        if !style.wraps {
            // Markdown needs an empty line to end a table; on a terminal its rule does.
            text.push('\n');
        }
        for item in items(rows, records) {
            line(&mut text, style, style.item, &item);
        }
        text.push('\n');
    }
    line(&mut text, style, "", LEGEND);
    if records.results.iter().any(|row| row.batch) {
        line(&mut text, style, "", BATCH_LEGEND);
    }
    if records.results.iter().any(|row| row.peer.is_some()) {
        line(&mut text, style, "", PEER_LEGEND);
    }
    text.push('\n');
    for note in notes {
        line(&mut text, style, style.item, note);
    }
    for fact in records.environment.facts() {
        line(&mut text, style, style.item, &fact);
    }
    text
}

/// A table with rules, all of whose columns but the first hold numbers.
pub fn ruled<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(RULED).set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// What was asked, and how.
#[must_use]
pub fn way_title(way: Way) -> String {
    let mode = match way.mode {
        Mode::First => "first solution",
        Mode::Unique => "uniqueness proof (solutions counted up to two)",
    };
    let verb = if way.batch { "as one batch" } else { "one by one" };
    let text = if way.text { ", text to text" } else { "" };
    format!("{mode} · {verb}{text}")
}

/// What the table is of: the set, what was asked, and how.
pub(super) fn title(rows: &[Record]) -> String {
    let Some(row) = rows.first() else {
        return String::new();
    };
    let puzzles = if row.puzzles == 1 { "puzzle" } else { "puzzles" };
    let way = way_title(row.way());
    // How many puzzles stands between what was asked and how.
    let (mode, verb) = way.split_once(" · ").unwrap_or((&way, ""));
    format!("{} · {mode} · {} {puzzles} {verb}", row.set, row.puzzles)
}

fn table(rows: &[Record], style: Style) -> Table {
    let mut table = Table::new();
    table.load_style(style.table).set_header(HEADER);
    for row in rows {
        table.add_row(cells(row).map(Cell::new));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

pub(super) fn cells(row: &Record) -> [String; 10] {
    const NONE: &str = "–";
    let nanoseconds =
        |value: Option<u64>| value.map_or(NONE.to_owned(), |value| time(value as f64));
    let per_puzzle = |total: Option<u64>| {
        total.map_or(NONE.to_owned(), |total| count(total as f64 / row.finished.max(1) as f64))
    };
    let at_least = if row.timed_out > 0 { "≥ " } else { "" };
    let spread = match (row.p10_ns, row.p90_ns) {
        (Some(low), Some(high)) => format!("{} – {}", time(low as f64), time(high as f64)),
        _ => NONE.to_owned(),
    };
    [
        name(row),
        nanoseconds(row.median_ns),
        row.worst_ns.map_or(NONE.to_owned(), |worst| format!("{at_least}{}", time(worst as f64))),
        spread,
        // What timed out is not in the rate.
        row.puzzles_per_second.map_or(NONE.to_owned(), |rate| match row.timed_out {
            0 => count(rate),
            _ => format!("≤ {}", count(rate)),
        }),
        per_puzzle(row.placements),
        per_puzzle(row.guesses),
        run(row),
        verdict(row).unwrap_or(NONE.to_owned()),
        tier(row).unwrap_or(NONE).to_owned(),
    ]
}

/// The strategy's name; a peer's with its version and licence.
fn name(row: &Record) -> String {
    match &row.peer {
        Some(Greeting { version, licence }) if !version.is_empty() => {
            format!("{} ({version}, {licence})", row.strategy)
        }
        _ => row.strategy.clone(),
    }
}

/// How many puzzles were finished, timed out and not run.
fn run(row: &Record) -> String {
    let wrong = match row.wrong {
        0 => String::new(),
        wrong => format!(", {wrong} WRONG"),
    };
    format!("{}/{}/{}{wrong}", row.finished, row.timed_out, row.not_run)
}

/// The time that is held against the budget: the worst puzzle's, or a batch's mean.
fn judged(row: &Record) -> Option<f64> {
    match row.batch {
        true => row.mean_ns,
        false => row.worst_ns.map(|worst| worst as f64),
    }
}

fn verdict(row: &Record) -> Option<String> {
    let ratio = judged(row)? / BUDGET.as_nanos() as f64;
    let at_least = if row.timed_out > 0 { "≥ " } else { "" };
    Some(match ratio {
        ratio if ratio > 1.0 => format!("{at_least}{}× slower", count(ratio)),
        _ if row.timed_out > 0 => "timed out".to_owned(),
        ratio => format!("{}× faster", count(1.0 / ratio.max(f64::MIN_POSITIVE))),
    })
}

fn tier(row: &Record) -> Option<&'static str> {
    let time = judged(row)? / 1e6;
    if row.timed_out > 0 {
        return Some("none");
    }
    Some(TIERS.iter().find(|(_, limit)| time <= *limit).map_or("none", |(name, _)| name))
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
                ratio if ratio > 1.0 => format!("{name} {}×", three_digits_or_count(ratio)),
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
        items.extend(beside_peers(rows, &ranking));
    }
    let few: Vec<String> = rows
        .iter()
        .filter(|row| row.mean_ns.is_some() && row.whole_passes < PASSES)
        .map(|row| match row.whole_passes {
            0 => format!("{} 0 (so its mean is from the verification)", row.strategy),
            passes => format!("{} {passes}", row.strategy),
        })
        .collect();
    if !few.is_empty() {
        items.push(format!("fewer than {PASSES} whole passes: {}", few.join(", ")));
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
        items.extend(row.doubt());
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
    let [median, worst] = [median, worst].map(three_digits_or_count);
    Some(format!("{} {median}×, {worst}×", row.strategy))
}

/// How many times as fast as the fastest peer the strategies are.
fn beside_peers(rows: &[Record], ranking: &Ranking<'_>) -> Option<String> {
    let is_peer = |name: &str| rows.iter().any(|row| row.strategy == name && row.peer.is_some());
    let (peers, ours): (Vec<_>, Vec<_>) =
        ranking.strategies.iter().partition(|(name, _)| is_peer(name));
    let (peer, time_of_peer) = peers.first()?;
    let ratio = |(name, mean): &(&str, f64)| {
        format!("{name} {}×", three_digits_or_count(time_of_peer / mean))
    };
    let ratios: Vec<String> = ours.iter().map(ratio).collect();
    let which = if peers.len() > 1 { "the fastest peer, " } else { "the peer " };
    let time = time(*time_of_peer);
    (!ratios.is_empty())
        .then(|| format!("times as fast as {which}{peer} ({time}): {}", ratios.join(", ")))
}

/// A ratio with three digits, or with a unit if it is large.
pub fn three_digits_or_count(ratio: f64) -> String {
    if ratio < 999.5 { three_digits(ratio) } else { count(ratio) }
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

/// Writes a line, wrapped between words with the further lines indented, if the style wraps.
pub(crate) fn line(text: &mut String, style: Style, start: &str, line: &str) {
    let indent = " ".repeat(start.chars().count().max(2));
    let mut width = start.chars().count();
    text.push_str(start);
    for (at, word) in line.split(' ').enumerate() {
        let length = word.chars().count();
        if at > 0 && style.wraps && width + 1 + length > WIDTH {
            text.push('\n');
            text.push_str(&indent);
            width = indent.len();
        } else if at > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
}
