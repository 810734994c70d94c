//! Drawing of a board as text.

use sudoku_core::{Cell, Digit};
use sudoku_logic::State;

use crate::marks::{Marks, Role};
use crate::words::Language;

/// Returns the sign after a candidate and its terminal style.
const fn sign(role: Role) -> (char, &'static str) {
    match role {
        Role::Placed => ('!', "\x1b[1;7;32m"),
        Role::True => ('*', "\x1b[1;34m"),
        Role::False => ('?', "\x1b[33m"),
        Role::Out => ('x', "\x1b[1;9;35m"),
    }
}

const RESET: &str = "\x1b[0m";
const GIVEN: &str = "\x1b[1m";

/// A part of a cell: its text and its color.
type Part = (String, &'static str);

pub(super) fn draw(state: &State, marks: &Marks, language: Language, color: bool) -> String {
    let role = |cell: Cell, digit: Digit| {
        let mut marked = marks.candidates.iter();
        marked.find(|&&(at, value, _)| (at, value) == (cell, digit)).map(|&(_, _, role)| role)
    };
    let parts = |cell: Cell| -> Vec<Part> {
        if let Some(digit) = state.value(cell) {
            let style = if state.is_given(cell) { GIVEN } else { "" };
            return vec![(digit.to_string(), style)];
        }
        let digits = state.candidates(cell).iter();
        let part = |digit: Digit| match role(cell, digit) {
            Some(role) => (format!("{digit}{}", sign(role).0), sign(role).1),
            None => (digit.to_string(), ""),
        };
        digits.map(part).collect()
    };
    let length = |parts: &[Part]| parts.iter().map(|(text, _)| text.len()).sum::<usize>();
    let cells: Vec<Vec<Part>> = Cell::all().map(parts).collect();
    let widths: Vec<usize> = (0..9)
        .map(|column| (0..9).map(|row| length(&cells[row * 9 + column])).max().unwrap_or(1).max(1))
        .collect();
    let line: Vec<String> = widths
        .chunks(3)
        .map(|widths| "-".repeat(widths.iter().sum::<usize>() + 2 * widths.len() + 1))
        .collect();
    let line = format!("   +{}+\n", line.join("+"));
    let mut text = String::from("    ");
    for (column, width) in widths.iter().enumerate() {
        if column > 0 && column % 3 == 0 {
            text.push_str("  ");
        }
        text.push_str(&format!(
            " {:<width$} ",
            format!("c{}", column + 1),
            width = (*width).max(2)
        ));
    }
    text = text.trim_end().to_owned();
    text.push('\n');
    for row in 0..9 {
        if row % 3 == 0 {
            text.push_str(&line);
        }
        text.push_str(&format!("r{} ", row + 1));
        for column in 0..9 {
            if column % 3 == 0 {
                text.push_str("| ");
            }
            let cell = &cells[row * 9 + column];
            for (part, style) in cell {
                if color && !style.is_empty() {
                    text.push_str(&format!("{style}{part}{RESET}"));
                } else {
                    text.push_str(part);
                }
            }
            text.push_str(&" ".repeat(widths[column] - length(cell) + 2));
        }
        text.push_str("|\n");
    }
    text.push_str(&line);
    let mut roles: Vec<Role> = marks.candidates.iter().map(|&(_, _, role)| role).collect();
    roles.sort_unstable();
    roles.dedup();
    let words = roles.iter().map(|&role| {
        let (sign, style) = sign(role);
        let key = if color { format!("{style}{sign}{RESET}") } else { sign.to_string() };
        format!("{key} {}", language.legend(role.into(), marks.kind))
    });
    let words: Vec<String> = words.collect();
    if !words.is_empty() {
        text.push_str(&format!("    {}\n", words.join("   ")));
    }
    text
}
