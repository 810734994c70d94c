//! What a step is worth on a scale.

use std::fmt;

use crate::step::{ChainKind, Evidence, Step};

/// How a profile rates the steps of one technique.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// Each step has this rating.
    Fixed(f64),
    /// The rating follows from what the step rests on.
    ByStep(fn(&Step) -> f64),
    /// The rating grows with the number of links: see [`rating_of_length`].
    ByLength(f64),
    /// As by length, from a base of their own for cycles within a digit or within cells of two
    /// candidates, for chains within a digit, and for both of those that mix the two.
    ByKindAndLength {
        /// The base of cycles that stay within one digit, or within cells of two candidates.
        cycle: f64,
        /// The base of chains that stay within one digit.
        chain: f64,
        /// The base of cycles and chains that do neither.
        mixed: f64,
    },
}

impl Rule {
    /// What the step is worth.
    #[must_use]
    pub fn rate(&self, step: &Step) -> f64 {
        match (*self, &step.evidence) {
            (Self::Fixed(rating), _) => rating,
            (Self::ByStep(rate), _) => rate(step),
            (_, Evidence::Chains { kind, complexity, .. }) => {
                self.rating_of_chain(*kind, *complexity)
            }
            (Self::ByLength(base) | Self::ByKindAndLength { mixed: base, .. }, _) => base,
        }
    }

    /// What chains of so many links are worth.
    pub(crate) fn rating_of_chain(&self, kind: ChainKind, complexity: usize) -> f64 {
        let base = match *self {
            Self::ByLength(base) => base,
            Self::ByKindAndLength { cycle, chain, mixed } => match kind {
                ChainKind::DigitCycle | ChainKind::CellCycle => cycle,
                ChainKind::DigitChain => chain,
                _ => mixed,
            },
            Self::Fixed(rating) => return rating,
            // The order within a technique: any that grows.
            Self::ByStep(_) => return complexity as f64,
        };
        rating_of_length(base, complexity.saturating_sub(2))
    }
}

/// A rating that grows with a chain: a tenth for each of 4, 6, 8, 12, 16, 24, … links exceeded.
///
/// The tenths are added up one by one, as the programs do whose ratings these are: the sums differ
/// in their last bits from tenths of whole numbers, and that decides between steps.
#[must_use]
pub fn rating_of_length(base: f64, links: usize) -> f64 {
    let (mut added, mut limit, mut is_odd) = (0.0, 4, false);
    while links > limit {
        added += 0.1;
        limit = if is_odd { limit * 4 / 3 } else { limit * 3 / 2 };
        is_odd = !is_odd;
    }
    base + added
}

/// A rating as it is printed: in tenths, where a twentieth less rounds up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(u16);

impl Tenths {
    /// The rating in tenths.
    #[must_use]
    pub fn new(rating: f64) -> Self {
        Self(((rating + 0.05) * 10.0) as u16)
    }

    /// How many tenths.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_costs_a_tenth_at_each_limit() {
        let rating = |links| Tenths::new(rating_of_length(7.0, links)).to_string();
        let expected = [
            (4, "7.0"),
            (5, "7.1"),
            (7, "7.2"),
            (9, "7.3"),
            (13, "7.4"),
            (17, "7.5"),
            (24, "7.5"),
            (25, "7.6"),
            (33, "7.7"),
            (49, "7.8"),
        ];
        for (links, tenths) in expected {
            assert_eq!(rating(links), tenths, "{links}");
        }
    }
}
