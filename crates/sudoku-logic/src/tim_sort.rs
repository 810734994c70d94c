//! TimSort: a merge sort that compares exactly the pairs that Java's library sort compares.
//!
//! Some of the orders by which this scale ranks steps are not transitive: `a` before `b`, `b`
//! before `c`, `c` before `a`. The first item after sorting then depends on the compared pairs, so
//! the sort must compare the same ones. The implementation follows Tim Peters's description of his
//! sort (`Objects/listsort.txt` of CPython), with the number 32 instead of 64, and de Gouw et al.
//! (2015) for the merge rule. Details that the description leaves open follow Java's comparisons:
//! the run that gallops first, the choice of one of two middles, the argument order, and the change
//! of the galloping limit. The tests compare with pairs that were recorded in Java.
//!
//! Java throws an exception if it detects during a merge that an order contradicts itself. This
//! implementation then ends the merge normally: the rest of the other run follows.
//!
//! TimSort is stable, so it also sorts the lists of the other scales. Its code is compiled once,
//! not for each type. So the WebAssembly module of the page is smaller.

use std::cmp::Ordering;
use std::ops::Range;

/// Fewer items than this are one run.
const ONE_RUN: usize = 32;

/// The initial number of consecutive wins that start galloping, which continues while it wins as
/// many at once.
const MIN_GALLOP: usize = 7;

/// An order of the numbers of a list. It is negative, zero or positive as in C.
type Compare<'a> = dyn Fn(usize, usize) -> i32 + 'a;

/// Sorts a list. Equal elements keep their order.
pub(crate) fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = sorted(list.len(), &|one, other| compare(&list[one], &list[other]) as i32);
    for &(one, other) in &swaps(order) {
        list.swap(one, other);
    }
}

/// Returns the pairs of places whose elements have to be swapped. `order` has the old place of each
/// element.
fn swaps(mut order: Vec<usize>) -> Vec<(usize, usize)> {
    let mut swaps = Vec::new();
    for start in 0..order.len() {
        // In a cycle, each place takes the element of the next place. A place that is done names
        // itself.
        let mut to = start;
        while order[to] != start {
            let from = std::mem::replace(&mut order[to], to);
            swaps.push((to, from));
            to = from;
        }
        order[to] = to;
    }
    swaps
}

/// Returns the numbers below `count` in sorted order.
pub(crate) fn sorted(count: usize, compare: &Compare<'_>) -> Vec<usize> {
    let mut items: Vec<usize> = (0..count).collect();
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut min_gallop = MIN_GALLOP;
    let mut start = 0;
    while start < count {
        let rest = &mut items[start..];
        let natural = natural_run(rest, compare);
        let length = natural.max(least_run(count).min(rest.len()));
        insert_each(&mut rest[..length], natural, compare);
        runs.push(start..start + length);
        start += length;
        // At the end all runs are merged into one.
        while has_to_merge(&runs) || (start == count && runs.len() > 1) {
            merge_last(&mut items, &mut runs, &mut min_gallop, compare);
        }
    }
    items
}

/// Returns the minimum length of a run: the first five bits of the count, plus one if other bits
/// are set.
const fn least_run(count: usize) -> usize {
    let dropped = (count / ONE_RUN + 1).next_power_of_two().trailing_zeros();
    count.div_ceil(1 << dropped)
}

/// Makes a run of the longest ascending prefix, or of the longest strictly descending prefix, which
/// it reverses.
fn natural_run(items: &mut [usize], compare: &Compare<'_>) -> usize {
    let falls = |at: usize| compare(items[at], items[at - 1]) < 0;
    if items.len() < 2 {
        return items.len();
    }
    let is_falling = falls(1);
    let end = (2..items.len()).find(|&at| falls(at) != is_falling).unwrap_or(items.len());
    if is_falling {
        items[..end].reverse();
    }
    end
}

/// Inserts each item from the index `sorted` on into its position among those before it.
fn insert_each(items: &mut [usize], sorted: usize, compare: &Compare<'_>) {
    for at in sorted..items.len() {
        let (mut low, mut high) = (0, at);
        while low < high {
            let middle = usize::midpoint(low, high);
            if compare(items[at], items[middle]) < 0 {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        items[low..=at].rotate_right(1);
    }
}

/// Returns true if the last runs are too long for those before them.
///
/// Each run must be longer than the next, and longer than the next two together. The rule is also
/// checked for the runs before the last one, because a merge may break it there.
fn has_to_merge(runs: &[Range<usize>]) -> bool {
    match runs {
        [.., w, x, y, _] if w.len() <= x.len() + y.len() => true,
        [.., x, y, z] if x.len() <= y.len() + z.len() => true,
        [.., y, z] => y.len() <= z.len(),
        _ => false,
    }
}

/// Merges the second-last run with the shorter of its neighbors, the last one if they are equal.
fn merge_last(
    items: &mut [usize],
    runs: &mut Vec<Range<usize>>,
    min_gallop: &mut usize,
    compare: &Compare<'_>,
) {
    let second = match runs[..] {
        [.., ref x, _, ref z] if x.len() < z.len() => runs.len() - 2,
        _ => runs.len() - 1,
    };
    let right = runs.remove(second);
    let left = &mut runs[second - 1];
    let middle = left.len();
    let both = left.start..right.end;
    merge(&mut items[both.clone()], middle, min_gallop, compare);
    *left = both;
}

/// Merges two runs, the second of which begins at `middle`.
fn merge(items: &mut [usize], middle: usize, min_gallop: &mut usize, compare: &Compare<'_>) {
    // Items at both ends that are already in place are not moved.
    let (left, right) = items.split_at(middle);
    let first = Merge::new([left, right], End::Front, compare).gallop(LEFT);
    if first == middle {
        return;
    }
    let left = &left[first..];
    let last = items.len() - Merge::new([left, right], End::Back, compare).gallop(RIGHT);
    if last == middle {
        return;
    }
    let right = &right[..last - middle];
    let end = if left.len() <= right.len() { End::Front } else { End::Back };
    let merged = Merge::new([left, right], end, compare).run(min_gallop);
    items[first..last].copy_from_slice(&merged);
}

/// The end of both runs at which a merge takes items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The smallest items are taken first.
    Front,
    /// The largest items are taken first.
    Back,
}

/// The left run of a merge; equal items of the left run come first.
const LEFT: usize = 0;
const RIGHT: usize = 1;

/// The mode of a merge.
enum Mode {
    /// Item by item; one run has won this many times in a row.
    Single { winner: usize, wins: usize },
    /// In blocks: all items that one run wins against the next item of the other.
    Galloping,
}

/// Two runs that are being merged.
struct Merge<'a> {
    /// The remaining items of the runs.
    rest: [&'a [usize]; 2],
    end: End,
    compare: &'a Compare<'a>,
    /// The items that were taken, in order.
    taken: Vec<usize>,
}

impl<'a> Merge<'a> {
    const fn new(rest: [&'a [usize]; 2], end: End, compare: &'a Compare<'a>) -> Self {
        Self { rest, end, compare, taken: Vec::new() }
    }

    /// Returns the items in order.
    fn run(mut self, min_gallop: &mut usize) -> Vec<usize> {
        self.taken.reserve(self.rest[LEFT].len() + self.rest[RIGHT].len());
        // The end of the other run that was not trimmed is known to win.
        let (short, long) = self.short_and_long();
        let mut mode = self.take(long, 1).map(|()| Mode::Single { winner: short, wins: 0 });
        while let Some(now) = mode {
            mode = self.go_on(now, min_gallop);
        }
        *min_gallop = (*min_gallop).max(1);
        // Either one item is left of the shorter run, which is known to lose, or the longer run is
        // empty.
        for side in [long, short] {
            let _ = self.take(side, self.rest[side].len());
        }
        if self.end == End::Back {
            self.taken.reverse();
        }
        self.taken
    }

    /// Takes the next items and returns the mode for the following ones; `None` if the rest needs
    /// no comparison.
    fn go_on(&mut self, mode: Mode, min_gallop: &mut usize) -> Option<Mode> {
        match mode {
            Mode::Single { winner, wins } => {
                let next = if self.wins(LEFT, 0) { LEFT } else { RIGHT };
                self.take(next, 1)?;
                let wins = if next == winner { wins + 1 } else { 1 };
                let is_streak = wins >= *min_gallop;
                Some(if is_streak { Mode::Galloping } else { Mode::Single { winner: next, wins } })
            }
            Mode::Galloping => {
                let mut most = 0;
                for side in [LEFT, RIGHT] {
                    let count = self.gallop(side);
                    self.take(side, count)?;
                    self.take(1 - side, 1)?;
                    most = most.max(count);
                }
                // The more galloping succeeds, the sooner it starts the next time.
                *min_gallop = min_gallop.saturating_sub(1);
                if most >= MIN_GALLOP {
                    return Some(Mode::Galloping);
                }
                *min_gallop += 2;
                Some(Mode::Single { winner: LEFT, wins: 0 })
            }
        }
    }

    /// Returns the run of which one item is known to be taken last, and the other run.
    const fn short_and_long(&self) -> (usize, usize) {
        match self.end {
            End::Front => (LEFT, RIGHT),
            End::Back => (RIGHT, LEFT),
        }
    }

    /// Takes items of a run. Returns `None` if the rest needs no comparison.
    fn take(&mut self, side: usize, count: usize) -> Option<()> {
        let rest = self.rest[side];
        match self.end {
            End::Front => {
                self.taken.extend(&rest[..count]);
                self.rest[side] = &rest[count..];
            }
            End::Back => {
                let kept = rest.len() - count;
                self.taken.extend(rest[kept..].iter().rev());
                self.rest[side] = &rest[..kept];
            }
        }
        let (short, long) = self.short_and_long();
        (self.rest[short].len() > 1 && !self.rest[long].is_empty()).then_some(())
    }

    /// Returns the item of a run at this distance from the end at which items are taken.
    const fn at(&self, side: usize, distance: usize) -> usize {
        let rest = self.rest[side];
        match self.end {
            End::Front => rest[distance],
            End::Back => rest[rest.len() - 1 - distance],
        }
    }

    /// Returns true if the item of a run at this distance is taken before the next of the other
    /// run.
    fn wins(&self, side: usize, distance: usize) -> bool {
        let order = (self.compare)(self.at(1 - side, 0), self.at(side, distance));
        let is_right_less = if side == LEFT { order < 0 } else { order > 0 };
        let least = if is_right_less { RIGHT } else { LEFT };
        (least == side) == (self.end == End::Front)
    }

    /// Returns the number of items of a run that are taken before the next of the other run.
    ///
    /// It tests the distances 0, 1, 3, 7 and so on until one loses, then does a binary search
    /// between that one and the last winner.
    fn gallop(&self, side: usize) -> usize {
        let (mut low, mut high) = (0, 0);
        let length = self.rest[side].len();
        while high < length && self.wins(side, high) {
            low = high + 1;
            high = 2 * high + 1;
        }
        high = high.min(length);
        while low < high {
            // If there are two middles, it takes the one further from the front of the run.
            let middle = match self.end {
                End::Front => low + (high - low) / 2,
                End::Back => low + (high - low - 1) / 2,
            };
            if self.wins(side, middle) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Returns a reproducible pseudorandom sequence.
    fn numbers(count: usize, below: u64, seed: u64) -> Vec<i32> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
            (state >> 33) % below
        };
        (0..count).map(|_| next() as i32).collect()
    }

    #[test]
    fn a_consistent_order_is_sorted_and_equals_keep_their_places() {
        for (count, below) in [(0, 1), (1, 1), (7, 3), (31, 9), (32, 9), (300, 20), (3000, 1000)] {
            for seed in 0..20 {
                let mut keys = numbers(count, below, seed);
                // Runs of every kind: ascending, descending, and one far above the other.
                if seed % 3 == 0 {
                    let half = count / 2;
                    keys[..half].sort_unstable();
                    keys[half..].sort_unstable_by(|a, b| b.cmp(a));
                }
                if seed % 5 == 0 {
                    keys.iter_mut().take(count / 3).for_each(|key| *key += below as i32 / 2);
                }
                let mut expected: Vec<usize> = (0..count).collect();
                expected.sort_by_key(|&at| keys[at]);
                let found = sorted(count, &|a, b| keys[a] - keys[b]);
                assert_eq!(found, expected, "{count} below {below}, {seed}");
                let mut items: Vec<(i32, usize)> = keys.iter().copied().zip(0..).collect();
                sort_by(&mut items, |(one, _), (other, _)| one.cmp(other));
                let found: Vec<usize> = items.into_iter().map(|(_, at)| at).collect();
                assert_eq!(found, expected, "{count} below {below}, {seed}");
            }
        }
    }

    #[test]
    fn an_order_that_contradicts_itself_is_sorted_as_java_does() {
        // Rock, paper and scissors, and numbers that compare normally.
        let keys = numbers(100, 40, 3);
        let compare = |a: usize, b: usize| {
            let (a, b) = (keys[a], keys[b]);
            if a % 3 == b % 3 { a - b } else { (a - b + 300) % 3 * 2 - 3 }
        };
        let found: Vec<i32> = sorted(100, &compare).into_iter().map(|at| keys[at]).collect();
        assert_eq!(found, JAVA);
    }

    /// The result of `Collections.sort` in Java 17.
    const JAVA: [i32; 100] = [
        12, 12, 12, 15, 15, 18, 21, 39, 2, 2, 5, 5, 5, 8, 11, 11, 11, 11, 11, 17, 17, 17, 20, 29,
        29, 32, 32, 32, 32, 32, 32, 35, 38, 1, 1, 1, 4, 4, 4, 7, 10, 13, 13, 19, 19, 19, 19, 22,
        22, 22, 22, 22, 25, 25, 25, 25, 25, 28, 28, 28, 28, 31, 31, 31, 34, 37, 37, 37, 37, 37, 0,
        0, 3, 3, 3, 6, 9, 12, 12, 12, 12, 12, 15, 15, 15, 15, 24, 24, 27, 33, 36, 36, 39, 39, 2,
        29, 32, 35, 35, 38,
    ];

    /// Returns the seeded numbers, with consecutive blocks of these lengths sorted.
    fn numbers_with_runs((count, below, seed): (usize, u64, u64), runs: &[usize]) -> Vec<i32> {
        let mut keys = numbers(count, below, seed);
        let mut start = 0;
        for length in runs {
            let end = (start + length).min(count);
            keys[start..end].sort_unstable();
            start = end;
        }
        keys
    }

    fn by_number(a: i32, b: i32) -> i32 {
        a - b
    }

    fn never_equal(a: i32, b: i32) -> i32 {
        if a <= b { -1 } else { 1 }
    }

    fn equals_backwards(a: i32, b: i32) -> i32 {
        if a < b { -1 } else { 1 }
    }

    /// Compares by a hash of both numbers, which is not antisymmetric.
    fn any(a: i32, b: i32) -> i32 {
        let hash = (a as u32).wrapping_mul(0x9E37_79B1) ^ (b as u32).wrapping_mul(0x85EB_CA6B);
        let hash = (hash ^ hash >> 15).wrapping_mul(0x2C1B_3C6D);
        (hash ^ hash >> 12) as i32 % 3
    }

    fn in_a_ring(a: i32, b: i32) -> i32 {
        if a % 3 == b % 3 { a - b } else { (a - b + 30_000) % 3 * 2 - 3 }
    }

    fn any_when_close(a: i32, b: i32) -> i32 {
        if (a - b).abs() < 40 { any(a, b) } else { a - b }
    }

    fn equal_when_close(a: i32, b: i32) -> i32 {
        if (a - b).abs() < 40 { 0 } else { a - b }
    }

    /// Returns the FNV-1a hash of the numbers.
    fn hash(numbers: impl Iterator<Item = usize>) -> u64 {
        numbers.fold(0xcbf2_9ce4_8422_2325, |hash: u64, number| {
            (hash ^ number as u64).wrapping_mul(0x100_0000_01b3)
        })
    }

    /// A test vector: numbers with runs, an order, and Java's behavior.
    type Vector =
        ((usize, u64, u64), &'static [usize], fn(i32, i32) -> i32, usize, u64, Option<u64>);

    /// The recorded behavior of `Arrays.sort` in Java 17: the number of compared pairs, a hash of
    /// these pairs, and a hash of the result, or `None` where it throws.
    const VECTORS: [Vector; 16] = [
        ((10, 100, 137), &[], never_equal, 23, 0xfe18_2f18_acea_66d3, Some(0x88fc_1153_3dbb_a3a4)),
        ((31, 5000, 50), &[], any, 102, 0xe24c_82b9_fa44_5c00, Some(0xac6c_216a_3b99_a900)),
        (
            (33, 5000, 559),
            &[],
            equals_backwards,
            124,
            0x3431_6d3c_9c67_a79b,
            Some(0x1221_dd10_7a85_df9f),
        ),
        (
            (293, 5000, 741),
            &[58, 235],
            any_when_close,
            1263,
            0xbc51_998e_ef5f_a476,
            Some(0x8ec4_6e26_174e_8695),
        ),
        ((300, 5, 202), &[], any, 216, 0x03dc_640f_8cc6_ca48, None),
        (
            (300, 50, 14),
            &[150],
            in_a_ring,
            1793,
            0xa5e4_1b43_39c4_923a,
            Some(0x8344_746e_b7fd_2505),
        ),
        (
            (300, 1000, 313),
            &[60, 240],
            never_equal,
            985,
            0x50ff_9546_ee6c_cf7a,
            Some(0x210e_a478_f552_ca3b),
        ),
        (
            (300, 1000, 667),
            &[60, 240],
            never_equal,
            1018,
            0x7cbc_33a0_6bce_7441,
            Some(0xe794_b82d_b3cf_586b),
        ),
        (
            (552, 5000, 138),
            &[120, 80, 25, 20, 30, 18, 40, 200, 19],
            in_a_ring,
            3723,
            0x9643_2def_8dd0_fe2a,
            Some(0x9c85_9647_bdbb_2317),
        ),
        (
            (552, 5000, 668),
            &[120, 80, 25, 20, 30, 18, 40, 200, 19],
            by_number,
            2165,
            0x70dd_a0b8_32c0_0ff8,
            Some(0xc549_f47e_987d_40f9),
        ),
        ((1000, 5, 897), &[500], any_when_close, 640, 0x4018_3caf_1224_a2d8, None),
        (
            (1000, 50, 180),
            &[500],
            by_number,
            5065,
            0xbf0a_9df0_af7c_109b,
            Some(0x0c76_86c1_3e9b_bdb3),
        ),
        (
            (1000, 50, 376),
            &[800, 200],
            equal_when_close,
            1146,
            0x9326_20bc_44a0_c46f,
            Some(0x9d04_16cf_1c3a_d095),
        ),
        (
            (2000, 50, 502),
            &[400, 1600],
            by_number,
            2871,
            0x0c57_ae01_6f9b_dd54,
            Some(0xa20b_ae0c_8ebf_6389),
        ),
        (
            (2000, 300, 961),
            &[1600, 400],
            by_number,
            3958,
            0x74bd_2907_5091_656a,
            Some(0x51e1_72bf_9627_ec59),
        ),
        ((2000, 300, 984), &[1600, 400], any, 487, 0xe17c_968b_7f83_ade3, None),
    ];

    #[test]
    fn the_compared_pairs_equal_those_of_java() {
        for (of, runs, order, count, pairs, outcome) in VECTORS {
            let keys = numbers_with_runs(of, runs);
            let seen = RefCell::new(Vec::new());
            let found = sorted(keys.len(), &|a, b| {
                seen.borrow_mut().push(a * 65_536 + b);
                order(keys[a], keys[b])
            });
            let seen = seen.into_inner();
            assert_eq!(hash(seen.iter().copied().take(count)), pairs, "{of:?}");
            if let Some(outcome) = outcome {
                assert_eq!((seen.len(), hash(found.iter().copied())), (count, outcome), "{of:?}");
            }
            let mut places = found;
            places.sort_unstable();
            assert!(places.into_iter().eq(0..keys.len()), "{of:?}");
        }
    }
}
