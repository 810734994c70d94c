//! A proof as data: what is said, line by line, without the words of any language.

use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_logic::{Effect, State, StepName};

use crate::claim::Claim;
use crate::marks::Marks;

/// Why a claim follows from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It is assumed.
    Assumed,
    /// The cell holds one digit: another one, or the last that is left.
    Cell,
    /// The house holds the digit once: elsewhere, or in the last place that is left.
    House(House),
    /// It sees a cell that holds the digit, whichever of several that is.
    Sees,
    /// All places of the digit that are left in the house see the cell.
    Locked(House),
    /// A set of cells with one digit more than cells loses a digit, and so holds all others.
    Set {
        /// The cells.
        cells: Vec<Cell>,
        /// Their candidates.
        digits: DigitSet,
    },
    /// A step on the board that the chain has come to; the line holds its proof.
    Step(StepName),
}

/// Two things that cannot be together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clash {
    /// A claim and its opposite.
    Opposites(Claim),
    /// Two claims one of which rules out the other.
    Rivals(Claim, Claim),
    /// A cell has no candidate left.
    NoCandidate(Cell),
    /// A house has no place left for a digit.
    NoPlace(House, Digit),
    /// All cells of a pattern would hold its two digits, and these could be exchanged.
    Deadly,
}

/// What a line says; its words are chosen elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phrase {
    /// The cell has one candidate.
    OnlyCandidate(Cell, Digit),
    /// The digit has one place in the house.
    OnlyPlace(House, Cell, Digit),
    /// The house has one blank cell.
    LastCell(House, Cell, Digit),
    /// The digit's places in the house.
    PlacesIn(Digit, House, Vec<Cell>),
    /// All places of the digit in the base lie in the cover, so no other place of the cover is
    /// right.
    LockedIn(Digit, House, House),
    /// The cells' candidates together.
    Candidates(Vec<Cell>, DigitSet),
    /// So many cells of the house have so many candidates: they hold these digits.
    SetFills(House, Vec<Cell>, DigitSet),
    /// So many digits have so many places in the house: these cells hold nothing else.
    SetHides(House, Vec<Cell>, DigitSet),
    /// The base houses' places are in as many cover houses, so each cover house has its digit
    /// there.
    FishCount(Digit, Vec<House>, Vec<House>),
    /// What follows if no fin holds the digit.
    WithoutFins(Digit, Vec<Cell>),
    /// What happens if a fin holds the digit.
    WithFin(Digit, Vec<Cell>),
    /// These are the sets that the lines below name by letters: cells and digits of each.
    NamedSet(usize, Vec<Cell>, DigitSet),
    /// The digit cannot be in both of the sets: its places in the one see those in the other.
    Restricted(Digit, (usize, Vec<Cell>), (usize, Vec<Cell>)),
    /// If the set does not hold the digit, it holds the other digit.
    SetWithout(usize, Digit, Digit),
    /// If the set holds the digit, the next one does not.
    SetTakes(usize, Digit, usize),
    /// The digit is in one of the sets.
    InOneSet(Digit, Vec<usize>),
    /// Both digits are bound to the two sets, so each set holds all of its others.
    BothBound(DigitSet, usize, usize),
    /// If the cell holds the digit, the set loses it, and so holds the other digit.
    Petal(Cell, Digit, usize, Digit),
    /// The cells can hold so many digits in all: so many as there are cells.
    ShareOut {
        /// The cells of the crossing, of the line and of the box.
        parts: [Vec<Cell>; 3],
        /// The digits that can be there once.
        once: DigitSet,
        /// The digits that can be there twice.
        twice: DigitSet,
    },
    /// If the first claim holds, so does the second.
    IfThen(Claim, Claim),
    /// One of the claims holds.
    OneOf(Vec<Claim>),
    /// One of the ends of a chain holds.
    Ends(Claim, Claim),
    /// A strong link: in the house, one of the two claims holds.
    StrongLink(House, Claim, Claim),
    /// The cells have the same two candidates and each sees the next, so they hold them in turn.
    Alternate(Vec<Cell>, DigitSet),
    /// The cells of two colors; either all of the first or all of the second hold the digit.
    Colors(Digit, Vec<Cell>, Vec<Cell>, usize),
    /// Two cells of the same color see each other, so that color is wrong.
    ColorWraps(Cell, Cell, usize),
    /// Cells of two colors see each other, so not both colors are right.
    ColorsMeet(Cell, Cell, usize, usize),
    /// So one of these two colors is right.
    OneColor(usize, usize),
    /// A pattern of cells that would have two solutions if it held only the two digits.
    Deadly(Vec<Cell>, DigitSet),
    /// A board that would have two solutions without these candidates.
    Grave(Vec<(Cell, DigitSet)>),
    /// One of these candidates has to be right.
    OneExtra(Vec<(Cell, DigitSet)>),
    /// The extra candidates count as one cell, which makes a subset with the cells in the house.
    ExtraSet(House, Vec<Cell>, DigitSet),
    /// The digits have these places in the house, one too many; but one of the extra cells does
    /// not hold any.
    ExtraHidden(House, Vec<Cell>, DigitSet),
    /// The combination of digits in the cells is impossible, because some see each other.
    SameDigit(Vec<(Cell, Digit)>, [Cell; 2]),
    /// The combination of digits in the cells leaves a cell without a candidate.
    Starves(Vec<(Cell, Digit)>, Cell),
    /// So many ways to place the digit are left.
    Templates(Digit, usize),
    /// All ways to place the digit take these cells, so no other digit can.
    TemplatesShare(Digit, Vec<Cell>),
    /// Something is assumed for the lines below.
    Suppose(Claim),
    /// A claim that follows from lines before it.
    Follows(Claim, Reason),
    /// A contradiction.
    Impossible(Clash),
    /// One of these has to hold: the cell's candidates, the digit's places in the house, or a
    /// claim and its opposite.
    Cases(Cases, Vec<Claim>),
    /// The links of a ring hold in both directions: of each two neighbours one holds.
    Ring,
    /// The digit was looked up in the solution.
    LookedUp(Cell, Digit),
    /// What goes, and why.
    Gone(Vec<Cell>, DigitSet, Because),
    /// What is placed, and why.
    Placed(Cell, Digit, Because),
    /// A pattern that does a part of the step; the line holds its proof.
    Part(StepName),
}

impl Phrase {
    /// The digit that the line places in a cell.
    pub(crate) fn placed(&self) -> Option<(Cell, Digit)> {
        match *self {
            Self::OnlyCandidate(cell, digit)
            | Self::OnlyPlace(_, cell, digit)
            | Self::LastCell(_, cell, digit)
            | Self::LookedUp(cell, digit)
            | Self::Placed(cell, digit, _) => Some((cell, digit)),
            _ => None,
        }
    }

    /// Whether the line takes the candidate away.
    pub(crate) fn takes(&self, cell: Cell, digit: Digit) -> bool {
        matches!(self, Self::Gone(cells, digits, _) if cells.contains(&cell) && digits.contains(digit))
    }
}

/// What several assumptions have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cases {
    /// They are all candidates of a cell.
    Cell(Cell),
    /// They are all places of a digit in a house.
    House(House, Digit),
    /// One is the opposite of the other.
    Opposites,
    /// They are the fins of a fish, and its places in one of its cover houses.
    Fish(House, Digit),
}

/// Why something is placed or goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Because {
    /// The lines before say it.
    Shown,
    /// The digit or the digits are taken in the houses.
    TakenIn(Vec<House>),
    /// The cells belong to others: their own digits are these.
    OwnDigits(DigitSet),
    /// It sees all of these.
    Sees(Vec<Cell>),
    /// Neither of the claims leaves it.
    RuledOutBy(Vec<Claim>),
    /// The assumption is wrong.
    Refuted,
    /// All cases lead to it.
    EachCase,
    /// All cases lead to it but for those that contradict themselves.
    PossibleCases,
    /// The color is wrong.
    WrongColor(usize),
    /// It sees both colors.
    SeesColors(usize, usize),
    /// No combination is left.
    NoCombination,
    /// All ways to place the digit agree.
    AllTemplates,
}

/// A line of a proof.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// What it says.
    pub(crate) phrase: Phrase,
    /// The lines before it that it follows from, counted from 0; none where that is plain.
    pub(crate) from: Vec<usize>,
    /// How far it stands below an assumption.
    pub(crate) level: usize,
    /// The proof of a step inside of a chain, on the board that the chain has come to.
    pub(crate) inner: Option<Box<Proof>>,
}

/// Why a step holds: checked, line by line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Proof {
    /// The board before the step.
    pub(crate) state: State,
    /// What the pattern is called.
    pub(crate) name: StepName,
    /// What the step does.
    pub(crate) effect: Effect,
    /// Where the pattern is.
    pub(crate) place: Place,
    /// The lines.
    pub(crate) lines: Vec<Line>,
    /// What to mark on a drawing.
    pub(crate) marks: Marks,
}

/// Where a pattern is, in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A house and a cell of it, or the cell alone.
    Single(Option<House>, Cell, Digit),
    /// A digit's places in a house, which lie in another.
    Locked(Digit, Vec<Cell>, House, House),
    /// Digits, cells, house; whether the digits are hidden.
    Subset(DigitSet, Vec<Cell>, House, bool),
    /// A fish: digit, base, cover, fins.
    Fish(Digit, Vec<House>, Vec<House>, Vec<Cell>),
    /// A wing: the pivot, the wings and the digit.
    Wing(Cell, Vec<Cell>, Digit),
    /// Sets of cells, with the digits that join them.
    Sets(Vec<(Vec<Cell>, DigitSet)>, Vec<DigitSet>),
    /// A cell, the sets that lose its digits, and which digits these are.
    Blossom((Vec<Cell>, DigitSet), Vec<(Vec<Cell>, DigitSet)>, Vec<DigitSet>),
    /// Cells of a crossing, of its line and of its box, and their digits.
    Crossing([(Vec<Cell>, DigitSet); 3]),
    /// A deadly pattern: its cells, digits, and the cells that save it.
    Deadly(Vec<Cell>, DigitSet, Vec<Cell>),
    /// A grave's extra candidates.
    Grave(Vec<(Cell, DigitSet)>),
    /// Cells whose combinations are excluded, and those that exclude.
    Aligned(Vec<Cell>, Vec<Cell>),
    /// A chain: the claims from its start to its end, in turn off and on.
    Chain(Vec<Claim>),
    /// A chain that closes.
    Ring(Vec<Claim>),
    /// Chains or nets from assumptions: what these have in common, or nothing if they lead to a
    /// contradiction; the assumptions; what each ends in.
    Cases(Option<Cases>, Vec<Claim>, Vec<Claim>),
    /// Colors of a digit.
    Colors(Digit, Vec<Vec<Cell>>),
    /// All ways to place a digit.
    Templates(Digit),
    /// Several patterns.
    Parts(Vec<Place>),
}
