//! The names of steps on all scales.

use std::fmt;

/// Declares the patterns, one row each: the variant, the name and the group.
macro_rules! patterns {
    ($($(#[$doc:meta])* $variant:ident = $name:literal in $group:ident,)*) => {
        /// The name of a step's pattern.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum StepName {
            $($(#[$doc])* #[cfg_attr(feature = "serde", serde(rename = $name))] $variant,)*
        }

        impl StepName {
            /// All patterns.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the name that players use.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns the group of the pattern.
            pub(crate) const fn group(self) -> TechniqueGroup {
                match self { $(Self::$variant => TechniqueGroup::$group,)* }
            }
        }
    };
}

patterns! {
    /// The last blank cell of a house.
    LastCell = "last cell" in Singles,
    /// The only place of a digit in a house.
    HiddenSingle = "hidden single" in Singles,
    /// The only candidate of a cell.
    NakedSingle = "naked single" in Singles,
    /// A digit of a box that is confined to a line, and the single that follows.
    DirectPointing = "direct pointing" in LockedCandidates,
    /// A digit of a line that is confined to a box, and the single that follows.
    DirectClaiming = "direct claiming" in LockedCandidates,
    /// A hidden pair, and the single that follows.
    DirectHiddenPair = "direct hidden pair" in Subsets,
    /// A hidden triple, and the single that follows.
    DirectHiddenTriple = "direct hidden triple" in Subsets,
    /// A digit of a box that is confined to a line.
    Pointing = "pointing" in LockedCandidates,
    /// A digit of a line that is confined to a box.
    Claiming = "claiming" in LockedCandidates,
    /// Two cells with two candidates.
    NakedPair = "naked pair" in Subsets,
    /// Three cells with three candidates.
    NakedTriple = "naked triple" in Subsets,
    /// Four cells with four candidates.
    NakedQuad = "naked quad" in Subsets,
    /// Two digits with two places.
    HiddenPair = "hidden pair" in Subsets,
    /// Three digits with three places.
    HiddenTriple = "hidden triple" in Subsets,
    /// Four digits with four places.
    HiddenQuad = "hidden quad" in Subsets,
    /// A digit of two lines in two crossing lines.
    XWing = "X-Wing" in Fish,
    /// A digit of three lines in three crossing lines.
    Swordfish = "Swordfish" in Fish,
    /// A digit of four lines in four crossing lines.
    Jellyfish = "Jellyfish" in Fish,
    /// A cell of two candidates and two that each share one with it.
    XyWing = "XY-Wing" in Wings,
    /// A cell of three candidates and two that share two of them.
    XyzWing = "XYZ-Wing" in Wings,
    /// Two strong links in parallel lines.
    Skyscraper = "skyscraper" in SingleDigit,
    /// A strong link in a row and one in a column.
    TwoStringKite = "2-string kite" in SingleDigit,
    /// Two strong links, one of them in a box.
    TwoStrongLinks = "2 strong links" in SingleDigit,
    /// Three strong links.
    ThreeStrongLinks = "3 strong links" in SingleDigit,
    /// Four strong links.
    FourStrongLinks = "4 strong links" in SingleDigit,
    /// Strong links in a ring.
    StrongLinkRing = "ring of strong links" in SingleDigit,
    /// Three cells of four digits, and a cell of two.
    WxyzWing = "WXYZ-Wing" in Wings,
    /// Four cells of five digits, and a cell of two.
    VwxyzWing = "VWXYZ-Wing" in Wings,
    /// Five cells of six digits, and a cell of two.
    UvwxyzWing = "UVWXYZ-Wing" in Wings,
    /// Six cells of seven digits, and a cell of two.
    TuvwxyzWing = "TUVWXYZ-Wing" in Wings,
    /// A unique loop of which one cell has other digits.
    UniqueLoop1 = "unique loop type 1" in Uniqueness,
    /// A unique loop of which some cells have one other digit, the same.
    UniqueLoop2 = "unique loop type 2" in Uniqueness,
    /// A unique loop whose two cells with other digits are part of a subset.
    UniqueLoop3 = "unique loop type 3" in Uniqueness,
    /// A unique loop in which one digit is confined to the two cells with other digits.
    UniqueLoop4 = "unique loop type 4" in Uniqueness,
    /// A bivalue universal grave except for one cell.
    BivalueGrave1 = "BUG type 1" in Uniqueness,
    /// A bivalue universal grave except for one digit in several cells.
    BivalueGrave2 = "BUG type 2" in Uniqueness,
    /// A bivalue universal grave except for digits that are part of a subset.
    BivalueGrave3 = "BUG type 3" in Uniqueness,
    /// A bivalue universal grave except for two cells to which one of its digits is confined.
    BivalueGrave4 = "BUG type 4" in Uniqueness,
    /// Two cells whose combinations are excluded.
    AlignedPairExclusion = "aligned pair exclusion" in AlmostLockedSets,
    /// Three cells whose combinations are excluded.
    AlignedTripleExclusion = "aligned triple exclusion" in AlmostLockedSets,
    /// A ring of links within one digit, on and off in turn.
    BidirectionalXCycle = "bidirectional X-cycle" in Chains,
    /// A ring of cells of two candidates.
    BidirectionalYCycle = "bidirectional Y-cycle" in Chains,
    /// A ring of links within digits and cells.
    BidirectionalCycle = "bidirectional cycle" in Chains,
    /// A chain within one digit whose assumption leads to its opposite.
    ForcingXChain = "forcing X-chain" in Chains,
    /// A chain whose assumption leads to its opposite.
    ForcingChain = "forcing chain" in Chains,
    /// A contradiction within one digit, with candidates gone that the assumption turned off.
    NishioChains = "Nishio forcing chains" in Chains,
    /// Chains from all candidates of a cell.
    CellForcingChains = "cell forcing chains" in Chains,
    /// Chains from all places of a digit in a house.
    HouseForcingChains = "house forcing chains" in Chains,
    /// A contradiction, with candidates gone that the assumption turned off.
    DynamicContradictionChains = "dynamic contradiction forcing chains" in Chains,
    /// Chains from a candidate right and wrong, with candidates gone that were turned off.
    DynamicDoubleChains = "dynamic double forcing chains" in Chains,
    /// Chains from a cell, with candidates gone that were turned off.
    DynamicCellChains = "dynamic cell forcing chains" in Chains,
    /// Chains from a house, with candidates gone that were turned off.
    DynamicHouseChains = "dynamic house forcing chains" in Chains,
    /// A naked pair in the intersection of a box and a line, which eliminates in both.
    LockedPair = "locked pair" in Subsets,
    /// A naked triple in the intersection of a box and a line, which eliminates in both.
    LockedTriple = "locked triple" in Subsets,
    /// A digit of five lines in five crossing lines.
    Squirmbag = "Squirmbag" in Fish,
    /// A digit of six lines in six crossing lines.
    Whale = "Whale" in Fish,
    /// A digit of seven lines in seven crossing lines.
    Leviathan = "Leviathan" in Fish,
    /// A fish of two houses with places outside of the cover houses.
    FinnedXWing = "finned X-Wing" in Fish,
    /// A fish of three houses with places outside of the cover houses.
    FinnedSwordfish = "finned Swordfish" in Fish,
    /// A fish of four houses with places outside of the cover houses.
    FinnedJellyfish = "finned Jellyfish" in Fish,
    /// A fish of five houses with places outside of the cover houses.
    FinnedSquirmbag = "finned Squirmbag" in Fish,
    /// A fish of six houses with places outside of the cover houses.
    FinnedWhale = "finned Whale" in Fish,
    /// A fish of seven houses with places outside of the cover houses.
    FinnedLeviathan = "finned Leviathan" in Fish,
    /// A fish of two houses with fins, that has a base line of one place without them.
    SashimiXWing = "sashimi X-Wing" in Fish,
    /// A fish of three houses with fins, that has a base line of one place without them.
    SashimiSwordfish = "sashimi Swordfish" in Fish,
    /// A fish of four houses with fins, that has a base line of one place without them.
    SashimiJellyfish = "sashimi Jellyfish" in Fish,
    /// A fish of five houses with fins, that has a base line of one place without them.
    SashimiSquirmbag = "sashimi Squirmbag" in Fish,
    /// A fish of six houses with fins, that has a base line of one place without them.
    SashimiWhale = "sashimi Whale" in Fish,
    /// A fish of seven houses with fins, that has a base line of one place without them.
    SashimiLeviathan = "sashimi Leviathan" in Fish,
    /// A fish of two houses with boxes among the houses.
    FrankenXWing = "Franken X-Wing" in Fish,
    /// A fish of three houses with boxes among the houses.
    FrankenSwordfish = "Franken Swordfish" in Fish,
    /// A fish of four houses with boxes among the houses.
    FrankenJellyfish = "Franken Jellyfish" in Fish,
    /// A fish of five houses with boxes among the houses.
    FrankenSquirmbag = "Franken Squirmbag" in Fish,
    /// A fish of six houses with boxes among the houses.
    FrankenWhale = "Franken Whale" in Fish,
    /// A fish of seven houses with boxes among the houses.
    FrankenLeviathan = "Franken Leviathan" in Fish,
    /// A fish of two houses with boxes among the houses, and fins.
    FinnedFrankenXWing = "finned Franken X-Wing" in Fish,
    /// A fish of three houses with boxes among the houses, and fins.
    FinnedFrankenSwordfish = "finned Franken Swordfish" in Fish,
    /// A fish of four houses with boxes among the houses, and fins.
    FinnedFrankenJellyfish = "finned Franken Jellyfish" in Fish,
    /// A fish of five houses with boxes among the houses, and fins.
    FinnedFrankenSquirmbag = "finned Franken Squirmbag" in Fish,
    /// A fish of six houses with boxes among the houses, and fins.
    FinnedFrankenWhale = "finned Franken Whale" in Fish,
    /// A fish of seven houses with boxes among the houses, and fins.
    FinnedFrankenLeviathan = "finned Franken Leviathan" in Fish,
    /// A fish of two houses with rows and columns on one side.
    MutantXWing = "mutant X-Wing" in Fish,
    /// A fish of three houses with rows and columns on one side.
    MutantSwordfish = "mutant Swordfish" in Fish,
    /// A fish of four houses with rows and columns on one side.
    MutantJellyfish = "mutant Jellyfish" in Fish,
    /// A fish of five houses with rows and columns on one side.
    MutantSquirmbag = "mutant Squirmbag" in Fish,
    /// A fish of six houses with rows and columns on one side.
    MutantWhale = "mutant Whale" in Fish,
    /// A fish of seven houses with rows and columns on one side.
    MutantLeviathan = "mutant Leviathan" in Fish,
    /// A fish of two houses with rows and columns on one side, and fins.
    FinnedMutantXWing = "finned mutant X-Wing" in Fish,
    /// A fish of three houses with rows and columns on one side, and fins.
    FinnedMutantSwordfish = "finned mutant Swordfish" in Fish,
    /// A fish of four houses with rows and columns on one side, and fins.
    FinnedMutantJellyfish = "finned mutant Jellyfish" in Fish,
    /// A fish of five houses with rows and columns on one side, and fins.
    FinnedMutantSquirmbag = "finned mutant Squirmbag" in Fish,
    /// A fish of six houses with rows and columns on one side, and fins.
    FinnedMutantWhale = "finned mutant Whale" in Fish,
    /// A fish of seven houses with rows and columns on one side, and fins.
    FinnedMutantLeviathan = "finned mutant Leviathan" in Fish,
    /// A fish whose fins all lead to the same elimination by chains.
    KrakenFishOne = "Kraken fish type 1" in Fish,
    /// A fish each of whose fins and places in a cover house leads to the same conclusion by
    /// chains.
    KrakenFishTwo = "Kraken fish type 2" in Fish,
    /// A chain of cells with the same two candidates.
    RemotePair = "remote pair" in Chains,
    /// All cells but one have two candidates, and without the third there would be two solutions.
    BugPlusOne = "bivalue universal grave + 1" in Uniqueness,
    /// Two kites that are joined in the same two cells.
    DualTwoStringKite = "dual 2-string kite" in SingleDigit,
    /// A chain of two strong links in one digit.
    TurbotFish = "Turbot fish" in SingleDigit,
    /// A box whose places of a digit lie in one row and one column, and a strong link.
    EmptyRectangle = "empty rectangle" in SingleDigit,
    /// Two empty rectangles in the same box.
    DualEmptyRectangle = "dual empty rectangle" in SingleDigit,
    /// Two cells with the same two candidates, joined by a strong link in one of them.
    WWing = "W-Wing" in Wings,
    /// A rectangle of two digits with more candidates in one cell.
    UniquenessTest1 = "uniqueness test 1" in Uniqueness,
    /// A rectangle of two digits with the same third in two cells of a house.
    UniquenessTest2 = "uniqueness test 2" in Uniqueness,
    /// A rectangle of two digits whose other candidates form a naked subset.
    UniquenessTest3 = "uniqueness test 3" in Uniqueness,
    /// A rectangle of two digits, one of which is confined to two of its cells.
    UniquenessTest4 = "uniqueness test 4" in Uniqueness,
    /// A rectangle of two digits with the same third in two opposite cells, or in three.
    UniquenessTest5 = "uniqueness test 5" in Uniqueness,
    /// A rectangle of two digits, one of which is confined to its cells in four lines.
    UniquenessTest6 = "uniqueness test 6" in Uniqueness,
    /// A rectangle of two digits, one of which is confined to it in a row and a column.
    HiddenRectangle = "hidden rectangle" in Uniqueness,
    /// A rectangle of placed digits that must not be completed.
    AvoidableRectangle1 = "avoidable rectangle type 1" in Uniqueness,
    /// A rectangle of placed digits and two blank cells that share a digit, which must not be
    /// completed.
    AvoidableRectangle2 = "avoidable rectangle type 2" in Uniqueness,
    /// Cells of an intersection whose digits are divided between the line and the box.
    SueDeCoq = "Sue de Coq" in AlmostLockedSets,
    /// A place of a digit that sees both colors of its strong links.
    SimpleColorsTrap = "simple colors trap" in Coloring,
    /// A color with two cells that see each other.
    SimpleColorsWrap = "simple colors wrap" in Coloring,
    /// A place of a digit that sees the opposites of two colors that see each other.
    MultiColors1 = "multi-colors 1" in Coloring,
    /// A color that sees both colors of another group.
    MultiColors2 = "multi-colors 2" in Coloring,
    /// A chain in one digit.
    XChain = "X-Chain" in Chains,
    /// A chain of cells with two candidates.
    XyChain = "XY-Chain" in Chains,
    /// A chain that closes without a break.
    ContinuousNiceLoop = "continuous nice loop" in Chains,
    /// A chain that returns to its first cell.
    DiscontinuousNiceLoop = "discontinuous nice loop" in Chains,
    /// A chain of alternating links, one of whose ends holds.
    Aic = "AIC" in Chains,
    /// A chain through groups of cells that closes without a break.
    GroupedContinuousNiceLoop = "grouped continuous nice loop" in Chains,
    /// A chain through groups of cells that returns to its first cell.
    GroupedDiscontinuousNiceLoop = "grouped discontinuous nice loop" in Chains,
    /// A chain of alternating links through groups of cells.
    GroupedAic = "grouped AIC" in Chains,
    /// Two almost locked sets with a restricted common digit.
    AlsXz = "ALS-XZ" in AlmostLockedSets,
    /// Three almost locked sets with two restricted common digits.
    AlsXyWing = "ALS-XY-Wing" in AlmostLockedSets,
    /// A chain of almost locked sets.
    AlsChain = "ALS chain" in AlmostLockedSets,
    /// A cell each of whose candidates is linked to an almost locked set.
    DeathBlossom = "death blossom" in AlmostLockedSets,
    /// A candidate from which chains lead to a contradiction.
    ForcingChainContradiction = "forcing chain contradiction" in Chains,
    /// Chains from several candidates, one of which holds, that lead to the same conclusion.
    ForcingChainVerity = "forcing chain verity" in Chains,
    /// A candidate from which a net of implications leads to a contradiction.
    ForcingNetContradiction = "forcing net contradiction" in Chains,
    /// Nets from several candidates, one of which holds, that lead to the same conclusion.
    ForcingNetVerity = "forcing net verity" in Chains,
    /// A cell that all templates of a digit share.
    TemplateSet = "template set" in Templates,
    /// Cells that no template of a digit uses.
    TemplateDelete = "template delete" in Templates,
    /// A digit of the solution, found by search and not by logic.
    BruteForce = "brute force" in Ungrouped,
}

/// A group of patterns that a user can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl StepName {
    /// Returns true for a hidden pair, triple or quad.
    pub(crate) const fn is_hidden_subset(self) -> bool {
        matches!(self, Self::HiddenPair | Self::HiddenTriple | Self::HiddenQuad)
    }
}

impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
