//! The page: one file that needs no other, without scripts, for screens of any width and for print.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::plots::{self, COLOURS, PlotError};
use super::table::{BATCH_LEGEND, HEADER, LEGEND, cells, items, title, way_title};
use super::three_digits_or_count;
use crate::ask::Way;
use crate::file::Measurements;
use crate::rank::{Ranked, rank_all, sets};
use crate::record::{Record, Records, tables};
use crate::row::Measured;

/// Loads nothing, not even what a mistake of ours would name.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = include_str!("page.css");

/// How figures come about, for a reader who has only the page.
const METHOD: [(&str, &str); 6] = [
    (
        "Every answer is checked",
        "Each strategy first runs each puzzle once, and its answer is held to the rules, to what is \
         known of the puzzle, and to what the others found. Every later run has to give the same \
         solution, count and counters again. A strategy that answers wrongly is not timed further and \
         not ranked.",
    ),
    (
        "What is timed",
        "The search alone, from a board in memory to the answer in memory, on one thread. Only tables \
         that say “text to text” include reading 81 characters and writing 81. Starting the process is \
         in none of them, and it is in the times of the reference programs.",
    ),
    (
        "Order and warm-up",
        "Strategies take turns of about 10 ms, round after round, so that a machine that changes its \
         speed changes it for all of them. Each pass over the puzzles has a random order, the same for \
         all strategies. The run that verifies is the warm-up.",
    ),
    (
        "Statistics",
        "A puzzle's time is the median of up to seven runs; the mean, from which puzzles per second and \
         rankings come, is the median over whole passes of a pass's time divided by its puzzles. \
         Rankings are over the puzzles that all of the ranked finished.",
    ),
    (
        "The time limit",
        "A puzzle that runs into the limit is named, counts as timed out with the time that it was \
         given, and is in no mean: the mean is then marked “≤” as a rate, the worst time “≥”.",
    ),
    (
        "What is not alike",
        "What strategies count differs: a placement is a digit written by the search, a guess an option \
         taken while another was open, and strategies that place many digits at once count no \
         placements. In batches a strategy may search many puzzles side by side, so that batches and \
         single puzzles are never ranked together.",
    ),
];

/// The page of a measurement.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn page(measured: &Measurements) -> Result<String, PlotError> {
    let records =
        Records { environment: measured.environment.clone(), results: measured.records() };
    let notes = measured.notes(&records.results);
    let (doubts, notes): (Vec<_>, Vec<_>) = notes.into_iter().partition(|note| is_doubt(note));
    let mut sections = Vec::new();
    let mut rows = &measured.rows[..];
    for (number, table) in tables(&records.results).enumerate() {
        let (of_table, others) = rows.split_at(table.len());
        rows = others;
        sections.push((number, table, section(number, table, &records, of_table)?));
    }
    let warning = records.environment.warning();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="color-scheme" content="light dark";
                title { "Sudoku strategies compared" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "Sudoku strategies compared" }
                    p.facts {
                        @for fact in records.environment.facts() { (fact) br; }
                    }
                    @for doubt in warning.iter().chain(&doubts) { p.doubt { (doubt) } }
                }
                nav {
                    h2 { "Tables" }
                    ul {
                        li { a href="#ranking" { "Ranking over all sets" } }
                        li { a href="#search" { "Guesses, clues and time" } }
                        @for (number, table, _) in &sections {
                            li { a href=(format!("#table-{number}")) { (title(table)) } }
                        }
                        li { a href="#method" { "Method" } }
                    }
                }
                main {
                    section id="ranking" {
                        h2 { "Ranking over all sets" }
                        p {
                            "The geometric mean over the sets of each strategy's time to that of the \
                             fastest on the set. Every set counts alike, and only puzzles that all \
                             finished."
                        }
                        div.columns {
                            @for ranked in rank_all(&records.results) { (ranking(&ranked)) }
                        }
                    }
                    section id="search" {
                        h2 { "Guesses, clues and time" }
                        (by_work(measured)?)
                    }
                    @for (_, _, section) in &sections { (section) }
                    section id="method" {
                        h2 { "Method" }
                        p { (LEGEND) }
                        @if records.results.iter().any(|row| row.batch) { p { (BATCH_LEGEND) } }
                        @for note in &notes { p { (note) } }
                        dl {
                            @for (what, how) in METHOD { dt { (what) } dd { (how) } }
                        }
                    }
                }
            }
        }
    };
    Ok(page.into_string())
}

fn is_doubt(note: &str) -> bool {
    note.starts_with("DOUBTFUL") || note.starts_with("NOT FOR COMPARISON")
}

fn ranking(ranked: &Ranked) -> Markup {
    html! {
        div.block {
            h3 { (way_title(ranked.way)) }
            div.scroll {
                table {
                    thead {
                        tr { th { "strategy" } th.number { "geometric mean" } th.number { "fastest on" } }
                    }
                    tbody {
                        @for (name, mean, fastest) in &ranked.strategies {
                            tr {
                                th scope="row" { (name) }
                                td { (three_digits_or_count(*mean)) "×" }
                                td { (fastest) }
                            }
                        }
                    }
                }
            }
            p.small { "Over " (sets(ranked)) "." }
            @for line in &ranked.left_out { p.small { "Left out: " (line) "." } }
        }
    }
}

fn section(
    number: usize,
    table: &[Record],
    records: &Records,
    rows: &[Measured],
) -> Result<Markup, PlotError> {
    let batch = table.first().is_some_and(|row| row.batch);
    // A strategy has the same colour on the whole page.
    let timed: Vec<(usize, &Measured)> =
        rows.iter().enumerate().filter(|(_, row)| row.mean().is_some()).collect();
    Ok(html! {
        section id=(format!("table-{number}")) {
            h2 { (title(table)) }
            @if let Some(row) = table.first() { p { (row.about) } }
            @if !timed.is_empty() && table.iter().any(|row| row.mean_ns.is_some()) {
                div.columns {
                    @if !batch {
                        (figure(
                            "The time of each puzzle: dots are puzzles, the bar holds eight of ten, the \
                             stroke is the median. The lines are what whole programs take at the judge: \
                             C++ 80 ms, Java 292 ms, PyPy3 1172 ms.",
                            &plots::times(&timed)?,
                        ))
                    }
                    (figure("Puzzles per second, from the mean time.", &plots::rates(&timed)?))
                }
            }
            div.scroll {
                table {
                    thead {
                        tr {
                            @for (at, name) in HEADER.iter().enumerate() {
                                th.number[at > 0] scope="col" { (name) }
                            }
                        }
                    }
                    tbody {
                        @for row in table {
                            tr.wrong[row.wrong > 0] {
                                @for (at, cell) in cells(row).iter().enumerate() {
                                    @if at == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                                }
                            }
                        }
                    }
                }
            }
            ul.small { @for item in items(table, records) { li { (item) } } }
        }
    })
}

fn figure(caption: &str, svg: &str) -> Markup {
    html! {
        figure {
            // The title is what a screen reader says of the picture.
            div role="img" aria-label=(caption) { (PreEscaped(svg)) }
            figcaption { (caption) }
        }
    }
}

/// How the work of a search and its time go together, over all sets.
fn by_work(measured: &Measurements) -> Result<Markup, PlotError> {
    let names: Vec<&str> = measured
        .plan
        .strategies
        .iter()
        .map(|name| &**name)
        .filter(|name| measured.rows.iter().any(|row| row.strategy == *name))
        .collect();
    let mut ways: Vec<Way> = measured.rows.iter().map(|row| row.way).collect();
    ways.dedup();
    let mut seen = Vec::new();
    let mut figures = Vec::new();
    for way in ways.into_iter().filter(|way| !way.batch && !measured.plan.verify_only) {
        if seen.contains(&way) {
            continue;
        }
        seen.push(way);
        let rows: Vec<&Measured> = measured.rows.iter().filter(|row| row.way == way).collect();
        let guesses = plots::times_by_guesses(&rows, &names)?;
        let clues = plots::times_by_clues_removed(&rows, &names)?;
        figures.push((way_title(way), guesses, clues));
    }
    Ok(html! {
        @if figures.is_empty() {
            p { "Puzzles have times of their own only where they were timed one by one." }
        } @else {
            ul.legend {
                @for (number, name) in names.iter().enumerate() {
                    @let (red, green, blue) = COLOURS[number % COLOURS.len()];
                    li {
                        span style=(format!("background:#{red:02x}{green:02x}{blue:02x}")) {}
                        (name)
                    }
                }
            }
        }
        @for (way, guesses, clues) in &figures {
            h3 { (way) }
            div.columns {
                (figure("Time of a puzzle over its guesses, puzzles of all sets.", guesses))
                (figure(
                    "The middle time of the puzzles with so many clues removed from a full grid, over all \
                     sets. Sets differ in more than their clues.",
                    clues,
                ))
            }
        }
    })
}
