//! Removal of clues from a grid in a given order, with as few searches as possible.
//!
//! The result equals that of the plain method: each item in turn (a cell, or an orbit of cells) is
//! removed if the puzzle stays proper without it.
//!
//! A clue cannot be removed exactly if it is the last remaining clue of some unavoidable set. So
//! the algorithm alternates two steps:
//! 1. Run the plain method against the known unavoidable sets, up to some item. This needs no
//!    search.
//! 2. Search for a second solution of the board that is left.
//!
//! If there is a second solution, the cells in which it differs are an unavoidable set that was not
//! known. The wrong removal was that of the set's last item in the order, and all decisions from
//! that item on are repeated. If there is no second solution, all decisions equal those of the
//! plain method. The proof is by induction over the items. A removal is right because the proper
//! puzzle has no more clues than were left at that point. A refusal is right because of its
//! unavoidable set.
//!
//! So the solutions that the solver finds, and their order, influence only the time.
//!
//! This holds if the solver keeps its contract. A wrong solver may cause a wrong puzzle, but the
//! search always ends: see [`SUSPICIOUS`].

use std::ops::ControlFlow;

use sudoku_core::{Board, Cell, Grid, Limits, Report, Solver};

use crate::unavoidable::{BITS, CellBits, board_of, cells, difference, simple_sets};

/// The number of cells that are removed before the first search. Fewer cause more searches, and
/// with more too many searches fail.
const AT_FIRST: usize = 48;

/// The number of second solutions for a puzzle after which further ones are checked. A correct
/// solver finds about twenty, so checking them would waste time; a wrong solver could return
/// invalid ones forever.
const SUSPICIOUS: usize = 1000;

/// The end of a list of sets.
const NONE: u32 = u32::MAX;

/// The item number of a clue that is never removed.
const STAYS: u8 = u8::MAX;

/// The set of all cells.
const ALL: CellBits = (1 << 81) - 1;

/// The limits of a removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RemovalTarget {
    /// The minimum number of clues; an item that would leave fewer is not removed.
    pub(crate) least: usize,
    /// The number of clues at which the removal stops.
    pub(crate) stop_at: usize,
}

/// The state of a removal.
pub(crate) struct Removal<'a> {
    items: &'a [CellBits],
    target: RemovalTarget,
    /// The number of each cell's item.
    item_of: [u8; 81],
    /// The number of cells of each item.
    sizes: [u8; 81],
    /// The known unavoidable sets as linked lists: each with the index of the next set that has the
    /// same last item.
    sets: Vec<(CellBits, u32)>,
    /// The index of the first set in each item's list.
    lists: [u32; 81],
    /// The clues that are left just before each item is decided.
    clues: [CellBits; 82],
    /// The numbers of those clues.
    counts: [u8; 82],
    /// The first item whose decision is not proved.
    proved: usize,
    /// The first item that is not decided yet.
    asked: usize,
}

impl<'a> Removal<'a> {
    /// Removes every item that can be removed, and proves the result.
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

    /// Searches until all decisions are proved, or until `most` second solutions were found.
    /// Returns true if all are proved.
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

    /// Starts with all cells of the solution as clues. Items are disjoint; a cell that is in no
    /// item keeps its clue.
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

    /// Returns the clues of a puzzle that is proved proper, and the smaller set of clues that has
    /// to be proved next. Returns `None` if all is proved.
    fn question(&self) -> Option<[CellBits; 2]> {
        (self.proved < self.items.len()).then(|| [self.clues[self.proved], self.clues[self.asked]])
    }

    /// Records that the puzzle is proper.
    fn is_proper(&mut self) {
        self.proved = self.asked;
        self.advance(self.asked);
    }

    /// Records that the puzzle has another solution, which differs in these cells.
    fn has_another(&mut self, set: CellBits) {
        // The other cells of the set were not clues of the proper puzzle.
        let removed = self.clues[self.proved] & !self.clues[self.asked];
        let Some(last) = cells(set & removed).map(|cell| self.item_of[cell]).max() else {
            // A correct solver never reports such a set.
            return self.is_proper();
        };
        self.learn(set, last);
        self.advance(usize::from(last));
    }

    /// Returns the clues that are left at the end.
    pub(crate) fn clues(&self) -> CellBits {
        self.clues[self.items.len()]
    }

    /// Enumerates the known unavoidable sets.
    pub(crate) fn sets(&self) -> impl Iterator<Item = CellBits> {
        self.sets.iter().map(|&(set, _)| set)
    }

    /// Stores an unavoidable set whose last item is this one.
    fn learn(&mut self, set: CellBits, last: u8) {
        // A set with a cell that always keeps its clue excludes nothing.
        if let Some(list) = self.lists.get_mut(usize::from(last)) {
            self.sets.push((set, *list));
            *list = self.sets.len() as u32 - 1;
        }
    }

    /// Repeats the decisions from this item on, up to the end of the next question.
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

    /// Returns true if no known set and no limit prevents the removal of this item from `count`
    /// clues.
    fn can_go(&self, item: usize, clues: CellBits, count: usize) -> bool {
        let without = clues & !self.items[item];
        let mut list = self.lists[item];
        while let Some(&(set, next)) = self.sets.get(list as usize) {
            if set & without == 0 {
                return false;
            }
            list = next;
        }
        // If a large item would leave too few clues, a later, smaller one may still fit.
        let size = usize::from(self.sizes[item]);
        count > self.target.stop_at && count >= self.target.least + size
    }
}

/// A solver that skips invalid solutions of another one.
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

/// The number of removed cells up to which trying all digits is faster than a search for two
/// solutions.
const FEW: usize = 8;

/// Searches for a second solution of a board that is known to be proper together with the `removed`
/// clues. Returns the cells in which it differs.
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
    // A second solution has a different digit in one of the removed cells. Refuting a wrong digit
    // is faster than proving uniqueness, and a right guess is found at once.
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
