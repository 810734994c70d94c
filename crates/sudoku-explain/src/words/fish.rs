//! Fish, told apart by their names.

use sudoku_logic::StepName;

/// Which houses a fish may have.
pub(crate) enum FishKind {
    /// Parallel lines, covered by lines that cross them.
    Basic,
    /// Boxes too, beside lines of one direction.
    Franken,
    /// Rows, columns and boxes.
    Mutant,
}

/// What the name of a fish says.
pub(crate) struct FishName {
    /// How many houses the digit's places are in, and how many cover them: 2 to 7.
    pub(crate) houses: usize,
    pub(crate) kind: FishKind,
    /// Whether some places are in no cover house.
    pub(crate) has_fins: bool,
}

impl FishName {
    /// What this name says, if it is that of a fish.
    pub(crate) fn of(name: StepName) -> Option<Self> {
        let name = name.name();
        let sizes = ["X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan"];
        let houses = 2 + sizes.iter().position(|size| name.ends_with(size))?;
        let kind = if name.contains("Franken") {
            FishKind::Franken
        } else if name.contains("mutant") {
            FishKind::Mutant
        } else {
            FishKind::Basic
        };
        let has_fins = name.contains("finned") || name.contains("sashimi");
        Some(Self { houses, kind, has_fins })
    }
}
