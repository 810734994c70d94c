//! The merge sort of Java's library, to the last comparison.
//!
//! Some of the orders in which this scale ranks steps contradict themselves: `a` before `b`, `b`
//! before `c`, `c` before `a`. What stands first after sorting then depends on which pairs the sort
//! compares, so it has to compare the same ones: Tim Peters's sort with a least run of 32 and
//! galloping from seven wins on.

const SMALL: usize = 32;
const GALLOP: usize = 7;

/// The numbers below `count` in order; `compare` says how its first stands to its second.
pub(super) fn sorted(count: usize, compare: impl Fn(usize, usize) -> i32) -> Vec<usize> {
    let mut sort =
        MergeSort { items: (0..count).collect(), compare, runs: Vec::new(), patience: GALLOP };
    sort.run();
    sort.items
}

struct MergeSort<F> {
    items: Vec<usize>,
    compare: F,
    /// The runs that wait to be merged: start and length.
    runs: Vec<(usize, usize)>,
    /// After how many wins in a row a merge gallops.
    patience: usize,
}

impl<F: Fn(usize, usize) -> i32> MergeSort<F> {
    fn run(&mut self) {
        let count = self.items.len();
        if count < 2 {
            return;
        }
        if count < SMALL {
            let ordered = self.first_run(0, count);
            self.insert_rest(0, ordered, count);
            return;
        }
        let least = least_run(count);
        let mut start = 0;
        while start < count {
            let mut length = self.first_run(start, count);
            if length < least {
                let forced = least.min(count - start);
                self.insert_rest(start, start + length, start + forced);
                length = forced;
            }
            self.runs.push((start, length));
            self.restore_balance();
            start += length;
        }
        while self.runs.len() > 1 {
            let last = self.runs.len() - 2;
            let is_short = last > 0 && self.runs[last - 1].1 < self.runs[last + 1].1;
            self.merge(last - usize::from(is_short));
        }
    }

    /// The length of the run at the start, which is turned round if it descends.
    fn first_run(&mut self, start: usize, end: usize) -> usize {
        let mut next = start + 1;
        if next == end {
            return 1;
        }
        let is_less =
            |sort: &Self, at: usize| (sort.compare)(sort.items[at], sort.items[at - 1]) < 0;
        let descends = is_less(self, next);
        next += 1;
        while next < end && is_less(self, next) == descends {
            next += 1;
        }
        if descends {
            self.items[start..next].reverse();
        }
        next - start
    }

    /// Inserts the items from `sorted` on into those before, by halving.
    fn insert_rest(&mut self, start: usize, sorted: usize, end: usize) {
        for next in sorted.max(start + 1)..end {
            let item = self.items[next];
            let (mut low, mut high) = (start, next);
            while low < high {
                let middle = usize::midpoint(low, high);
                if (self.compare)(item, self.items[middle]) < 0 {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            self.items[low..=next].rotate_right(1);
        }
    }

    /// Merges until each run is longer than the two after it together.
    fn restore_balance(&mut self) {
        while self.runs.len() > 1 {
            let length = |index: usize| self.runs[index].1;
            let mut at = self.runs.len() - 2;
            let grows = |index: usize| length(index - 1) <= length(index) + length(index + 1);
            if (at > 0 && grows(at)) || (at > 1 && grows(at - 1)) {
                if length(at - 1) < length(at + 1) {
                    at -= 1;
                }
            } else if length(at) > length(at + 1) {
                break;
            }
            self.merge(at);
        }
    }

    /// Merges the run with the one after it.
    fn merge(&mut self, at: usize) {
        let (mut start, mut first) = self.runs[at];
        let (middle, second) = self.runs.remove(at + 1);
        self.runs[at].1 = first + second;
        let ahead = self.after_equals(self.items[middle], &self.items[start..middle], 0);
        start += ahead;
        first -= ahead;
        if first == 0 {
            return;
        }
        let last = self.items[middle - 1];
        let part = &self.items[middle..middle + second];
        let second = self.before_equals(last, part, second - 1);
        if second == 0 {
            return;
        }
        if first <= second {
            self.merge_forward(start, first, second);
        } else {
            self.merge_backward(start, first, second);
        }
    }

    /// Where the key would stand in a sorted part, before its equals; the search begins at `hint`.
    fn before_equals(&self, key: usize, part: &[usize], hint: usize) -> usize {
        let is_behind = |at: usize| (self.compare)(key, part[at]) > 0;
        gallop(part.len(), hint, is_behind)
    }

    /// The same, behind its equals.
    fn after_equals(&self, key: usize, part: &[usize], hint: usize) -> usize {
        let is_behind = |at: usize| (self.compare)(key, part[at]) >= 0;
        gallop(part.len(), hint, is_behind)
    }

    /// Merges two neighbouring runs from their starts; the first is the shorter.
    fn merge_forward(&mut self, start: usize, first: usize, second: usize) {
        let kept = self.items[start..start + first].to_vec();
        let (mut left, mut right, end) = (0, start + first, start + first + second);
        let mut to = start;
        self.items[to] = self.items[right];
        to += 1;
        right += 1;
        let mut patience = self.patience;
        'all: while right < end && first - left > 1 {
            let (mut wins_left, mut wins_right) = (0, 0);
            while (wins_left | wins_right) < patience {
                if (self.compare)(self.items[right], kept[left]) < 0 {
                    self.items[to] = self.items[right];
                    right += 1;
                    (wins_left, wins_right) = (0, wins_right + 1);
                } else {
                    self.items[to] = kept[left];
                    left += 1;
                    (wins_left, wins_right) = (wins_left + 1, 0);
                }
                to += 1;
                if right == end || first - left == 1 {
                    break 'all;
                }
            }
            loop {
                wins_left = self.after_equals(self.items[right], &kept[left..], 0);
                self.items[to..to + wins_left].copy_from_slice(&kept[left..left + wins_left]);
                to += wins_left;
                left += wins_left;
                if wins_left > 0 && first - left <= 1 {
                    break 'all;
                }
                self.items[to] = self.items[right];
                to += 1;
                right += 1;
                if right == end {
                    break 'all;
                }
                wins_right = self.before_equals(kept[left], &self.items[right..end], 0);
                self.items.copy_within(right..right + wins_right, to);
                to += wins_right;
                right += wins_right;
                if right == end {
                    break 'all;
                }
                self.items[to] = kept[left];
                to += 1;
                left += 1;
                if first - left == 1 {
                    break 'all;
                }
                patience = patience.saturating_sub(1);
                if wins_left < GALLOP && wins_right < GALLOP {
                    break;
                }
            }
            patience += 2;
        }
        self.patience = patience.max(1);
        if first - left == 1 {
            self.items.copy_within(right..end, to);
            self.items[to + end - right] = kept[left];
        } else {
            let rest = first - left;
            self.items[to..to + rest].copy_from_slice(&kept[left..]);
        }
    }

    /// Merges two neighbouring runs from their ends; the second is the shorter.
    fn merge_backward(&mut self, start: usize, first: usize, second: usize) {
        let kept = self.items[start + first..start + first + second].to_vec();
        // How many items of each run are left, and the end of what is not filled yet.
        let (mut left, mut right, mut to) = (first, second, start + first + second);
        to -= 1;
        left -= 1;
        self.items[to] = self.items[start + left];
        let mut patience = self.patience;
        'all: while left > 0 && right > 1 {
            let (mut wins_left, mut wins_right) = (0, 0);
            while (wins_left | wins_right) < patience {
                to -= 1;
                if (self.compare)(kept[right - 1], self.items[start + left - 1]) < 0 {
                    left -= 1;
                    self.items[to] = self.items[start + left];
                    (wins_left, wins_right) = (wins_left + 1, 0);
                } else {
                    right -= 1;
                    self.items[to] = kept[right];
                    (wins_left, wins_right) = (0, wins_right + 1);
                }
                if left == 0 || right == 1 {
                    break 'all;
                }
            }
            loop {
                let part = &self.items[start..start + left];
                wins_left = left - self.after_equals(kept[right - 1], part, left - 1);
                to -= wins_left;
                left -= wins_left;
                self.items.copy_within(start + left..start + left + wins_left, to);
                if left == 0 {
                    break 'all;
                }
                to -= 1;
                right -= 1;
                self.items[to] = kept[right];
                if right == 1 {
                    break 'all;
                }
                let last = self.items[start + left - 1];
                wins_right = right - self.before_equals(last, &kept[..right], right - 1);
                to -= wins_right;
                right -= wins_right;
                self.items[to..to + wins_right].copy_from_slice(&kept[right..right + wins_right]);
                if wins_right > 0 && right <= 1 {
                    break 'all;
                }
                to -= 1;
                left -= 1;
                self.items[to] = self.items[start + left];
                if left == 0 {
                    break 'all;
                }
                patience = patience.saturating_sub(1);
                if wins_left < GALLOP && wins_right < GALLOP {
                    break;
                }
            }
            patience += 2;
        }
        self.patience = patience.max(1);
        if right == 1 {
            to -= left;
            self.items.copy_within(start..start + left, to);
            self.items[to - 1] = kept[0];
        } else {
            self.items[to - right..to].copy_from_slice(&kept[..right]);
        }
    }
}

/// The first place for which the key is not behind: in steps that double, then by halving.
fn gallop(length: usize, hint: usize, is_behind: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high);
    let (mut near, mut far) = (0, 1);
    if is_behind(hint) {
        let most = length - hint;
        while far < most && is_behind(hint + far) {
            (near, far) = (far, 2 * far + 1);
        }
        (low, high) = (hint + near + 1, hint + far.min(most));
    } else {
        let most = hint + 1;
        while far < most && !is_behind(hint - far) {
            (near, far) = (far, 2 * far + 1);
        }
        (low, high) = (hint + 1 - far.min(most), hint - near);
    }
    while low < high {
        let middle = usize::midpoint(low, high);
        if is_behind(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    high
}

/// The length that every run but the last is brought to.
const fn least_run(count: usize) -> usize {
    let (mut count, mut rest) = (count, 0);
    while count >= SMALL {
        rest |= count & 1;
        count >>= 1;
    }
    count + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence that looks random enough, the same every time.
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
                // Runs of every kind: ascending, descending, and one long way past the other.
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
                let found = sorted(count, |a, b| keys[a] - keys[b]);
                assert_eq!(found, expected, "{count} below {below}, {seed}");
            }
        }
    }

    #[test]
    fn an_order_that_contradicts_itself_is_sorted_as_java_does() {
        // Stone, paper and scissors, and others that compare by their number.
        let keys = numbers(100, 40, 3);
        let compare = |a: usize, b: usize| {
            let (a, b) = (keys[a], keys[b]);
            if a % 3 == b % 3 { a - b } else { (a - b + 300) % 3 * 2 - 3 }
        };
        let found: Vec<i32> = sorted(100, compare).into_iter().map(|at| keys[at]).collect();
        assert_eq!(found, JAVA);
    }

    /// What `Collections.sort` of Java 17 makes of it.
    const JAVA: [i32; 100] = [
        12, 12, 12, 15, 15, 18, 21, 39, 2, 2, 5, 5, 5, 8, 11, 11, 11, 11, 11, 17, 17, 17, 20, 29,
        29, 32, 32, 32, 32, 32, 32, 35, 38, 1, 1, 1, 4, 4, 4, 7, 10, 13, 13, 19, 19, 19, 19, 22,
        22, 22, 22, 22, 25, 25, 25, 25, 25, 28, 28, 28, 28, 31, 31, 31, 34, 37, 37, 37, 37, 37, 0,
        0, 3, 3, 3, 6, 9, 12, 12, 12, 12, 12, 15, 15, 15, 15, 24, 24, 27, 33, 36, 36, 39, 39, 2,
        29, 32, 35, 35, 38,
    ];
}
