//! One pass over the 27 classic houses: hidden singles and locked candidates.

use super::lines::keep_hidden;
use crate::domain::{ALL, Domain, Masks, is_single};

/// Sixteen neighboring cells: those of a row and some more.
type Lanes = [u16; 16];

/// The digits of three neighboring cells of a row, from each of the first cells.
#[derive(Clone, Copy)]
struct MiniRows {
    /// The digits of any of the cells.
    any: Lanes,
    /// The digits of at least two cells.
    several: Lanes,
    /// The digits of fixed cells.
    fixed: Lanes,
}

/// The digits that occur in some of the sets, and those that occur in several.
#[derive(Clone, Copy)]
struct Occurring {
    once: Lanes,
    several: Lanes,
    fixed: Lanes,
}

impl Occurring {
    const NONE: Self = Self { once: [0; 16], several: [0; 16], fixed: [0; 16] };

    #[inline(always)]
    fn add(&mut self, any: &Lanes, several: &Lanes, fixed: &Lanes) {
        for lane in 0..16 {
            self.several[lane] |= several[lane] | self.once[lane] & any[lane];
            self.once[lane] |= any[lane];
            self.fixed[lane] |= fixed[lane];
        }
    }

    /// Returns the digits of this lane with one place, except fixed ones.
    #[inline(always)]
    const fn hidden(&self, lane: usize) -> u16 {
        self.once[lane] & !self.several[lane] & !self.fixed[lane]
    }
}

/// Reads sixteen cells from this one on.
#[inline(always)]
fn lanes(masks: &Masks, from: usize) -> Lanes {
    core::array::from_fn(|lane| masks[from + lane])
}

#[inline(always)]
fn fixed(lanes: &Lanes) -> Lanes {
    lanes.map(|mask| if is_single(mask) { mask } else { 0 })
}

/// Fixes hidden singles, or, without hidden singles, removes locked candidates. Fails if a house
/// has no place for a digit.
#[inline(never)]
pub(crate) fn search_houses(domain: &mut Domain<'_>) -> Option<()> {
    let none = [0; 16];
    let mut mini_rows = [MiniRows { any: none, several: none, fixed: none }; 9];
    let mut columns = Occurring::NONE;
    let mut boxes = [Occurring::NONE; 3];
    let mut mini_columns = [none; 3];
    let mut hidden = [0; 27];
    let mut full = ALL;
    for (row, mini) in mini_rows.iter_mut().enumerate() {
        let [a, b, c] = [0, 1, 2].map(|offset| lanes(domain.masks, 9 * row + offset));
        let [fixed_a, fixed_b, fixed_c] = [fixed(&a), fixed(&b), fixed(&c)];
        for lane in 0..16 {
            mini.any[lane] = a[lane] | b[lane] | c[lane];
            mini.several[lane] = a[lane] & b[lane] | (a[lane] | b[lane]) & c[lane];
            mini.fixed[lane] = fixed_a[lane] | fixed_b[lane] | fixed_c[lane];
            mini_columns[row / 3][lane] |= a[lane];
        }
        columns.add(&a, &none, &fixed_a);
        boxes[row / 3].add(&mini.any, &mini.several, &mini.fixed);
        let [x, y, z] = [mini.any[0], mini.any[3], mini.any[6]];
        let several = [0, 3, 6].iter().fold(x & y | (x | y) & z, |set, &at| set | mini.several[at]);
        full &= x | y | z;
        hidden[row] = (x | y | z) & !several & !(mini.fixed[0] | mini.fixed[3] | mini.fixed[6]);
    }
    for column in 0..9 {
        full &= columns.once[column];
        hidden[9 + column] = columns.hidden(column);
        let (band, lane) = (&boxes[column / 3], column % 3 * 3);
        full &= band.once[lane];
        hidden[18 + column] = band.hidden(lane);
    }
    if full != ALL {
        return None;
    }
    if hidden.iter().any(|&digits| digits != 0) {
        return fix_hidden(domain, &hidden);
    }
    let any = |row: usize, column: usize| mini_rows[row].any[column];
    for chute in 0..3 {
        let rows = [0, 1, 2].map(|line| [0, 3, 6].map(|column| any(3 * chute + line, column)));
        lock(domain, &rows, |line, box_, place| (3 * chute + line, 3 * box_ + place))?;
        let columns =
            [0, 1, 2].map(|line| [0, 1, 2].map(|box_| mini_columns[box_][3 * chute + line]));
        lock(domain, &columns, |line, box_, place| (3 * box_ + place, 3 * chute + line))?;
    }
    Some(())
}

/// Fixes the hidden singles of each house.
#[inline(always)]
fn fix_hidden(domain: &mut Domain<'_>, hidden: &[u16; 27]) -> Option<()> {
    for (house, &digits) in hidden.iter().enumerate().filter(|(_, digits)| **digits != 0) {
        for place in 0..9 {
            let number = house % 9;
            let (row, column) = match house / 9 {
                0 => (number, place),
                1 => (place, number),
                _ => (number / 3 * 3 + place / 3, number % 3 * 3 + place % 3),
            };
            keep_hidden(domain, (9 * row + column) as u8, digits)?;
        }
    }
    Some(())
}

/// Removes locked candidates from a chute, given the digits of its nine mini-lines by line and by
/// box.
///
/// In a line and a box that meet, the cells outside the meeting hold the same digits.
#[inline(always)]
fn lock(
    domain: &mut Domain<'_>,
    digits: &[[u16; 3]; 3],
    place: impl Fn(usize, usize, usize) -> (usize, usize),
) -> Option<()> {
    for line in 0..3 {
        for box_ in 0..3 {
            let (lines, boxes) =
                ([(line + 1) % 3, (line + 2) % 3], [(box_ + 1) % 3, (box_ + 2) % 3]);
            let in_line = digits[line][boxes[0]] | digits[line][boxes[1]];
            let in_box = digits[lines[0]][box_] | digits[lines[1]][box_];
            if in_line == in_box {
                continue;
            }
            let both = in_line & in_box;
            let minis = [(line, boxes[0]), (line, boxes[1]), (lines[0], box_), (lines[1], box_)];
            for (line, box_) in minis.into_iter().filter(|&(l, b)| digits[l][b] & !both != 0) {
                for offset in 0..3 {
                    let (row, column) = place(line, box_, offset);
                    domain.keep((9 * row + column) as u8, both)?;
                }
            }
        }
    }
    Some(())
}
