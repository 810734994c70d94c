//! Proofs as data, line by line, independent of any language.

use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_logic::{Effect, State, StepName};

use crate::claim::Claim;
use crate::marks::Marks;

/// The rule by which a claim follows from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The claim is assumed.
    Assumed,
    /// The cell holds exactly one digit: a different one, or the last candidate left.
    Cell,
    /// The house holds the digit exactly once: elsewhere, or in the last place left.
    House(House),
    /// The cell sees every cell of a group, one of which holds the digit.
    Sees,
    /// The cell sees all places that are left for the digit in the house.
    Locked(House),
    /// An almost locked set loses a digit, so it holds all its others.
    Set {
        /// The cells.
        cells: Vec<Cell>,
        /// Their candidates.
        digits: DigitSet,
    },
    /// A step on the board that the chain has reached; the line holds its proof.
    Step(StepName),
}

/// A contradiction between two facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clash {
    /// A claim and its opposite.
    Opposites(Claim),
    /// Two claims that exclude each other.
    Rivals(Claim, Claim),
    /// A cell has no candidate left.
    NoCandidate(Cell),
    /// A house has no place left for a digit.
    NoPlace(House, Digit),
    /// All cells of a pattern would hold its two digits, which could be swapped.
    Deadly,
}

/// The statement of a line. Each language has its own words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phrase {
    /// The cell has one candidate.
    OnlyCandidate(Cell, Digit),
    /// The digit has one place in the house.
    OnlyPlace(House, Cell, Digit),
    /// The house has one blank cell.
    LastCell(House, Cell, Digit),
    /// The digit can only be in these cells of the house.
    PlacesIn(Digit, House, Vec<Cell>),
    /// All places of the digit in the base are in the cover, so the cover has no other place for
    /// it.
    LockedIn(Digit, House, House),
    /// The union of the cells' candidates.
    Candidates(Vec<Cell>, DigitSet),
    /// N cells of the house have only these N candidates, so they hold these digits.
    SetFills(House, Vec<Cell>, DigitSet),
    /// N digits of the house can only be in these N cells, so the cells hold nothing else.
    SetHides(House, Vec<Cell>, DigitSet),
    /// The digit's places in N base houses are in N cover houses, so each cover house has its digit
    /// there.
    FishCount(Digit, Vec<House>, Vec<House>),
    /// The case in which no fin holds the digit.
    WithoutFins(Digit, Vec<Cell>),
    /// The case in which a fin holds the digit.
    WithFin(Digit, Vec<Cell>),
    /// A set that the lines below name by a letter: its index, cells and digits.
    NamedSet(usize, Vec<Cell>, DigitSet),
    /// The digit cannot be in both sets, because its places in the first see those in the second.
    Restricted(Digit, (usize, Vec<Cell>), (usize, Vec<Cell>)),
    /// If the set does not hold the digit, it holds the other digit.
    SetWithout(usize, Digit, Digit),
    /// If the set holds the digit, the next one does not.
    SetTakes(usize, Digit, usize),
    /// The digit is in one of the sets.
    InOneSet(Digit, Vec<usize>),
    /// Each of the two sets holds exactly one of the digits, so it holds all its other digits.
    BothBound(DigitSet, usize, usize),
    /// If the cell holds the digit, the set loses it and must hold the other digit.
    Petal(Cell, Digit, usize, Digit),
    /// The cells can hold at most as many digits as there are cells, so they hold all of these.
    ShareOut {
        /// The cells of the intersection, of the line and of the box.
        parts: [Vec<Cell>; 3],
        /// The digits that can be in the cells once.
        once: DigitSet,
        /// The digits that can be in the cells twice.
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
    /// The cells have the same two candidates and each sees the next, so the digits alternate.
    Alternate(Vec<Cell>, DigitSet),
    /// The cells of two colors: either all of the first or all of the second hold the digit.
    Colors(Digit, Vec<Cell>, Vec<Cell>, usize),
    /// Two cells of the same color see each other, so that color is wrong.
    ColorWraps(Cell, Cell, usize),
    /// Cells of two colors see each other, so at most one of the colors is right.
    ColorsMeet(Cell, Cell, usize, usize),
    /// At least one of the two colors is right.
    OneColor(usize, usize),
    /// A deadly pattern: if the cells held only the two digits, there would be two solutions.
    Deadly(Vec<Cell>, DigitSet),
    /// A bivalue universal grave: without these candidates the board would have no solution or
    /// several.
    Grave(Vec<(Cell, DigitSet)>),
    /// At least one of these candidates is right.
    OneExtra(Vec<(Cell, DigitSet)>),
    /// The extra candidates count as one cell, which makes a naked subset with the cells in the
    /// house.
    ExtraSet(House, Vec<Cell>, DigitSet),
    /// The digits have these places in the house, one more than there are digits, but one of the
    /// extra cells does not hold any of them.
    ExtraHidden(House, Vec<Cell>, DigitSet),
    /// The combination of digits is impossible, because two of the cells have the same digit and
    /// see each other.
    SameDigit(Vec<(Cell, Digit)>, [Cell; 2]),
    /// The combination of digits leaves a cell without a candidate.
    Starves(Vec<(Cell, Digit)>, Cell),
    /// The number of templates of the digit that are left.
    Templates(Digit, usize),
    /// All templates of the digit use these cells, so no other digit can be there.
    TemplatesShare(Digit, Vec<Cell>),
    /// A claim is assumed for the lines below.
    Suppose(Claim),
    /// A claim that follows from earlier lines.
    Follows(Claim, Reason),
    /// A contradiction.
    Impossible(Clash),
    /// One of these claims holds: the cell's candidates, the digit's places in the house, or a
    /// claim and its opposite.
    Cases(Cases, Vec<Claim>),
    /// The links of a ring hold in both directions: one of every two neighbors holds.
    Ring,
    /// The digit was looked up in the solution.
    LookedUp(Cell, Digit),
    /// An elimination and its reason.
    Gone(Vec<Cell>, DigitSet, Because),
    /// A placement and its reason.
    Placed(Cell, Digit, Because),
    /// A pattern that gives a part of the step's effect; the line holds its proof.
    Part(StepName),
}

impl Phrase {
    /// Returns the placement of the line, if it is one.
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

    /// Returns true if the line eliminates the candidate.
    pub(crate) fn takes(&self, cell: Cell, digit: Digit) -> bool {
        matches!(self, Self::Gone(cells, digits, _) if cells.contains(&cell) && digits.contains(digit))
    }
}

/// The reason why one of several assumptions must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cases {
    /// The assumptions are all candidates of a cell.
    Cell(Cell),
    /// The assumptions are all places of a digit in a house.
    House(House, Digit),
    /// One assumption is the opposite of the other.
    Opposites,
    /// The assumptions are the fins of a fish and its places in one of its cover houses.
    Fish(House, Digit),
}

/// The reason of a placement or an elimination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Because {
    /// The preceding lines show it.
    Shown,
    /// The digits are used up in the houses.
    TakenIn(Vec<House>),
    /// The cells hold only these digits.
    OwnDigits(DigitSet),
    /// The cell sees all of these cells.
    Sees(Vec<Cell>),
    /// At least one of the claims holds, and each excludes it.
    RuledOutBy(Vec<Claim>),
    /// The assumption is wrong.
    Refuted,
    /// Every case leads to it.
    EachCase,
    /// Every case leads to it, except those that contradict themselves.
    PossibleCases,
    /// The color is wrong.
    WrongColor(usize),
    /// The cell sees both colors.
    SeesColors(usize, usize),
    /// No combination with it is left.
    NoCombination,
    /// All templates of the digit agree.
    AllTemplates,
}

/// A line of a proof.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// The statement.
    pub(crate) phrase: Phrase,
    /// The indices of the lines that it follows from; empty if it needs none.
    pub(crate) from: Vec<usize>,
    /// The nesting depth below an assumption.
    pub(crate) level: usize,
    /// The proof of a step inside a chain, on the board that the chain has reached.
    pub(crate) inner: Option<Box<Proof>>,
}

/// The checked proof of a step.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Proof {
    /// The board before the step.
    pub(crate) state: State,
    /// The name of the technique.
    pub(crate) name: StepName,
    /// The effect of the step.
    pub(crate) effect: Effect,
    /// The place of the pattern.
    pub(crate) place: Place,
    /// The lines.
    pub(crate) lines: Vec<Line>,
    /// The marks for a drawing.
    pub(crate) marks: Marks,
}

/// The place of a pattern, in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A house and a cell of it, or the cell alone.
    Single(Option<House>, Cell, Digit),
    /// A digit's places in a house, which are also in another house.
    Locked(Digit, Vec<Cell>, House, House),
    /// A subset: digits, cells, house, and true if it is hidden.
    Subset(DigitSet, Vec<Cell>, House, bool),
    /// A fish: digit, base, cover, fins.
    Fish(Digit, Vec<House>, Vec<House>, Vec<Cell>),
    /// A wing: the pivot, the wings and the digit.
    Wing(Cell, Vec<Cell>, Digit),
    /// Almost locked sets and the digits that join them.
    Sets(Vec<(Vec<Cell>, DigitSet)>, Vec<DigitSet>),
    /// A death blossom: the stem cell, the sets that lose its digits, and these digits.
    Blossom((Vec<Cell>, DigitSet), Vec<(Vec<Cell>, DigitSet)>, Vec<DigitSet>),
    /// Cells of an intersection, of its line and of its box, and their digits.
    Crossing([(Vec<Cell>, DigitSet); 3]),
    /// A deadly pattern: its cells, its digits, and the cells with extra candidates.
    Deadly(Vec<Cell>, DigitSet, Vec<Cell>),
    /// The extra candidates of a bivalue universal grave.
    Grave(Vec<(Cell, DigitSet)>),
    /// An aligned exclusion: the cells with excluded combinations, and the cells that exclude them.
    Aligned(Vec<Cell>, Vec<Cell>),
    /// A chain: the claims from its start to its end, alternately off and on.
    Chain(Vec<Claim>),
    /// A closed chain.
    Ring(Vec<Claim>),
    /// Chains or nets from assumptions: the reason why one assumption holds, or `None` if they lead
    /// to a contradiction; the assumptions; and their ends.
    Cases(Option<Cases>, Vec<Claim>, Vec<Claim>),
    /// The colors of a digit.
    Colors(Digit, Vec<Vec<Cell>>),
    /// The templates of a digit.
    Templates(Digit),
    /// Several patterns.
    Parts(Vec<Place>),
}
