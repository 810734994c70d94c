//! `sudoku dataset check`.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use cli_support::{ExitStatus, counted, eprint_message};
use compressed_io::InputFile;
use serde::Serialize;
use sudoku_dataset::{
    Duplicate, DuplicateSearch, Duplicates, PuzzleLocation, RatedRows, RatingSearch, TableKind,
    WrongRating, check_ratings, find_duplicates,
};

use super::search::SearchArgs;
use super::watch::Watch;
use crate::args::file_named;
use crate::error::CliError;
use crate::format::json;
use crate::output_target::OutputTarget;

/// Find leaks between files, duplicates within them, and ratings that are wrong
///
/// A puzzle that is the same as an earlier one but for symmetry and the names of the digits is
/// reported with the places of both. Files may be text in any form, Parquet with a column of
/// puzzles, or NumPy arrays of whole numbers, alone or in an archive; the rows of these are counted
/// from 1. Where files have ER, EP and ED or HoDoKu's level and score as `dataset make` writes
/// them, these are computed again for a sample of the rows, and puzzles of a set that was made with
/// --difficulty are held to it. The exit code is 1 if there is any copy or wrong rating. Memory
/// stays bounded however large the files are; what does not fit is sorted in a temporary file.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    sudoku dataset check train.csv test.csv\n  \
    sudoku dataset check train-*.csv.gz test.txt --json > copies.jsonl")]
pub(super) struct CheckDuplicatesArgs {
    #[command(flatten)]
    search: SearchArgs,

    /// Write to this file, packed if it ends in .gz or .zst; - is standard output [default: -]
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Which rows' ratings to compute again
    #[arg(long, value_enum, value_name = "ROWS", default_value_t = RatedAgain::Sample)]
    ratings: RatedAgain,

    /// Write a JSON object for each copy, one on a line, and one that sums up
    ///
    /// `line` and `first_line` are rows where the files have rows.
    #[arg(long)]
    json: bool,
}

/// Which rows' ratings are computed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RatedAgain {
    /// Those of the first twenty of each file, and of the others each thousandth
    Sample,
    /// All, which takes as long as it took to make them
    All,
    /// None
    None,
}

impl RatedAgain {
    fn rows(self) -> Option<RatedRows> {
        match self {
            Self::Sample => Some(RatedRows::Sample),
            Self::All => Some(RatedRows::All),
            Self::None => None,
        }
    }
}

#[derive(Serialize)]
struct WrongRatingReport<'a> {
    file: &'a str,
    line: u64,
    wrong: &'a str,
}

#[derive(Serialize)]
struct DuplicateReport<'a> {
    file: &'a str,
    line: u64,
    first_file: &'a str,
    first_line: u64,
}

#[derive(Serialize)]
struct CheckSummary<'a> {
    puzzles: u64,
    unreadable: u64,
    leaks: u64,
    duplicates: u64,
    shared: Vec<SharedPuzzles<'a>>,
    #[serde(flatten)]
    ratings: Option<RatingCounts>,
}

/// How many rows were rated again, and how many of them are wrong.
#[derive(Clone, Copy, Serialize)]
struct RatingCounts {
    rated: u64,
    #[serde(rename = "wrong_ratings")]
    wrong: u64,
}

#[derive(Serialize)]
struct SharedPuzzles<'a> {
    files: [&'a str; 2],
    puzzles: u64,
}

pub(super) fn run(
    args: &CheckDuplicatesArgs,
    stop: &'static AtomicBool,
) -> Result<ExitStatus, CliError> {
    let search = args.search.search();
    // What is there under the output's name is not given up for nothing.
    search.files.iter().try_for_each(InputFile::probe)?;
    let mut target = OutputTarget::open(file_named(args.output.as_deref()), &search.files)?;
    let mut watch = Watch::new(args.search.quiet, args.search.errors, stop);
    let found = find_duplicates(&search, &mut watch);
    let mut copies = watch.finish(found)?;
    let report = ReportWords { files: &search.files, is_json: args.json };
    let (mut leaks, mut duplicates, mut lines) = (0, 0, String::new());
    for copy in copies.by_ref() {
        let copy = copy?;
        let counter = if copy.is_leak() { &mut leaks } else { &mut duplicates };
        *counter += 1;
        lines += &report.line(&copy);
        if lines.len() >= TOGETHER {
            let is_wanted = target.write(lines.as_bytes())?;
            lines.clear();
            if stop.load(Ordering::Relaxed) {
                target.finish()?;
                return Ok(ExitStatus::Interrupted);
            }
            if !is_wanted {
                break;
            }
        }
    }
    let mut ratings = RatingCounts { rated: 0, wrong: 0 };
    if let Some(rows) = args.ratings.rows() {
        let DuplicateSearch { files, hints, threads, .. } = search.clone();
        let search = RatingSearch { files, hints, rows, threads };
        let mut written = Ok(true);
        // What could not be read was said.
        let mut watch = Watch::new(args.search.quiet, args.search.errors, stop);
        let checked = check_ratings(&search, &mut watch, &mut |wrong| {
            ratings.wrong += 1;
            lines += &report.wrong_rating(&wrong);
            if lines.len() >= TOGETHER && written.is_ok() {
                written = target.write(lines.as_bytes());
                lines.clear();
            }
        });
        ratings.rated = watch.finish(checked)?;
        written?;
    }
    let summary = report.summary(&copies, leaks, duplicates, ratings);
    if args.json {
        lines += &summary;
    } else if !args.search.quiet {
        eprint_message(&summary);
    }
    target.write(lines.as_bytes())?;
    target.finish()?;
    Ok(match leaks + duplicates + copies.unreadable + ratings.wrong {
        // Nothing was compared.
        _ if copies.puzzles == 0 => ExitStatus::Failure,
        0 => ExitStatus::Success,
        _ => ExitStatus::Fault,
    })
}

/// How many bytes of reports are written together.
const TOGETHER: usize = 1 << 16;

/// The words for what was found.
struct ReportWords<'a> {
    files: &'a [InputFile],
    is_json: bool,
}

impl ReportWords<'_> {
    /// The line for a copy.
    fn line(&self, copy: &Duplicate) -> String {
        let Duplicate { place, first } = *copy;
        if self.is_json {
            let [file, first_file] = [place, first].map(|place| self.files[place.file].name());
            let (file, first_file) = (&file, &first_file);
            json(&DuplicateReport { file, line: place.line, first_file, first_line: first.line })
        } else {
            format!("{}: the same as {}\n", self.place(place), self.place(first))
        }
    }

    /// The line for a wrong rating.
    fn wrong_rating(&self, WrongRating { place, cause }: &WrongRating) -> String {
        if self.is_json {
            let file = &self.files[place.file].name();
            json(&WrongRatingReport { file, line: place.line, wrong: cause })
        } else {
            format!("{}: {cause}\n", self.place(*place))
        }
    }

    fn place(&self, PuzzleLocation { file, line }: PuzzleLocation) -> String {
        let file = &self.files[file];
        let is_table = file.path().and_then(TableKind::of).is_some();
        format!("{}: {} {line}", file.name(), if is_table { "row" } else { "line" })
    }

    /// What sums up.
    fn summary(
        &self,
        copies: &Duplicates,
        leaks: u64,
        duplicates: u64,
        ratings: RatingCounts,
    ) -> String {
        let ratings = Some(ratings).filter(|ratings| ratings.rated > 0);
        let names: Vec<String> = self.files.iter().map(InputFile::name).collect();
        let shared = copies.shared.iter().map(|(&(one, other), &puzzles)| SharedPuzzles {
            files: [&names[one], &names[other]],
            puzzles,
        });
        let Duplicates { puzzles, unreadable, .. } = *copies;
        let empty = names.iter().zip(&copies.puzzles_of_files).filter(|(_, count)| **count == 0);
        if self.is_json {
            let shared = shared.collect();
            return json(&CheckSummary { puzzles, unreadable, leaks, duplicates, shared, ratings });
        }
        if puzzles == 0 {
            return "no puzzle was read, so nothing was compared\n".into();
        }
        let mut summary = format!(
            "{}: {leaks} the same as one of an earlier file, {duplicates} as one of their own\n",
            counted(puzzles, "puzzle")
        );
        for (name, _) in empty {
            summary += &format!("{name} has no puzzle that was read\n");
        }
        if let Some(RatingCounts { rated, wrong }) = ratings {
            summary += &format!("{} rated again: {wrong} wrong\n", counted(rated, "row"));
        }
        for SharedPuzzles { files: [one, other], puzzles } in shared {
            let puzzles = counted(puzzles, "essentially different puzzle");
            summary += &format!("{one} and {other} share {puzzles}\n");
        }
        summary
    }
}
