//! The fast strategy.

use std::ops::ControlFlow;

use sudoku_core::{Candidates, DigitSet, Ending, Grid, Limits, Meter, Report, Solver};
use sudoku_simd::AutoSolver;

use crate::domain::{Masks, Queue, is_single};
use crate::network::Network;
use crate::ruled::Ruled;

/// The number of guesses after which a search is long. Then sums that follow from the rules do not
/// run if they have many cells or are sums of houses, because they cost more than they save.
const LONG: u64 = 100;

/// For each set of candidates, 2520 divided by their number, or 0 for a fixed cell. The quotients
/// are exact.
static SHARES: [u16; 512] = {
    let mut shares = [0; 512];
    let mut set = 1;
    while set < 512_u16 {
        if !is_single(set) {
            shares[set as usize] = 2520 / set.count_ones() as u16;
        }
        set += 1;
    }
    shares
};

/// The fast strategy: propagation and weighted branching.
///
/// A node is the start of the search or a guess. The order of the solutions depends on the puzzle
/// only. If the rules only restrict the candidates of cells, [`AutoSolver`] searches, with its own
/// nodes and order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weighted;

impl Solver<Ruled> for Weighted {
    fn search(
        &self,
        puzzle: &Ruled,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        search_from(&puzzle.network, &puzzle.network.start, limits, found)
    }
}

impl Weighted {
    /// Finds the solutions as [`search`](Solver::search) does, but guesses the digits of this grid
    /// first. If the grid is a solution, it is the first one, and solutions near it follow.
    ///
    /// The grid has no effect if the rules only restrict the candidates of cells.
    pub fn search_near(
        &self,
        puzzle: &Ruled,
        grid: &Grid,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let digit = |cell| grid.as_bytes().get(cell).map_or(0, |digit| 1_u16 << (digit - 1));
        let preferred = core::array::from_fn(digit);
        search_preferring(&puzzle.network, &puzzle.network.start, &preferred, limits, found)
    }
}

/// Finds the solutions among these candidates.
pub(crate) fn search_from(
    network: &Network,
    start: &Masks,
    limits: &Limits<'_>,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Report {
    search_preferring(network, start, &[0; 128], limits, found)
}

/// Finds the solutions among these candidates. The preferred digit of a cell is guessed first.
fn search_preferring(
    network: &Network,
    start: &Masks,
    preferred: &Masks,
    limits: &Limits<'_>,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Report {
    if network.is_classic {
        let set = |cell: usize| DigitSet::from_bits(start[cell]).unwrap_or_default();
        let candidates = Candidates::new(core::array::from_fn(set));
        return AutoSolver::new().search(&candidates, limits, found);
    }
    let report =
        Meter::run(limits, found, |meter| Search::new(network, preferred, meter).run(*start));
    report.with_guesses(report.nodes.saturating_sub(1))
}

struct Search<'n, 'm, 'a> {
    network: &'n Network,
    /// The digit of each cell that is guessed first, or 0.
    preferred: &'n Masks,
    meter: &'m mut Meter<'a>,
    queue: Queue,
    /// The weight of each cell: how often it took part in failures.
    weights: [u32; 128],
    /// The weight of each digit: how often its guess failed.
    digits: [u32; 9],
    /// The number of failures until the weights halve.
    until_halved: u32,
    guesses: u64,
}

impl<'n, 'm, 'a> Search<'n, 'm, 'a> {
    fn new(network: &'n Network, preferred: &'n Masks, meter: &'m mut Meter<'a>) -> Self {
        let weights =
            core::array::from_fn(|cell| network.weights.get(cell).copied().unwrap_or_default());
        Self {
            network,
            preferred,
            meter,
            queue: Queue::new(),
            weights,
            digits: [0; 9],
            until_halved: network.learning.half_life,
            guesses: 0,
        }
    }

    fn run(mut self, mut root: Masks) -> ControlFlow<Ending> {
        self.meter.node()?;
        self.queue.changed = (1 << 81) - 1;
        for number in 0..self.network.propagators.len() {
            self.queue.due[number / 64] |= 1 << (number % 64);
        }
        if root[..81].contains(&0) || !self.network.propagate(&mut root, &mut self.queue) {
            return ControlFlow::Continue(());
        }
        self.branch(&mut root)
    }

    /// Searches below these candidates, from which propagation can remove no more.
    fn branch(&mut self, masks: &mut Masks) -> ControlFlow<Ending> {
        while let Some((cell, digit)) = self.choose(masks) {
            self.meter.node()?;
            self.guesses += 1;
            if self.guesses == LONG {
                self.queue.active = self.network.lasting;
            }
            let mut child = *masks;
            child[cell] = digit;
            self.queue.changed = 1 << cell;
            if self.network.propagate(&mut child, &mut self.queue) {
                self.branch(&mut child)?;
            } else {
                self.learn(cell, digit);
            }
            masks[cell & 127] &= !digit;
            self.queue.changed = 1 << cell;
            if !self.network.propagate(masks, &mut self.queue) {
                self.learn(cell, digit);
                return ControlFlow::Continue(());
            }
        }
        let digits = core::array::from_fn(|cell| masks[cell].trailing_zeros() as u8 + 1);
        Grid::new(digits).map_or(ControlFlow::Continue(()), |grid| self.meter.solution(&grid))
    }

    /// Raises the weights of the guessed cell and of the last fixed one after a failure.
    fn learn(&mut self, cell: usize, digit: u16) {
        let learning = self.network.learning;
        self.weights[cell & 127] += learning.guessed;
        self.weights[usize::from(self.queue.last_fixed & 127)] += learning.last_fixed;
        self.digits[digit.trailing_zeros() as usize % 9] += 1;
        self.until_halved -= 1;
        if self.until_halved == 0 {
            self.until_halved = learning.half_life;
            self.weights.iter_mut().for_each(|weight| *weight /= 2);
            self.digits.iter_mut().for_each(|weight| *weight /= 4);
        }
    }

    /// Chooses a cell and a digit for the next guess, or `None` if all cells are fixed.
    fn choose(&self, masks: &Masks) -> Option<(usize, u16)> {
        let top = (0..9).max_by_key(|&digit| self.digits[digit])?;
        let bonus = self.digits[top] / 5;
        let weight = |cell: usize| {
            u64::from(self.weights[cell]) + 1 + u64::from(bonus * u32::from(masks[cell] >> top & 1))
        };
        // The loop has no branches, because the processor could not predict them.
        let (mut best_cell, mut best_rank) = (0, 0);
        for cell in 0..81 {
            let rank = weight(cell) * u64::from(SHARES[usize::from(masks[cell]) & 511]);
            best_cell = if rank > best_rank { cell } else { best_cell };
            best_rank = rank.max(best_rank);
        }
        if best_rank == 0 {
            return None;
        }
        let mask = masks[best_cell & 127];
        let preferred = mask & self.preferred[best_cell & 127];
        let digits = if preferred == 0 { mask } else { preferred };
        let best = Some((best_cell, digits & digits.wrapping_neg()));
        let (best_weight, best_count) = (weight(best_cell), u64::from(mask.count_ones()));
        if best_count > 2 { self.choose_house(masks, best, best_weight, best_count) } else { best }
    }

    /// Chooses a digit with two places in a house if it is better than this choice.
    fn choose_house(
        &self,
        masks: &Masks,
        mut best: Option<(usize, u16)>,
        mut best_weight: u64,
        mut best_count: u64,
    ) -> Option<(usize, u16)> {
        // The candidates of the cells with enough weight to be better.
        let mut heavy = *masks;
        for (mask, &weight) in heavy.iter_mut().zip(&self.weights) {
            if (u64::from(weight) + 1) * best_count <= best_weight * 2 {
                *mask = 0;
            }
        }
        for house in &self.network.houses {
            let (mut once, mut twice, mut more, mut wanted) = (0, 0, 0, 0);
            for &cell in house {
                let mask = masks[usize::from(cell & 127)];
                more |= twice & mask;
                twice |= once & mask;
                once |= mask;
                wanted |= heavy[usize::from(cell & 127)];
            }
            let mut pairs = twice & !more & wanted;
            while pairs != 0 {
                let digit = pairs & pairs.wrapping_neg();
                pairs ^= digit;
                let places = house.iter().map(|&cell| usize::from(cell & 127));
                let top = places
                    .filter(|&cell| masks[cell] & digit != 0)
                    .max_by_key(|&cell| (self.preferred[cell] == digit, self.weights[cell]));
                if let Some(cell) = top {
                    let weight = u64::from(self.weights[cell]) + 1;
                    if weight * best_count > best_weight * 2 {
                        best = Some((cell, digit));
                        (best_weight, best_count) = (weight, 2);
                    }
                }
            }
        }
        best
    }
}
