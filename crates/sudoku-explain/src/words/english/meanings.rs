//! A sentence for each technique that defines it.

use sudoku_logic::StepName;

use crate::words::fish::{FishKind, FishName};

/// Returns a sentence that defines the technique.
pub(crate) fn meaning(name: StepName) -> String {
    use StepName as N;
    let text = match name {
        N::LastCell => "A house with one blank cell lacks one digit.",
        N::HiddenSingle => "A digit has one place left in a house.",
        N::NakedSingle => "A cell has one candidate left.",
        N::DirectPointing => {
            "All places of a digit in a box lie in one line, which leaves it one place in another box."
        }
        N::DirectClaiming => {
            "All places of a digit in a line lie in one box, which leaves it one place in another line."
        }
        N::DirectHiddenPair | N::DirectHiddenTriple => {
            "As many digits as cells of a house are bound to each other, which leaves another digit \
             one place there."
        }
        N::Pointing => {
            "All places of a digit in a box lie in one line, so the rest of the line lacks it."
        }
        N::Claiming => {
            "All places of a digit in a line lie in one box, so the rest of the box lacks it."
        }
        N::NakedPair | N::NakedTriple | N::NakedQuad => {
            "Some cells of a house have as many candidates together as they are, and use them up."
        }
        N::HiddenPair | N::HiddenTriple | N::HiddenQuad => {
            "Some digits have as many places in a house as they are, and fill them."
        }
        N::LockedPair | N::LockedTriple => {
            "Some cells of both a line and a box use up as many digits as they are, in both houses."
        }
        N::XyWing => {
            "A cell of two candidates and two of its peers, each of which shares one: either way one \
             of the two peers holds their common digit."
        }
        N::XyzWing => {
            "A cell of three candidates and two of its peers that share two each: one of the three \
             cells holds their common digit."
        }
        N::WWing => {
            "Two cells with the same two candidates, joined by a strong link in one of them: one of \
             the cells holds the other."
        }
        N::WxyzWing | N::VwxyzWing | N::UvwxyzWing | N::TuvwxyzWing => {
            "Cells that see each other, with one digit more than cells, and a cell of two of these \
             digits: if one of the digits cannot be in both, the other is in one of them."
        }
        N::Skyscraper => {
            "Two parallel lines have two places for a digit each, and two of the places share a line: \
             one of the other two holds the digit."
        }
        N::TwoStringKite => {
            "A row and a column have two places for a digit each, and two of the places share a box: \
             one of the other two holds the digit."
        }
        N::DualTwoStringKite => "Two 2-string kites that meet in the same two cells.",
        N::TurbotFish => {
            "A chain of two strong links in one digit: one of its ends holds the digit."
        }
        N::EmptyRectangle => {
            "A box whose places of a digit lie in one row and one column, and a strong link that \
             meets one of these lines."
        }
        N::DualEmptyRectangle => "Two empty rectangles in the same box.",
        N::TwoStrongLinks | N::ThreeStrongLinks | N::FourStrongLinks => {
            "Strong links of a digit, each of which sees the next: one of the two ends holds the digit."
        }
        N::StrongLinkRing => {
            "Strong links of a digit, each of which sees the next and the last the first: so each \
             link between them holds the digit too."
        }
        N::RemotePair => "A chain of cells with the same two candidates, which they hold in turn.",
        N::UniqueLoop1 | N::UniquenessTest1 => {
            "Cells in which two digits could be exchanged, but for one cell: it holds another digit."
        }
        N::UniqueLoop2 | N::UniquenessTest2 | N::UniquenessTest5 => {
            "Cells in which two digits could be exchanged, but for a third digit in some of them: one \
             of these holds it."
        }
        N::UniqueLoop3 | N::UniquenessTest3 => {
            "Cells in which two digits could be exchanged, but for further digits in two of them, \
             which make up a subset with other cells."
        }
        N::UniqueLoop4 | N::UniquenessTest4 | N::UniquenessTest6 => {
            "Cells in which two digits could be exchanged, and a digit of these that is bound to the \
             cells with further candidates: then the other would complete the pattern."
        }
        N::HiddenRectangle => {
            "A rectangle in which two digits could be exchanged, if one of them, which is bound to it \
             in a row and a column, left the other to the corner where these cross."
        }
        N::AvoidableRectangle1 | N::AvoidableRectangle2 => {
            "A rectangle of digits that are no clues, in which two digits could be exchanged once it \
             were complete."
        }
        N::BivalueGrave1
        | N::BivalueGrave2
        | N::BivalueGrave3
        | N::BivalueGrave4
        | N::BugPlusOne => {
            "But for a few candidates, every cell has two and every digit has two places in each \
             house: such a board has no solution, or several, so one of the few is right."
        }
        N::AlignedPairExclusion | N::AlignedTripleExclusion => {
            "Of some cells every combination with a certain digit leaves another cell without a \
             candidate, or has a digit twice in a house."
        }
        N::SueDeCoq => {
            "Cells of a crossing, with some of the line and some of the box, can hold only as many \
             digits as they are, so all of these are there."
        }
        N::SimpleColorsTrap => {
            "Strong links of a digit part its places in two colors, one of which is right: what sees \
             both goes."
        }
        N::SimpleColorsWrap => {
            "Strong links of a digit part its places in two colors; one sees itself and is wrong."
        }
        N::MultiColors1 => {
            "Two groups of strong links, of which two colors see each other: one of the two others \
             is right."
        }
        N::MultiColors2 => "A color that sees both colors of another group is wrong.",
        N::BidirectionalXCycle | N::BidirectionalYCycle | N::BidirectionalCycle => {
            "A ring of links, which holds in one of two ways: of each two neighbours one is right."
        }
        N::ContinuousNiceLoop | N::GroupedContinuousNiceLoop => {
            "A chain that closes, so that of each two neighbours one is right."
        }
        N::DiscontinuousNiceLoop | N::GroupedDiscontinuousNiceLoop => {
            "A chain that comes back to the cell where it started, and says more of it."
        }
        N::XChain => "A chain of links of one digit: one of its ends holds it.",
        N::XyChain => {
            "A chain of cells with two candidates: one of its ends holds their common digit."
        }
        N::Aic | N::GroupedAic => {
            "A chain of links, strong and weak in turn: one of its ends is right."
        }
        N::ForcingXChain | N::ForcingChain => "A chain whose assumption leads to its opposite.",
        N::AlsXz => {
            "Two sets of cells with one digit more than cells, and a digit that cannot be in both: \
             any other common digit is in one of them."
        }
        N::AlsXyWing | N::AlsChain => {
            "Sets of cells with one digit more than cells, each joined to the next by a digit that \
             cannot be in both: a digit that the first and the last have is in one of them."
        }
        N::DeathBlossom => {
            "A cell each of whose candidates takes a digit from a set of cells, so that one of the \
             sets holds the digit that they have in common."
        }
        N::NishioChains | N::DynamicContradictionChains => {
            "An assumption that leads to a contradiction is wrong."
        }
        N::CellForcingChains | N::DynamicCellChains => {
            "What follows from each candidate of a cell is true."
        }
        N::HouseForcingChains | N::DynamicHouseChains => {
            "What follows from each place of a digit in a house is true."
        }
        N::DynamicDoubleChains => "What follows from an assumption and from its opposite is true.",
        N::ForcingChainContradiction | N::ForcingNetContradiction => {
            "An assumption from which a contradiction follows is wrong."
        }
        N::ForcingChainVerity | N::ForcingNetVerity => {
            "What follows from each of several assumptions, one of which holds, is true."
        }
        N::KrakenFishOne => {
            "A fish each of whose fins leads by a chain to what a cover house has beside the fish."
        }
        N::KrakenFishTwo => {
            "A fish whose fins, and whose places in one of its cover houses, all lead to the same by \
             chains."
        }
        N::TemplateSet => "All ways to place a digit nine times have a cell in common.",
        N::TemplateDelete => "No way to place a digit nine times uses a cell.",
        N::BruteForce => "No technique goes on, so a digit of the solution is looked up.",
        _ => return fish(name),
    };
    text.to_owned()
}

/// Returns a sentence that defines the fish of this name.
fn fish(name: StepName) -> String {
    let Some(FishName { houses, kind, has_fins }) = FishName::of(name) else {
        return String::new();
    };
    let words = ["two", "three", "four", "five", "six", "seven"];
    let number = words[houses - 2];
    let houses = match kind {
        FishKind::Basic => format!("{number} parallel lines lie in {number} crossing lines"),
        FishKind::Franken => format!("{number} lines or boxes lie in {number} others"),
        FishKind::Mutant => format!("{number} rows, columns or boxes lie in {number} others"),
    };
    let fins = if has_fins {
        ", but for a few, the fins: what the fish would take away goes if it sees all fins."
    } else {
        ": these have no other place for it."
    };
    format!("All places of a digit in {houses}{fins}")
}
