//! The names of steps.
//!
//! The constants of [`StepName`] are in the files of the finders, next to the search that uses
//! them. A name that several programs use is in the file of Sudoku Explainer's finder.

use std::fmt;

/// The name of a step's pattern.
///
/// Each pattern is a constant, such as [`StepName::X_WING`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepName {
    name: &'static str,
    group: TechniqueGroup,
    only_places: bool,
    can_be_last: bool,
}

impl StepName {
    /// Makes the name of a pattern.
    pub(crate) const fn new(name: &'static str, group: TechniqueGroup) -> Self {
        Self { name, group, only_places: false, can_be_last: false }
    }

    /// Declares that the steps place digits and eliminate no candidates.
    pub(crate) const fn placing(self) -> Self {
        Self { only_places: true, ..self }
    }

    /// Declares that a step can fill the last blank cell.
    pub(crate) const fn can_end(self) -> Self {
        Self { can_be_last: true, ..self }
    }

    /// Returns true if steps of this name only place digits: they eliminate no candidates.
    #[must_use]
    pub const fn only_places(self) -> bool {
        self.only_places
    }

    /// Returns true if a step of this name can be the last of a path: it can fill the last blank
    /// cell.
    #[must_use]
    pub const fn can_be_last(self) -> bool {
        self.can_be_last
    }

    /// Returns the name that players use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the group of the pattern.
    pub(crate) const fn group(self) -> TechniqueGroup {
        self.group
    }

    /// Returns true for a hidden pair, triple or quad.
    pub(crate) fn is_hidden_subset(self) -> bool {
        matches!(self, Self::HIDDEN_PAIR | Self::HIDDEN_TRIPLE | Self::HIDDEN_QUAD)
    }
}

impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl fmt::Debug for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for StepName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// A group of patterns that a user can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TechniqueGroup {
    Singles,
    LockedCandidates,
    Subsets,
    Fish,
    SingleDigit,
    Wings,
    Uniqueness,
    Coloring,
    AlmostLockedSets,
    Chains,
    Templates,
    /// No group: brute force, which is no pattern.
    Ungrouped,
}

impl TechniqueGroup {
    /// All groups with a name.
    pub(crate) const NAMED: [Self; 11] = [
        Self::Singles,
        Self::LockedCandidates,
        Self::Subsets,
        Self::Fish,
        Self::SingleDigit,
        Self::Wings,
        Self::Uniqueness,
        Self::Coloring,
        Self::AlmostLockedSets,
        Self::Chains,
        Self::Templates,
    ];

    /// Returns the name that users type, and the description.
    pub(crate) const fn name_and_description(self) -> (&'static str, &'static str) {
        match self {
            Self::Singles => ("singles", "Last cells, hidden and naked singles"),
            Self::LockedCandidates => ("locked-candidates", "Pointing and claiming"),
            Self::Subsets => ("subsets", "Naked, hidden and locked pairs, triples and quads"),
            Self::Fish => ("fish", "X-Wings, Swordfish and larger, with and without fins"),
            Self::SingleDigit => {
                ("single-digit", "Skyscrapers, kites, Turbot fish, empty rectangles, strong links")
            }
            Self::Wings => ("wings", "XY-, XYZ-, W-Wings and larger"),
            Self::Uniqueness => ("uniqueness", "Unique and avoidable rectangles and loops, BUG"),
            Self::Coloring => ("coloring", "Simple and multiple colors"),
            Self::AlmostLockedSets => {
                ("als", "Almost locked sets, Sue de Coq, death blossom, aligned exclusion")
            }
            Self::Chains => {
                ("chains", "Cycles, loops, X- and XY-chains, AIC, forcing chains and nets")
            }
            Self::Templates => ("templates", "All ways to place a digit"),
            Self::Ungrouped => ("", ""),
        }
    }
}
