//! No vector instructions: words of 64 bits, which every processor has.
//!
//! For one board a word holds a band's boxes, 16 bits each. For a batch four words hold a bit of
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

/// A lane of 16 bits for each box: a word for each band, a field of it for each stack, the highest
/// field zero.
#[derive(Clone, Copy)]
pub(crate) struct BandWords([u64; 3]);

/// Bit 0 of each field.
const LOW: u64 = 0x0001_0001_0001;
/// Bit 15 of each field.
const HIGH: u64 = LOW << 15;

macro_rules! each_band {
    ($a:expr, $b:expr, $of:expr) => {
        BandWords([$of($a.0[0], $b.0[0]), $of($a.0[1], $b.0[1]), $of($a.0[2], $b.0[2])])
    };
    ($a:expr, $of:expr) => {
        BandWords([$of($a.0[0]), $of($a.0[1]), $of($a.0[2])])
    };
}

impl Narrow for BandWords {
    type Proof = Portable;

    #[inline(always)]
    fn load(_: Portable, lanes: &Boxes) -> Self {
        let word = |[a, b, c, _]: [u16; 4]| u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32;
        Self([word(lanes.0[0]), word(lanes.0[1]), word(lanes.0[2])])
    }

    #[inline(always)]
    fn store(self) -> Boxes {
        let lanes = |word: u64| [word as u16, (word >> 16) as u16, (word >> 32) as u16, 0];
        Boxes([lanes(self.0[0]), lanes(self.0[1]), lanes(self.0[2]), [0; 4]])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each_band!(self, other, |a: u64, b: u64| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each_band!(self, other, |a: u64, b: u64| a | b)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        each_band!(self, other, |a: u64, b: u64| a & !b)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // Nine cells of nine bits do not carry out of a field.
        each_band!(self, other, |a: u64, b: u64| a.wrapping_add(b))
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        Self([self.0[1], self.0[2], self.0[0]])
    }

    #[inline(always)]
    fn previous_band(self) -> Self {
        Self([self.0[2], self.0[0], self.0[1]])
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        each_band!(self, |a: u64| a >> 16 | (a << 32 & 0xffff_0000_0000))
    }

    #[inline(always)]
    fn previous_stack(self) -> Self {
        each_band!(self, |a: u64| (a << 16 & 0xffff_ffff_0000) | a >> 32)
    }

    #[inline(always)]
    fn without_lowest_one(self) -> Self {
        // The high bits keep a field that is zero from borrowing.
        each_band!(self, |a: u64| a & ((a | HIGH) - LOW))
    }

    #[inline(always)]
    fn zero_mask(self) -> Self {
        // Bit 9 of the fields that are zero, spread over the nine below it.
        each_band!(self, |a: u64| {
            let zero = !(a + (LOW * 0x1ff)) & LOW << 9;
            zero - (zero >> 9)
        })
    }

    // Apart from the search, which would take registers that a pass needs.
    #[inline(never)]
    fn settle(x: &mut [Self; 9], all: Self, two: bool) -> Settled {
        settle(x, all, two)
    }

    #[inline(always)]
    fn nonzero_in_both(self, other: Self) -> Self {
        // Bit 9 says that a field has digits; bit 9 of a sum carries what the digits add.
        each_band!(self, other, |a: u64, b: u64| {
            let full = LOW * 0x1ff;
            (a + full) & (b + full) & LOW << 9
        })
    }

    #[inline(always)]
    fn has_zero_lane(self) -> bool {
        let every =
            (self.0[0] + LOW * 0x1ff) & (self.0[1] + LOW * 0x1ff) & (self.0[2] + LOW * 0x1ff);
        every & LOW << 9 != LOW << 9
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
