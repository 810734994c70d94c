//! The solutions of a board by number, and evenly drawn random solutions.

use std::fmt;
use std::ops::ControlFlow;
use std::slice;

use sudoku_core::{Board, Grid, Symmetry};

use crate::band::Greatest;
use crate::clues;
use crate::join::{Join, Part, Source, Weights, unbroken};
use crate::layout::Layout;
use crate::lower::Scratch;
use crate::progress::{CountLimits, Progress};
use crate::relabel::{IDENTITY, then};
use crate::splits::{Partition, Relabeling, Split, TABLES, digits};

/// The maximum number of stored sums, eight bytes each. Other sums are computed again when they are
/// needed, which takes about a millisecond.
const KEPT: usize = 3_000_000;

/// The number of random tries before a draw searches for its solution step by step.
const GUESSES: usize = 300;

/// The numbered solutions of a board.
///
/// Making it takes as long as counting the solutions. The order depends only on the board, and is
/// the same on every machine. It is not the order of the digits, and may change with a new version
/// of this crate.
///
/// ```
/// use sudoku_count::Solutions;
///
/// let board = format!("{}1", ".".repeat(80)).parse()?;
/// let solutions = Solutions::of(&board);
/// assert_eq!(solutions.len(), 741_211_528_002_341_437_440);
/// let last = solutions.get(solutions.len() - 1).expect("the number is in range");
/// assert!(last.is_valid() && last.extends(&board));
/// assert!(solutions.get(solutions.len()).is_none());
///
/// // Draw evenly, with a source of random numbers below a bound.
/// let mut state = 7;
/// let mut below = |end: u128| {
///     state = u128::wrapping_mul(state, 0xda94_2042_e4dd_58b5) + 1;
///     (state >> 16) % end // Good enough for an example.
/// };
/// assert!(solutions.sample(&mut below).is_some_and(|grid| grid.is_valid()));
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
pub struct Solutions {
    board: Board,
    len: u128,
    found: FoundSolutions,
}

enum FoundSolutions {
    /// No solution, or the solution that singles lead to.
    Known(Option<Grid>),
    Joined(Box<Joined>),
}

struct Joined {
    join: Join,
    /// The symmetry that moves the counted board back to the original.
    back: Symmetry,
    /// For each of the first stack's states, the relabeling of the whole board that maps its
    /// orbit's representative to it; `orbit_of` has the orbit.
    from_first: Vec<Relabeling>,
    orbit_of: Vec<u16>,
    parts: Vec<(Part, PairSums)>,
    /// The greatest numbers of each lower band.
    greatest: [Greatest; 2],
    /// Runs of solutions with the same states of the first and the second stack, up to relabelings
    /// of the whole board.
    runs: Vec<Run>,
}

/// The sums of the lower bands, by orbit of the second stack's states and of the third's. An orbit
/// of the second is empty if all its sums would take too much memory.
type PairSums = Vec<Vec<u64>>;

struct Run {
    /// The number of the first solution after the run.
    end: u128,
    part: u32,
    source: u32,
    /// A state of the second stack.
    second: u16,
    /// The number of relabelings.
    size: u64,
}

impl fmt::Debug for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions").field("len", &self.len).finish_non_exhaustive()
    }
}

impl Solutions {
    /// Counts and numbers the solutions of the board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        // Without limits, nothing ends the count early.
        Self::within(board, &CountLimits::NONE).unwrap_or(Self::known(*board, None))
    }

    /// Counts and numbers the solutions of the board within limits. Returns `None` if a limit ends
    /// the count. It uses one thread, and ignores the limit on solutions.
    #[must_use]
    pub fn within(board: &Board, limits: &CountLimits<'_>) -> Option<Self> {
        let asked = *board;
        let Some(board) = clues::with_singles(board) else { return Some(Self::known(asked, None)) };
        if let Some(grid) = board.to_grid() {
            return Some(Self::known(asked, Some(grid)));
        }
        let layout = Layout::best(&board);
        let progress = Progress::new(limits);
        let Some(join) = layout.join(&board, &progress).continue_value()? else {
            return Some(Self::known(asked, None));
        };
        let joined = Joined::new(join, layout.symmetry().inverse(), &progress).continue_value()?;
        let len = joined.runs.last().map_or(0, |run| run.end);
        Some(Self { board: asked, len, found: FoundSolutions::Joined(Box::new(joined)) })
    }

    /// Makes the numbered solutions of a board with no solution or one known solution.
    fn known(board: Board, grid: Option<Grid>) -> Self {
        Self { board, len: u128::from(grid.is_some()), found: FoundSolutions::Known(grid) }
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of solutions.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a board without solutions has 0 of them")]
    pub fn len(&self) -> u128 {
        self.len
    }

    /// Returns the solution with this number, counted from 0, or `None` if the number is too large.
    #[must_use]
    pub fn get(&self, number: u128) -> Option<Grid> {
        match &self.found {
            FoundSolutions::Known(grid) => grid.filter(|_| number == 0),
            FoundSolutions::Joined(joined) if number < self.len => {
                let (chosen, rest) = joined.choose(number)?;
                let (lower, numbers) = joined.lower_ways(&chosen, rest)?;
                let numbers = [chosen.top, numbers[0], numbers[1]];
                joined.grid(&chosen, lower, &mut |band, columns| {
                    joined.join.bands[band].row_splits(columns, numbers[band])
                })
            }
            FoundSolutions::Joined(_) => None,
        }
    }

    /// Draws a solution, each with the same probability. Returns `None` if the board has no
    /// solution.
    ///
    /// `below` must return a number below its argument, each with the same probability.
    pub fn sample(&self, below: &mut dyn FnMut(u128) -> u128) -> Option<Grid> {
        if self.len == 0 {
            return None;
        }
        let FoundSolutions::Joined(joined) = &self.found else { return self.get(0) };
        let (chosen, rest) = joined.choose(below(self.len))?;
        // The rest of the number is also evenly distributed. But random tries are usually faster
        // than finding the solution of a number.
        let lower = match joined.guess(&chosen, below) {
            Some(lower) => lower,
            None => joined.lower_ways(&chosen, rest)?.0,
        };
        joined.grid(&chosen, lower, &mut |band, columns| {
            joined.join.bands[band].some_row_splits(columns, below)
        })
    }
}

/// The states of the three stacks, and the other choices of a solution down to the first band.
struct Chosen {
    states: [u16; 3],
    /// For each state, the number of its order among those that the clues permit.
    orders: [u64; 3],
    /// The number of the first band's row splits.
    top: u64,
    relabeling: Relabeling,
}

/// The splits of the two lower bands' boxes.
type Lower = [(Split, Split); 3];

/// A function that returns row splits for a band, given its index and the partitions of its boxes.
type RowSplits<'a> = dyn FnMut(usize, [Partition; 3]) -> Option<[Split; 3]> + 'a;

impl Joined {
    fn new(join: Join, back: Symmetry, progress: &Progress<'_>) -> ControlFlow<(), Self> {
        let orbits = join.orbits();
        let (mut parts, mut runs) = (Vec::new(), Vec::new());
        let (mut kept, mut end, mut scratch) = (0, 0, Scratch::default());
        for batch in join.batches(&orbits) {
            let batch = join.parts(&batch, &orbits, progress)?;
            let weights = batch.iter().map(|part| join.weights(part, progress));
            let weights = unbroken(weights)?;
            let nothing =
                |part: &Weights| part.iter().map(|thirds| vec![0; thirds.len()]).collect();
            let mut sums: Vec<PairSums> = weights.iter().map(nothing).collect();
            let mut take = |part: usize, second: usize, found: &[(usize, u64)]| {
                let to = &mut sums[part][second];
                found.iter().for_each(|&(third, sum)| to[third] += sum);
                ControlFlow::Continue(())
            };
            join.below(&batch, &weights, None, &mut scratch, progress, &mut take)?;
            for (part, mut sums) in batch.into_iter().zip(sums) {
                for (at, source) in part.sources.iter().enumerate() {
                    for (&second, &size) in source.seconds.firsts.iter().zip(&source.seconds.sizes)
                    {
                        let to_firsts = join.to_firsts(&part, source, second);
                        let sums = &sums[to_firsts.0];
                        let one: u128 = join
                            .ways(&part, source, second, to_firsts)
                            .map(|(_, third, ways)| u128::from(ways) * u128::from(sums[third]))
                            .sum();
                        let size = u64::from(source.size) * u64::from(size);
                        let orders = join.orders([source.state, second]);
                        let solutions = one * u128::from(size * orders) * join.row_orders();
                        if solutions > 0 {
                            end += solutions;
                            let (part, source) = (parts.len() as u32, at as u32);
                            runs.push(Run { end, part, source, second, size });
                        }
                    }
                }
                for sums in &mut sums {
                    kept += sums.len();
                    if kept > KEPT {
                        *sums = Vec::new();
                    }
                }
                parts.push((part, sums));
            }
        }
        let [_, by_all] = orbits;
        let [_, middle, bottom] = &join.bands;
        let greatest = [middle, bottom].map(Greatest::of);
        ControlFlow::Continue(Self {
            join,
            back,
            greatest,
            from_first: by_all.from_first,
            orbit_of: by_all.of,
            parts,
            runs,
        })
    }

    /// Returns the choices of the solution with this number down to its first band, and its number
    /// among the solutions with the same choices.
    fn choose(&self, number: u128) -> Option<(Chosen, u128)> {
        let at = self.runs.partition_point(|run| run.end <= number);
        let run = self.runs.get(at)?;
        let start = at.checked_sub(1).map_or(0, |before| self.runs[before].end);
        let one = (run.end - start) / u128::from(run.size);
        let (copy, mut rest) = (((number - start) / one) as usize, (number - start) % one);
        let (part, sums) = &self.parts[run.part as usize];
        let source = &part.sources[run.source as usize];
        let orders = self.join.orders([source.state, run.second]);
        let order = (rest % u128::from(orders)) as u64;
        rest /= u128::from(orders);
        let (mut states, mut top, mut third_order) = ([source.state, run.second, 0], 0, 0);
        let row_orders = self.join.row_orders();
        let first_orders = u128::from(self.join.bands[0].orders);
        let mut recomputed;
        let to_firsts = self.join.to_firsts(part, source, run.second);
        let orbit = to_firsts.0;
        let sums = if sums[orbit].is_empty() {
            let limits = CountLimits::NONE;
            let (progress, mut scratch) = (Progress::new(&limits), Scratch::default());
            let mut weights: Weights = vec![Vec::new(); orbit];
            weights.push(vec![1; self.join.thirds(part, orbit)]);
            recomputed = vec![0; weights[orbit].len()];
            let mut take = |_: usize, _: usize, found: &[(usize, u64)]| {
                found.iter().for_each(|&(third, sum)| recomputed[third] += sum);
                ControlFlow::Continue(())
            };
            let (part, weights) = (slice::from_ref(part), slice::from_ref(&weights));
            let below = &self.join;
            let done = below.below(part, weights, Some(orbit), &mut scratch, &progress, &mut take);
            done.continue_value()?;
            &recomputed
        } else {
            &sums[orbit]
        };
        let mut found = None;
        for (state, orbit, ways) in self.join.ways(part, source, run.second, to_firsts) {
            let lower = u128::from(sums[orbit]) * (row_orders / first_orders);
            let all = u128::from(ways) * first_orders * lower;
            if rest < all {
                let choice = (rest / lower) as u64;
                let orders = u64::from(self.join.stacks[2].orders[usize::from(state)]);
                states[2] = state;
                (third_order, top) = (choice % orders, choice / orders);
                found = Some(rest % lower);
                break;
            }
            rest -= all;
        }
        let first = u64::from(self.join.stacks[0].orders[usize::from(source.state)]);
        let orders = [order % first, order / first, third_order];
        let relabeling = self.copy(source, run.second, copy)?;
        Some((Chosen { states, orders, top, relabeling }, found?))
    }

    /// Returns the relabeling of the whole board with this number, among those that map these
    /// states of the first and second stack to different states.
    fn copy(&self, source: &Source, second: u16, number: usize) -> Option<Relabeling> {
        let (first, other) = (number % source.size as usize, number / source.size as usize);
        let of = |orbits: &[u16], orbit: u16, number: usize| {
            (0..orbits.len()).filter(|&state| orbits[state] == orbit).nth(number)
        };
        let outer = if source.size == 1 {
            IDENTITY
        } else {
            self.from_first[of(&self.orbit_of, source.orbit as u16, first)?]
        };
        let seconds = &source.seconds;
        let orbit = seconds.of[usize::from(second)];
        if seconds.sizes[usize::from(orbit)] == 1 {
            return Some(outer);
        }
        Some(then(&seconds.from_first[of(&seconds.of, orbit, other)?], &outer))
    }

    /// Returns the two lower bands of a solution and the numbers of their row splits, given its
    /// number among the solutions with the same first band.
    fn lower_ways(&self, chosen: &Chosen, number: u128) -> Option<(Lower, [u64; 2])> {
        let mut rest = number;
        let [first, second, third] = self.pairs(chosen);
        let [_, middle, bottom] = &self.join.bands;
        let orders = [middle.orders, bottom.orders];
        let [a, b, c] = [0, 1, 2]
            .map(|stack: usize| self.join.stacks[stack].partitions_of(chosen.states[stack]));
        for (&of_first, &(upper, lower)) in first.iter().zip(a) {
            let (middle, bottom) = (middle.of(upper), bottom.of(lower));
            let places: Vec<(usize, usize)> = c
                .iter()
                .map(|&(upper, lower)| (middle.column(upper), bottom.column(lower)))
                .collect();
            for (&of_second, &(upper, lower)) in second.iter().zip(b) {
                let (Some(upper), Some(lower)) = (middle.row(upper), bottom.row(lower)) else {
                    continue;
                };
                // First all pairs of the third stack together.
                let product = |&(one, other): &(usize, usize)| {
                    u64::from(upper[one].unsigned_abs()) * u64::from(lower[other].unsigned_abs())
                };
                let all = places.iter().map(product).sum::<u64>() * orders[0] * orders[1];
                if rest >= u128::from(all) {
                    rest -= u128::from(all);
                    continue;
                }
                let mut rest = rest as u64;
                for (place, &of_third) in places.iter().zip(third) {
                    let both = product(place) * orders[0] * orders[1];
                    if rest < both {
                        let bottom = u64::from(lower[place.1].unsigned_abs()) * orders[1];
                        let numbers = [rest / bottom, rest % bottom];
                        return Some(([of_first, of_second, of_third], numbers));
                    }
                    rest -= both;
                }
            }
        }
        None
    }

    /// Draws splits of the two lower bands by rejection sampling, each with a probability
    /// proportional to its number of solutions. Returns `None` if no try is accepted.
    ///
    /// A try draws splits of the first two stacks in proportion to an upper bound, from the
    /// greatest numbers, and splits of the third stack evenly. It accepts them with the probability
    /// of their number divided by the bound.
    fn guess(&self, chosen: &Chosen, below: &mut dyn FnMut(u128) -> u128) -> Option<Lower> {
        let [first, second, third] = self.pairs(chosen);
        let [_, middle, bottom] = &self.join.bands;
        let partitions = |stack: usize| self.join.stacks[stack].partitions_of(chosen.states[stack]);
        let bounds = |(upper, lower): (Partition, Partition)| {
            let both = self.greatest[0].with(upper).zip(self.greatest[1].with(lower));
            partitions(1).iter().map(move |&(upper, lower)| {
                both.map_or(0, |(middle, bottom)| {
                    u64::from(middle[usize::from(upper)]) * u64::from(bottom[usize::from(lower)])
                })
            })
        };
        let (mut ends, mut end) = (Vec::with_capacity(first.len()), 0);
        for &pair in partitions(0) {
            end += bounds(pair).sum::<u64>();
            ends.push(end);
        }
        let all = u128::from(end) * third.len() as u128;
        if all == 0 {
            return None;
        }
        for _ in 0..GUESSES {
            let choice = below(all);
            let (mut choice, of_third) =
                ((choice / third.len() as u128) as u64, (choice % third.len() as u128) as usize);
            let of_first = ends.partition_point(|&end| end <= choice);
            choice -= of_first.checked_sub(1).map_or(0, |before| ends[before]);
            let of_second = bounds(*partitions(0).get(of_first)?).position(|bound| {
                let is_it = choice < bound;
                choice -= if is_it { 0 } else { bound };
                is_it
            })?;
            let places = [of_first, of_second, of_third];
            let numbers = {
                let [a, b, c] = [0, 1, 2].map(|stack| partitions(stack)[places[stack]]);
                [middle.number([a.0, b.0, c.0]), bottom.number([a.1, b.1, c.1])]
            };
            if choice < numbers[0] * numbers[1] {
                return Some([first[places[0]], second[places[1]], third[places[2]]]);
            }
        }
        None
    }

    fn pairs(&self, chosen: &Chosen) -> [&[(Split, Split)]; 3] {
        std::array::from_fn(|stack| self.join.stacks[stack].pairs(chosen.states[stack]))
    }

    fn grid(&self, chosen: &Chosen, lower: Lower, rows: &mut RowSplits<'_>) -> Option<Grid> {
        let tables = &*TABLES;
        let mut cells = [0; 81];
        let firsts = std::array::from_fn(|stack| {
            self.join.stacks[stack].splits[usize::from(chosen.states[stack])]
        });
        let bands = [firsts, lower.map(|pair| pair.0), lower.map(|pair| pair.1)];
        for (band, columns) in bands.into_iter().enumerate() {
            let partitions = columns.map(|split| tables.partition[usize::from(split)]);
            let rows = rows(band, partitions)?;
            for stack in 0..3 {
                let columns = self.join.stacks[stack].ordered(
                    columns[stack],
                    firsts[stack],
                    chosen.orders[stack],
                )?;
                for (row, part) in tables.parts[usize::from(rows[stack])].into_iter().enumerate() {
                    let columns = tables.parts[usize::from(columns)].into_iter().enumerate();
                    for (column, other) in columns {
                        let digit = digits(part & other).next()?;
                        cells[27 * band + 9 * row + 3 * stack + column] =
                            chosen.relabeling[digit] + 1;
                    }
                }
            }
        }
        Grid::new(cells).ok().map(|grid| self.back.apply_to_grid(&grid))
    }
}
