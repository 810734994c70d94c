//! The names of all techniques, as the lists of the programs have them.

use std::sync::LazyLock;

use crate::finders::explainer::{CLASSIC, SUKAKU};
use crate::finders::hodoku::ROWS;
use crate::named_techniques::{NamedTechniques, kebab};
use crate::step_name::{StepName, TechniqueGroup};

static ALL: LazyLock<Vec<StepName>> = LazyLock::new(|| {
    let explainer = CLASSIC.iter().chain(SUKAKU).flat_map(|entry| entry.technique.names());
    let mut all = Vec::new();
    for name in explainer.chain(ROWS.iter().flat_map(|row| row.names)) {
        if !all.contains(name) {
            all.push(*name);
        }
    }
    all
});

impl StepName {
    /// Returns the names of all patterns, in the order of the programs.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &ALL
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for StepName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let known = Self::all().iter().copied().find(|known| known.name() == name);
        known.ok_or_else(|| serde::de::Error::custom(format!("unknown technique `{name}`")))
    }
}

impl NamedTechniques {
    /// Enumerates all groups and all techniques.
    pub fn all() -> impl Iterator<Item = Self> {
        let groups = TechniqueGroup::NAMED.into_iter().map(|group| {
            let (name, _) = group.name_and_description();
            let steps = StepName::all().iter().copied().filter(|step| step.group() == group);
            Self { name: name.to_owned(), steps: steps.collect() }
        });
        groups.chain(StepName::all().iter().copied().map(Self::from))
    }

    /// Finds the techniques with this name. A technique may be written with hyphens or as its step
    /// is printed: `x-wing` or `X-Wing`.
    ///
    /// ```
    /// use sudoku_logic::{NamedTechniques, StepName};
    ///
    /// let fish = NamedTechniques::by_name("fish").expect("there is such a group");
    /// assert!(fish.steps.contains(&StepName::X_WING));
    /// let wing = NamedTechniques::by_name("X-Wing").expect("there is such a step");
    /// assert_eq!(wing.steps, [StepName::X_WING]);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        let name = kebab(name);
        Self::all().find(|known| known.name == name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_each_technique_has_its_group() {
        let all: Vec<NamedTechniques> = NamedTechniques::all().collect();
        let names: BTreeSet<&str> = all.iter().map(|known| &*known.name).collect();
        assert_eq!(names.len(), all.len());
        assert!(all.iter().all(|known| !known.steps.is_empty()));
        let plain = |name: &str| name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-');
        assert!(names.iter().all(|name| plain(name)), "{names:?}");
        let in_groups: usize =
            all[..TechniqueGroup::NAMED.len()].iter().map(|known| known.steps.len()).sum();
        assert_eq!(in_groups + 1, StepName::all().len(), "all but brute force");
    }

    #[test]
    fn a_variant_is_in_the_group_of_its_pattern() {
        let mut variants = 0;
        for step in StepName::all() {
            // A finned Franken X-Wing is a Franken X-Wing, which is an X-Wing.
            let Some((_, pattern)) = step.name().split_once(' ') else { continue };
            if let Some(pattern) = StepName::all().iter().find(|other| other.name() == pattern) {
                assert_eq!(pattern.group(), step.group(), "{step}");
                variants += 1;
            }
        }
        assert!(variants > 40, "{variants}");
    }
}
