//! The search for the canonical form of any board, row by row.

use crate::way::{Rows, Way};

/// A way to make the canonical form, and how many there are: as many as automorphisms.
pub(crate) fn way(views: &[Rows; 2]) -> (Way, u32) {
    let views = views.each_ref().map(View::new);
    let mut partials = vec![Partial::new(false), Partial::new(true)];
    let mut level = Level { best: u64::MAX, partials: Vec::new() };
    for depth in 0..9 {
        level.best = u64::MAX;
        for partial in partials.drain(..) {
            let view = &views[usize::from(partial.way.transposed)];
            view.each_next_row(&partial, depth, |row, weight| {
                let mut next = partial;
                next.way.rows[depth] = row as u8;
                next.open &= !(1 << row);
                next.weight *= weight;
                level.place_stack(&next, &view.rows[row], 0, 0);
            });
        }
        std::mem::swap(&mut partials, &mut level.partials);
    }
    let automorphisms = partials.iter().map(Partial::symmetries).sum();
    // Something is always left: the default is never taken.
    (partials.first().unwrap_or(&Partial::new(false)).way, automorphisms)
}

/// The board in one of its two orientations.
struct View {
    rows: Rows,
    /// For each row the first row of its band that is equal to it.
    row_class: [usize; 9],
    /// For each band the first band that has the same rows in some order.
    band_class: [usize; 3],
}

impl View {
    fn new(rows: &Rows) -> Self {
        let mut row_class = [0; 9];
        for row in 0..9 {
            let first = row / 3 * 3;
            row_class[row] = (first..row).find(|&other| rows[other] == rows[row]).unwrap_or(row);
        }
        let sorted = [0, 3, 6].map(|first| {
            let mut band = [rows[first], rows[first + 1], rows[first + 2]];
            band.sort_unstable();
            band
        });
        let mut band_class = [0; 3];
        for band in 0..3 {
            band_class[band] =
                (0..band).find(|&other| sorted[other] == sorted[band]).unwrap_or(band);
        }
        Self { rows: *rows, row_class, band_class }
    }

    /// Calls back with each row that may come next, one of those that are interchangeable, and how
    /// many of them there are.
    fn each_next_row(&self, partial: &Partial, depth: usize, mut next: impl FnMut(usize, u32)) {
        let is_open = |row: &usize| partial.open >> row & 1 == 1;
        let mut rows_of = |band: usize, weight: u32| {
            let mut tried = [0; 9];
            let mut rows = (band * 3..band * 3 + 3).filter(is_open);
            for row in rows.clone() {
                tried[self.row_class[row]] += 1;
            }
            for row in rows.by_ref() {
                // The first of a class stands for all: the others find its count taken.
                let count = std::mem::take(&mut tried[self.row_class[row]]);
                if count > 0 {
                    next(row, weight * count);
                }
            }
        };
        if !depth.is_multiple_of(3) {
            rows_of(usize::from(partial.way.rows[depth - 1]) / 3, 1);
        } else {
            let mut tried = [0; 3];
            let bands = (0..3).filter(|band| is_open(&(band * 3)));
            for band in bands.clone() {
                tried[self.band_class[band]] += 1;
            }
            for band in bands {
                let count = std::mem::take(&mut tried[self.band_class[band]]);
                if count > 0 {
                    rows_of(band, count);
                }
            }
        }
    }
}

/// All symmetries that put certain rows into the first places and tell certain columns apart.
#[derive(Clone, Copy)]
struct Partial {
    /// Places from the depth on have no row yet, and tied columns may stand in any order.
    way: Way,
    /// The rows that are not in place.
    open: u16,
    /// Bit `place`: the columns of this place and the next, of one stack, are tied; bit
    /// `9 + stack`: this stack and the next are.
    tied: u16,
    labels_used: u8,
    /// How many choices of rows it stands for.
    weight: u32,
}

impl Partial {
    const fn new(transposed: bool) -> Self {
        Self {
            way: Way { transposed, ..Way::START },
            open: 0o777,
            tied: 0b11_011_011_011,
            labels_used: 0,
            weight: 1,
        }
    }

    /// How many tied columns follow the one in this place in its stack.
    fn columns_tied(&self, place: usize) -> usize {
        (self.tied >> place).trailing_ones() as usize
    }

    fn stacks_tied(&self, stack: usize) -> usize {
        (self.tied >> (9 + stack)).trailing_ones() as usize
    }

    /// The digits of a row in the columns of a stack, tied ones in ascending order.
    fn content(&self, row: &[u8; 9], stack: usize) -> [u8; 3] {
        let place = stack * 3;
        let mut content =
            [0, 1, 2].map(|offset| row[usize::from(self.way.columns[place + offset])]);
        let tied = self.columns_tied(place);
        content[..=tied].sort_unstable();
        if tied == 0 {
            content[1..=1 + self.columns_tied(place + 1)].sort_unstable();
        }
        content
    }

    fn swap_stacks(&mut self, one: usize, other: usize) {
        for offset in 0..3 {
            self.way.columns.swap(one * 3 + offset, other * 3 + offset);
        }
    }

    /// Gives the digit the next label.
    fn name(&mut self, digit: u8) {
        self.labels_used += 1;
        self.way.labels[usize::from(digit)] = self.labels_used;
    }

    /// Unties what this row tells apart.
    fn untie(&mut self, row: &[u8; 9]) {
        let digits = self.way.columns.map(|column| row[usize::from(column)]);
        for place in 0..8 {
            if digits[place] != digits[place + 1] {
                self.tied &= !(1 << place);
            }
        }
        for stack in 0..2 {
            if digits[stack * 3..stack * 3 + 3] != digits[stack * 3 + 3..stack * 3 + 6] {
                self.tied &= !(1 << (9 + stack));
            }
        }
    }

    /// How many symmetries it is, all rows being in place.
    fn symmetries(&self) -> u32 {
        const FACTORIALS: [u32; 3] = [1, 2, 6];
        let orders = |tied: u16| FACTORIALS[(tied & 0b11).count_ones() as usize];
        let of_columns: u32 = [0, 3, 6].iter().map(|place| orders(self.tied >> place)).product();
        self.weight * of_columns * orders(self.tied >> 9)
    }
}

/// The partial symmetries that make the smallest row.
struct Level {
    /// The row, four bits a cell, the first cell highest.
    best: u64,
    partials: Vec<Partial>,
}

impl Level {
    /// Puts a stack into this place, in every way that may make the row smallest.
    ///
    /// `line` is the row as far as it is made.
    fn place_stack(&mut self, partial: &Partial, row: &[u8; 9], stack: usize, line: u64) {
        if stack == 3 {
            return self.keep(partial, row, line);
        }
        let tied = partial.stacks_tied(stack);
        if tied == 0 {
            return self.place_column(*partial, row, stack * 3, line);
        }
        let mut tried = [[0; 3]; 3];
        for offset in 0..=tied {
            tried[offset] = partial.content(row, stack + offset);
            // Stacks that are alike follow each other in the smallest row, and stay tied.
            if !tried[..offset].contains(&tried[offset]) {
                let mut partial = *partial;
                partial.swap_stacks(stack, stack + offset);
                self.place_column(partial, row, stack * 3, line);
            }
        }
    }

    /// Puts columns into this place and the rest of its stack, in every way that may make the row
    /// smallest, and goes on with the next stack.
    fn place_column(&mut self, mut partial: Partial, row: &[u8; 9], place: usize, mut line: u64) {
        let stack = place / 3;
        for place in place..stack * 3 + 3 {
            let tied = partial.columns_tied(place);
            let digit_at = |partial: &Partial, place| row[usize::from(partial.way.columns[place])];
            let label_at = |partial: &Partial, place| {
                let digit = digit_at(partial, place);
                let label = partial.way.labels[usize::from(digit)];
                if digit > 0 && label == 0 { partial.labels_used + 1 } else { label }
            };
            let mut smallest = place;
            for other in place + 1..=place + tied {
                if label_at(&partial, other) < label_at(&partial, smallest) {
                    smallest = other;
                }
            }
            let label = label_at(&partial, smallest);
            let shift = 4 * (8 - place);
            line |= u64::from(label) << shift;
            if line >> shift > self.best >> shift {
                return;
            }
            if label > partial.labels_used {
                // All that are tied hold new digits: each of them may be the next.
                for other in place + 1..=place + tied {
                    let digit = digit_at(&partial, other);
                    let is_tried = (place..other).any(|tried| digit_at(&partial, tried) == digit);
                    if !is_tried {
                        let mut partial = partial;
                        partial.way.columns.swap(place, other);
                        partial.name(digit);
                        self.place_column(partial, row, place + 1, line);
                    }
                }
                partial.name(digit_at(&partial, place));
            } else {
                partial.way.columns.swap(place, smallest);
            }
        }
        self.place_stack(&partial, row, stack + 1, line);
    }

    /// Keeps the partial symmetry if it made as small a row as any.
    fn keep(&mut self, partial: &Partial, row: &[u8; 9], line: u64) {
        if line < self.best {
            self.best = line;
            self.partials.clear();
        }
        // Larger ones have been given up on the way here.
        let mut partial = *partial;
        partial.untie(row);
        self.partials.push(partial);
    }
}
