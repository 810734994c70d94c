//! Unavoidable sets by the bands that they lie in.

use std::collections::HashSet;
use std::ops::ControlFlow;

use sudoku_core::{Board, Cell, Ending, Grid, Symmetry};

use crate::bits::{CellBits, board_of, cells, difference};
use crate::run::{Flow, Run};

/// A set of cells of a band; bit 0 is the first cell.
pub(super) type Part = u32;

/// A set of cells: its part in each band.
pub(super) type Parts = [Part; 3];

/// All cells of a band.
pub(super) const BAND: Part = (1 << 27) - 1;

/// Enumerates the places of the cells in their band.
pub(super) fn places(mut part: Part) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = part.trailing_zeros() as usize;
        part &= part.wrapping_sub(1);
        (place < 27).then_some(place)
    })
}

/// Splits a set of cells into its parts.
pub(super) fn parts(set: CellBits) -> Parts {
    [0, 27, 54].map(|first| (set >> first) as Part & BAND)
}

/// The maximum number of solutions of a board that are turned into unavoidable sets.
const MOST_SOLUTIONS: u64 = 3000;

/// The number of cells of the largest set that is collected.
const LARGEST: u32 = 16;

/// The maximum number of sets that are remembered.
const REMEMBERED: usize = 1 << 15;

/// Known unavoidable sets.
#[derive(Clone)]
pub(super) struct Sets {
    known: HashSet<Parts>,
    all: Vec<Parts>,
}

impl Sets {
    /// Collects unavoidable sets of the solution: those in which up to four digits move, or in
    /// which only cells of a band, of a stack, or of four boxes move.
    pub(super) fn collect(run: &mut Run<'_>, solution: &Grid) -> Flow<Vec<CellBits>> {
        let digit = |cell: Cell| solution.as_bytes()[cell.index()] - 1;
        let blanks = |is_blank: &dyn Fn(Cell) -> bool| {
            Cell::all().filter(|&cell| is_blank(cell)).fold(0, |set, cell| set | 1 << cell.index())
        };
        let mut regions: Vec<CellBits> = (0..1_u16 << 9)
            .filter(|digits| (2..=4).contains(&digits.count_ones()))
            .map(|digits| blanks(&|cell| digits >> digit(cell) & 1 != 0))
            .collect();
        for chute in 0..3 {
            regions.push(blanks(&|cell| cell.row() / 3 == chute));
            regions.push(blanks(&|cell| cell.column() / 3 == chute));
            for other in 0..3 {
                regions.push(blanks(&|cell| cell.row() / 3 != chute && cell.column() / 3 != other));
            }
        }
        let mut found = HashSet::new();
        for region in regions {
            let mut of_region = Vec::new();
            let board = board_of(solution, !region & ALL);
            let report = run.search(&board, MOST_SOLUTIONS, &mut |grid| {
                of_region.push(difference(grid, solution));
                ControlFlow::Continue(())
            })?;
            // The first ones of more solutions would depend on the solver.
            if report.ending == Ending::Exhausted {
                found.extend(of_region.into_iter().filter(|set| set.count_ones() <= LARGEST));
            }
        }
        found.remove(&0);
        let mut found: Vec<CellBits> = found.into_iter().collect();
        found.sort_unstable_by_key(|set| (set.count_ones(), *set));
        Flow::Continue(minimal(&found))
    }

    pub(super) fn new(sets: &[CellBits], is_transposed: bool) -> Self {
        let mut all = Self { known: HashSet::new(), all: Vec::new() };
        for &set in sets {
            let set = if is_transposed { transposed(set) } else { set };
            all.add(parts(set));
        }
        all
    }

    /// Adds a set, unless there are too many.
    pub(super) fn add(&mut self, set: Parts) {
        if self.all.len() < REMEMBERED && self.known.insert(set) {
            self.all.push(set);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn all(&self) -> &[Parts] {
        &self.all
    }
}

/// All cells of the board.
pub(super) const ALL: CellBits = (1 << 81) - 1;

/// Moves a set of cells from the rows to the columns.
fn transposed(set: CellBits) -> CellBits {
    cells(set).fold(0, |moved, cell| moved | 1 << Symmetry::TRANSPOSE.image(cell).index())
}

/// Returns the sets that include no other set. They are sorted by size.
fn minimal(sets: &[CellBits]) -> Vec<CellBits> {
    let mut kept: Vec<CellBits> = Vec::new();
    // The kept sets, by their first cells.
    let mut by_first = vec![Vec::new(); Cell::COUNT];
    for &set in sets {
        let includes_other =
            cells(set).any(|cell| by_first[cell.index()].iter().any(|other| other & !set == 0));
        if !includes_other {
            by_first[set.trailing_zeros() as usize].push(set);
            kept.push(set);
        }
    }
    kept
}

/// Returns the parts that include no other part, from the smallest to the largest.
pub(super) fn minimal_parts(mut sets: Vec<Part>) -> Vec<Part> {
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    sets.dedup();
    let mut kept: Vec<Part> = Vec::new();
    for set in sets {
        // Without a branch for each set, the compiler makes vector code.
        let includes_any =
            |others: &[Part]| others.iter().fold(false, |any, other| any | (other & !set == 0));
        if !kept.chunks(32).any(includes_any) {
            kept.push(set);
        }
    }
    kept
}

/// Returns the number of sets that have no cell in common: the first one, and each later one that
/// has no cell of the sets taken before.
pub(super) fn disjoint(sets: impl Iterator<Item = Part>) -> usize {
    let mut used = 0;
    let is_disjoint = |set: &Part| {
        let is_disjoint = set & used == 0;
        used |= if is_disjoint { *set } else { 0 };
        is_disjoint
    };
    sets.filter(is_disjoint).count()
}

/// Returns the board with the cells of a band added as clues.
pub(super) fn with(board: &Board, solution: &Grid, band: usize, part: Part) -> Board {
    let mut board = *board;
    for place in places(part) {
        if let Some(cell) = Cell::new(27 * band + place) {
            board.set(cell, solution.as_board().get(cell));
        }
    }
    board
}
