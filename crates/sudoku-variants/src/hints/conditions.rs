//! The conditions that give steps, in the order in which hints try them.

use sudoku_core::{Cell, Digit, DigitSet, House, HouseKind};
use sudoku_rules::{Primitive, Rule, Rules};

use super::reason::{HintHouse, HintReason, HintStep, KnownSum};
use crate::compile::{Part, PartSource, Parts, compile_parts};
use crate::digit_sets::DigitSets;
use crate::domain::{Masks, Queue, bits};
use crate::network::{Network, Propagator};

/// A condition that eliminates candidates.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    /// The part with this number.
    Part(usize),
    /// The digits that the part with this number needs.
    Needed(usize),
    /// This digit in the house with this number.
    Locked(usize, Digit),
    /// The cells at these places of the house with this number. They have as many candidates as
    /// there are cells.
    Naked(usize, u16),
    /// These digits. They have as many places in the house with this number as there are digits.
    Hidden(usize, u16),
    /// The known sums in the house with this number.
    Sums(usize),
}

/// The largest number of digit sets that a reason names.
const MOST_SETS: usize = 4;

/// The sizes of naked and hidden subsets.
const SUBSETS: core::ops::RangeInclusive<u32> = 2..=4;

/// The conditions of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    rules: Vec<Rule>,
    parts: Vec<Part>,
    /// For each cell, the cells that hold another digit.
    pub(super) peers: [u128; 81],
    pub(super) houses: Vec<NamedHouse>,
}

/// A house, with its known sums.
#[derive(Clone, Debug)]
pub(super) struct NamedHouse {
    pub(super) name: HintHouse,
    pub(super) cells: [u8; 9],
    sums: Option<Network>,
}

impl Conditions {
    pub(super) fn of(rules: &Rules) -> Self {
        let Parts { mut parts, house_sums, peers } = compile_parts(rules);
        // A reason names only classic houses.
        parts.retain(|part| match part.source {
            PartSource::Rule(_) => true,
            PartSource::Houses { region, .. } => houses_of(region).is_some(),
        });
        let house = |name: HintHouse, cells: [Cell; 9]| {
            let cells = cells.map(|cell| cell.index() as u8);
            let is_same = |network: &&Network| house_of(network) == set_of(&cells);
            NamedHouse { name, cells, sums: house_sums.iter().find(is_same).cloned() }
        };
        let is_house = |house: &House| rules.has_boxes() || house.kind() != HouseKind::Box;
        let mut houses: Vec<_> = House::all()
            .filter(is_house)
            .map(|it| house(HintHouse::Classic(it), *it.cells()))
            .collect();
        // People look into boxes first.
        if rules.has_boxes() {
            houses.rotate_right(9);
        }
        for rule in &rules.rules {
            for primitive in rule.primitives() {
                let cells = match primitive {
                    Primitive::House(cells) => Some(cells),
                    Primitive::Differ(cells) => cells.try_into().ok(),
                    _ => None,
                };
                houses.extend(cells.map(|cells| house(HintHouse::Rule(rule.clone()), cells)));
            }
        }
        Self { rules: rules.rules.clone(), parts, peers, houses }
    }

    /// Returns all conditions, simple ones first.
    pub(super) fn uses(&self) -> impl Iterator<Item = Use> {
        let parts = 0..self.parts.len();
        let parts = parts.flat_map(|part| [Use::Part(part), Use::Needed(part)]);
        let houses = || 0..self.houses.len();
        let locked = houses().flat_map(|house| Digit::all().map(move |it| Use::Locked(house, it)));
        let subsets = SUBSETS.flat_map(move |size| {
            houses().flat_map(move |house| {
                let sets = move || (0..512).filter(move |set: &u16| set.count_ones() == size);
                let naked = sets().map(move |set| Use::Naked(house, set));
                naked.chain(sets().map(move |set| Use::Hidden(house, set)))
            })
        });
        parts.chain(locked).chain(subsets).chain(houses().map(Use::Sums))
    }

    /// Returns the candidates after a step, or `None` if it eliminates nothing.
    pub(super) fn apply(&self, it: Use, masks: &Masks) -> Option<Masks> {
        let mut after = *masks;
        match it {
            Use::Part(number) => {
                propagate(&self.parts[number].network, &mut after)?;
            }
            Use::Sums(house) => propagate(self.houses[house].sums.as_ref()?, &mut after)?,
            Use::Needed(number) => {
                let part = &self.parts[number];
                self.lock(part.cells, part.needed(masks)?, &mut after);
            }
            Use::Locked(house, digit) => {
                let digit = DigitSet::from(digit).bits();
                self.lock(set_of(&self.houses[house].cells), digit, &mut after);
            }
            Use::Naked(house, places) => {
                let cells = self.cells_at(house, places);
                let digits = bits(cells).fold(0, |all, cell| all | masks[usize::from(cell)]);
                if digits.count_ones() == cells.count_ones() {
                    self.lock(cells, digits, &mut after);
                }
            }
            Use::Hidden(house, digits) => {
                let cells = cells_with(set_of(&self.houses[house].cells), masks, digits);
                if digits.count_ones() == cells.count_ones() {
                    bits(cells).for_each(|cell| after[usize::from(cell)] &= digits);
                }
            }
        }
        (after != *masks && !after[..81].contains(&0)).then_some(after)
    }

    /// Removes each of the digits from other cells that see all of its places among these cells.
    fn lock(&self, cells: u128, digits: u16, masks: &mut Masks) {
        for digit in bits(digits.into()).map(|digit| 1 << digit) {
            let places = cells_with(cells, masks, digit);
            let seen = bits(places).fold(!cells, |seen, cell| seen & self.peers[usize::from(cell)]);
            if places != 0 {
                bits(seen).for_each(|cell| masks[usize::from(cell)] &= !digit);
            }
        }
    }

    /// Returns the cells at these places of a house.
    fn cells_at(&self, house: usize, places: u16) -> u128 {
        let cells = &self.houses[house].cells;
        bits(places.into()).fold(0, |set, place| set | 1 << cells[usize::from(place)])
    }

    /// Describes a step from these candidates to those.
    pub(super) fn step(&self, it: Use, before: &Masks, after: &Masks) -> HintStep {
        let house = |house: usize| self.houses[house].name.clone();
        let in_house = |house: usize, mask: u16| {
            named(cells_with(set_of(&self.houses[house].cells), before, mask))
        };
        let reason = match it {
            Use::Locked(number, digit) => HintReason::Locked {
                house: house(number),
                digit,
                cells: in_house(number, DigitSet::from(digit).bits()),
            },
            Use::Naked(number, places) => {
                let cells = self.cells_at(number, places);
                let union = bits(cells).fold(0, |all, cell| all | before[usize::from(cell)]);
                HintReason::Subset {
                    house: house(number),
                    cells: named(cells),
                    digits: digits(union),
                    is_hidden: false,
                }
            }
            Use::Hidden(number, mask) => HintReason::Subset {
                house: house(number),
                cells: in_house(number, mask),
                digits: digits(mask),
                is_hidden: true,
            },
            Use::Sums(number) => {
                let sums = self.houses[number].sums.as_ref();
                let sums = sums.map(known_sums).unwrap_or_default();
                HintReason::HouseSums { house: house(number), sums }
            }
            Use::Part(number) => self.reason(&self.parts[number], 0, before),
            Use::Needed(number) => {
                let part = &self.parts[number];
                self.reason(part, part.needed(before).unwrap_or_default(), before)
            }
        };
        let gone = |cell: Cell| (cell, digits(before[cell.index()] & !after[cell.index()]));
        let eliminations = Cell::all().map(gone).filter(|(_, digits)| !digits.is_empty()).collect();
        HintStep { reason, eliminations }
    }

    /// Returns the reason for a step of a part, or of the digits that it needs.
    fn reason(&self, part: &Part, needed: u16, before: &Masks) -> HintReason {
        let rule = match &part.source {
            PartSource::Rule(rule) => self.rules[*rule].clone(),
            PartSource::Houses { region, pieces, plus, minus, total } => {
                let sum = |&(cells, total): &_| KnownSum { cells: named(cells), total };
                return HintReason::Houses {
                    houses: houses_of(*region).unwrap_or_default(),
                    sums: pieces.iter().map(sum).collect(),
                    plus: named(set_of(plus)),
                    minus: named(set_of(minus)),
                    total: *total,
                    needed: digits(needed),
                };
            }
        };
        if needed != 0 {
            return HintReason::Needed { rule, digits: digits(needed) };
        }
        let Some(sets) = part.sets(before) else { return HintReason::Rule(rule) };
        let sets: Vec<_> = (0..512).filter(|&set| sets.contains(set)).map(digits).collect();
        if sets.len() > MOST_SETS {
            HintReason::Rule(rule)
        } else {
            HintReason::Combinations { rule, sets }
        }
    }
}

impl Part {
    /// Returns the digit sets that the cells can hold, if all of them differ.
    fn sets(&self, masks: &Masks) -> Option<DigitSets> {
        let [Propagator::Sets { cells, sets }] = &self.network.propagators[..] else { return None };
        let reached = cells
            .iter()
            .fold(DigitSets::only(0), |sets, &cell| sets.plus(masks[usize::from(cell)]));
        Some(reached.and(&sets.sets))
    }

    /// Returns the digits that are in each possible set, if all cells differ.
    fn needed(&self, masks: &Masks) -> Option<u16> {
        let sets = self.sets(masks)?;
        (!sets.is_empty()).then(|| sets.common())
    }
}

/// Removes candidates until the network finds nothing more. Returns `None` if it cannot hold.
fn propagate(network: &Network, masks: &mut Masks) -> Option<()> {
    for (mask, start) in masks.iter_mut().zip(&network.start) {
        *mask &= start;
    }
    let mut queue = Queue::new();
    queue.changed = (1 << 81) - 1;
    for number in 0..network.propagators.len() {
        queue.due[number / 64] |= 1 << (number % 64);
    }
    (!masks[..81].contains(&0) && network.propagate(masks, &mut queue)).then_some(())
}

/// Returns the cells of the house with known sums.
fn house_of(network: &Network) -> u128 {
    let mut set = 0;
    network.propagators.iter().for_each(|it| it.for_each_cell(|cell| set |= 1 << cell));
    set
}

/// Returns the known sums of a house.
fn known_sums(network: &Network) -> Vec<KnownSum> {
    let [Propagator::HouseSums { cells, sums }] = &network.propagators[..] else {
        return Vec::new();
    };
    let mut before = (0, 0);
    let sum = |&(end, sum): &(usize, usize)| {
        let (start, less) = core::mem::replace(&mut before, (end, sum));
        KnownSum { cells: named(set_of(&cells[start..end])), total: (sum - less) as i32 }
    };
    sums.iter().map(sum).collect()
}

fn digits(mask: u16) -> DigitSet {
    DigitSet::from_bits(mask).unwrap_or_default()
}

fn named(cells: u128) -> Vec<Cell> {
    bits(cells).filter_map(|cell| Cell::new(cell.into())).collect()
}

fn set_of(cells: &[u8]) -> u128 {
    cells.iter().fold(0, |set, cell| set | 1 << cell)
}

/// Returns the cells among these that have one of the candidates.
fn cells_with(cells: u128, masks: &Masks, digits: u16) -> u128 {
    bits(cells)
        .filter(|&cell| masks[usize::from(cell)] & digits != 0)
        .fold(0, |set, cell| set | 1 << cell)
}

/// Splits a region into classic houses that do not overlap. Returns `None` if it has a house of a
/// rule.
fn houses_of(mut region: u128) -> Option<Vec<House>> {
    let mut houses = Vec::new();
    for house in House::all() {
        let cells = house.cells().iter().fold(0u128, |set, cell| set | 1 << cell.index());
        if region & cells == cells {
            region &= !cells;
            houses.push(house);
        }
    }
    (region == 0).then_some(houses)
}
