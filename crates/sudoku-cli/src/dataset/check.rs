//! `sudoku dataset check`.

use std::path::PathBuf;

use cli_support::{Exit, say};
use serde::Serialize;

use super::copies::{Copy, Place, SearchArgs};
use super::rows::Kind;
use crate::CliError;
use crate::format::json;
use crate::source::Source;
use crate::target::Target;

/// Find leaks between files, and duplicates within them
///
/// A puzzle that is the same as an earlier one but for symmetry and the names of the digits is reported
/// with the places of both. Files may be text in any form, Parquet with a column of puzzles, or NumPy
/// arrays of bytes; the rows of these two are counted from 1. The exit code is 1 if there is any copy.
/// Memory stays bounded however large the files are; what does not fit is sorted in a temporary file.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    sudoku dataset check train.csv test.csv\n  \
    sudoku dataset check train-*.csv.gz test.txt --json > copies.jsonl")]
pub(super) struct Args {
    #[command(flatten)]
    search: SearchArgs,

    /// Write to this file, packed if it ends in .gz or .zst [default: standard output]
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Write a JSON object for each copy, one on a line, and one that sums up
    ///
    /// `line` and `first_line` are rows where the files have rows.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    line: u64,
    first_file: &'a str,
    first_line: u64,
}

#[derive(Serialize)]
struct Summary<'a> {
    puzzles: u64,
    unreadable: u64,
    leaks: u64,
    duplicates: u64,
    shared: Vec<Shared<'a>>,
}

#[derive(Serialize)]
struct Shared<'a> {
    files: [&'a str; 2],
    puzzles: u64,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let sources = args.search.sources();
    let names: Vec<String> = sources.iter().map(Source::name).collect();
    let shown = |Place { file, line }| match sources[file].path().and_then(Kind::of) {
        None => format!("{}: line {line}", names[file]),
        Some(_) => format!("{}: row {line}", names[file]),
    };
    Source::keep(&sources, args.output.as_deref())?;
    // What is there under the output's name is not given up for nothing.
    sources.iter().try_for_each(Source::look)?;
    let mut target = Target::open(args.output.as_deref())?;
    let mut copies = args.search.find()?;
    let (mut leaks, mut duplicates, mut lines) = (0, 0, Vec::new());
    for copy in copies.by_ref() {
        let Copy { place, first } =
            copy.map_err(|error| CliError(format!("the temporary file: {error}")))?;
        let (file, first_file) = (&names[place.file], &names[first.file]);
        let counter = if place.file == first.file { &mut duplicates } else { &mut leaks };
        *counter += 1;
        let (line, first_line) = (place.line, first.line);
        let report = if args.json {
            json(&Report { file, line, first_file, first_line })
        } else {
            format!("{}: the same as {}\n", shown(place), shown(first))
        };
        lines.extend(report.bytes());
        if lines.len() >= TOGETHER && !target.write(&std::mem::take(&mut lines))? {
            break;
        }
    }
    let shared = copies
        .shared
        .iter()
        .map(|(&(one, other), &puzzles)| Shared { files: [&names[one], &names[other]], puzzles });
    let shared: Vec<_> = shared.collect();
    if args.json {
        let (puzzles, unreadable) = (copies.puzzles, copies.unreadable);
        lines.extend(json(&Summary { puzzles, unreadable, leaks, duplicates, shared }).bytes());
    } else if !args.search.quiet {
        let mut summary = format!(
            "{} puzzles: {leaks} the same as one of an earlier file, {duplicates} as one of their own\n",
            copies.puzzles,
        );
        for Shared { files: [one, other], puzzles } in shared {
            summary +=
                &format!("{one} and {other} share {puzzles} essentially different puzzles\n");
        }
        say(&summary);
    }
    target.write(&lines)?;
    target.finish()?;
    let is_good = leaks + duplicates + copies.unreadable == 0;
    Ok(if is_good { Exit::Success } else { Exit::Fault })
}

/// How many bytes of reports are written together.
const TOGETHER: usize = 1 << 16;
