//! The properties of a fish by its name.

use sudoku_logic::{HodokuTechnique, StepName, Technique};

/// The kinds of houses in a fish.
pub(crate) enum FishKind {
    /// Parallel lines, covered by crossing lines.
    Basic,
    /// Lines of one direction and boxes.
    Franken,
    /// Rows, columns and boxes.
    Mutant,
}

/// The properties that the name of a fish gives.
pub(crate) struct FishName {
    /// The number of base houses, which equals the number of cover houses: 2 to 7.
    pub(crate) houses: usize,
    pub(crate) kind: FishKind,
    /// True if some places are in no cover house.
    pub(crate) has_fins: bool,
}

impl FishName {
    /// Returns the properties of the fish with this name, if it is the name of a fish.
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
