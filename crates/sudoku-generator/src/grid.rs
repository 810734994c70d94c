//! Random complete grids, each equally likely.
//!
//! # The method
//! Divide the grid into three bands and three stacks. Within a stack, each column consists of three
//! sets of three digits, one set per band; the order of the digits in a set is ignored. The nine
//! sets of a stack are three *partitions* of the digits into three sets, one partition per box.
//! There are 1,680 × 56 ways to choose them for a stack, whatever the other stacks hold, because
//! the sets of a column are disjoint. (Felgenhauer and Jarvis used this in 2005 for the first
//! band.) Once all sets are fixed, the bands are independent. A band with the partitions `p`, `q`,
//! `r` has `6 · n(p, q, r)` ways to arrange its digits in rows.
//!
//! So a grid is drawn in two stages: first the sets, with a probability proportional to the product
//! of the three numbers of ways; then one way for each band. The sets of the first band come from a
//! table. The sets of the other two bands are drawn uniformly and accepted with a probability
//! proportional to the product of their numbers of ways (rejection sampling); after a rejection
//! everything is drawn again. Up to the names of the digits, the number of ways depends only on the
//! relation between the partitions of a band. There are 131 such [`PartitionKind`]s. They are
//! tabulated in about ten milliseconds when the first grid is drawn.
//!
//! A test proves the weights and bounds by counting: over all kinds and all choices they add up to
//! 6,670,903,752,021,072,936,960.

use std::sync::LazyLock;

use rand::Rng;
use sudoku_core::{Grid, Relabeling};

use crate::draw::uniform_below;

/// The number of partitions of nine digits into three sets of three.
const PARTITIONS: usize = 280;

/// The number of ways to choose the column sets of a stack's second box, given those of its first.
const SPLITS: usize = 56;

/// The columns of a box, each as a set of three digits; bit 0 is the first digit.
type Columns = [u16; 3];

/// The index of a partition, which is [`Columns`] without order.
type Partition = u16;

/// A permutation of the nine digits.
type Permutation = [u8; 9];

/// The row of each of nine digits, 1 to 3, two bits each. The exclusive or of a digit's rows in the
/// three boxes of a band is 0, and so is that of the rows of the three digits in a column.
type RowCodes = u32;

/// A class of partition triples of a band that are equal up to a permutation of the digits.
struct PartitionKind {
    /// The partitions of the second and the third box if that of the first is number 0.
    partitions: [Partition; 2],
    /// The number of pairs of partitions of this kind.
    size: u64,
    /// The rows of the digits in the first two boxes, for each arrangement of the band in which the
    /// first column of the first box is in ascending order. The other arrangements are permutations
    /// of the rows of these.
    ways: Vec<[RowCodes; 2]>,
}

/// The kind of a pair of partitions, and the permutation that maps the pair to the one in its
/// [`PartitionKind`].
#[derive(Clone, Copy, Default)]
struct Link {
    kind: u16,
    /// The index of that permutation in [`Tables::keeping`].
    keeping: u16,
}

struct Tables {
    /// A permutation for each partition that maps it to number 0.
    to_first: Vec<Permutation>,
    /// The image of each partition under that permutation.
    relative: Vec<[Partition; PARTITIONS]>,
    /// The permutations that map partition 0 to itself.
    keeping: Vec<Permutation>,
    links: Vec<[Link; PARTITIONS]>,
    /// The number of [`PartitionKind::ways`] for each pair of partitions. Most look-ups need only
    /// this, and it takes half the memory of `links`.
    counts: Vec<[u16; PARTITIONS]>,
    kinds: Vec<PartitionKind>,
    /// The columns of each partition.
    columns: Vec<Columns>,
    /// All splits for each partition as the columns of a stack's first box: the columns of the
    /// second box, and the partitions of the second and the third.
    splits: Vec<[(Columns, [Partition; 2]); SPLITS]>,
    /// The cumulative weights with which the kinds are drawn for the first band.
    weights: Vec<u64>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// The largest product of the numbers of [`PartitionKind::ways`] of the other two bands, for each
/// kind of the first band. A test recomputes these bounds.
#[rustfmt::skip]
const BOUNDS: [u64; 131] = [
    82944, 27648, 9216, 9216, 7396, 27648, 27648, 27648, 20736, 13824, 13824, 9216, 9216, 20736, 20736, 9216, 9216, 9216, 9216, 13824, 13824, 13824, 13824, 12384, 12384, 7396, 9216, 13824, 9216, 9216, 20736, 13824, 13824, 9216, 9216, 9216, 13824, 20736, 13824, 9216, 4608, 8256, 8256, 13824, 7396, 9216, 20736, 7396, 9216, 12384, 13248, 13824, 9216, 13248, 12384, 13824, 9216, 13824, 13824, 13824, 8256, 12384, 20736, 13824, 12384, 12384, 13824, 13824, 12384, 7488, 8064, 9216, 13824, 8256, 12384, 20736, 7488, 8064, 7396, 13824, 12384, 7488, 10944, 12384, 7488, 12384, 9216, 20736, 9216, 9216, 13824, 20736, 9216, 13824, 9216, 8256, 13824, 13824, 20736, 13824, 7396, 13824, 13248, 12384, 13824, 20736, 9216, 24768, 20736, 13824, 12384, 9216, 7396, 9216, 7396, 12384, 7396, 8256, 12384, 7488, 12384, 7488, 12384, 9216, 7396, 7396, 7396, 7396, 7396, 7396, 7396,
];

/// Draws a complete valid grid, each of the 6,670,903,752,021,072,936,960 equally likely.
///
/// First the column sets of all bands are drawn, with a probability proportional to the number of
/// grids that have them, and then the rows. The probabilities come from tables of the 131 kinds of
/// bands. A test checks that they add up to the number of grids.
///
/// The first call takes about ten milliseconds more to build the tables, which use about a
/// megabyte.
pub fn random_grid<R: Rng + ?Sized>(rng: &mut R) -> Grid {
    loop {
        if let Some(grid) = TABLES.attempt(rng) {
            return grid;
        }
    }
}

impl Tables {
    fn new() -> Self {
        let columns = all_columns();
        let partition = |of: Columns| {
            // Every partition is listed, so the default is never used.
            columns.binary_search(&sorted(of)).unwrap_or_default() as Partition
        };
        let to_first: Vec<Permutation> = columns.iter().map(numbering).collect();
        let image = |permutation: &Permutation| {
            let mut images = [0; PARTITIONS];
            for (image, columns) in images.iter_mut().zip(&columns) {
                *image = partition(columns.map(|set| permuted(set, permutation)));
            }
            images
        };
        let relative: Vec<_> = to_first.iter().map(image).collect();
        let splits = columns
            .iter()
            .map(|&first| {
                let mut all = [([0; 3], [0; 2]); SPLITS];
                for (split, second) in all.iter_mut().zip(second_boxes(first)) {
                    *split = (second, [second, third_box(first, second)].map(partition));
                }
                all
            })
            .collect();
        let (keeping, links, kinds) = kinds(&columns, image);
        let weights = kinds
            .iter()
            .zip(BOUNDS)
            .scan(0, |sum, (kind, bound)| {
                *sum += kind.size * kind.ways.len() as u64 * bound;
                Some(*sum)
            })
            .collect();
        let count = |link: Link| kinds[usize::from(link.kind)].ways.len() as u16;
        let counts = links.iter().map(|links: &[Link; PARTITIONS]| links.map(count)).collect();
        Self { to_first, relative, keeping, links, counts, kinds, columns, splits, weights }
    }

    /// Looks a band up in a table that is indexed by the second and the third partition after
    /// mapping the first to number 0.
    #[inline]
    fn at<'a, T>(&self, table: &'a [[T; PARTITIONS]], [p, q, r]: [Partition; 3]) -> &'a T {
        let relative = &self.relative[usize::from(p)];
        &table[usize::from(relative[usize::from(q)])][usize::from(relative[usize::from(r)])]
    }

    /// Draws the column sets of all bands and, if they are accepted, the rows.
    fn attempt<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Grid> {
        let drawn = uniform_below(rng, *self.weights.last()?);
        let number = self.weights.partition_point(|&sum| sum <= drawn);
        let [q, r] = self.kinds.get(number)?.partitions;
        let firsts = [0, q, r];
        let drawn = uniform_below(rng, (SPLITS * SPLITS * SPLITS) as u64) as usize;
        let chosen = [drawn % SPLITS, drawn / SPLITS % SPLITS, drawn / (SPLITS * SPLITS)];
        let splits = [0, 1, 2].map(|stack| &self.splits[usize::from(firsts[stack])][chosen[stack]]);
        let bands =
            [firsts, splits.map(|(_, [second, _])| *second), splits.map(|(_, [_, third])| *third)];
        let [second, third] =
            [bands[1], bands[2]].map(|band| u64::from(*self.at(&self.counts, band)));
        if uniform_below(rng, BOUNDS[number]) >= second * third {
            return None;
        }
        let first = Link { kind: number as u16, keeping: 0 };
        let links = [first, *self.at(&self.links, bands[1]), *self.at(&self.links, bands[2])];
        let ways = links.map(|link| &self.kinds[usize::from(link.kind)].ways);
        let relabeling = Relabeling::nth(uniform_below(rng, Relabeling::COUNT.into()) as u32)?;
        let orders = uniform_below(rng, 216 * 216) as usize;
        let mut digits = [0; 81];
        let firsts = firsts.map(|partition| self.columns[usize::from(partition)]);
        for band in 0..3 {
            let rows = ways[band][uniform_below(rng, ways[band].len() as u64) as usize];
            let rows = [rows[0], rows[1], rows[0] ^ rows[1]];
            let to_first = &self.to_first[usize::from(bands[band][0])];
            let keeping = &self.keeping[usize::from(links[band].keeping)];
            let row_order = ORDERS[orders / [1, 6, 36][band] % 6];
            for stack in 0..3 {
                let columns = match band {
                    0 => firsts[stack],
                    1 => splits[stack].0,
                    _ => third_box(firsts[stack], splits[stack].0),
                };
                let column_order = ORDERS[orders / [216, 1296, 7776][stack] % 6];
                for (column, mut set) in columns.into_iter().enumerate() {
                    while set != 0 {
                        let digit = set.trailing_zeros() as usize;
                        set &= set - 1;
                        let place = keeping[usize::from(to_first[digit])];
                        let row = rows[stack] >> (2 * place) & 3;
                        let row = 3 * band + row_order[row as usize - 1];
                        digits[9 * row + 3 * stack + column_order[column]] = digit as u8 + 1;
                    }
                }
            }
        }
        Some(relabeling.apply_to_grid(&Grid::new(digits).ok()?))
    }
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

fn sorted(mut columns: Columns) -> Columns {
    columns.sort_unstable_by_key(|set| set.trailing_zeros());
    columns
}

/// Enumerates the digits of a set.
fn digits(set: u16) -> impl Iterator<Item = u8> + Clone {
    (0..9).filter(move |digit| set & (1 << digit) != 0)
}

/// Applies a permutation to the digits of a set.
fn permuted(set: u16, permutation: &Permutation) -> u16 {
    digits(set).fold(0, |to, digit| to | 1 << permutation[usize::from(digit)])
}

/// Returns all partitions in ascending order; the sets of each are ordered by their first digits.
fn all_columns() -> Vec<Columns> {
    let mut all = Vec::with_capacity(PARTITIONS);
    let threes = || (0..0o777_u16).filter(|set| set.count_ones() == 3);
    for first in threes().filter(|set| set & 1 != 0) {
        let lowest = 1 << (!first).trailing_zeros();
        for second in threes().filter(|set| set & first == 0 && set & lowest != 0) {
            all.push([first, second, 0o777 ^ first ^ second]);
        }
    }
    all
}

/// Returns the permutation that numbers the digits in the order of the columns.
fn numbering(columns: &Columns) -> Permutation {
    let mut to = [0; 9];
    for (number, digit) in (0..).zip(columns.iter().flat_map(|&set| digits(set))) {
        to[usize::from(digit)] = number;
    }
    to
}

/// Returns all possible columns of the second box of a stack, given those of the first.
fn second_boxes([a, b, c]: Columns) -> Vec<Columns> {
    let mut all = vec![[b, c, a], [c, a, b]];
    let bits = |set: u16| digits(set).map(|digit| 1_u16 << digit);
    for x in bits(a) {
        for y in bits(b) {
            for z in bits(c) {
                // Each column has one digit of the next and two of the one after it, or the
                // reverse.
                all.push([y | (c ^ z), z | (a ^ x), x | (b ^ y)]);
                all.push([z | (b ^ y), x | (c ^ z), y | (a ^ x)]);
            }
        }
    }
    all
}

/// Returns the columns of the third box of a stack, given those of the other two.
fn third_box(first: Columns, second: Columns) -> Columns {
    [0, 1, 2].map(|column| 0o777 ^ first[column] ^ second[column])
}

/// Returns the permutations that map partition 0 to itself, the identity first; the kinds; and, for
/// every two partitions, their kind and the permutation that maps them to those of the kind.
fn kinds(
    columns: &[Columns],
    image: impl Fn(&Permutation) -> [Partition; PARTITIONS],
) -> (Vec<Permutation>, Vec<[Link; PARTITIONS]>, Vec<PartitionKind>) {
    // These generate the whole group, and so do their inverses.
    const STEPS: [Permutation; 4] = [
        [1, 0, 2, 3, 4, 5, 6, 7, 8],
        [1, 2, 0, 3, 4, 5, 6, 7, 8],
        [3, 4, 5, 0, 1, 2, 6, 7, 8],
        [3, 4, 5, 6, 7, 8, 0, 1, 2],
    ];
    let undo = STEPS.map(|step| {
        let mut undo: Permutation = [0; 9];
        for (from, to) in (0..).zip(step) {
            undo[usize::from(to)] = from;
        }
        undo
    });
    let images = STEPS.map(|step| image(&step));
    // For each permutation, the indices of its products with the inverse steps.
    let mut keeping: Vec<Permutation> = vec![[0, 1, 2, 3, 4, 5, 6, 7, 8]];
    // The index of each permutation, sorted by permutation.
    let mut numbers: Vec<(Permutation, u16)> = vec![(keeping[0], 0)];
    let mut after: Vec<[u16; 4]> = Vec::new();
    while let Some(permutation) = keeping.get(after.len()).copied() {
        after.push(undo.map(|undo| {
            let product = undo.map(|digit| permutation[usize::from(digit)]);
            let place = numbers.binary_search_by_key(&product, |&(known, _)| known);
            let place = place.unwrap_or_else(|place| {
                numbers.insert(place, (product, keeping.len() as u16));
                keeping.push(product);
                place
            });
            numbers[place].1
        }));
    }

    let ways_of: Vec<Vec<RowCodes>> = columns.iter().map(rows_of).collect();
    let mut links = vec![[Link { kind: u16::MAX, keeping: 0 }; PARTITIONS]; PARTITIONS];
    let mut kinds: Vec<PartitionKind> = Vec::new();
    for q in 0..PARTITIONS {
        for r in 0..PARTITIONS {
            if links[q][r].kind != u16::MAX {
                continue;
            }
            let kind = kinds.len() as u16;
            links[q][r] = Link { kind, keeping: 0 };
            let mut found = vec![[q, r]];
            let mut next = 0;
            while let Some(&[q, r]) = found.get(next) {
                next += 1;
                for (step, images) in images.iter().enumerate() {
                    let [to_q, to_r] = [q, r].map(|from| usize::from(images[from]));
                    if links[to_q][to_r].kind == u16::MAX {
                        let keeping = after[usize::from(links[q][r].keeping)][step];
                        links[to_q][to_r] = Link { kind, keeping };
                        found.push([to_q, to_r]);
                    }
                }
            }
            kinds.push(PartitionKind {
                partitions: [q as Partition, r as Partition],
                size: found.len() as u64,
                ways: ways(&ways_of[0], &ways_of[q], &columns[r]),
            });
        }
    }
    (keeping, links, kinds)
}

/// Returns all arrangements of the digits of a box in rows.
fn rows_of(columns: &Columns) -> Vec<RowCodes> {
    (0..216)
        .map(|number| {
            columns.iter().zip([1, 6, 36]).fold(0, |rows, (&set, unit)| {
                digits(set)
                    .zip(ORDERS[number / unit % 6])
                    .fold(rows, |rows, (digit, row)| rows | (row as RowCodes + 1) << (2 * digit))
            })
        })
        .collect()
}

/// Returns the arrangements of a band whose first two boxes have these rows and whose third box has
/// these columns.
fn ways(first: &[RowCodes], second: &[RowCodes], third: &Columns) -> Vec<[RowCodes; 2]> {
    let low = (0..9).fold(0, |bits, digit| bits | 1 << (2 * digit));
    let in_order = first.iter().filter(|&&rows| rows & 0o77 == 1 | 2 << 2 | 3 << 4);
    let mut all = Vec::new();
    for &a in in_order {
        for &b in second {
            let c = a ^ b;
            let differs = (c | c >> 1) & low == low;
            let column =
                |set: u16| digits(set).fold(0, |xor, digit| xor ^ (c >> (2 * digit) & 3)) == 0;
            if differs && third.iter().all(|&set| column(set)) {
                all.push([a, b]);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::iter::zip;

    use sudoku_core::Symmetry;

    use super::*;
    use crate::draw::seeded_rng;

    /// Returns, for a kind of the first band, the sum over all splits of the product of the numbers
    /// of ways of the other two bands, and the largest product.
    fn completions(tables: &Tables, kind: &PartitionKind) -> (u64, u64) {
        let [q, r] = kind.partitions;
        let stacks = [0, q, r].map(|partition| &tables.splits[usize::from(partition)]);
        let (mut sum, mut most) = (0, 0);
        for (_, x) in stacks[0] {
            for (_, y) in stacks[1] {
                for (_, z) in stacks[2] {
                    let ways =
                        |band| u64::from(*tables.at(&tables.counts, [x[band], y[band], z[band]]));
                    let product = ways(0) * ways(1);
                    sum += product;
                    most = most.max(product);
                }
            }
        }
        (sum, most)
    }

    /// Returns the kind of a grid's first band.
    fn kind_of(tables: &Tables, grid: &Grid) -> usize {
        let partitions = [0, 1, 2].map(|stack| {
            let columns = [0, 1, 2].map(|column| {
                (0..3).fold(0, |set, row| {
                    set | 1 << (grid.as_bytes()[9 * row + 3 * stack + column] - 1)
                })
            });
            tables.columns.binary_search(&sorted(columns)).unwrap() as Partition
        });
        usize::from(tables.at(&tables.links, partitions).kind)
    }

    /// Checks the tables by the total count and the bounds by the largest products. Then checks
    /// that the kinds of the last bands and of the last stacks of drawn grids have the expected
    /// frequencies; the method treats these differently from the first band.
    #[test]
    fn every_grid_is_equally_likely() {
        let tables = &*TABLES;
        let all: Vec<_> = tables.kinds.iter().map(|kind| completions(tables, kind)).collect();
        assert!(all.iter().map(|(_, most)| most).eq(&BOUNDS));
        let weights: Vec<u64> = zip(&tables.kinds, &all)
            .map(|(kind, (sum, _))| kind.size * kind.ways.len() as u64 * sum)
            .collect();
        let total: u64 = weights.iter().sum();
        // The factors: partitions of the first box, column orders in three stacks, row orders in
        // three bands.
        assert_eq!(u128::from(total) * 280 * 216 * 216, 6_670_903_752_021_072_936_960);

        let mut rng = seeded_rng(5, 0);
        let drawn = 30_000;
        let mut counts = [vec![0; weights.len()], vec![0; weights.len()]];
        let turns = [Symmetry::IDENTITY, Symmetry::TRANSPOSE];
        // Move the last band first, so that the test does not look at the band that comes from the
        // table.
        let last_first =
            Symmetry::new(false, [6, 7, 8, 3, 4, 5, 0, 1, 2], [0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        for _ in 0..drawn {
            let grid = random_grid(&mut rng);
            for (counts, turn) in zip(&mut counts, turns) {
                let turned = last_first.apply_to_grid(&turn.apply_to_grid(&grid));
                counts[kind_of(tables, &turned)] += 1;
            }
        }
        for counts in counts {
            let squares = zip(&counts, &weights).map(|(&count, &weight)| {
                let expected = f64::from(drawn) * weight as f64 / total as f64;
                // The variance of a rare kind's count is its expectation as well.
                (f64::from(count) - expected).powi(2) / expected
            });
            // The sum has a mean of 130 and a standard deviation of about 16, more for rare kinds.
            let sum: f64 = squares.sum();
            assert!(sum < 230.0, "{sum}");
        }
    }
}
