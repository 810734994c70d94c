//! The techniques of HoDoKu as values.

/// A technique of HoDoKu, searched for in one pass.
///
/// Subsets have a size of 2 to 4, locked subsets of 2 or 3, and fish of 2 to 7. Other sizes, and
/// tests and types that do not exist, find nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum HodokuTechnique {
    /// The last blank cell of a house.
    FullHouse,
    /// A cell with one candidate.
    NakedSingle,
    /// A digit with one place in a house.
    HiddenSingle,
    /// Naked subsets of this size that eliminate in a line and a box.
    LockedSubset(u8),
    /// Digits of a box that are confined to a line.
    Pointing,
    /// Digits of a line that are confined to a box.
    Claiming,
    /// Naked subsets of this size that are not locked.
    NakedSubset(u8),
    /// Hidden subsets of this size.
    HiddenSubset(u8),
    /// Basic fish of this size.
    Fish(u8),
    /// Basic fish with fins.
    FinnedFish(u8),
    /// Basic fish with fins that lack a place without them.
    SashimiFish(u8),
    /// Fish with boxes.
    FrankenFish(u8),
    /// Fish with boxes and fins.
    FinnedFrankenFish(u8),
    /// Fish of any houses.
    MutantFish(u8),
    /// Fish of any houses with fins.
    FinnedMutantFish(u8),
    /// Kraken fish of type 1 or 2: fish of rows, columns and boxes, up to size 4, with one or two
    /// fins that start chains. In type 1 these lead to an elimination of the fish. In type 2 chains
    /// start from the places in a cover house too and lead to any conclusion.
    KrakenFish(u8),
    /// Remote pairs.
    RemotePair,
    /// Bivalue universal grave + 1.
    BugPlusOne,
    /// Skyscrapers.
    Skyscraper,
    /// Two-string kites.
    TwoStringKite,
    /// Turbot fish.
    TurbotFish,
    /// Empty rectangles.
    EmptyRectangle,
    /// W-Wings.
    WWing,
    /// XY-Wings.
    XyWing,
    /// XYZ-Wings.
    XyzWing,
    /// Rectangles of blank cells, of uniqueness test 1 to 6.
    UniquenessTest(u8),
    /// Rectangles of blank cells in which one digit is confined to two lines.
    HiddenRectangle,
    /// Rectangles with placed digits, of type 1 or 2.
    AvoidableRectangle(u8),
    /// Sue de Coq.
    SueDeCoq,
    /// Simple colors.
    SimpleColors,
    /// Multi-colors.
    MultiColors,
    /// X-Chains.
    XChain,
    /// XY-Chains.
    XyChain,
    /// Nice loops and AICs.
    NiceLoop,
    /// Nice loops and AICs through groups of cells.
    GroupedNiceLoop,
    /// Two almost locked sets.
    AlsXz,
    /// Three almost locked sets.
    AlsXyWing,
    /// Chains of almost locked sets.
    AlsChain,
    /// A cell with an almost locked set for each of its candidates.
    DeathBlossom,
    /// Cells that all templates of a digit share.
    TemplateSet,
    /// Cells that no template of a digit uses.
    TemplateDelete,
    /// Forcing chains.
    ForcingChain,
    /// Forcing nets.
    ForcingNet,
    /// A digit of the solution.
    BruteForce,
}
