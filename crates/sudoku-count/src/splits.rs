//! Tables of the splits of nine digits, which are the same for all boards.

use std::sync::LazyLock;

/// The number of splits: ways to divide nine digits into three ordered parts of three.
pub(crate) const SPLITS: usize = 1680;

/// The number of partitions: splits without the order of their parts.
pub(crate) const PARTITIONS: usize = 280;

/// The number of pairs of splits that fit a split.
pub(crate) const FITTING: usize = 56;

/// The number of partitions that cross a partition.
pub(crate) const CROSSING: usize = 36;

/// The number of a split. The numbers ascend with the parts.
pub(crate) type Split = u16;

/// The number of a partition.
pub(crate) type Partition = u16;

/// The image of each digit, counted from 0.
pub(crate) type Relabeling = [u8; 9];

/// A set of numbers below 64 · `WORDS`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Set<const WORDS: usize>([u64; WORDS]);

/// A set of splits.
pub(crate) type SplitSet = Set<{ SPLITS.div_ceil(64) }>;

/// A set of partitions.
pub(crate) type PartitionSet = Set<{ PARTITIONS.div_ceil(64) }>;

impl<const WORDS: usize> Set<WORDS> {
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    pub(crate) fn contains(&self, number: u16) -> bool {
        self.0[usize::from(number) / 64] >> (number % 64) & 1 == 1
    }

    pub(crate) fn insert(&mut self, number: u16) {
        self.0[usize::from(number) / 64] |= 1 << (number % 64);
    }

    /// Keeps the numbers that are also in the other set.
    pub(crate) fn keep(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, other)| *mine &= other);
    }

    /// Keeps the numbers that are not in the other set.
    pub(crate) fn drop(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, other)| *mine &= !other);
    }

    /// Returns true if both sets have a number in common.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |common, (mine, other)| common | (mine & other)) != 0
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> {
        self.0.iter().zip(0..).flat_map(|(&word, at)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as u16)?;
                rest &= rest - 1;
                Some(at * 64 + bit)
            })
        })
    }
}

impl SplitSet {
    pub(crate) fn all() -> Self {
        let mut all = Self([u64::MAX; SPLITS.div_ceil(64)]);
        all.0[SPLITS / 64] = (1 << (SPLITS % 64)) - 1;
        all
    }
}

/// The tables of all splits.
pub(crate) struct Splits {
    /// The three parts of each split, as sets of digits.
    pub(crate) parts: Vec<[u16; 3]>,
    /// The partition of each split.
    pub(crate) partition: Vec<Partition>,
    /// For each split, the pairs that fit it: parts in the same position have no digit in common.
    pub(crate) fitting: Vec<[(Split, Split); FITTING]>,
    /// For each partition, those that cross it: each part of one shares a digit with each part of
    /// the other.
    pub(crate) crossing: Vec<[Partition; CROSSING]>,
    /// The same partitions as sets.
    crossing_sets: Vec<PartitionSet>,
    /// One split of each partition.
    pub(crate) some_split: Vec<Split>,
    /// The splits with this digit in this part.
    pub(crate) with: [[SplitSet; 9]; 3],
    /// The rank of each set of three digits among all such sets.
    rank: [u8; 512],
    /// The split that starts with these two parts.
    by_rank: Vec<[Split; 84]>,
}

/// The tables, made once for all boards. This takes well under a millisecond.
pub(crate) static TABLES: LazyLock<Splits> = LazyLock::new(Splits::new);

impl Splits {
    fn new() -> Self {
        let triples: Vec<u16> = (0..512u16).filter(|set| set.count_ones() == 3).collect();
        let mut rank = [0; 512];
        for (place, &triple) in (0..).zip(&triples) {
            rank[usize::from(triple)] = place;
        }
        let mut tables = Self {
            parts: Vec::with_capacity(SPLITS),
            partition: vec![0; SPLITS],
            fitting: Vec::with_capacity(SPLITS),
            crossing: Vec::with_capacity(PARTITIONS),
            crossing_sets: vec![PartitionSet::EMPTY; PARTITIONS],
            some_split: Vec::with_capacity(PARTITIONS),
            with: [[SplitSet::EMPTY; 9]; 3],
            rank,
            by_rank: vec![[0; 84]; 84],
        };
        for &first in &triples {
            for &second in triples.iter().filter(|&&second| first & second == 0) {
                let split = tables.parts.len() as Split;
                let parts = [first, second, 0x1ff ^ first ^ second];
                tables.by_rank[usize::from(rank[usize::from(first)])]
                    [usize::from(rank[usize::from(second)])] = split;
                tables.parts.push(parts);
                for (part, with) in parts.into_iter().zip(&mut tables.with) {
                    digits(part).for_each(|digit| with[digit].insert(split));
                }
            }
        }
        for split in 0..SPLITS as Split {
            let [a, b, c] = tables.parts[usize::from(split)];
            if a < b && b < c {
                for parts in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                    let same = tables.find(parts);
                    tables.partition[usize::from(same)] = tables.some_split.len() as Partition;
                }
                tables.some_split.push(split);
            }
        }
        for split in 0..SPLITS as Split {
            tables.fitting.push(tables.fitting_pairs(split, &triples));
        }
        for partition in 0..PARTITIONS {
            let crossing = tables.crossing_partitions(partition);
            for &other in &crossing {
                tables.crossing_sets[partition].insert(other);
            }
            tables.crossing.push(crossing);
        }
        tables
    }

    fn fitting_pairs(&self, split: Split, triples: &[u16]) -> [(Split, Split); FITTING] {
        let [a, b, c] = self.parts[usize::from(split)];
        let mut pairs = [(0, 0); FITTING];
        let mut count = 0;
        for &first in triples.iter().filter(|&&first| first & a == 0) {
            for &second in triples.iter().filter(|&&second| second & (b | first) == 0) {
                let third = 0x1ff ^ first ^ second;
                if third & c == 0 {
                    let other = [0x1ff ^ a ^ first, 0x1ff ^ b ^ second, 0x1ff ^ c ^ third];
                    pairs[count] = (self.find([first, second, third]), self.find(other));
                    count += 1;
                }
            }
        }
        debug_assert_eq!(count, FITTING);
        pairs
    }

    fn crossing_partitions(&self, partition: usize) -> [Partition; CROSSING] {
        let [a, b, c] = self.parts[usize::from(self.some_split[partition])];
        let mut found = [0; CROSSING];
        let mut count = 0;
        // One digit of each part together with the first digit of the first part. Then one of the
        // remaining digits of each part together with the next digit of the first part.
        let one_of_each = |a: u16, b: u16, c: u16| {
            let first = a & a.wrapping_neg();
            digits(b).flat_map(move |b| digits(c).map(move |c| first | 1 << b | 1 << c))
        };
        for first in one_of_each(a, b, c) {
            for second in one_of_each(a & !first, b & !first, c & !first) {
                let split = self.find([first, second, 0x1ff ^ first ^ second]);
                found[count] = self.partition[usize::from(split)];
                count += 1;
            }
        }
        debug_assert_eq!(count, CROSSING);
        found
    }

    /// Returns the split with these parts.
    pub(crate) fn find(&self, parts: [u16; 3]) -> Split {
        let [first, second] = [parts[0], parts[1]].map(|part| self.rank[usize::from(part)]);
        self.by_rank[usize::from(first)][usize::from(second)]
    }

    /// Returns the split with the parts at these positions in another order. The order's number is
    /// below the factorial of the number of positions.
    pub(crate) fn reordered(&self, split: Split, places: &[usize], order: u64) -> Split {
        let mut parts = self.parts[usize::from(split)];
        match *places {
            [a, b] if order == 1 => parts.swap(a, b),
            [_, _, _] => {
                parts.rotate_left((order / 2) as usize);
                if order % 2 == 1 {
                    parts.swap(1, 2);
                }
            }
            _ => {}
        }
        self.find(parts)
    }

    /// Returns the partitions that cross this one.
    pub(crate) fn crossed_by(&self, partition: Partition) -> &PartitionSet {
        &self.crossing_sets[usize::from(partition)]
    }

    /// Returns the image of the split under a relabeling.
    pub(crate) fn renamed(&self, split: Split, relabeling: &Relabeling) -> Split {
        let [first, second, _] = self.parts[usize::from(split)];
        self.find([renamed(first, relabeling), renamed(second, relabeling), 0])
    }

    /// Returns the image of the split under a prepared relabeling.
    pub(crate) fn renamed_by(&self, split: Split, renaming: &Renaming) -> Split {
        let [first, second, _] = self.parts[usize::from(split)];
        self.find([renaming.of(first), renaming.of(second), 0])
    }

    /// Returns the image of the partition under a relabeling.
    pub(crate) fn renamed_partition(
        &self,
        partition: Partition,
        relabeling: &Relabeling,
    ) -> Partition {
        let split = self.renamed(self.some_split[usize::from(partition)], relabeling);
        self.partition[usize::from(split)]
    }
}

/// A relabeling that is prepared to relabel many sets of digits, three digits at once.
pub(crate) struct Renaming([[u16; 8]; 3]);

impl Renaming {
    pub(crate) fn new(relabeling: &Relabeling) -> Self {
        Self(std::array::from_fn(|three| {
            std::array::from_fn(|set| {
                let names = (0..3).map(|digit| {
                    let name = relabeling[3 * three + digit];
                    u16::from(set >> digit & 1 == 1) << name
                });
                names.sum()
            })
        }))
    }

    /// Returns the image of a set of digits.
    pub(crate) fn of(&self, set: u16) -> u16 {
        let [low, middle, high] = &self.0;
        let three = |set: u16| usize::from(set & 7);
        low[three(set)] | middle[three(set >> 3)] | high[three(set >> 6)]
    }
}

/// Returns the image of a set of three digits.
fn renamed(part: u16, relabeling: &Relabeling) -> u16 {
    let mut rest = part;
    let mut names = 0;
    for _ in 0..3 {
        names |= 1 << relabeling[rest.trailing_zeros() as usize % 9];
        rest &= rest.wrapping_sub(1);
    }
    names
}

/// Returns the digits of a set, counted from 0.
pub(crate) fn digits(set: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |digit| set >> digit & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renaming_three_digits_at_once_equals_renaming_each() {
        for relabeling in [[8, 0, 3, 1, 7, 2, 6, 5, 4], [0, 1, 2, 3, 4, 5, 6, 7, 8]] {
            let renaming = Renaming::new(&relabeling);
            for &[part, ..] in &TABLES.parts {
                let each = digits(part).fold(0, |names, digit| names | 1 << relabeling[digit]);
                assert_eq!((renaming.of(part), renamed(part, &relabeling)), (each, each));
            }
        }
    }

    #[test]
    fn the_number_of_splits_equals_the_formula() {
        let tables = &*TABLES;
        assert_eq!((tables.parts.len(), tables.some_split.len()), (SPLITS, PARTITIONS));
        for (split, pairs) in tables.fitting.iter().enumerate() {
            let mut sorted = pairs.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), FITTING);
            for &(second, third) in pairs {
                for part in 0..3 {
                    let [a, b, c] = [split, second.into(), third.into()];
                    let of = |split: usize| tables.parts[split][part];
                    assert_eq!((of(a) | of(b) | of(c), of(a) & of(b)), (0x1ff, 0));
                }
            }
        }
        for (one, crossing) in tables.crossing.iter().enumerate() {
            let mut sorted = crossing.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), CROSSING);
            for &other in crossing {
                let of = |partition: usize| tables.parts[usize::from(tables.some_split[partition])];
                for a in of(one) {
                    assert!(of(other.into()).iter().all(|b| (a & b).count_ones() == 1));
                }
            }
        }
    }
}
