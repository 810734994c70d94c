//! The values that help and shell completions offer.
//!
//! Some options accept further names: an external engine in a measurement file, or a strategy with
//! the problem that it solves.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error, ValueEnum};
use sudoku_logic::RatingScale;

use super::strategies::Strategies;
use crate::data::order::Order;
use crate::data::workload::Mode;

/// A parser that accepts any name and offers some.
#[derive(Clone)]
pub(super) struct OfferedNames(Vec<&'static str>);

impl OfferedNames {
    /// Offers the embedded sets.
    pub(super) fn sets() -> Self {
        Self(sudoku_corpus::every_set().map(|set| set.name).collect())
    }
}

/// Makes every option `--strategy` offer these strategies.
pub(crate) fn offer_strategies(command: Command, strategies: Strategies) -> Command {
    let names = OfferedNames(strategies.iter().map(|strategy| strategy.name).collect());
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

/// Returns a parser that maps the name of a scale to the mode for its ratings.
pub(super) fn scales() -> impl TypedValueParser<Value = Mode> {
    let modes = || Mode::RATINGS.into_iter().filter_map(|mode| Some((mode, mode.scale()?)));
    let value =
        |(_, scale): (Mode, &RatingScale)| PossibleValue::new(scale.name()).help(scale.title());
    PossibleValuesParser::new(modes().map(value)).try_map(move |name| {
        let found = modes().find(|(_, scale)| scale.name() == name).map(|(mode, _)| mode);
        found.ok_or("no scale has this name")
    })
}

impl ValueEnum for Mode {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::NAMED
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::First => PossibleValue::new("first").help("The first solution"),
            Self::Unique => PossibleValue::new("unique").help(
                "The first solution, and the number of solutions up to two, which proves that a \
                 puzzle has only one",
            ),
            Self::Count => PossibleValue::new("count").help(
                "The number of all solutions; without --set or --file, on the sets count-low and \
                 count-high",
            ),
            // The values of `--rate`.
            Self::RateSe | Self::RateSukaku | Self::RateHodoku => return None,
        })
    }
}

impl ValueEnum for Order {
    fn value_variants<'a>() -> &'a [Self] {
        Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Self::Shuffled => ("shuffled", "A new random order for each pass"),
            Self::Listed => (
                "listed",
                "The order of the list in every pass, which a branch predictor can learn",
            ),
            Self::Reversed => ("reversed", "The reverse order of the list"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}
