//! The parts of a fish's name.

use sudoku_logic::StepName;

/// The nouns of fish with two base houses and more.
const NOUNS: [&str; 6] = ["X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan"];

/// Returns the kind of a fish and the number of its base houses, by its name: `finned` and 2 for a
/// finned X-Wing. Returns `None` for other techniques.
pub(crate) fn fish(name: StepName) -> Option<(&'static str, usize)> {
    let kinds = NOUNS.iter().map(|noun| name.name().strip_suffix(noun));
    kinds.zip(2..).find_map(|(kind, size)| Some((kind?.trim_end(), size)))
}
