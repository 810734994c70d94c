//! Tables of a band: the number of row splits for given column partitions of its three boxes.

use std::ops::ControlFlow;

use crate::clues::{Boxes, fitting_triples};
use crate::progress::Progress;
use crate::relabel::{inverse, spread};
use crate::splits::{PARTITIONS, Partition, PartitionSet, Split, SplitSet, TABLES};

/// The number of random tries for row splits that take about as long as enumerating them.
const GUESSES: u64 = 48;

/// A band of three boxes.
///
/// For given column partitions of the boxes, a table has the number of row splits, without the
/// orders of blank rows. The number is at most 288, or 1,728 with the rows in all orders.
pub(crate) struct Band {
    /// For each partition of the first box, the index of its matrix.
    matrix_of: Vec<u16>,
    /// For each partition of the first box, the images of all partitions under the relabeling that
    /// leads to its matrix. `None` if every partition has its own matrix.
    renamed: Option<Vec<[Partition; PARTITIONS]>>,
    matrices: Vec<Numbers>,
    /// The local numbers of partitions in the rows of the matrices; `columns` has those in the
    /// columns.
    rows: Local,
    columns: Local,
    /// The possible partitions of the second and of the third box.
    pub(crate) needed: [Local; 2],
    /// The number of orders of the blank rows.
    pub(crate) orders: u64,
    by_row: RowTriples,
}

/// A matrix: the numbers for one partition of the first box, or for all partitions that are equal
/// up to relabeling. Rows are partitions of the second box and columns those of the third, in local
/// numbers.
struct Numbers {
    /// The rows, each padded with zeros to a multiple of [`AT_ONCE`].
    cells: Vec<i16>,
    /// For each row, true if it has a number other than zero.
    alive: Vec<bool>,
}

/// The number of values that are added at once.
const AT_ONCE: usize = 16;

/// Partitions with consecutive local numbers. Impossible partitions have none.
pub(crate) struct Local {
    pub(crate) partitions: Vec<Partition>,
    pub(crate) number: Vec<u16>,
}

impl Local {
    const NONE: u16 = u16::MAX;

    pub(crate) fn new(partitions: impl IntoIterator<Item = Partition>) -> Self {
        let mut local = Self { partitions: Vec::new(), number: vec![Self::NONE; PARTITIONS] };
        for partition in partitions {
            let number = &mut local.number[usize::from(partition)];
            if *number == Self::NONE {
                *number = local.partitions.len() as u16;
                local.partitions.push(partition);
            }
        }
        local
    }
}

/// The fitting row splits of a band, sorted by the row partition of the first box.
struct RowTriples {
    triples: Vec<RowTriple>,
    /// The index of the first triple of each row partition, and the end.
    starts: Vec<usize>,
    /// The blank rows. Their orders are not distinguished.
    blank: Vec<usize>,
}

/// Row splits of the three boxes of a band that fit each other.
#[derive(Clone, Copy)]
struct RowTriple {
    splits: [Split; 3],
    /// The partitions of the second and of the third split.
    partitions: [Partition; 2],
}

impl RowTriple {
    /// Returns true if the second and the third split cross these column partitions.
    fn crosses(&self, columns: [Partition; 2]) -> bool {
        let mut both = self.partitions.iter().zip(columns);
        both.all(|(&rows, columns)| TABLES.crossed_by(columns).contains(rows))
    }
}

impl RowTriples {
    fn new(boxes: &[SplitSet; 3], blank: Vec<usize>) -> Self {
        let tables = &*TABLES;
        let mut first = boxes[0];
        // Blank rows may have any order. Only the order in which the first box ascends is kept.
        if blank.len() > 1 {
            let mut ascending = SplitSet::EMPTY;
            for split in first.iter() {
                let parts = tables.parts[usize::from(split)];
                if blank.windows(2).all(|pair| parts[pair[0]] < parts[pair[1]]) {
                    ascending.insert(split);
                }
            }
            first = ascending;
        }
        let partition = |split: Split| tables.partition[usize::from(split)];
        let mut triples = Vec::new();
        fitting_triples([&first, &boxes[1], &boxes[2]], |splits| {
            let [_, second, third] = splits.map(partition);
            triples.push(RowTriple { splits, partitions: [second, third] });
        });
        // A counting sort: there may be 15,680 triples, but only 280 partitions.
        let first = |triple: &RowTriple| usize::from(partition(triple.splits[0]));
        let mut starts = vec![0; PARTITIONS + 1];
        triples.iter().for_each(|triple| starts[first(triple) + 1] += 1);
        (0..PARTITIONS).for_each(|at| starts[at + 1] += starts[at]);
        let (mut places, mut sorted) = (starts.clone(), triples.clone());
        for triple in triples {
            let place = &mut places[first(&triple)];
            sorted[*place] = triple;
            *place += 1;
        }
        Self { triples: sorted, starts, blank }
    }

    /// Returns the row splits with this row partition of the first box.
    fn of(&self, row_partition: Partition) -> &[RowTriple] {
        let at = usize::from(row_partition);
        &self.triples[self.starts[at]..self.starts[at + 1]]
    }

    /// Returns the row splits that cross this column partition of the first box.
    fn crossing(&self, partition: Partition) -> impl Iterator<Item = &RowTriple> {
        TABLES.crossing[usize::from(partition)].iter().flat_map(|&rows| self.of(rows))
    }
}

/// The pairs of crossing row partitions and column partitions of the second and third box, in local
/// numbers.
struct Crossings {
    /// The row partitions of both boxes.
    rows: [Local; 2],
    /// For each row partition of the second box, the column partitions that cross it.
    second: Vec<Vec<u16>>,
    /// For each row partition of the third box, a 1 at each column partition that crosses it. A row
    /// is as long as in [`Numbers`].
    third: Vec<i16>,
    /// Memory for [`Band::matrix`], with a row of the same length for each row partition of the
    /// second box. It is all zeros between calls.
    half: Vec<i16>,
}

impl Crossings {
    fn of(band: &Band) -> Self {
        let tables = &*TABLES;
        let rows = [0, 1].map(|side| {
            Local::new(band.by_row.triples.iter().map(|triple| triple.partitions[side]))
        });
        let [seconds, thirds] = rows.each_ref().map(|rows| rows.partitions.len());
        let width = band.width();
        let mut crossings = Self {
            rows,
            second: vec![Vec::new(); seconds],
            third: vec![0; thirds * width],
            half: vec![0; seconds * width],
        };
        let local = |rows: &Local, row: Partition| rows.number[usize::from(row)];
        for (number, &partition) in (0..).zip(&band.rows.partitions) {
            for &row in &tables.crossing[usize::from(partition)] {
                let row = local(&crossings.rows[0], row);
                if row != Local::NONE {
                    crossings.second[usize::from(row)].push(number);
                }
            }
        }
        for (number, &partition) in band.columns.partitions.iter().enumerate() {
            for &row in &tables.crossing[usize::from(partition)] {
                let row = local(&crossings.rows[1], row);
                if row != Local::NONE {
                    crossings.third[usize::from(row) * width + number] = 1;
                }
            }
        }
        crossings
    }
}

/// Adds each number of `from` to the number of `to` at the same index.
fn add(to: &mut [i16], from: &[i16]) {
    let (to, _) = to.as_chunks_mut::<AT_ONCE>();
    let (from, _) = from.as_chunks::<AT_ONCE>();
    for (to, from) in to.iter_mut().zip(from) {
        to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
    }
}

impl Band {
    /// Makes the table of a band. `needed` has the possible partitions of each of its boxes. `free`
    /// has the digits that are not clues of the band. It is empty if the row splits do not follow
    /// from the band's clues alone.
    pub(crate) fn new(
        number: usize,
        boxes: &Boxes,
        blank: [bool; 9],
        needed: [&[Partition]; 3],
        free: &[u8],
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Self> {
        let tables = &*TABLES;
        let blank: Vec<usize> = (0..3).filter(|row| blank[3 * number + row]).collect();
        let orders = [1, 1, 2, 6][blank.len()];
        let local = |place: usize| Local::new(needed[place].iter().copied());
        let mut band = Self {
            matrix_of: vec![u16::MAX; PARTITIONS],
            renamed: None,
            matrices: Vec::new(),
            rows: local(1),
            columns: local(2),
            needed: [local(1), local(2)],
            orders,
            by_row: RowTriples::new(&boxes[number], blank),
        };
        if free.len() < 2 {
            let mut crossings = Crossings::of(&band);
            for &partition in needed[0] {
                if band.matrix_of[usize::from(partition)] == u16::MAX {
                    progress.look()?;
                    band.matrix_of[usize::from(partition)] = band.matrices.len() as u16;
                    band.matrices.push(band.matrix(partition, &mut crossings));
                }
            }
        } else {
            let every = || Local::new(0..PARTITIONS as Partition);
            (band.rows, band.columns) = (every(), every());
            let mut crossings = Crossings::of(&band);
            let orbits = spread(free, PARTITIONS, |partition, relabeling| {
                tables.renamed_partition(partition, relabeling)
            });
            let mut renamed = Vec::with_capacity(PARTITIONS);
            for (partition, (first, from_first)) in orbits.iter().enumerate() {
                progress.look()?;
                if usize::from(*first) == partition {
                    band.matrix_of[partition] = band.matrices.len() as u16;
                    band.matrices.push(band.matrix(*first, &mut crossings));
                }
                band.matrix_of[partition] = band.matrix_of[usize::from(*first)];
                let relabeling = inverse(from_first);
                renamed.push(std::array::from_fn(|other| {
                    tables.renamed_partition(other as Partition, &relabeling)
                }));
            }
            band.renamed = Some(renamed);
        }
        ControlFlow::Continue(band)
    }

    /// Returns the length of a padded row of numbers.
    fn width(&self) -> usize {
        self.columns.partitions.len().next_multiple_of(AT_ONCE)
    }

    /// Computes the matrix for one partition of the first box.
    fn matrix(&self, partition: Partition, crossings: &mut Crossings) -> Numbers {
        let width = self.width();
        let Crossings { rows, second: columns_of, third: ones, half } = crossings;
        // Converts row partitions to column partitions in two steps: first those of the third box,
        // for each row partition of the second box, and then those of the second box. The set also
        // holds local numbers, because they are below the number of partitions.
        let mut used = PartitionSet::EMPTY;
        for RowTriple { partitions, .. } in self.by_row.crossing(partition) {
            let [second, third] =
                [0, 1].map(|side| rows[side].number[usize::from(partitions[side])]);
            used.insert(second);
            let [to, from] = [second, third].map(|row| usize::from(row) * width);
            add(&mut half[to..][..width], &ones[from..][..width]);
        }
        let rows = self.rows.partitions.len();
        let mut numbers = Numbers { cells: vec![0; rows * width], alive: vec![false; rows] };
        for second in used.iter().map(usize::from) {
            let half = &mut half[second * width..][..width];
            if half.iter().all(|&number| number == 0) {
                continue;
            }
            for row in columns_of[second].iter().copied().map(usize::from) {
                numbers.alive[row] = true;
                add(&mut numbers.cells[row * width..][..width], half);
            }
            half.fill(0);
        }
        numbers
    }

    /// Returns the number for these partitions of the boxes, from left to right, with all orders of
    /// blank rows.
    pub(crate) fn number(&self, [a, b, c]: [Partition; 3]) -> u64 {
        let matrix = self.of(a);
        matrix.row(b).map_or(0, |row| row[matrix.column(c)] as u64 * self.orders)
    }

    /// Returns the row splits with this number among those for these partitions of the boxes.
    pub(crate) fn row_splits(&self, [a, b, c]: [Partition; 3], number: u64) -> Option<[Split; 3]> {
        let (order, number) = (number % self.orders, number / self.orders);
        let mut crossing = self.by_row.crossing(a).filter(|triple| triple.crosses([b, c]));
        crossing.nth(number as usize).map(|triple| self.reordered(triple, order))
    }

    /// Returns the row splits with the blank rows in the order with this number.
    fn reordered(&self, triple: &RowTriple, order: u64) -> [Split; 3] {
        triple.splits.map(|split| TABLES.reordered(split, &self.by_row.blank, order))
    }

    /// Draws row splits for these partitions of the boxes, each with the same probability. Returns
    /// `None` if no row splits exist.
    pub(crate) fn some_row_splits(
        &self,
        partitions: [Partition; 3],
        below: &mut dyn FnMut(u128) -> u128,
    ) -> Option<[Split; 3]> {
        let number = self.number(partitions);
        let [a, b, c] = partitions;
        let lists = || TABLES.crossing[usize::from(a)].iter().map(|&rows| self.by_row.of(rows));
        let all = lists().map(<[RowTriple]>::len).sum::<usize>() as u64;
        // Rejection sampling is faster than enumeration unless only a few of the splits are valid.
        if all * self.orders < number * GUESSES {
            for _ in 0..GUESSES {
                let choice = below(u128::from(all * self.orders)) as u64;
                let (order, mut place) = (choice % self.orders, (choice / self.orders) as usize);
                let found = lists().find_map(|list| {
                    let found = list.get(place);
                    place = place.wrapping_sub(list.len());
                    found
                });
                let triple = found?;
                if triple.crosses([b, c]) {
                    return Some(self.reordered(triple, order));
                }
            }
        }
        if number == 0 {
            None
        } else {
            self.row_splits(partitions, below(u128::from(number)) as u64)
        }
    }

    /// Returns the matrix for a partition of the first box.
    pub(crate) fn of(&self, partition: Partition) -> Matrix<'_> {
        Matrix {
            numbers: &self.matrices[usize::from(self.matrix_of[usize::from(partition)])],
            renamed: self.renamed.as_ref().map(|renamed| &renamed[usize::from(partition)]),
            band: self,
        }
    }
}

/// The greatest number for each possible partition of the first box and each of the second, with
/// all orders of blank rows.
pub(crate) struct Greatest(Vec<Option<Box<[u16; PARTITIONS]>>>);

impl Greatest {
    pub(crate) fn of(band: &Band) -> Self {
        let of_row = |row: &[i16]| row.iter().max().map_or(0, |&most| most as u64 * band.orders);
        let of_matrix = |numbers: &Numbers| -> Vec<u64> {
            numbers.cells.chunks(band.width()).map(of_row).collect()
        };
        let of_matrices: Vec<Vec<u64>> = band.matrices.iter().map(of_matrix).collect();
        let all = |first: Partition| {
            let matrix = of_matrices.get(usize::from(band.matrix_of[usize::from(first)]))?;
            let greatest = |second: usize| {
                let row = band.rows.number[band.of(first).renamed(second as Partition)];
                matrix.get(usize::from(row)).map_or(0, |&greatest| greatest as u16)
            };
            Some(Box::new(std::array::from_fn(greatest)))
        };
        Self((0..PARTITIONS as Partition).map(all).collect())
    }

    /// Returns the greatest numbers for a partition of the first box, indexed by the partition of
    /// the second. Returns `None` if that partition is impossible.
    pub(crate) fn with(&self, first: Partition) -> Option<&[u16; PARTITIONS]> {
        self.0[usize::from(first)].as_deref()
    }
}

/// The matrix of a band for one partition of the first box.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a> {
    numbers: &'a Numbers,
    renamed: Option<&'a [Partition; PARTITIONS]>,
    band: &'a Band,
}

impl<'a> Matrix<'a> {
    fn renamed(&self, partition: Partition) -> usize {
        usize::from(self.renamed.map_or(partition, |renamed| renamed[usize::from(partition)]))
    }

    /// Returns the numbers for a partition of the second box, indexed by [`column`](Self::column).
    /// Returns `None` if all of them are 0.
    pub(crate) fn row(&self, partition: Partition) -> Option<&'a [i16]> {
        let row = usize::from(self.band.rows.number[self.renamed(partition)]);
        let (columns, width) = (self.band.columns.partitions.len(), self.band.width());
        self.numbers.alive[row].then(|| &self.numbers.cells[row * width..][..columns])
    }

    /// Returns the index of a partition of the third box in a row.
    pub(crate) fn column(&self, partition: Partition) -> usize {
        usize::from(self.band.columns.number[self.renamed(partition)])
    }

    /// Returns the indexes of the needed partitions of the third box in a row. Returns `None` if a
    /// row has exactly these, in order.
    pub(crate) fn columns(&self) -> Option<Vec<u16>> {
        self.renamed?;
        let [_, needed] = &self.band.needed;
        Some(needed.partitions.iter().map(|&partition| self.column(partition) as u16).collect())
    }
}
