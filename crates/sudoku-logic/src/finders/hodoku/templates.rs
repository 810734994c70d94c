//! Templates: the ways to place a digit nine times that the board and the other digits allow.
//!
//! Players call this the pattern overlay method. A template of a digit has one place in each row,
//! column and box:
//!
//! ```text
//!   5 . .  . . .  . . .      The digit has several templates on a board. A cell that is in all of
//!   . . .  5 . .  . . .      them holds the digit (template set). A place that is in none of them
//!   . . .  . . .  5 . .      is eliminated (template delete).
//! ```

use std::ops::ControlFlow;

use super::sink::{ALL_CELLS, HodokuSink, Removals, View, report};
use crate::state::{Cells, HOUSE_SETS, SetSize, State, cell_at, cells_of, digit_at};
use crate::step::{Effect, Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A cell that all templates of a digit share.
    pub const TEMPLATE_SET: Self =
        Self::new("template set", TechniqueGroup::Templates).placing().can_end();
    /// Cells that no template of a digit uses.
    pub const TEMPLATE_DELETE: Self = Self::new("template delete", TechniqueGroup::Templates);
}

/// Finds cells that all templates of a digit share; each is a separate step.
pub(crate) fn template_set(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    for (digit, templates) in all_templates(view.state).iter().enumerate() {
        let shared = templates.iter().fold(ALL_CELLS, |all, template| all & template);
        for cell in cells_of(shared & view.state.cells[digit]) {
            let step = Step {
                name: StepName::TEMPLATE_SET,
                effect: Effect::place(cell_at(cell), digit_at(digit)),
                evidence: Evidence::Templates { digit: digit_at(digit) },
            };
            sink.take(step, Removals::default())?;
        }
    }
    ControlFlow::Continue(())
}

/// Finds cells that no template of a digit uses.
pub(crate) fn template_delete(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    for (digit, templates) in all_templates(view.state).iter().enumerate() {
        let used = templates.iter().fold(0, |all, template| all | template);
        let removals = Removals::of(digit, view.state.cells[digit] & !used);
        report(sink, StepName::TEMPLATE_DELETE, &removals, || Evidence::Templates {
            digit: digit_at(digit),
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the templates of each digit that use no cell that all templates of another digit share.
///
/// Returns an empty list if a digit has no template: then the board has no solution, and there are
/// no steps.
fn all_templates(state: &State) -> Vec<Vec<Cells>> {
    let lists = (0..9).map(|digit| Some(templates(state, digit)).filter(|list| !list.is_empty()));
    let Some(mut lists) = lists.collect::<Option<Vec<Vec<Cells>>>>() else { return Vec::new() };
    loop {
        let shared: Vec<Cells> = lists
            .iter()
            .map(|list| list.iter().fold(ALL_CELLS, |all, template| all & template))
            .collect();
        let before: usize = lists.iter().map(Vec::len).sum();
        for (digit, list) in lists.iter_mut().enumerate() {
            let others = (0..9).filter(|&other| other != digit);
            let barred = others.fold(0, |all, other| all | shared[other]);
            list.retain(|template| template & barred == 0);
        }
        if lists.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        if lists.iter().map(Vec::len).sum::<usize>() == before {
            return lists;
        }
    }
}

/// Returns the templates of the digit, built row by row.
fn templates(state: &State, digit: usize) -> Vec<Cells> {
    let decided = (0..81).filter(|&cell| usize::from(state.values[cell]) == digit + 1);
    let places = state.cells[digit] | decided.fold(0, |all, cell| all | 1 << cell);
    let mut found = vec![(0, places)];
    for row in 0..9 {
        let mut next = Vec::new();
        for (template, left) in found {
            for cell in cells_of(left & HOUSE_SETS[row]) {
                let bit: Cells = 1 << cell;
                next.push((template | bit, left & !crate::state::PEERS[cell] & !bit));
            }
        }
        found = next;
    }
    let is_whole =
        |template: &Cells| (0..27).all(|house| (template & HOUSE_SETS[house]).size() == 1);
    found.into_iter().map(|(template, _)| template).filter(is_whole).collect()
}
