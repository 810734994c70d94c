//! The HTML page: one self-contained file without scripts, for screens of any width and for print.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::columns::{Column, shown};
use super::plots::{self, color};
use super::ranking;
use super::records::{columns, items, legends, title};
use crate::data::measured::Measured;
use crate::data::measurements::Measurements;
use crate::data::ranking::{OverallRanking, rank_all, tables};
use crate::data::workload::Workload;

/// The content security policy, which forbids loading any other file.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = include_str!("page.css");

/// The method section, for readers who have only the page.
const METHOD: [(&str, &str); 6] = [
    (
        "Every answer is checked",
        "Each strategy first runs each puzzle once. Its answer is checked against the rules, the \
         known solutions, and the answers of the other strategies. Every later run must give the same \
         solution, count and counters. A strategy with a wrong answer is not timed further and not \
         ranked.",
    ),
    (
        "The timed part",
        "The search, from a board in memory to the answer in memory, on one thread. Only tables with \
         “text to text” include reading and writing 81 characters. The time to start a process is \
         never included, but the times of the reference programs include it.",
    ),
    (
        "Order and warm-up",
        "Strategies take turns of about 10 ms, so a change in the machine's speed affects all of them. \
         Each pass over the puzzles has a new random order, which is the same for all strategies. The \
         verification run is the warm-up.",
    ),
    (
        "Statistics",
        "A puzzle's time is the median of up to seven runs. The mean time is the median over whole \
         passes of the pass's time divided by its number of puzzles; puzzles per second and rankings \
         use it. Rankings use only puzzles that all ranked strategies finished.",
    ),
    (
        "The time limit",
        "A puzzle that exceeds the limit is listed as timed out. It counts with the time limit in the \
         worst time, which is then marked “≥”. It is not part of the mean, so the rate is marked “≤”.",
    ),
    (
        "Differences between strategies",
        "A placement is a digit that the search writes; a guess is an option taken while another was \
         open. Strategies that place many digits at once count no placements. In a batch a strategy \
         may search many puzzles side by side, so batches and single puzzles are never ranked \
         together.",
    ),
];

/// Returns the HTML page of a measurement.
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
                            "The geometric mean, over the sets, of a strategy's time divided by the \
                             fastest strategy's time. All sets have the same weight. Only puzzles that \
                             all strategies finished count."
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

/// Returns a table of records. Rows for which `is_wrong` is true are highlighted.
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
            @for line in &ranked.left_out { p.small { "Not counted: " (line) "." } }
        }
    }
}

fn section(number: usize, rows: &[Measured], measured: &Measurements) -> Markup {
    // A strategy has the same color on the whole page.
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
                            "The time of each puzzle. Dots are puzzles, the bar covers the middle 80%, \
                             and the stroke is the median. The vertical lines are the times of whole \
                             programs at the judge: C++ 80 ms, Java 292 ms, PyPy3 1172 ms.",
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
            // A screen reader reads the label instead of the picture.
            div role="img" aria-label=(caption) { (plot) }
            figcaption { (caption) }
        }
    }
}

/// Returns the plots of time by guesses and by clues, over all sets.
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
            p { "These plots need puzzles that were timed one by one." }
        } @else {
            ul.legend {
                @for (number, name) in names.iter().enumerate() {
                    li { span style=(format!("background:{}", color(number))) {} (name) }
                }
            }
        }
        @for (workload, rows) in &workloads {
            h3 { (workload) }
            div.columns {
                (figure(
                    "The time of a puzzle by its number of guesses, over all sets.",
                    &plots::times_by_guesses(rows, &names),
                ))
                (figure(
                    "The median time by the number of clues removed from a full grid, over all sets. \
                     The sets also differ in other ways.",
                    &plots::times_by_clues_removed(rows, &names),
                ))
            }
        }
    }
}
