//! The board as techniques see it: the candidates by cell, by digit and by house.
//!
//! It stores the same facts three times, so that each question of a technique is one load: the
//! digits of a cell, the cells of a digit, the places of a digit in a house. It is `Copy` and
//! smaller than a kilobyte, so a search of implications saves a state by copying it.

use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, Grid, House};

use crate::step::Effect;

/// A set of cells as the bits of one number: cell `c` is bit `c`.
pub(crate) type Cells = u128;

/// The index of the first row. The nine houses of a kind are consecutive.
pub(crate) const ROWS: usize = 0;
pub(crate) const COLUMNS: usize = 9;
pub(crate) const BOXES: usize = 18;

/// A board during a solution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// The candidates of each cell, empty if the cell is filled; digit `d` is bit `d - 1`.
    pub(crate) sets: [u16; 81],
    /// The possible cells of each digit; digit `d` has index `d - 1`.
    pub(crate) cells: [Cells; 9],
    /// The possible places of each digit in each house, in the order of the house's cells.
    pub(crate) places: [[u16; 27]; 9],
    /// The digit of each cell, 1 to 9, or 0 if it is blank.
    pub(crate) values: [u8; 81],
    /// The number of blank cells of each house.
    pub(crate) blanks: [u8; 27],
    /// The number of cells that hold each digit.
    pub(crate) placed: [u8; 9],
    /// The houses that hold each digit.
    held: [u32; 9],
    /// True if a house holds a digit twice.
    clashes: bool,
    /// The cells whose digit is a clue.
    pub(crate) givens: Cells,
    /// The cells that had missing candidates at the start that no filled cell excludes.
    ///
    /// The reason why these candidates are missing is unknown. So nothing is known about solutions
    /// in which such a cell holds one of them.
    pub(crate) marked: Cells,
}

impl State {
    /// Returns the cell's candidates; empty if the cell is filled.
    #[must_use]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        DigitSet::from_bits(self.sets[cell.index()]).unwrap_or_default()
    }

    /// Returns the cell's digit, if the cell is filled.
    #[must_use]
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.values[cell.index()])
    }

    /// Returns true if the cell's digit is a clue.
    #[must_use]
    pub fn is_given(&self, cell: Cell) -> bool {
        self.givens >> cell.index() & 1 == 1
    }

    /// Returns true if the digit is a candidate of the cell.
    #[must_use]
    pub fn has(&self, cell: Cell, digit: Digit) -> bool {
        self.candidates(cell).contains(digit)
    }

    /// Returns true if the cell had missing candidates at the start that no filled cell excludes:
    /// the author of the board removed them for an unknown reason.
    ///
    /// There may be another solution in which the cell holds one of them. So uniqueness techniques
    /// cannot use the cell.
    #[must_use]
    pub fn had_missing_candidates(&self, cell: Cell) -> bool {
        self.marked >> cell.index() & 1 == 1
    }

    /// Returns true if every cell is filled.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.blanks[ROWS..COLUMNS].iter().all(|&count| count == 0)
    }

    /// Returns true if a cell has no candidate left, or a house has no place for a missing digit or
    /// holds a digit twice.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        let blank: u32 = self.blanks[ROWS..COLUMNS].iter().map(|&count| u32::from(count)).sum();
        let filled = self.cells.iter().fold(0, |all, cells| all | cells).count_ones();
        // A house that holds the digit has no places for it, and each filled cell is in three
        // houses.
        let places = self.places.as_flattened().iter().map(|places| u16::from(*places != 0));
        let held = 3 * (81 - blank);
        self.clashes || filled < blank || u32::from(places.sum::<u16>()) + held < 27 * 9
    }

    /// Returns the differences from this solution, cell by cell.
    #[must_use]
    pub fn find_wrong_marks(&self, solution: &Grid) -> Vec<WrongMark> {
        let wrong = Cell::all().filter_map(|cell| {
            let right = solution.as_board().get(cell)?;
            match self.value(cell) {
                Some(digit) => (digit != right).then_some(WrongMark::Digit(cell, digit)),
                None => (!self.has(cell, right)).then_some(WrongMark::Missing(cell, right)),
            }
        });
        wrong.collect()
    }

    /// Returns the board of the filled cells.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for cell in Cell::all() {
            board.set(cell, self.value(cell));
        }
        board
    }

    /// Applies the effect of a step. Parts that are already true change nothing. A filled cell
    /// keeps its digit: a step that places another digit there breaks the board.
    pub fn apply(&mut self, effect: &Effect) {
        for &(cell, digits) in &effect.eliminations {
            for digit in digits {
                self.remove(cell.index(), usize::from(digit.get()) - 1);
            }
        }
        if let Some((cell, digit)) = effect.placement {
            self.set(cell.index(), usize::from(digit.get()) - 1);
        }
    }

    /// Removes a digit (0 to 8) from a cell's candidates.
    pub(crate) fn remove(&mut self, cell: usize, digit: usize) {
        let bit = 1 << digit;
        if self.sets[cell] & bit != 0 {
            self.sets[cell] &= !bit;
            self.cells[digit] &= !(1 << cell);
            for (house, place) in IN_HOUSES[cell] {
                self.places[digit][usize::from(house)] &= !(1 << place);
            }
        }
    }

    /// Places a digit (0 to 8) in a cell.
    fn set(&mut self, cell: usize, digit: usize) {
        if self.values[cell] != 0 {
            self.clashes |= usize::from(self.values[cell]) != digit + 1;
            return;
        }
        for other in bits(self.sets[cell]) {
            self.remove(cell, other);
        }
        for peer in cells_of(self.cells[digit] & PEERS[cell]) {
            self.remove(peer, digit);
        }
        self.placed[digit] += 1;
        for (house, _) in IN_HOUSES[cell] {
            self.blanks[usize::from(house)] -= 1;
            self.clashes |= self.held[digit] >> house & 1 == 1;
            self.held[digit] |= 1 << house;
        }
        self.values[cell] = digit as u8 + 1;
    }
}

/// A cell that disagrees with the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WrongMark {
    /// The cell holds this digit, which is wrong.
    Digit(Cell, Digit),
    /// The cell lacks this candidate, which is its digit in the solution.
    Missing(Cell, Digit),
}

impl std::fmt::Display for WrongMark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Digit(cell, digit) => write!(f, "{cell} is not {digit}"),
            Self::Missing(cell, digit) => write!(f, "{cell} lacks the candidate {digit}"),
        }
    }
}

/// Prints the state's candidates as 729 characters; a filled cell shows its digit.
impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&Candidates::from(self), f)
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "State({self})")
    }
}

/// Makes a state whose clues are the board's digits.
impl From<&Board> for State {
    fn from(board: &Board) -> Self {
        Self::from(&Candidates::from(board))
    }
}

/// Makes a state from candidates. A blank cell keeps its candidates, right or wrong, except the
/// digits of filled cells that it sees. A filled cell whose digit is not among its candidates
/// breaks the board.
impl From<&Candidates> for State {
    fn from(marks: &Candidates) -> Self {
        let mut state = Self {
            sets: [0; 81],
            cells: [0; 9],
            places: [[0; 27]; 9],
            values: [0; 81],
            blanks: [9; 27],
            placed: [0; 9],
            held: [0; 9],
            clashes: false,
            givens: 0,
            marked: 0,
        };
        let is_puzzle = *marks.givens() != Board::EMPTY;
        for cell in Cell::all() {
            let index = cell.index();
            if marks.is_given(cell) {
                state.givens |= 1 << index;
            }
            if marks.value(cell).is_none() {
                state.sets[index] = marks.get(cell).bits();
                for digit in bits(state.sets[index]) {
                    state.cells[digit] |= 1 << index;
                    for (house, place) in IN_HOUSES[index] {
                        state.places[digit][usize::from(house)] |= 1 << place;
                    }
                }
            }
        }
        for cell in Cell::all() {
            if let Some(digit) = marks.value(cell) {
                state.set(cell.index(), usize::from(digit.get()) - 1);
                state.clashes |= !marks.get(cell).contains(digit);
            }
        }
        let board = state.board();
        for cell in Cell::all() {
            let is_whole = match marks.value(cell) {
                // In a board without clues it is unknown which other digits the cell could hold.
                Some(_) => is_puzzle,
                None => board.candidates(cell) == state.candidates(cell),
            };
            if !is_whole {
                state.marked |= 1 << cell.index();
            }
        }
        state
    }
}

/// Returns the candidates of the cells, with clues and placements. A filled cell has its digit as
/// its only candidate.
impl From<&State> for Candidates {
    fn from(state: &State) -> Self {
        let mut givens = state.board();
        Cell::all().filter(|&cell| !state.is_given(cell)).for_each(|cell| givens.set(cell, None));
        let mut marks = Self::from(&givens);
        for cell in Cell::all() {
            match state.value(cell) {
                Some(digit) if !state.is_given(cell) => marks.place(cell, digit),
                Some(_) => {}
                None => marks.eliminate(cell, DigitSet::ALL - state.candidates(cell)),
            }
        }
        marks
    }
}

/// The number of elements of a set.
///
/// Small sets are looked up in a table. Not every target processor has an instruction that counts
/// bits, and without one counting takes 10% of the time of a rating.
pub(crate) trait SetSize: Copy {
    /// Returns the number of elements.
    fn size(self) -> u32;
}

impl SetSize for u16 {
    fn size(self) -> u32 {
        const SIZES: [u8; 512] = {
            let mut sizes = [0; 512];
            let mut set = 0;
            while set < 512 {
                sizes[set] = set.count_ones() as u8;
                set += 1;
            }
            sizes
        };
        u32::from(SIZES[usize::from(self % 512)])
    }
}

impl SetSize for Cells {
    fn size(self) -> u32 {
        self.count_ones()
    }
}

/// Enumerates the bits of a set in ascending order.
pub(crate) fn bits(set: u16) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (bit < 16).then_some(bit)
    })
}

/// Enumerates the bits of a word in ascending order.
pub(crate) fn ones(word: u64) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// Enumerates the cells of a set in ascending order.
pub(crate) fn cells_of(set: Cells) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let cell = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (cell < 128).then_some(cell)
    })
}

/// Returns the cell with this index; larger indices give the last cell.
pub(crate) fn cell_at(index: usize) -> Cell {
    Cell::new(index).unwrap_or(LAST)
}

const LAST: Cell = match Cell::new(80) {
    Some(cell) => cell,
    None => Cell::FIRST,
};

/// Returns the digit with this index, 0 to 8; larger indices give 9.
pub(crate) fn digit_at(index: usize) -> Digit {
    Digit::new(index as u8 + 1).unwrap_or(NINE)
}

const NINE: Digit = match Digit::new(9) {
    Some(digit) => digit,
    None => unreachable!(),
};

/// Returns the set of these bits; bits above the nine digits are dropped.
pub(crate) fn digit_set(bits: u16) -> DigitSet {
    DigitSet::from_bits(bits & 0x1ff).unwrap_or_default()
}

/// Returns the house with this index; larger indices give the last box.
pub(crate) fn house_at(index: usize) -> House {
    House::new(index).unwrap_or(LAST_BOX)
}

const LAST_BOX: House = match House::new(26) {
    Some(house) => house,
    None => unreachable!(),
};

/// The cells of each house, in their order.
pub(crate) static HOUSE_CELLS: [[u8; 9]; 27] = {
    let mut table = [[0; 9]; 27];
    let mut index = 0;
    while index < 27 {
        if let Some(house) = House::new(index) {
            let mut place = 0;
            while place < 9 {
                table[index][place] = house.cells()[place].index() as u8;
                place += 1;
            }
        }
        index += 1;
    }
    table
};

/// The cells of each house, as a set.
pub(crate) static HOUSE_SETS: [Cells; 27] = {
    let mut table = [0; 27];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            table[house] |= 1 << HOUSE_CELLS[house][place];
            place += 1;
        }
        house += 1;
    }
    table
};

/// The row, the column and the box of each cell, and its place in each.
pub(crate) static IN_HOUSES: [[(u8, u8); 3]; 81] = {
    let mut table = [[(0, 0); 3]; 81];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            table[HOUSE_CELLS[house][place] as usize][house / 9] = (house as u8, place as u8);
            place += 1;
        }
        house += 1;
    }
    table
};

/// The thirds of a row that contain any of a set of its nine cells.
pub(crate) static PARTS: [u8; 512] = {
    let mut parts = [0; 512];
    let mut row = 0;
    while row < 512 {
        let mut third = 0;
        while third < 3 {
            if row >> (3 * third) & 7 != 0 {
                parts[row] |= 1 << third;
            }
            third += 1;
        }
        row += 1;
    }
    parts
};

/// The cells that each cell sees.
pub(crate) static PEERS: [Cells; 81] = {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            table[cell] |= HOUSE_SETS[IN_HOUSES[cell][kind].0 as usize];
            kind += 1;
        }
        table[cell] &= !(1 << cell);
        cell += 1;
    }
    table
};

/// The cells that each cell sees, in ascending order.
pub(crate) static PEERS_ASCENDING: [[u8; 20]; 81] = peer_lists(false);

/// The cells that each cell sees, in the order box, row, column.
pub(crate) static PEERS_BY_HOUSE: [[u8; 20]; 81] = peer_lists(true);

const fn peer_lists(by_house: bool) -> [[u8; 20]; 81] {
    let mut table = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut count, mut pass, mut seen) = (0, 0, 0u128);
        while pass < 3 {
            // The box, the row, the column; or all of them at once.
            let kind = [2, 0, 1][pass];
            let house = HOUSE_SETS[IN_HOUSES[cell][kind].0 as usize];
            let wanted = if by_house { PEERS[cell] & house } else { PEERS[cell] };
            let mut other = 0;
            while other < 81 {
                if wanted & !seen & (1 << other) != 0 {
                    table[cell][count] = other as u8;
                    count += 1;
                    seen |= 1 << other;
                }
                other += 1;
            }
            pass += 1;
        }
        cell += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_views_agree_after_every_change() {
        let board: Board =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut state = State::from(&board);
        for (index, digit) in [(2, 0), (2, 3), (43, 4), (80, 1)] {
            state.remove(index, digit);
            check(&state);
        }
        state.set(2, 1);
        check(&state);
        assert!(!state.is_broken() && !state.is_solved());
        assert_eq!((state.blanks[0], state.placed[1]), (5, 3));
        let mut bare = state;
        for digit in 0..9 {
            bare.remove(3, digit);
        }
        assert!(bare.is_broken());
    }

    fn check(state: &State) {
        for index in 0..81 {
            for digit in 0..9 {
                let has = state.sets[index] >> digit & 1 == 1;
                assert_eq!(state.cells[digit] >> index & 1 == 1, has);
                for (house, place) in IN_HOUSES[index] {
                    assert_eq!(state.places[digit][usize::from(house)] >> place & 1 == 1, has);
                }
            }
        }
    }

    #[test]
    fn wrong_marks_are_those_that_miss_the_solution() {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let solved =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let solution: Grid = solved.parse().unwrap();
        let mut marks = Candidates::from(&puzzle.parse::<Board>().unwrap());
        assert_eq!(State::from(&marks).find_wrong_marks(&solution), []);
        // r1c3 is 4, r1c4 is 6: a wrong digit, and a right one gone.
        marks.place(cell_at(2), digit_at(0));
        marks.eliminate(cell_at(3), digit_set(1 << 5));
        let wrong = State::from(&marks).find_wrong_marks(&solution);
        let shown: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        assert_eq!(shown[..2], ["r1c3 is not 1", "r1c4 lacks the candidate 6"]);
        // The wrong 1 took away the right ones that it sees.
        assert!(shown[2..].iter().all(|mark| mark.ends_with("lacks the candidate 1")));
    }

    #[test]
    fn clues_stay_clues_in_candidates() {
        let puzzle: Board =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut state = State::from(&puzzle);
        assert_eq!(Candidates::from(&state), Candidates::from(&puzzle));
        state.apply(&Effect::place(cell_at(2), digit_at(3)));
        state.apply(&Effect::eliminate([(cell_at(3), digit_set(1 << 1))]));
        let marks = Candidates::from(&state);
        assert_eq!((marks.givens(), marks.values()), (&puzzle, &state.board()));
        assert!(Cell::all().all(|cell| match state.value(cell) {
            Some(digit) => marks.get(cell) == DigitSet::only(digit),
            None => marks.get(cell) == state.candidates(cell),
        }));
        let read = State::from(&marks);
        assert_eq!((read.sets, read.values, read.givens), (state.sets, state.values, state.givens));
    }

    #[test]
    fn a_house_without_a_place_for_a_digit_is_broken() {
        let mut state = State::from(&Board::EMPTY);
        assert!(!state.is_broken());
        for &index in &HOUSE_CELLS[BOXES + 4] {
            state.remove(usize::from(index), 6);
        }
        assert!(state.is_broken());
    }
}
