//! What the batch engine asks of a vector: the same for every set of instructions.

use crate::digits::SolvedCells;

/// The cells of one board, nine candidate bits each, one after the other; what is behind them is of
/// no meaning here.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct WordRecord(pub(crate) [u16; 96]);

impl WordRecord {
    pub(crate) const EMPTY: Self = Self([0; 96]);
}

/// The candidates of a blank: digit d is bit d − 1.
pub(crate) const ALL: u16 = 0x1ff;

/// The candidates of a cell by its digit, 0 for a blank; as many as a vector can look up at once.
pub(crate) static CANDIDATES: [u16; 32] = {
    let mut table = [0; 32];
    table[0] = ALL;
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    table
};

/// A row for each cell, and seven more that stay zero, so that rows can be moved eight at a time.
pub(crate) const ROWS: usize = 88;

/// How many boards are searched side by side.
pub(crate) const LANES: usize = 32;

/// A row in memory: one lane for each board.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [u16; LANES]);

impl Row {
    pub(crate) const ZEROS: Self = Self([0; LANES]);
}

/// The rows of all cells: a lane of each belongs to one board.
pub(crate) type Rows = [Row; ROWS];

/// A lane of 16 bits for each of 32 boards. A value of such a type proves that the processor
/// has what it needs.
///
/// Sets of lanes are numbers with bit 0 for the first.
pub(crate) trait Vector: Copy {
    /// The proof that the processor has the instructions.
    type Proof: Copy;

    fn splat(proof: Self::Proof, value: u16) -> Self;
    fn load(proof: Self::Proof, row: &Row) -> Self;
    fn store(self, row: &mut Row);

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn ones(self) -> Self;
    /// The lowest one of each lane.
    fn lowest(self) -> Self;

    /// Each lane that is not zero, and the other's in the place of those that are.
    fn or_else(self, other: Self) -> Self;
    /// The lanes of `a` where this is at most `bound`, and those of `b` elsewhere.
    fn pick_at_most(self, bound: Self, a: Self, b: Self) -> Self;
    /// The lanes of `value` where this and the other have a one in common, and zero elsewhere.
    fn if_meets(self, other: Self, value: Self) -> Self;
    /// The set of lanes that equal the other's.
    fn equals(self, other: Self) -> u32;

    /// A cell's candidate if it is the only one, and nothing otherwise.
    fn single(self) -> Self;
    /// A line's digits: only those that are forced into it if they are three or more, else all.
    fn close(self, forced: Self) -> Self;
    /// A cell's candidates among `allowed`, or among `hidden` if it has any of those, which are
    /// allowed too.
    fn narrow(self, hidden: Self, allowed: Self) -> Self;

    fn or3(self, b: Self, c: Self) -> Self;
    fn and3(self, b: Self, c: Self) -> Self;
    /// This without what `b` or `c` has.
    fn without(self, b: Self, c: Self) -> Self;
    /// What two of the three have in common.
    fn majority(self, b: Self, c: Self) -> Self;

    /// Copies boards out of these lanes, each into the record with its lane's number. Other records
    /// may be overwritten; there is one more than there are lanes.
    fn save(proof: Self::Proof, rows: &Rows, lanes: u32, records: &mut [WordRecord]);
    /// Copies the records of these lanes into them, and leaves other lanes alone.
    fn restore(proof: Self::Proof, rows: &mut Rows, lanes: u32, records: &[WordRecord]);

    /// The candidates of a board.
    fn read(proof: Self::Proof, digits: &[u8; 81], record: &mut WordRecord);
    /// The digits of a board whose cells have one candidate each.
    fn write(proof: Self::Proof, record: &WordRecord) -> SolvedCells;
}
