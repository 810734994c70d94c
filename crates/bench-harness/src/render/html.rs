//! The HTML page: one self-contained file without scripts, for screens of any width and for print.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::columns::Grid;
use super::plots;
use super::records::{COLUMNS, items, legends, title};
use super::summary::{summary_lines, summary_tables};
use crate::data::measured::Measured;
use crate::data::measurements::{Measurements, tables};
use crate::data::summary::Summary;

/// The content security policy, which forbids loading any other file.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = include_str!("page.css");

/// The method section, for readers who have only the page.
const METHOD: &str = include_str!("method.html");

const CAPTION: &str = "The time of each puzzle. Dots are puzzles, the bar covers the middle 80%, and \
    the stroke is the median. The vertical lines are the times of whole programs at the judge: C++ \
    80 ms, Java 292 ms, PyPy3 1172 ms.";

pub fn page(measured: &Measurements, summary: Option<&Summary>) -> String {
    let sections = || tables(&measured.rows).enumerate();
    let warnings = measured.environment.warning().into_iter().chain(measured.file_notes());
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
                    @for warning in warnings { p.warning { (warning) } }
                }
                @if let Some(summary) = summary { (summarized(summary, measured)) }
                nav {
                    h2 { "Tables" }
                    ul {
                        @for (number, rows) in sections() {
                            li { a href=(format!("#table-{number}")) { (title(rows)) } }
                        }
                        li { a href="#method" { "Method" } }
                    }
                }
                main {
                    @for (number, rows) in sections() { (section(number, rows, measured)) }
                    section id="method" {
                        h2 { "Method" }
                        @for legend in legends(&measured.rows) { p { (legend) } }
                        dl { (PreEscaped(METHOD)) }
                    }
                }
            }
        }
    };
    page.into_string()
}

fn summarized(summary: &Summary, measured: &Measurements) -> Markup {
    html! {
        section id="summary" {
            h2 { "Summary" }
            @for (title, grid) in summary_tables(summary, measured) {
                h3 { (title) }
                (table(&grid, |_| false))
            }
            ul.small { @for (_, line) in summary_lines(summary, measured, &[]) { li { (line) } } }
        }
    }
}

/// Returns a table. Rows for which `is_wrong` is true are highlighted.
fn table(grid: &Grid, is_wrong: impl Fn(usize) -> bool) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr { @for (name, _) in &grid.header { th scope="col" { (name) } } } }
                tbody {
                    @for (number, row) in grid.rows.iter().enumerate() {
                        tr.wrong[is_wrong(number)] {
                            @for (cell, (_, is_number)) in row.iter().zip(&grid.header) {
                                @if *is_number { td { (cell) } }
                                @else { th scope="row" { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn section(number: usize, rows: &[Measured], measured: &Measurements) -> Markup {
    // A strategy has the same color on the whole page.
    let timed: Vec<(usize, &Measured)> =
        rows.iter().enumerate().filter(|(_, row)| !row.sorted_times().is_empty()).collect();
    html! {
        section id=(format!("table-{number}")) {
            h2 { (title(rows)) }
            p { (rows[0].list.about) }
            @if !timed.is_empty() {
                figure {
                    // A screen reader reads the label instead of the picture.
                    div role="img" aria-label=(CAPTION) { (plots::times(&timed)) }
                    figcaption { (CAPTION) }
                }
            }
            (table(&Grid::of(COLUMNS, rows), |row| !rows[row].faults.is_empty()))
            ul.small { @for item in items(rows, &measured.environment) { li { (item) } } }
        }
    }
}
