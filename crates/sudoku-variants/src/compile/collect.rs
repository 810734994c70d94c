//! The primitives of all rules, sorted by kind.

use sudoku_core::{Cell, Digit, House, HouseKind};
use sudoku_rules::{Primitive, Relation, Rules};

use crate::digit_sets::DigitSets;
use crate::domain::{ALL, Masks, bits};

/// A sum of cells, some of them subtracted. A cell that occurs twice counts twice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sum {
    pub(super) total: i32,
    pub(super) plus: Vec<u8>,
    pub(super) minus: Vec<u8>,
}

impl Sum {
    /// Makes a sum in its normal form: no cell is both added and subtracted, both lists are sorted,
    /// and only a sum with added cells subtracts others.
    pub(super) fn new(total: i32, mut plus: Vec<u8>, mut minus: Vec<u8>) -> Self {
        minus.retain(|cell| match plus.iter().position(|other| other == cell) {
            Some(place) => {
                plus.swap_remove(place);
                false
            }
            None => true,
        });
        plus.sort_unstable();
        minus.sort_unstable();
        if plus.is_empty() {
            return Self { total: -total, plus: minus, minus: plus };
        }
        Self { total, plus, minus }
    }

    pub(super) const fn len(&self) -> usize {
        self.plus.len() + self.minus.len()
    }

    /// Returns the added cells if none is subtracted or repeated.
    pub(super) fn as_piece(&self) -> Option<u128> {
        let set = set_of(&self.plus);
        let is_plain = self.minus.is_empty() && set.count_ones() as usize == self.plus.len();
        is_plain.then_some(set)
    }
}

/// The primitives of all rules, sorted by kind. Cells are numbers.
#[derive(Debug, Default)]
pub(super) struct Collected {
    /// The allowed digits of each cell.
    pub(super) digits: Vec<u16>,
    pub(super) has_boxes: bool,
    /// The classic houses, then those of rules.
    pub(super) houses: Vec<[u8; 9]>,
    pub(super) differ: Vec<u128>,
    pub(super) relations: Vec<(Relation, u8, u8)>,
    pub(super) sums: Vec<Sum>,
    pub(super) sets: Vec<(Vec<u8>, DigitSets)>,
    pub(super) between: Vec<([u8; 2], Vec<u8>)>,
    pub(super) contains: Vec<([u8; 9], Vec<u8>)>,
}

/// The largest number of cells of digit sets whose cells are related in pairs.
const MAX_RELATED: usize = 3;

impl Collected {
    pub(super) fn of(rules: &Rules) -> Self {
        let mut digits = vec![ALL; 81];
        for (cell, digit) in rules.board.clues() {
            digits[cell.index()] = bit(digit);
        }
        let has_boxes = rules.has_boxes();
        let is_house = |house: &House| has_boxes || house.kind() != HouseKind::Box;
        let houses = House::all().filter(is_house).map(|house| house.cells().map(number)).collect();
        let mut all = Self { digits, has_boxes, houses, ..Self::default() };
        for rule in &rules.rules {
            rule.primitives().into_iter().for_each(|primitive| all.add(primitive));
        }
        all
    }

    fn add(&mut self, primitive: Primitive) {
        let numbers = |cells: Vec<Cell>| cells.into_iter().map(number).collect::<Vec<u8>>();
        match primitive {
            Primitive::House(cells) => self.add_house(cells.map(number)),
            Primitive::Differ(cells) => match <[Cell; 9]>::try_from(cells) {
                Ok(cells) => self.add_house(cells.map(number)),
                Err(cells) => self.differ.push(set_of(&numbers(cells))),
            },
            Primitive::Relation { relation, first, second } => {
                self.relations.push((relation, number(first), number(second)));
            }
            Primitive::Sum { total, plus, minus } => {
                let sum = Sum::new(total, numbers(plus), numbers(minus));
                if !self.sums.contains(&sum) {
                    self.sums.push(sum);
                }
            }
            Primitive::Sets { cells, sets } => {
                let cells = numbers(cells);
                self.differ.push(set_of(&cells));
                let mut allowed = DigitSets::NONE;
                sets.iter().for_each(|set| allowed.insert(set.bits()));
                self.sets.push((cells, allowed));
            }
            Primitive::Digits { cell, digits } => self.digits[cell.index()] &= digits.bits(),
            Primitive::Between { ends, inner } => {
                self.between.push((ends.map(number), numbers(inner)));
            }
            Primitive::Contains { digits, cells } => {
                let mut counts = [0; 9];
                digits.iter().for_each(|digit| counts[usize::from(digit.get()) - 1] += 1);
                self.contains.push((counts, numbers(cells)));
            }
            // `Rules::has_boxes` has read it, and the enum may grow only together with this crate.
            _ => {}
        }
    }

    /// Relates each pair of cells of small digit sets. Relations propagate before sets, and in less
    /// time. Two cells need no digit sets besides.
    pub(super) fn relate_pairs(&mut self) {
        for (cells, sets) in self.sets.iter().filter(|(cells, _)| cells.len() <= MAX_RELATED) {
            let mut seconds = [0; 9];
            for set in (0..512).filter(|&set| sets.contains(set)) {
                for digit in bits(set.into()) {
                    seconds[usize::from(digit)] |= set & !(1 << digit);
                }
            }
            let relation = Relation::new(|first, second| {
                seconds[usize::from(first) - 1] >> (second - 1) & 1 != 0
            });
            for (place, &first) in cells.iter().enumerate() {
                let pairs = cells[..place].iter().map(|&second| (relation, first, second));
                self.relations.extend(pairs);
            }
        }
        self.sets.retain(|(cells, _)| cells.len() != 2);
    }

    fn add_house(&mut self, mut cells: [u8; 9]) {
        cells.sort_unstable();
        if !self.houses.contains(&cells) {
            self.houses.push(cells);
        }
    }

    /// Returns true if only candidates and the classic houses restrict the digits.
    pub(super) const fn is_classic(&self) -> bool {
        let has_houses = self.has_boxes && self.houses.len() == 27 && self.differ.is_empty();
        let has_pairs = !self.relations.is_empty() || !self.between.is_empty();
        let has_sets = !self.sums.is_empty() || !self.sets.is_empty() || !self.contains.is_empty();
        has_houses && !has_pairs && !has_sets
    }

    /// Returns the candidates before the search.
    pub(super) fn start(&self) -> Masks {
        core::array::from_fn(|place| self.digits.get(place).copied().unwrap_or(0))
    }

    /// Returns for each cell the cells that hold another digit.
    pub(super) fn peers(&self) -> [u128; 81] {
        let mut peers = [0; 81];
        let houses = self.houses.iter().map(|house| set_of(house));
        for group in houses.chain(self.differ.iter().copied()) {
            for cell in bits(group) {
                peers[usize::from(cell)] |= group & !(1 << cell);
            }
        }
        for (relation, first, second) in &self.relations {
            if relation.is_irreflexive() {
                peers[usize::from(*first)] |= 1 << second;
                peers[usize::from(*second)] |= 1 << first;
            }
        }
        peers
    }
}

fn number(cell: Cell) -> u8 {
    cell.index() as u8
}

const fn bit(digit: Digit) -> u16 {
    1 << (digit.get() - 1)
}

/// Returns the set of the cells.
pub(super) fn set_of(cells: &[u8]) -> u128 {
    cells.iter().fold(0, |set, cell| set | 1 << cell)
}

/// Returns the cells of the set in ascending order.
pub(super) fn list_of(set: u128) -> Vec<u8> {
    let mut cells = Vec::with_capacity(set.count_ones() as usize);
    cells.extend(bits(set));
    cells
}
