//! The search for the canonical form of a complete valid grid.
//!
//! The first row of the form is always 123456789: any row can become the first row, with its
//! columns in any order, because the digits get their labels from it. The possible second rows
//! depend only on the band of the first. Call the minirows of the first row A1, A2, A3 and those of
//! the second row B1, B2, B3.
//! - If B1 has the same digits as A2 or A3, the band is *pure*: its three rows hold the same three
//!   sets of digits, and the second row can start with 456. No start is smaller, but only one band
//!   in 28 is pure.
//! - Otherwise one of the other stacks shares two digits with B1. With that stack as the second,
//!   the second row starts with 457, and B2 has the other two digits of A3 and one digit of A1. The
//!   only open choice is which of the two shared digits gets the label 4.
//!
//! So there are 108 possible starts: two rows of a chute in order, and the first stack.
//! [`GridView::start`] ranks them by cells 4 to 6 of the second row. Only the best few starts are
//! continued row by row, until a row is larger than the best.

use core::ops::Range;

use crate::mapping::{Mapping, RowTables, Table};

/// Returns all mappings to the canonical form, as many as the grid has automorphisms.
///
/// The grid must be valid.
pub(crate) fn mappings(views: &[RowTables; 2]) -> Vec<Mapping> {
    let views = [GridView::new(&views[0]), GridView::new(&views[1])];
    let mut best = Best::new();
    let mut is_any_pure = false;
    for transposed in [false, true] {
        let view = &views[usize::from(transposed)];
        for band in (0..3).filter(|&band| view.is_pure(band)) {
            is_any_pure = true;
            view.each_pure_start(band, |rows, columns| {
                best.try_mapping(&views, transposed, rows, columns);
            });
        }
    }
    if !is_any_pure {
        // The first pass only ranks the starts, without a branch that the processor would
        // mispredict.
        let mut ranks = [[[0; 3]; 18]; 2];
        for (view, ranks) in views.iter().zip(&mut ranks) {
            for (pair, ranks) in PAIRS_OF_ROWS.into_iter().zip(ranks) {
                *ranks = [0, 1, 2].map(|stack| view.start(pair, stack).rank);
            }
        }
        let best_rank = ranks.as_flattened().as_flattened().iter().min().copied().unwrap_or(0);
        let mut best_end = usize::MAX;
        for (transposed, (view, ranks)) in [false, true].into_iter().zip(views.iter().zip(&ranks)) {
            for (pair, ranks) in PAIRS_OF_ROWS.into_iter().zip(ranks) {
                for stack in (0..3).filter(|&stack| ranks[stack] == best_rank) {
                    let start = view.start(pair, stack);
                    let other_four = (start.fours & !(1 << start.four)).trailing_zeros() as usize;
                    // In the last rank, both digits have to be tried.
                    let count = if best_rank == Start::LAST_RANK { 2 } else { 1 };
                    for &four in &[start.four, other_four][..count] {
                        let columns = view.columns(&start, four);
                        let end = view.end_of_second_row(&start, &columns);
                        if end <= best_end {
                            best_end = end;
                            best.try_mapping(&views, transposed, pair, columns);
                        }
                    }
                }
            }
        }
    }
    best.mappings
}

/// The grid in one of its two orientations.
struct GridView {
    rows: RowTables,
    /// The column of each digit in each row.
    column_of: [Table; 9],
    /// The digits of each minirow, as bits.
    minirows: [[u16; 3]; 9],
}

/// A possible start of the form if no band is pure.
struct Start {
    /// The first two rows.
    pair: [usize; 2],
    /// The stacks in their order.
    stacks: [usize; 3],
    /// The two digits that may get the label 4, as bits.
    fours: u16,
    /// The one of them that gets the label 4.
    four: usize,
    /// The rank of cells 4 to 6 of the second row among 189, 289, 389, 891 and 893.
    rank: u8,
}

impl Start {
    const LAST_RANK: u8 = 4;
}

impl GridView {
    fn new(rows: &RowTables) -> Self {
        let (mut column_of, mut minirows) = ([Table::ZEROS; 9], [[0; 3]; 9]);
        for row in 0..9 {
            for column in 0..9 {
                let digit = rows[row].get(column);
                column_of[row].set(digit, column);
                minirows[row][column / 3] |= 1 << digit;
            }
        }
        Self { rows: *rows, column_of, minirows }
    }

    fn is_pure(&self, band: usize) -> bool {
        let [first, second] = [self.minirows[band * 3], self.minirows[band * 3 + 1]];
        first[1..].contains(&second[0])
    }

    /// Calls back with every pair of rows of a pure band, and every order of columns, for which the
    /// second row starts with 456789.
    fn each_pure_start(&self, band: usize, mut start: impl FnMut([usize; 2], [usize; 9])) {
        for &[first, second] in &PAIRS_OF_ROWS[band * 6..band * 6 + 6] {
            let chase = |column| self.column_of[first].get(self.rows[second].get(column));
            for [one, two, three] in ORDERS_OF_THREE {
                for stack in 0..3 {
                    // The first stack's columns determine where 4, 5 and 6 are, and those where 7,
                    // 8 and 9 are.
                    let stack_columns = [one, two, three].map(|offset| stack * 3 + offset);
                    let next_columns = stack_columns.map(chase);
                    let last_columns = next_columns.map(chase);
                    let columns = [stack_columns, next_columns, last_columns];
                    start(
                        [first, second],
                        std::array::from_fn(|place| columns[place / 3][place % 3]),
                    );
                }
            }
        }
    }

    /// Returns the start for this pair of rows and this first stack. No band may be pure, so the
    /// second row starts with 457.
    ///
    /// Let `x` be the digit that A1 and B2 share. In the form, it is in the first stack of the
    /// first row and in the second stack of the second row. So one of cells 4 to 6 of the second
    /// row is `x`. Its label is its column in the first stack: 1 if the digit below it there gets
    /// the label 4, 2 if that digit gets 5, and 3 if it gets 7. The other two cells get the labels
    /// 8 and 9 in order. If the digit above `x` in the second stack may get the label 4, it has to,
    /// and `x` comes first. Otherwise `x` comes last, and the digit below `x` should get the label
    /// 4.
    #[inline]
    fn start(&self, pair: [usize; 2], stack: usize) -> Start {
        // The index has three bits: the digit above `x` may get the label 4, the digit below it
        // may, and both are the same digit.
        const RANKS: [u8; 8] = [4, 4, 3, 3, 2, 2, 1, 0];
        let [first, second] = pair;
        let (a, b) = (&self.minirows[first], &self.minirows[second]);
        let stacks = SHIFTED[stack];
        let is_next = (b[stack] & a[stacks[1]]).count_ones() == 2;
        let stacks = if is_next { stacks } else { [stack, stacks[2], stacks[1]] };
        let fours = b[stack] & a[stacks[1]];
        let x = (b[stacks[1]] & a[stack]).trailing_zeros() as usize;
        let above = self.rows[first].get(self.column_of[second].get(x));
        let below = self.rows[second].get(self.column_of[first].get(x));
        let (by_above, by_below) = (fours >> above & 1, fours >> below & 1);
        let rank = RANKS[usize::from(by_above << 2 | by_below << 1) | usize::from(above == below)];
        let four = if by_below == 1 { below } else { fours.trailing_zeros() as usize };
        let four = if by_above == 1 { above } else { four };
        Start { pair, stacks, fours, four, rank }
    }

    /// Returns the last three cells of the second row: a 6 and two of 1, 2 and 3.
    fn end_of_second_row(&self, start: &Start, columns: &[usize; 9]) -> usize {
        let [first, second] = start.pair;
        let in_second_stack = self.minirows[first][start.stacks[1]];
        [6, 7, 8].iter().fold(0, |end, &place| {
            let digit = self.rows[second].get(columns[place]);
            let above = self.column_of[first].get(digit);
            let label = 1 + usize::from(above == columns[1]) + 2 * usize::from(above == columns[2]);
            end << 4 | if in_second_stack >> digit & 1 == 1 { 6 } else { label }
        })
    }

    /// Returns the order of the columns for a start and the digit that gets the label 4.
    fn columns(&self, start: &Start, four: usize) -> [usize; 9] {
        let ([first, second], stacks) = (start.pair, start.stacks);
        let (a, b) = (&self.minirows[first], &self.minirows[second]);
        let five = (start.fours & !(1 << four)).trailing_zeros() as usize;
        let seven = (b[stacks[0]] & a[stacks[2]]).trailing_zeros() as usize;
        let above = |digit| self.column_of[first].get(digit);
        let below = |digit| self.column_of[second].get(digit);
        let third = |stack: usize, one: usize, two: usize| 9 * stack + 3 - one - two;
        let next = [above(four), above(five), third(stacks[1], above(four), above(five))];
        // In the second row, the digits with the labels 8 and 9 come in this order, before or after
        // `x`.
        let [one, two] = [next[0], next[1]].map(|column| self.rows[second].get(column));
        let eight = above(if a[stacks[2]] >> one & 1 == 1 { one } else { two });
        let last = [above(seven), eight, third(stacks[2], above(seven), eight)];
        [
            below(four),
            below(five),
            below(seven),
            next[0],
            next[1],
            next[2],
            last[0],
            last[1],
            last[2],
        ]
    }
}

/// The stacks, starting with each of them.
const SHIFTED: [[usize; 3]; 3] = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];

const ORDERS_OF_THREE: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// All pairs of rows of a band, in both orders.
const PAIRS_OF_ROWS: [[usize; 2]; 18] = [
    [0, 1],
    [0, 2],
    [1, 0],
    [1, 2],
    [2, 0],
    [2, 1],
    [3, 4],
    [3, 5],
    [4, 3],
    [4, 5],
    [5, 3],
    [5, 4],
    [6, 7],
    [6, 8],
    [7, 6],
    [7, 8],
    [8, 6],
    [8, 7],
];

/// The smallest rows found so far, and the mappings to them.
pub(crate) struct Best {
    lines: [u64; 9],
    pub(crate) mappings: Vec<Mapping>,
}

impl Best {
    pub(crate) const fn new() -> Self {
        Self { lines: [u64::MAX; 9], mappings: Vec::new() }
    }

    /// Keeps the mapping if its rows in these places are not larger than the best ones.
    pub(crate) fn follow(&mut self, mapping: Mapping, view: &RowTables, places: Range<usize>) {
        for place in places {
            if !self.keeps_up(place, mapping.line(&view[mapping.rows.get(place)])) {
                return;
            }
        }
        self.mappings.push(mapping);
    }

    /// Tries the complete mapping that starts with these rows and has this order of columns. It
    /// stops at the first row that is larger than the best.
    fn try_mapping(
        &mut self,
        views: &[GridView; 2],
        transposed: bool,
        pair: [usize; 2],
        columns: [usize; 9],
    ) {
        let (view, other) = (&views[usize::from(transposed)], &views[usize::from(!transposed)]);
        let first_row = &view.rows[pair[0]];
        let mut mapping = Mapping { transposed, ..Mapping::START };
        for (place, &column) in columns.iter().enumerate() {
            mapping.columns.set(place, column);
            mapping.labels.set(first_row.get(column), place + 1);
        }
        let band = pair[0] / 3;
        let third = 9 * band + 3 - pair[0] - pair[1];
        for (place, row) in [pair[0], pair[1], third].into_iter().enumerate() {
            if place > 0 && !self.keeps_up(place, mapping.line(&view.rows[row])) {
                return;
            }
            mapping.rows.set(place, row);
        }
        // The other rows are ordered by their first cells: the bands, and the rows within a band.
        let row_of = &other.column_of[columns[0]];
        let (mut fourth_band, mut places) = (band, [3, 6]);
        for &column in &columns[1..] {
            let row = row_of.get(first_row.get(column));
            if row / 3 == band {
                continue;
            }
            if places == [3, 6] {
                fourth_band = row / 3;
            }
            let place = &mut places[usize::from(row / 3 != fourth_band)];
            mapping.rows.set(*place, row);
            *place += 1;
        }
        self.follow(mapping, &view.rows, 3..9);
    }

    /// Returns true if the line is not larger than the best in its place. A smaller line becomes
    /// the best.
    fn keeps_up(&mut self, depth: usize, line: u64) -> bool {
        if line < self.lines[depth] {
            self.lines[depth] = line;
            self.lines[depth + 1..].fill(u64::MAX);
            self.mappings.clear();
        }
        line == self.lines[depth]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use sudoku_core::Board;
    use sudoku_generator::{random_grid, seeded_rng};

    use crate::mapping::{self, Mapping};
    use crate::search;

    #[test]
    fn the_form_equals_that_of_the_search_for_any_board() {
        let mut rng = seeded_rng(1, 0);
        let mut grids: Vec<Board> = (0..100).map(|_| random_grid(&mut rng).into()).collect();
        // Random grids rarely have a pure chute. These two grids have four, with other second rows,
        // and six.
        grids.extend(
            [
                "123456789456789132789132456231564897564897213897213564312645978645978321978321645",
                "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
            ]
            .map(|text| text.parse::<Board>().unwrap()),
        );
        for grid in grids {
            let views = mapping::both_views(&grid);
            let mappings = super::mappings(&views);
            let (mapping, automorphisms) = search::mapping(&views);
            assert_eq!(mappings.len() as u32, automorphisms, "{grid}");
            let form = |mapping: &Mapping| {
                let (symmetry, relabeling) = mapping.parts();
                relabeling.apply(&symmetry.apply(&grid))
            };
            for other in mappings {
                assert_eq!(form(&other), form(&mapping), "{grid}");
            }
        }
    }
}
