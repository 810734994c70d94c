//! How many row splits a band has for given column partitions of its three boxes.

use std::ops::ControlFlow;

use crate::clues::{Boxes, fitting_triples};
use crate::progress::Progress;
use crate::relabel::{inverse, spread};
use crate::splits::{CROSSING, PARTITIONS, Partition, Split, SplitSet, TABLES};

/// A band of three boxes.
///
/// Given the column partitions of the boxes, a table says in how many ways the rows can be split,
/// not counting the orders of blank rows. At most 288: with rows in all orders at most 1,728.
pub(crate) struct Band {
    /// For each partition of the first box, which matrix is its own.
    matrix_of: Vec<u16>,
    /// For each partition of the first box what all partitions become by the relabeling that leads
    /// to the matrix; absent where every partition has a matrix of its own.
    renamed: Option<Vec<[Partition; PARTITIONS]>>,
    /// For each matrix the number by the partitions of the two other boxes, in local numbers.
    matrices: Vec<Vec<i16>>,
    /// The local number of each partition in the rows, and in the columns of the matrices.
    rows: Local,
    columns: Local,
    /// The partitions that can come up in the rows.
    pub(crate) needed: Local,
    /// How many orders the blank rows have.
    pub(crate) orders: u64,
    /// Which stack picks the matrix, the row and the column.
    places: [usize; 3],
    by_row: Rows,
    most: u64,
}

/// Partitions numbered anew, without those that cannot come up.
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

/// The row splits of a band that fit, by the row partition of the first box.
struct Rows {
    triples: Vec<Vec<[Split; 3]>>,
    /// The blank rows, whose orders are not told apart.
    blank: Vec<usize>,
}

impl Rows {
    fn new(number: usize, boxes: &Boxes, blank: [bool; 9], places: [usize; 3]) -> Self {
        let tables = &*TABLES;
        let blank: Vec<usize> = (0..3).filter(|row| blank[3 * number + row]).collect();
        let mut first = boxes[number][places[0]];
        // Blank rows come in every order: the one is taken in which the first box ascends.
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
        let mut triples = vec![Vec::new(); PARTITIONS];
        let sets = [&first, &boxes[number][places[1]], &boxes[number][places[2]]];
        fitting_triples(sets, |triple| {
            triples[usize::from(tables.partition[usize::from(triple[0])])].push(triple);
        });
        Self { triples, blank }
    }
}

impl Band {
    /// The table of a band, for the stacks in this order: the first picks a matrix, the second a
    /// row, the third a column. `needed` has the partitions that can come up in each; `free` the
    /// digits that are no clue of the band, or nothing where the row splits do not follow from the
    /// band's clues alone.
    pub(crate) fn new(
        number: usize,
        boxes: &Boxes,
        blank: [bool; 9],
        places: [usize; 3],
        needed: [&[Partition]; 3],
        free: &[u8],
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Self> {
        let tables = &*TABLES;
        let by_row = Rows::new(number, boxes, blank, places);
        let every = || 0..PARTITIONS as Partition;
        let orders = [1, 1, 2, 6][by_row.blank.len()];
        let mut band = Self {
            matrix_of: vec![u16::MAX; PARTITIONS],
            renamed: None,
            matrices: Vec::new(),
            rows: Local::new(needed[1].iter().copied()),
            columns: Local::new(needed[2].iter().copied()),
            needed: Local::new(needed[1].iter().copied()),
            orders,
            places,
            by_row: Rows { triples: Vec::new(), blank: Vec::new() },
            most: 0,
        };
        if free.len() < 2 {
            for &partition in needed[0] {
                if band.matrix_of[usize::from(partition)] == u16::MAX {
                    progress.look()?;
                    band.matrix_of[usize::from(partition)] = band.matrices.len() as u16;
                    band.matrices.push(band.matrix(partition, &by_row));
                }
            }
            band.keep(by_row);
            return ControlFlow::Continue(band);
        }
        (band.rows, band.columns) = (Local::new(every()), Local::new(every()));
        let orbits = spread(free, PARTITIONS, |partition, relabeling| {
            tables.renamed_partition(partition, relabeling)
        });
        let mut renamed = Vec::with_capacity(PARTITIONS);
        for (partition, (first, from_first)) in orbits.iter().enumerate() {
            progress.look()?;
            if usize::from(*first) == partition {
                band.matrix_of[partition] = band.matrices.len() as u16;
                band.matrices.push(band.matrix(*first, &by_row));
            }
            band.matrix_of[partition] = band.matrix_of[usize::from(*first)];
            let relabeling = inverse(from_first);
            renamed.push(std::array::from_fn(|other| {
                tables.renamed_partition(other as Partition, &relabeling)
            }));
        }
        band.renamed = Some(renamed);
        band.keep(by_row);
        ControlFlow::Continue(band)
    }

    fn keep(&mut self, by_row: Rows) {
        let numbers = self.matrices.iter().flatten();
        self.most = numbers.max().map_or(0, |&most| most as u64);
        self.by_row = by_row;
    }

    /// The numbers for one partition of the first box.
    fn matrix(&self, partition: Partition, by_row: &Rows) -> Vec<i16> {
        let tables = &*TABLES;
        let (rows, columns) = (self.rows.partitions.len(), self.columns.partitions.len());
        // By row partition of the second box: the row partitions of the third give way to column
        // partitions first, and then those of the second.
        let mut half = vec![0i16; PARTITIONS * columns];
        let mut seen = [false; PARTITIONS];
        for &row_partition in &tables.crossing[usize::from(partition)] {
            for triple in &by_row.triples[usize::from(row_partition)] {
                let [_, second, third] = triple.map(|split| tables.partition[usize::from(split)]);
                seen[usize::from(second)] = true;
                let half = &mut half[usize::from(second) * columns..][..columns];
                let crossing: &[Partition; CROSSING] = &tables.crossing[usize::from(third)];
                for &third in crossing {
                    if let Some(cell) =
                        half.get_mut(usize::from(self.columns.number[usize::from(third)]))
                    {
                        *cell += 1;
                    }
                }
            }
        }
        let mut matrix = vec![0; rows * columns];
        for second in (0..PARTITIONS).filter(|&second| seen[second]) {
            let half = &half[second * columns..][..columns];
            for &crossing in &tables.crossing[second] {
                let row = usize::from(self.rows.number[usize::from(crossing)]);
                if let Some(row) = matrix.get_mut(row * columns..(row + 1) * columns) {
                    row.iter_mut().zip(half).for_each(|(to, &from)| *to += from);
                }
            }
        }
        matrix
    }

    /// The number for the partitions of the boxes, from the left, with all orders of blank rows.
    pub(crate) fn number(&self, partitions: [Partition; 3]) -> u64 {
        let [a, b, c] = self.places.map(|place| partitions[place]);
        let matrix = self.of(a);
        matrix.row(b)[matrix.column(c)] as u64 * self.orders
    }

    /// No number is greater, with all orders of blank rows.
    pub(crate) fn most(&self) -> u64 {
        self.most * self.orders
    }

    /// The row splits with this number of those that go with the partitions of the boxes.
    pub(crate) fn row_splits(&self, partitions: [Partition; 3], number: u64) -> Option<[Split; 3]> {
        let tables = &*TABLES;
        let [a, b, c] = self.places.map(|place| partitions[place]);
        let (order, number) = (number % self.orders, number / self.orders);
        let triple = tables.crossing[usize::from(a)]
            .iter()
            .flat_map(|&row_partition| &self.by_row.triples[usize::from(row_partition)])
            .filter(|triple| {
                let [_, second, third] = triple.map(|split| tables.partition[usize::from(split)]);
                tables.cross(second, b) && tables.cross(third, c)
            })
            .nth(number as usize)?;
        let mut splits = [0; 3];
        for (&place, &split) in self.places.iter().zip(triple) {
            splits[place] = tables.reordered(split, &self.by_row.blank, order);
        }
        Some(splits)
    }

    /// The numbers for a partition of the first box.
    pub(crate) fn of(&self, partition: Partition) -> Matrix<'_> {
        Matrix {
            cells: &self.matrices[usize::from(self.matrix_of[usize::from(partition)])],
            renamed: self.renamed.as_ref().map(|renamed| &renamed[usize::from(partition)]),
            band: self,
        }
    }
}

/// A band's numbers for one partition of the first box.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a> {
    cells: &'a [i16],
    renamed: Option<&'a [Partition; PARTITIONS]>,
    band: &'a Band,
}

impl<'a> Matrix<'a> {
    fn renamed(&self, partition: Partition) -> usize {
        usize::from(self.renamed.map_or(partition, |renamed| renamed[usize::from(partition)]))
    }

    /// The numbers for a partition of the second box, by [`column`](Self::column).
    pub(crate) fn row(&self, partition: Partition) -> &'a [i16] {
        let columns = self.band.columns.partitions.len();
        let row = usize::from(self.band.rows.number[self.renamed(partition)]);
        &self.cells[row * columns..][..columns]
    }

    /// Where the number for a partition of the third box stands in a row.
    pub(crate) fn column(&self, partition: Partition) -> usize {
        usize::from(self.band.columns.number[self.renamed(partition)])
    }
}
