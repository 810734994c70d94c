//! Nice loops and chains of alternating links, with groups or without.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::path::{Chain, Form, Item};
use super::{Node, Place, Source, Tables};
use crate::hodoku::sink::{Removals, Sink, View, report};
use crate::state::{Cells, PEERS, bits};
use crate::step::{Evidence, StepName};

/// The kinds of loops and chains; `true` if they pass through groups.
type Kind = (Form3, bool);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form3 {
    Discontinuous,
    Continuous,
    Open,
}

/// A loop or chain that takes something away.
struct Found {
    kind: Kind,
    removals: Removals,
    chain: Chain,
    length: usize,
}

/// Loops and chains: of those with the same effect the shortest, the most effective first.
///
/// `is_grouped` adds groups of cells, `only_grouped` keeps only the chains that pass through one.
pub(in crate::hodoku) fn nice_loops(
    view: View<'_>,
    is_grouped: bool,
    only_grouped: bool,
    sink: &mut Sink,
) -> ControlFlow<()> {
    let mut tables = Tables::new(view);
    tables.fill();
    if is_grouped {
        tables.fill_groups();
        if view.options.sets_in_chains {
            tables.fill_sets();
        }
    }
    tables.expand_all();
    let mut search =
        Search { tables: &tables, only_grouped, found: Vec::new(), known: BTreeMap::new() };
    search.run();
    let mut found = search.found;
    found.sort_by_key(|found| (-(found.removals.len() as i32), found.removals.rank()));
    for Found { kind, removals, chain, .. } in found {
        let name = match kind {
            (Form3::Discontinuous, false) => StepName::DiscontinuousNiceLoop,
            (Form3::Discontinuous, true) => StepName::GroupedDiscontinuousNiceLoop,
            (Form3::Continuous, false) => StepName::ContinuousNiceLoop,
            (Form3::Continuous, true) => StepName::GroupedContinuousNiceLoop,
            (Form3::Open, false) => StepName::Aic,
            (Form3::Open, true) => StepName::GroupedAic,
        };
        report(sink, name, &removals, || Evidence::Alternating {
            nodes: tables.shown_chain(&chain).swap_remove(0),
        })?;
    }
    ControlFlow::Continue(())
}

struct Search<'a> {
    tables: &'a Tables<'a>,
    only_grouped: bool,
    found: Vec<Found>,
    /// Where in `found` a kind and an effect are.
    known: BTreeMap<(Kind, Removals), usize>,
}

impl Search<'_> {
    fn run(&mut self) {
        let tables = self.tables;
        for place in tables.candidate_places() {
            let (cell, _) = tables.candidates[place.number];
            for entry in 1..tables[place].len() {
                let node = tables[place].nodes[entry];
                if tables.is_candidate(node) && tables.first_cell(node) == cell {
                    self.check_loop(place, entry);
                }
            }
        }
        for number in 0..tables.candidates.len() {
            let place = Place { source: Source::Off, number };
            for entry in 1..tables[place].len() {
                self.check_open(place, entry);
            }
        }
    }

    /// A chain that comes back to its first cell.
    fn check_loop(&mut self, place: Place, entry: usize) {
        let tables = self.tables;
        let table = &tables[place];
        let end = table.nodes[entry];
        if table.distance(entry) <= 2 {
            return;
        }
        let Some(chain) = tables.chain(place, end, Form::Loop) else { return };
        let nodes: Vec<Node> = chain.items.iter().filter_map(|item| item.node()).collect();
        let (cell, first) = tables.candidates[place.number];
        if tables.first_cell(nodes[1]) == cell {
            return;
        }
        let last = tables.digit(end);
        // Whether the first and the last link are strong.
        let is_strong = [table.nodes[1].is_on(), end.is_on()];
        let set = tables.view.state.sets[cell];
        let mut removals = Removals::default();
        let mut form = Form3::Discontinuous;
        match (is_strong, first == last) {
            ([false, false], true) => removals.add(cell, first),
            ([true, true], true) => removals.add_digits(cell, set & !(1 << first)),
            ([false, true], false) => removals.add(cell, first),
            ([true, false], false) => removals.add(cell, last),
            ([false, false], false) if set.count_ones() != 2 => {}
            _ => {
                form = Form3::Continuous;
                removals = self.around_loop(&nodes, chain.cells, is_strong == [true, true]);
            }
        }
        self.keep(form, removals, chain);
    }

    /// What a loop without a break takes away: whatever sees both ends of a weak link, and in a
    /// cell that it enters and leaves by strong links the other candidates.
    fn around_loop(&self, nodes: &[Node], cells: Cells, is_start_strong: bool) -> Removals {
        let tables = self.tables;
        let state = tables.view.state;
        let cell = |at: usize| tables.first_cell(nodes[at]);
        let digit = |at: usize| tables.digit(nodes[at]);
        let last = nodes.len() - 1;
        let mut removals = Removals::default();
        if is_start_strong {
            let ends = 1 << digit(0) | 1 << digit(last);
            removals.add_digits(cell(0), state.sets[cell(0)] & !ends);
        }
        for at in 1..=last {
            let is_inner = nodes[at].is_on()
                && at + 2 <= last
                && cell(at - 1) != cell(at)
                && !nodes[at + 1].is_on()
                && cell(at) == cell(at + 1)
                && nodes[at + 2].is_on()
                && cell(at + 1) != cell(at + 2);
            if is_inner {
                let ends = 1 << digit(at) | 1 << digit(at + 2);
                removals.add_digits(cell(at), state.sets[cell(at)] & !ends);
            }
            if !nodes[at].is_on() && cell(at - 1) != cell(at) {
                let seen = self.peers(nodes[at - 1], digit(at)) & self.peers(nodes[at], digit(at));
                let gone = seen & !cells & !(1 << cell(0)) & state.cells[digit(at)];
                removals.add_cells(gone, digit(at));
                if tables.rank(nodes[at]) == 2 {
                    self.around_set(nodes, at, &mut removals);
                }
            }
        }
        removals
    }

    /// What a set in a loop takes away: all its digits but those that the loop goes through.
    fn around_set(&self, nodes: &[Node], at: usize, removals: &mut Removals) {
        let tables = self.tables;
        let state = tables.view.state;
        let set = &tables.sets[tables.set_of(nodes[at]).0];
        let next = nodes.get(at + 1);
        // The loop may leave to a cell that it fills, by more than one digit.
        let filled = next.filter(|next| next.is_on());
        let exits = match (filled, next) {
            (Some(&next), _) => state.sets[tables.first_cell(next)] & !(1 << tables.digit(next)),
            (None, Some(&next)) => 1 << tables.digit(next),
            (None, None) => 0,
        };
        for digit in bits(set.set & !(1 << tables.digit(nodes[at])) & !exits) {
            removals.add_cells(set.seen[digit], digit);
        }
        if let Some(&next) = filled {
            for digit in bits(exits & set.set) {
                removals.add_cells(set.seen[digit] & PEERS[tables.first_cell(next)], digit);
            }
        }
    }

    /// The cells that see the node's places of the digit.
    fn peers(&self, node: Node, digit: usize) -> Cells {
        if self.tables.rank(node) == 2 {
            self.tables.sets[self.tables.set_of(node).0].seen[digit]
        } else {
            crate::hodoku::sink::common_peers(self.tables.cells(node))
        }
    }

    /// A chain one of whose ends holds.
    fn check_open(&mut self, place: Place, entry: usize) {
        let tables = self.tables;
        let state = tables.view.state;
        let (start, first) = tables.candidates[place.number];
        let node = tables[place].nodes[entry];
        if !tables.is_candidate(node) || !node.is_on() || tables[place].distance(entry) <= 2 {
            return;
        }
        let (end, last) = tables.candidates[node.thing()];
        let mut removals = Removals::default();
        if end == start {
            return;
        } else if first == last {
            removals.add_cells(state.cells[first] & PEERS[start] & PEERS[end], first);
        } else if PEERS[start] >> end & 1 == 1 {
            removals.add_cells(state.cells[last] & 1 << start, last);
            removals.add_cells(state.cells[first] & 1 << end, first);
        }
        if removals.len() < 2 {
            return;
        }
        if let Some(chain) = tables.chain(place, node, Form::Open) {
            self.keep(Form3::Open, removals, chain);
        }
    }

    /// Keeps a chain, unless one of its kind with the same effect is as short.
    fn keep(&mut self, form: Form3, mut removals: Removals, chain: Chain) {
        removals.sort();
        let tables = self.tables;
        let nodes = || chain.items.iter().filter_map(|item| item.node());
        let is_grouped = nodes().any(|node| !tables.is_candidate(node));
        if removals.is_empty() || (self.only_grouped && !is_grouped) {
            return;
        }
        let length = tables.length(&chain);
        let found = Found { kind: (form, is_grouped), removals, chain, length };
        let key = (found.kind, found.removals.clone());
        if !tables.view.options.one_for_each_effect {
            self.found.push(found);
        } else if let Some(&at) = self.known.get(&key) {
            if self.found[at].length > found.length {
                self.found[at] = found;
            }
        } else {
            self.known.insert(key, self.found.len());
            self.found.push(found);
        }
    }
}

impl Tables<'_> {
    /// The length of a chain: its nodes and more for each set.
    pub(super) fn length(&self, chain: &Chain) -> usize {
        let weight = |item: &Item| match item.node() {
            Some(node) if self.rank(node) == 2 => {
                1 + set_penalty(self.sets[self.set_of(node).0].cells.count_ones())
            }
            _ => 1,
        };
        chain.items.iter().map(weight).sum()
    }
}

/// What a set of this size adds to a length: in a table its size is the number of digits, in a
/// chain that of cells.
pub(super) const fn set_penalty(size: u32) -> usize {
    match size as usize {
        0 | 1 => 0,
        2 => 1,
        size => 2 * (size - 1),
    }
}
