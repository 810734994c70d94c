//! Unavoidable sets: sets of cells of a grid whose digits can be rearranged into another valid
//! grid.
//!
//! A puzzle without a clue in some unavoidable set is improper.

use sudoku_core::{Board, Grid};

/// A set of cells; bit 0 is the first cell.
pub(crate) type CellBits = u128;

/// The sets with one cell each.
pub(crate) const BITS: [CellBits; 81] = {
    let mut bits = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        bits[cell] = 1 << cell;
        cell += 1;
    }
    bits
};

/// Enumerates the cells of the set.
pub(crate) fn cells(mut set: CellBits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < 81).then_some(cell)
    })
}

/// Returns the cells in which two grids differ: an unavoidable set of either, or the empty set.
pub(crate) fn difference(a: &Grid, b: &Grid) -> CellBits {
    // Compare eight cells at a time, one byte each, and gather one bit per differing cell into a
    // byte.
    let word = |a: &[u8; 8], b: &[u8; 8]| {
        let differ = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        let differ = (differ + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
        CellBits::from(differ.wrapping_mul(0x0102_0408_1020_4080) >> 56)
    };
    let ((a, last_a), (b, last_b)) = (a.as_bytes().as_chunks(), b.as_bytes().as_chunks());
    let set = a.iter().zip(b).rev().fold(0, |set, (a, b)| set << 8 | word(a, b));
    set | CellBits::from(last_a != last_b) << 80
}

/// Returns the board with these cells of the grid as clues.
pub(crate) fn board_of(grid: &Grid, clues: CellBits) -> Board {
    let mut digits = [0; 81];
    let (words, last) = digits.as_chunks_mut();
    let (from, last_from) = grid.as_bytes().as_chunks();
    for (number, (word, from)) in words.iter_mut().zip(from).enumerate() {
        // Spread eight bits over eight bytes.
        let bits = (clues >> (8 * number) & 0xff) as u64;
        let spread = bits.wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let mask = ((spread + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101) * 0xff;
        *word = (u64::from_le_bytes(*from) & mask).to_le_bytes();
    }
    if clues >> 80 & 1 != 0 {
        last.copy_from_slice(last_from);
    }
    Board::new(digits).unwrap_or(Board::EMPTY)
}

/// The cells of each set of rows.
const ROWS: [CellBits; 512] = {
    let mut rows = [0; 512];
    let mut set = 1_usize;
    while set < 512 {
        let lowest = set.trailing_zeros();
        rows[set] = rows[set & (set - 1)] | 0o777 << (9 * lowest);
        set += 1;
    }
    rows
};

/// The byte mask of each set of places.
const BYTES: [[u8; 16]; 512] = {
    let mut bytes = [[0; 16]; 512];
    let mut set = 0;
    while set < 512 {
        let mut place = 0;
        while place < 9 {
            if set >> place & 1 != 0 {
                bytes[set][place] = u8::MAX;
            }
            place += 1;
        }
        set += 1;
    }
    bytes
};

/// The cells of the first column. A set of columns multiplied by this gives their cells.
const FIRST_COLUMN: CellBits = {
    let mut cells = 0;
    let mut row = 0;
    while row < 9 {
        cells |= 1 << (9 * row);
        row += 1;
    }
    cells
};

/// The number of pairs: first pairs of digits, then pairs of rows of a band and pairs of columns of
/// a stack. In each of nine places the two cells of a pair are exchanged or not. The places are the
/// rows for pairs of digits and of columns, and the columns for pairs of rows.
const PAIRS: usize = 36 + 9 + 9;

/// The number of pairs, rounded up to whole vectors of eight.
const LANES: usize = PAIRS.next_multiple_of(8);

/// Finds the unavoidable sets of at most twelve cells that consist of two digits, or of three or
/// more digits in two rows of a band or two columns of a stack. Passes each to `found` with the
/// largest of its cells' `ranks`.
///
/// These sets need no search. For nearly half of the clues of a minimal puzzle one of them is the
/// reason why the clue is needed. Larger sets of this kind rarely matter.
///
/// All pairs are processed side by side in branch-free loops over lanes, which the compiler
/// vectorizes.
pub(crate) fn simple_sets(grid: &Grid, ranks: &[u8; 81], mut found: impl FnMut(CellBits, u8)) {
    let digits = grid.as_bytes();
    // For each digit, its cells and, by rows, their ranks. For each row and digit, the column. For
    // each column, box and row, by digits, the place as a set.
    let mut cells_of = [0; 9];
    let (mut column_of, mut rank_of) = ([[0_u8; 9]; 9], [[0_u8; 16]; 9]);
    let (mut in_column, mut in_box, mut in_row) =
        ([[0_u16; 9]; 9], [[0_u16; 9]; 9], [[0_u16; 9]; 9]);
    for (row, line) in digits.chunks_exact(9).enumerate() {
        for (column, &digit) in line.iter().enumerate() {
            let digit = usize::from(digit - 1) % 9;
            cells_of[digit] |= BITS[9 * row + column];
            column_of[row][digit] = column as u8;
            rank_of[digit][row] = ranks[9 * row + column];
            in_column[column][digit] = 1 << row;
            in_box[row / 3 * 3 + column / 3][digit] = 1 << row;
            in_row[row][digit] = 1 << column;
        }
    }
    // For each pair, its cells. For each place and pair, the places whose cells must be exchanged
    // together with this one's, and the larger rank of its two cells.
    let mut cells = [0; PAIRS];
    let (mut linked, mut last) = ([[0_u16; LANES]; 9], [[0_u8; 16]; LANES]);
    let mut lane = 0;
    for a in 1..9 {
        for place in 0..9 {
            let column = usize::from(column_of[place][a]) % 9;
            let (in_column, in_box) = (&in_column[column], &in_box[place / 3 * 3 + column / 3]);
            // Write eight at a time; the next iteration overwrites the surplus.
            for b in 0..8 {
                linked[place][lane + b] = in_column[b] | in_box[b];
            }
        }
        for b in 0..a {
            cells[lane + b] = cells_of[a] | cells_of[b];
            last[lane + b] = std::array::from_fn(|place| rank_of[a][place].max(rank_of[b][place]));
        }
        lane += a;
    }
    for (i, j) in (0..3)
        .flat_map(|chute| [(0, 1), (0, 2), (1, 2)].map(|(i, j)| (3 * chute + i, 3 * chute + j)))
    {
        cells[lane] = 0o777 << (9 * i) | 0o777 << (9 * j);
        cells[lane + 9] = FIRST_COLUMN << i | FIRST_COLUMN << j;
        for place in 0..9 {
            let (a, b) = (9 * i + place, 9 * j + place);
            linked[place][lane] = in_row[i][usize::from(digits[b] - 1) % 9];
            last[lane][place] = ranks[a].max(ranks[b]);
            let (a, b) = (9 * place + i, 9 * place + j);
            linked[place][lane + 9] = in_column[i][usize::from(digits[b] - 1) % 9];
            last[lane + 9][place] = ranks[a].max(ranks[b]);
        }
        lane += 1;
    }
    // Warshall's transitive closure (1962). The links between places are permutations, so following
    // them visits the whole connected component.
    for by in 0..9 {
        let through = linked[by];
        for from in &mut linked {
            for (from, through) in from.iter_mut().zip(&through) {
                *from |= through & (*from >> by & 1).wrapping_neg();
            }
        }
    }
    // For each pair, the first place of each component that is not too large.
    let mut firsts = [0_u16; LANES];
    for (place, linked) in linked.iter().enumerate() {
        for (firsts, linked) in firsts.iter_mut().zip(linked) {
            let is_first = linked & ((1 << place) - 1) == 0;
            // At most six places: more than two other places are left.
            let others = 0o777 & !linked;
            let others = others & others.wrapping_sub(1);
            let others = others & others.wrapping_sub(1);
            *firsts |= u16::from(is_first & (others != 0)) << place;
        }
    }
    for (lane, cells) in cells.into_iter().enumerate() {
        let mut firsts = firsts[lane];
        while firsts != 0 {
            let places = linked[firsts.trailing_zeros() as usize % 9][lane];
            firsts &= firsts - 1;
            // Two lines with two digits are already found as two digits.
            if lane >= 36 && places.count_ones() == 2 {
                continue;
            }
            let mask = if (36..45).contains(&lane) {
                CellBits::from(places) * FIRST_COLUMN
            } else {
                ROWS[usize::from(places) % 512]
            };
            let bytes = &BYTES[usize::from(places) % 512];
            let ranks: [u8; 16] = std::array::from_fn(|place| last[lane][place] & bytes[place]);
            found(cells & mask, ranks.into_iter().fold(0, u8::max));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sudoku_core::Cell;

    use super::*;
    use crate::draw::{seeded_rng, shuffle};
    use crate::grid::random_grid;

    /// Returns the connected component of a cell. Two cells are connected if they are alike in one
    /// of these respects.
    fn together(among: &[Cell], first: Cell, alike: &[&dyn Fn(Cell) -> usize]) -> Vec<Cell> {
        let mut all = vec![first];
        let mut next = 0;
        while let Some(&from) = all.get(next) {
            next += 1;
            for &cell in among {
                if !all.contains(&cell) && alike.iter().any(|of| of(cell) == of(from)) {
                    all.push(cell);
                }
            }
        }
        all
    }

    #[test]
    fn simple_sets_are_connected_components() {
        for index in 0..100 {
            let mut rng = seeded_rng(5, index);
            let grid = random_grid(&mut rng);
            let mut ranks: [u8; 81] = std::array::from_fn(|rank| rank as u8);
            shuffle(&mut rng, &mut ranks);

            let digit = |cell: Cell| usize::from(grid.as_bytes()[cell.index()]);
            let mut expected = BTreeSet::new();
            let mut expect = |least: usize, among: &[Cell], alike: &[&dyn Fn(Cell) -> usize]| {
                for &cell in among {
                    let set = together(among, cell, alike);
                    if (least..=12).contains(&set.len()) {
                        let cells = set.iter().fold(0, |cells, cell| cells | BITS[cell.index()]);
                        let rank = set.iter().map(|cell| ranks[cell.index()]).max();
                        expected.insert((cells, rank.unwrap_or_default()));
                    }
                }
            };
            for (a, b) in (1..=9).flat_map(|a| (1..a).map(move |b| (a, b))) {
                let among: Vec<_> = Cell::all().filter(|&it| [a, b].contains(&digit(it))).collect();
                expect(4, &among, &[&Cell::row, &Cell::column, &Cell::box_index]);
            }
            for (i, j) in (0..9).flat_map(|i| (i + 1..i / 3 * 3 + 3).map(move |j| (i, j))) {
                for [along, across] in [[Cell::row, Cell::column], [Cell::column, Cell::row]] {
                    let is_in = |cell: &Cell| [i, j].contains(&along(*cell));
                    let among: Vec<_> = Cell::all().filter(is_in).collect();
                    expect(6, &among, &[&across, &digit]);
                }
            }

            let mut all = BTreeSet::new();
            simple_sets(&grid, &ranks, |cells, rank| {
                assert!(all.insert((cells, rank)), "{grid}: twice");
            });
            assert_eq!(all, expected, "{grid}");
        }
    }
}
