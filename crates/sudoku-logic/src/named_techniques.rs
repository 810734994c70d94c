//! Names of techniques and of groups of techniques for user input.

use std::fmt;

use crate::step_name::StepName;

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
        let groups = GROUPS.iter().map(|&(name, _)| {
            let steps = StepName::ALL.iter().copied().filter(|&step| group(step) == Some(name));
            Self { name: name.to_owned(), steps: steps.collect() }
        });
        let single = |&step: &StepName| Self { name: kebab(step.name()), steps: vec![step] };
        groups.chain(StepName::ALL.iter().map(single))
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
        GROUPS.iter().find(|(group, _)| *group == self.name).map(|(_, about)| *about)
    }
}

/// Returns the name of a step with hyphens.
fn kebab(name: &str) -> String {
    name.to_ascii_lowercase().replace(" + ", "-plus-").replace(' ', "-")
}

/// The groups and their descriptions.
const GROUPS: [(&str, &str); 11] = [
    ("singles", "Last cells, hidden and naked singles"),
    ("locked-candidates", "Pointing and claiming"),
    ("subsets", "Naked, hidden and locked pairs, triples and quads"),
    ("fish", "X-Wings, Swordfish and larger, with and without fins"),
    ("single-digit", "Skyscrapers, kites, Turbot fish, empty rectangles, strong links"),
    ("wings", "XY-, XYZ-, W-Wings and larger"),
    ("uniqueness", "Unique and avoidable rectangles and loops, BUG"),
    ("coloring", "Simple and multiple colors"),
    ("als", "Almost locked sets, Sue de Coq, death blossom, aligned exclusion"),
    ("chains", "Cycles, loops, X- and XY-chains, AIC, forcing chains and nets"),
    ("templates", "All ways to place a digit"),
];

/// Returns the group of a step, if it is in one; brute force is not.
fn group(step: StepName) -> Option<&'static str> {
    use StepName as N;
    Some(match step {
        N::LastCell | N::HiddenSingle | N::NakedSingle => "singles",
        N::DirectPointing | N::DirectClaiming | N::Pointing | N::Claiming => "locked-candidates",
        N::Skyscraper
        | N::TwoStringKite
        | N::DualTwoStringKite
        | N::TurbotFish
        | N::EmptyRectangle
        | N::DualEmptyRectangle
        | N::TwoStrongLinks
        | N::ThreeStrongLinks
        | N::FourStrongLinks
        | N::StrongLinkRing => "single-digit",
        N::XyWing
        | N::XyzWing
        | N::WWing
        | N::WxyzWing
        | N::VwxyzWing
        | N::UvwxyzWing
        | N::TuvwxyzWing => "wings",
        N::UniqueLoop1
        | N::UniqueLoop2
        | N::UniqueLoop3
        | N::UniqueLoop4
        | N::BivalueGrave1
        | N::BivalueGrave2
        | N::BivalueGrave3
        | N::BivalueGrave4
        | N::BugPlusOne
        | N::UniquenessTest1
        | N::UniquenessTest2
        | N::UniquenessTest3
        | N::UniquenessTest4
        | N::UniquenessTest5
        | N::UniquenessTest6
        | N::HiddenRectangle
        | N::AvoidableRectangle1
        | N::AvoidableRectangle2 => "uniqueness",
        N::SimpleColorsTrap | N::SimpleColorsWrap | N::MultiColors1 | N::MultiColors2 => "coloring",
        N::AlsXz
        | N::AlsXyWing
        | N::AlsChain
        | N::DeathBlossom
        | N::SueDeCoq
        | N::AlignedPairExclusion
        | N::AlignedTripleExclusion => "als",
        N::BidirectionalXCycle
        | N::BidirectionalYCycle
        | N::BidirectionalCycle
        | N::ForcingXChain
        | N::ForcingChain
        | N::NishioChains
        | N::CellForcingChains
        | N::HouseForcingChains
        | N::DynamicContradictionChains
        | N::DynamicDoubleChains
        | N::DynamicCellChains
        | N::DynamicHouseChains
        | N::RemotePair
        | N::XChain
        | N::XyChain
        | N::ContinuousNiceLoop
        | N::DiscontinuousNiceLoop
        | N::Aic
        | N::GroupedContinuousNiceLoop
        | N::GroupedDiscontinuousNiceLoop
        | N::GroupedAic
        | N::ForcingChainContradiction
        | N::ForcingChainVerity
        | N::ForcingNetContradiction
        | N::ForcingNetVerity => "chains",
        N::TemplateSet | N::TemplateDelete => "templates",
        N::BruteForce => return None,
        // The other steps of these families are recognized by the end of their names.
        step if ["pair", "triple", "quad"].iter().any(|end| step.name().ends_with(end)) => {
            "subsets"
        }
        _ => "fish",
    })
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
        let in_groups: usize = all[..GROUPS.len()].iter().map(|known| known.steps.len()).sum();
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
