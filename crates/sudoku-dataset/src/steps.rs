//! The steps of a solution as numbers, for the columns of steps.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use sudoku_core::{Cell, Digit};
use sudoku_logic::{RatedStep, StepName};

/// A step without its evidence.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LeanStep {
    pub(crate) name: StepName,
    /// The placed digit.
    pub(crate) placement: Option<(Cell, Digit)>,
    /// The rating or the score on the scale.
    pub(crate) score: f64,
    /// The eliminated candidates, each as `9 * cell + digit - 1`.
    pub(crate) eliminations: Vec<u16>,
}

impl From<RatedStep> for LeanStep {
    fn from(RatedStep { step, score }: RatedStep) -> Self {
        let eliminations = step.effect.eliminations.iter();
        let number =
            |cell: Cell, digit: Digit| cell.index() as u16 * 9 + u16::from(digit.get()) - 1;
        Self {
            name: step.name,
            placement: step.effect.placement,
            score: score.number(),
            eliminations: eliminations
                .flat_map(|&(cell, digits)| digits.iter().map(move |digit| number(cell, digit)))
                .collect(),
        }
    }
}

impl LeanStep {
    pub(crate) fn cell(&self) -> Option<u8> {
        self.placement.map(|(cell, _)| cell.index() as u8)
    }

    pub(crate) fn digit(&self) -> Option<u8> {
        self.placement.map(|(_, digit)| digit.get())
    }
}

impl Serialize for LeanStep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut step = serializer.serialize_struct("step", 5)?;
        step.serialize_field("technique", self.name.name())?;
        step.serialize_field("cell", &self.cell())?;
        step.serialize_field("digit", &self.digit())?;
        step.serialize_field("score", &self.score)?;
        step.serialize_field("eliminations", &self.eliminations)?;
        step.end()
    }
}
