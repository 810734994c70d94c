//! The trait for vectors of the batch engine, which is the same for every instruction set.

use crate::digits::SolvedCells;

/// The cells of one board one after the other, nine candidate bits each. The words after them have
/// no meaning here.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct WordRecord(pub(crate) [u16; 96]);

impl WordRecord {
    pub(crate) const EMPTY: Self = Self([0; 96]);
}

/// The candidates of a blank: digit d is bit d − 1.
pub(crate) const ALL: u16 = 0x1ff;

/// The candidates of a cell by its digit, with 0 for a blank. The table is as long as a vector can
/// look up at once.
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

/// The number of rows: one for each cell, and seven more that stay zero, so that rows can be moved
/// eight at a time.
pub(crate) const ROWS: usize = 88;

/// The number of boards that are searched side by side.
pub(crate) const LANES: usize = 32;

/// A row in memory: one lane for each board.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [u16; LANES]);

impl Row {
    pub(crate) const ZEROS: Self = Self([0; LANES]);
}

/// The rows of all cells. One lane of each row belongs to one board.
pub(crate) type Rows = [Row; ROWS];

/// A 16-bit lane for each of 32 boards. A value of such a type proves that the processor has the
/// instructions.
///
/// Sets of lanes are numbers in which bit 0 is the first lane.
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
    /// Returns the lowest one of each lane.
    fn lowest(self) -> Self;

    /// Returns the lanes of `a` where this is at most `bound`, and those of `b` elsewhere.
    fn pick_at_most(self, bound: Self, a: Self, b: Self) -> Self;
    /// Returns the lanes of `value` where this and the other have a one in common, and zero
    /// elsewhere.
    fn if_meets(self, other: Self, value: Self) -> Self;
    /// Returns the set of lanes that equal the other's.
    fn equals(self, other: Self) -> u32;

    /// Returns a cell's candidate if it is the only one, and zero otherwise.
    fn single(self) -> Self;
    /// Returns the digits of a line: only the forced digits if there are at least three, and
    /// otherwise all.
    fn close(self, forced: Self) -> Self;
    /// Returns a cell's candidates among `hidden` if it has any of those, and otherwise among
    /// `allowed`. Hidden digits are also allowed.
    fn narrow(self, hidden: Self, allowed: Self) -> Self;

    fn or3(self, b: Self, c: Self) -> Self;
    fn and3(self, b: Self, c: Self) -> Self;
    /// Returns this without the bits of `b` and `c`.
    fn without(self, b: Self, c: Self) -> Self;
    /// Returns the bits that are set in at least two of the three.
    fn majority(self, b: Self, c: Self) -> Self;

    /// Copies boards out of these lanes, each into the record with its lane's number. Other records
    /// may be overwritten. There is one record more than there are lanes.
    fn save(proof: Self::Proof, rows: &Rows, lanes: u32, records: &mut [WordRecord]);
    /// Copies the records of these lanes into them. Other lanes stay unchanged.
    fn restore(proof: Self::Proof, rows: &mut Rows, lanes: u32, records: &[WordRecord]);

    /// Reads the candidates of a board.
    fn read(proof: Self::Proof, digits: &[u8; 81], record: &mut WordRecord);
    /// Returns the digits of a board whose cells have one candidate each.
    fn write(proof: Self::Proof, record: &WordRecord) -> SolvedCells;
}
