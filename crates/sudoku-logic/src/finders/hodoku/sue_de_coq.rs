//! Sue de Coq: cells in the intersection of a line and a box whose digits are divided between sets
//! of cells of the line and of the box.
//!
//! ```text
//!         c1        c2        c3     c8
//!   r1   {1 3}     {2 4}      .     {1 2}      intersection: r1c1 and r1c2 with 1 2 3 4
//!   r2    .         .         .
//!   r3    .         .        {3 4}             line part: r1c8 {1 2}; box part: r3c3 {3 4}
//!
//!   Four cells hold the four digits. The others of row 1 lose 1 and 2, and those of box 1 lose
//!   3 and 4.
//! ```

use std::ops::ControlFlow;

use super::sink::{HodokuSink, Removals, View, group, report};
use crate::state::{BOXES, Cells, HOUSE_SETS, SetSize, cells_of};
use crate::step::{Evidence, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// Cells of an intersection whose digits are divided between the line and the box.
    pub const SUE_DE_COQ: Self = Self::new("Sue de Coq", TechniqueGroup::AlmostLockedSets);
}

/// Cells and the candidates in them.
#[derive(Clone, Copy)]
struct Part {
    cells: Cells,
    set: u16,
}

pub(crate) fn sue_de_coq(view: View<'_>, changed: Cells, sink: &mut HodokuSink) -> ControlFlow<()> {
    let sets = &view.state.sets;
    let blank = (0..81).filter(|&cell| sets[cell] != 0).fold(0, |all, cell| all | 1 << cell);
    for line in 0..BOXES {
        for block in BOXES..27 {
            if (HOUSE_SETS[line] | HOUSE_SETS[block]) & changed == 0 {
                continue;
            }
            let line = HOUSE_SETS[line] & blank;
            let block = HOUSE_SETS[block] & blank;
            let crossing: Vec<usize> = cells_of(line & block).collect();
            for_each_subset(&crossing, sets, 0, 0, &mut |middle| {
                let size = middle.cells.size();
                if size < 2 || middle.set.size() < size + 2 {
                    return ControlFlow::Continue(());
                }
                share(view, line, block, middle, sink)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Finds cells of the line and of the box that use up all spare digits of the intersection.
fn share(
    view: View<'_>,
    line: Cells,
    block: Cells,
    middle: Part,
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    let sets = &view.state.sets;
    let spare = (middle.set.size() - middle.cells.size()) as i32;
    // The number of digits of the intersection that a part uses up: its cells, minus its own
    // digits.
    let takes = |part: Part| part.cells.size() as i32 - (part.set & !middle.set).size() as i32;
    let source: Vec<usize> = cells_of(line & !middle.cells).collect();
    for_each_subset(&source, sets, !middle.set, 1, &mut |in_line| {
        let taken = takes(in_line);
        if in_line.set & middle.set == 0 || taken <= 0 || taken >= spare {
            return ControlFlow::Continue(());
        }
        let barred = in_line.set & middle.set;
        let free = cells_of(block & !middle.cells & !in_line.cells);
        let source: Vec<usize> = free.filter(|&cell| sets[cell] & barred == 0).collect();
        for_each_subset(&source, sets, !middle.set, spare - taken, &mut |in_block| {
            let fits = in_block.set & barred == 0
                && in_block.set & middle.set != 0
                && takes(in_block) == spare - taken;
            if !fits {
                return ControlFlow::Continue(());
            }
            let both = in_line.set & in_block.set;
            let mut removals = Removals::default();
            for (house, own, other) in [(block, in_block, in_line), (line, in_line, in_block)] {
                let gone = (middle.set | own.set) & !other.set | both;
                for cell in cells_of(house & !own.cells & !middle.cells) {
                    removals.add_digits(cell, sets[cell] & gone);
                }
            }
            report(sink, StepName::SUE_DE_COQ, &removals, || Evidence::AlmostLocked {
                sets: [middle, in_line, in_block].map(|part| group(part.cells, part.set)).into(),
                commons: Vec::new(),
            })
        })
    })
}

/// Visits the subsets of the cells, each before its extensions. Skips a subset if the number of its
/// cells, with all later cells added, is less than the number of its digits in `own` plus `least`.
fn for_each_subset(
    source: &[usize],
    sets: &[u16; 81],
    own: u16,
    least: i32,
    look: &mut dyn FnMut(Part) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn extend(
        source: &[usize],
        sets: &[u16; 81],
        own: u16,
        least: i32,
        part: Part,
        look: &mut dyn FnMut(Part) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (index, &cell) in source.iter().enumerate() {
            let part = Part { cells: part.cells | 1 << cell, set: part.set | sets[cell] };
            let most = part.cells.size() as usize + source.len() - index - 1;
            if most as i32 - (part.set & own).size() as i32 >= least {
                look(part)?;
                extend(&source[index + 1..], sets, own, least, part, look)?;
            }
        }
        ControlFlow::Continue(())
    }
    extend(source, sets, own, least, Part { cells: 0, set: 0 }, look)
}
