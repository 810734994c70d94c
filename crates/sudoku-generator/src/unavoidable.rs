//! Unavoidable sets: cells of a grid whose digits can be rearranged into another grid.
//!
//! Without a clue in one of its cells, an unavoidable set makes a puzzle improper.

use sudoku_core::{Board, Grid};

/// A set of cells, bit 0 for the first.
pub(crate) type Cells = u128;

/// The sets of one cell each.
const BITS: [Cells; 81] = {
    let mut bits = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        bits[cell] = 1 << cell;
        cell += 1;
    }
    bits
};

/// The cells that are in the set.
pub(crate) fn cells(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < 81).then_some(cell)
    })
}

/// The cells in which two grids differ: an unavoidable set of either, or nothing.
pub(crate) fn difference(a: &Grid, b: &Grid) -> Cells {
    // Eight cells at a time, a byte each: the highest bits of those that differ, gathered into a byte.
    let word = |a: &[u8; 8], b: &[u8; 8]| {
        let differ = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        let differ = (differ + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
        Cells::from(differ.wrapping_mul(0x0102_0408_1020_4080) >> 56)
    };
    let ((a, last_a), (b, last_b)) = (a.as_bytes().as_chunks(), b.as_bytes().as_chunks());
    let set = a.iter().zip(b).rev().fold(0, |set, (a, b)| set << 8 | word(a, b));
    set | Cells::from(last_a != last_b) << 80
}

/// The board with these cells of the grid.
pub(crate) fn board_of(grid: &Grid, clues: Cells) -> Board {
    let mut digits = [0; 81];
    let (words, last) = digits.as_chunks_mut();
    let (from, last_from) = grid.as_bytes().as_chunks();
    for (number, (word, from)) in words.iter_mut().zip(from).enumerate() {
        // The byte of cells, each spread over a byte.
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

/// Hands out the unavoidable sets of two digits, and those of two lines of a chute with three and
/// more digits, of at most twelve cells each; and with each the largest of its cells' `ranks`.
///
/// They take no search to find, and for nearly half of the clues of a minimal puzzle one of them is
/// the reason why the clue is needed. Larger ones hardly ever are.
pub(crate) fn simple_sets(grid: &Grid, ranks: &[u8; 81], mut found: impl FnMut(Cells, u8)) {
    const MOST: u32 = 6;
    let digits = grid.as_bytes();
    // For each digit, by rows, the column; by columns and by boxes, the row as a set.
    let (mut columns, mut rows, mut box_rows) = ([[0_u8; 9]; 9], [[0_u16; 9]; 9], [[0_u16; 9]; 9]);
    for (row, line) in digits.chunks_exact(9).enumerate() {
        for (column, &digit) in line.iter().enumerate() {
            let digit = usize::from(digit - 1) % 9;
            columns[digit][row] = column as u8;
            rows[digit][column] = 1 << row;
            box_rows[digit][row / 3 * 3 + column / 3] = 1 << row;
        }
    }
    for a in 1..9 {
        for b in 0..a {
            // Rows whose cells have to change when those of a row do. Both ways to go from row to row
            // are permutations, so that whoever follows them comes to all that hangs together.
            let mut linked = [0_u16; 9];
            for row in 0..9 {
                let column = usize::from(columns[a][row]) % 9;
                linked[row] = rows[b][column] | box_rows[b][row / 3 * 3 + column / 3];
            }
            let mut left = 0o777_u16;
            while left != 0 {
                let mut set = left & left.wrapping_neg();
                let mut open = set;
                while open != 0 {
                    let next = linked[open.trailing_zeros() as usize % 9] & !set;
                    set |= next;
                    open = open & (open - 1) | next;
                }
                left &= !set;
                if set.count_ones() > MOST {
                    continue;
                }
                let (mut cells, mut rank) = (0, 0);
                while set != 0 {
                    let row = set.trailing_zeros() as usize % 9;
                    set &= set - 1;
                    for digit in [a, b] {
                        let cell = 9 * row + usize::from(columns[digit][row]) % 9;
                        cells |= BITS[cell];
                        rank = rank.max(ranks[cell]);
                    }
                }
                found(cells, rank);
            }
        }
    }
    let mut lines = |across: usize, along: usize| {
        for chute in 0..3 {
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                let at = |line: usize, place: usize| (3 * chute + line) * across + place * along;
                let mut places = [0_u8; 10];
                for place in 0..9 {
                    places[usize::from(digits[at(i, place)])] = place as u8;
                }
                let mut left = 0o777_u16;
                while left != 0 {
                    let start = left.trailing_zeros() as usize;
                    let (mut place, mut cells, mut rank) = (start, 0, 0);
                    let before = left;
                    loop {
                        left &= !(1 << place);
                        let pair = [at(i, place), at(j, place)];
                        for cell in pair {
                            cells |= BITS[cell];
                            rank = rank.max(ranks[cell]);
                        }
                        place = usize::from(places[usize::from(digits[pair[1]])]);
                        if place == start {
                            break;
                        }
                    }
                    if (3..=MOST).contains(&(before ^ left).count_ones()) {
                        found(cells, rank);
                    }
                }
            }
        }
    };
    lines(9, 1);
    lines(1, 9);
}
