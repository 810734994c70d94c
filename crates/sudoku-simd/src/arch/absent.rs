//! What stands for the instruction sets of other processors than the one that the crate is compiled
//! for.

use std::ops::ControlFlow;

use sudoku_core::{Ending, Meter};

use super::InstructionSet;
use crate::puzzle::Start;

/// An instruction set that is never found: no value of it can be made.
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
}
