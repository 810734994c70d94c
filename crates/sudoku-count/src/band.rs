//! How many row splits a band has for given column partitions of its three boxes.

use std::ops::ControlFlow;

use crate::clues::{Boxes, fitting_triples};
use crate::join::Progress;
use crate::relabel::{inverse, spread};
use crate::splits::{CROSSING, PARTITIONS, Partition, SplitSet, TABLES};

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

/// The row partitions of a band: for each of the first box those of the two others that go with it.
struct Rows {
    pairs: Vec<Vec<(Partition, Partition)>>,
    orders: u64,
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
        let mut pairs = vec![Vec::new(); PARTITIONS];
        let sets = [&first, &boxes[number][places[1]], &boxes[number][places[2]]];
        fitting_triples(sets, |triple| {
            let [a, b, c] = triple.map(|split| tables.partition[usize::from(split)]);
            pairs[usize::from(a)].push((b, c));
        });
        Self { pairs, orders: [1, 1, 2, 6][blank.len()] }
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
        let mut band = Self {
            matrix_of: vec![u16::MAX; PARTITIONS],
            renamed: None,
            matrices: Vec::new(),
            rows: Local::new(needed[1].iter().copied()),
            columns: Local::new(needed[2].iter().copied()),
            needed: Local::new(needed[1].iter().copied()),
            orders: by_row.orders,
        };
        if free.len() < 2 {
            for &partition in needed[0] {
                if band.matrix_of[usize::from(partition)] == u16::MAX {
                    progress.look()?;
                    band.matrix_of[usize::from(partition)] = band.matrices.len() as u16;
                    band.matrices.push(band.matrix(partition, &by_row));
                }
            }
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
        ControlFlow::Continue(band)
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
            for &(second, third) in &by_row.pairs[usize::from(row_partition)] {
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
