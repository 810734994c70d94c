//! Fish, told apart by their names.

use sudoku_logic::{HodokuTechnique, StepName, Technique};

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
        use HodokuTechnique as T;
        type OfSize = fn(u8) -> T;
        let kinds: [(OfSize, FishKind, bool); 7] = [
            (T::Fish, FishKind::Basic, false),
            (T::FinnedFish, FishKind::Basic, true),
            (T::SashimiFish, FishKind::Basic, true),
            (T::FrankenFish, FishKind::Franken, false),
            (T::FinnedFrankenFish, FishKind::Franken, true),
            (T::MutantFish, FishKind::Mutant, false),
            (T::FinnedMutantFish, FishKind::Mutant, true),
        ];
        kinds.into_iter().find_map(|(of_size, kind, has_fins)| {
            let size = (2..=7).find(|&size| of_size(size).names().contains(&name))?;
            Some(Self { houses: size.into(), kind, has_fins })
        })
    }
}
