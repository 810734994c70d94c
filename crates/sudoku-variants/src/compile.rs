//! Compiles rules into a network.

mod collect;
mod combine;
mod derive;

use std::collections::HashMap;

use sudoku_core::{Board, Cell, Digit, DigitSet};
use sudoku_rules::{Relation, Rules};

use self::collect::{Collected, Sum};
use self::derive::{Derived, Piece};
use crate::digit_sets::{AllowedSets, WITH_SUM};
use crate::domain::{ALL, WORDS, bits};
use crate::network::{CellLists, Group, GroupSum, Learning, Network, Propagator};

/// The largest number of propagators. Every sum, renban, between line and quadruple needs one.
pub(crate) const MAX_PROPAGATORS: usize = 64 * WORDS;

/// The largest number of pairs of cells with a relation. A table has a number of 16 bits.
pub(crate) const MAX_RELATIONS: usize = 1 << 14;

/// The derived conditions that a compiled puzzle has besides those of its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// All conditions that make most searches faster.
    Full,
    /// Fewer conditions: small sums of the 45 rule, and no sums of houses.
    Low,
}

/// The largest number of cells of a derived sum for a search of few nodes.
const MAX_SHORT: u8 = 4;

/// The changes of the weights in a search with sums.
const WITH_SUMS: Learning = Learning { guessed: 2, last_fixed: 8, half_life: 512 };

/// The changes of the weights in a search without sums. These values save guesses on thermometers
/// and renbans, but cost guesses on killers. A puzzle with `xv` alone has no sums, because `xv`
/// compiles to a relation.
const WITHOUT_SUMS: Learning = Learning { guessed: 1, last_fixed: 8, half_life: 256 };

/// The changes of the weights in a search of few nodes. A weight of 8 for the last fixed
/// cell makes searches of more than 100 guesses shorter, and other searches longer.
const SHORT: Learning = Learning { guessed: 2, last_fixed: 4, half_life: 512 };

/// Compiles the rules of a puzzle, or returns `None` if they need more than [`MAX_PROPAGATORS`] or
/// [`MAX_RELATIONS`].
/// A contradiction between rules is found by the search.
pub(crate) fn compile(rules: &Rules, effort: Effort) -> Option<Network> {
    let mut collected = Collected::of(rules);
    collected.relate_pairs();
    if collected.relations.len() > MAX_RELATIONS {
        return None;
    }
    let peers = collected.peers();
    let mut propagators = needed(&collected, &peers);
    let room = MAX_PROPAGATORS.checked_sub(propagators.len())?;
    propagators.extend(derived(&collected, &peers, effort).into_iter().take(room));
    let network = network(collected, peers, propagators);
    Some(if effort == Effort::Low { Network { learning: SHORT, ..network } } else { network })
}

/// A part of a puzzle that gives a step of a hint: one rule, one pair of cells of a rule about the
/// whole board, or a sum of the 45 rule.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The conditions on its cells. It has no houses, and its peers are among its cells.
    pub(crate) network: Network,
    /// The cells.
    pub(crate) cells: u128,
    pub(crate) source: PartSource,
}

/// The origin of a part.
#[derive(Clone, Debug)]
pub(crate) enum PartSource {
    /// The rule with this number.
    Rule(usize),
    /// The digits of the added cells minus those of the others have this sum, by the 45 rule in the
    /// houses of the region. The pieces are the known sums that nearly cover it.
    Houses { region: u128, pieces: Vec<Piece>, plus: Vec<u8>, minus: Vec<u8>, total: i32 },
}

/// The parts of a puzzle for hints.
pub(crate) struct Parts {
    /// The parts, those of few cells first.
    pub(crate) parts: Vec<Part>,
    /// The houses with known sums: each network has one such house.
    pub(crate) house_sums: Vec<Network>,
    /// For each cell, the cells that hold another digit.
    pub(crate) peers: [u128; 81],
}

/// The largest number of cells of a sum of the 45 rule in a hint.
const MAX_HINTED: u8 = 4;

/// Compiles the parts of a puzzle for hints.
pub(crate) fn compile_parts(rules: &Rules) -> Parts {
    let whole = Collected::of(rules);
    let peers = whole.peers();
    let mut parts = Vec::new();
    for (number, rule) in rules.rules.iter().enumerate() {
        let one = Rules { board: Board::EMPTY, rules: vec![rule.clone()] };
        let collected = Collected { has_boxes: false, houses: Vec::new(), ..Collected::of(&one) };
        let relations = &collected.relations;
        let pieces = if rule.cells().is_empty() {
            let pair = |relation| Collected {
                digits: collected.digits.clone(),
                relations: vec![relation],
                ..Collected::default()
            };
            relations.iter().copied().map(pair).collect()
        } else {
            vec![collected]
        };
        let pieces = pieces.into_iter().map(|piece| part(piece, &peers, PartSource::Rule(number)));
        parts.extend(pieces.filter(|part| part.cells != 0));
    }
    let (known, sums) = derive::derived_sums(&whole, MAX_HINTED);
    let none = || Collected { digits: vec![ALL; 81], ..Collected::default() };
    parts.extend(sums.into_iter().map(|Derived { region, pieces, sum }| {
        let pieces = bits(pieces).map(|at| known[usize::from(at)]).collect();
        let Sum { total, plus, minus } = sum.clone();
        let collected = Collected { sums: vec![sum], ..none() };
        part(collected, &peers, PartSource::Houses { region, pieces, plus, minus, total })
    }));
    parts.sort_by_key(|part| part.cells.count_ones());
    let house_sums = derive::house_sums(&whole).into_iter();
    let ranked = |propagator| vec![Ranked { rank: 0, is_lasting: true, propagator }];
    let house_sums = house_sums.map(|it| network(none(), [0; 81], ranked(it))).collect();
    Parts { parts, house_sums, peers }
}

/// Makes a part of these primitives, which include no houses.
fn part(collected: Collected, peers: &[u128; 81], source: PartSource) -> Part {
    let mut propagators = needed(&collected, peers);
    for Ranked { propagator, .. } in &mut propagators {
        // A sum is skipped if it is far from its bounds, but digit sets never are.
        if let Propagator::Sum { total, cells } = propagator {
            let sets = Box::new(AllowedSets::new(WITH_SUM[*total]));
            *propagator = Propagator::Sets { cells: core::mem::take(cells), sets };
        }
    }
    let mut cells = 0;
    let add = |it: &Ranked| it.propagator.for_each_cell(|cell| cells |= 1 << cell);
    propagators.iter().for_each(add);
    collected.relations.iter().for_each(|(_, a, b)| cells |= 1 << a | 1 << b);
    (0..81).filter(|&cell| collected.digits[cell] != ALL).for_each(|cell| cells |= 1 << cell);
    let inner = |cell: usize| if cells >> cell & 1 != 0 { peers[cell] & cells } else { 0 };
    Part { network: network(collected, core::array::from_fn(inner), propagators), cells, source }
}

/// Makes the network of these primitives and propagators.
fn network(collected: Collected, peers: [u128; 81], mut propagators: Vec<Ranked>) -> Network {
    // The order of the propagators is the order in which they run.
    propagators.sort_by_key(|propagator| propagator.rank);
    let mut lasting = [0; WORDS];
    for (number, propagator) in propagators.iter().enumerate() {
        lasting[number / 64] |= u64::from(propagator.is_lasting) << (number % 64);
    }
    let early = propagators.iter().filter(|it| it.rank <= EARLY).count();
    let propagators: Vec<Propagator> = propagators.into_iter().map(|it| it.propagator).collect();
    let mut watchers = vec![[0; WORDS]; 81];
    for (number, propagator) in propagators.iter().enumerate() {
        propagator.for_each_cell(|cell| {
            watchers[usize::from(cell)][number / 64] |= 1 << (number % 64);
        });
    }
    let (relations, tables) = tables(&collected.relations);
    let is_related = |cell: &u8| !relations[usize::from(*cell)].is_empty();
    let related = (0..81).filter(is_related).fold(0, |related, cell| related | 1 << cell);
    let weights = weights(&peers, &relations, &propagators);
    let others = if collected.has_boxes { without_classic(peers) } else { peers };
    Network {
        start: collected.start(),
        peers,
        peer_lists: CellLists::new(&peers),
        other_peers: CellLists::new(&others),
        related,
        relations,
        tables,
        early,
        lasting,
        words: propagators.len().div_ceil(64),
        propagators,
        watchers,
        is_classic: collected.is_classic(),
        has_boxes: collected.has_boxes,
        houses: collected.houses,
        weights,
        learning: if collected.sums.is_empty() { WITHOUT_SUMS } else { WITH_SUMS },
    }
}

/// Returns the peers that share no classic house.
fn without_classic(mut peers: [u128; 81]) -> [u128; 81] {
    for cell in Cell::all() {
        cell.peers().iter().for_each(|peer| peers[cell.index()] &= !(1 << peer.index()));
    }
    peers
}

/// Compiles a puzzle without rules, which needs no propagators.
pub(crate) fn compile_classic(board: &Board) -> Network {
    let collected = Collected::of(&Rules { board: *board, rules: Vec::new() });
    let peers = collected.peers();
    network(collected, peers, Vec::new())
}

/// A propagator with its place in the order of all.
struct Ranked {
    /// Propagators of a low rank are cheap, and run first.
    rank: usize,
    /// True if the propagator also runs in a long search. Each needed propagator does.
    is_lasting: bool,
    propagator: Propagator,
}

/// The ranks of propagators. A sum ranks by its number of cells, at most 81 or 162.
const LINES: usize = 200;
const DERIVED: usize = 300;
const SETS: usize = 400;
const HOUSES: usize = 500;

/// The largest rank of a propagator that runs before the pass over the classic houses: that of a
/// sum of three cells, which takes less time than the pass.
const EARLY: usize = 3;

/// The largest rank of a derived sum that lasts in a long search: one of six cells.
const LASTING: usize = DERIVED + 6;

/// Returns the propagators that enforce the rules.
fn needed(collected: &Collected, peers: &[u128; 81]) -> Vec<Ranked> {
    let classic = if collected.has_boxes { 27 } else { 0 };
    let houses = collected.houses[classic..].iter().map(|&house| (0, Propagator::House(house)));
    let sums = collected.sums.iter().map(|sum| (sum.len(), sum_propagator(sum, peers)));
    let sets = collected.sets.iter().map(|(cells, sets)| {
        (SETS, Propagator::Sets { cells: cells.clone(), sets: Box::new(AllowedSets::new(*sets)) })
    });
    let between = collected.between.iter().cloned();
    let between = between.map(|(ends, inner)| (LINES, Propagator::Between { ends, inner }));
    let contains = collected.contains.iter().cloned();
    let contains = contains.map(|(counts, cells)| (LINES, Propagator::Contains { counts, cells }));
    let all = houses.chain(sums).chain(sets).chain(between).chain(contains);
    all.map(|(rank, propagator)| Ranked { rank, is_lasting: true, propagator }).collect()
}

/// Returns propagators that follow from the rules.
fn derived(collected: &Collected, peers: &[u128; 81], effort: Effort) -> Vec<Ranked> {
    let same = derive::same_digits(collected).into_iter().map(|it| (0, it));
    let (most, houses) = match effort {
        Effort::Full => (derive::MAX_DERIVED, derive::house_sums(collected)),
        Effort::Low => (MAX_SHORT, Vec::new()),
    };
    let houses = houses.into_iter().map(|it| (HOUSES, it));
    let sums = derive::derived_sums(collected, most).1.into_iter();
    let sums = sums.map(|it| (DERIVED + it.sum.len(), sum_propagator(&it.sum, peers)));
    let combined = combine::combined_sums(collected, |cells| groups_of(cells, peers));
    let combined = combined.into_iter().map(|sum| (DERIVED, sum_propagator(&sum, peers)));
    let all = same.chain(houses).chain(combined).chain(sums);
    all.map(|(rank, propagator)| Ranked { rank, is_lasting: rank <= LASTING, propagator }).collect()
}

/// Returns the propagator of a sum.
fn sum_propagator(sum: &Sum, peers: &[u128; 81]) -> Propagator {
    let groups = [(&sum.plus, false), (&sum.minus, true)];
    let groups: Vec<Group> = groups
        .into_iter()
        .flat_map(|(cells, is_minus)| {
            let groups = groups_of(cells, peers).into_iter();
            groups.map(move |cells| Group { is_minus, cells })
        })
        .collect();
    match (&groups[..], usize::try_from(sum.total)) {
        ([group], Ok(total)) if total <= 45 && !group.is_minus => {
            Propagator::Sum { total, cells: group.cells.clone() }
        }
        _ => Propagator::Groups(GroupSum::new(sum.total, groups)),
    }
}

/// Splits cells into few groups of at most nine cells that hold different digits. More than nine
/// cells cannot hold different digits. A repeated cell is a group of its own for each repetition.
fn groups_of(cells: &[u8], peers: &[u128; 81]) -> Vec<Vec<u8>> {
    let mut groups = Vec::new();
    let mut left = 0u128;
    for &cell in cells {
        if left >> cell & 1 != 0 {
            groups.push(vec![cell]);
        }
        left |= 1 << cell;
    }
    while left != 0 {
        // The cells of the group as a set, and their number.
        let (mut best, mut most) = (0, 0);
        for first in bits(left) {
            let mut fitting = left & peers[usize::from(first)];
            if fitting.count_ones() < most {
                continue;
            }
            let (mut group, mut count) = (1 << first, 1);
            let fit = |cell: &u8, fitting: u128| (peers[usize::from(*cell)] & fitting).count_ones();
            while count < 9
                && let Some(next) = bits(fitting).max_by_key(|cell| fit(cell, fitting))
            {
                group |= 1 << next;
                count += 1;
                fitting &= peers[usize::from(next)];
            }
            if count > most {
                (best, most) = (group, count);
            }
            if most == left.count_ones() {
                break;
            }
        }
        left &= !best;
        groups.push(collect::list_of(best));
    }
    groups
}

/// For each cell, the related cells with the numbers of their tables; and the tables.
type Tables = (Vec<Vec<(u8, u16)>>, Vec<[u16; 512]>);

/// Returns the tables of all relations, in both directions.
fn tables(relations: &[(Relation, u8, u8)]) -> Tables {
    let mut by_cell = vec![Vec::new(); 81];
    let mut tables = Vec::new();
    let mut numbers: HashMap<Relation, u16> = HashMap::new();
    for (relation, first, second) in relations {
        for (relation, from, to) in
            [(*relation, *first, *second), (relation.converse(), *second, *first)]
        {
            let number = *numbers.entry(relation).or_insert_with(|| {
                tables.push(table(&relation));
                // There are at most twice as many tables as relations.
                (tables.len() - 1) as u16
            });
            let entry = (to, number);
            if !by_cell[usize::from(from)].contains(&entry) {
                by_cell[usize::from(from)].push(entry);
            }
        }
    }
    (by_cell, tables)
}

/// Returns, for each set of first digits, the second digits that at least one of them allows.
fn table(relation: &Relation) -> [u16; 512] {
    let mut table = [0; 512];
    for set in 1..512 {
        let digits = DigitSet::from_bits(set as u16).unwrap_or_default();
        let seconds = digits.iter().next().map_or(0, |digit: Digit| relation.seconds(digit).bits());
        table[set] = table[set & (set - 1)] | seconds;
    }
    table
}

/// Returns the weight of each cell before the search: how much its digit restricts other cells.
fn weights(
    peers: &[u128; 81],
    relations: &[Vec<(u8, u16)>],
    propagators: &[Propagator],
) -> [u32; 81] {
    let mut weights: [u32; 81] =
        core::array::from_fn(|cell| peers[cell].count_ones() + 4 * relations[cell].len() as u32);
    for propagator in propagators {
        let mut count = 0;
        propagator.for_each_cell(|_| count += 1);
        let weight = match propagator {
            Propagator::Sets { .. } => 9,
            Propagator::Sum { .. } | Propagator::Groups(_) => {
                18u32.saturating_sub(count).max(9) / 2
            }
            _ => 0,
        };
        propagator.for_each_cell(|cell| weights[usize::from(cell)] += weight);
    }
    weights
}
