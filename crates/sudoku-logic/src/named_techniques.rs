//! Names of techniques and of groups of techniques for user input.

use std::fmt;

use crate::step_name::{StepName, TechniqueGroup};

/// A named group of techniques, or a single technique.
#[derive(Clone)]
#[non_exhaustive]
pub struct NamedTechniques {
    /// The name, such as `fish` or `x-wing`.
    pub name: String,
    /// The names of the steps.
    pub steps: Vec<StepName>,
}

impl fmt::Debug for NamedTechniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl NamedTechniques {
    /// Enumerates all groups and all techniques.
    pub fn all() -> impl Iterator<Item = Self> {
        let groups = TechniqueGroup::NAMED.into_iter().map(|group| {
            let (name, _) = group.name_and_description();
            let steps = StepName::ALL.iter().copied().filter(|step| step.group() == group);
            Self { name: name.to_owned(), steps: steps.collect() }
        });
        groups.chain(StepName::ALL.iter().copied().map(Self::from))
    }

    /// Finds the techniques with this name. A technique may be written with hyphens or as its step
    /// is printed: `x-wing` or `X-Wing`.
    ///
    /// ```
    /// use sudoku_logic::{NamedTechniques, StepName};
    ///
    /// let fish = NamedTechniques::by_name("fish").expect("there is such a group");
    /// assert!(fish.steps.contains(&StepName::XWing));
    /// let wing = NamedTechniques::by_name("X-Wing").expect("there is such a step");
    /// assert_eq!(wing.steps, [StepName::XWing]);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        let name = kebab(name);
        Self::all().find(|known| known.name == name)
    }

    /// Returns the description of a group.
    #[must_use]
    pub fn about(&self) -> Option<&'static str> {
        let mut groups = TechniqueGroup::NAMED.into_iter();
        let found = groups.find(|group| group.name_and_description().0 == self.name)?;
        Some(found.name_and_description().1)
    }
}

/// Returns the technique of the steps with this name.
impl From<StepName> for NamedTechniques {
    fn from(step: StepName) -> Self {
        Self { name: kebab(step.name()), steps: vec![step] }
    }
}

/// Returns the name of a step with hyphens.
fn kebab(name: &str) -> String {
    name.to_ascii_lowercase().replace(" + ", "-plus-").replace(' ', "-")
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
        assert_eq!(in_groups + 1, StepName::ALL.len(), "all but brute force");
        let fish = NamedTechniques::by_name("fish").unwrap();
        let nouns = ["x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan"];
        let is_fish = |step: &StepName| {
            let name = kebab(step.name());
            name.contains("kraken") || nouns.iter().any(|noun| name.ends_with(noun))
        };
        assert!(fish.steps.iter().all(is_fish), "{:?}", fish.steps);
        let subsets = NamedTechniques::by_name("subsets").unwrap();
        let sizes = ["pair", "triple", "quad"];
        assert!(
            subsets.steps.iter().all(|it| sizes.iter().any(|end| kebab(it.name()).ends_with(end)))
        );
    }
}
