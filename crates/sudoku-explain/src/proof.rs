//! Proofs as data, line by line, independent of any language.

use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_logic::{Effect, State, StepName};

use crate::claim::Claim;
use crate::marks::Marks;
use crate::message::{Field, Message, ToMessage, messages};
use crate::notation::Letter;

messages! {
    /// The statement of a line.
    enum Phrase in "phrases" {
        /// The cell has one candidate.
        OnlyCandidate(cell: Cell, digit: Digit),
        /// The digit has one place in the house.
        OnlyPlace(house: House, cell: Cell, digit: Digit),
        /// The house has one blank cell.
        LastCell(house: House, cell: Cell, digit: Digit),
        /// The digit can only be in these cells of the house.
        PlacesIn(digit: Digit, house: House, cells: Vec<Cell>),
        /// All places of the digit in the base are in the cover, so the cover has no other place
        /// for it.
        LockedIn(digit: Digit, base: House, cover: House),
        /// The union of the cells' candidates.
        Candidates(cells: Vec<Cell>, digits: DigitSet),
        /// N cells of the house have only these N candidates, so they hold these digits.
        SetFills(house: House, cells: Vec<Cell>, digits: DigitSet),
        /// N digits of the house can only be in these N cells, so the cells hold nothing else.
        SetHides(house: House, cells: Vec<Cell>, digits: DigitSet),
        /// The digit's places in N base houses are in N cover houses, so each cover house has its
        /// digit there.
        FishCount(digit: Digit, base: Vec<House>, cover: Vec<House>),
        /// The case in which no fin holds the digit.
        WithoutFins(digit: Digit, fins: Vec<Cell>),
        /// The case in which a fin holds the digit.
        WithFin(digit: Digit, fins: Vec<Cell>),
        /// A set that the lines below name by a letter.
        NamedSet(set: Letter, cells: Vec<Cell>, digits: DigitSet),
        /// The digit cannot be in both sets, because its places in the first see those in the
        /// second. The last field is the number of pairs of such places.
        Restricted(
            digit: Digit,
            one: Letter,
            one_cells: Vec<Cell>,
            other: Letter,
            other_cells: Vec<Cell>,
            pairs: usize,
        ),
        /// If the set does not hold the digit, it holds the other digit.
        SetWithout(set: Letter, lost: Digit, held: Digit),
        /// If the set holds the digit, the next one does not.
        SetTakes(set: Letter, digit: Digit, next: Letter),
        /// The digit is in one of the sets.
        InOneSet(digit: Digit, sets: Vec<Letter>),
        /// Each of the two sets holds exactly one of the digits, so it holds all its other digits.
        BothBound(digits: DigitSet, one: Letter, other: Letter),
        /// If a cell holds this digit, the set loses the digit and must hold another.
        Petal(claim: (Cell, Digit), set: Letter, held: Digit),
        /// The cells can hold at most as many digits as there are cells, so they hold all of
        /// these: the number of cells, and the digits that can be there once.
        ShareOut(count: usize, once: DigitSet),
        /// The same with digits that can be there twice.
        ShareOutTwice(count: usize, once: DigitSet, twice: DigitSet),
        /// If the first claim holds, so does the second.
        IfThen(first: Claim, then: Claim),
        /// One of the claims holds.
        OneOf(claims: Vec<Claim>),
        /// One of the ends of a chain holds.
        Ends(one: Claim, other: Claim),
        /// A strong link: in the house, one of the two claims holds.
        StrongLink(house: House, one: Claim, other: Claim),
        /// The cells have the same two candidates and each sees the next, so the digits alternate.
        Alternate(cells: Vec<Cell>, digits: DigitSet),
        /// The cells of two colors: either all of the first or all of the second hold the digit.
        Colors(
            digit: Digit,
            one: Letter,
            one_cells: Vec<Cell>,
            other: Letter,
            other_cells: Vec<Cell>,
        ),
        /// Two cells of the same color see each other, so that color is wrong.
        ColorWraps(one: Cell, other: Cell, color: Letter),
        /// Cells of two colors see each other, so at most one of the colors is right.
        ColorsMeet(one: Cell, other: Cell, one_color: Letter, other_color: Letter),
        /// At least one of the two colors is right.
        OneColor(one: Letter, other: Letter),
        /// A deadly pattern: if the cells held only the two digits, there would be two solutions.
        Deadly(cells: Vec<Cell>, digits: DigitSet),
        /// A bivalue universal grave: without these candidates the board would have no solution or
        /// several.
        Grave(extra: Vec<Item>),
        /// At least one of these candidates is right.
        OneExtra(extra: Vec<Item>),
        /// The extra candidates count as one cell, which makes a naked subset of this size with
        /// the cells in the house.
        ExtraSet(house: House, cells: Vec<Cell>, digits: DigitSet, size: usize),
        /// The digits have these places in the house, one more than there are digits, but one of
        /// the extra cells does not hold any of them.
        ExtraHidden(house: House, cells: Vec<Cell>, digits: DigitSet),
        /// The combination of digits is impossible, because two of the cells have the same digit
        /// and see each other.
        SameDigit(claims: Vec<(Cell, Digit)>, one: Cell, other: Cell),
        /// The combination of digits leaves a cell without a candidate.
        Starves(claims: Vec<(Cell, Digit)>, cell: Cell),
        /// The number of templates of the digit that are left.
        Templates(digit: Digit, count: usize),
        /// All templates of the digit use these cells, so no other digit can be there.
        TemplatesShare(digit: Digit, cells: Vec<Cell>),
        /// A claim is assumed for the lines below.
        Suppose(claim: Claim),
        /// A claim that follows from earlier lines.
        Follows(claim: Claim, reason: Reason),
        /// A contradiction.
        Impossible(clash: Clash),
        /// One of these claims holds.
        Cases(cases: Cases, claims: Vec<Claim>),
        /// The links of a ring hold in both directions: one of every two neighbors holds.
        Ring,
        /// The digit was looked up in the solution.
        LookedUp(claim: (Cell, Digit)),
        /// An elimination and its reason.
        Gone(cells: Vec<Cell>, digits: DigitSet, because: Because),
        /// A placement and its reason.
        Placed(claim: (Cell, Digit), because: Outcome),
        /// A pattern that gives a part of the step's effect; the line holds its proof.
        Part(technique: StepName),
    }

    /// The rule by which a claim follows from others.
    enum Reason in "phrases" {
        /// The claim is assumed.
        Assumed,
        /// The cell has no other candidate left.
        LastCandidate,
        /// The cell holds another digit.
        OtherDigit,
        /// The house has no other place left for the digit.
        LastPlace(house: House),
        /// The house has the digit elsewhere.
        OtherPlace(house: House),
        /// The cell sees every cell of a group, one of which holds the digit.
        Sees,
        /// The cell sees all places that are left for the digit in the house.
        Locked(house: House),
        /// An almost locked set loses a digit, so it holds all its others.
        Set(cells: Vec<Cell>, digits: DigitSet),
        /// A step on the board that the chain has reached; the line holds its proof.
        Step(technique: StepName),
    }

    /// A contradiction between two facts.
    enum Clash in "phrases" {
        /// Two claims that exclude each other.
        Both(one: Claim, other: Claim),
        /// A cell has no candidate left.
        NoCandidate(cell: Cell),
        /// A house has no place left for a digit.
        NoPlace(house: House, digit: Digit),
        /// All cells of a pattern would hold its two digits, which could be swapped.
        Swap,
    }

    /// The reason why one of several assumptions must hold.
    #[derive(Copy)]
    enum Cases in "phrases" {
        /// The assumptions are all candidates of a cell.
        Cell(cell: Cell),
        /// The assumptions are all places of a digit in a house.
        House(house: House, digit: Digit),
        /// One assumption is the opposite of the other.
        Opposites,
        /// The assumptions are the fins of a fish and its places in one of its cover houses.
        Fish(house: House, digit: Digit),
    }

    /// The reason of an elimination.
    enum Because in "phrases" {
        /// The preceding lines have an outcome that eliminates it.
        Outcome(outcome: Outcome),
        /// The digits are used up in the houses.
        TakenIn(houses: Vec<House>),
        /// The cells hold only these digits.
        OwnDigits(own: DigitSet),
        /// The cell sees all of these cells.
        Sees(seen: Vec<Cell>),
        /// At least one of the claims holds, and each excludes it.
        RuledOutBy(claims: Vec<Claim>),
        /// The color is wrong.
        WrongColor(color: Letter),
        /// The cell sees both colors.
        SeesColors(one: Letter, other: Letter),
        /// No combination with it is left.
        NoCombination,
    }

    /// The outcome of the preceding lines.
    #[derive(Copy)]
    enum Outcome in "phrases" {
        /// They show the result itself.
        Shown,
        /// The assumption is wrong.
        Refuted,
        /// Every case leads to the result.
        EachCase,
        /// Every case leads to the result, except those that contradict themselves.
        PossibleCases,
        /// All templates of the digit agree.
        AllTemplates,
    }

    /// The place of a pattern, in short.
    enum Place in "places" {
        /// A cell.
        Cell(cell: Cell, digit: Digit),
        /// A house and a cell of it.
        Single(house: House, cell: Cell, digit: Digit),
        /// A digit's places in a house, which are also in another house.
        Locked(digit: Digit, cells: Vec<Cell>, base: House, cover: House),
        /// A subset.
        Subset(digits: DigitSet, cells: Vec<Cell>, house: House),
        /// A fish without fins.
        Fish(digit: Digit, base: Vec<House>, cover: Vec<House>),
        /// A fish with fins.
        FinnedFish(digit: Digit, base: Vec<House>, cover: Vec<House>, fins: Vec<Cell>),
        /// A wing.
        Wing(pivot: Cell, wings: Vec<Cell>, digit: Digit),
        /// Almost locked sets and the digits that join them.
        Sets(sets: Vec<Item>, joins: Vec<Item>),
        /// A death blossom: the stem cell and its digits, the sets that lose these digits, and the
        /// digits that each set loses.
        Blossom(stem: Cell, digits: DigitSet, petals: Vec<Item>, losses: Vec<Item>),
        /// Cells of an intersection, of its line and of its box, each with their digits.
        Crossing(
            middle: Vec<Cell>,
            middle_digits: DigitSet,
            line: Vec<Cell>,
            line_digits: DigitSet,
            block: Vec<Cell>,
            block_digits: DigitSet,
        ),
        /// A deadly pattern.
        Deadly(cells: Vec<Cell>, digits: DigitSet),
        /// A deadly pattern and the cells with extra candidates.
        DeadlyWithExtra(cells: Vec<Cell>, digits: DigitSet, extra: Vec<Cell>),
        /// The extra candidates of a bivalue universal grave.
        Grave(extra: Vec<Item>),
        /// An aligned exclusion: the cells with excluded combinations, and the cells that exclude
        /// them.
        Aligned(base: Vec<Cell>, excluders: Vec<Cell>),
        /// A chain: the claims from its start to its end, alternately off and on.
        Chain(claims: Vec<Claim>),
        /// A closed chain.
        Ring(claims: Vec<Claim>),
        /// Assumptions that lead to a contradiction.
        Contradiction(starts: Vec<Claim>),
        /// Chains or nets from assumptions, one of which holds, to their ends.
        Cases(starts: Vec<Claim>, ends: Vec<Claim>),
        /// The colors of a digit.
        Colors(digit: Digit, colors: Vec<Item>),
        /// The templates of a digit.
        Templates(digit: Digit),
        /// Several patterns.
        Parts(parts: Vec<Message>),
    }

    /// An item of a list in a phrase or a place.
    enum Item in "items" {
        /// A set of cells with its digits.
        Set(set: Letter, cells: Vec<Cell>, digits: DigitSet),
        /// Digits that join two sets.
        Join(one: Letter, other: Letter, digits: DigitSet),
        /// Digits that a set loses.
        Loss(set: Letter, digits: DigitSet),
        /// Candidates outside of a pattern.
        Extra(cell: Cell, digits: DigitSet),
        /// The cells of a color.
        Color(color: Letter, cells: Vec<Cell>),
    }
}

impl Phrase {
    /// Returns the placement of the line, if it is one.
    pub(crate) fn placed(&self) -> Option<(Cell, Digit)> {
        match *self {
            Self::OnlyCandidate(cell, digit)
            | Self::OnlyPlace(_, cell, digit)
            | Self::LastCell(_, cell, digit)
            | Self::LookedUp((cell, digit))
            | Self::Placed((cell, digit), _) => Some((cell, digit)),
            _ => None,
        }
    }

    /// Returns true if the line eliminates the candidate.
    pub(crate) fn takes(&self, cell: Cell, digit: Digit) -> bool {
        matches!(self, Self::Gone(cells, digits, _) if cells.contains(&cell) && digits.contains(digit))
    }
}

impl Clash {
    /// Returns the contradiction of a claim and its opposite.
    pub(crate) fn opposites(claim: Claim) -> Self {
        let other = claim.opposite();
        Self::Both(claim, other)
    }
}

impl Item {
    /// Lists candidates outside of a pattern.
    pub(crate) fn extras(extra: &[(Cell, DigitSet)]) -> Vec<Self> {
        extra.iter().map(|&(cell, digits)| Self::Extra(cell, digits)).collect()
    }
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
