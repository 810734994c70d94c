//! Tests of the command line.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use bench_harness::cli::{Cli, command_line};
use bench_harness::cmd::run::JobArgs;
use bench_harness::cmd::strategies::Strategies;
use bench_harness::data::workload::Mode;
use bench_harness::render::format::ResultFormat;
use bench_harness::{Strategy, main_with};
use clap::FromArgMatches;
use clap::error::ErrorKind;
use sudoku_registry::STRATEGIES;

fn parse(arguments: &str) -> Result<JobArgs, ErrorKind> {
    let arguments = std::iter::once("bench-harness").chain(arguments.split_whitespace());
    let matches = command_line(Strategies::default()).try_get_matches_from(arguments);
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    cli.map(|cli| cli.job).map_err(|error| error.kind())
}

#[test]
fn the_definition_of_the_command_line_is_consistent() {
    command_line(Strategies::default()).debug_assert();
}

#[test]
fn the_defaults() {
    let args = parse("").expect("no argument is needed");
    let what = args.selection;
    assert!(
        what.strategies.is_empty() && what.puzzles.sets.is_empty() && what.puzzles.files.is_empty()
    );
    assert!(what.external.is_empty());
    assert_eq!(
        (what.mode, args.output.format, args.output.output),
        (None, ResultFormat::Table, None)
    );
    assert_eq!((what.time_limit, what.seed), (Duration::from_millis(1200), 1));
    assert!(!(what.batch || what.text || args.list || what.verify_only || args.check_budget));
}

#[test]
fn every_flag() {
    let args = parse(
        "--strategy a --strategy b --set c --set d --file e --file - --mode unique --batch \
         --text --time-limit 250ms --seed 9 --check-budget --format json --output o.json",
    )
    .expect("these options can be combined");
    let what = args.selection;
    assert_eq!(
        (what.strategies, what.puzzles.sets),
        (vec!["a".into(), "b".into()], vec!["c".into(), "d".into()])
    );
    assert_eq!(what.puzzles.files, [PathBuf::from("e"), PathBuf::from("-")]);
    assert_eq!((what.mode, args.output.format), (Some(Mode::Unique), ResultFormat::Json));
    assert_eq!((what.time_limit, what.seed), (Duration::from_millis(250), 9));
    assert!(what.batch && what.text && args.check_budget);
    assert_eq!(args.output.output, Some("o.json".into()));
}

#[test]
fn nonsense_is_refused() {
    for (arguments, kind) in [
        ("--mode both", ErrorKind::InvalidValue),
        ("--format xml", ErrorKind::InvalidValue),
        ("--time-limit soon", ErrorKind::ValueValidation),
        ("--time-limit 0s", ErrorKind::ValueValidation),
        ("--time-limit -1s", ErrorKind::ValueValidation),
        ("--seed -1", ErrorKind::ValueValidation),
        ("--check-budget --verify-only", ErrorKind::ArgumentConflict),
        ("--list --check-budget", ErrorKind::ArgumentConflict),
        ("--external program", ErrorKind::ValueValidation),
        ("nosuch", ErrorKind::InvalidSubcommand),
        ("--set judge measure --output f", ErrorKind::ArgumentConflict),
        ("measure", ErrorKind::MissingRequiredArgument),
        ("--check-budget judge -- ./a.out", ErrorKind::ArgumentConflict),
    ] {
        assert_eq!(parse(arguments).err(), Some(kind), "{arguments}");
    }
}

static ADDED: [Strategy; 5] = {
    const fn named(name: &'static str) -> Strategy {
        Strategy::new(name, "own-crate", "an idea", STRATEGIES[2].solver)
    }
    [named("own"), named("own"), named("mrv"), named("a b"), named("")]
};

#[test]
fn strategies_of_the_program_are_available_with_those_of_the_registry() {
    let strategies = Strategies::with(&ADDED[..1]).unwrap();
    assert_eq!(strategies.iter().count(), STRATEGIES.len() + 1);
    for name in ["own", "mrv"] {
        assert_eq!(strategies.find_available(name).unwrap().name, name);
    }
    let mut command = command_line(strategies);
    let help = command.render_long_help().to_string();
    assert!(help.contains(" mrv,") && help.contains(" own]"), "{help}");
    let unknown = strategies.find_available("owm").unwrap_err().to_string();
    assert!(unknown.starts_with("unknown strategy `owm`; available: scan, "), "{unknown}");
    assert!(unknown.ends_with(", own"), "{unknown}");
}

#[test]
fn names_that_cannot_be_used_are_refused() {
    for added in [&ADDED[..2], &ADDED[2..3]] {
        let error = Strategies::with(added).unwrap_err().to_string();
        let name = added[added.len() - 1].name;
        let said = format!("the harness already has a strategy `{name}`; give yours another name");
        assert_eq!(error, said);
    }
    for added in [&ADDED[3..4], &ADDED[4..]] {
        let error = Strategies::with(added).unwrap_err().to_string();
        assert!(error.starts_with(&format!("the name `{}` must have", added[0].name)), "{error}");
    }
    assert_eq!(main_with(&ADDED[2..3]), ExitCode::from(2));
}
