//! `sudoku-mrv` is a Sudoku solver that places naked and hidden singles first, and then branches on
//! a cell with the fewest candidates ("minimum remaining values").
//!
//! ```
//! use sudoku_mrv::{Board, Limits, Mrv, Solver};
//!
//! let puzzle: Board =
//!     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
//!         .parse()?;
//! let outcome = Mrv.solve(&puzzle, &Limits::solutions(2));
//! println!("{}", outcome.first.expect("the puzzle has a solution"));
//! assert!(outcome.report.is_proper());
//! # Ok::<(), sudoku_mrv::ReadError>(())
//! ```
//!
//! # How to use it
//! Every strategy implements the trait [`Solver`]:
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//! use sudoku_mrv::{Board, Ending, Limits, Mrv, PuzzleBatch, Solver};
//!
//! let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Board = clues.parse()?;
//! assert!(Mrv.first_solution(&puzzle).is_some() && Mrv.is_proper(&puzzle));
//!
//! // Counts solutions, within limits on solutions and nodes.
//! let report = Mrv.count(&Board::EMPTY, &Limits::solutions(1_000).with_nodes(100_000));
//! assert_eq!((report.solutions, report.ending), (1_000, Ending::SolutionLimit));
//!
//! // Passes each solution to a callback, which may end the search.
//! let mut found = Vec::new();
//! let report = Mrv.search(&Board::EMPTY, &Limits::ALL, &mut |grid| {
//!     found.push(*grid);
//!     if found.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
//! });
//! assert_eq!((found.len(), report.ending), (3, Ending::Caller));
//!
//! // Searches many boards. Another thread may raise the flag to stop them all.
//! let (boards, flag) = ([puzzle; 10], AtomicBool::new(false));
//! let (limits, mut outcomes) = (Limits::solutions(2).with_stop(&flag), Vec::new());
//! Mrv.search_batch(PuzzleBatch::new(&boards, &mut outcomes), &limits);
//! assert!(outcomes.iter().all(|outcome| outcome.report.is_proper()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//! For each digit, the search keeps the set of cells where it can still go, as bits. A few bit
//! operations on such a set find every cell that is the only place of its digit in a house (a
//! hidden single). The same operations on all nine sets find every cell with one candidate (a naked
//! single). All singles are placed before the search guesses.
//!
//! # Order and counters
//! Among the cells with the fewest candidates, the search takes the one that shares its houses with
//! the most others of them, and among equal ones the first, row by row. It tries the digits of the
//! cell in ascending order. So solutions do not come in lexicographic order.
//!
//! The node limit counts placements: every digit written into a cell, as a single or as a guess. In
//! a search from [`Candidates`], digits that are already decided do not count. A digit tried in the
//! chosen cell is a guess unless it is the cell's last candidate.
//!
//! # Limitations
//! The search uses only singles. On puzzles that need locked candidates, pairs and more, it makes
//! several times as many guesses as an engine that finds those.

#![warn(missing_debug_implementations)]

use std::ops::ControlFlow;

pub use sudoku_core::{
    self, Board, Candidates, Cell, Digit, DigitSet, Ending, Grid, House, Limits, Outcome,
    PuzzleBatch, ReadError, Report, Solver,
};
use sudoku_core::{Meter, ObservableSolver, Observer, SearchStep};

/// The most-constrained-cell solver: see the [crate documentation](crate).
#[derive(Clone, Copy, Debug, Default)]
pub struct Mrv;

impl Solver for Mrv {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        run(|| MrvState::new(board), limits, found, &mut ())
    }
}

impl Solver<Candidates> for Mrv {
    fn search(
        &self,
        candidates: &Candidates,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        run(|| MrvState::among(candidates), limits, found, &mut ())
    }
}

impl ObservableSolver for Mrv {
    fn search_observed(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
        mut observer: &mut dyn FnMut(SearchStep) -> ControlFlow<()>,
    ) -> Report {
        run(|| MrvState::new(board), limits, found, &mut observer)
    }
}

/// Searches from a state, or ends at once if the puzzle contradicts itself.
fn run(
    state: impl FnOnce() -> Option<MrvState>,
    limits: &Limits<'_>,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    observer: &mut impl Observer,
) -> Report {
    let mut guesses = 0;
    let report = Meter::run(limits, found, |meter| match state() {
        Some(state) => explore(state, meter, &mut guesses, observer),
        None => ControlFlow::Continue(()),
    });
    report.with_placements(report.nodes).with_guesses(guesses)
}

/// Searches the tree below this state.
fn explore(
    mut state: MrvState,
    meter: &mut Meter<'_>,
    guesses: &mut u64,
    observer: &mut impl Observer,
) -> ControlFlow<Ending> {
    let Some(bivalue) = state.place_singles(meter, observer)? else {
        return observer.report(|| Some(SearchStep::DeadEnd));
    };
    let Some((cell, all)) = state.most_constrained(bivalue) else {
        observer.report(|| Some(SearchStep::Solution))?;
        return state.to_grid().map_or(ControlFlow::Continue(()), |grid| meter.solution(&grid));
    };
    let mut digits = all;
    while digits != 0 {
        observer.report(|| {
            let cell = Cell::new(cell)?;
            let choose = || Some(SearchStep::Choose { cell, digits: DigitSet::from_bits(all)? });
            if digits == all { choose() } else { Some(SearchStep::Return { cell }) }
        })?;
        let digit = digits.trailing_zeros() as usize;
        digits &= digits - 1;
        meter.node()?;
        *guesses += u64::from(digits != 0);
        observer.report(|| {
            let (cell, digit) = (Cell::new(cell)?, Digit::new(digit as u8 + 1)?);
            Some(SearchStep::Place { cell, digit, is_guess: digits != 0 })
        })?;
        let mut child = state;
        child.place(digit, cell);
        explore(child, meter, guesses, observer)?;
    }
    ControlFlow::Continue(())
}

/// A set of cells, by bands: bit `9 * row in band + column` of each word.
type BandCells = [u32; 3];

const ALL_CELLS: u32 = (1 << 27) - 1;

/// The nine digits in lanes, plus three lanes that fill up the vector registers.
const LANES: usize = 12;

/// A word for each digit and band.
type PerDigit = [[u32; LANES]; 3];

#[derive(Clone, Copy)]
struct MrvState {
    /// For each band and digit (0 to 8), the cells where the digit can go. A placed digit keeps its
    /// own cell, so a house without a place for a digit always means a contradiction. The lanes
    /// beyond the digits hold every cell.
    places: PerDigit,
    /// The cells that hold a digit.
    filled: BandCells,
}

impl MrvState {
    /// Makes the state of a board, or `None` if two clues contradict each other.
    fn new(board: &Board) -> Option<Self> {
        let mut state = Self { places: [[ALL_CELLS; LANES]; 3], filled: [0; 3] };
        for (cell, digit) in board.clues() {
            let digit = usize::from(digit.get()) - 1;
            let (band, bit) = band_and_bit(cell.index());
            if state.places[band][digit] & bit == 0 {
                return None;
            }
            state.place(digit, cell.index());
        }
        Some(state)
    }

    /// Makes the state of candidates, or `None` if two decided digits contradict each other.
    fn among(candidates: &Candidates) -> Option<Self> {
        let mut state = Self::new(candidates.values())?;
        for cell in Cell::all() {
            let (band, bit) = band_and_bit(cell.index());
            for digit in Digit::all().filter(|&digit| !candidates.get(cell).contains(digit)) {
                state.places[band][usize::from(digit.get()) - 1] &= !bit;
            }
        }
        Some(state)
    }

    /// Writes a digit into a cell.
    fn place(&mut self, digit: usize, cell: usize) {
        let (band, bit) = band_and_bit(cell);
        for places in &mut self.places[band][..9] {
            *places &= !bit;
        }
        self.places[band][digit] |= bit;
        self.filled[band] |= bit;
        self.remove_from_peers(digit, cell);
    }

    /// Removes the digit from the candidates of the cell's peers.
    fn remove_from_peers(&mut self, digit: usize, cell: usize) {
        for band in 0..3 {
            self.places[band][digit] &= !PEERS[cell][band];
        }
    }

    /// Places all singles, and repeats until none are left. Returns the cells with two candidates,
    /// or `None` if there is a contradiction.
    // The search exists with and without an observer. The compiler inlines a function with two
    // callers less often, which costs 9% here.
    #[inline(always)]
    fn place_singles(
        &mut self,
        meter: &mut Meter<'_>,
        observer: &mut impl Observer,
    ) -> ControlFlow<Ending, Option<BandCells>> {
        loop {
            let Some((naked, bivalue)) = self.naked_singles() else {
                return ControlFlow::Continue(None);
            };
            let Some(mut singles) = self.hidden_singles() else {
                return ControlFlow::Continue(None);
            };
            let mut all: BandCells = [0; 3];
            let mut twice = 0;
            for band in 0..3 {
                for digit in 0..9 {
                    let here = &mut singles[band][digit];
                    *here |= self.places[band][digit] & naked[band];
                    twice |= all[band] & *here;
                    all[band] |= *here;
                }
            }
            if twice != 0 {
                // A cell is the only place of two digits.
                return ControlFlow::Continue(None);
            }
            if all == [0; 3] {
                return ControlFlow::Continue(Some(bivalue));
            }
            for band in 0..3 {
                self.filled[band] |= all[band];
                for lane in 0..9 {
                    self.places[band][lane] &= !all[band] | singles[band][lane];
                }
            }
            for band in 0..3 {
                for digit in 0..9 {
                    let mut cells = singles[band][digit];
                    while cells != 0 {
                        meter.node()?;
                        let cell = band * 27 + cells.trailing_zeros() as usize;
                        observer.report(|| {
                            let (cell, digit) = (Cell::new(cell)?, Digit::new(digit as u8 + 1)?);
                            Some(SearchStep::Single { cell, digit })
                        })?;
                        self.remove_from_peers(digit, cell);
                        cells &= cells - 1;
                    }
                }
            }
        }
    }

    /// Returns the blanks with one candidate and those with two, or `None` if a cell has no
    /// candidate.
    #[inline(always)]
    fn naked_singles(&self) -> Option<(BandCells, BandCells)> {
        let (mut naked, mut bivalue) = ([0; 3], [0; 3]);
        for band in 0..3 {
            // The cells with at least one, two and three candidates.
            let (mut one, mut two, mut three) = (0, 0, 0);
            for places in &self.places[band][..9] {
                three |= two & places;
                two |= one & places;
                one |= places;
            }
            if one != ALL_CELLS {
                return None;
            }
            naked[band] = one & !two & !self.filled[band];
            bivalue[band] = two & !three;
        }
        Some((naked, bivalue))
    }

    /// Returns for each digit the blanks that are its only place in a house, or `None` if a house
    /// has no place for a digit.
    ///
    /// Each house has no place, one place, or several places for the digit; in the last case it is
    /// *crowded*. The minirows are counted first, three cells each. Rows and boxes are three
    /// minirows each. If at least one of a cell's houses is not crowded, the cell is the only place
    /// there. Every operation works on all lanes alike without a branch, so the compiler can use
    /// vector instructions.
    #[inline(always)]
    fn hidden_singles(&self) -> Option<PerDigit> {
        // The first cells of the minirows, the first cells of the rows, the first row, and the
        // first cells of the boxes within it.
        const MINIROWS: u32 = 0o111_111_111;
        const ROWS: u32 = 0o001_001_001;
        const FIRST_ROW: u32 = 0o777;
        const BOXES: u32 = 0o111;

        let mut singles = [[0; LANES]; 3];
        let mut missing = 0;
        for lane in 0..LANES {
            let mut crowded = [0; 3];
            let (mut columns, mut crowded_columns) = (0, 0);
            for band in 0..3 {
                let cells = self.places[band][lane];
                let (some, more) = count([cells, cells >> 1, cells >> 2]);
                let (some, more) = (some & MINIROWS, more & MINIROWS);

                let (rows, crowded_rows) = count([some, some >> 3, some >> 6]);
                let crowded_rows = (crowded_rows | more | more >> 3 | more >> 6) & ROWS;
                let (boxes, crowded_boxes) = count([some, some >> 9, some >> 18]);
                let crowded_boxes = (crowded_boxes | more | more >> 9 | more >> 18) & BOXES;
                missing |= (!rows & ROWS) | (!boxes & BOXES);
                crowded[band] = widen_rows(crowded_rows) & widen_boxes(crowded_boxes);

                let (some, more) = count([cells, cells >> 9, cells >> 18]);
                crowded_columns |= (more | (columns & some)) & FIRST_ROW;
                columns |= some & FIRST_ROW;
            }
            missing |= !columns & FIRST_ROW;
            let crowded_columns = crowded_columns | crowded_columns << 9 | crowded_columns << 18;
            for band in 0..3 {
                let alone = !(crowded[band] & crowded_columns);
                singles[band][lane] = self.places[band][lane] & alone & !self.filled[band];
            }
        }
        (missing == 0).then_some(singles)
    }

    /// Returns the blank to branch on with its candidates as bits 0 to 8, or `None` if every cell
    /// is filled.
    #[inline(always)]
    fn most_constrained(&self, bivalue: BandCells) -> Option<(usize, u16)> {
        if self.filled == [ALL_CELLS; 3] {
            return None;
        }
        // Nearly always some cell has two candidates, and nothing has to be counted.
        let fewest = match bivalue {
            [0, 0, 0] => {
                (3..10).map(|count| self.blanks_with(count)).find(|cells| *cells != [0; 3])?
            }
            _ => bivalue,
        };
        let mut best = None;
        for band in 0..3 {
            let mut cells = fewest[band];
            while cells != 0 {
                let cell = band * 27 + cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let near: u32 =
                    (0..3).map(|band| (fewest[band] & PEERS[cell][band]).count_ones()).sum();
                if best.is_none_or(|(most, _)| near > most) {
                    best = Some((near, cell));
                }
            }
        }
        let (_, cell) = best?;
        let (band, bit) = band_and_bit(cell);
        let digits = (0..9).filter(|&digit| self.places[band][digit] & bit != 0);
        Some((cell, digits.fold(0, |digits, digit| digits | 1 << digit)))
    }

    /// Returns the cells with this many candidates. With two or more candidates they are all
    /// blanks.
    fn blanks_with(&self, count: usize) -> BandCells {
        let mut cells = [0; 3];
        for cell in 0..81 {
            let (band, bit) = band_and_bit(cell);
            let candidates = self.places[band][..9].iter().filter(|places| *places & bit != 0);
            if candidates.count() == count {
                cells[band] |= bit;
            }
        }
        cells
    }

    /// Returns the grid of a state without blanks.
    fn to_grid(self) -> Option<Grid> {
        let mut digits = [0; 81];
        for (cell, value) in digits.iter_mut().enumerate() {
            let (band, bit) = band_and_bit(cell);
            *value = (1..).zip(&self.places[band][..9]).find(|(_, places)| *places & bit != 0)?.0;
        }
        Grid::new(digits).ok()
    }
}

/// Returns the marks that are in at least one of three sets, and the marks that are in at least
/// two.
fn count([a, b, c]: [u32; 3]) -> (u32, u32) {
    (a | b | c, (a & b) | ((a | b) & c))
}

/// Expands the first cell of each row to the whole row. Shifts replace a multiplication, which is
/// slow as a vector instruction.
fn widen_rows(first_cells: u32) -> u32 {
    let minirows = first_cells | first_cells << 1 | first_cells << 2;
    minirows | minirows << 3 | minirows << 6
}

/// Expands the first cell of each box to the whole box.
fn widen_boxes(first_cells: u32) -> u32 {
    let minirows = first_cells | first_cells << 1 | first_cells << 2;
    minirows | minirows << 9 | minirows << 18
}

/// Returns the band of a cell, and the bit of the cell in the band's word.
fn band_and_bit(cell: usize) -> (usize, u32) {
    (cell / 27, 1 << (cell % 27))
}

/// The peers of each cell.
static PEERS: [BandCells; 81] = {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        if let Some(of) = Cell::new(cell) {
            let mut place = 0;
            while place < 20 {
                let peer = of.peers()[place].index();
                table[cell][peer / 27] |= 1 << (peer % 27);
                place += 1;
            }
        }
        cell += 1;
    }
    table
};
