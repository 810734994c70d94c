//! The search for the canonical form of a complete grid that keeps the rules.
//!
//! The first row of the form is 123456789, whatever row it comes from and in whatever order its
//! columns are: the digits are named by it. What the second row can be is a matter of its band alone:
//! call the minirows of the first row A1, A2, A3 and those of the second B1, B2, B3.
//! - If B1 is A2 or A3, the band is *pure*: its three rows hold the same three sets of digits, and the
//!   second row can begin with 456. Nothing is smaller, but only one band in 28 is pure.
//! - Else one of the other stacks shares two digits with B1. With that as the second stack, the
//!   second row begins with 457, B2 is the other two digits of A3 and one digit of A1, and all is
//!   settled but which of the two digits is called 4.
//!
//! So there are 108 ways to begin: two rows of a chute in order, and the first stack. Two cells tell
//! how the second row goes on (see [`View::each_mixed_start`]), and the few ways that are best in this are
//! written out row by row until one is larger than the best.

use crate::way::{Rows, Way};

/// All ways to make the canonical form: as many as the grid has automorphisms.
///
/// The grid must keep the rules.
pub(crate) fn ways(views: &[Rows; 2]) -> Vec<Way> {
    let views = [View::new(&views[0]), View::new(&views[1])];
    let mut best = Best { lines: [u64::MAX; 9], ways: Vec::new() };
    let mut is_any_pure = false;
    for transposed in [false, true] {
        let view = &views[usize::from(transposed)];
        for band in (0..3).filter(|&band| view.is_pure(band)) {
            is_any_pure = true;
            view.each_pure_start(band, |rows, columns| {
                best.try_way(&views, transposed, rows, columns);
            });
        }
    }
    if !is_any_pure {
        let mut second_cells = u16::MAX;
        let mut starts = Vec::with_capacity(36);
        for transposed in [false, true] {
            views[usize::from(transposed)].each_mixed_start(|start| {
                if start.second_cells < second_cells {
                    second_cells = start.second_cells;
                    starts.clear();
                }
                if start.second_cells == second_cells {
                    starts.push((transposed, start));
                }
            });
        }
        for (transposed, start) in starts {
            let columns = views[usize::from(transposed)].columns_from(&start);
            best.try_way(&views, transposed, start.rows, columns);
        }
    }
    best.ways
}

/// The grid in one of its two orientations.
struct View {
    rows: Rows,
    /// Where each digit stands in each row.
    column_of: [[u8; 10]; 9],
    /// The digits of each minirow, as bits.
    minirows: [[u16; 3]; 9],
}

/// A way for the form to begin if no band is pure.
struct Start {
    /// Cells four to six of the form's second row, as a number.
    second_cells: u16,
    /// The first two rows.
    rows: [usize; 2],
    stacks: [usize; 3],
    /// The digit that is called 4.
    four: usize,
}

impl View {
    fn new(rows: &Rows) -> Self {
        let (mut column_of, mut minirows) = ([[0; 10]; 9], [[0; 3]; 9]);
        for row in 0..9 {
            for column in 0..9 {
                let digit = usize::from(rows[row][column]);
                column_of[row][digit] = column as u8;
                minirows[row][column / 3] |= 1 << digit;
            }
        }
        Self { rows: *rows, column_of, minirows }
    }

    fn digit(&self, row: usize, column: u8) -> usize {
        usize::from(self.rows[row][usize::from(column)])
    }

    fn is_pure(&self, band: usize) -> bool {
        let [first, second] = [self.minirows[band * 3], self.minirows[band * 3 + 1]];
        first[1..].contains(&second[0])
    }

    /// Calls back with every two rows of a pure band and order of the columns that make the second
    /// row begin with 456789.
    fn each_pure_start(&self, band: usize, mut start: impl FnMut([usize; 2], [u8; 9])) {
        for [first, second] in pairs_of_rows(band) {
            let chase = |column| self.column_of[first][self.digit(second, column)];
            for [one, two, three] in ORDERS_OF_THREE {
                for stack in 0..3 {
                    // The first stack's columns say where 4, 5 and 6 have to stand, and those where
                    // 7, 8 and 9.
                    let stack_columns = [one, two, three].map(|offset| stack * 3 + offset);
                    let next_columns = stack_columns.map(chase);
                    let last_columns = next_columns.map(chase);
                    let columns = [stack_columns, next_columns, last_columns];
                    start([first, second], columns.as_flattened().try_into().unwrap_or_default());
                }
            }
        }
    }

    /// Calls back with the ways to begin with 457 in the second row, no band being pure.
    ///
    /// Let `x` be the digit that stands in A1 and in B2. The two are cells of the form's first stack,
    /// first row, and second stack, second row. Of the cells four to six of the second row one is
    /// `x`, called by its column in the first stack: 1 if the digit below it there is called 4, 2 if
    /// that is called 5, and 3 if it is 7. The others are called 8 and 9 as they come. Where the digit
    /// above `x` in the second stack is one of the two that may be called 4, it has to be: `x` comes
    /// first. Else `x` comes last, and the digit below `x` should be called 4.
    fn each_mixed_start(&self, mut start: impl FnMut(Start)) {
        for [first, second] in [0, 1, 2].into_iter().flat_map(pairs_of_rows) {
            let (a, b) = (&self.minirows[first], &self.minirows[second]);
            for stack in 0..3 {
                let (next, last) = ((stack + 1) % 3, (stack + 2) % 3);
                let shares_two = (b[stack] & a[next]).count_ones() == 2;
                let (next, last) = if shares_two { (next, last) } else { (last, next) };
                let fours = b[stack] & a[next];
                let x = (b[next] & a[stack]).trailing_zeros() as usize;
                let above = self.digit(first, self.column_of[second][x]);
                let below = self.digit(second, self.column_of[first][x]);
                let may_be_four = |digit: usize| fours >> digit & 1 == 1;
                let (second_cells, four) = match (may_be_four(above), may_be_four(below)) {
                    (true, true) if above == below => (189, above),
                    (true, true) => (289, above),
                    (true, false) => (389, above),
                    (false, true) => (891, below),
                    (false, false) => (893, fours.trailing_zeros() as usize),
                };
                let mut start = |four| {
                    let (rows, stacks) = ([first, second], [stack, next, last]);
                    start(Start { second_cells, rows, stacks, four });
                };
                start(four);
                if second_cells == 893 {
                    // Nothing says which of the two it is.
                    start(fours.ilog2() as usize);
                }
            }
        }
    }

    /// The order of the columns that such a start settles.
    fn columns_from(&self, start: &Start) -> [u8; 9] {
        let Start { rows: [first, second], stacks, four, .. } = *start;
        let (a, b) = (&self.minirows[first], &self.minirows[second]);
        let five = (b[stacks[0]] & a[stacks[1]] & !(1 << four)).trailing_zeros() as usize;
        let seven = (b[stacks[0]] & a[stacks[2]]).trailing_zeros() as usize;
        let (above, below) = (&self.column_of[first], &self.column_of[second]);
        let third = |stack: usize, one: u8, two: u8| 9 * stack as u8 + 3 - one - two;
        let next = [above[four], above[five], third(stacks[1], above[four], above[five])];
        // The digits 8 and 9 come in this order in the second row.
        let in_second = next.map(|column| self.digit(second, column));
        let mut late = in_second.into_iter().filter(|&digit| a[stacks[2]] >> digit & 1 == 1);
        let eight = late.next().map_or(0, |eight| above[eight]);
        [
            below[four],
            below[five],
            below[seven],
            next[0],
            next[1],
            next[2],
            above[seven],
            eight,
            third(stacks[2], above[seven], eight),
        ]
    }
}

const ORDERS_OF_THREE: [[u8; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Every two rows of a band, in both orders.
fn pairs_of_rows(band: usize) -> impl Iterator<Item = [usize; 2]> {
    ORDERS_OF_THREE
        .into_iter()
        .map(move |[one, two, _]| [one, two].map(|row| band * 3 + usize::from(row)))
}

/// The smallest rows so far, and the ways that make them.
struct Best {
    lines: [u64; 9],
    ways: Vec<Way>,
}

impl Best {
    /// Follows the way that begins with these rows and has this order of columns, which leaves
    /// nothing open, for as long as it is not larger than the best.
    fn try_way(&mut self, views: &[View; 2], transposed: bool, rows: [usize; 2], columns: [u8; 9]) {
        let (view, other) = (&views[usize::from(transposed)], &views[usize::from(!transposed)]);
        let first_row = &view.rows[rows[0]];
        let mut labels = [0; 10];
        for (label, &column) in (1..).zip(&columns) {
            labels[usize::from(first_row[usize::from(column)])] = label;
        }
        let mut way = Way { transposed, rows: [rows[0] as u8; 9], columns, labels };
        way.rows[1] = rows[1] as u8;
        if !self.keeps_up(1, way.line(&view.rows[rows[1]])) {
            return;
        }
        let band = rows[0] / 3;
        let third = 9 * band + 3 - rows[0] - rows[1];
        way.rows[2] = third as u8;
        if !self.keeps_up(2, way.line(&view.rows[third])) {
            return;
        }
        // The other rows come in the order of their first cells: the bands, and the rows of a band.
        let row_of = &other.column_of[usize::from(columns[0])];
        let (mut fourth_band, mut places) = (band as u8, [3, 6]);
        for &column in &columns[1..] {
            let row = row_of[usize::from(first_row[usize::from(column)])];
            if usize::from(row) / 3 == band {
                continue;
            }
            if places == [3, 6] {
                fourth_band = row / 3;
            }
            let place = &mut places[usize::from(row / 3 != fourth_band)];
            way.rows[*place] = row;
            *place += 1;
        }
        for depth in 3..9 {
            if !self.keeps_up(depth, way.line(&view.rows[usize::from(way.rows[depth])])) {
                return;
            }
        }
        self.ways.push(way);
    }

    /// Whether the line is not larger than the best in its place; becomes the best if smaller.
    fn keeps_up(&mut self, depth: usize, line: u64) -> bool {
        if line < self.lines[depth] {
            self.lines[depth] = line;
            self.lines[depth + 1..].fill(u64::MAX);
            self.ways.clear();
        }
        line == self.lines[depth]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use sudoku_core::Board;
    use sudoku_generator::{random_grid, seeded};

    use crate::{search, way};

    #[test]
    fn finds_what_the_search_for_any_board_finds() {
        let mut rng = seeded(1, 0);
        let mut grids: Vec<Board> = (0..100).map(|_| random_grid(&mut rng).into()).collect();
        // Random grids have a pure chute now and then; here four are, with other second rows, and six.
        grids.extend(
            [
                "123456789456789132789132456231564897564897213897213564312645978645978321978321645",
                "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
            ]
            .map(|text| text.parse::<Board>().unwrap()),
        );
        for grid in grids {
            let views = way::both_views(&grid);
            let ways = super::ways(&views);
            let (way, automorphisms) = search::way(&views);
            assert_eq!(ways.len() as u32, automorphisms, "{grid}");
            let expected = way.canonical(&grid, automorphisms).form;
            for way in ways {
                assert_eq!(way.canonical(&grid, automorphisms).form, expected, "{grid}");
            }
        }
    }
}
