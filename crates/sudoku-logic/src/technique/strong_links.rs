//! Strong links: houses in which a digit is on one side or the other, one after the other.
//!
//! A strong link is a house whose places of a digit lie on two sides: two cells, or two groups that
//! each lie in a line. Where a side of one link shares a house with a side of the next, at most one
//! of the two sides holds the digit. So along a row of links the first side or the last one holds
//! it, and what sees both loses it; if those two share a house too, each step of the ring does.

use std::ops::ControlFlow;

use super::{Scratch, StepSink, Technique};
use crate::rating::Rule;
use crate::state::{
    BOXES, COLUMNS, Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, PEERS, ROWS, State, bits, cell,
    cells_of, digit, digits, house,
};
use crate::step::{Effect, Evidence, Step, StepName, StrongLink};

/// So many strong links in a row; the lowest rating first, then the most eliminations, then by how
/// boxes, lines and crossing lines follow each other.
pub struct StrongLinks {
    /// How many links, 2 to 4.
    pub count: u8,
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
        for at in cells.into_iter().take(3) {
            side.cells[usize::from(side.len)] = at as u8;
            side.len += 1;
        }
        side
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.cells[..usize::from(self.len)].iter().map(|&at| usize::from(at))
    }

    /// What sees all of its cells.
    fn seen(&self) -> Cells {
        self.iter().fold(Cells::MAX, |seen, at| seen & PEERS[at])
    }

    /// The column, the row or the box that holds all cells of both sides.
    fn shared_house(&self, other: &Self) -> Option<usize> {
        // The column, the row, the box.
        [1, 0, 2].into_iter().find_map(|kind| {
            let index = IN_HOUSES[usize::from(self.cells[0])][kind].0;
            self.iter()
                .chain(other.iter())
                .all(|at| IN_HOUSES[at][kind].0 == index)
                .then_some(usize::from(index))
        })
    }
}

/// A strong link of a digit.
#[derive(Clone, Copy)]
struct Link {
    house: usize,
    is_grouped: bool,
    sides: [Side; 2],
}

/// The kinds of house in the order in which links are put together.
const FIRST_HOUSES: [usize; 3] = [BOXES, ROWS, COLUMNS];

/// The kind of a house, as a place in [`FIRST_HOUSES`].
const fn kind_of(index: usize) -> usize {
    match index {
        ROWS..COLUMNS => 1,
        COLUMNS..BOXES => 2,
        _ => 0,
    }
}

/// A box or a line as a number that orders them: boxes, rows, columns.
const fn number_of(index: usize) -> usize {
    kind_of(index) * 9 + index % 9
}

impl Technique for StrongLinks {
    fn find(
        &self,
        state: &State,
        rule: &Rule,
        _scratch: &mut Scratch,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let count = usize::from(self.count);
        let orders = orders(count);
        let mut found: Vec<Found> = Vec::new();
        let tables: Vec<LinkTable> = (0..9).map(|value| LinkTable::new(state, value)).collect();
        for kinds in kinds(count) {
            for (value, table) in tables.iter().enumerate() {
                let mut rows = Rows {
                    state,
                    rule,
                    value,
                    table,
                    kinds: &kinds,
                    orders: &orders,
                    found: &mut found,
                };
                rows.choose(&mut Vec::with_capacity(count), 0);
            }
        }
        found.sort_by(|one, other| {
            one.rating
                .total_cmp(&other.rating)
                .then(other.eliminations.cmp(&one.eliminations))
                .then_with(|| one.shape.cmp(&other.shape))
        });
        found.into_iter().try_for_each(|found| sink.take(found.step))
    }
}

struct Found {
    rating: f64,
    eliminations: u32,
    shape: String,
    step: Step,
}

/// All choices of kinds of house, each not before the one before; the last kind counts most.
fn kinds(count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .iter()
            .flat_map(|kinds| {
                let first = kinds.last().copied().unwrap_or(0);
                (first..3).map(move |kind| [kinds.as_slice(), &[kind]].concat())
            })
            .collect();
    }
    all.sort_by(|one, other| one.iter().rev().cmp(other.iter().rev()));
    all
}

/// The orders in which links can follow each other, one of each two that are each other's reverse.
///
/// They come as the countdown algorithm for permutations gives them, which swaps two each time.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut weights: Vec<usize> = (0..=count).collect();
    let mut all = vec![order.clone()];
    let mut upper = 1;
    while upper < count {
        weights[upper] -= 1;
        let lower = if upper % 2 == 1 { weights[upper] } else { 0 };
        order.swap(upper, lower);
        all.push(order.clone());
        upper = 1;
        while weights[upper] == 0 {
            weights[upper] = upper;
            upper += 1;
        }
    }
    all.retain(|order| order.first() < order.last());
    all
}

/// The links of a digit, and which of their sides share a house.
struct LinkTable {
    links: Vec<Link>,
    /// Of each kind of house the links, as a range.
    of_kind: [(usize, usize); 3],
    /// For each two sides the house that they share, or a number beyond the houses.
    shared: Vec<u8>,
    /// Of each link those that it can follow.
    near: Vec<u64>,
}

const NO_HOUSE: u8 = u8::MAX;

impl LinkTable {
    fn new(state: &State, value: usize) -> Self {
        let mut links = Vec::new();
        let mut of_kind = [(0, 0); 3];
        for (kind, first) in FIRST_HOUSES.into_iter().enumerate() {
            of_kind[kind].0 = links.len();
            for index in first..first + 9 {
                if first == BOXES {
                    links_of_box(state, value, index, &mut links);
                } else {
                    links_of_line(state, value, index, &mut links);
                }
            }
            of_kind[kind].1 = links.len();
        }
        let sides: Vec<Side> = links.iter().flat_map(|link: &Link| link.sides).collect();
        let mut shared = vec![NO_HOUSE; sides.len() * sides.len()];
        let mut near = vec![0; links.len()];
        for (one, side) in sides.iter().enumerate() {
            for (other, other_side) in sides.iter().enumerate() {
                if one / 2 != other / 2
                    && let Some(index) = side.shared_house(other_side)
                {
                    shared[one * sides.len() + other] = index as u8;
                    near[one / 2] |= 1 << (other / 2);
                }
            }
        }
        Self { links, of_kind, shared, near }
    }

    /// The house that the sides of two links share.
    fn shared(
        &self,
        (one, side): (usize, usize),
        (other, of_other): (usize, usize),
    ) -> Option<usize> {
        let index = self.shared[(one * 2 + side) * self.links.len() * 2 + other * 2 + of_other];
        (index != NO_HOUSE).then_some(usize::from(index))
    }

    /// Whether the links hang together.
    fn hangs_together(&self, chosen: &[usize]) -> bool {
        let all = chosen.iter().fold(0u64, |all, &link| all | 1 << link);
        let mut reached = 1u64 << chosen[0];
        loop {
            let next = chosen
                .iter()
                .filter(|&&link| reached >> link & 1 == 1)
                .fold(reached, |next, &link| next | (self.near[link] & all));
            if next == reached {
                return reached == all;
            }
            reached = next;
        }
    }
}

/// The links of a row or a column: two cells, or what two boxes hold of it.
fn links_of_line(state: &State, value: usize, index: usize, links: &mut Vec<Link>) {
    let places = state.places[value][index];
    let at = |place: usize| usize::from(HOUSE_CELLS[index][place]);
    match places.count_ones() {
        2 => {
            let mut cells = bits(places).map(at);
            let sides = [Side::of(cells.next()), Side::of(cells.next())];
            links.push(Link { house: index, is_grouped: false, sides });
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
            let is_swapped = first.count_ones() > 1 && second.count_ones() == 1;
            let (first, second) = if is_swapped { (second, first) } else { (first, second) };
            let sides = [first, second].map(|side| Side::of(bits(side).map(at)));
            links.push(Link { house: index, is_grouped: true, sides });
        }
        _ => {}
    }
}

/// The links of a box: two cells that are in no line, a cross, or two lines.
fn links_of_box(state: &State, value: usize, index: usize, links: &mut Vec<Link>) {
    let places = state.places[value][index];
    let at = |place: usize| usize::from(HOUSE_CELLS[index][place]);
    let count = places.count_ones();
    if count == 2 {
        let mut cells = bits(places).map(at);
        let sides = [Side::of(cells.next()), Side::of(cells.next())];
        let is_in_line = [0, 1].into_iter().any(|kind| {
            let of = |side: &Side| IN_HOUSES[usize::from(side.cells[0])][kind].0;
            of(&sides[0]) == of(&sides[1])
        });
        if !is_in_line {
            links.push(Link { house: index, is_grouped: false, sides });
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
        let sides = [Side::of(first.map(at)), Side::of(second.map(at))];
        links.push(Link { house: index, is_grouped: true, sides });
    };
    // A row and a column that hold all: the first such pair counts.
    for heart in 0..9 {
        let (in_column, in_row) = (column(heart % 3), row(heart / 3));
        if places & !(in_column | in_row) != 0 {
            continue;
        }
        let first = places & in_column & !(1 << heart);
        let second = places & in_row & !(1 << heart);
        match (first.count_ones(), second.count_ones()) {
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
    // Two rows or two columns that hold all.
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let rows = pairs.map(|(one, other)| (row(one), row(other)));
    let columns = pairs.map(|(one, other)| (column(one), column(other)));
    let halves = rows.into_iter().chain(columns).find(|(one, other)| places & !(one | other) == 0);
    let Some((one, other)) = halves else { return };
    let (first, second) = (places & one, places & other);
    if first.count_ones() < 2 || second.count_ones() < 2 {
        return;
    }
    push(&mut bits(first), &mut bits(second));
    // Four corners: they lie in two columns as well.
    let corners: Vec<usize> = bits(first).chain(bits(second)).collect();
    if let [a, b, c, d] = *corners
        && a % 3 == c % 3
        && b % 3 == d % 3
    {
        push(&mut [a, c].into_iter(), &mut [b, d].into_iter());
    }
}

/// The first of the places, the crossing, the other places.
fn in_order(places: u16, heart: usize) -> impl Iterator<Item = usize> {
    let mut rest = bits(places);
    rest.next().into_iter().chain([heart]).chain(rest)
}

/// The search for rows of links of one digit.
struct Rows<'a> {
    state: &'a State,
    rule: &'a Rule,
    value: usize,
    table: &'a LinkTable,
    kinds: &'a [usize],
    orders: &'a [Vec<usize>],
    found: &'a mut Vec<Found>,
}

impl Rows<'_> {
    /// Chooses links of the kinds, the houses of a kind in ascending order, none of which has a
    /// place of the digit in common with another.
    fn choose(&mut self, chosen: &mut Vec<usize>, used: Cells) {
        let depth = chosen.len();
        if depth == self.kinds.len() {
            if self.table.hangs_together(chosen) {
                for order in self.orders {
                    self.follow(chosen, order);
                }
            }
            return;
        }
        let (first, end) = self.table.of_kind[self.kinds[depth]];
        let after = chosen.last().map(|&link| self.table.links[link].house);
        for link in first..end {
            let index = self.table.links[link].house;
            if depth > 0
                && self.kinds[depth] == self.kinds[depth - 1]
                && after.is_some_and(|after| index <= after)
            {
                continue;
            }
            let places = self.state.cells[self.value] & HOUSE_SETS[index];
            if places & used == 0 {
                chosen.push(link);
                self.choose(chosen, used | places);
                chosen.pop();
            }
        }
    }

    /// Follows the links in this order, each in both directions.
    fn follow(&mut self, chosen: &[usize], order: &[usize]) {
        let count = order.len();
        let mut shared = [0; 4];
        'directions: for directions in 0..1usize << count {
            // The first link's direction counts most.
            let turn = |place: usize| directions >> (count - 1 - place) & 1;
            for place in 0..count - 1 {
                let from = (chosen[order[place]], 1 - turn(place));
                let to = (chosen[order[place + 1]], turn(place + 1));
                match self.table.shared(from, to) {
                    Some(index) => shared[place] = index,
                    None => continue 'directions,
                }
            }
            let start = (chosen[order[0]], turn(0));
            let end = (chosen[order[count - 1]], 1 - turn(count - 1));
            let ring = self.table.shared(start, end);
            let houses = || chosen.iter().map(|&link| number_of(self.table.links[link].house));
            let first = number_of(self.table.links[start.0].house);
            // A ring is reported once.
            if ring.is_none() || (houses().min() == Some(first) && turn(0) == 0) {
                let turns: Vec<usize> = (0..count).map(turn).collect();
                self.report(chosen, order, &turns, &shared[..count - 1], ring);
            }
        }
    }

    fn report(
        &mut self,
        chosen: &[usize],
        order: &[usize],
        turns: &[usize],
        shared: &[usize],
        ring: Option<usize>,
    ) {
        let count = order.len();
        let link = |place: usize| &self.table.links[chosen[order[place]]];
        let side = |place: usize, turn: usize| link(place).sides[turn];
        let start = side(0, turns[0]);
        let end = side(count - 1, 1 - turns[count - 1]);
        let within = (0..count).fold(0, |all, place| all | HOUSE_SETS[link(place).house]);
        let holders = self.state.cells[self.value] & !within;
        let mut removed = holders & start.seen() & end.seen();
        let mut eliminations = 0;
        if ring.is_none() {
            removed &= !shared.iter().fold(0, |all, &index| all | HOUSE_SETS[index]);
            eliminations += removed.count_ones();
        } else {
            eliminations += removed.count_ones();
            for place in 0..count - 1 {
                let from = side(place, 1 - turns[place]);
                let between = holders & from.seen() & side(place + 1, turns[place + 1]).seen();
                eliminations += between.count_ones();
                removed |= between;
            }
        }
        if removed == 0 {
            return;
        }
        let links: Vec<StrongLink> = (0..count)
            .map(|place| StrongLink {
                house: house(link(place).house),
                is_grouped: link(place).is_grouped,
                sides: [turns[place], 1 - turns[place]]
                    .map(|turn| side(place, turn).iter().map(cell).collect()),
            })
            .collect();
        let step = Step {
            name: name(count, &links, ring.is_some()),
            effect: Effect::eliminate(
                cells_of(removed).map(|at| (cell(at), digits(1 << self.value))),
            ),
            evidence: Evidence::StrongLinks {
                digit: digit(self.value),
                shape: shape(&links),
                links,
                ring: ring.map(house),
            },
        };
        let Evidence::StrongLinks { shape, .. } = &step.evidence else { return };
        let (rating, shape) = (self.rule.rate(&step), shape.clone());
        self.found.push(Found { rating, eliminations, shape, step });
    }
}

const fn name(count: usize, links: &[StrongLink], is_ring: bool) -> StepName {
    match (count, is_ring) {
        (_, true) => StepName::StrongLinkRing,
        (2, false) => match (kind_of(links[0].house.index()), kind_of(links[1].house.index())) {
            (1, 1) | (2, 2) => StepName::Skyscraper,
            (1, 2) | (2, 1) => StepName::TwoStringKite,
            _ => StepName::TwoStrongLinks,
        },
        (3, false) => StepName::ThreeStrongLinks,
        (_, false) => StepName::FourStrongLinks,
    }
}

/// How many links are grouped, and for each link 0 for a box, 1 for a line, 2 for a crossing line:
/// of the ways to say this, in both directions and with lines exchanged, the least.
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
