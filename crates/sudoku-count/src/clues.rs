//! The splits of each box that the clues permit.

use sudoku_core::{Board, Cell, Digit, House, Symmetry};

use crate::splits::{PartitionSet, SplitSet, TABLES};

/// The splits of the nine boxes, by band and stack.
pub(crate) type Boxes = [[SplitSet; 3]; 3];

/// Returns the board with all singles placed, or `None` if they lead to a contradiction.
pub(crate) fn with_singles(board: &Board) -> Option<Board> {
    if !board.is_consistent() {
        return None;
    }
    let mut singles = Singles { board: *board, used: [0; 27] };
    for (cell, digit) in board.clues() {
        singles.place(cell, 1 << (digit.get() - 1));
    }
    loop {
        let before = singles.board.clue_count();
        for house in House::all() {
            singles.place_in(house)?;
        }
        if singles.board.clue_count() == before {
            return Some(singles.board);
        }
    }
}

/// A board with the digits of each house as sets. It is built for every board, so it has to be
/// fast.
struct Singles {
    board: Board,
    used: [u16; 27],
}

impl Singles {
    fn place(&mut self, cell: Cell, digit: u16) {
        cell.houses().iter().for_each(|house| self.used[house.index()] |= digit);
        self.board.set(cell, Digit::new(digit.trailing_zeros() as u8 + 1));
    }

    /// Returns the candidates of a cell, or the empty set if the cell is filled.
    fn left(&self, cell: Cell) -> u16 {
        if self.board.get(cell).is_some() {
            return 0;
        }
        cell.houses().iter().fold(0x1ff, |left, house| left & !self.used[house.index()])
    }

    /// Places the singles of a house. Returns `None` if a cell has no candidate or a digit has no
    /// place.
    fn place_in(&mut self, house: House) -> Option<()> {
        if self.used[house.index()] == 0x1ff {
            return Some(());
        }
        let (mut some, mut several) = (0, 0);
        for &cell in house.cells() {
            let left = self.left(cell);
            match left.count_ones() {
                0 if self.board.get(cell).is_none() => return None,
                1 => self.place(cell, left),
                _ => {}
            }
            several |= some & left;
            some |= left;
        }
        let used = self.used[house.index()];
        if some | used != 0x1ff {
            return None;
        }
        let singles = some & !several & !used;
        for &cell in house.cells() {
            let here = self.left(cell) & singles;
            match here.count_ones() {
                0 => {}
                1 => self.place(cell, here),
                _ => return None,
            }
        }
        Some(())
    }
}

/// Returns the column splits that the clues of these bands permit in each box.
///
/// A clue forces its digit into one part of its own box's split, and out of the same part in the
/// two other boxes of the stack.
pub(crate) fn column_splits(board: &Board, bands: [bool; 3]) -> Boxes {
    let mut boxes = [[SplitSet::all(); 3]; 3];
    for (cell, digit) in board.clues().filter(|(cell, _)| bands[cell.row() / 3]) {
        let (stack, part) = (cell.column() / 3, cell.column() % 3);
        let with = &TABLES.with[part][usize::from(digit.get()) - 1];
        for band in 0..3 {
            if band == cell.row() / 3 {
                boxes[band][stack].keep(with);
            } else {
                boxes[band][stack].drop(with);
            }
        }
    }
    boxes
}

/// Returns the row splits that the clues permit in each box: the column splits of the transposed
/// board.
pub(crate) fn row_splits(board: &Board) -> Boxes {
    transposed(&column_splits(&Symmetry::TRANSPOSE.apply(board), [true; 3]))
}

/// Returns the boxes with bands and stacks exchanged.
pub(crate) fn transposed(boxes: &Boxes) -> Boxes {
    std::array::from_fn(|band| std::array::from_fn(|stack| boxes[stack][band]))
}

/// For each line, returns true if it has no clue of these bands.
pub(crate) fn blank_lines(
    board: &Board,
    bands: [bool; 3],
    line_of: impl Fn(Cell) -> usize,
) -> [bool; 9] {
    let mut blank = [true; 9];
    for (cell, _) in board.clues().filter(|(cell, _)| bands[cell.row() / 3]) {
        blank[line_of(cell)] = false;
    }
    blank
}

/// Returns the digits, counted from 0, that are not clues in these bands.
pub(crate) fn absent_digits(board: &Board, bands: [bool; 3]) -> Vec<u8> {
    let mut absent = [true; 9];
    for (_, digit) in board.clues().filter(|(cell, _)| bands[cell.row() / 3]) {
        absent[usize::from(digit.get()) - 1] = false;
    }
    (0..9).filter(|&digit| absent[usize::from(digit)]).collect()
}

/// Calls `found` with each triple of fitting splits, one from each set.
pub(crate) fn fitting_triples(sets: [&SplitSet; 3], mut found: impl FnMut([u16; 3])) {
    let mut least = 0;
    for at in 1..3 {
        if sets[at].len() < sets[least].len() {
            least = at;
        }
    }
    let (second, third) = ((least + 1) % 3, (least + 2) % 3);
    for split in sets[least].iter() {
        for &(a, b) in &TABLES.fitting[usize::from(split)] {
            if sets[second].contains(a) && sets[third].contains(b) {
                let mut triple = [split; 3];
                (triple[second], triple[third]) = (a, b);
                found(triple);
            }
        }
    }
}

/// The number of fitting triples of splits: by band for row splits, and by stack for column splits.
pub(crate) type Triples = [[u32; 3]; 2];

/// Removes the splits that cross no split of the same box, and then those that fit no others of
/// their chute. Returns the number of triples left. A second round would not remove enough to be
/// worthwhile.
pub(crate) fn drop_unsupported(rows: &mut Boxes, columns: &mut Boxes) -> Triples {
    for (row, column) in rows.as_flattened_mut().iter_mut().zip(columns.as_flattened_mut()) {
        *row = crossing(row, column);
        *column = crossing(column, row);
    }
    let mut triples = [[0; 3]; 2];
    for chute in 0..3 {
        let sets = [0, 1, 2].map(|stack| &rows[chute][stack]);
        (rows[chute], triples[0][chute]) = supported(sets);
        let (kept, count) = supported([0, 1, 2].map(|band| &columns[band][chute]));
        kept.into_iter().zip(&mut *columns).for_each(|(kept, band)| band[chute] = kept);
        triples[1][chute] = count;
    }
    triples
}

/// Keeps in each of three sets the splits that fit some of the others, and counts the fitting
/// triples.
fn supported(sets: [&SplitSet; 3]) -> ([SplitSet; 3], u32) {
    let (mut seen, mut count) = ([SplitSet::EMPTY; 3], 0);
    fitting_triples(sets, |triple| {
        seen.iter_mut().zip(triple).for_each(|(seen, split)| seen.insert(split));
        count += 1;
    });
    (seen, count)
}

/// Returns the splits of a set that cross at least one split of the other set.
fn crossing(set: &SplitSet, other: &SplitSet) -> SplitSet {
    let tables = &*TABLES;
    let mut partitions = PartitionSet::EMPTY;
    other.iter().for_each(|split| partitions.insert(tables.partition[usize::from(split)]));
    let mut kept = SplitSet::EMPTY;
    set.iter()
        .filter(|&split| tables.crossed_by(tables.partition[usize::from(split)]).meets(&partitions))
        .for_each(|split| kept.insert(split));
    kept
}

#[cfg(test)]
mod tests {
    use sudoku_core::{Limits, Solver};
    use sudoku_simd::AutoSolver;

    use super::*;
    use crate::draws::Draws;

    #[test]
    fn all_singles_are_placed_and_change_no_solution() {
        let (auto, mut draws) = (AutoSolver::new(), Draws(5));
        let limits = Limits::solutions(1_000);
        let mut placed = 0;
        for _ in 0..200 {
            let board = draws.board(24);
            let with = with_singles(&board).expect("it has a solution");
            assert!(board.clues().all(|(cell, digit)| with.get(cell) == Some(digit)));
            assert_eq!(auto.count(&with, &limits).solutions, auto.count(&board, &limits).solutions);
            for cell in Cell::all().filter(|&cell| with.get(cell).is_none()) {
                assert!(with.candidates(cell).into_iter().count() > 1, "{with}: {cell}");
            }
            for house in House::all() {
                for digit in Digit::all() {
                    let open = |cell: &&Cell| with.get(**cell).is_none();
                    let places = house.cells().iter().filter(open);
                    let places = places.filter(|&&cell| with.candidates(cell).contains(digit));
                    assert_ne!(places.count(), 1, "{with}: {digit} in {house}");
                }
            }
            placed += with.clue_count() - board.clue_count();
        }
        assert!(placed > 500, "{placed}");
    }

    #[test]
    fn the_number_of_remaining_triples_is_right() {
        let mut draws = Draws(6);
        for clues in [20, 24, 28] {
            let board = with_singles(&draws.board(clues)).expect("it has a solution");
            let (mut rows, mut columns) = (row_splits(&board), column_splits(&board, [true; 3]));
            let triples = drop_unsupported(&mut rows, &mut columns);
            let count = |sets: [&SplitSet; 3]| {
                let mut count = 0;
                fitting_triples(sets, |_| count += 1);
                count
            };
            let by_column = transposed(&columns);
            let counts =
                [&rows, &by_column].map(|boxes| [0, 1, 2].map(|at| count(boxes[at].each_ref())));
            assert_eq!(triples, counts, "{board}");
            assert_ne!(triples[0], triples[1], "{board}");
        }
    }

    #[test]
    fn contradicting_singles_are_detected() {
        let boards = [
            // The last cell of the first row has no digit left.
            "12345678.........9..............................................................."
                .to_owned(),
            // 1 has no place in the last box.
            ".......1.........................1....................1...........1.............2"
                .to_owned(),
            format!("11{}", ".".repeat(79)),
        ];
        for board in boards {
            assert!(with_singles(&board.parse().expect(&board)).is_none(), "{board}");
        }
    }
}
