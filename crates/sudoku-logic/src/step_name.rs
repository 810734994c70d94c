//! The names of steps on all scales.

use std::fmt;

/// Declares the patterns with their names.
macro_rules! patterns {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// The name of a step's pattern.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum StepName { $($(#[$doc])* $variant,)* }

        impl StepName {
            /// All patterns.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the name that players use.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

patterns! {
    /// The last blank cell of a house.
    LastCell = "last cell",
    /// The only place of a digit in a house.
    HiddenSingle = "hidden single",
    /// The only candidate of a cell.
    NakedSingle = "naked single",
    /// A digit of a box that is confined to a line, and the single that follows.
    DirectPointing = "direct pointing",
    /// A digit of a line that is confined to a box, and the single that follows.
    DirectClaiming = "direct claiming",
    /// A hidden pair, and the single that follows.
    DirectHiddenPair = "direct hidden pair",
    /// A hidden triple, and the single that follows.
    DirectHiddenTriple = "direct hidden triple",
    /// A digit of a box that is confined to a line.
    Pointing = "pointing",
    /// A digit of a line that is confined to a box.
    Claiming = "claiming",
    /// Two cells with two candidates.
    NakedPair = "naked pair",
    /// Three cells with three candidates.
    NakedTriple = "naked triple",
    /// Four cells with four candidates.
    NakedQuad = "naked quad",
    /// Two digits with two places.
    HiddenPair = "hidden pair",
    /// Three digits with three places.
    HiddenTriple = "hidden triple",
    /// Four digits with four places.
    HiddenQuad = "hidden quad",
    /// A digit of two lines in two crossing lines.
    XWing = "X-Wing",
    /// A digit of three lines in three crossing lines.
    Swordfish = "Swordfish",
    /// A digit of four lines in four crossing lines.
    Jellyfish = "Jellyfish",
    /// A cell of two candidates and two that each share one with it.
    XyWing = "XY-Wing",
    /// A cell of three candidates and two that share two of them.
    XyzWing = "XYZ-Wing",
    /// Two strong links in parallel lines.
    Skyscraper = "skyscraper",
    /// A strong link in a row and one in a column.
    TwoStringKite = "2-string kite",
    /// Two strong links, one of them in a box.
    TwoStrongLinks = "2 strong links",
    /// Three strong links.
    ThreeStrongLinks = "3 strong links",
    /// Four strong links.
    FourStrongLinks = "4 strong links",
    /// Strong links in a ring.
    StrongLinkRing = "ring of strong links",
    /// Three cells of four digits, and a cell of two.
    WxyzWing = "WXYZ-Wing",
    /// Four cells of five digits, and a cell of two.
    VwxyzWing = "VWXYZ-Wing",
    /// Five cells of six digits, and a cell of two.
    UvwxyzWing = "UVWXYZ-Wing",
    /// Six cells of seven digits, and a cell of two.
    TuvwxyzWing = "TUVWXYZ-Wing",
    /// A unique loop of which one cell has other digits.
    UniqueLoop1 = "unique loop type 1",
    /// A unique loop of which some cells have one other digit, the same.
    UniqueLoop2 = "unique loop type 2",
    /// A unique loop whose two cells with other digits are part of a subset.
    UniqueLoop3 = "unique loop type 3",
    /// A unique loop in which one digit is confined to the two cells with other digits.
    UniqueLoop4 = "unique loop type 4",
    /// A bivalue universal grave except for one cell.
    BivalueGrave1 = "BUG type 1",
    /// A bivalue universal grave except for one digit in several cells.
    BivalueGrave2 = "BUG type 2",
    /// A bivalue universal grave except for digits that are part of a subset.
    BivalueGrave3 = "BUG type 3",
    /// A bivalue universal grave except for two cells to which one of its digits is confined.
    BivalueGrave4 = "BUG type 4",
    /// Two cells whose combinations are excluded.
    AlignedPairExclusion = "aligned pair exclusion",
    /// Three cells whose combinations are excluded.
    AlignedTripleExclusion = "aligned triple exclusion",
    /// A ring of links within one digit, on and off in turn.
    BidirectionalXCycle = "bidirectional X-cycle",
    /// A ring of cells of two candidates.
    BidirectionalYCycle = "bidirectional Y-cycle",
    /// A ring of links within digits and cells.
    BidirectionalCycle = "bidirectional cycle",
    /// A chain within one digit whose assumption leads to its opposite.
    ForcingXChain = "forcing X-chain",
    /// A chain whose assumption leads to its opposite.
    ForcingChain = "forcing chain",
    /// A contradiction within one digit, with candidates gone that the assumption turned off.
    NishioChains = "Nishio forcing chains",
    /// Chains from all candidates of a cell.
    CellForcingChains = "cell forcing chains",
    /// Chains from all places of a digit in a house.
    HouseForcingChains = "house forcing chains",
    /// A contradiction, with candidates gone that the assumption turned off.
    DynamicContradictionChains = "dynamic contradiction forcing chains",
    /// Chains from a candidate right and wrong, with candidates gone that were turned off.
    DynamicDoubleChains = "dynamic double forcing chains",
    /// Chains from a cell, with candidates gone that were turned off.
    DynamicCellChains = "dynamic cell forcing chains",
    /// Chains from a house, with candidates gone that were turned off.
    DynamicHouseChains = "dynamic house forcing chains",
    /// A naked pair in the intersection of a box and a line, which eliminates in both.
    LockedPair = "locked pair",
    /// A naked triple in the intersection of a box and a line, which eliminates in both.
    LockedTriple = "locked triple",
    /// A digit of five lines in five crossing lines.
    Squirmbag = "Squirmbag",
    /// A digit of six lines in six crossing lines.
    Whale = "Whale",
    /// A digit of seven lines in seven crossing lines.
    Leviathan = "Leviathan",
    /// A fish of two houses with places outside of the cover houses.
    FinnedXWing = "finned X-Wing",
    /// A fish of three houses with places outside of the cover houses.
    FinnedSwordfish = "finned Swordfish",
    /// A fish of four houses with places outside of the cover houses.
    FinnedJellyfish = "finned Jellyfish",
    /// A fish of five houses with places outside of the cover houses.
    FinnedSquirmbag = "finned Squirmbag",
    /// A fish of six houses with places outside of the cover houses.
    FinnedWhale = "finned Whale",
    /// A fish of seven houses with places outside of the cover houses.
    FinnedLeviathan = "finned Leviathan",
    /// A fish of two houses with fins, that has a base line of one place without them.
    SashimiXWing = "sashimi X-Wing",
    /// A fish of three houses with fins, that has a base line of one place without them.
    SashimiSwordfish = "sashimi Swordfish",
    /// A fish of four houses with fins, that has a base line of one place without them.
    SashimiJellyfish = "sashimi Jellyfish",
    /// A fish of five houses with fins, that has a base line of one place without them.
    SashimiSquirmbag = "sashimi Squirmbag",
    /// A fish of six houses with fins, that has a base line of one place without them.
    SashimiWhale = "sashimi Whale",
    /// A fish of seven houses with fins, that has a base line of one place without them.
    SashimiLeviathan = "sashimi Leviathan",
    /// A fish of two houses with boxes among the houses.
    FrankenXWing = "Franken X-Wing",
    /// A fish of three houses with boxes among the houses.
    FrankenSwordfish = "Franken Swordfish",
    /// A fish of four houses with boxes among the houses.
    FrankenJellyfish = "Franken Jellyfish",
    /// A fish of five houses with boxes among the houses.
    FrankenSquirmbag = "Franken Squirmbag",
    /// A fish of six houses with boxes among the houses.
    FrankenWhale = "Franken Whale",
    /// A fish of seven houses with boxes among the houses.
    FrankenLeviathan = "Franken Leviathan",
    /// A fish of two houses with boxes among the houses, and fins.
    FinnedFrankenXWing = "finned Franken X-Wing",
    /// A fish of three houses with boxes among the houses, and fins.
    FinnedFrankenSwordfish = "finned Franken Swordfish",
    /// A fish of four houses with boxes among the houses, and fins.
    FinnedFrankenJellyfish = "finned Franken Jellyfish",
    /// A fish of five houses with boxes among the houses, and fins.
    FinnedFrankenSquirmbag = "finned Franken Squirmbag",
    /// A fish of six houses with boxes among the houses, and fins.
    FinnedFrankenWhale = "finned Franken Whale",
    /// A fish of seven houses with boxes among the houses, and fins.
    FinnedFrankenLeviathan = "finned Franken Leviathan",
    /// A fish of two houses with rows and columns on one side.
    MutantXWing = "mutant X-Wing",
    /// A fish of three houses with rows and columns on one side.
    MutantSwordfish = "mutant Swordfish",
    /// A fish of four houses with rows and columns on one side.
    MutantJellyfish = "mutant Jellyfish",
    /// A fish of five houses with rows and columns on one side.
    MutantSquirmbag = "mutant Squirmbag",
    /// A fish of six houses with rows and columns on one side.
    MutantWhale = "mutant Whale",
    /// A fish of seven houses with rows and columns on one side.
    MutantLeviathan = "mutant Leviathan",
    /// A fish of two houses with rows and columns on one side, and fins.
    FinnedMutantXWing = "finned mutant X-Wing",
    /// A fish of three houses with rows and columns on one side, and fins.
    FinnedMutantSwordfish = "finned mutant Swordfish",
    /// A fish of four houses with rows and columns on one side, and fins.
    FinnedMutantJellyfish = "finned mutant Jellyfish",
    /// A fish of five houses with rows and columns on one side, and fins.
    FinnedMutantSquirmbag = "finned mutant Squirmbag",
    /// A fish of six houses with rows and columns on one side, and fins.
    FinnedMutantWhale = "finned mutant Whale",
    /// A fish of seven houses with rows and columns on one side, and fins.
    FinnedMutantLeviathan = "finned mutant Leviathan",
    /// A fish whose fins all lead to the same elimination by chains.
    KrakenFishOne = "Kraken fish type 1",
    /// A fish each of whose fins and places in a cover house leads to the same conclusion by
    /// chains.
    KrakenFishTwo = "Kraken fish type 2",
    /// A chain of cells with the same two candidates.
    RemotePair = "remote pair",
    /// All cells but one have two candidates, and without the third there would be two solutions.
    BugPlusOne = "bivalue universal grave + 1",
    /// Two kites that are joined in the same two cells.
    DualTwoStringKite = "dual 2-string kite",
    /// A chain of two strong links in one digit.
    TurbotFish = "Turbot fish",
    /// A box whose places of a digit lie in one row and one column, and a strong link.
    EmptyRectangle = "empty rectangle",
    /// Two empty rectangles in the same box.
    DualEmptyRectangle = "dual empty rectangle",
    /// Two cells with the same two candidates, joined by a strong link in one of them.
    WWing = "W-Wing",
    /// A rectangle of two digits with more candidates in one cell.
    UniquenessTest1 = "uniqueness test 1",
    /// A rectangle of two digits with the same third in two cells of a house.
    UniquenessTest2 = "uniqueness test 2",
    /// A rectangle of two digits whose other candidates form a naked subset.
    UniquenessTest3 = "uniqueness test 3",
    /// A rectangle of two digits, one of which is confined to two of its cells.
    UniquenessTest4 = "uniqueness test 4",
    /// A rectangle of two digits with the same third in two opposite cells, or in three.
    UniquenessTest5 = "uniqueness test 5",
    /// A rectangle of two digits, one of which is confined to its cells in four lines.
    UniquenessTest6 = "uniqueness test 6",
    /// A rectangle of two digits, one of which is confined to it in a row and a column.
    HiddenRectangle = "hidden rectangle",
    /// A rectangle of placed digits that must not be completed.
    AvoidableRectangle1 = "avoidable rectangle type 1",
    /// A rectangle of placed digits and two blank cells that share a digit, which must not be
    /// completed.
    AvoidableRectangle2 = "avoidable rectangle type 2",
    /// Cells of an intersection whose digits are divided between the line and the box.
    SueDeCoq = "Sue de Coq",
    /// A place of a digit that sees both colors of its strong links.
    SimpleColorsTrap = "simple colors trap",
    /// A color with two cells that see each other.
    SimpleColorsWrap = "simple colors wrap",
    /// A place of a digit that sees the opposites of two colors that see each other.
    MultiColors1 = "multi-colors 1",
    /// A color that sees both colors of another group.
    MultiColors2 = "multi-colors 2",
    /// A chain in one digit.
    XChain = "X-Chain",
    /// A chain of cells with two candidates.
    XyChain = "XY-Chain",
    /// A chain that closes without a break.
    ContinuousNiceLoop = "continuous nice loop",
    /// A chain that returns to its first cell.
    DiscontinuousNiceLoop = "discontinuous nice loop",
    /// A chain of alternating links, one of whose ends holds.
    Aic = "AIC",
    /// A chain through groups of cells that closes without a break.
    GroupedContinuousNiceLoop = "grouped continuous nice loop",
    /// A chain through groups of cells that returns to its first cell.
    GroupedDiscontinuousNiceLoop = "grouped discontinuous nice loop",
    /// A chain of alternating links through groups of cells.
    GroupedAic = "grouped AIC",
    /// Two almost locked sets with a restricted common digit.
    AlsXz = "ALS-XZ",
    /// Three almost locked sets with two restricted common digits.
    AlsXyWing = "ALS-XY-Wing",
    /// A chain of almost locked sets.
    AlsChain = "ALS chain",
    /// A cell each of whose candidates is linked to an almost locked set.
    DeathBlossom = "death blossom",
    /// A candidate from which chains lead to a contradiction.
    ForcingChainContradiction = "forcing chain contradiction",
    /// Chains from several candidates, one of which holds, that lead to the same conclusion.
    ForcingChainVerity = "forcing chain verity",
    /// A candidate from which a net of implications leads to a contradiction.
    ForcingNetContradiction = "forcing net contradiction",
    /// Nets from several candidates, one of which holds, that lead to the same conclusion.
    ForcingNetVerity = "forcing net verity",
    /// A cell that all templates of a digit share.
    TemplateSet = "template set",
    /// Cells that no template of a digit uses.
    TemplateDelete = "template delete",
    /// A digit of the solution, found by search and not by logic.
    BruteForce = "brute force",
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
