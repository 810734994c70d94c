//! `sudoku dataset make`.

use std::num::{NonZeroU32, NonZeroU64};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use cli_support::{ExitStatus, counted, eprint_message};
use compressed_io::{InputFile, shown};
use sudoku_dataset::{
    ArrayShape, DatasetContents, DatasetFormat, DatasetRequest, PerSplit, PuzzleOrigin, Split, make,
};
use sudoku_generator::WantedDifficulty;
use sudoku_registry::Strategy;
use sudoku_text::{FileFormat, FileHints};

use super::watch::Watch;
use crate::args::{ColumnArg, ErrorArgs, Threads};
use crate::constraints::{ConstraintArgs, StepArgs, tenths};
use crate::error::CliError;
use crate::scale::ScaleName;
use crate::values;

/// Make a data set: splits that share no puzzle under any symmetry, in the formats of machine
/// learning
///
/// The puzzles are made, or come from files. Each is put into a split by its canonical form, so
/// that puzzles that are the same but for symmetry are in the same split, also of data sets that
/// were made apart. A folder gets files of --per-shard puzzles each and a manifest.json with
/// settings, counts, histograms and checksums. The same command goes on with what was interrupted,
/// and ends with the same bytes as if it had not been.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    sudoku dataset make -o sudoku-1m --count 1000000 --seed 7 --format parquet,npy\n  \
    sudoku dataset make -o er-7 --count 1000 --scale se --difficulty 7.1..7.3\n  \
    sudoku dataset make -o wings --scale hodoku --level hard --needs wings --without chains\n  \
    sudoku dataset make -o hard --split 90,5,5 --augment 8,0,0 --rating 100 puzzles.txt.gz")]
pub(super) struct MakeArgs {
    /// Files with puzzles, instead of making new ones
    #[arg(value_name = "FILE", conflicts_with_all = ["count", "minimal", "symmetry", "clues", "attempts", "difficulty", "level", "needs", "without"])]
    files: Vec<PathBuf>,

    /// The form of the puzzles in the files [default: seen from the first readable puzzle of each]
    #[arg(long, value_name = "FORMAT", value_parser = values::file_formats())]
    from: Option<FileFormat>,

    #[command(flatten)]
    column: ColumnArg,

    /// The folder for the data set; made if it is not there
    #[arg(long, short, value_name = "FOLDER", value_parser = values::folder())]
    output: PathBuf,

    /// How many puzzles to make
    #[arg(long, short, value_name = "N", default_value_t = 1000, value_parser = values::any_number())]
    count: u64,

    /// The seed of the puzzles that are made, and of the symmetries that are drawn
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = values::any_number())]
    seed: u64,

    #[command(flatten)]
    constraints: ConstraintArgs,

    /// How difficult each puzzle is, on the one --scale: ER, or HoDoKu's score; a number such as
    /// 7.2, or a range with both ends in it
    ///
    /// The manifest says so, also what --level, --needs and --without ask, and `dataset check`
    /// holds the puzzles to it. Copies may be rated otherwise.
    #[arg(long, value_name = "A..B", value_parser = tenths, requires = "scale")]
    difficulty: Option<RangeInclusive<u64>>,

    #[command(flatten)]
    steps: StepArgs,

    /// What to write, one or more
    #[arg(long, value_parser = formats(), value_name = "FORMAT", value_delimiter = ',', default_value = "csv")]
    format: Vec<DatasetFormat>,

    /// The shape of the arrays of --format npy [default: 9x9]
    #[arg(long, value_parser = shapes(), value_name = "SHAPE")]
    shape: Option<ArrayShape>,

    /// The shares of training, validation and test, also as 0.8,0.1,0.1
    #[arg(long, value_name = "A,B,C", default_value = "8,1,1", value_parser = PerSplit::shares)]
    split: PerSplit,

    /// How many random symmetric copies follow each puzzle, in its own split: one number, or one
    /// for each split
    #[arg(long, value_name = "N", default_value = "0")]
    augment: PerSplit,

    /// Rate puzzles by the guesses of the strategy, averaged over this many random symmetries; 0
    /// rates nothing, which takes less time
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = values::number(0..=u32::MAX))]
    rating: u32,

    /// Rate rows on this scale of human logic too, or on several, with commas between them: ER, EP
    /// and ED of Sudoku Explainer, level and score of HoDoKu, in columns of their own
    ///
    /// A row is rated as it stands, copies too: these ratings are not the same for all symmetries.
    #[arg(long, value_name = "SCALE", value_delimiter = ',', value_parser = values::human_scales())]
    scale: Vec<ScaleName>,

    /// The strategy that solves and rates
    ///
    /// The guesses of `board` and `auto` depend on the processor, those of the others do not.
    #[arg(long, value_name = "NAME", default_value = "batch", value_parser = values::strategies())]
    strategy: &'static Strategy,

    /// How many puzzles of the source go into the files of one number
    #[arg(long, value_name = "N", default_value = "100000", value_parser = values::number(NonZeroU64::MIN..=NonZeroU64::MAX))]
    per_shard: NonZeroU64,

    /// Make finished files again that are missing or were changed
    #[arg(long)]
    repair: bool,

    #[command(flatten)]
    errors: ErrorArgs,

    #[command(flatten)]
    threads: Threads,

    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Reads the names of formats.
fn formats() -> impl TypedValueParser<Value = DatasetFormat> {
    let value =
        |format: &DatasetFormat| PossibleValue::new(format.name()).help(format.description());
    PossibleValuesParser::new(DatasetFormat::ALL.iter().map(value)).try_map(|name| name.parse())
}

/// Reads the names of shapes.
fn shapes() -> impl TypedValueParser<Value = ArrayShape> {
    let values = [("9x9", "N×9×9"), ("81", "N×81")];
    PossibleValuesParser::new(values.map(|(name, shape)| PossibleValue::new(name).help(shape)))
        .map(|name| if name == "81" { ArrayShape::Flat } else { ArrayShape::Square })
}

impl MakeArgs {
    /// The difficulty that is asked for, if one is.
    fn wanted(&self) -> Result<Option<WantedDifficulty>, CliError> {
        if self.difficulty.is_none() && !self.steps.is_any() {
            return Ok(None);
        }
        match self.scale[..] {
            [scale] => self.steps.wanted(scale, self.difficulty.as_ref()).map(Some),
            _ => Err(CliError::Usage(
                "--difficulty, --level, --needs and --without take one --scale",
            )),
        }
    }

    fn request<'a>(&self, wanted: Option<&'a WantedDifficulty>) -> DatasetRequest<'a> {
        let origin = if self.files.is_empty() {
            let mut request = self.constraints.request();
            if let Some(wanted) = wanted {
                request = wanted.constrain(request);
            }
            PuzzleOrigin::Generated { request, count: self.count }
        } else {
            let hints = FileHints { format: self.from, column: self.column.column.clone() };
            PuzzleOrigin::Files { files: InputFile::all(&self.files), hints }
        };
        DatasetRequest {
            origin,
            folder: self.output.clone(),
            formats: self.format.clone(),
            shape: self.shape.unwrap_or(ArrayShape::Square),
            seed: self.seed,
            shares: self.split,
            copies: self.augment,
            strategy: self.strategy.name,
            solver: self.strategy.solver,
            rating_symmetries: NonZeroU32::new(self.rating),
            scales: self.scale.iter().map(|scale| scale.0).collect(),
            puzzles_per_shard: self.per_shard,
            repair: self.repair,
            threads: self.threads.count(),
        }
    }
}

pub(super) fn run(args: &MakeArgs, stop: &'static AtomicBool) -> Result<ExitStatus, CliError> {
    // `requires` is passed over by clap where files conflict with another option.
    if args.files.is_empty() && (args.from.is_some() || args.column.column.is_some()) {
        return Err(CliError::Usage("--from and --column take files with puzzles"));
    }
    if args.shape.is_some() && !args.format.contains(&DatasetFormat::Npy) {
        return Err(CliError::Usage("--shape takes --format npy"));
    }
    let mut watch = Watch::new(args.quiet, args.errors, stop).with_solver(args.strategy.solver);
    let wanted = args.wanted()?;
    let made = make(&args.request(wanted.as_ref()), &mut watch);
    let contents = watch.finish(made)?;
    if !args.quiet {
        let how = match contents.rejected {
            0 => "complete".to_owned(),
            missing => format!("done, with {} missing", counted(missing, "puzzle")),
        };
        eprint_message(&format!("{} is {how}: {}\n", shown(&args.output), counts(&contents)));
    }
    Ok(if contents.rejected == 0 { ExitStatus::Success } else { ExitStatus::Fault })
}

/// What the splits have.
fn counts(contents: &DatasetContents) -> String {
    let counts = Split::ALL.iter().filter_map(|split| {
        let tally = contents.splits.get(split)?;
        let (puzzles, rows) = (counted(tally.puzzles, "puzzle"), counted(tally.rows, "row"));
        Some(format!("{} {puzzles}, {rows}", split.name()))
    });
    let counts: Vec<String> = counts.collect();
    if counts.is_empty() { "no rows".to_owned() } else { counts.join("; ") }
}
