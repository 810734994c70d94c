//! A result of the chain techniques, before it becomes a step.
//!
//! ```text
//!   a chain from 5r1c1 on, and r1c7 {3 5 8}, r2c7 {3 8}:
//!     5r1c1 on → 5r1c7 off → 3r4c7 off → ...
//!                            ↑ Proof::Plain: r1c7 and r2c7 are now a naked pair
//!   the pair holds only if 5r1c7 is off, so the proof "rests on" 5r1c7
//! ```
//!
//! The search for chains finds many hints and takes one. So a hint stores literals and shared
//! proofs, and only the chosen one becomes a [`Step`] with its [`Implication`]s.
//!
//! # Conditions of a nested step
//! A nested step holds only if some candidates are off. Sudoku Explainer does not record all of
//! them, and its rating depends on the number of nodes. So each condition is stored twice: as
//! Sudoku Explainer counts it (`needs`, `missing`), and completely (`rests_on`).
//!
//! | name | content |
//! |---|---|
//! | [`needs`] | the conditions of a step without an assumption, such as a pair |
//! | [`ChainHint::missing`] | the conditions of a nested chain that SE counts; incomplete |
//! | [`ProofNode::parents`] | the nodes that a node follows from: counted ones, then the others |
//! | [`Proof::rests_on`] | all conditions that the proof needs |
//! | [`ChainHint::beyond`] | the part of `rests_on` that an outer chain had turned off before |
//! | [`ProofNode::is_counted`] | false for nodes that are there only because of `rests_on` |

use std::cell::OnceCell;
use std::rc::Rc;

use sudoku_core::House;

use crate::graph::{Candidate, Cause, Literal};
use crate::state::{
    Cells, HOUSE_SETS, State, bits, cell_at, cells_of, digit_at, digit_set, house_at,
};
use crate::step::{Branch, ChainKind, Effect, Evidence, Implication, LinkReason, Step, StepName};
use crate::tim_sort::{sort_by, sorted};

/// A set of candidates: the cells of each digit.
pub(super) type Places = [Cells; 9];

/// The reason why another technique turned a node off.
#[derive(Clone)]
pub(super) enum Proof {
    /// A step that needs no assumption of its own.
    Plain(Rc<Step>),
    /// A chain of its own.
    Chain(Rc<ChainHint>),
}

impl Proof {
    /// Returns the candidates that must be eliminated for the step to hold.
    pub(super) fn rests_on(&self) -> Places {
        match self {
            Self::Plain(step) => {
                let mut places = [0; 9];
                for node in needs(step, &[Cells::MAX; 9]) {
                    let (cell, digit) = node.cell_and_digit();
                    places[digit] |= 1 << cell;
                }
                places
            }
            Self::Chain(hint) => *hint.rests_on.get_or_init(|| Box::new(hint.rests_on())).as_ref(),
        }
    }
}

/// The rank of a result among those of the same rating and the same number of nodes: the lowest
/// comes first. The order is that of the sort keys of Sudoku Explainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TieRank {
    Double,
    WithinDigit,
    WithinCells,
    Mixed,
    Cell,
    House,
    Contradiction,
}

impl TieRank {
    pub(super) const fn of(kind: ChainKind) -> Self {
        match kind {
            ChainKind::Double => Self::Double,
            ChainKind::DigitCycle | ChainKind::DigitChain => Self::WithinDigit,
            ChainKind::CellCycle => Self::WithinCells,
            ChainKind::MixedCycle | ChainKind::MixedChain => Self::Mixed,
            ChainKind::Cell(_) => Self::Cell,
            ChainKind::House(..) => Self::House,
            ChainKind::Contradiction => Self::Contradiction,
        }
    }
}

/// A node of a finished chain.
#[derive(Clone)]
pub(super) struct ProofNode {
    pub(super) node: Literal,
    pub(super) cause: Cause,
    /// The position of the node in the order of discovery, after all of its parents.
    pub(super) rank: u16,
    /// The indices of the parents in the chain's list of nodes: the counted ones first, then the
    /// further ones that a nested step rests on.
    pub(super) parents: Vec<u16>,
    pub(super) proof: Option<Proof>,
    /// True if the scale counts the node. SE does not count nodes that only nested steps need. They
    /// are kept so that the proof is complete.
    pub(super) is_counted: bool,
}

/// A result: chains that end in the same conclusion, or in both halves of a contradiction.
#[derive(Clone)]
pub(super) struct ChainHint {
    pub(super) kind: ChainKind,
    pub(super) name: StepName,
    /// The number of nodes of all chains, including nested ones. The nodes of a cycle count once.
    /// The length that the rating depends on is this number minus 2.
    pub(super) complexity: u32,
    /// The eliminated candidates, in the order in which they were found.
    pub(super) removals: Vec<(usize, u16)>,
    /// The candidate that is placed.
    pub(super) placed: Option<Literal>,
    /// The nodes of each chain: the conclusion first, then layer by layer the nodes that it follows
    /// from.
    pub(super) chains: Vec<Vec<ProofNode>>,
    /// Candidates that are not on its board and on which nested steps rest.
    pub(super) beyond: Places,
    /// All candidates that it rests on, computed on demand.
    pub(super) rests_on: OnceCell<Box<Places>>,
}

impl ChainHint {
    /// Returns true if the chains are equal node by node, whatever they prove.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let are_same = |(one, other): (&Vec<ProofNode>, &Vec<ProofNode>)| {
            counted(one).map(|node| node.node).eq(counted(other).map(|node| node.node))
        };
        self.chains.len() == other.chains.len()
            && self.chains.iter().zip(&other.chains).all(are_same)
    }

    /// Returns the candidates that are gone on `live` and whose absence makes a link of the chain
    /// strong, as SE counts them. They are candidates of `source`. Conditions of nested steps are
    /// not included.
    pub(super) fn missing(&self, source: &State, live: &State) -> Vec<Literal> {
        let mut found: Vec<Literal> = Vec::new();
        let nodes = self.chains.iter().flat_map(|chain| counted(chain));
        for node in nodes.filter(|node| node.node.is_on()) {
            let (cell, digit) = node.node.cell_and_digit();
            let cause = match (node.cause, self.kind) {
                // The assumptions are all digits of a cell, or all places in a house.
                (Cause::Assumption, ChainKind::Cell(_)) => Cause::Cell,
                (Cause::Assumption, ChainKind::House(house, _)) => {
                    Cause::of_house_kind(house.index() / 9)
                }
                (cause, _) => cause,
            };
            if cause == Cause::Cell {
                for other in bits(source.sets[cell] & !live.sets[cell]) {
                    found.push(Candidate::new(cell, other).off());
                }
            } else if let Some(index) = cause.house_of(cell) {
                let gone = source.cells[digit] & !live.cells[digit] & HOUSE_SETS[index];
                for other in cells_of(gone) {
                    found.push(Candidate::new(other, digit).off());
                }
            }
        }
        found
    }

    const fn is_ring(&self) -> bool {
        matches!(self.kind, ChainKind::DigitCycle | ChainKind::CellCycle | ChainKind::MixedCycle)
    }

    /// Returns the candidates that must be eliminated for the chains to hold: for each cell and
    /// each house with one candidate left, the others that no earlier node turned off.
    fn rests_on(&self) -> Places {
        let mut places = self.beyond;
        let assumed = |chain: &Vec<ProofNode>| {
            chain.iter().find(|node| node.cause == Cause::Assumption).map(|node| node.node)
        };
        let starts: Vec<Literal> = self.chains.iter().filter_map(assumed).collect();
        // The other direction of a ring has the same links.
        let chains = if self.is_ring() { &self.chains[..1] } else { &self.chains[..] };
        for chain in chains {
            for node in chain.iter().filter(|node| node.node.is_on()) {
                let (cell, digit) = node.node.cell_and_digit();
                let parents = node.parents.iter().map(|&parent| chain[usize::from(parent)].node);
                match (node.cause, self.kind) {
                    (Cause::Assumption, ChainKind::Cell(_)) => {
                        add_cell(&mut places, cell, digit, starts.iter().copied());
                    }
                    (Cause::Assumption, ChainKind::House(house, _)) => {
                        add_house(&mut places, house.index(), digit, starts.iter().copied());
                    }
                    (Cause::Cell, _) => add_cell(&mut places, cell, digit, parents),
                    (cause, _) => {
                        if let Some(house) = cause.house_of(cell) {
                            add_house(&mut places, house, digit, parents.chain([node.node]));
                        }
                    }
                }
            }
        }
        places
    }

    /// Returns the chains in reading order.
    fn branches(&self) -> Vec<Branch> {
        let chains = self.chains.iter().enumerate();
        chains.map(|(number, chain)| branch(chain, self.is_ring() && number == 1)).collect()
    }

    /// Converts the result to a step.
    pub(super) fn to_step(&self) -> Step {
        let parts = self.removals.iter().map(|&(cell, digits)| (cell_at(cell), digit_set(digits)));
        let mut effect = Effect::eliminate(parts);
        effect.placement = self.placed.map(|node| {
            let (cell, digit) = node.cell_and_digit();
            (cell_at(cell), digit_at(digit))
        });
        Step {
            name: self.name,
            effect,
            evidence: Evidence::Chains {
                kind: self.kind,
                complexity: self.complexity as usize,
                branches: self.branches(),
            },
        }
    }
}

/// Enumerates the nodes of a chain that the scale counts.
fn counted(chain: &[ProofNode]) -> impl Iterator<Item = &ProofNode> {
    chain.iter().filter(|node| node.is_counted)
}

/// Adds the digits of a cell except this one and those of the given nodes.
fn add_cell(places: &mut Places, cell: usize, digit: usize, but: impl Iterator<Item = Literal>) {
    let of_cell = but.map(Literal::cell_and_digit).filter(|&(other, _)| other == cell);
    let known = of_cell.fold(1 << digit, |known, (_, other)| known | 1 << other);
    bits(0x1ff & !known).for_each(|other| places[other] |= 1 << cell);
}

/// Adds the cells of a house for this digit, except those of the given nodes.
fn add_house(places: &mut Places, index: usize, digit: usize, but: impl Iterator<Item = Literal>) {
    let of_digit = but.map(Literal::cell_and_digit).filter(|&(_, other)| other == digit);
    places[digit] |= of_digit.fold(HOUSE_SETS[index], |cells, (cell, _)| cells & !(1 << cell));
}

/// Returns a chain in reading order, the assumption first. If the links of a ring were reversed,
/// the reason of a node is that of the previous node.
fn branch(chain: &[ProofNode], is_turned: bool) -> Branch {
    let order = sorted(chain.len(), &|one, other| chain[one].rank.cmp(&chain[other].rank) as i32);
    let mut numbers = vec![0; chain.len()];
    for (number, &at) in order.iter().enumerate() {
        numbers[at] = number;
    }
    let links = order.iter().map(|&at| {
        let node = &chain[at];
        let cause = match (is_turned, node.parents.first()) {
            (false, _) => node.cause,
            (true, Some(&parent)) => chain[usize::from(parent)].cause,
            (true, None) => Cause::Assumption,
        };
        let (cell, digit) = node.node.cell_and_digit();
        Implication {
            cell: cell_at(cell),
            digit: digit_at(digit),
            is_on: node.node.is_on(),
            cause: match (&node.proof, cause) {
                (Some(Proof::Plain(step)), _) => LinkReason::Step(Box::new(Step::clone(step))),
                (Some(Proof::Chain(hint)), _) => LinkReason::Step(Box::new(hint.to_step())),
                (None, Cause::Cell) => LinkReason::Cell,
                (None, cause) => match cause.house_of(cell) {
                    Some(house) => LinkReason::House(house_at(house)),
                    None => LinkReason::Assumption,
                },
            },
            parents: node.parents.iter().map(|&parent| numbers[usize::from(parent)]).collect(),
        }
    });
    Branch { links: links.collect() }
}

/// Orders the cells with removals as Java's `HashMap` enumerates them.
///
/// The cells are their own hashes. So the order is that of their numbers modulo the table size,
/// which doubles when the table is 75% full; equal ones keep the order of insertion.
pub(super) fn in_hash_order(removals: &mut [(usize, u16)]) {
    let mut size = 16;
    while removals.len() * 4 > size * 3 {
        size *= 2;
    }
    sort_removals(removals, |cell| cell % size);
}

/// Sorts removals by a key of their cells; equal ones keep their order.
pub(super) fn sort_removals(removals: &mut [(usize, u16)], key: impl Fn(usize) -> usize) {
    sort_by(removals, |&(one, _), &(other, _)| key(one).cmp(&key(other)));
}

/// Returns the candidates among these that must be off for a step without an assumption to hold.
pub(super) fn needs(step: &Step, among: &Places) -> Vec<Literal> {
    let off = |cell: usize, digit: usize| Candidate::new(cell, digit).off();
    let within = |digit: usize, cells: Cells| {
        cells_of(among[digit] & cells).map(move |cell| off(cell, digit)).collect::<Vec<Literal>>()
    };
    match &step.evidence {
        Evidence::Locked { digit, base, cover, .. } => {
            let digit = usize::from(digit.get()) - 1;
            within(digit, HOUSE_SETS[base.index()] & !HOUSE_SETS[cover.index()])
        }
        Evidence::Fish { digit, base, cover, .. } => {
            let digit = usize::from(digit.get()) - 1;
            let union = |houses: &[House]| {
                houses.iter().fold(0, |all, house| all | HOUSE_SETS[house.index()])
            };
            within(digit, union(base) & !union(cover))
        }
        Evidence::Subset { house, cells, digits } => {
            let set: Cells = cells.iter().fold(0, |all, cell| all | 1 << cell.index());
            if step.name.is_hidden_subset() {
                let others = HOUSE_SETS[house.index()] & !set;
                bits(digits.bits()).flat_map(|digit| within(digit, others)).collect()
            } else {
                let others = 0x1ff & !digits.bits();
                let is_there = |cell: usize, digit: &usize| among[*digit] >> cell & 1 == 1;
                let of_cell = |cell| {
                    bits(others)
                        .filter(move |digit| is_there(cell, digit))
                        .map(move |digit| off(cell, digit))
                };
                cells_of(set).flat_map(of_cell).collect()
            }
        }
        evidence => {
            debug_assert!(false, "no technique with this evidence is nested: {evidence:?}");
            Vec::new()
        }
    }
}
