//! The values that help and shell completions offer.
//!
//! Some options accept further names: an external engine in a measurement file, or a strategy with
//! the problem that it solves.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use sudoku_corpus::PuzzleSet;

use super::strategies::Strategies;

/// A parser that accepts any name and offers some.
#[derive(Clone)]
pub(super) struct OfferedNames(Vec<&'static str>);

impl OfferedNames {
    pub(super) fn sets() -> Self {
        Self(sets().map(|set| set.name).collect())
    }
}

/// Returns all embedded sets, those of variants last.
pub(super) fn sets() -> impl Iterator<Item = PuzzleSet<'static>> {
    sudoku_corpus::every_set().chain(sudoku_corpus::variant_sets())
}

/// Makes every option `--strategy` offer these strategies.
pub(crate) fn offer_strategies(command: Command, strategies: Strategies) -> Command {
    let names = OfferedNames(strategies.names().collect());
    let offer = |arg: Arg| match arg.get_long() {
        Some("strategy") => arg.value_parser(names.clone()),
        _ => arg,
    };
    command.mut_args(offer).mut_subcommands(|subcommand| offer_strategies(subcommand, strategies))
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
