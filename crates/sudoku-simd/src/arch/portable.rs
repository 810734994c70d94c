//! No vector instructions: words of 64 bits, which every processor has.
//!
//! For one board two words hold the boxes, a field of ten bits each: both fit into one register of
//! 16 bytes, which the compiler uses where there are such. For a batch four words hold a bit of
//! each of 256 boards, and the compiler makes of their loops whatever vectors it may use.

use std::ops::ControlFlow;

use sudoku_core::{Ending, Limits, Meter};

use super::InstructionSet;
use crate::batch::bit_lanes::engine::{BitLanes, run};
use crate::batch::bit_lanes::pass::{PassFindings, Planes, pass};
use crate::batch::bit_lanes::plane::{LaneSet, Plane};
use crate::batch::bit_lanes::record::TransposedRecords;
use crate::batch::queue::Batch;
use crate::board::narrow::{ALL, Board9, Boxes, Narrow, settle};
use crate::board::search::explore;
use crate::guess::Settled;
use crate::puzzle::Start;

/// The proof that needs no proving.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl InstructionSet for Portable {
    const BATCH_FROM: usize = 384;

    fn detect() -> Option<Self> {
        Some(Self)
    }

    #[inline(always)]
    fn search<const GRIDS: bool, const IN_DEPTH: bool>(
        self,
        start: Start<'_>,
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        explore::<_, GRIDS, IN_DEPTH>(Board9::<BandWords>(self), start, meter, guesses)
    }

    #[inline(never)]
    fn search_batch(self, limits: &Limits<'_>, batch: &mut Batch<'_>) {
        run::<PlaneWords>(self, limits, batch);
    }
}

const _: () = assert!(ALL == 0x1ff);

/// A field of ten bits for each box, the highest zero: three for a band, and a band in each half of
/// the two words, `[0, 1]` and `[2, 0]`.
///
/// The first band stands there twice, so that the bands from the next or the previous one on are
/// either a word that is there already or the one between both.
#[derive(Clone, Copy)]
pub(crate) struct BandWords([u64; 2]);

/// The lowest bit of each field.
const LOW: u64 = 0x0010_0401_0010_0401;
/// All digits in each field.
const FULL: u64 = LOW * 0x1ff;
/// The highest bit of each field, which no digit has.
const GUARD: u64 = LOW << 9;
/// The fields of the first, the second and the third stack.
const STACKS: [u64; 3] = [0x3ff_0000_03ff, 0x3ff_0000_03ff << 10, 0x3ff_0000_03ff << 20];

/// All digits in the fields whose bit of [`GUARD`] is set.
#[inline(always)]
fn spread(guards: u64) -> u64 {
    guards - (guards >> 9)
}

impl BandWords {
    #[inline(always)]
    fn map(self, of: impl Fn(u64) -> u64) -> Self {
        Self([of(self.0[0]), of(self.0[1])])
    }

    #[inline(always)]
    fn zip(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Self([of(self.0[0], other.0[0]), of(self.0[1], other.0[1])])
    }

    /// The bands 1 and 2.
    #[inline(always)]
    fn between(self) -> u64 {
        self.0[0] >> 32 | self.0[1] << 32
    }
}

impl Narrow for BandWords {
    type Proof = Portable;

    #[inline(always)]
    fn load(_: Portable, lanes: &Boxes) -> Self {
        let band = |lanes: [u16; 4]| {
            let [a, b, c, _] = lanes.map(|lane| u64::from(lane & ALL));
            a | b << 10 | c << 20
        };
        let [first, second, third, _] = lanes.0.map(band);
        Self([first | second << 32, third | first << 32])
    }

    #[inline(always)]
    fn store(self) -> Boxes {
        let lanes = |band: u64| [band, band >> 10, band >> 20, 0].map(|lane| lane as u16 & 0x3ff);
        let [a, b] = self.0;
        Boxes([lanes(a), lanes(a >> 32), lanes(b), [0; 4]])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        Self([self.between(), self.0[0]])
    }

    #[inline(always)]
    fn previous_band(self) -> Self {
        Self([self.0[1], self.between()])
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        let [first, second, third] = STACKS;
        self.map(|a| a >> 10 & (first | second) | a << 20 & third)
    }

    #[inline(always)]
    fn previous_stack(self) -> Self {
        let [first, second, third] = STACKS;
        self.map(|a| a << 10 & (second | third) | a >> 20 & first)
    }

    #[inline(always)]
    fn without_lowest_one(self) -> Self {
        // A field less one, with its guard set so that zero does not borrow.
        self.map(|a| a & (a + FULL))
    }

    #[inline(always)]
    fn zero_mask(self) -> Self {
        self.map(|a| spread((GUARD - a) & GUARD))
    }

    #[inline(always)]
    fn count_ones_by_lane(self) -> Self {
        // Pairs of bits, then four; the ninth bit is a pair of its own.
        self.map(|a| {
            let pairs = a - ((a >> 1) & (LOW * 0x155));
            let fours = (pairs & (LOW * 0x33)) + ((pairs >> 2) & (LOW * 0x33));
            (fours + (fours >> 4) + ((pairs >> 8) & LOW)) & (LOW * 0xf)
        })
    }

    // Apart from the search, which would take registers that a pass needs.
    #[inline(never)]
    fn settle(x: &mut [Self; 9], all: Self, two: bool) -> Settled {
        settle(x, all, two)
    }

    #[inline(always)]
    fn nonzero_in_both(self, other: Self) -> Self {
        self.zip(other, |a, b| (a + FULL) & (b + FULL) & GUARD)
    }

    #[inline(always)]
    fn has_zero_lane(self) -> bool {
        let [a, b] = self.0;
        (a + FULL) & (b + FULL) & GUARD != GUARD
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        self.0 == other.0
    }
}

/// A plane as four words.
#[derive(Clone, Copy)]
pub(crate) struct PlaneWords(LaneSet);

macro_rules! each_word {
    ($word:ident => $value:expr) => {{
        let mut result = LaneSet::ZERO;
        let mut $word = 0;
        while $word < result.0.len() {
            result.0[$word] = $value;
            $word += 1;
        }
        PlaneWords(result)
    }};
}

impl Plane for PlaneWords {
    type Proof = Portable;

    #[inline(always)]
    fn splat(_: Portable, word: u64) -> Self {
        each_word!(_at => word)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each_word!(at => self.0.0[at] & other.0.0[at])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each_word!(at => self.0.0[at] | other.0.0[at])
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        each_word!(at => self.0.0[at] ^ other.0.0[at])
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        each_word!(at => self.0.0[at] & !other.0.0[at])
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self) -> Self {
        each_word!(at => self.0.0[at] << BITS)
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self) -> Self {
        each_word!(at => self.0.0[at] >> BITS)
    }

    #[inline(always)]
    fn load(_: Portable, words: &LaneSet) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn store(self) -> LaneSet {
        self.0
    }
}

impl BitLanes for PlaneWords {
    const ENOUGH: u32 = 160;
    const FEW: u32 = 96;

    #[inline(never)]
    fn pass<const CAREFUL: bool>(proof: Portable, planes: &mut Planes<Self>) -> PassFindings<Self> {
        pass::<Self, CAREFUL>(proof, planes)
    }

    #[inline(never)]
    fn save(proof: Portable, planes: &Planes<Self>, choose: bool, records: &mut TransposedRecords) {
        records.save(proof, planes, choose);
    }

    #[inline(never)]
    fn restore(
        proof: Portable,
        records: &mut TransposedRecords,
        lanes: &LaneSet,
        planes: &mut Planes<Self>,
    ) {
        records.restore(proof, lanes, planes);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use sudoku_conformance::Mutants;
    use sudoku_core::{Board, Grid, Report};

    use super::*;
    use crate::batch::bit_lanes::plane::LANES;
    use crate::batch::bit_lanes::record::{BitRecord, RECORD, REST};
    use crate::board::search::{BoardEngine, CROWDED, explore_until_crowded};
    use crate::digits::SolvedCells;
    use crate::guess::Branch;

    /// An engine that is searched two boards at a time, which are propagated one after the other.
    #[derive(Clone, Copy)]
    struct Paired<E>(E);

    impl<E: BoardEngine> BoardEngine for Paired<E> {
        const PAIRS: bool = true;
        const BOLD: bool = true;
        type Candidates = E::Candidates;

        fn read(self, start: Start<'_>) -> Self::Candidates {
            self.0.read(start)
        }

        fn settle(self, candidates: &mut Self::Candidates, two: bool) -> Settled {
            self.0.settle(candidates, two)
        }

        fn settle_either(
            self,
            a: &mut Self::Candidates,
            b: &mut Self::Candidates,
        ) -> [Option<Settled>; 2] {
            [Some(self.0.settle(a, false)), Some(self.0.settle(b, false))]
        }

        fn keep(
            self,
            from: &Self::Candidates,
            branch: Branch,
            permutation: usize,
        ) -> Self::Candidates {
            self.0.keep(from, branch, permutation)
        }

        fn is_torn(self, candidates: &Self::Candidates) -> bool {
            self.0.is_torn(candidates)
        }

        fn write(self, candidates: &Self::Candidates) -> SolvedCells {
            self.0.write(candidates)
        }
    }

    /// All solutions of a board, and the guesses.
    fn search<E: BoardEngine, const CROWD: usize>(
        engine: E,
        board: &Board,
    ) -> (HashSet<Grid>, Report) {
        let (mut found, mut guesses) = (HashSet::new(), 0);
        let mut keep = |grid: &Grid| {
            assert!(found.insert(*grid), "{board}: {grid} twice");
            ControlFlow::Continue(())
        };
        let report = Meter::run(&Limits::ALL.with_steps(5_000), &mut keep, |meter| {
            let start = Start::Board(board);
            explore_until_crowded::<E, true, CROWD>(engine, start, meter, &mut guesses)
        });
        (found, report.with_guesses(guesses))
    }

    /// Where it gets crowded a board is suspended, and comes back: nothing is lost or doubled.
    #[test]
    fn suspended_boards_come_back() {
        let engine = Board9::<BandWords>(Portable);
        let mut exhausted = 0;
        for board in Mutants::new(10).take(600) {
            let one = search::<_, CROWDED>(engine, &board);
            if one.1.ending == Ending::Exhausted {
                assert_eq!(search::<_, 2>(Paired(engine), &board), one, "{board}");
                assert_eq!(search::<_, 3>(Paired(engine), &board), one, "{board}");
                assert_eq!(search::<_, 8>(Paired(engine), &board), one, "{board}");
                exhausted += 1;
            }
        }
        assert!(exhausted > 400, "{exhausted}");
    }

    /// Words without a pattern; of no quality beyond that.
    fn random_words() -> impl FnMut() -> u64 {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        }
    }

    #[test]
    fn records_go_into_their_lanes_and_come_out_again() {
        let mut word = random_words();
        let mut record = || {
            let mut record = BitRecord([0; RECORD]);
            record.0.fill_with(&mut word);
            record.0[RECORD - 1] &= (1 << REST) - 1;
            record
        };
        let first: Vec<BitRecord> = (0..LANES).map(|_| record()).collect();
        let second: Vec<BitRecord> = (0..LANES).map(|_| record()).collect();
        let mut planes = Planes::<PlaneWords>::empty(Portable);
        let mut transposed = TransposedRecords::new();
        let mut some = LaneSet::ZERO;
        (0..LANES).filter(|lane| lane % 3 == 1).for_each(|lane| some.insert(lane));
        for (records, lanes) in [(&first, &LaneSet::ALL), (&second, &some)] {
            for (lane, record) in records.iter().enumerate() {
                transposed.set(lane, record);
            }
            PlaneWords::restore(Portable, &mut transposed, lanes, &mut planes);
        }
        PlaneWords::save(Portable, &planes, false, &mut transposed);
        for lane in 0..LANES {
            let expected = if lane % 3 == 1 { second[lane] } else { first[lane] };
            assert_eq!(transposed.get(lane).0, expected.0, "lane {lane}");
        }
    }

    #[test]
    fn digits_survive_a_record() {
        let grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let digits: Vec<u8> = grid.bytes().map(|digit| digit - b'0').collect();
        let Ok(digits) = <[u8; 81]>::try_from(digits) else { panic!("not 81") };
        assert_eq!(
            BitRecord::read::<PlaneWords>(Portable, &digits).write::<PlaneWords>(Portable).0[..81],
            digits
        );
        let mut blank = digits;
        blank[40] = 0;
        let mut record = BitRecord::read::<PlaneWords>(Portable, &blank);
        for digit in (1..=9).filter(|&digit| digit != usize::from(digits[40])) {
            record.take(digit - 1, 1 << 40);
        }
        assert_eq!(record.write::<PlaneWords>(Portable).0[..81], digits);
    }
}
