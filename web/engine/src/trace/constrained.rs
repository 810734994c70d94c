//! The search of `mrv`: places singles until no single is left, and then tries every candidate of
//! the cell with the fewest candidates.

use sudoku_core::{Board, Candidates, Cell, DigitSet, House};

use super::search::Event;

const ALL: u16 = 0x1ff;

/// A search in progress.
#[derive(Clone)]
pub(super) struct Constrained {
    position: Position,
    /// The singles still to place. The next one is last.
    singles: Vec<(Cell, u8)>,
    /// The open branches.
    branches: Vec<Branch>,
    state: State,
}

/// The candidates of each cell. A filled cell has only its digit.
#[derive(Clone)]
struct Position {
    candidates: [u16; 81],
    filled: [bool; 81],
}

#[derive(Clone)]
struct Branch {
    position: Position,
    cell: Cell,
    open: u16,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Place a single, or choose a cell to branch on.
    Go,
    /// Try the next candidate of the last branch.
    Try,
    /// Backtrack.
    Back,
    Done,
}

impl Constrained {
    pub(super) fn new(board: &Board) -> Self {
        let mut position = Position { candidates: [ALL; 81], filled: [false; 81] };
        let mut state = State::Go;
        for (cell, digit) in board.clues() {
            if position.candidates[cell.index()] & bit(digit.get()) == 0 {
                state = State::Done;
            }
            position.place(cell, digit.get());
        }
        Self { position, singles: Vec::new(), branches: Vec::new(), state }
    }

    /// Returns the number of open branches.
    pub(super) fn depth(&self) -> usize {
        self.branches.len()
    }

    /// Returns the digits of the filled cells and all candidates. Singles that are found but not
    /// shown yet are blank.
    pub(super) fn shown(&self) -> (Board, Candidates) {
        let mut board = Board::EMPTY;
        let sets = self.position.candidates.map(|set| DigitSet::from_bits(set).unwrap_or_default());
        for cell in Cell::all().filter(|cell| self.position.filled[cell.index()]) {
            if !self.singles.iter().any(|&(single, _)| single == cell) {
                board.set(cell, sets[cell.index()].iter().next());
            }
        }
        (board, Candidates::new(sets))
    }

    pub(super) fn next(&mut self) -> Option<Event> {
        match self.state {
            State::Go => Some(self.go_on()),
            State::Try => self.guess(),
            State::Back => self.go_back(),
            State::Done => None,
        }
    }

    fn go_on(&mut self) -> Event {
        if self.singles.is_empty() {
            match self.position.singles() {
                Err(event) => {
                    self.state = State::Back;
                    return event;
                }
                Ok(singles) => {
                    for &(cell, digit) in &singles {
                        self.position.candidates[cell.index()] = bit(digit);
                        self.position.filled[cell.index()] = true;
                    }
                    self.singles = singles;
                    self.singles.reverse();
                }
            }
        }
        if let Some((cell, digit)) = self.singles.pop() {
            self.position.remove_from_peers(cell, digit);
            return Event::Single { cell: cell.index() as u8, digit };
        }
        let Some(cell) = self.position.most_constrained() else {
            self.state = State::Back;
            return Event::Solution;
        };
        let candidates = self.position.candidates[cell.index()];
        self.branches.push(Branch { position: self.position.clone(), cell, open: candidates });
        self.state = State::Try;
        Event::Choose { cell: cell.index() as u8, candidates }
    }

    fn guess(&mut self) -> Option<Event> {
        let Some(branch) = self.branches.last_mut() else {
            self.state = State::Done;
            return None;
        };
        let digit = branch.open.trailing_zeros() as u8 + 1;
        branch.open &= branch.open - 1;
        let (cell, is_guess) = (branch.cell, branch.open != 0);
        self.position = branch.position.clone();
        self.position.place(cell, digit);
        self.state = State::Go;
        Some(Event::Place { cell: cell.index() as u8, digit, is_guess })
    }

    /// Goes back to the last branch that has a candidate left.
    fn go_back(&mut self) -> Option<Event> {
        while self.branches.last().is_some_and(|branch| branch.open == 0) {
            self.branches.pop();
        }
        let depth = self.branches.len() as u8;
        let Some(branch) = self.branches.last() else {
            self.state = State::Done;
            return None;
        };
        self.position = branch.position.clone();
        self.state = State::Try;
        Some(Event::Return { cell: branch.cell.index() as u8, depth })
    }
}

impl Position {
    /// Places a digit in a cell.
    fn place(&mut self, cell: Cell, digit: u8) {
        self.candidates[cell.index()] = bit(digit);
        self.filled[cell.index()] = true;
        self.remove_from_peers(cell, digit);
    }

    /// Filled cells lose candidates too: a filled cell without a candidate shows the contradiction.
    fn remove_from_peers(&mut self, cell: Cell, digit: u8) {
        for peer in cell.peers() {
            self.candidates[peer.index()] &= !bit(digit);
        }
    }

    /// Finds all singles in the order of placement: by band, and by digit within a band. Returns
    /// the contradiction if the board has one.
    fn singles(&self) -> Result<Vec<(Cell, u8)>, Event> {
        let mut found = [0; 81];
        for cell in Cell::all() {
            let candidates = self.candidates[cell.index()];
            if candidates == 0 {
                return Err(Event::DeadCell { cell: cell.index() as u8 });
            }
            if candidates.is_power_of_two() && !self.filled[cell.index()] {
                found[cell.index()] = candidates;
            }
        }
        for house in House::all() {
            let (mut once, mut more) = (0, 0);
            for cell in house.cells() {
                more |= once & self.candidates[cell.index()];
                once |= self.candidates[cell.index()];
            }
            if once != ALL {
                let digit = (!once & ALL).trailing_zeros() as u8 + 1;
                return Err(Event::DeadHouse { house: house.index() as u8, digit });
            }
            for cell in house.cells().iter().filter(|cell| !self.filled[cell.index()]) {
                found[cell.index()] |= self.candidates[cell.index()] & !more;
            }
        }
        if let Some(cell) = found.iter().position(|set| set.count_ones() > 1) {
            return Err(Event::DeadCell { cell: cell as u8 });
        }
        let is_single = |cell: &Cell| found[cell.index()] != 0;
        let digit = |cell: Cell| found[cell.index()].trailing_zeros() as u8 + 1;
        let mut singles: Vec<_> =
            Cell::all().filter(is_single).map(|cell| (cell, digit(cell))).collect();
        singles.sort_by_key(|&(cell, digit)| (cell.row() / 3, digit, cell));
        Ok(singles)
    }

    /// Returns the blank cell with the fewest candidates. Among equal cells it takes the first one
    /// with the most such cells among its peers. Returns `None` if no cell is blank.
    fn most_constrained(&self) -> Option<Cell> {
        let left = |cell: Cell| self.candidates[cell.index()].count_ones();
        let blanks = || Cell::all().filter(|cell| !self.filled[cell.index()]);
        let fewest = blanks().map(left).min()?;
        let is_one = |cell: &Cell| !self.filled[cell.index()] && left(*cell) == fewest;
        let near = |cell: Cell| cell.peers().iter().filter(|peer| is_one(peer)).count();
        // `max_by_key` returns the last of several equal elements.
        blanks().filter(is_one).rev().max_by_key(|&cell| near(cell))
    }
}

fn bit(digit: u8) -> u16 {
    1 << (digit - 1)
}
