//! Three registers of 27 lanes: the layout for vectors of 32 lanes.

mod propagation;

use sudoku_core::Candidates;

use super::search::BoardEngine;
use crate::digits::SolvedCells;
use crate::guess::{Branch, FREE, MANY, OPEN, PERMUTATIONS, Settled};
use crate::puzzle::{Start, bits};

/// A vector of 32 lanes of 16 bits. A value of such a type proves that the processor has the
/// instructions.
pub(crate) trait Wide: Copy {
    /// The proof that the processor has the instructions.
    type Proof: Copy;

    fn splat(proof: Self::Proof, value: u16) -> Self;
    fn load(proof: Self::Proof, lanes: &CellLanes) -> Self;
    fn store(self) -> CellLanes;

    /// Returns a vector in which byte `i` is byte `bytes[i]` of this one.
    fn permute_bytes(self, bytes: &'static Bytes) -> Self;
    /// Returns a vector in which byte `i` is byte `bytes[i]` of the 128 bytes of both.
    fn permute_bytes_of_two(self, other: Self, bytes: &'static Bytes) -> Self;

    /// Computes any function of three bits, bit by bit, by its truth table: bit `4a + 2b + c` of
    /// `TABLE`.
    fn ternary_logic<const TABLE: i32>(self, b: Self, c: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;

    fn add(self, other: Self) -> Self;
    /// Subtracts lanes. The result is zero where the other is greater.
    fn saturating_sub(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn count_ones_by_lane(self) -> Self;
    /// Returns a mask: bits 6 to 14 are ones in the lanes with fewer than `COUNT` ones, and zeros
    /// in the others. (The number of ones minus `COUNT` is negative or below 2⁶.)
    fn mask_fewer_ones_than<const COUNT: i16>(self) -> Self;
    /// Shifts each lane towards its higher bits by the other's number. The result is zero for 16 or
    /// more.
    fn shift_left_by_lane(self, other: Self) -> Self;
    /// Returns the lowest one of each lane.
    fn lowest_one(self) -> Self;

    /// Returns the lanes in which both have a one in common, as bits.
    fn lanes_in_common(self, other: Self) -> u32;
    /// Returns the lanes that are zero, as bits.
    fn zero_lanes(self) -> u32;
    /// Returns the minimum of the first eight lanes, and its first position.
    fn least_of_first_eight(self) -> (u16, usize);

    /// Looks up the 81 digits: lane `i` of part `p` is `table[digits[places[p][2 * i]]]`, and zero
    /// for the lanes from 27 on.
    fn look_up(
        proof: Self::Proof,
        digits: &[u8; 81],
        places: &'static [Bytes; 3],
        table: &CellLanes,
    ) -> [Self; 3];
    /// Gathers the low bytes of the 96 lanes of three vectors: byte `i` of the result is the low
    /// byte of lane `places[i] / 2` of the three vectors in a row.
    fn gather_bytes(parts: [Self; 3], places: &'static Places) -> SolvedCells;
}

/// The 32 lanes in memory.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct CellLanes(pub(crate) [u16; 32]);

/// 64 indexes that select bytes.
#[repr(C, align(64))]
pub(crate) struct Bytes(pub(crate) [u8; 64]);

/// Indexes that select bytes from three vectors: those for the first two, those for the third, and
/// a mask of the bytes that come from the third.
pub(crate) struct Places {
    pub(crate) of_two: [Bytes; 2],
    pub(crate) of_third: [Bytes; 2],
    pub(crate) third: [u64; 2],
}

// Truth tables of functions of three bits a, b and c, for [`Wide::ternary_logic`].
/// `a | b | c`
const ANY: i32 = 0xfe;
/// `a & b & c`
const EACH: i32 = 0x80;
/// `(a & b) | (b & c) | (c & a)`
const MOST: i32 = 0xe8;
/// `a & (b | c)`
const AND_EITHER: i32 = 0xe0;
/// `a & (b | !c)`
const AND_IF: i32 = 0xd0;
/// `b | (a & !c)`
const OR_WITHOUT: i32 = 0xdc;
/// `a | (b & !c)`
const OR_WITHOUT_LAST: i32 = 0xf4;
/// `a | !(b | c)`
const OR_NEITHER: i32 = 0xf1;
/// `!(a | b)`
const NEITHER: i32 = 0x03;
/// `a & !(b & c)`
const WITHOUT_BOTH: i32 = 0x70;
/// `a & !(b | c)`
const WITHOUT_EITHER: i32 = 0x10;
/// `a | (b ^ c)`
const OR_CHANGED: i32 = 0xf6;

/// The nine digits in a lane: digit d is bit 5 + d.
const ALL: u16 = 0b0111_1111_1100_0000;

/// Returns the lane of column `inner` of the box in a band and stack. Along the rows, `inner` is
/// the row of the box.
const fn lane(band: usize, stack: usize, inner: usize) -> usize {
    9 * band + 3 * stack + inner
}

const fn take_lane(mut bytes: [u8; 64], to: usize, from: usize) -> [u8; 64] {
    bytes[2 * to] = 2 * from as u8;
    bytes[2 * to + 1] = 2 * from as u8 + 1;
    bytes
}

/// Makes an order that takes each lane from this number of bands, stacks and inner positions
/// further on.
const fn rotate(bands: usize, stacks: usize, inner: usize) -> Bytes {
    let mut bytes = [63; 64];
    let mut to = 0;
    while to < 27 {
        let (band, stack, place) = (to / 9, to / 3 % 3, to % 3);
        bytes = take_lane(
            bytes,
            to,
            lane((band + bands) % 3, (stack + stacks) % 3, (place + inner) % 3),
        );
        to += 1;
    }
    Bytes(bytes)
}

static NEXT_INNER: Bytes = rotate(0, 0, 1);
static PREVIOUS_INNER: Bytes = rotate(0, 0, 2);
static NEXT_BAND: Bytes = rotate(1, 0, 0);
static PREVIOUS_BAND: Bytes = rotate(2, 0, 0);
static NEXT_STACK: Bytes = rotate(0, 1, 0);
static PREVIOUS_STACK: Bytes = rotate(0, 2, 0);

/// For each line of a chute, makes an order that moves the minirow or minicolumn of each
/// permutation to lane `8 * chute + permutation`.
const fn permutations(stacks: bool, line: usize) -> Bytes {
    let mut bytes = [63; 64];
    let mut chute = 0;
    while chute < 3 {
        let mut permutation = 0;
        while permutation < 6 {
            let box_ = PERMUTATIONS[permutation][line];
            let from = if stacks { lane(box_, chute, line) } else { lane(chute, box_, line) };
            bytes = take_lane(bytes, 8 * chute + permutation, from);
            permutation += 1;
        }
        chute += 1;
    }
    Bytes(bytes)
}

static BAND_PERMUTATIONS: [Bytes; 3] =
    [permutations(false, 0), permutations(false, 1), permutations(false, 2)];
static STACK_PERMUTATIONS: [Bytes; 3] =
    [permutations(true, 0), permutations(true, 1), permutations(true, 2)];

/// Makes an order that moves the lane of each chute in the first six lanes to the lanes of its
/// permutations, for bands or stacks.
const fn to_permutations(stacks: bool) -> Bytes {
    let mut bytes = [63; 64];
    let mut to = 0;
    while to < 24 {
        bytes = take_lane(bytes, to, to / 8 + if stacks { 3 } else { 0 });
        to += 1;
    }
    Bytes(bytes)
}

static TO_BAND_PERMUTATIONS: Bytes = to_permutations(false);
static TO_STACK_PERMUTATIONS: Bytes = to_permutations(true);

/// For each line of a chute, an order that moves its lane for each of the six chutes into the first
/// six lanes. A band's lane comes from the first vector, and a stack's from the second. The other
/// lanes come from lanes that are always zero.
static LINES_OF_CHUTES: [Bytes; 3] = {
    let mut lines = [const { Bytes([63; 64]) }; 3];
    let mut at = 0;
    while at < 9 {
        let (line, chute) = (at / 3, at % 3);
        let bytes = take_lane(lines[line].0, chute, lane(chute, 0, line));
        lines[line].0 = take_lane(bytes, 3 + chute, 32 + lane(0, chute, line));
        at += 1;
    }
    lines
};

/// Ones in the lanes of the scores of bands, and of stacks.
static SAME_KIND: [CellLanes; 2] = {
    let mut kinds = [const { CellLanes([0; 32]) }; 2];
    let mut chute = 0;
    while chute < 6 {
        kinds[chute / 3].0[chute] = u16::MAX;
        chute += 1;
    }
    kinds
};

/// The lanes of each register from which a permutation removes the digit, by chute and permutation.
static OTHERS: [[[CellLanes; 3]; 6]; 6] = {
    let mut table = [const { [const { [const { CellLanes([0; 32]) }; 3] }; 6] }; 6];
    let mut chute = 0;
    while chute < 6 {
        let mut permutation = 0;
        while permutation < 6 {
            let mut to = 0;
            while to < 27 {
                let (band, stack, column) = (to / 9, to / 3 % 3, to % 3);
                let mut register = 0;
                while register < 3 {
                    let row = (column + register) % 3;
                    let away = if chute < 3 {
                        band == chute && stack != PERMUTATIONS[permutation][row]
                    } else {
                        stack == chute - 3 && band != PERMUTATIONS[permutation][column]
                    };
                    if away {
                        table[chute][permutation][register].0[to] = u16::MAX;
                    }
                    register += 1;
                }
                to += 1;
            }
            permutation += 1;
        }
        chute += 1;
    }
    table
};

/// Returns the cell in a lane of a register.
const fn cell(register: usize, at: usize) -> usize {
    let (band, stack, column) = (at / 9, at / 3 % 3, at % 3);
    27 * band + 9 * ((column + register) % 3) + 3 * stack + column
}

static READ: [Bytes; 3] = {
    let mut places = [const { Bytes([0; 64]) }; 3];
    let mut register = 0;
    while register < 3 {
        let mut at = 0;
        while at < 27 {
            places[register].0[2 * at] = cell(register, at) as u8;
            at += 1;
        }
        register += 1;
    }
    places
};

/// Makes the lanes of candidates. Not inlined into the search, because it would occupy registers
/// that a pass needs.
#[cold]
#[inline(never)]
fn lanes_of(candidates: &Candidates) -> [CellLanes; 3] {
    let bits = bits(candidates);
    let mut lanes = [CellLanes([0; 32]); 3];
    for register in 0..3 {
        for at in 0..27 {
            lanes[register].0[at] = bits[cell(register, at)] << 6;
        }
    }
    lanes
}

static CANDIDATES_OF_DIGIT: CellLanes = {
    let mut table = [0; 32];
    table[0] = ALL;
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (5 + digit);
        digit += 1;
    }
    CellLanes(table)
};

static WRITE: Places = {
    let mut places = Places {
        of_two: [const { Bytes([0; 64]) }; 2],
        of_third: [const { Bytes([0; 64]) }; 2],
        third: [0; 2],
    };
    let mut register = 0;
    while register < 3 {
        let mut at = 0;
        while at < 27 {
            let to = cell(register, at);
            if register < 2 {
                places.of_two[to / 64].0[to % 64] = (64 * register + 2 * at) as u8;
            } else {
                places.of_third[to / 64].0[to % 64] = 2 * at as u8;
                places.third[to / 64] |= 1 << (to % 64);
            }
            at += 1;
        }
        register += 1;
    }
    places
};

/// The bits of the lanes that hold cells.
const CELLS: u32 = (1 << 27) - 1;

/// The engine on three registers.
#[derive(Clone, Copy)]
pub(crate) struct Board3<V: Wide>(pub(crate) V::Proof);

/// The unions of a pass for the three lines of each box: the digits in each line's three cells,
/// those in two of the cells, and those in the line's other two boxes.
#[derive(Clone, Copy)]
struct LineUnions<V> {
    here: V,
    twice: V,
    next: V,
    last: V,
}

impl<V: Wide> LineUnions<V> {
    /// Computes the unions for the columns of each box.
    #[inline(always)]
    fn of_columns(x: [V; 3]) -> Self {
        Self::of(x, &NEXT_BAND, &PREVIOUS_BAND)
    }

    /// Computes the unions for the rows of each box.
    #[inline(always)]
    fn of_rows([x0, x1, x2]: [V; 3]) -> Self {
        let (x1, x2) = (x1.permute_bytes(&PREVIOUS_INNER), x2.permute_bytes(&NEXT_INNER));
        Self::of([x0, x1, x2], &NEXT_STACK, &PREVIOUS_STACK)
    }

    /// Computes the unions from the cells of each line, and the orders that lead to the next and
    /// the last box of a line.
    #[inline(always)]
    fn of([x0, x1, x2]: [V; 3], next: &'static Bytes, last: &'static Bytes) -> Self {
        let here = x0.ternary_logic::<ANY>(x1, x2);
        Self {
            here,
            twice: x0.ternary_logic::<MOST>(x1, x2),
            next: here.permute_bytes(next),
            last: here.permute_bytes(last),
        }
    }

    /// Returns the digits that can go elsewhere in the line and elsewhere in the box.
    #[inline(always)]
    fn elsewhere(self) -> V {
        self.next.or(self.last).ternary_logic::<AND_EITHER>(
            self.here.permute_bytes(&NEXT_INNER),
            self.here.permute_bytes(&PREVIOUS_INNER),
        )
    }

    /// Returns the digits that are open in each line, and those that are free, by the rule of
    /// [`guess`](crate::guess).
    #[inline(always)]
    fn open_and_free(self) -> (V, V) {
        (
            self.here.ternary_logic::<MOST>(self.next, self.last),
            self.here.ternary_logic::<EACH>(self.next, self.last),
        )
    }
}

/// Returns the digits of cells that have one candidate each.
#[inline(always)]
fn digits<V: Wide>(v: V, less_one: V, less_five: V) -> V {
    // A lane with the single bit 5 + d has 5 + d ones below it.
    v.add(less_one).count_ones_by_lane().add(less_five)
}

/// Returns `gone`, and the digits closed by two neighbors in the line and by two in the box. `next`
/// and `previous` lead to the lanes of the neighbors in the line.
#[inline(always)]
fn closed_around<V: Wide>(gone: V, closed: V, next: &'static Bytes, previous: &'static Bytes) -> V {
    let gone =
        gone.ternary_logic::<ANY>(closed.permute_bytes(next), closed.permute_bytes(previous));
    gone.ternary_logic::<ANY>(
        closed.permute_bytes(&NEXT_INNER),
        closed.permute_bytes(&PREVIOUS_INNER),
    )
}

/// The result of one pass over a board.
#[derive(Clone, Copy)]
struct Pass<V> {
    cells: [V; 3],
    contradiction: bool,
    unchanged: bool,
    columns: LineUnions<V>,
    rows: LineUnions<V>,
}

impl<V: Wide> Board3<V> {
    /// Runs one pass along the columns and along the rows.
    ///
    /// With `AT_ONCE`, both start from the same board. Findings of one reach the other a pass
    /// later, so there are up to 20% more passes than if the rows follow the columns. But the
    /// dependency chain of a pass is 40% shorter: four permutations and nine other operations. Two
    /// boards side by side fill each other's wait times, so the number of operations and passes
    /// counts more.
    #[inline(always)]
    fn pass<const AT_ONCE: bool>(self, x: [V; 3]) -> Pass<V> {
        let [x0, x1, x2] = x;
        let columns = LineUnions::of_columns(x);
        let elsewhere_c = columns.elsewhere();
        let forced_c = columns.here.and_not(elsewhere_c);
        // Naked singles, and hidden singles of columns and boxes.
        let (one0, one1, one2) = (
            x0.mask_fewer_ones_than::<2>(),
            x1.mask_fewer_ones_than::<2>(),
            x2.mask_fewer_ones_than::<2>(),
        );
        let crowd = columns.twice.or(elsewhere_c);
        let b0 = x0.ternary_logic::<AND_IF>(one0, crowd);
        let b1 = x1.ternary_logic::<AND_IF>(one1, crowd);
        let b2 = x2.ternary_logic::<AND_IF>(one2, crowd);
        let (mut a0, mut a1, mut a2) = (b0, b1, b2);
        let mut rows = LineUnions::of_rows(x);
        if AT_ONCE {
            // Hidden singles of rows too.
            let crowd = rows.twice.ternary_logic::<ANY>(rows.next, rows.last);
            a0 = b0.ternary_logic::<OR_WITHOUT_LAST>(x0, crowd);
            a1 = b1.ternary_logic::<OR_WITHOUT_LAST>(x1, crowd.permute_bytes(&NEXT_INNER));
            a2 = b2.ternary_logic::<OR_WITHOUT_LAST>(x2, crowd.permute_bytes(&PREVIOUS_INNER));
        }
        let asserted = a0.ternary_logic::<ANY>(a1, a2);
        // Asserted twice in three cells: removed from both.
        let clash = a0.ternary_logic::<MOST>(a1, a2);
        let closed_c = forced_c.or(a0).ternary_logic::<ANY>(a1, a2);
        // Three forced digits fill the line and exclude all others.
        let few_c = forced_c.mask_fewer_ones_than::<3>();
        let gone_c = clash.ternary_logic::<OR_NEITHER>(few_c, forced_c);
        let gone_c = closed_around(gone_c, closed_c, &NEXT_BAND, &PREVIOUS_BAND);
        // The asserted digit of a cell is zero, or bit 6 or a higher one.
        let n0 = x0.shift_left_by_lane(a0).ternary_logic::<OR_WITHOUT>(a0, asserted);
        let n1 = x1.shift_left_by_lane(a1).ternary_logic::<OR_WITHOUT>(a1, asserted);
        let n2 = x2.shift_left_by_lane(a2).ternary_logic::<OR_WITHOUT>(a2, asserted);

        if !AT_ONCE {
            rows = LineUnions::of_rows([n0, n1, n2].map(|n| n.and_not(gone_c)));
        }
        let elsewhere_r = rows.elsewhere();
        let forced_r = rows.here.and_not(elsewhere_r);
        let missing = columns.here.ternary_logic::<NEITHER>(elsewhere_c, elsewhere_c);
        let missing = missing.ternary_logic::<OR_NEITHER>(rows.here, elsewhere_r);
        let mut closed_r = forced_r;
        if AT_ONCE {
            closed_r = forced_r.or(b0).ternary_logic::<ANY>(
                b1.permute_bytes(&PREVIOUS_INNER),
                b2.permute_bytes(&NEXT_INNER),
            );
        }
        let few_r = forced_r.mask_fewer_ones_than::<3>();
        let gone_r = few_r.ternary_logic::<NEITHER>(forced_r, forced_r);
        let gone_r = closed_around(gone_r, closed_r, &NEXT_STACK, &PREVIOUS_STACK);
        let (gone_r1, gone_r2) =
            (gone_r.permute_bytes(&NEXT_INNER), gone_r.permute_bytes(&PREVIOUS_INNER));
        let n = [
            n0.ternary_logic::<WITHOUT_EITHER>(gone_c, gone_r),
            n1.ternary_logic::<WITHOUT_EITHER>(gone_c, gone_r1),
            n2.ternary_logic::<WITHOUT_EITHER>(gone_c, gone_r2),
        ];
        let least = n[0].min(n[1]).min(n[2]);
        let all = V::splat(self.0, ALL);
        let contradiction = (missing.lanes_in_common(all) | least.zero_lanes()) & CELLS != 0;
        let changes = x[0]
            .xor(n[0])
            .ternary_logic::<OR_CHANGED>(x[1], n[1])
            .ternary_logic::<OR_CHANGED>(x[2], n[2]);
        let unchanged = changes.lanes_in_common(changes) == 0;
        Pass { cells: n, contradiction, unchanged, columns, rows }
    }

    #[inline(always)]
    fn settled(self, pass: Pass<V>) -> Option<Settled> {
        if pass.contradiction {
            Some(Settled::Contradiction)
        } else if pass.unchanged {
            Some(self.branch(pass.columns, pass.rows))
        } else {
            None
        }
    }

    /// Returns the slack and the open digits of the six chutes by the rule of
    /// [`guess`](crate::guess), in the first six lanes.
    #[inline(always)]
    fn slack(self, columns: LineUnions<V>, rows: LineUnions<V>) -> (V, V) {
        let ((open_b, free_b), (open_s, free_s)) = (rows.open_and_free(), columns.open_and_free());
        let [first, second, third] = &LINES_OF_CHUTES;
        let open = open_b.permute_bytes_of_two(open_s, first).ternary_logic::<ANY>(
            open_b.permute_bytes_of_two(open_s, second),
            open_b.permute_bytes_of_two(open_s, third),
        );
        let (free_b, free_s) = (free_b.count_ones_by_lane(), free_s.count_ones_by_lane());
        let free = free_b
            .permute_bytes_of_two(free_s, first)
            .add(free_b.permute_bytes_of_two(free_s, second))
            .add(free_b.permute_bytes_of_two(free_s, third));
        let several = free.saturating_sub(V::splat(self.0, FREE - 1)).min(V::splat(self.0, 1));
        let shift = V::splat(self.0, OPEN.trailing_zeros() as u16);
        let by_open = open.count_ones_by_lane().shift_left_by_lane(shift).add(several);
        (by_open.min(free.add(V::splat(self.0, OPEN * MANY))), open)
    }

    #[inline(always)]
    fn branch(self, columns: LineUnions<V>, rows: LineUnions<V>) -> Settled {
        let (slack, open) = self.slack(columns, rows);
        let scores = slack.add(V::splat(self.0, u16::MAX));
        let (least, chute) = scores.least_of_first_eight();
        let bands = rows.here.permute_bytes(&BAND_PERMUTATIONS[0]).ternary_logic::<EACH>(
            rows.here.permute_bytes(&BAND_PERMUTATIONS[1]),
            rows.here.permute_bytes(&BAND_PERMUTATIONS[2]),
        );
        let stacks = columns.here.permute_bytes(&STACK_PERMUTATIONS[0]).ternary_logic::<EACH>(
            columns.here.permute_bytes(&STACK_PERMUTATIONS[1]),
            columns.here.permute_bytes(&STACK_PERMUTATIONS[2]),
        );
        let digits = open.lowest_one();
        let digits_b = digits.permute_bytes(&TO_BAND_PERMUTATIONS);
        let digits_s = digits.permute_bytes(&TO_STACK_PERMUTATIONS);
        if least == u16::MAX {
            return Settled::Solved;
        }
        let permutations = u64::from(bands.lanes_in_common(digits_b))
            | u64::from(stacks.lanes_in_common(digits_s)) << 24;
        let digits = digits.store().0;
        let branch = |chute: usize| {
            let permutations = (permutations >> (8 * chute)) as u32 & 0x3f;
            Branch { chute, digit: digits[chute % 32], permutations }
        };
        let first = branch(chute);
        let across = scores.or(V::load(self.0, &SAME_KIND[usize::from(chute > 2)]));
        let (least, chute) = across.least_of_first_eight();
        let second = branch(chute);
        let both = least != u16::MAX && second.digit != first.digit;
        Settled::Open(first, both.then_some(second))
    }
}

impl<V: Wide> BoardEngine for Board3<V> {
    const PAIRS: bool = true;
    const BOLD: bool = true;
    type Candidates = [V; 3];

    #[inline(always)]
    fn read(self, start: Start<'_>) -> [V; 3] {
        match start {
            Start::Board(board) => {
                V::look_up(self.0, board.as_bytes(), &READ, &CANDIDATES_OF_DIGIT)
            }
            Start::Candidates(candidates) => {
                let [a, b, c] = lanes_of(candidates);
                [V::load(self.0, &a), V::load(self.0, &b), V::load(self.0, &c)]
            }
        }
    }

    #[inline(always)]
    fn settle(self, x: &mut [V; 3], _: bool) -> Settled {
        loop {
            let pass = self.pass::<true>(*x);
            if pass.contradiction {
                return Settled::Contradiction;
            }
            *x = pass.cells;
            if pass.unchanged {
                return self.branch(pass.columns, pass.rows);
            }
        }
    }

    #[inline(always)]
    fn settle_either(self, x: &mut [V; 3], y: &mut [V; 3]) -> [Option<Settled>; 2] {
        loop {
            let (of_x, of_y) = (self.pass::<false>(*x), self.pass::<false>(*y));
            *x = of_x.cells;
            *y = of_y.cells;
            if of_x.contradiction | of_x.unchanged | of_y.contradiction | of_y.unchanged {
                return [self.settled(of_x), self.settled(of_y)];
            }
        }
    }

    #[inline(always)]
    fn keep(self, x: &[V; 3], branch: Branch, permutation: usize) -> [V; 3] {
        let others = &OTHERS[branch.chute.min(5)][permutation.min(5)];
        let digit = V::splat(self.0, branch.digit);
        [
            x[0].ternary_logic::<WITHOUT_BOTH>(V::load(self.0, &others[0]), digit),
            x[1].ternary_logic::<WITHOUT_BOTH>(V::load(self.0, &others[1]), digit),
            x[2].ternary_logic::<WITHOUT_BOTH>(V::load(self.0, &others[2]), digit),
        ]
    }

    #[inline(always)]
    fn has_order_dependent_contradiction(self, x: &[V; 3]) -> bool {
        let columns = LineUnions::of_columns(*x);
        let elsewhere = columns.elsewhere();
        let crowd = columns.twice.or(elsewhere);
        // A single cell keeps its only digit in any case.
        let alone = [x[0].and_not(crowd), x[1].and_not(crowd), x[2].and_not(crowd)];
        let order_dependent =
            alone[0].and_not(alone[0].lowest_one()).or(alone[1].and_not(alone[1].lowest_one()));
        let order_dependent = order_dependent.or(alone[2].and_not(alone[2].lowest_one()));
        // Four digits forced into three cells.
        let all = V::splat(self.0, ALL);
        let fewer = columns.here.and_not(elsewhere).mask_fewer_ones_than::<4>();
        let rows = LineUnions::of_rows(*x);
        let fewer_r = rows.here.and_not(rows.elsewhere()).mask_fewer_ones_than::<4>();
        let crowded = fewer.and(all).zero_lanes() | fewer_r.and(all).zero_lanes();
        order_dependent.zero_lanes() != u32::MAX || crowded != 0
    }

    #[inline(always)]
    fn write(self, x: &[V; 3]) -> SolvedCells {
        let less_one = V::splat(self.0, u16::MAX);
        let less_five = V::splat(self.0, 5u16.wrapping_neg());
        let parts = [
            digits(x[0], less_one, less_five),
            digits(x[1], less_one, less_five),
            digits(x[2], less_one, less_five),
        ];
        V::gather_bytes(parts, &WRITE)
    }
}

#[cfg(test)]
mod tests {
    use sudoku_conformance::MutatedPuzzles;
    use sudoku_core::{Board, Cell, DigitSet};

    use super::*;

    /// Checks that candidates are read like the board that they come from. A board is read by
    /// instructions, and candidates cell by cell. This test runs even if no processor has the
    /// instructions.
    #[test]
    fn candidates_go_into_the_lanes_that_a_board_is_read_into() {
        let mut boards: Vec<Board> = MutatedPuzzles::new(3).take(100).collect();
        boards.push(Board::EMPTY);
        for board in boards {
            let set = |cell: Cell| board.get(cell).map_or(DigitSet::ALL, DigitSet::only);
            let mut sets = [DigitSet::EMPTY; 81];
            Cell::all().for_each(|cell| sets[cell.index()] = set(cell));
            let lanes = lanes_of(&Candidates::new(sets));
            for register in 0..3 {
                for at in 0..32 {
                    let from = usize::from(READ[register].0[2 * at]);
                    let digit = usize::from(board.as_bytes()[from]);
                    let expected = if at < 27 { CANDIDATES_OF_DIGIT.0[digit] } else { 0 };
                    assert_eq!(lanes[register].0[at], expected, "lane {at} of {register}: {board}");
                }
            }
        }
    }
}
