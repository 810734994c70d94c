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
pub(crate) fn kebab(name: &str) -> String {
    name.to_ascii_lowercase().replace(" + ", "-plus-").replace(' ', "-")
}
