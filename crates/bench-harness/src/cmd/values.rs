//! Names that help and completions of shells offer, where others are understood too: an external
//! engine's in a measurement file, or a strategy with the problem that it is to solve.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

/// Any name, of which some are offered.
#[derive(Clone)]
pub(super) struct OfferedNames(Vec<&'static str>);

impl OfferedNames {
    /// The strategies.
    pub(super) fn strategies() -> Self {
        Self(sudoku_strategies::STRATEGIES.iter().map(|strategy| strategy.name).collect())
    }

    /// The embedded sets.
    pub(super) fn sets() -> Self {
        Self(sudoku_corpus::sets().map(|set| set.name).collect())
    }
}

impl TypedValueParser for OfferedNames {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().copied().map(PossibleValue::new)))
    }
}
