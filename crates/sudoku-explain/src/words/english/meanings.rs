//! A sentence for each technique that defines it.

use sudoku_logic::StepName;

use crate::words::fish::{FishKind, FishName};

/// Returns a sentence that defines the technique.
pub(crate) fn meaning(name: StepName) -> String {
    use StepName as N;
    let text = match name {
        N::LastCell => "A house has one blank cell, which holds its missing digit.",
        N::HiddenSingle => "A digit has one place left in a house.",
        N::NakedSingle => "A cell has one candidate left.",
        N::DirectPointing => {
            "All places of a digit in a box lie in one line, which leaves it one place in another \
             box."
        }
        N::DirectClaiming => {
            "All places of a digit in a line lie in one box, which leaves it one place in another \
             line."
        }
        N::DirectHiddenPair | N::DirectHiddenTriple => {
            "Some digits of a house can only be in equally many cells, which leaves another digit \
             one place there."
        }
        N::Pointing => {
            "All places of a digit in a box lie in one line, so it cannot be in the rest of the \
             line."
        }
        N::Claiming => {
            "All places of a digit in a line lie in one box, so it cannot be in the rest of the \
             box."
        }
        N::NakedPair | N::NakedTriple | N::NakedQuad => {
            "Some cells of a house have only as many candidates as there are cells, so these \
             digits cannot be in the rest of the house."
        }
        N::HiddenPair | N::HiddenTriple | N::HiddenQuad => {
            "Some digits have only as many places in a house as there are digits, so these cells \
             hold nothing else."
        }
        N::LockedPair | N::LockedTriple => {
            "Some cells in both a line and a box have only as many candidates as there are cells, \
             so these digits cannot be in the rest of either house."
        }
        N::XyWing => {
            "A cell with two candidates sees two cells that each share one of them: in either \
             case one of the two cells holds their common digit."
        }
        N::XyzWing => {
            "A cell with three candidates sees two cells that each share two of them: one of the \
             three cells holds their common digit."
        }
        N::WWing => {
            "Two cells have the same two candidates, and a strong link in one of these joins \
             them: one of the cells holds the other digit."
        }
        N::WxyzWing | N::VwxyzWing | N::UvwxyzWing | N::TuvwxyzWing => {
            "A set of cells that see each other has one digit more than cells, and another cell \
             has two of these digits: if one of the two cannot be in both, the other is in one of \
             them."
        }
        N::Skyscraper => {
            "Two parallel lines have two places each for a digit, and two of the places share a \
             line: one of the other two holds the digit."
        }
        N::TwoStringKite => {
            "A row and a column have two places each for a digit, and two of the places share a \
             box: one of the other two holds the digit."
        }
        N::DualTwoStringKite => "Two 2-string kites that meet in the same two cells.",
        N::TurbotFish => {
            "A chain of two strong links in one digit: one of its ends holds the digit."
        }
        N::EmptyRectangle => {
            "All places of a digit in a box lie in one row and one column, and a strong link \
             meets one of these lines."
        }
        N::DualEmptyRectangle => "Two empty rectangles in the same box.",
        N::TwoStrongLinks | N::ThreeStrongLinks | N::FourStrongLinks => {
            "A chain of strong links in one digit, each of which sees the next: one of the two \
             ends holds the digit."
        }
        N::StrongLinkRing => {
            "A ring of strong links in one digit, each of which sees the next: every connection \
             between two of them holds the digit too."
        }
        N::RemotePair => {
            "A chain of cells with the same two candidates, which alternate along the chain."
        }
        N::UniqueLoop1 | N::UniquenessTest1 => {
            "Cells in which two digits could be swapped, except for one cell: it holds another \
             digit."
        }
        N::UniqueLoop2 | N::UniquenessTest2 | N::UniquenessTest5 => {
            "Cells in which two digits could be swapped, except for a third digit in some of \
             them: one of these holds it."
        }
        N::UniqueLoop3 | N::UniquenessTest3 => {
            "Cells in which two digits could be swapped, except for extra digits in two of them, \
             which form a subset with other cells."
        }
        N::UniqueLoop4 | N::UniquenessTest4 | N::UniquenessTest6 => {
            "Cells in which two digits could be swapped, and one of the two can only be in those \
             with extra candidates: the other one would complete the pattern there."
        }
        N::HiddenRectangle => {
            "A rectangle in which two digits could be swapped: one of them can only be in the \
             rectangle in a row and a column, so the other one cannot be where these cross."
        }
        N::AvoidableRectangle1 | N::AvoidableRectangle2 => {
            "A rectangle of placed digits that are not clues, in which two digits could be \
             swapped if it were complete."
        }
        N::BivalueGrave1
        | N::BivalueGrave2
        | N::BivalueGrave3
        | N::BivalueGrave4
        | N::BugPlusOne => {
            "Except for a few candidates, every cell has two and every digit has two places in \
             each house: such a board has no solution or several, so one of the few is right."
        }
        N::AlignedPairExclusion | N::AlignedTripleExclusion => {
            "Every combination of some cells that includes a certain digit leaves another cell \
             without a candidate, or repeats a digit in a house."
        }
        N::SueDeCoq => {
            "Cells of an intersection, of its line and of its box can hold only as many digits as \
             there are cells, so all of these digits are there."
        }
        N::SimpleColorsTrap => {
            "Strong links of a digit divide its places into two colors, one of which is right: a \
             cell that sees both colors loses the digit."
        }
        N::SimpleColorsWrap => {
            "Strong links of a digit divide its places into two colors: two cells of one color \
             see each other, so it is wrong."
        }
        N::MultiColors1 => {
            "Two groups of strong links, in which a color of one sees a color of the other: one \
             of the two other colors is right."
        }
        N::MultiColors2 => "A color that sees both colors of another group is wrong.",
        N::BidirectionalXCycle | N::BidirectionalYCycle | N::BidirectionalCycle => {
            "A ring of links that holds in one of two ways: one of every two neighbors is right."
        }
        N::ContinuousNiceLoop | N::GroupedContinuousNiceLoop => {
            "A chain that closes, so that one of every two neighbors is right."
        }
        N::DiscontinuousNiceLoop | N::GroupedDiscontinuousNiceLoop => {
            "A chain that returns to its first cell and proves something about it."
        }
        N::XChain => "A chain of links of one digit: one of its ends holds it.",
        N::XyChain => {
            "A chain of cells with two candidates: one of its ends holds their common digit."
        }
        N::Aic | N::GroupedAic => {
            "A chain of alternating strong and weak links: one of its ends is right."
        }
        N::ForcingXChain | N::ForcingChain => "A chain whose assumption leads to its opposite.",
        N::AlsXz => {
            "Two sets of cells, each with one digit more than cells, and a digit that cannot be \
             in both: any other common digit is in one of them."
        }
        N::AlsXyWing | N::AlsChain => {
            "A chain of sets of cells, each with one digit more than cells and joined to the next \
             by a digit that cannot be in both: a digit that the first and the last share is in \
             one of them."
        }
        N::DeathBlossom => {
            "Each candidate of a cell takes a digit from a set of cells, so that one of the sets \
             holds the digit that they have in common."
        }
        N::NishioChains | N::DynamicContradictionChains => {
            "An assumption that leads to a contradiction is wrong."
        }
        N::CellForcingChains | N::DynamicCellChains => {
            "A conclusion that follows from each candidate of a cell is true."
        }
        N::HouseForcingChains | N::DynamicHouseChains => {
            "A conclusion that follows from each place of a digit in a house is true."
        }
        N::DynamicDoubleChains => {
            "A conclusion that follows from an assumption and from its opposite is true."
        }
        N::ForcingChainContradiction | N::ForcingNetContradiction => {
            "An assumption from which a contradiction follows is wrong."
        }
        N::ForcingChainVerity | N::ForcingNetVerity => {
            "A conclusion that follows from each of several assumptions, one of which holds, is \
             true."
        }
        N::KrakenFishOne => {
            "A finned fish, each of whose fins leads by a chain to the same elimination as the \
             fish itself."
        }
        N::KrakenFishTwo => {
            "A fish whose fins, and whose places in one of its cover houses, all lead to the same \
             conclusion by chains."
        }
        N::TemplateSet => "All ways to place a digit nine times have a cell in common.",
        N::TemplateDelete => "No way to place a digit nine times uses a certain cell.",
        N::BruteForce => "No technique applies, so a digit of the solution is looked up.",
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
        ", except for a few, the fins: an elimination of the fish holds if its cell sees all fins."
    } else {
        ", which have no other place for it."
    };
    format!("All places of a digit in {houses}{fins}")
}
