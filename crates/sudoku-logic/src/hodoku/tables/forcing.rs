//! Forcing chains and nets: what an assumption leads to, and what several have in common.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::path::{Chain, Form, Item};
use super::{Node, Place, Source, Tables};
use crate::hodoku::merge_sort::sorted;
use crate::hodoku::sink::{ALL_CELLS, Removals, Sink, View};
use crate::state::{Cells, HOUSE_SETS, PEERS, bits, cell, cells_of, digit};
use crate::step::{Effect, Evidence, Step, StepName};
use crate::track::Track;

/// A contradiction or something that follows in any case.
struct Found {
    name: StepName,
    /// The candidate that holds or goes.
    target: Node,
    chains: Vec<Chain>,
    length: usize,
}

/// Forcing chains; or, with the board and its queues, nets that singles are followed through.
pub(in crate::hodoku) fn forcing(
    view: View<'_>,
    track: Option<&Track>,
    sink: &mut Sink,
) -> ControlFlow<()> {
    let mut tables = Tables::new(view);
    match track {
        None => tables.fill(),
        Some(track) => tables.fill_nets(track),
    }
    tables.fill_groups();
    if view.options.sets_in_chains {
        tables.fill_sets();
    }
    tables.expand_all();
    if track.is_some() {
        tables.weave_nets();
    }
    let mut search = Search {
        tables: &tables,
        is_net: track.is_some(),
        found: Vec::new(),
        known: BTreeMap::new(),
    };
    search.run();
    let found = &search.found;
    let order = sorted(found.len(), |one, two| compare(&tables, &found[one], &found[two]));
    for Found { name, target, chains, .. } in order.into_iter().map(|at| &found[at]) {
        let (at, value) = tables.candidates[target.thing()];
        let mut removals = Removals::default();
        let effect = if target.is_on() {
            Effect::place(cell(at), digit(value))
        } else {
            removals.add(at, value);
            removals.effect()
        };
        let chains = chains.iter().flat_map(|chain| tables.shown_chain(chain)).collect();
        let evidence = Evidence::Forcing { chains };
        sink.take(Step { name: *name, effect, evidence }, removals)?;
    }
    ControlFlow::Continue(())
}

/// Placements first, by cell; eliminations by cell and digit; then the shorter. Two placements in
/// a cell by different names are each behind the other.
fn compare(tables: &Tables<'_>, one: &Found, two: &Found) -> i32 {
    let longer = one.length as i32 - two.length as i32;
    let [(cell1, digit1), (cell2, digit2)] =
        [one, two].map(|found| tables.candidates[found.target.thing()]);
    match (one.target.is_on(), two.target.is_on()) {
        (true, false) => -1,
        (false, true) => 1,
        (true, true) if one.name == two.name && cell1 == cell2 => longer,
        (true, true) if cell1 == cell2 => 1,
        (true, true) => cell1 as i32 - cell2 as i32,
        (false, false) => {
            let place = |cell: usize, digit: usize| (cell * 10 + digit) as i32;
            let later = place(cell1, digit1) - place(cell2, digit2);
            if later == 0 { longer } else { later }
        }
    }
}

struct Search<'a> {
    tables: &'a Tables<'a>,
    is_net: bool,
    found: Vec<Found>,
    /// Where in `found` a name and an effect are.
    known: BTreeMap<(StepName, Node), usize>,
}

impl Search<'_> {
    fn run(&mut self) {
        let count = self.tables.candidates.len();
        for number in 0..count {
            for source in [Source::On, Source::Off] {
                self.check_alone(Place { source, number });
            }
        }
        for number in 0..count {
            let [on, off] = [Source::On, Source::Off].map(|source| Place { source, number });
            let barred = 1 << self.tables.candidates[number].0;
            self.check_common(&[on, off], !barred, true);
        }
        let state = self.tables.view.state;
        let on = |cell: usize, digit: usize| Place {
            source: Source::On,
            number: self.tables.number(cell, digit),
        };
        let mut lists: Vec<Vec<Place>> = Vec::new();
        for cell in (0..81).filter(|&cell| state.sets[cell] != 0) {
            lists.push(bits(state.sets[cell]).map(|digit| on(cell, digit)).collect());
        }
        for (house, digit) in (0..27).flat_map(|house| (0..9).map(move |digit| (house, digit))) {
            let places = state.cells[digit] & HOUSE_SETS[house];
            if places != 0 {
                lists.push(cells_of(places).map(|cell| on(cell, digit)).collect());
            }
        }
        for list in lists {
            self.check_common(&list, ALL_CELLS, false);
        }
    }

    /// What an assumption contradicts.
    fn check_alone(&mut self, place: Place) {
        let tables = self.tables;
        let state = tables.view.state;
        let Some(&start) = tables[place].nodes.first() else { return };
        let (start_cell, start_digit) = tables.candidates[start.thing()];
        let (on, off) = (tables[place].on, tables[place].off);
        let first = |cells: Cells| cells.trailing_zeros() as usize;
        let node = |cell: usize, digit: usize, is_on: bool| tables.node(cell, digit, is_on);
        let target = Node::new(start.thing(), !start.is_on());
        let mut refute = |ends: Vec<Node>| {
            let ends = ends.into_iter().map(|end| (place, end));
            self.keep(StepName::ForcingChainContradiction, target, ends);
        };
        let opposite = if start.is_on() { off } else { on };
        if opposite[start_digit] >> start_cell & 1 == 1 {
            refute(vec![target]);
        }
        for digit in 0..9 {
            let both = on[digit] & off[digit];
            if both != 0 {
                refute(vec![node(first(both), digit, false), node(first(both), digit, true)]);
            }
        }
        for one in 0..9 {
            for two in one + 1..9 {
                let both = on[one] & on[two];
                if both != 0 {
                    refute(vec![node(first(both), one, true), node(first(both), two, true)]);
                }
            }
        }
        let by_kind = |kind: usize| 9 * kind..9 * kind + 9;
        for kind in 0..3 {
            for (digit, house) in (0..9).flat_map(|d| by_kind(kind).map(move |h| (d, h))) {
                let cells = on[digit] & HOUSE_SETS[house];
                if cells.count_ones() > 1 {
                    refute(cells_of(cells).map(|cell| node(cell, digit, true)).collect());
                }
            }
        }
        for cell in (0..81).filter(|&cell| state.values[cell] == 0) {
            let is_bare = bits(state.sets[cell]).all(|digit| off[digit] >> cell & 1 == 1);
            if is_bare && on.iter().all(|cells| cells >> cell & 1 == 0) {
                refute(bits(state.sets[cell]).map(|digit| node(cell, digit, false)).collect());
            }
        }
        for kind in 0..3 {
            for (digit, house) in (0..9).flat_map(|d| by_kind(kind).map(move |h| (d, h))) {
                let cells = allowed(tables.view, digit) & HOUSE_SETS[house];
                if cells != 0 && cells & !off[digit] == 0 {
                    refute(cells_of(cells).map(|cell| node(cell, digit, false)).collect());
                }
            }
        }
    }

    /// What all these assumptions lead to; with `by_sign` first all that holds, then what does not.
    fn check_common(&mut self, list: &[Place], cells: Cells, by_sign: bool) {
        let tables = self.tables;
        let mut on = [cells; 9];
        let mut off = [cells; 9];
        for &place in list {
            for digit in 0..9 {
                on[digit] &= tables[place].on[digit];
                off[digit] &= tables[place].off[digit];
            }
        }
        let signs = |digit: usize| [(digit, true), (digit, false)];
        let order: Vec<(usize, bool)> = if by_sign {
            (0..9).map(|digit| (digit, true)).chain((0..9).map(|digit| (digit, false))).collect()
        } else {
            (0..9).flat_map(signs).collect()
        };
        for (digit, is_on) in order {
            for cell in cells_of(if is_on { on[digit] } else { off[digit] }) {
                let target = tables.node(cell, digit, is_on);
                let ends = list.iter().map(|&place| (place, target));
                self.keep(StepName::ForcingChainVerity, target, ends);
            }
        }
    }

    /// Keeps a proof, unless one of the same kind and effect is as short; of nets only those that
    /// branch.
    fn keep(&mut self, name: StepName, target: Node, ends: impl Iterator<Item = (Place, Node)>) {
        let tables = self.tables;
        let chains: Vec<Chain> =
            ends.filter_map(|(place, end)| tables.chain(place, end, Form::Any)).collect();
        let branches = |chain: &Chain| chain.items.iter().any(|i| !matches!(i, Item::Main(_)));
        let name = match (chains.iter().any(branches), name) {
            (true, StepName::ForcingChainContradiction) => StepName::ForcingNetContradiction,
            (true, _) => StepName::ForcingNetVerity,
            (false, _) if self.is_net => return,
            (false, name) => name,
        };
        let length = chains.iter().map(|chain| tables.length(chain)).sum();
        let found = Found { name, target, chains, length };
        match self.known.get(&(name, target)) {
            Some(&at) if self.found[at].length > length => self.found[at] = found,
            Some(_) => {}
            None => {
                self.known.insert((name, target), self.found.len());
                self.found.push(found);
            }
        }
    }
}

/// The blank cells that see no cell with the digit, whether it is a candidate or not.
fn allowed(view: View<'_>, digit: usize) -> Cells {
    let values = &view.state.values;
    (0..81).fold(ALL_CELLS, |cells, cell| match values[cell] {
        0 => cells,
        value if usize::from(value) == digit + 1 => cells & !PEERS[cell] & !(1 << cell),
        _ => cells & !(1 << cell),
    })
}
