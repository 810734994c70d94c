//! Chains of strong links of one digit.
//!
//! A strong link is a house whose places of a digit lie on two sides: two cells, or two groups that
//! each lie in a line. If a side of one link shares a house with a side of the next, at most one of
//! these two sides holds the digit. So in a chain of links the first side or the last one holds it,
//! and cells that see both lose it. If the first and the last side share a house too, the links
//! form a ring: then one of the two sides at every step of the ring holds the digit.
//!
//! ```text
//!         c2        c7   c8   c9
//!   r1    5 ─────── 5    .    .       strong link: row 1 has the digit 5 in c2 and c7 only
//!   r2    .         .    5*   .
//!   r4    5 ──────────── 5    .       strong link: row 4 has it in c2 and c8 only
//!
//!   Skyscraper: r1c2 and r4c2 share column 2, so r1c7 or r4c8 is 5.
//!   Cells that see both lose 5, such as r2c8 (*).
//! ```

use std::ops::ControlFlow;

use crate::finders::ByDigit;
use crate::finders::{Cache, Search, Technique};
use crate::state::{
    BOXES, COLUMNS, Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, PEERS, ROWS, SetSize, State, bits,
    cell_at, cells_of, digit_at, digit_set, house_at,
};
use crate::step::{Effect, Evidence, Step, StepName, StrongLink};
use crate::step_name::TechniqueGroup;
use crate::tim_sort::sort_by;

impl StepName {
    /// Two strong links in parallel lines.
    pub const SKYSCRAPER: Self = Self::new("skyscraper", TechniqueGroup::SingleDigit);
    /// A strong link in a row and one in a column.
    pub const TWO_STRING_KITE: Self = Self::new("2-string kite", TechniqueGroup::SingleDigit);
    /// Two strong links, one of them in a box.
    pub const TWO_STRONG_LINKS: Self = Self::new("2 strong links", TechniqueGroup::SingleDigit);
    /// Three strong links.
    pub const THREE_STRONG_LINKS: Self = Self::new("3 strong links", TechniqueGroup::SingleDigit);
    /// Four strong links.
    pub const FOUR_STRONG_LINKS: Self = Self::new("4 strong links", TechniqueGroup::SingleDigit);
    /// Strong links in a ring.
    pub const STRONG_LINK_RING: Self =
        Self::new("ring of strong links", TechniqueGroup::SingleDigit);
}

/// Chains of two, three or four strong links, ordered by the number of eliminations (most first),
/// then by the order of boxes, lines and crossing lines.
#[derive(Clone, Copy, Debug)]
pub struct StrongLinks {
    /// The possible orders of the links, one of each pair that are reverses of each other. Of
    /// otherwise equal results, the one with the earlier order comes first.
    orders: &'static [&'static [usize]],
}

impl StrongLinks {
    /// Two links.
    pub const TWO: Self = Self { orders: &[&[0, 1]] };

    /// Three links.
    pub const THREE: Self = Self { orders: &[&[0, 1, 2], &[1, 0, 2], &[0, 2, 1]] };

    /// Four links.
    pub const FOUR: Self = Self {
        orders: &[
            &[0, 1, 2, 3],
            &[1, 0, 2, 3],
            &[2, 0, 1, 3],
            &[0, 2, 1, 3],
            &[1, 2, 0, 3],
            &[2, 1, 0, 3],
            &[0, 3, 2, 1],
            &[0, 2, 3, 1],
            &[1, 0, 3, 2],
            &[0, 1, 3, 2],
            &[1, 3, 0, 2],
            &[0, 3, 1, 2],
        ],
    };

    /// Returns the number of links.
    const fn count(&self) -> usize {
        self.orders[0].len()
    }
}

/// One side of a link: up to three cells.
#[derive(Clone, Copy)]
struct Side {
    cells: [u8; 3],
    len: u8,
}

impl Side {
    fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        let mut side = Self { cells: [0; 3], len: 0 };
        for cell in cells.into_iter().take(3) {
            side.cells[usize::from(side.len)] = cell as u8;
            side.len += 1;
        }
        side
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.cells[..usize::from(self.len)].iter().map(|&cell| usize::from(cell))
    }

    /// Returns the cells that see all of its cells.
    fn seen(&self) -> Cells {
        self.iter().fold(Cells::MAX, |seen, cell| seen & PEERS[cell])
    }

    /// Returns the column, the row and the box that contain all of its cells, or a number above the
    /// houses.
    fn houses(&self) -> [u8; 3] {
        let first = IN_HOUSES[usize::from(self.cells[0])];
        [1, 0, 2].map(|kind: usize| {
            let index = first[kind].0;
            if self.iter().all(|cell| IN_HOUSES[cell][kind].0 == index) { index } else { NO_HOUSE }
        })
    }
}

/// A strong link of a digit.
#[derive(Clone, Copy)]
struct HouseLink {
    house: usize,
    is_grouped: bool,
    sides: [Side; 2],
}

/// The kinds of houses in the order in which links are combined.
const FIRST_HOUSES: [usize; 3] = [BOXES, ROWS, COLUMNS];

/// Returns the kind of a house, as an index in [`FIRST_HOUSES`].
const fn kind_of(index: usize) -> usize {
    match index {
        ROWS..COLUMNS => 1,
        COLUMNS..BOXES => 2,
        _ => 0,
    }
}

/// Returns a number that orders houses: boxes, rows, columns.
const fn number_of(index: usize) -> usize {
    kind_of(index) * 9 + index % 9
}

impl Technique for StrongLinks {
    fn names(&self) -> &'static [StepName] {
        match self.count() {
            2 => &[
                StepName::STRONG_LINK_RING,
                StepName::SKYSCRAPER,
                StepName::TWO_STRING_KITE,
                StepName::TWO_STRONG_LINKS,
            ],
            3 => &[StepName::STRONG_LINK_RING, StepName::THREE_STRONG_LINKS],
            _ => &[StepName::STRONG_LINK_RING, StepName::FOUR_STRONG_LINKS],
        }
    }

    fn is_lowest_rating_first(&self) -> bool {
        true
    }

    fn find(&self, search: Search<'_>) -> ControlFlow<()> {
        let Search { state, scratch, sink, .. } = search;
        let mut found: Vec<StrongLinkFinding> = Vec::new();
        let Cache { failed, templates, .. } = &mut scratch.cache;
        let mut failed = failed.of(ByDigit::StrongLinks(self.count()), state);
        for digit in failed.each_changed_digit() {
            let removable = templates.removable(state, digit);
            if removable == 0 {
                continue;
            }
            let before = found.len();
            let table = LinkTable::new(state, digit);
            let mut ways = Ways {
                state,
                digit,
                removable,
                table: &table,
                orders: self.orders,
                count: self.count(),
                sides: Vec::with_capacity(8),
                found: &mut found,
            };
            ways.start();
            if found.len() == before {
                failed.note(digit);
            }
        }
        sort_by(&mut found, |one, other| {
            (other.eliminations.cmp(&one.eliminations))
                .then_with(|| one.shape.cmp(&other.shape))
                .then_with(|| one.place.cmp(&other.place))
        });
        found.into_iter().try_for_each(|found| sink.take(found.step))
    }
}

struct StrongLinkFinding {
    eliminations: u32,
    shape: String,
    place: Place,
    step: Step,
}

/// The tie-breaker of otherwise equal results: their position in a search that chooses the kinds of
/// houses, the digit, the links, their order and their directions, in this sequence.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// The kinds of houses of the links in ascending order, the last one first.
    kinds: Vec<usize>,
    digit: usize,
    /// The links in ascending order.
    links: Vec<usize>,
    order: usize,
    directions: usize,
}

/// A side of a link, by the index of the link and of the side.
#[derive(Clone, Copy)]
struct LinkSide {
    link: usize,
    side: usize,
}

/// The links of a digit, and the sides that share a house.
struct LinkTable {
    links: Vec<HouseLink>,
    /// The column, the row and the box that contain each side of each link.
    houses: Vec<[[u8; 3]; 2]>,
    /// The sides of other links that share a house with each side.
    near: Vec<u128>,
    /// The cells that see all cells of each side.
    seen: Vec<Cells>,
    /// The digit's places in the house of each link.
    places: Vec<Cells>,
}

const NO_HOUSE: u8 = 27;

impl LinkTable {
    fn new(state: &State, digit: usize) -> Self {
        let mut links = Vec::with_capacity(32);
        for first in FIRST_HOUSES {
            for index in first..first + 9 {
                if first == BOXES {
                    links_of_box(state, digit, index, &mut links);
                } else {
                    links_of_line(state, digit, index, &mut links);
                }
            }
        }
        let houses: Vec<[[u8; 3]; 2]> =
            links.iter().map(|link: &HouseLink| link.sides.map(|side| side.houses())).collect();
        let mut within = [0u128; NO_HOUSE as usize + 1];
        let sides = houses.as_flattened();
        for (side, houses) in sides.iter().enumerate() {
            for &index in houses {
                within[usize::from(index)] |= 1 << side;
            }
        }
        within[usize::from(NO_HOUSE)] = 0;
        let near = sides.iter().enumerate().map(|(side, houses)| {
            let near = houses.iter().fold(0, |near, &index| near | within[usize::from(index)]);
            near & !(0b11 << (side & !1))
        });
        let near = near.collect();
        let seen = links.iter().flat_map(|link| link.sides.map(|side| side.seen())).collect();
        let places = links.iter().map(|link| state.cells[digit] & HOUSE_SETS[link.house]);
        let places = places.collect();
        Self { links, houses, near, seen, places }
    }

    /// Returns the column, the row or the box that contains sides of two links.
    fn shared(&self, one: LinkSide, other: LinkSide) -> Option<usize> {
        let [one, other] = [one, other].map(|end| self.houses[end.link][end.side]);
        let is_shared = |kind: &usize| one[*kind] == other[*kind] && one[*kind] != NO_HOUSE;
        (0..3).find(is_shared).map(|kind| usize::from(one[kind]))
    }
}

/// Adds the links of a row or a column: between two cells, or between its parts in two boxes.
fn links_of_line(state: &State, digit: usize, index: usize, links: &mut Vec<HouseLink>) {
    let places = state.places[digit][index];
    let cell_in = |place: usize| usize::from(HOUSE_CELLS[index][place]);
    match places.size() {
        2 => {
            let mut cells = bits(places).map(cell_in);
            let sides = [Side::of(cells.next()), Side::of(cells.next())];
            links.push(HouseLink { house: index, is_grouped: false, sides });
        }
        3..=6 => {
            let thirds = [0b111, 0b111_000, 0b111_000_000];
            let Some(empty) = thirds.iter().position(|third| places & third == 0) else { return };
            let [first, second] =
                [[1, 2], [0, 2], [0, 1]][empty].map(|third| places & thirds[third]);
            if first == 0 || second == 0 {
                return;
            }
            // A single cell comes first.
            let is_swapped = first.size() > 1 && second.size() == 1;
            let (first, second) = if is_swapped { (second, first) } else { (first, second) };
            let sides = [first, second].map(|side| Side::of(bits(side).map(cell_in)));
            links.push(HouseLink { house: index, is_grouped: true, sides });
        }
        _ => {}
    }
}

/// Adds the links of a box: between two cells that share no line, between the arms of a cross, or
/// between two lines.
fn links_of_box(state: &State, digit: usize, index: usize, links: &mut Vec<HouseLink>) {
    let places = state.places[digit][index];
    let cell_in = |place: usize| usize::from(HOUSE_CELLS[index][place]);
    let count = places.size();
    if count == 2 {
        let mut cells = bits(places).map(cell_in);
        let sides = [Side::of(cells.next()), Side::of(cells.next())];
        let is_in_line = [0, 1].into_iter().any(|kind| {
            let of = |side: &Side| IN_HOUSES[usize::from(side.cells[0])][kind].0;
            of(&sides[0]) == of(&sides[1])
        });
        if !is_in_line {
            links.push(HouseLink { house: index, is_grouped: false, sides });
        }
        return;
    }
    if !(3..=6).contains(&count) {
        return;
    }
    let row = |number: usize| 0b111u16 << (3 * number);
    let column = |number: usize| 0b001_001_001u16 << number;
    let mut push = |first: &mut dyn Iterator<Item = usize>,
                    second: &mut dyn Iterator<Item = usize>| {
        let sides = [Side::of(first.map(cell_in)), Side::of(second.map(cell_in))];
        links.push(HouseLink { house: index, is_grouped: true, sides });
    };
    // A row and a column that contain all places: only the first such pair counts.
    for heart in 0..9 {
        let (in_column, in_row) = (column(heart % 3), row(heart / 3));
        if places & !(in_column | in_row) != 0 {
            continue;
        }
        let first = places & in_column & !(1 << heart);
        let second = places & in_row & !(1 << heart);
        match (first.size(), second.size()) {
            (0, _) | (_, 0) => {}
            // The single cell, and the others with the crossing.
            (_, 1) => push(&mut bits(second), &mut in_order(first, heart)),
            (1, _) => push(&mut bits(first), &mut in_order(second, heart)),
            _ => {
                let heart = places & 1 << heart;
                push(&mut bits(first).chain(bits(heart)), &mut bits(second).chain(bits(heart)));
            }
        }
        return;
    }
    // Two rows or two columns that contain all places.
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let rows = pairs.map(|(one, other)| (row(one), row(other)));
    let columns = pairs.map(|(one, other)| (column(one), column(other)));
    let halves = rows.into_iter().chain(columns).find(|(one, other)| places & !(one | other) == 0);
    let Some((one, other)) = halves else { return };
    let (first, second) = (places & one, places & other);
    if first.size() < 2 || second.size() < 2 {
        return;
    }
    push(&mut bits(first), &mut bits(second));
    // Four corners: they are in two columns as well.
    let corners: Vec<usize> = bits(first).chain(bits(second)).collect();
    if let [a, b, c, d] = *corners
        && a % 3 == c % 3
        && b % 3 == d % 3
    {
        push(&mut [a, c].into_iter(), &mut [b, d].into_iter());
    }
}

/// Enumerates the first of the places, the crossing, and the other places.
fn in_order(places: u16, heart: usize) -> impl Iterator<Item = usize> {
    let mut rest = bits(places);
    rest.next().into_iter().chain([heart]).chain(rest)
}

/// A search for chains of links of one digit.
struct Ways<'a> {
    state: &'a State,
    digit: usize,
    /// The places that can be eliminated at all.
    removable: Cells,
    table: &'a LinkTable,
    orders: &'static [&'static [usize]],
    count: usize,
    /// The sides at which the links are entered; link `l` has the sides `2 l` and `2 l + 1`.
    sides: Vec<usize>,
    found: &'a mut Vec<StrongLinkFinding>,
}

impl Ways<'_> {
    fn start(&mut self) {
        if self.table.links.len() < self.count {
            return;
        }
        for side in 0..self.table.links.len() * 2 {
            self.enter(side, 0);
        }
    }

    /// Continues through the link with this side; `used` are the places of the previous links.
    fn enter(&mut self, side: usize, used: Cells) {
        let places = self.table.places[side / 2];
        if places & used != 0 {
            return;
        }
        self.sides.push(side);
        if self.sides.len() == self.count {
            // Each chain is found in both directions; only one counts.
            if self.sides[0] / 2 < side / 2 && self.may_remove(used | places) {
                self.finish();
            }
        } else {
            for next in cells_of(self.table.near[side ^ 1]) {
                self.enter(next, used | places);
            }
        }
        self.sides.pop();
    }

    /// Returns true if the chain is a ring, or if a place outside its links sees both ends.
    fn may_remove(&self, within: Cells) -> bool {
        let (first, last) = (self.sides[0], self.sides[self.count - 1] ^ 1);
        let seen = self.table.seen[first] & self.table.seen[last];
        self.table.near[first] >> last & 1 == 1 || self.removable & !within & seen != 0
    }

    fn finish(&mut self) {
        let count = self.count;
        let end = |place: usize, side: usize| LinkSide { link: self.sides[place] / 2, side };
        let entered = |place: usize| end(place, self.sides[place] % 2);
        let left = |place: usize| end(place, 1 - self.sides[place] % 2);
        let mut links: Vec<usize> = self.sides.iter().map(|side| side / 2).collect();
        let order: Vec<usize> = links.clone();
        links.sort_unstable();
        let order: Vec<usize> =
            order.iter().filter_map(|link| links.iter().position(|other| other == link)).collect();
        let mut shared = [0; 4];
        for place in 0..count - 1 {
            match self.table.shared(left(place), entered(place + 1)) {
                Some(index) => shared[place] = index,
                None => return,
            }
        }
        let ring = self.table.shared(entered(0), left(count - 1));
        let turns: Vec<usize> = (0..count).map(|place| entered(place).side).collect();
        let number = |link: usize| number_of(self.table.links[link].house);
        let least = links.iter().map(|&link| number(link)).min();
        // A ring is reported once.
        if ring.is_some() && (least != Some(number(entered(0).link)) || turns[0] != 0) {
            return;
        }
        let kinds = links.iter().rev().map(|&link| kind_of(self.table.links[link].house));
        let place = Place {
            kinds: kinds.collect(),
            digit: self.digit,
            order: self.orders.iter().position(|other| *other == order).unwrap_or_default(),
            directions: turns.iter().fold(0, |directions, turn| directions * 2 + turn),
            links: links.clone(),
        };
        self.report(&links, &order, &turns, &shared[..count - 1], ring, place);
    }

    fn report(
        &mut self,
        chosen: &[usize],
        order: &[usize],
        turns: &[usize],
        shared: &[usize],
        ring: Option<usize>,
        place: Place,
    ) {
        let count = order.len();
        let link = |place: usize| &self.table.links[chosen[order[place]]];
        let side = |place: usize, turn: usize| link(place).sides[turn];
        let start = side(0, turns[0]);
        let end = side(count - 1, 1 - turns[count - 1]);
        let within = (0..count).fold(0, |all, place| all | HOUSE_SETS[link(place).house]);
        let holders = self.state.cells[self.digit] & !within;
        let mut removed = holders & start.seen() & end.seen();
        let mut eliminations = 0;
        if ring.is_none() {
            removed &= !shared.iter().fold(0, |all, &index| all | HOUSE_SETS[index]);
            eliminations += removed.size();
        } else {
            eliminations += removed.size();
            for place in 0..count - 1 {
                let from = side(place, 1 - turns[place]);
                let between = holders & from.seen() & side(place + 1, turns[place + 1]).seen();
                eliminations += between.size();
                removed |= between;
            }
        }
        if removed == 0 {
            return;
        }
        let links: Vec<StrongLink> = (0..count)
            .map(|place| StrongLink {
                house: house_at(link(place).house),
                is_grouped: link(place).is_grouped,
                sides: [turns[place], 1 - turns[place]]
                    .map(|turn| side(place, turn).iter().map(cell_at).collect()),
            })
            .collect();
        let step = Step {
            name: name(count, &links, ring.is_some()),
            effect: Effect::eliminate(
                cells_of(removed).map(|cell| (cell_at(cell), digit_set(1 << self.digit))),
            ),
            evidence: Evidence::StrongLinks {
                digit: digit_at(self.digit),
                shape: shape(&links),
                links,
                ring: ring.map(house_at),
            },
        };
        let Evidence::StrongLinks { shape, .. } = &step.evidence else { return };
        let shape = shape.clone();
        self.found.push(StrongLinkFinding { eliminations, shape, place, step });
    }
}

const fn name(count: usize, links: &[StrongLink], is_ring: bool) -> StepName {
    match (count, is_ring) {
        (_, true) => StepName::STRONG_LINK_RING,
        (2, false) => match (kind_of(links[0].house.index()), kind_of(links[1].house.index())) {
            (1, 1) | (2, 2) => StepName::SKYSCRAPER,
            (1, 2) | (2, 1) => StepName::TWO_STRING_KITE,
            _ => StepName::TWO_STRONG_LINKS,
        },
        (3, false) => StepName::THREE_STRONG_LINKS,
        (_, false) => StepName::FOUR_STRONG_LINKS,
    }
}

/// Returns the shape of a chain: the number of grouped links, and for each link 0 for a box, 1 for
/// a line, 2 for a crossing line. It is the smallest value over both directions and over exchanging
/// rows and columns.
fn shape(links: &[StrongLink]) -> String {
    let kinds: Vec<usize> = links.iter().map(|link| kind_of(link.house.index())).collect();
    let text = |kinds: &mut dyn Iterator<Item = usize>| -> String {
        kinds.filter_map(|kind| char::from_digit(kind as u32, 10)).collect()
    };
    let exchanged = |kind: usize| [0, 2, 1][kind];
    let (forth, back) = (text(&mut kinds.iter().copied()), text(&mut kinds.iter().rev().copied()));
    let lines = forth.min(back);
    let other_lines = text(&mut kinds.iter().map(|&kind| exchanged(kind)))
        .min(text(&mut kinds.iter().rev().map(|&kind| exchanged(kind))));
    let grouped = links.iter().filter(|link| link.is_grouped).count();
    // Columns alone count as lines.
    let least = lines.min(other_lines);
    format!("{grouped}{least}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_order_comes_once_in_one_of_its_two_directions() {
        for (links, count, orders) in
            [(StrongLinks::TWO, 2, 1), (StrongLinks::THREE, 3, 3), (StrongLinks::FOUR, 4, 12)]
        {
            assert_eq!((links.count(), links.orders.len()), (count, orders));
            let distinct: BTreeSet<&[usize]> = links.orders.iter().copied().collect();
            assert_eq!(distinct.len(), orders);
            for order in distinct {
                let places: BTreeSet<usize> = order.iter().copied().collect();
                assert!(places.into_iter().eq(0..count) && order[0] < order[count - 1]);
            }
        }
    }
}
