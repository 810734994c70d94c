//! The page: one file that needs no other, without scripts, for screens of any width and for print.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::columns::{Column, shown};
use super::plots::{self, colour};
use super::ranking;
use super::records::{columns, items, legends, title};
use crate::data::measured::Measured;
use crate::data::measurements::Measurements;
use crate::data::ranking::{OverallRanking, rank_all, tables};
use crate::data::workload::Workload;

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
pub fn page(measured: &Measurements) -> String {
    let is_warning = |note: &String| note.starts_with("WARNING");
    let (warnings, notes): (Vec<_>, Vec<_>) =
        measured.file_notes().into_iter().partition(is_warning);
    let sections = || tables(&measured.rows).enumerate();
    let comparable = measured.environment.warning();
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
                        @for fact in measured.environment.facts() { (fact) br; }
                    }
                    @for warning in comparable.iter().chain(&warnings) { p.warning { (warning) } }
                }
                nav {
                    h2 { "Tables" }
                    ul {
                        li { a href="#ranking" { "Ranking over all sets" } }
                        li { a href="#search" { "Guesses, clues and time" } }
                        @for (number, rows) in sections() {
                            li { a href=(format!("#table-{number}")) { (title(rows)) } }
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
                            @for ranked in rank_all(&measured.rows) { (overall(&ranked)) }
                        }
                    }
                    section id="search" {
                        h2 { "Guesses, clues and time" }
                        (by_work(measured))
                    }
                    @for (number, rows) in sections() { (section(number, rows, measured)) }
                    section id="method" {
                        h2 { "Method" }
                        @for legend in legends(&measured.rows) { p { (legend) } }
                        @for note in &notes { p { (note) } }
                        dl {
                            @for (what, how) in METHOD { dt { (what) } dd { (how) } }
                        }
                    }
                }
            }
        }
    };
    page.into_string()
}

/// The table of these records; a row of which the condition holds is wrong.
fn table<R>(columns: &[Column<R>], records: &[R], is_wrong: fn(&R) -> bool) -> Markup {
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        @for column in shown(columns) {
                            th.number[column.is_number] scope="col" { (column.name) }
                        }
                    }
                }
                tbody {
                    @for record in records {
                        tr.wrong[is_wrong(record)] {
                            @for column in shown(columns) {
                                @let cell = column.cell(record);
                                @if column.is_number { td { (cell) } }
                                @else { th scope="row" { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn overall(ranked: &OverallRanking) -> Markup {
    html! {
        div.block {
            h3 { (ranked.workload) }
            (table(ranking::COLUMNS, &ranked.engines, |_| false))
            p.small { "Over " (ranked.over()) "." }
            @for line in &ranked.left_out { p.small { "Left out: " (line) "." } }
        }
    }
}

fn section(number: usize, rows: &[Measured], measured: &Measurements) -> Markup {
    // A strategy has the same colour on the whole page.
    let timed: Vec<(usize, &Measured)> =
        rows.iter().enumerate().filter(|(_, row)| row.mean().is_some()).collect();
    html! {
        section id=(format!("table-{number}")) {
            h2 { (title(rows)) }
            p { (rows[0].list.about) }
            @if !timed.is_empty() {
                div.columns {
                    @if !rows[0].workload.batch {
                        (figure(
                            "The time of each puzzle: dots are puzzles, the bar holds eight of ten, the \
                             stroke is the median. The lines are what whole programs take at the judge: \
                             C++ 80 ms, Java 292 ms, PyPy3 1172 ms.",
                            &plots::times(&timed),
                        ))
                    }
                    (figure("Puzzles per second, from the mean time.", &plots::rates(&timed)))
                }
            }
            (table(columns(rows), rows, |row| !row.faults.is_empty()))
            ul.small { @for item in items(rows, &measured.environment) { li { (item) } } }
        }
    }
}

fn figure(caption: &str, plot: &Markup) -> Markup {
    html! {
        figure {
            // The title is what a screen reader says of the picture.
            div role="img" aria-label=(caption) { (plot) }
            figcaption { (caption) }
        }
    }
}

/// How the work of a search and its time go together, over all sets.
fn by_work(measured: &Measurements) -> Markup {
    let has_rows = |name: &&str| measured.rows.iter().any(|row| row.strategy == *name);
    let names: Vec<&str> =
        measured.plan.strategies.iter().map(|name| &**name).filter(has_rows).collect();
    let is_shown = |it: &&Workload| !it.batch && !measured.plan.verify_only;
    let rows_of = |workload: &Workload| -> Vec<&Measured> {
        measured.rows.iter().filter(|row| row.workload == *workload).collect()
    };
    let workloads: Vec<_> = (measured.plan.workloads.iter().filter(is_shown))
        .map(|workload| (workload, rows_of(workload)))
        .filter(|(_, rows)| !rows.is_empty())
        .collect();
    html! {
        @if workloads.is_empty() {
            p { "Puzzles have times of their own only where they were timed one by one." }
        } @else {
            ul.legend {
                @for (number, name) in names.iter().enumerate() {
                    li { span style=(format!("background:{}", colour(number))) {} (name) }
                }
            }
        }
        @for (workload, rows) in &workloads {
            h3 { (workload) }
            div.columns {
                (figure(
                    "Time of a puzzle over its guesses, puzzles of all sets.",
                    &plots::times_by_guesses(rows, &names),
                ))
                (figure(
                    "The middle time of the puzzles by the clues removed from a full grid, over all \
                     sets. Sets differ in more than their clues.",
                    &plots::times_by_clues_removed(rows, &names),
                ))
            }
        }
    }
}
