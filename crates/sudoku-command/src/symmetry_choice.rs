//! The symmetry of the clue patterns, fixed or random.

use sudoku_generator::PatternSymmetry;

/// The choice of a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymmetryChoice {
    /// The same symmetry for each puzzle.
    Fixed(PatternSymmetry),
    /// A random symmetry for each puzzle, but never [`PatternSymmetry::None`].
    Random,
}

impl SymmetryChoice {
    /// Returns the symmetries to choose from.
    pub(crate) fn all(self) -> Vec<PatternSymmetry> {
        match self {
            Self::Fixed(symmetry) => vec![symmetry],
            Self::Random => {
                let all = PatternSymmetry::ALL.iter().copied();
                all.filter(|&symmetry| symmetry != PatternSymmetry::None).collect()
            }
        }
    }
}
