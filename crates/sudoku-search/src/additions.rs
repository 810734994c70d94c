//! All ways to add clues to a board so that it becomes proper.

use std::ops::ControlFlow;

use sudoku_core::{Board, Cell, Digit, DigitSet, Grid, Outcome};

use crate::run::{Flow, Run};

/// The digits of each cell.
type CellDigits = [DigitSet; Cell::COUNT];

/// The numbers of solutions up to which a search lists all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// For one added clue. Above this number, the time of single searches for the candidates that
    /// are left is shorter.
    pub(crate) listed: u64,
    /// For several added clues. A solution takes 729 bits of memory.
    pub(crate) stored: u64,
}

impl Effort {
    /// The fastest choice, as measured.
    pub(crate) const BEST: Self = Self { listed: 512, stored: 1 << 16 };
}

/// The number of boards per batch. After each batch, the solutions that it found decide other
/// candidates.
const BATCH: usize = 64;

/// A search for clues to add.
pub(crate) struct Additions<'r, 'a> {
    run: &'r mut Run<'a>,
    effort: Effort,
    only_minimal: bool,
    /// The boards that result from the puzzle by removing one clue, and their listed solutions.
    listings: Vec<(Board, Listing)>,
    /// For the cell of each clue, the candidates that have a witness: a solution of the puzzle
    /// without this clue that has another digit in its cell. If such a candidate is added, the
    /// witness shows that the clue stays needed, whichever other clues are removed.
    witnesses: Vec<[u16; Cell::COUNT]>,
    boards: Vec<Board>,
    outcomes: Vec<Outcome>,
}

/// The first solutions of a board.
struct Listing {
    seen: Seen,
    /// The number of solutions, as far as they are listed.
    count: u64,
}

impl<'r, 'a> Additions<'r, 'a> {
    pub(crate) const fn new(run: &'r mut Run<'a>, effort: Effort, only_minimal: bool) -> Self {
        Self {
            run,
            effort,
            only_minimal,
            listings: Vec::new(),
            witnesses: Vec::new(),
            boards: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// For each clue, lists solutions of the puzzle without this clue. Call it before the search
    /// replaces clues by one clue. The solutions show for most neighbors that they are minimal.
    pub(crate) fn prepare(&mut self, puzzle: &Board) -> Flow {
        self.witnesses = vec![[0; Cell::COUNT]; Cell::COUNT];
        for (cell, digit) in puzzle.clues() {
            let board = with(puzzle, cell, None);
            let mut witnesses = Seen::new();
            let listing = self.list(&board, &mut |grid| {
                if grid.as_bytes()[cell.index()] != digit.get() {
                    witnesses.add(grid);
                }
            })?;
            self.listings.push((board, listing));
            self.witnesses[cell.index()] = witnesses.once;
        }
        ControlFlow::Continue(())
    }

    /// Lists the solutions of a board, as far as the effort for one added clue allows, but at least
    /// two.
    fn list(&mut self, board: &Board, visit: &mut dyn FnMut(&Grid)) -> Flow<Listing> {
        let mut seen = Seen::new();
        let most = self.effort.listed.saturating_add(1).max(2);
        let report = self.run.search(board, most, &mut |grid| {
            seen.add(grid);
            visit(grid);
            ControlFlow::Continue(())
        })?;
        ControlFlow::Continue(Listing { seen, count: report.solutions })
    }

    /// Finds all proper puzzles that have `count` clues more than the board. The added clues are
    /// among the `allowed` digits.
    pub(crate) fn search(&mut self, board: &Board, allowed: &CellDigits, count: usize) -> Flow {
        match count {
            0 => {
                let report = self.run.search(board, 2, &mut |_| ControlFlow::Continue(()))?;
                if report.is_proper() { self.found(board, None) } else { ControlFlow::Continue(()) }
            }
            1 => self.add_one(board, allowed),
            _ => self.add_several(board, allowed, count),
        }
    }

    /// Passes on a proper puzzle, unless it has to be minimal and is not. If only one clue was
    /// `added`, it is needed.
    fn found(&mut self, puzzle: &Board, added: Option<(Cell, Digit)>) -> Flow {
        if self.only_minimal {
            let Self { boards, witnesses, .. } = self;
            let is_needed = |cell: Cell| {
                let Some((place, digit)) = added else { return false };
                let known = witnesses.get(cell.index());
                cell == place || known.is_some_and(|it| it[place.index()] >> digit.get() & 1 != 0)
            };
            boards.clear();
            let unknown = puzzle.clues().filter(|&(cell, _)| !is_needed(cell));
            boards.extend(unknown.map(|(cell, _)| with(puzzle, cell, None)));
            self.run.search_all(&self.boards, &mut self.outcomes)?;
            if self.outcomes.iter().any(|outcome| outcome.report.is_proper()) {
                return ControlFlow::Continue(());
            }
        }
        self.run.found(puzzle)
    }

    /// Finds the proper puzzles with one more clue.
    fn add_one(&mut self, board: &Board, allowed: &CellDigits) -> Flow {
        let known = self.listings.iter().position(|(known, _)| known == board);
        let Listing { seen, count } = match known {
            Some(place) => self.listings.swap_remove(place).1,
            None => self.list(board, &mut |_| {})?,
        };
        if self.only_minimal && count == 1 {
            // The board is proper without an added clue.
            return ControlFlow::Continue(());
        }
        let mut right = seen.once();
        if count > self.effort.listed {
            right = self.decide(board, allowed, seen)?;
        }
        for cell in Cell::all().filter(|&cell| board.get(cell).is_none()) {
            for digit in right[cell.index()] & allowed[cell.index()] {
                self.found(&with(board, cell, Some(digit)), Some((cell, digit)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds the candidates that exactly one solution has, if only some solutions were seen.
    fn decide(&mut self, board: &Board, allowed: &CellDigits, mut seen: Seen) -> Flow<CellDigits> {
        let mut right = [DigitSet::EMPTY; Cell::COUNT];
        let blanks = Cell::all().filter(|&cell| board.get(cell).is_none());
        let possible = blanks.map(|cell| (cell, board.candidates(cell) & allowed[cell.index()]));
        let possible: Vec<(Cell, Digit)> =
            possible.flat_map(|(cell, digits)| digits.iter().map(move |it| (cell, it))).collect();
        // The solutions with a candidate that no known solution has are new. So first decide these
        // candidates, and learn from their solutions. The others have only one known solution.
        let mut batch = Vec::with_capacity(BATCH);
        for is_known in [false, true] {
            let mut left = possible.iter().copied().peekable();
            while left.peek().is_some() {
                batch.clear();
                batch.extend(
                    left.by_ref()
                        .filter(|&(cell, digit)| {
                            seen.is_known(cell, digit) == is_known
                                && !seen.is_several(cell, digit)
                                && !right[cell.index()].contains(digit)
                        })
                        .take(BATCH),
                );
                self.boards.clear();
                self.boards.extend(batch.iter().map(|&(cell, it)| with(board, cell, Some(it))));
                self.run.search_all(&self.boards, &mut self.outcomes)?;
                for (&(cell, digit), outcome) in batch.iter().zip(&self.outcomes) {
                    if let Some(grid) = &outcome.first
                        && !seen.is_known(cell, digit)
                    {
                        seen.add(grid);
                    }
                    match outcome.report.solutions {
                        0 => {}
                        1 => drop(right[cell.index()].insert(digit)),
                        _ => seen.add_several(cell, digit),
                    }
                }
            }
        }
        ControlFlow::Continue(right)
    }

    /// Finds the proper puzzles with `count` more clues, at least two.
    fn add_several(&mut self, board: &Board, allowed: &CellDigits, count: usize) -> Flow {
        let mut solutions = Vec::new();
        let most = self.effort.stored.saturating_add(1);
        let stored = self.run.search(board, most, &mut |grid| {
            solutions.push(*grid);
            ControlFlow::Continue(())
        })?;
        if stored.solutions <= self.effort.stored {
            let stored = Stored::new(board, allowed, &solutions);
            drop(solutions);
            return self.intersect(board, &stored, 0, &stored.all, count);
        }
        drop(solutions);
        // Add the first clue, and then others in later cells.
        let mut allowed = *allowed;
        for cell in Cell::all().filter(|&cell| board.get(cell).is_none()) {
            let digits = std::mem::replace(&mut allowed[cell.index()], DigitSet::EMPTY);
            for digit in digits & board.candidates(cell) {
                self.search(&with(board, cell, Some(digit)), &allowed, count - 1)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds the proper puzzles with `count` more clues among the stored candidates from number
    /// `start` on. `solutions` are those that have the clues that were added already.
    fn intersect(
        &mut self,
        board: &Board,
        stored: &Stored,
        start: usize,
        solutions: &[u64],
        count: usize,
    ) -> Flow {
        let mut common = vec![0; solutions.len()];
        for (number, &(cell, digit)) in stored.candidates.iter().enumerate().skip(start) {
            if board.get(cell).is_some() {
                continue;
            }
            let with_candidate = stored.solutions_with(number);
            if count == 1 {
                if is_single(solutions, with_candidate) {
                    self.found(&with(board, cell, Some(digit)), None)?;
                }
                continue;
            }
            let mut any = 0;
            for (common, (one, other)) in
                common.iter_mut().zip(solutions.iter().zip(with_candidate))
            {
                *common = one & other;
                any |= *common;
            }
            if any != 0 {
                let board = with(board, cell, Some(digit));
                self.intersect(&board, stored, number + 1, &common, count - 1)?;
            }
        }
        self.run.look()
    }
}

/// Returns the board with another content of a cell.
fn with(board: &Board, cell: Cell, digit: Option<Digit>) -> Board {
    let mut board = *board;
    board.set(cell, digit);
    board
}

/// Returns true if two sets have exactly one common element.
fn is_single(one: &[u64], other: &[u64]) -> bool {
    let mut found = false;
    for (one, other) in one.iter().zip(other) {
        let common = one & other;
        if common & common.wrapping_sub(1) != 0 || found && common != 0 {
            return false;
        }
        found |= common != 0;
    }
    found
}

/// The digits of each cell that were in one and in several different solutions. Bit 1 is digit 1.
struct Seen {
    once: [u16; Cell::COUNT],
    several: [u16; Cell::COUNT],
}

impl Seen {
    const fn new() -> Self {
        Self { once: [0; Cell::COUNT], several: [0; Cell::COUNT] }
    }

    /// Adds a solution that was not added before.
    fn add(&mut self, grid: &Grid) {
        let seen = self.once.iter_mut().zip(&mut self.several);
        for ((once, several), &digit) in seen.zip(grid.as_bytes()) {
            let bit = 1 << (digit & 15);
            *several |= *once & bit;
            *once |= bit;
        }
    }

    /// Notes that several solutions have the candidate.
    fn add_several(&mut self, cell: Cell, digit: Digit) {
        self.several[cell.index()] |= 1 << digit.get();
        self.once[cell.index()] |= 1 << digit.get();
    }

    /// Returns true if a known solution has the candidate.
    fn is_known(&self, cell: Cell, digit: Digit) -> bool {
        self.once[cell.index()] >> digit.get() & 1 != 0
    }

    /// Returns true if several solutions are known to have the candidate.
    fn is_several(&self, cell: Cell, digit: Digit) -> bool {
        self.several[cell.index()] >> digit.get() & 1 != 0
    }

    /// Returns the candidates that one solution had.
    fn once(&self) -> CellDigits {
        std::array::from_fn(|cell| {
            DigitSet::from_bits((self.once[cell] & !self.several[cell]) >> 1).unwrap_or_default()
        })
    }
}

/// Stored solutions: for each candidate of the blank cells, the set of solutions that have it.
struct Stored {
    /// The allowed candidates that a solution has, by cells and digits.
    candidates: Vec<(Cell, Digit)>,
    /// The set of all solutions.
    all: Vec<u64>,
    /// The sets of all candidates, one after the other.
    sets: Vec<u64>,
}

impl Stored {
    fn new(board: &Board, allowed: &CellDigits, solutions: &[Grid]) -> Self {
        let words = solutions.len().div_ceil(64);
        let (mut candidates, mut sets) = (Vec::new(), Vec::new());
        for cell in Cell::all().filter(|&cell| board.get(cell).is_none()) {
            for digit in allowed[cell.index()] {
                let start = sets.len();
                let has_it = |grid: &Grid| u64::from(grid.as_bytes()[cell.index()] == digit.get());
                sets.extend(
                    solutions.chunks(64).map(|part| {
                        part.iter().rev().fold(0, |word, grid| word << 1 | has_it(grid))
                    }),
                );
                if sets[start..].iter().any(|&word| word != 0) {
                    candidates.push((cell, digit));
                } else {
                    sets.truncate(start);
                }
            }
        }
        let mut all = vec![u64::MAX; words];
        if let (Some(last), rest @ 1..) = (all.last_mut(), solutions.len() % 64) {
            *last >>= 64 - rest;
        }
        Self { candidates, all, sets }
    }

    fn solutions_with(&self, number: usize) -> &[u64] {
        let words = self.all.len();
        &self.sets[number * words..][..words]
    }
}
