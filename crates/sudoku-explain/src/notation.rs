//! The notation of players for cells and chains: `r4c78`, `(3)r1c2=(3-5)r1c8=(5)r4c8`.

use std::fmt;

use sudoku_core::{Cell, DigitSet};
use sudoku_logic::Effect;

use crate::claim::Claim;

/// Writes cells in short: cells of a row are merged, and so are rows with the same columns.
pub(crate) fn cells(cells: &[Cell]) -> String {
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for row in 1..=9 {
        let is_there = |&column: &usize| {
            cells.iter().any(|cell| (cell.row() + 1, cell.column() + 1) == (row, column))
        };
        let columns: Vec<usize> = (1..=9).filter(is_there).collect();
        match groups.iter_mut().find(|(_, known)| *known == columns) {
            _ if columns.is_empty() => {}
            Some((rows, _)) => rows.push(row),
            None => groups.push((vec![row], columns)),
        }
    }
    let numbers = |list: &[usize]| list.iter().map(usize::to_string).collect::<String>();
    let groups =
        groups.iter().map(|(rows, columns)| format!("r{}c{}", numbers(rows), numbers(columns)));
    groups.collect::<Vec<_>>().join(",")
}

/// Writes a claim: `r4c7=3`, `r45c7<>3`.
pub(crate) fn claim(claim: &Claim) -> String {
    let sign = if claim.is_on { "=" } else { "<>" };
    format!("{}{sign}{}", cells(&claim.cells), claim.digit)
}

/// Writes the effect of a step, with cells of the same digits merged: `r4c6=7 r45c8<>3`.
pub(crate) fn effect(effect: &Effect) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some((cell, digit)) = effect.placement {
        parts.push(format!("{cell}={digit}"));
    }
    let mut groups: Vec<(DigitSet, Vec<Cell>)> = Vec::new();
    for &(cell, digits) in &effect.eliminations {
        match groups.iter_mut().find(|(known, _)| *known == digits) {
            Some((_, list)) => list.push(cell),
            None => groups.push((digits, vec![cell])),
        }
    }
    for (digits, list) in groups {
        parts.extend(cells(&list).split(',').map(|group| format!("{group}<>{digits}")));
    }
    parts.join(" ")
}

/// Writes a chain in players' notation: `=` is a strong link (at least one of the two claims holds)
/// and `-` is a weak link (at most one holds).
pub(crate) fn chain(claims: &[Claim], is_ring: bool) -> String {
    let mut text = String::new();
    let mut at = 0;
    let link = |from: &Claim, to: &Claim| if from.is_on && !to.is_on { "-" } else { "=" };
    while at < claims.len() {
        // Merge digits of the same cells.
        let mut end = at + 1;
        while end < claims.len()
            && claims[end].cells == claims[at].cells
            && claims[end].digit != claims[end - 1].digit
        {
            end += 1;
        }
        text.push('(');
        for (index, part) in claims[at..end].iter().enumerate() {
            if index > 0 {
                text.push_str(link(&claims[at + index - 1], part));
            }
            text.push_str(&part.digit.to_string());
        }
        text.push(')');
        text.push_str(&cells(&claims[at].cells));
        if let Some(next) = claims.get(end) {
            text.push_str(link(&claims[end - 1], next));
        }
        at = end;
    }
    if let (true, Some(first), Some(last)) = (is_ring, claims.first(), claims.last()) {
        text.push_str(link(last, first));
    }
    text
}

/// The name of a set or a color: a letter, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Letter(pub(crate) usize);

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'A' + (self.0 % 26) as u8);
        if self.0 < 26 { write!(f, "{letter}") } else { write!(f, "{letter}{}", self.0 / 26) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_the_same_columns_are_grouped() {
        let list = |names: &str| -> Vec<Cell> {
            names.split(' ').map(|name| name.parse().unwrap()).collect()
        };
        for (names, short) in [
            ("r4c7", "r4c7"),
            ("r4c8 r4c7", "r4c78"),
            ("r4c7 r5c7", "r45c7"),
            ("r1c2 r1c5 r4c2 r9c2 r9c5", "r19c25,r4c2"),
        ] {
            assert_eq!(cells(&list(names)), short);
        }
    }

    #[test]
    fn a_chain_joins_the_digits_of_a_cell() {
        let claim = |name: &str, digit: u8, is_on| {
            Claim::of(&[name.parse().unwrap()], sudoku_core::Digit::new(digit).unwrap(), is_on)
        };
        let claims = [
            claim("r1c2", 3, false),
            claim("r1c8", 3, true),
            claim("r1c8", 5, false),
            claim("r4c8", 5, true),
        ];
        assert_eq!(chain(&claims, false), "(3)r1c2=(3-5)r1c8=(5)r4c8");
        assert_eq!(chain(&claims, true), "(3)r1c2=(3-5)r1c8=(5)r4c8-");
    }
}
