//! Hints: the next digits of a variant, with reasons that a person can follow.

use sudoku_core::{Board, Cell, Digit, DigitSet, House, HouseKind};
use sudoku_rules::{Primitive, Rule};

use crate::compile::{Part, PartSource, compile_parts};
use crate::digit_sets::DigitSets;
use crate::domain::{ALL, Masks, Queue, bits, is_single};
use crate::network::Propagator;
use crate::ruled::Ruled;

/// The next digit of a variant, and the steps that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantHint {
    /// The eliminations that leave the single, in their order. The hint needs each of them.
    pub steps: Vec<HintStep>,
    /// The reason why the digit follows from the remaining candidates.
    pub single: Single,
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

/// The reason for the digit of a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Single {
    /// The digit is the only candidate of the cell.
    Naked,
    /// The cell is the only place for the digit in this house.
    Hidden(HintHouse),
}

/// Nine cells that hold each digit once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintHouse {
    /// A row, column or box.
    Classic(House),
    /// The cells of this rule, or one of its houses.
    Rule(Rule),
}

/// Candidates that a rule eliminates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintStep {
    /// The reason.
    pub reason: HintReason,
    /// The eliminated candidates, in the order of the cells.
    pub eliminations: Vec<(Cell, DigitSet)>,
}

/// The reason for a step of a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintReason {
    /// With these digits, the cells of the rule cannot obey it.
    Rule(Rule),
    /// The cells of the rule hold one of these digit sets.
    Combinations {
        /// The rule.
        rule: Rule,
        /// The possible sets, at most four.
        sets: Vec<DigitSet>,
    },
    /// The cells of the rule need these digits, so other cells that see all of their places lose
    /// them.
    Needed {
        /// The rule.
        rule: Rule,
        /// The digits.
        digits: DigitSet,
    },
    /// The digit has places in these cells only, so other cells that see all of them lose it.
    Locked {
        /// The house.
        house: HintHouse,
        /// The digit.
        digit: Digit,
        /// Its places in the house.
        cells: Vec<Cell>,
    },
    /// The 45 rule: the digits of the added cells minus those of the subtracted ones have a known
    /// sum, because the digits of each house add up to 45.
    Houses {
        /// The houses, which do not overlap.
        houses: Vec<House>,
        /// The cells that are added.
        plus: Vec<Cell>,
        /// The cells that are subtracted.
        minus: Vec<Cell>,
        /// The sum.
        total: i32,
    },
}

/// The condition that gives a step.
#[derive(Clone, Copy, Debug)]
enum Use {
    /// The part with this number.
    Part(usize),
    /// The digits that the part with this number needs.
    Needed(usize),
    /// This digit in the house with this number.
    Locked(usize, Digit),
}

/// The largest number of digit sets that a reason names.
const MOST_SETS: usize = 4;

/// The next digits of a variant, one after the other, as far as simple reasons go.
///
/// A hint begins with the candidates that the digits on the board leave in the cells that see them.
/// Its steps are locked candidates, or use one rule each, or the 45 rule with at most four cells.
/// Conditions on few cells are tried first, so another hint may need fewer steps.
///
/// ```
/// use sudoku_variants::{Hints, Ruled, Rules};
///
/// let rules: Rules = "cage 4 r1c1 r1c2\ndigits 1 r4c1".parse()?;
/// let hints = Hints::new(&Ruled::new(&rules)?);
/// let digits: Vec<String> = hints.map(|hint| format!("{}={}", hint.cell, hint.digit)).collect();
/// assert_eq!(digits, ["r4c1=1", "r1c1=3", "r1c2=1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hints {
    rules: Vec<Rule>,
    parts: Vec<Part>,
    peers: [u128; 81],
    houses: Vec<(HintHouse, [u8; 9])>,
    board: Board,
}

impl Hints {
    /// Makes the hints of a puzzle with its clues and any digits in their place. The digits have to
    /// be right.
    #[must_use]
    pub fn new(puzzle: &Ruled) -> Self {
        let rules = puzzle.rules();
        let (mut parts, peers) = compile_parts(rules);
        // A reason names only classic houses.
        parts.retain(|part| match part.source {
            PartSource::Rule(_) => true,
            PartSource::Houses { region, .. } => houses_of(region).is_some(),
        });
        let number = |cell: Cell| cell.index() as u8;
        let is_house = |house: &House| rules.has_boxes() || house.kind() != HouseKind::Box;
        let mut houses: Vec<_> = House::all()
            .filter(is_house)
            .map(|house| (HintHouse::Classic(house), house.cells().map(number)))
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
                let house = cells.map(|cells| cells.map(number));
                houses.extend(house.map(|house| (HintHouse::Rule(rule.clone()), house)));
            }
        }
        Self { rules: rules.rules.clone(), parts, peers, houses, board: rules.board }
    }

    /// Returns the digits on the board: the clues, and the digits of the hints so far.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the candidates that the digits leave in the cells that see them.
    fn start(&self) -> Masks {
        let mut masks: Masks = core::array::from_fn(|cell| if cell < 81 { ALL } else { 0 });
        for (cell, digit) in self.board.clues() {
            let mask = DigitSet::from(digit).bits();
            bits(self.peers[cell.index()]).for_each(|peer| masks[usize::from(peer)] &= !mask);
            masks[cell.index()] = mask;
        }
        masks
    }

    /// Returns true if the digit of the cell follows from these candidates.
    fn is_single(&self, masks: &Masks, single: &Single, cell: u8, digit: u16) -> bool {
        let Single::Hidden(house) = single else { return masks[usize::from(cell)] == digit };
        let is_hidden = |cells: &[u8; 9]| {
            cells.iter().all(|&it| (masks[usize::from(it)] & digit != 0) == (it == cell))
        };
        let mut houses =
            self.houses.iter().filter(|(it, cells)| it == house && cells.contains(&cell));
        houses.any(|(_, cells)| is_hidden(cells))
    }

    /// Finds a digit that is the only one of a cell, or that has only one place in a house.
    fn find_single(&self, masks: &Masks) -> Option<(Single, u8, u16)> {
        let is_blank =
            |&cell: &u8| Cell::new(cell.into()).is_some_and(|cell| self.board.get(cell).is_none());
        for (house, cells) in &self.houses {
            let (mut once, mut more) = (0, 0);
            for &cell in cells {
                more |= once & masks[usize::from(cell)];
                once |= masks[usize::from(cell)];
            }
            let hidden = |cell: &u8| masks[usize::from(*cell)] & once & !more != 0;
            if let Some(cell) = cells.iter().copied().filter(is_blank).find(hidden) {
                let digits = masks[usize::from(cell)] & !more;
                return Some((Single::Hidden(house.clone()), cell, digits & digits.wrapping_neg()));
            }
        }
        let naked = |cell: &u8| is_single(masks[usize::from(*cell)]);
        let cell = (0..81).filter(is_blank).find(naked)?;
        Some((Single::Naked, cell, masks[usize::from(cell)]))
    }

    /// Returns the candidates after a step, or `None` if it eliminates nothing.
    fn apply(&self, it: Use, masks: &Masks) -> Option<Masks> {
        let mut after = *masks;
        match it {
            Use::Part(number) => {
                let Part { network, .. } = &self.parts[number];
                for (mask, start) in after.iter_mut().zip(&network.start) {
                    *mask &= start;
                }
                let mut queue = Queue::new();
                queue.changed = (1 << 81) - 1;
                for number in 0..network.propagators.len() {
                    queue.due[number / 64] |= 1 << (number % 64);
                }
                if after[..81].contains(&0) || !network.propagate(&mut after, &mut queue) {
                    return None;
                }
            }
            Use::Needed(number) => {
                let part = &self.parts[number];
                for digit in bits(part.sets(masks)?.common().into()) {
                    self.lock(part.cells, 1 << digit, &mut after);
                }
            }
            Use::Locked(house, digit) => {
                let digit = DigitSet::from(digit).bits();
                self.lock(set_of(&self.houses[house].1), digit, &mut after);
            }
        }
        (after != *masks && !after[..81].contains(&0)).then_some(after)
    }

    /// Removes the digit from other cells that see all of its places among these cells.
    fn lock(&self, cells: u128, digit: u16, masks: &mut Masks) {
        let places = cells_with(cells, masks, digit);
        let seen = bits(places).fold(!cells, |seen, cell| seen & self.peers[usize::from(cell)]);
        if places != 0 {
            bits(seen).for_each(|cell| masks[usize::from(cell)] &= !digit);
        }
    }

    /// Returns the candidates after these steps.
    fn replay(&self, uses: &[Use]) -> Masks {
        uses.iter().fold(self.start(), |masks, &it| self.apply(it, &masks).unwrap_or(masks))
    }

    /// Describes a step from these candidates to those.
    fn step(&self, it: Use, before: &Masks, after: &Masks) -> HintStep {
        let reason = match it {
            Use::Locked(house, digit) => {
                let (house, cells) = &self.houses[house];
                HintReason::Locked {
                    house: house.clone(),
                    digit,
                    cells: named(bits(cells_with(
                        set_of(cells),
                        before,
                        DigitSet::from(digit).bits(),
                    ))),
                }
            }
            Use::Part(number) | Use::Needed(number) => {
                let is_needed = matches!(it, Use::Needed(_));
                self.reason(&self.parts[number], is_needed, before)
            }
        };
        let gone = |cell: Cell| (cell, digits(before[cell.index()] & !after[cell.index()]));
        let eliminations = Cell::all().map(gone).filter(|(_, digits)| !digits.is_empty()).collect();
        HintStep { reason, eliminations }
    }

    /// Returns the reason for a step of a part, or of the digits that it needs.
    fn reason(&self, part: &Part, is_needed: bool, before: &Masks) -> HintReason {
        let rule = match &part.source {
            PartSource::Rule(rule) => self.rules[*rule].clone(),
            PartSource::Houses { region, plus, minus, total } => {
                let cells = |list: &[u8]| named(list.iter().copied());
                let houses = houses_of(*region).unwrap_or_default();
                let (plus, minus) = (cells(plus), cells(minus));
                return HintReason::Houses { houses, plus, minus, total: *total };
            }
        };
        let Some(sets) = part.sets(before) else { return HintReason::Rule(rule) };
        if is_needed {
            return HintReason::Needed { rule, digits: digits(sets.common()) };
        }
        let sets: Vec<_> = (0..512).filter(|&set| sets.contains(set)).map(digits).collect();
        if sets.len() > MOST_SETS {
            HintReason::Rule(rule)
        } else {
            HintReason::Combinations { rule, sets }
        }
    }
}

fn digits(mask: u16) -> DigitSet {
    DigitSet::from_bits(mask).unwrap_or_default()
}

fn named(cells: impl Iterator<Item = u8>) -> Vec<Cell> {
    cells.filter_map(|cell| Cell::new(cell.into())).collect()
}

fn set_of(cells: &[u8]) -> u128 {
    cells.iter().fold(0, |set, cell| set | 1 << cell)
}

impl Part {
    /// Returns the digit sets that the cells can hold, if all of them differ.
    fn sets(&self, masks: &Masks) -> Option<DigitSets> {
        let (cells, allowed) = match &self.network.propagators[..] {
            [Propagator::Sum { total, cells }] => (cells, sets_with_sum(*total)),
            [Propagator::Sets { cells, sets }] => (cells, **sets),
            _ => return None,
        };
        let reached = cells
            .iter()
            .fold(DigitSets::only(0), |sets, &cell| sets.plus(masks[usize::from(cell)]));
        Some(reached.and(&allowed))
    }
}

/// Returns the digit sets with this sum.
fn sets_with_sum(total: usize) -> DigitSets {
    let mut sets = DigitSets::NONE;
    let sum = |set: u16| bits(set.into()).map(|digit| usize::from(digit) + 1).sum::<usize>();
    (0..512).filter(|&set| sum(set) == total).for_each(|set| sets.insert(set));
    sets
}

/// Returns the cells among these that have the candidate.
fn cells_with(cells: u128, masks: &Masks, digit: u16) -> u128 {
    bits(cells)
        .filter(|&cell| masks[usize::from(cell)] & digit != 0)
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

/// Finds the next digit and puts it on the board. Ends if the board is full, or if nothing follows
/// by simple reasons.
impl Iterator for Hints {
    type Item = VariantHint;

    fn next(&mut self) -> Option<VariantHint> {
        let mut masks = self.start();
        let mut uses: Vec<Use> = Vec::new();
        let (single, cell, mask) = loop {
            if let Some(single) = self.find_single(&masks) {
                break single;
            }
            let parts = 0..self.parts.len();
            let parts = parts.flat_map(|part| [Use::Part(part), Use::Needed(part)]);
            let houses = 0..self.houses.len();
            let houses =
                houses.flat_map(|house| Digit::all().map(move |it| Use::Locked(house, it)));
            let step = |it: Use| Some((it, self.apply(it, &masks)?));
            let (next, after) = parts.chain(houses).find_map(step)?;
            uses.push(next);
            masks = after;
        };
        // A step without which the digit follows, too, is left out.
        for at in (0..uses.len()).rev() {
            let mut fewer = uses.clone();
            fewer.remove(at);
            if self.is_single(&self.replay(&fewer), &single, cell, mask) {
                uses = fewer;
            }
        }
        let mut masks = self.start();
        let mut steps = Vec::new();
        for it in uses {
            if let Some(after) = self.apply(it, &masks) {
                steps.push(self.step(it, &masks, &after));
                masks = after;
            }
        }
        let cell = Cell::new(cell.into())?;
        let digit = DigitSet::from_bits(mask)?.iter().next()?;
        self.board.set(cell, Some(digit));
        Some(VariantHint { steps, single, cell, digit })
    }
}
