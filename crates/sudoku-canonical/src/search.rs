//! The search for the canonical form of any board, row by row.

use crate::mapping::{Mapping, RowTables, Table};

/// Returns a mapping to the canonical form, and the number of such mappings, which equals the
/// number of automorphisms.
pub(crate) fn mapping(views: &[RowTables; 2]) -> (Mapping, u32) {
    let views = views.each_ref().map(BoardView::new);
    let mut partials = Vec::with_capacity(64);
    partials.extend([Partial::new(false), Partial::new(true)]);
    let mut level = Level { best: u64::MAX, partials: Vec::with_capacity(64) };
    let mut candidates = Vec::with_capacity(64);
    for depth in 0..9 {
        for (index, partial) in partials.iter().enumerate() {
            let view = &views[usize::from(partial.mapping.transposed)];
            view.each_next_row(partial, depth, |row, weight| {
                let least_line = partial.least_line(view.rows[row].clues);
                candidates.push(Candidate { least_line, index, row, weight });
            });
        }
        // The most promising candidates come first, so that few others have to be tried.
        candidates.sort_unstable_by_key(|candidate| candidate.least_line);
        level.best = u64::MAX;
        for Candidate { least_line, index, row, weight } in candidates.drain(..) {
            if least_line <= level.best {
                let mut partial = partials[index];
                partial.mapping.rows.set(depth, row);
                partial.open &= !(1 << row);
                partial.weight *= weight;
                let view = &views[usize::from(partial.mapping.transposed)];
                level.place_stack(&partial, &view.rows[row], 0, 0);
            }
        }
        partials.clear();
        std::mem::swap(&mut partials, &mut level.partials);
    }
    let automorphisms = partials.iter().map(Partial::symmetries).sum();
    // The list is never empty, so the default is never used.
    (partials.first().unwrap_or(&Partial::new(false)).mapping, automorphisms)
}

/// A row that may come next in a partial symmetry.
struct Candidate {
    /// A lower bound on the line that this row can make.
    least_line: u64,
    /// The index of the partial symmetry in the list.
    index: usize,
    row: usize,
    /// The number of equal rows that this one represents.
    weight: u32,
}

/// A row of the board.
#[derive(Clone, Copy)]
struct BoardRow {
    digits: Table,
    /// The columns of the digits, as bits.
    clues: u16,
}

/// The board in one of its two orientations.
struct BoardView {
    rows: [BoardRow; 9],
    /// For each row, the first row of its band that is equal to it.
    row_class: [usize; 9],
    /// For each band, the first band that has the same rows in some order.
    band_class: [usize; 3],
}

impl BoardView {
    fn new(rows: &RowTables) -> Self {
        let clues_of = |row: &Table| {
            (0..9).fold(0, |clues, column| clues | u16::from(row.get(column) > 0) << column)
        };
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
        let rows = rows.map(|digits| BoardRow { digits, clues: clues_of(&digits) });
        Self { rows, row_class, band_class }
    }

    /// Calls back with each row that may come next. For interchangeable rows, it passes one
    /// row and their number.
    #[inline]
    fn each_next_row(&self, partial: &Partial, depth: usize, mut next: impl FnMut(usize, u32)) {
        let is_open = |row: usize| partial.open >> row & 1 == 1;
        let mut rows_of = |band: usize, weight: u32| {
            let mut tried = [0; 9];
            let rows = band * 3..band * 3 + 3;
            for row in rows.clone() {
                tried[self.row_class[row]] += u32::from(is_open(row));
            }
            for row in rows {
                // The first row of a class represents all of them: later rows find the count at
                // zero.
                if is_open(row) && tried[self.row_class[row]] > 0 {
                    next(row, weight * std::mem::take(&mut tried[self.row_class[row]]));
                }
            }
        };
        if !depth.is_multiple_of(3) {
            rows_of(partial.mapping.rows.get(depth - 1) / 3, 1);
        } else {
            let mut tried = [0; 3];
            for band in 0..3 {
                tried[self.band_class[band]] += u32::from(is_open(band * 3));
            }
            for band in 0..3 {
                if is_open(band * 3) && tried[self.band_class[band]] > 0 {
                    rows_of(band, std::mem::take(&mut tried[self.band_class[band]]));
                }
            }
        }
    }
}

/// All symmetries that put certain rows into the first places and distinguish certain columns.
#[derive(Clone, Copy)]
struct Partial {
    /// Places from the current depth on have no row yet, and tied columns may be in any order.
    mapping: Mapping,
    /// The rows that are not placed yet.
    open: u16,
    /// Bit `place` is set if the columns in this place and the next are tied; both are in one
    /// stack. Bit `9 + stack` is set if this stack and the next are tied.
    tied: u16,
    labels_used: u8,
    /// The number of choices of rows that this one represents.
    weight: u32,
}

impl Partial {
    const fn new(transposed: bool) -> Self {
        Self {
            mapping: Mapping { transposed, ..Mapping::START },
            open: 0o777,
            tied: 0b11_011_011_011,
            labels_used: 0,
            weight: 1,
        }
    }

    /// Returns the number of tied columns after this place in its stack.
    #[inline]
    fn columns_tied(&self, place: usize) -> usize {
        (self.tied >> place).trailing_ones() as usize
    }

    #[inline]
    fn stacks_tied(&self, stack: usize) -> usize {
        (self.tied >> (9 + stack)).trailing_ones() as usize
    }

    #[inline]
    fn digit(&self, row: &BoardRow, place: usize) -> usize {
        row.digits.get(self.mapping.columns.get(place))
    }

    /// Returns the places of a stack that are not blank in a row with these clues, the first place
    /// as the highest bit. Among tied columns, blanks come first.
    #[inline]
    fn clues_of_stack(&self, clues: u16, stack: usize) -> usize {
        /// Indexed by the tied columns of the stack, and by the clues in their current order.
        const BLANKS_FIRST: [[u8; 8]; 4] = [
            [0b000, 0b001, 0b010, 0b011, 0b100, 0b101, 0b110, 0b111],
            [0b000, 0b001, 0b010, 0b011, 0b010, 0b011, 0b110, 0b111],
            [0b000, 0b001, 0b001, 0b011, 0b100, 0b101, 0b101, 0b111],
            [0b000, 0b001, 0b001, 0b011, 0b001, 0b011, 0b011, 0b111],
        ];
        let place = stack * 3;
        let at = |place| usize::from(clues >> self.mapping.columns.get(place) & 1);
        let standing = at(place) << 2 | at(place + 1) << 1 | at(place + 2);
        usize::from(BLANKS_FIRST[usize::from(self.tied >> place & 0b11)][standing])
    }

    /// Returns a lower bound on the lines that a row with these clues can make.
    #[inline]
    fn least_line(&self, clues: u16) -> u64 {
        const ONES: [u64; 8] = [0, 0x001, 0x010, 0x011, 0x100, 0x101, 0x110, 0x111];
        let mut stacks = [0, 1, 2].map(|stack| self.clues_of_stack(clues, stack));
        match self.tied >> 9 {
            0b11 => stacks.sort_unstable(),
            0b01 => stacks[..2].sort_unstable(),
            0b10 => stacks[1..].sort_unstable(),
            _ => {}
        }
        stacks.iter().fold(0, |line, &stack| line << 12 | ONES[stack])
    }

    /// Returns the digits of a row in the columns of a stack, with tied columns in ascending order.
    fn content(&self, row: &BoardRow, stack: usize) -> [usize; 3] {
        let place = stack * 3;
        let mut content = [0, 1, 2].map(|offset| self.digit(row, place + offset));
        match self.tied >> place & 0b11 {
            0b11 => content.sort_unstable(),
            0b01 => content[..2].sort_unstable(),
            0b10 => content[1..].sort_unstable(),
            _ => {}
        }
        content
    }

    fn swap_stacks(&mut self, one: usize, other: usize) {
        for offset in 0..3 {
            self.mapping.columns.swap(one * 3 + offset, other * 3 + offset);
        }
    }

    /// Gives the digit the next label.
    fn name(&mut self, digit: usize) {
        self.labels_used += 1;
        self.mapping.labels.set(digit, usize::from(self.labels_used));
    }

    /// Unties the columns and stacks that this row distinguishes.
    fn untie(&mut self, row: &BoardRow) {
        if self.tied == 0 {
            return;
        }
        let digits: [usize; 9] = std::array::from_fn(|place| self.digit(row, place));
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

    /// Returns the number of symmetries that this one represents after all rows are placed.
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
    /// Puts a stack into this place, in every way that may give the smallest row.
    ///
    /// `line` is the part of the row that is already made.
    fn place_stack(&mut self, partial: &Partial, row: &BoardRow, stack: usize, line: u64) {
        if stack == 3 {
            return self.keep(partial, row, line);
        }
        let tied = partial.stacks_tied(stack);
        if tied == 0 {
            return self.place_column(*partial, row, stack * 3, line);
        }
        let stacks = stack..=stack + tied;
        let blanks = |stack| {
            let clues = partial.clues_of_stack(row.clues, stack);
            clues.leading_zeros()
        };
        let most_blanks = stacks.clone().map(blanks).max();
        let mut tried = [[0; 3]; 3];
        for (count, chosen) in
            stacks.filter(|&stack| Some(blanks(stack)) == most_blanks).enumerate()
        {
            tried[count] = partial.content(row, chosen);
            // Equal stacks follow each other in the smallest row and stay tied.
            if !tried[..count].contains(&tried[count]) {
                let mut partial = *partial;
                partial.swap_stacks(stack, chosen);
                self.place_column(partial, row, stack * 3, line);
            }
        }
    }

    /// Puts columns into this place and the rest of its stack, in every way that may give the
    /// smallest row, and continues with the next stack.
    fn place_column(&mut self, mut partial: Partial, row: &BoardRow, place: usize, mut line: u64) {
        let stack = place / 3;
        for place in place..stack * 3 + 3 {
            let tied = partial.columns_tied(place);
            let next_label = usize::from(partial.labels_used) + 1;
            let label_at = |partial: &Partial, place| {
                let digit = partial.digit(row, place);
                let label = partial.mapping.labels.get(digit);
                if digit > 0 && label == 0 { next_label } else { label }
            };
            let (mut smallest, mut label) = (place, label_at(&partial, place));
            for other in place + 1..=place + tied {
                let other_label = label_at(&partial, other);
                if other_label < label {
                    (smallest, label) = (other, other_label);
                }
            }
            let shift = 4 * (8 - place);
            line |= (label as u64) << shift;
            if line >> shift > self.best >> shift {
                return;
            }
            if label == next_label {
                // All tied columns hold new digits, and each of them may be the next.
                let digit = partial.digit(row, place);
                for other in place + 1..=place + tied {
                    let digit = partial.digit(row, other);
                    if (place..other).all(|tried| partial.digit(row, tried) != digit) {
                        let mut partial = partial;
                        partial.mapping.columns.swap(place, other);
                        partial.name(digit);
                        self.place_column(partial, row, place + 1, line);
                    }
                }
                partial.name(digit);
            } else {
                partial.mapping.columns.swap(place, smallest);
            }
        }
        self.place_stack(&partial, row, stack + 1, line);
    }

    /// Keeps the partial symmetry. Its line must not be larger than the best.
    fn keep(&mut self, partial: &Partial, row: &BoardRow, line: u64) {
        if line < self.best {
            self.best = line;
            self.partials.clear();
        }
        let mut partial = *partial;
        partial.untie(row);
        self.partials.push(partial);
    }
}
