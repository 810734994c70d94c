//! `sudoku dataset check`.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use cli_support::{ExitStatus, counted, eprint_message};
use compressed_io::{InputFile, shown};
use indicatif::DecimalBytes;
use serde::Serialize;
use sudoku_dataset::{
    CheckedRows, Duplicate, DuplicateSearch, Duplicates, Identity, Mistake, MistakeKind,
    PuzzleLocation, RatedRows, RowSearch, TableKind, check_rows, copied_bytes, find_duplicates,
};

use super::search::FilesArgs;
use super::watch::Watch;
use crate::args::file_named;
use crate::error::CliError;
use crate::format::json;
use crate::output_target::OutputTarget;
use crate::stream::read_once;

/// Find leaks between files, duplicates within files, wrong solutions and wrong ratings
///
/// Reports each puzzle that is equivalent to an earlier one (same up to symmetry and relabeling),
/// with the location of both. With `--by solution`, it reports each puzzle whose solution is
/// equivalent to an earlier one. Files may be text in any format, Parquet with a column of puzzles,
/// or NumPy arrays of integers, alone or in an archive; the rows of these are counted from 1.
///
/// Every recorded solution is checked: in the columns `solution` and `answer`, or in the array
/// `…solutions.npy` beside `…puzzles.npy`. If files have the rating columns of `dataset make
/// --scale`, the ratings of a sample of rows are recomputed. Puzzles of a set that was made with
/// --difficulty are checked against it, and files of a set against the checksums of its
/// manifest.json. The symmetric copies that --augment added do not count as duplicates.
///
/// The files of one split in the manifest.json of a set count as one file. A file that is named
/// twice counts as two. The exit code is 1 if there is any duplicate or mistake. With `--by
/// solution`, puzzles of one solution in one file or split are reported, but do not change the exit
/// code.
///
/// Memory use is bounded for files of any size: larger searches use a temporary file.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    sudoku dataset check train.csv test.csv\n  \
    sudoku dataset check train-*.csv.gz test.txt --json > duplicates.jsonl")]
pub(super) struct CheckDuplicatesArgs {
    #[command(flatten)]
    search: FilesArgs,

    /// Output file; .gz and .zst are compressed [default: -, standard output]
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Column or array with the solutions [default: solution, answer and their plurals]
    ///
    /// For a NumPy file `…puzzles.npy`, it is the name of the array beside it, without `.npy`.
    #[arg(long, value_name = "NAME")]
    solution_column: Option<String>,

    /// Rows whose ratings are recomputed
    #[arg(long, value_enum, value_name = "ROWS", default_value_t = RatedAgain::Sample)]
    ratings: RatedAgain,

    /// Write one JSON object per duplicate or mistake, and one with the totals
    ///
    /// For files with rows, `line` and `first_line` are row numbers.
    #[arg(long)]
    json: bool,
}

/// The rows whose ratings are recomputed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RatedAgain {
    /// The first 20 rows of each file and every 1000th row
    Sample,
    /// Every row; takes as long as making them
    All,
    /// No row
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
struct MistakeReport<'a> {
    file: &'a str,
    line: Option<u64>,
    wrong: &'a str,
}

#[derive(Serialize)]
struct DuplicateReport<'a> {
    file: &'a str,
    line: u64,
    first_file: &'a str,
    first_line: u64,
    leak: bool,
}

#[derive(Serialize)]
struct DatasetSummary<'a> {
    puzzles: u64,
    unreadable: u64,
    leaks: u64,
    duplicates: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<u64>,
    shared: Vec<SharedPuzzles<'a>>,
    #[serde(flatten)]
    mistakes: BTreeMap<&'static str, u64>,
}

/// The numbers of checked rows and files, and of mistakes.
#[derive(Clone, Debug, Default)]
struct MistakeCounts {
    solutions: u64,
    wrong_solutions: u64,
    rated: u64,
    wrong_ratings: u64,
    checksums: u64,
    wrong_checksums: u64,
    /// The indices of the files that can be read only once.
    skipped: Vec<usize>,
}

impl MistakeCounts {
    fn add(&mut self, kind: MistakeKind) {
        *match kind {
            MistakeKind::Solution => &mut self.wrong_solutions,
            MistakeKind::Rating => &mut self.wrong_ratings,
            MistakeKind::Checksum => &mut self.wrong_checksums,
        } += 1;
    }

    /// Returns each number of checked rows or files with that of mistakes, if any were checked. The
    /// names are those of JSON.
    fn pairs(&self) -> impl Iterator<Item = [(&'static str, u64); 2]> {
        let pairs = [
            [("solutions", self.solutions), ("wrong_solutions", self.wrong_solutions)],
            [("ratings", self.rated), ("wrong_ratings", self.wrong_ratings)],
            [("checksums", self.checksums), ("wrong_checksums", self.wrong_checksums)],
        ];
        pairs.into_iter().filter(|[(_, checked), _]| *checked > 0)
    }

    fn all(&self) -> u64 {
        self.wrong_solutions + self.wrong_ratings + self.wrong_checksums
    }
}

#[derive(Serialize)]
struct SharedPuzzles<'a> {
    files: [&'a str; 2],
    puzzles: u64,
}

/// Reports a large copy to the disk before it begins.
fn announce_copy(file: &InputFile, search: &DuplicateSearch) {
    let bytes = copied_bytes(file, &search.hints);
    if bytes >= 1 << 28 {
        eprint_message(&format!(
            "{}: copying {} in Fortran order to a temporary file in {}; --temporary names another \
             folder\n",
            file.name(),
            DecimalBytes(bytes),
            shown(&search.temporary)
        ));
    }
}

pub(super) fn run(
    args: &CheckDuplicatesArgs,
    stop: &'static AtomicBool,
) -> Result<ExitStatus, CliError> {
    let search = args.search.search();
    read_once(&search.files)?;
    // An existing output file is kept if no input can be read.
    search.files.iter().try_for_each(InputFile::probe)?;
    let mut target = OutputTarget::open(file_named(args.output.as_deref()), &search.files)?;
    if !args.search.quiet {
        search.files.iter().for_each(|file| announce_copy(file, &search));
    }
    let mut watch =
        Watch::new(args.search.quiet, args.search.errors, stop).with_solver(search.solver);
    let found = find_duplicates(&search, &mut watch);
    let mut found = watch.finish(found)?;
    let report = ReportWords { files: &search.files, by: search.by, is_json: args.json };
    let (mut leaks, mut duplicates, mut lines) = (0, 0, String::new());
    for duplicate in found.by_ref() {
        let duplicate = duplicate?;
        let counter = if duplicate.is_leak { &mut leaks } else { &mut duplicates };
        *counter += 1;
        lines += &report.line(&duplicate);
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
    let mut mistakes = MistakeCounts::default();
    let DuplicateSearch { files, hints, temporary, threads, .. } = search.clone();
    let rows = RowSearch {
        files,
        hints,
        solution_column: args.solution_column.clone(),
        rated: args.ratings.rows(),
        temporary,
        threads,
    };
    let mut written = Ok(true);
    // Unreadable entries were reported by the first search.
    let mut watch = Watch::new(args.search.quiet, args.search.errors, stop);
    let checked = check_rows(&rows, &mut watch, &mut |mistake| {
        mistakes.add(mistake.kind);
        lines += &report.mistake(&mistake);
        if lines.len() >= TOGETHER {
            written = target.write(lines.as_bytes());
            lines.clear();
        }
        if matches!(written, Ok(true)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    // Findings are written also if a file cannot be read to its end, or after an interrupt.
    let CheckedRows { solutions, rated, checksums, skipped } = match watch.finish(checked) {
        Ok(checked) => checked,
        Err(error) => {
            target.write(lines.as_bytes())?;
            target.finish()?;
            return Err(error);
        }
    };
    mistakes = MistakeCounts { solutions, rated, checksums, skipped, ..mistakes };
    written?;
    let summary = report.summary(&found, leaks, duplicates, mistakes.clone());
    if args.json {
        lines += &summary;
    } else if !args.search.quiet {
        eprint_message(&summary);
    }
    target.write(lines.as_bytes())?;
    target.finish()?;
    let duplicates = match search.by {
        Identity::Puzzle => duplicates,
        // Different puzzles of one grid in one split are what `dataset make` promises.
        Identity::Solution => 0,
    };
    Ok(match leaks + duplicates + found.unreadable + mistakes.all() {
        // No puzzles were compared.
        _ if found.puzzles == 0 => ExitStatus::Failure,
        0 => ExitStatus::Success,
        _ => ExitStatus::Fault,
    })
}

/// The number of bytes of reports per write.
const TOGETHER: usize = 1 << 16;

/// The texts of the reports.
struct ReportWords<'a> {
    files: &'a [InputFile],
    by: Identity,
    is_json: bool,
}

impl ReportWords<'_> {
    /// Returns the line for a duplicate.
    fn line(&self, duplicate: &Duplicate) -> String {
        let Duplicate { place, first, is_leak } = *duplicate;
        if self.is_json {
            let [file, first_file] = [place, first].map(|place| self.files[place.file].name());
            let (file, first_file) = (&file, &first_file);
            json(&DuplicateReport {
                file,
                line: place.line,
                first_file,
                first_line: first.line,
                leak: is_leak,
            })
        } else {
            let relation = match self.by {
                Identity::Puzzle => "duplicate of",
                Identity::Solution => "same solution as",
            };
            format!("{}: {relation} {}\n", self.place(place), self.place(first))
        }
    }

    /// Returns the line for a mistake.
    fn mistake(&self, Mistake { file, line, cause, .. }: &Mistake) -> String {
        let name = &self.files[*file].name();
        match *line {
            _ if self.is_json => json(&MistakeReport { file: name, line: *line, wrong: cause }),
            Some(line) => {
                format!("{}: {cause}\n", self.place(PuzzleLocation { file: *file, line }))
            }
            None => format!("{name}: {cause}\n"),
        }
    }

    fn place(&self, PuzzleLocation { file, line }: PuzzleLocation) -> String {
        let file = &self.files[file];
        let is_table = file.path().and_then(TableKind::of).is_some();
        format!("{}: {} {line}", file.name(), if is_table { "row" } else { "line" })
    }

    /// Returns the summary.
    fn summary(
        &self,
        found: &Duplicates,
        leaks: u64,
        duplicates: u64,
        mistakes: MistakeCounts,
    ) -> String {
        let names: Vec<String> = self.files.iter().map(InputFile::name).collect();
        let shared = found.shared.iter().map(|(&(one, other), &puzzles)| SharedPuzzles {
            files: [&names[one], &names[other]],
            puzzles,
        });
        let Duplicates { puzzles, unreadable, copies, .. } = *found;
        let empty = names.iter().zip(&found.puzzles_of_files).filter(|(_, count)| **count == 0);
        let readable = match self.by {
            Identity::Puzzle => "readable",
            Identity::Solution => "readable and proper",
        };
        if self.is_json {
            let shared = shared.collect();
            let mistakes = mistakes.pairs().flatten().collect();
            return json(&DatasetSummary {
                puzzles,
                unreadable,
                leaks,
                duplicates,
                copies: (copies > 0).then_some(copies),
                shared,
                mistakes,
            });
        }
        if puzzles == 0 {
            return format!("error: no {readable} puzzle, so nothing was compared\n");
        }
        let (noun, identity) = match self.by {
            Identity::Puzzle => ("duplicate", "puzzle"),
            Identity::Solution => ("repeated solution", "solution"),
        };
        let mut summary = format!(
            "{}: {} of an earlier file or split, {duplicates} within one\n",
            counted(puzzles, "puzzle"),
            counted(leaks, noun)
        );
        if copies > 0 {
            summary += &format!("{copies} not counted, because --augment added them as copies\n");
        }
        for (name, _) in empty {
            summary += &format!("{name} has no {readable} puzzle\n");
        }
        for [(kind, count), (_, wrong)] in mistakes.pairs() {
            let kind = kind.trim_end_matches('s');
            summary += &format!("{} checked: {wrong} wrong\n", counted(count, kind));
        }
        for file in mistakes.skipped {
            let name = &names[file];
            summary += &format!(
                "{name} can be read only once, so its solutions and ratings were not checked\n"
            );
        }
        for SharedPuzzles { files: [one, other], puzzles } in shared {
            let puzzles = counted(puzzles, &format!("essentially different {identity}"));
            summary += &format!("{one} and {other} share {puzzles}\n");
        }
        summary
    }
}
