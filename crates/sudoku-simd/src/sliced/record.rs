//! Boards on their way into the lanes and out of them.
//!
//! In the lanes a board is one bit in each of 729 planes; a record has these bits one after the other.
//! From one to the other 64 planes at a time are turned around like a table whose columns become its
//! rows, in all four columns of words at once.

use super::choose::Choices;
use super::pass::Planes;
use super::plane::{LANES, Plane, Words};
use crate::search::Digits;

/// How many words a record has: 729 candidates, and room for what else is said of a board.
pub(crate) const RECORD: usize = 12;

/// The candidates of one board: digit `d` in cell `c` is bit 81·d + c, both counted from 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record(pub(crate) [u64; RECORD]);

impl Record {
    /// The candidates of a board.
    #[inline(always)]
    pub(crate) fn read<V: Plane>(proof: V::Proof, digits: &[u8; 81]) -> Self {
        let cells = V::read(proof, digits);
        let mut record = Self([0; RECORD]);
        let mut digit = 0;
        while digit < 9 {
            let (word, bits) = spread(digit, cells[0] | cells[digit + 1]);
            let mut at = 0;
            while at < 3 && word + at < RECORD {
                record.0[word + at] |= bits[at];
                at += 1;
            }
            digit += 1;
        }
        record
    }

    /// The digits of a board whose cells have one candidate each.
    #[inline(always)]
    pub(crate) fn write<V: Plane>(&self, proof: V::Proof) -> Digits {
        let mut cells = [0; 9];
        let mut digit = 0;
        while digit < 9 {
            cells[digit] = self.cells(digit);
            digit += 1;
        }
        V::write(proof, &cells)
    }

    /// The cells that have a digit.
    #[inline(always)]
    fn cells(&self, digit: usize) -> u128 {
        let (word, bit) = (81 * digit / 64, 81 * digit % 64);
        let low = u128::from(self.0[word]) | u128::from(self.0[word + 1]) << 64;
        // The second shift is in two steps, so that none is by 128.
        let high = u128::from(self.0.get(word + 2).copied().unwrap_or(0)) << 1 << (127 - bit);
        (low >> bit | high) & ((1 << 81) - 1)
    }

    /// Takes a digit from cells.
    #[inline(always)]
    pub(crate) fn take(&mut self, digit: usize, cells: u128) {
        let (word, bits) = spread(digit, cells);
        let mut at = 0;
        while at < 3 {
            if let Some(word) = self.0.get_mut(word + at) {
                *word &= !bits[at];
            }
            at += 1;
        }
    }

    /// The bits behind the candidates.
    #[inline(always)]
    pub(crate) fn rest(&self) -> u64 {
        self.0[RECORD - 1] >> REST
    }
}

/// The first of the words of a record in which a digit has its cells, and these cells' bits there.
#[inline(always)]
fn spread(digit: usize, cells: u128) -> (usize, [u64; 3]) {
    let (word, bit) = (81 * (digit % 9) / 64, 81 * (digit % 9) % 64);
    let low = cells << bit;
    // In two steps, so that no shift is by 128.
    let high = cells >> 1 >> (127 - bit);
    (word, [low as u64, (low >> 64) as u64, high as u64])
}

/// The first bit of the last word that no candidate has.
const REST: usize = 729 - 64 * (RECORD - 1);

/// The records of all lanes: that of lane 64·w + l is in word `w` of row `l`.
pub(crate) struct Turned(Box<[[Words; RECORD]; 64]>);

impl Turned {
    pub(crate) fn new() -> Self {
        Self(Box::new([[Words::ZERO; RECORD]; 64]))
    }

    /// The record of a lane.
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> Record {
        let row = &self.0[lane % 64];
        let mut record = Record([0; RECORD]);
        let mut word = 0;
        while word < RECORD {
            record.0[word] = row[word].0[lane / 64 % (LANES / 64)];
            word += 1;
        }
        record
    }

    /// Makes a record the lane's.
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, record: &Record) {
        let row = &mut self.0[lane % 64];
        let mut word = 0;
        while word < RECORD {
            row[word].0[lane / 64 % (LANES / 64)] = record.0[word];
            word += 1;
        }
    }

    /// Takes a digit from cells of the lane's board.
    #[inline(always)]
    pub(crate) fn take(&mut self, lane: usize, digit: usize, cells: u128) {
        let row = &mut self.0[lane % 64];
        let (word, bits) = spread(digit, cells);
        let mut at = 0;
        while at < 3 {
            if let Some(words) = row.get_mut(word + at) {
                words.0[lane / 64 % (LANES / 64)] &= !bits[at];
            }
            at += 1;
        }
    }

    /// Copies all boards out of the lanes, and what is chosen for them if anything is to be.
    #[inline(always)]
    pub(crate) fn save<V: Plane>(&mut self, proof: V::Proof, planes: &Planes<V>, choose: bool) {
        let choices = if choose { Choices::make(proof, planes) } else { Choices::none(proof) };
        let zero = V::splat(proof, 0);
        let mut number = 0;
        while number < RECORD {
            let mut first = 0;
            while first < 8 {
                let mut eight = [zero; 8];
                let mut at = 0;
                while at < 8 {
                    let place = 64 * number + first + 8 * at;
                    eight[at] = if place < 729 {
                        let [box_, digit, cell] = PLACES[place];
                        planes.candidates[usize::from(box_)][usize::from(digit)][usize::from(cell)]
                    } else {
                        choices.plane(place - 729).unwrap_or(zero)
                    };
                    at += 1;
                }
                turn_eight::<V, 32, 16, 8>(&mut eight, wide_masks(proof));
                at = 0;
                while at < 8 {
                    self.0[first + 8 * at][number] = eight[at].store();
                    at += 1;
                }
                first += 1;
            }
            first = 0;
            while first < 64 {
                let mut eight = [zero; 8];
                let mut at = 0;
                while at < 8 {
                    eight[at] = V::load(proof, &self.0[first + at][number]);
                    at += 1;
                }
                turn_eight::<V, 4, 2, 1>(&mut eight, narrow_masks(proof));
                at = 0;
                while at < 8 {
                    self.0[first + at][number] = eight[at].store();
                    at += 1;
                }
                first += 8;
            }
            number += 1;
        }
    }

    /// Copies the records of some lanes into them; the records are of no meaning afterwards.
    #[inline(always)]
    pub(crate) fn restore<V: Plane>(
        &mut self,
        proof: V::Proof,
        lanes: &Words,
        planes: &mut Planes<V>,
    ) {
        let lanes = V::load(proof, lanes);
        let zero = V::splat(proof, 0);
        let mut number = 0;
        while number < RECORD {
            let mut first = 0;
            while first < 64 {
                let mut eight = [zero; 8];
                let mut at = 0;
                while at < 8 {
                    eight[at] = V::load(proof, &self.0[first + at][number]);
                    at += 1;
                }
                turn_eight::<V, 4, 2, 1>(&mut eight, narrow_masks(proof));
                at = 0;
                while at < 8 {
                    self.0[first + at][number] = eight[at].store();
                    at += 1;
                }
                first += 8;
            }
            first = 0;
            while first < 8 {
                let mut eight = [zero; 8];
                let mut at = 0;
                while at < 8 {
                    eight[at] = V::load(proof, &self.0[first + 8 * at][number]);
                    at += 1;
                }
                turn_eight::<V, 32, 16, 8>(&mut eight, wide_masks(proof));
                at = 0;
                while at < 8 {
                    if let Some(&[box_, digit, cell]) = PLACES.get(64 * number + first + 8 * at) {
                        let plane = &mut planes.candidates[usize::from(box_)][usize::from(digit)]
                            [usize::from(cell)];
                        *plane = lanes.pick(eight[at], *plane);
                    }
                    at += 1;
                }
                first += 1;
            }
            number += 1;
        }
    }
}

/// The box, the digit and the cell in the box that each bit of a record stands for.
static PLACES: [[u8; 3]; 729] = {
    let mut places = [[0; 3]; 729];
    let mut at = 0;
    while at < 729 {
        let (digit, row, column) = (at / 81, at % 81 / 9, at % 9);
        let (box_, cell) = (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
        places[at] = [box_ as u8, digit as u8, cell as u8];
        at += 1;
    }
    places
};

#[inline(always)]
fn wide_masks<V: Plane>(proof: V::Proof) -> [V; 3] {
    [
        V::splat(proof, 0x0000_0000_ffff_ffff),
        V::splat(proof, 0x0000_ffff_0000_ffff),
        V::splat(proof, 0x00ff_00ff_00ff_00ff),
    ]
}

#[inline(always)]
fn narrow_masks<V: Plane>(proof: V::Proof) -> [V; 3] {
    [
        V::splat(proof, 0x0f0f_0f0f_0f0f_0f0f),
        V::splat(proof, 0x3333_3333_3333_3333),
        V::splat(proof, 0x5555_5555_5555_5555),
    ]
}

#[inline(always)]
fn turn_eight<V: Plane, const A: i32, const B: i32, const C: i32>(x: &mut [V; 8], masks: [V; 3]) {
    let mut at = 0;
    while at < 4 {
        (x[at], x[at + 4]) = swap::<V, A>(x[at], x[at + 4], masks[0]);
        at += 1;
    }
    at = 0;
    while at < 8 {
        (x[at], x[at + 2]) = swap::<V, B>(x[at], x[at + 2], masks[1]);
        (x[at + 1], x[at + 3]) = swap::<V, B>(x[at + 1], x[at + 3], masks[1]);
        at += 4;
    }
    at = 0;
    while at < 8 {
        (x[at], x[at + 1]) = swap::<V, C>(x[at], x[at + 1], masks[2]);
        at += 2;
    }
}

#[inline(always)]
fn swap<V: Plane, const BITS: i32>(a: V, b: V, mask: V) -> (V, V) {
    V::exchange::<BITS>(a, b, mask)
}

#[cfg(test)]
mod tests {
    use super::super::pass::Planes;
    use super::super::plane::{LANES, Plane, Words};
    use super::super::words::Plain;
    use super::{RECORD, REST, Record, Turned};

    /// Words without a pattern; of no quality beyond that.
    fn words() -> impl FnMut() -> u64 {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        }
    }

    #[test]
    fn records_go_into_their_lanes_and_come_out_again() {
        let mut word = words();
        let mut record = || {
            let mut record = Record([0; RECORD]);
            record.0.fill_with(&mut word);
            record.0[RECORD - 1] &= (1 << REST) - 1;
            record
        };
        let first: Vec<Record> = (0..LANES).map(|_| record()).collect();
        let second: Vec<Record> = (0..LANES).map(|_| record()).collect();
        let mut planes = Planes::<Plain>::empty(());
        let mut turned = Turned::new();
        let mut some = Words::ZERO;
        (0..LANES).filter(|lane| lane % 3 == 1).for_each(|lane| some.insert(lane));
        for (records, lanes) in [(&first, &Words::ALL), (&second, &some)] {
            for (lane, record) in records.iter().enumerate() {
                turned.set(lane, record);
            }
            Plain::restore((), &mut turned, lanes, &mut planes);
        }
        Plain::save((), &planes, false, &mut turned);
        for lane in 0..LANES {
            let expected = if lane % 3 == 1 { second[lane] } else { first[lane] };
            assert_eq!(turned.get(lane).0, expected.0, "lane {lane}");
        }
    }

    #[test]
    fn digits_survive_a_record() {
        let grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let digits: Vec<u8> = grid.bytes().map(|digit| digit - b'0').collect();
        let Ok(digits) = <[u8; 81]>::try_from(digits) else { panic!("not 81") };
        assert_eq!(Record::read::<Plain>((), &digits).write::<Plain>(()).0[..81], digits);
        let mut blank = digits;
        blank[40] = 0;
        let mut record = Record::read::<Plain>((), &blank);
        for digit in (1..=9).filter(|&digit| digit != usize::from(digits[40])) {
            record.take(digit - 1, 1 << 40);
        }
        assert_eq!(record.write::<Plain>(()).0[..81], digits);
    }
}
