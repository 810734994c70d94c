//! Sets of digit sets, as 512 bits.

/// The number of 64-bit words of the 512 bits.
const WORDS: usize = 8;

/// A set of digit sets: one bit for each of the 512 sets, numbered by their own bits.
///
/// The lowest six digits of a digit set select a bit of a word, the others select the word. So
/// adding one of the six is a shift within words, and adding another one moves whole words. The
/// compiler turns both into vector instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct DigitSets([u64; WORDS]);

/// For each of the lowest six digits: the positions in a word of the sets without this digit.
const WITHOUT: [u64; 6] = [
    u64::MAX / 3,
    u64::MAX / 5,
    u64::MAX / 17,
    u64::MAX / 257,
    u64::MAX / 65_537,
    u64::MAX / 4_294_967_297,
];

/// For each of the highest three digits: the words of the sets without this digit.
const WORDS_WITHOUT: [[usize; 4]; 3] = [[0, 2, 4, 6], [0, 1, 4, 5], [0, 1, 2, 3]];

impl DigitSets {
    pub(crate) const NONE: Self = Self([0; WORDS]);

    pub(crate) const fn only(set: u16) -> Self {
        let mut words = [0; WORDS];
        words[(set >> 6) as usize & 7] = 1 << (set & 63);
        Self(words)
    }

    pub(crate) const fn contains(&self, set: u16) -> bool {
        self.0[(set >> 6) as usize & 7] >> (set & 63) & 1 != 0
    }

    pub(crate) const fn insert(&mut self, set: u16) {
        self.0[(set >> 6) as usize & 7] |= 1 << (set & 63);
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline(always)]
    pub(crate) fn and(self, other: &Self) -> Self {
        Self(core::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    #[inline(always)]
    pub(crate) fn or(self, other: &Self) -> Self {
        Self(core::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// Returns every set that results from adding one of these digits to a set without it.
    #[inline(always)]
    pub(crate) fn plus(&self, digits: u16) -> Self {
        let mut sums = [0; WORDS];
        for digit in low_digits(digits) {
            for at in 0..WORDS {
                sums[at] |= (self.0[at] & WITHOUT[digit]) << (1 << digit);
            }
        }
        for (place, words) in WORDS_WITHOUT.iter().enumerate() {
            let all = all_if(digits, 6 + place);
            for &at in words {
                sums[at + (1 << place)] |= self.0[at] & all;
            }
        }
        Self(sums)
    }

    /// Returns the sets of `before` that one of these digits takes into `self`, and these digits.
    #[inline(always)]
    pub(crate) fn minus(&self, before: &Self, digits: u16) -> (Self, u16) {
        let mut rest = [0; WORDS];
        let mut used = 0;
        for digit in low_digits(digits) {
            let mut any = 0;
            for at in 0..WORDS {
                let sets = self.0[at] >> (1 << digit) & WITHOUT[digit] & before.0[at];
                any |= sets;
                rest[at] |= sets;
            }
            used |= u16::from(any != 0) << digit;
        }
        for (place, words) in WORDS_WITHOUT.iter().enumerate() {
            let all = all_if(digits, 6 + place);
            let mut any = 0;
            for &at in words {
                let sets = self.0[at + (1 << place)] & before.0[at] & all;
                any |= sets;
                rest[at] |= sets;
            }
            used |= u16::from(any != 0) << (6 + place);
        }
        (Self(rest), used)
    }

    /// Returns the digits that are in every set.
    #[inline(always)]
    pub(crate) fn common(&self) -> u16 {
        let mut common = 0;
        for digit in 0..6 {
            let without = self.0.iter().fold(0, |any, word| any | word & WITHOUT[digit]);
            common |= u16::from(without == 0) << digit;
        }
        for (place, words) in WORDS_WITHOUT.iter().enumerate() {
            let without = words.iter().fold(0, |any, &at| any | self.0[at]);
            common |= u16::from(without == 0) << (6 + place);
        }
        common
    }
}

/// Returns the digits of the set that are among the lowest six, counted from 0.
#[inline(always)]
fn low_digits(digits: u16) -> impl Iterator<Item = usize> {
    let mut left = digits & 63;
    core::iter::from_fn(move || {
        let digit = (left != 0).then(|| left.trailing_zeros() as usize % 6);
        left &= left.wrapping_sub(1);
        digit
    })
}

/// Returns a word of ones if the set has this digit, counted from 0, and otherwise 0. A branch
/// would be slower, because the processor cannot predict it.
#[inline(always)]
fn all_if(digits: u16, digit: usize) -> u64 {
    u64::from(digits >> digit & 1).wrapping_neg()
}

/// The allowed digit sets of some cells, with a table for cells that are tried one by one.
#[derive(Clone, Debug)]
pub(crate) struct AllowedSets {
    pub(crate) sets: DigitSets,
    /// For each set, the digits that are not in it and complete it to an allowed set.
    pub(crate) last: [u16; 512],
}

impl AllowedSets {
    pub(crate) fn new(sets: DigitSets) -> Self {
        let mut last = [0; 512];
        for set in (0..512).filter(|&set| sets.contains(set)) {
            let mut left = set;
            while left != 0 {
                let digit = left & left.wrapping_neg();
                left ^= digit;
                last[usize::from(set ^ digit)] |= digit;
            }
        }
        Self { sets, last }
    }
}

/// The sum of the digits of each set.
pub(crate) static SUM: [u8; 512] = {
    let mut sums = [0; 512];
    let mut set = 1;
    while set < 512 {
        // The set without its lowest digit comes earlier.
        sums[set] = sums[set & (set - 1)] + set.trailing_zeros() as u8 + 1;
        set += 1;
    }
    sums
};

/// The digit sets of each sum.
pub(crate) static WITH_SUM: [DigitSets; 46] = {
    let mut sets = [DigitSets::NONE; 46];
    let mut set = 0;
    while set < 512 {
        sets[SUM[set] as usize].insert(set as u16);
        set += 1;
    }
    sets
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets and digits that depend on a seed.
    fn some(seed: u64) -> (DigitSets, u16) {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        (DigitSets(core::array::from_fn(|_| next() & next())), next() as u16 & 511)
    }

    #[test]
    fn operations_agree_with_their_definitions() {
        for seed in 0..50 {
            let ((sets, digits), (before, _)) = (some(seed), some(seed + 1000));
            let lists = |set: u16| (0..9).map(|digit| 1 << digit).filter(move |bit| set & bit != 0);
            let (plus, (minus, used)) = (sets.plus(digits), sets.minus(&before, digits));
            let mut expected_used = 0;
            for set in 0..512 {
                let from = lists(set).any(|bit| digits & bit != 0 && sets.contains(set & !bit));
                assert_eq!(plus.contains(set), from);
                let into: u16 = lists(digits & !set).filter(|bit| sets.contains(set | bit)).sum();
                assert_eq!(minus.contains(set), before.contains(set) && into != 0);
                expected_used |= if before.contains(set) { into } else { 0 };
                assert_eq!(
                    sets.or(&before).contains(set),
                    sets.contains(set) || before.contains(set)
                );
                assert_eq!(
                    sets.and(&before).contains(set),
                    sets.contains(set) && before.contains(set)
                );
            }
            assert_eq!(used, expected_used);
            let few =
                sets.and(&DigitSets::only(77).or(&DigitSets::only(5)).or(&DigitSets::only(300)));
            let common = (0..512).filter(|&set| few.contains(set)).fold(511, |all, set| all & set);
            assert_eq!(few.common(), common);
        }
        assert_eq!(
            (SUM[511], WITH_SUM[45].contains(511), WITH_SUM[3].contains(3)),
            (45, true, true)
        );
    }
}
