//! Planes that are arrays of words, for every processor: the compiler makes vector instructions of
//! their loops.

use sudoku_core::Limits;

use super::engine::run;
use super::pass::{Findings, Planes, pass};
use super::plane::{Plane, Words};
use super::record::Turned;
use crate::batch::Batch;

/// A plane as four words.
#[derive(Clone, Copy)]
pub(crate) struct Plain(Words);

macro_rules! each {
    ($word:ident => $value:expr) => {{
        let mut result = Words::ZERO;
        let mut $word = 0;
        while $word < result.0.len() {
            result.0[$word] = $value;
            $word += 1;
        }
        Plain(result)
    }};
}

impl Plane for Plain {
    type Proof = ();

    #[inline(always)]
    fn splat((): (), word: u64) -> Self {
        each!(_at => word)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(at => self.0.0[at] & other.0.0[at])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each!(at => self.0.0[at] | other.0.0[at])
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        each!(at => self.0.0[at] ^ other.0.0[at])
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        each!(at => self.0.0[at] & !other.0.0[at])
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Self {
        each!(at => self.0.0[at] << BITS)
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Self {
        each!(at => self.0.0[at] >> BITS)
    }

    const ENOUGH: u32 = 160;
    const FEW: u32 = 96;

    #[inline(always)]
    fn load((): (), words: &Words) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn store(self) -> Words {
        self.0
    }

    #[inline(never)]
    fn pass<const CAREFUL: bool>((): (), planes: &mut Planes<Self>) -> Findings<Self> {
        pass::<Self, CAREFUL>((), planes)
    }

    #[inline(never)]
    fn save((): (), planes: &Planes<Self>, choose: bool, turned: &mut Turned) {
        turned.save((), planes, choose);
    }

    #[inline(never)]
    fn restore((): (), turned: &mut Turned, lanes: &Words, planes: &mut Planes<Self>) {
        turned.restore((), lanes, planes);
    }
}

/// Searches a batch without vector instructions.
#[inline(never)]
pub(crate) fn batch_portable(limits: &Limits<'_>, batch: &mut Batch<'_>) {
    run::<Plain>((), limits, batch);
}
