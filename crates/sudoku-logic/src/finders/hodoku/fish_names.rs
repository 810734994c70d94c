//! The names of fish, by shape and size.

use crate::step::StepName;
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A digit of five lines in five crossing lines.
    pub const SQUIRMBAG: Self = Self::new("Squirmbag", TechniqueGroup::Fish);
    /// A digit of six lines in six crossing lines.
    pub const WHALE: Self = Self::new("Whale", TechniqueGroup::Fish);
    /// A digit of seven lines in seven crossing lines.
    pub const LEVIATHAN: Self = Self::new("Leviathan", TechniqueGroup::Fish);
    /// A fish of two houses with places outside of the cover houses.
    pub const FINNED_X_WING: Self = Self::new("finned X-Wing", TechniqueGroup::Fish);
    /// A fish of three houses with places outside of the cover houses.
    pub const FINNED_SWORDFISH: Self = Self::new("finned Swordfish", TechniqueGroup::Fish);
    /// A fish of four houses with places outside of the cover houses.
    pub const FINNED_JELLYFISH: Self = Self::new("finned Jellyfish", TechniqueGroup::Fish);
    /// A fish of five houses with places outside of the cover houses.
    pub const FINNED_SQUIRMBAG: Self = Self::new("finned Squirmbag", TechniqueGroup::Fish);
    /// A fish of six houses with places outside of the cover houses.
    pub const FINNED_WHALE: Self = Self::new("finned Whale", TechniqueGroup::Fish);
    /// A fish of seven houses with places outside of the cover houses.
    pub const FINNED_LEVIATHAN: Self = Self::new("finned Leviathan", TechniqueGroup::Fish);
    /// A fish of two houses with fins, that has a base line of one place without them.
    pub const SASHIMI_X_WING: Self = Self::new("sashimi X-Wing", TechniqueGroup::Fish);
    /// A fish of three houses with fins, that has a base line of one place without them.
    pub const SASHIMI_SWORDFISH: Self = Self::new("sashimi Swordfish", TechniqueGroup::Fish);
    /// A fish of four houses with fins, that has a base line of one place without them.
    pub const SASHIMI_JELLYFISH: Self = Self::new("sashimi Jellyfish", TechniqueGroup::Fish);
    /// A fish of five houses with fins, that has a base line of one place without them.
    pub const SASHIMI_SQUIRMBAG: Self = Self::new("sashimi Squirmbag", TechniqueGroup::Fish);
    /// A fish of six houses with fins, that has a base line of one place without them.
    pub const SASHIMI_WHALE: Self = Self::new("sashimi Whale", TechniqueGroup::Fish);
    /// A fish of seven houses with fins, that has a base line of one place without them.
    pub const SASHIMI_LEVIATHAN: Self = Self::new("sashimi Leviathan", TechniqueGroup::Fish);
    /// A fish of two houses with boxes among the houses.
    pub const FRANKEN_X_WING: Self = Self::new("Franken X-Wing", TechniqueGroup::Fish);
    /// A fish of three houses with boxes among the houses.
    pub const FRANKEN_SWORDFISH: Self = Self::new("Franken Swordfish", TechniqueGroup::Fish);
    /// A fish of four houses with boxes among the houses.
    pub const FRANKEN_JELLYFISH: Self = Self::new("Franken Jellyfish", TechniqueGroup::Fish);
    /// A fish of five houses with boxes among the houses.
    pub const FRANKEN_SQUIRMBAG: Self = Self::new("Franken Squirmbag", TechniqueGroup::Fish);
    /// A fish of six houses with boxes among the houses.
    pub const FRANKEN_WHALE: Self = Self::new("Franken Whale", TechniqueGroup::Fish);
    /// A fish of seven houses with boxes among the houses.
    pub const FRANKEN_LEVIATHAN: Self = Self::new("Franken Leviathan", TechniqueGroup::Fish);
    /// A fish of two houses with boxes among the houses, and fins.
    pub const FINNED_FRANKEN_X_WING: Self =
        Self::new("finned Franken X-Wing", TechniqueGroup::Fish);
    /// A fish of three houses with boxes among the houses, and fins.
    pub const FINNED_FRANKEN_SWORDFISH: Self =
        Self::new("finned Franken Swordfish", TechniqueGroup::Fish);
    /// A fish of four houses with boxes among the houses, and fins.
    pub const FINNED_FRANKEN_JELLYFISH: Self =
        Self::new("finned Franken Jellyfish", TechniqueGroup::Fish);
    /// A fish of five houses with boxes among the houses, and fins.
    pub const FINNED_FRANKEN_SQUIRMBAG: Self =
        Self::new("finned Franken Squirmbag", TechniqueGroup::Fish);
    /// A fish of six houses with boxes among the houses, and fins.
    pub const FINNED_FRANKEN_WHALE: Self = Self::new("finned Franken Whale", TechniqueGroup::Fish);
    /// A fish of seven houses with boxes among the houses, and fins.
    pub const FINNED_FRANKEN_LEVIATHAN: Self =
        Self::new("finned Franken Leviathan", TechniqueGroup::Fish);
    /// A fish of two houses with rows and columns on one side.
    pub const MUTANT_X_WING: Self = Self::new("mutant X-Wing", TechniqueGroup::Fish);
    /// A fish of three houses with rows and columns on one side.
    pub const MUTANT_SWORDFISH: Self = Self::new("mutant Swordfish", TechniqueGroup::Fish);
    /// A fish of four houses with rows and columns on one side.
    pub const MUTANT_JELLYFISH: Self = Self::new("mutant Jellyfish", TechniqueGroup::Fish);
    /// A fish of five houses with rows and columns on one side.
    pub const MUTANT_SQUIRMBAG: Self = Self::new("mutant Squirmbag", TechniqueGroup::Fish);
    /// A fish of six houses with rows and columns on one side.
    pub const MUTANT_WHALE: Self = Self::new("mutant Whale", TechniqueGroup::Fish);
    /// A fish of seven houses with rows and columns on one side.
    pub const MUTANT_LEVIATHAN: Self = Self::new("mutant Leviathan", TechniqueGroup::Fish);
    /// A fish of two houses with rows and columns on one side, and fins.
    pub const FINNED_MUTANT_X_WING: Self = Self::new("finned mutant X-Wing", TechniqueGroup::Fish);
    /// A fish of three houses with rows and columns on one side, and fins.
    pub const FINNED_MUTANT_SWORDFISH: Self =
        Self::new("finned mutant Swordfish", TechniqueGroup::Fish);
    /// A fish of four houses with rows and columns on one side, and fins.
    pub const FINNED_MUTANT_JELLYFISH: Self =
        Self::new("finned mutant Jellyfish", TechniqueGroup::Fish);
    /// A fish of five houses with rows and columns on one side, and fins.
    pub const FINNED_MUTANT_SQUIRMBAG: Self =
        Self::new("finned mutant Squirmbag", TechniqueGroup::Fish);
    /// A fish of six houses with rows and columns on one side, and fins.
    pub const FINNED_MUTANT_WHALE: Self = Self::new("finned mutant Whale", TechniqueGroup::Fish);
    /// A fish of seven houses with rows and columns on one side, and fins.
    pub const FINNED_MUTANT_LEVIATHAN: Self =
        Self::new("finned mutant Leviathan", TechniqueGroup::Fish);
}

/// The names of each kind of fish, from size two to size seven.
pub(crate) const PLAIN: [StepName; 6] = [
    StepName::X_WING,
    StepName::SWORDFISH,
    StepName::JELLYFISH,
    StepName::SQUIRMBAG,
    StepName::WHALE,
    StepName::LEVIATHAN,
];
pub(crate) const FINNED: [StepName; 6] = [
    StepName::FINNED_X_WING,
    StepName::FINNED_SWORDFISH,
    StepName::FINNED_JELLYFISH,
    StepName::FINNED_SQUIRMBAG,
    StepName::FINNED_WHALE,
    StepName::FINNED_LEVIATHAN,
];
pub(crate) const SASHIMI: [StepName; 6] = [
    StepName::SASHIMI_X_WING,
    StepName::SASHIMI_SWORDFISH,
    StepName::SASHIMI_JELLYFISH,
    StepName::SASHIMI_SQUIRMBAG,
    StepName::SASHIMI_WHALE,
    StepName::SASHIMI_LEVIATHAN,
];
pub(crate) const FRANKEN: [StepName; 6] = [
    StepName::FRANKEN_X_WING,
    StepName::FRANKEN_SWORDFISH,
    StepName::FRANKEN_JELLYFISH,
    StepName::FRANKEN_SQUIRMBAG,
    StepName::FRANKEN_WHALE,
    StepName::FRANKEN_LEVIATHAN,
];
pub(crate) const FINNED_FRANKEN: [StepName; 6] = [
    StepName::FINNED_FRANKEN_X_WING,
    StepName::FINNED_FRANKEN_SWORDFISH,
    StepName::FINNED_FRANKEN_JELLYFISH,
    StepName::FINNED_FRANKEN_SQUIRMBAG,
    StepName::FINNED_FRANKEN_WHALE,
    StepName::FINNED_FRANKEN_LEVIATHAN,
];
pub(crate) const MUTANT: [StepName; 6] = [
    StepName::MUTANT_X_WING,
    StepName::MUTANT_SWORDFISH,
    StepName::MUTANT_JELLYFISH,
    StepName::MUTANT_SQUIRMBAG,
    StepName::MUTANT_WHALE,
    StepName::MUTANT_LEVIATHAN,
];
pub(crate) const FINNED_MUTANT: [StepName; 6] = [
    StepName::FINNED_MUTANT_X_WING,
    StepName::FINNED_MUTANT_SWORDFISH,
    StepName::FINNED_MUTANT_JELLYFISH,
    StepName::FINNED_MUTANT_SQUIRMBAG,
    StepName::FINNED_MUTANT_WHALE,
    StepName::FINNED_MUTANT_LEVIATHAN,
];
