//! Taking clues away from a grid in a given order, with as few searches as possible.
//!
//! What comes out is what the plain method gives: every item (a cell, or an orbit of cells) in turn
//! is taken away if the puzzle stays proper without it. How it is found is another matter.
//!
//! A clue cannot go exactly if there is an unavoidable set of which it is the last cell with a
//! clue. So the plain method is run against the unavoidable sets that are known, which takes no
//! search, up to some item; then a search for a second solution says whether the sets were enough.
//! If there is one, the cells in which it differs are a set that was missing: one of the removals
//! was wrong, namely that of the set's last cell in the order, and from there on everything is done
//! again. If there is none, then all decisions are those of the plain method: by induction over the
//! items, a removal is right because the puzzle that was proved proper has not more clues, and a
//! refusal because of its set.
//!
//! So which solutions the searches find, and in which order, has an influence on the time only.
//!
//! That is so if the solver keeps its contract. One that does not may lead to a wrong puzzle, but
//! always to an end: see [`SUSPICIOUS`].

use std::ops::ControlFlow;

use sudoku_core::{Board, Cell, Grid, Limits, Report, Solver};

use crate::unavoidable::{BITS, CellBits, board_of, cells, difference, simple_sets};

/// How many cells are taken away before the first search. With fewer there are more searches, with
/// more of them too many fail.
const AT_FIRST: usize = 48;

/// After this number of second solutions for a puzzle the others are checked. A right solver finds
/// some twenty, and to check those would cost time for nothing; a wrong one could find them without
/// end.
const SUSPICIOUS: usize = 1000;

/// No set, at the end of a list of sets.
const NONE: u32 = u32::MAX;

/// No item: the clue stays.
const STAYS: u8 = u8::MAX;

/// All cells.
const ALL: CellBits = (1 << 81) - 1;

/// When to stop taking clues away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RemovalTarget {
    /// No item is taken away that would leave fewer clues.
    pub(crate) least: usize,
    /// Nothing is taken away any more when no more clues than this are left.
    pub(crate) stop_at: usize,
}

/// A removal under way.
pub(crate) struct Removal<'a> {
    items: &'a [CellBits],
    target: RemovalTarget,
    /// For each cell, the number of its item.
    item_of: [u8; 81],
    /// For each item, how many cells it has.
    sizes: [u8; 81],
    /// Known sets, each with the next in the list of those with the same last item.
    sets: Vec<(CellBits, u32)>,
    /// For each item, the first of the sets of which it is the last.
    lists: [u32; 81],
    /// For each item, the clues with which it is come to.
    clues: [CellBits; 82],
    /// How many clues those are.
    counts: [u8; 82],
    /// The items before this one are proved.
    proved: usize,
    /// The items before this one are in question.
    asked: usize,
}

impl<'a> Removal<'a> {
    /// Takes away what can go, and proves it.
    pub(crate) fn run(
        solver: &dyn Solver,
        solution: &Grid,
        items: &'a [CellBits],
        target: RemovalTarget,
    ) -> Self {
        let mut removal = Self::new(solution, items, target);
        if !removal.prove(solver, solution, SUSPICIOUS) {
            removal.prove(&ValidOnly(solver), solution, usize::MAX);
        }
        removal
    }

    /// Asks until all is proved, or until `most` second solutions were found; returns whether all
    /// is.
    fn prove(&mut self, solver: &dyn Solver, solution: &Grid, most: usize) -> bool {
        let mut on_board = self.clues[self.asked];
        let mut board = board_of(solution, on_board);
        let mut found = 0;
        while let Some([proper, clues]) = self.question() {
            if found == most {
                return false;
            }
            for cell in cells(on_board ^ clues).filter_map(Cell::new) {
                let is_clue = clues & BITS[cell.index()] != 0;
                board.set(cell, solution.as_board().get(cell).filter(|_| is_clue));
            }
            on_board = clues;
            match another_solution(solver, solution, &board, proper & !clues) {
                Some(set) => {
                    found += 1;
                    self.has_another(set);
                }
                None => self.is_proper(),
            }
        }
        true
    }

    /// Starts with all cells of the solution as clues; items are disjoint, and cells in none of
    /// them stay.
    fn new(solution: &Grid, items: &'a [CellBits], target: RemovalTarget) -> Self {
        let (mut item_of, mut sizes) = ([STAYS; 81], [0; 81]);
        for ((item, &set), size) in (0..).zip(items).zip(&mut sizes) {
            for cell in cells(set) {
                item_of[cell] = item;
                *size += 1;
            }
        }
        let mut removal = Self {
            items,
            target,
            item_of,
            sizes,
            sets: Vec::with_capacity(160),
            lists: [NONE; 81],
            clues: [ALL; 82],
            counts: [81; 82],
            proved: 0,
            asked: 0,
        };
        simple_sets(solution, &item_of, |set, last| removal.learn(set, last));
        removal.advance(0);
        removal
    }

    /// The clues of a puzzle that is proved proper, and fewer: is it still proper with these?
    /// `None` if all is proved.
    fn question(&self) -> Option<[CellBits; 2]> {
        (self.proved < self.items.len()).then(|| [self.clues[self.proved], self.clues[self.asked]])
    }

    /// Takes the answer that the puzzle is proper.
    fn is_proper(&mut self) {
        self.proved = self.asked;
        self.advance(self.asked);
    }

    /// Takes the answer that the puzzle has another solution, which differs in these cells.
    fn has_another(&mut self, set: CellBits) {
        // What the set has beside the clues in question were no clues before.
        let removed = self.clues[self.proved] & !self.clues[self.asked];
        let Some(last) = cells(set & removed).map(|cell| self.item_of[cell]).max() else {
            // No solver that is right says so.
            return self.is_proper();
        };
        self.learn(set, last);
        self.advance(usize::from(last));
    }

    /// The clues that are left when all is proved.
    pub(crate) fn clues(&self) -> CellBits {
        self.clues[self.items.len()]
    }

    /// The unavoidable sets that were found.
    pub(crate) fn sets(&self) -> impl Iterator<Item = CellBits> {
        self.sets.iter().map(|&(set, _)| set)
    }

    /// Remembers an unavoidable set, of which this item is the last.
    fn learn(&mut self, set: CellBits, last: u8) {
        // With a cell that stays a set has nothing to say.
        if let Some(list) = self.lists.get_mut(usize::from(last)) {
            self.sets.push((set, *list));
            *list = self.sets.len() as u32 - 1;
        }
    }

    /// Decides anew from this item on, as far as the next question is to go.
    fn advance(&mut self, from: usize) {
        let mut item = from;
        let mut clues = self.clues[item];
        let mut count = usize::from(self.counts[item]);
        let proved = usize::from(self.counts[self.proved]);
        let enough = if self.proved == 0 { AT_FIRST } else { 1 };
        while item < self.items.len() {
            if item > self.proved && proved - count >= enough {
                break;
            }
            if self.can_go(item, clues, count) {
                clues &= !self.items[item];
                count -= usize::from(self.sizes[item]);
            }
            item += 1;
            self.clues[item] = clues;
            self.counts[item] = count as u8;
        }
        self.asked = item;
    }

    /// Whether the item can go for all that is known, where `count` clues are left.
    fn can_go(&self, item: usize, clues: CellBits, count: usize) -> bool {
        let without = clues & !self.items[item];
        let mut list = self.lists[item];
        while let Some(&(set, next)) = self.sets.get(list as usize) {
            if set & without == 0 {
                return false;
            }
            list = next;
        }
        // A large item may lead past the range where a later, smaller one leads into it.
        let size = usize::from(self.sizes[item]);
        count > self.target.stop_at && count >= self.target.least + size
    }
}

/// A solver whose solutions are left out if they are none.
struct ValidOnly<'a>(&'a dyn Solver);

impl Solver for ValidOnly<'_> {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        self.0.search(board, limits, &mut |grid| {
            let is_solution = grid.is_valid() && grid.extends(board);
            if is_solution { found(grid) } else { ControlFlow::Continue(()) }
        })
    }
}

/// Up to this number of cells it is faster to try all digits than to search.
const FEW: usize = 8;

/// Looks for a solution other than this one of a board that would be proper with the clues that
/// were removed from it; gives the cells in which it differs.
pub(crate) fn another_solution(
    solver: &dyn Solver,
    solution: &Grid,
    board: &Board,
    removed: CellBits,
) -> Option<CellBits> {
    let look = |board: &Board, most| {
        let mut set = 0;
        solver.search(board, &Limits::solutions(most), &mut |found| {
            set = difference(found, solution);
            if set == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (set != 0).then_some(set)
    };
    if cells(removed).nth(FEW).is_some() {
        return look(board, 2);
    }
    // The other solution has another digit in one of the cells. A wrong digit is refuted faster
    // than properness is proved, and the right one is the first thing that is tried.
    let mut board = *board;
    for cell in cells(removed).filter_map(Cell::new) {
        let digit = solution.as_board().get(cell);
        for other in board.candidates(cell).iter().filter(|&other| Some(other) != digit) {
            board.set(cell, Some(other));
            let found = look(&board, 1);
            if found.is_some() {
                return found;
            }
        }
        board.set(cell, digit);
    }
    None
}
