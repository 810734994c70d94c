//! A placeholder for the instruction sets of other processors than the target.

use std::ops::ControlFlow;

use sudoku_core::{Ending, Meter};

use super::InstructionSet;
use crate::puzzle::Start;

/// An instruction set that is never detected: no value of this type exists.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Absent {}

impl InstructionSet for Absent {
    fn detect() -> Option<Self> {
        None
    }

    fn search<const GRIDS: bool, const IN_DEPTH: bool>(
        self,
        _: Start<'_>,
        _: &mut Meter<'_>,
        _: &mut u64,
    ) -> ControlFlow<Ending> {
        match self {}
    }

    fn propagate(self, _: &mut [u16; 81]) -> Option<u128> {
        match self {}
    }
}
