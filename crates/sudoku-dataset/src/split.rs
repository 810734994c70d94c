//! Training, validation and test splits, chosen by the canonical form of a solution or a puzzle.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sudoku_core::Board;

/// A split of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// The training split.
    Train,
    /// The validation split.
    Validation,
    /// The test split.
    Test,
}

impl Split {
    /// All splits.
    pub const ALL: &[Self] = &[Self::Train, Self::Validation, Self::Test];

    /// Returns the name, with which file names begin.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Validation => "validation",
            Self::Test => "test",
        }
    }
}

/// The identity of a puzzle: equal puzzles belong in one split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Identity {
    /// The solution, up to symmetry and relabeling. Equal puzzles have equal solutions, so this
    /// identity joins more puzzles than [`Puzzle`](Self::Puzzle).
    #[default]
    Solution,
    /// The puzzle, up to symmetry and relabeling.
    Puzzle,
}

/// A number for each split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerSplit {
    /// The number for training.
    pub train: u32,
    /// The number for validation.
    pub validation: u32,
    /// The number for the test.
    pub test: u32,
}

impl PerSplit {
    /// The maximum number. All symmetric copies of a puzzle are in memory at the same time.
    pub const MOST: u32 = 100_000;

    /// Returns the number for this split.
    #[must_use]
    pub const fn of(self, split: Split) -> u32 {
        match split {
            Split::Train => self.train,
            Split::Validation => self.validation,
            Split::Test => self.test,
        }
    }
}

/// The error for a text that does not give a number for each split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PerSplitError {
    /// The text is neither one whole number nor three numbers.
    #[error("expected one whole number, or three numbers such as 8,1,1")]
    Format,
    /// A number is too large.
    #[error("expected numbers of at most {}", PerSplit::MOST)]
    TooLarge,
    /// The decimal shares have no ratio of small enough whole numbers.
    #[error(
        "the ratio of these shares needs numbers above {}; use fewer decimals, or a ratio such as 1,1,1",
        PerSplit::MOST
    )]
    TooFine,
}

impl PerSplit {
    /// Parses shares. Only their ratio matters: whole numbers as [`FromStr`] reads them, or
    /// decimals, which are converted to the smallest whole numbers of the same ratio.
    ///
    /// ```
    /// use sudoku_dataset::PerSplit;
    ///
    /// assert_eq!(PerSplit::shares("0.8, 0.1, 0.1")?, "8,1,1".parse()?);
    /// # Ok::<(), sudoku_dataset::PerSplitError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is neither one whole number nor three numbers, or if a whole number is too
    /// large.
    pub fn shares(text: &str) -> Result<Self, PerSplitError> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let decimals = |part: &&str| part.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let digits = parts.iter().map(decimals).max().unwrap_or(0);
        if digits == 0 {
            return text.parse();
        }
        // A single decimal does not determine the shares of the other splits.
        if parts.len() != 3 {
            return Err(PerSplitError::Format);
        }
        // More decimals would exceed the maximum in any case.
        if digits > 9 {
            return Err(PerSplitError::TooFine);
        }
        let scaled = |part: &&str| {
            let (whole, decimals) = part.split_once('.').unwrap_or((part, ""));
            let number = format!("{whole}{decimals:0<digits$}");
            let is_number = part.contains(|character: char| character.is_ascii_digit());
            number.parse::<u64>().ok().filter(|_| is_number && !part.contains('+'))
        };
        let numbers: Option<Vec<u64>> = parts.iter().map(scaled).collect();
        let numbers = numbers.ok_or(PerSplitError::Format)?;
        let divisor = numbers.iter().copied().fold(0, greatest_common_divisor).max(1);
        let reduced = numbers.iter().map(|number| (number / divisor).to_string());
        reduced.collect::<Vec<_>>().join(",").parse().map_err(|_| PerSplitError::TooFine)
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Parses `8,1,1`, or one number for all splits.
impl FromStr for PerSplit {
    type Err = PerSplitError;

    fn from_str(text: &str) -> Result<Self, PerSplitError> {
        let numbers: Result<Vec<u32>, _> =
            text.split(',').map(|number| number.trim().parse()).collect();
        let (train, validation, test) = match numbers.as_deref() {
            Ok(&[number]) => (number, number, number),
            Ok(&[train, validation, test]) => (train, validation, test),
            _ => return Err(PerSplitError::Format),
        };
        if [train, validation, test].iter().any(|&number| number > Self::MOST) {
            return Err(PerSplitError::TooLarge);
        }
        Ok(Self { train, validation, test })
    }
}

/// A fingerprint of a puzzle and all equivalent ones: the SHA-256 of the 81 characters of their
/// canonical form, in four words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint([u64; 4]);

impl Fingerprint {
    /// Returns the fingerprint of a canonical form.
    pub(crate) fn of(form: &Board) -> Self {
        let hash: [u8; 32] = Sha256::digest(form.to_line()).into();
        let mut words = [0; 4];
        for (word, bytes) in words.iter_mut().zip(hash.chunks_exact(8)) {
            *word = bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        }
        Self(words)
    }

    /// Returns the split of the puzzles for these shares.
    ///
    /// The first word, as a fraction of 2⁶⁴, falls into the share of the test, of validation or of
    /// training, in this order. Neither the seed nor the files matter: data sets with the same
    /// shares can be merged, and their splits stay disjoint.
    pub(crate) fn split(self, shares: PerSplit) -> Split {
        let total =
            u128::from(shares.train) + u128::from(shares.validation) + u128::from(shares.test);
        let place = (u128::from(self.0[0]) * total) >> 64;
        let test = u128::from(shares.test);
        match place {
            place if place < test => Split::Test,
            place if place < test + u128::from(shares.validation) => Split::Validation,
            _ => Split::Train,
        }
    }

    /// Returns a random seed that is the same for all equivalent puzzles.
    pub(crate) const fn seed(self) -> u64 {
        self.0[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_have_the_requested_shares() {
        let shares: PerSplit = "8,1,1".parse().unwrap();
        let mut counts = [0; 3];
        for number in 0..10_000_u32 {
            let text = format!("{number:081}");
            counts[Fingerprint::of(&text.parse().unwrap()).split(shares) as usize] += 1;
        }
        assert_eq!(counts.iter().sum::<u32>(), 10_000);
        // The tolerance is four standard deviations of the binomial distribution.
        assert!(
            (7840..8160).contains(&counts[0]) && (880..1120).contains(&counts[1]),
            "{counts:?}"
        );
        let none_of_test: PerSplit = "1,1,0".parse().unwrap();
        for number in 0..1000_u32 {
            let fingerprint = Fingerprint::of(&format!("{number:081}").parse().unwrap());
            assert_ne!(fingerprint.split(none_of_test), Split::Test);
        }
    }

    #[test]
    fn shares_may_have_decimals() {
        let whole = |text: &str| text.parse::<PerSplit>();
        for (text, ratio) in [
            ("0.8,0.1,0.1", "8,1,1"),
            (".8,.1,.1", "8,1,1"),
            ("0.75, 0.2, 0.05", "15,4,1"),
            ("1.0,0,0", "1,0,0"),
            ("80,10,10", "80,10,10"),
            ("0.0,0.0,0.0", "0,0,0"),
        ] {
            assert_eq!(PerSplit::shares(text), whole(ratio), "{text}");
        }
        for text in [
            "0.8,0.2",
            "0.8,x,0.1",
            ".,.,.",
            "0.8.1,0,0",
            "0.8,,0.2",
            "0.8,.,0.2",
            "0.8",
            ",.5,.5",
            "-0.8,0.1,0.1",
            "1.,+0.1,0",
        ] {
            assert_eq!(PerSplit::shares(text), Err(PerSplitError::Format), "{text}");
        }
        for text in ["0.333333,0.333333,0.333334", "0.1234567891,0,1"] {
            assert_eq!(PerSplit::shares(text), Err(PerSplitError::TooFine), "{text}");
        }
        assert_eq!(PerSplit::shares("100001,0,1"), Err(PerSplitError::TooLarge));
    }

    #[test]
    fn a_fingerprint_is_the_sha256_that_other_programs_give() {
        // printf '.%.0s' {1..81} | sha256sum
        let Fingerprint(words) = Fingerprint::of(&Board::EMPTY);
        assert_eq!(words.map(|word| format!("{word:016x}")).concat(), EMPTY);
    }

    const EMPTY: &str = "eb7b0297e5b6b33f6680cf9c6b471903832a5caceda3debf8e52cda0a40ab9c3";
}
