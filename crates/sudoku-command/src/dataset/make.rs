//! `sudoku dataset make`.

use std::num::{NonZeroU32, NonZeroU64};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use cli_support::{ExitStatus, counted, eprint_message};
use compressed_io::{InputFile, shown};
use sudoku_dataset::{
    ArrayShape, DatasetContents, DatasetFormat, DatasetRequest, Identity, PerSplit, PuzzleOrigin,
    Split, make,
};
use sudoku_generator::PuzzlePlan;
use sudoku_registry::Strategy;
use sudoku_search::Measure;
use sudoku_text::{FileFormat, FileHints};

use super::watch::Watch;
use crate::args::{ColumnArg, ErrorArgs, Threads};
use crate::constraints::{ConstraintArgs, RequestArgs, SpreadArg, StepArgs, tenths};
use crate::error::CliError;
use crate::scale::{DifficultyScale, ScaleName};
use crate::symmetry_choice::SymmetryChoice;
use crate::values;

/// Build a data set whose splits share no puzzle and no solution, not even a symmetric one
///
/// The puzzles are generated or come from files. The canonical form of a puzzle's solution decides
/// its split, so puzzles with symmetric solutions are always in the same split, even in data sets
/// that were built separately.
/// The output folder gets shards of --per-shard puzzles and a manifest.json with settings, counts,
/// histograms and checksums. The same command continues an interrupted run and ends with the same
/// bytes as an uninterrupted one.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    sudoku dataset make -o sudoku-1m --count 1000000 --seed 7 --format parquet,npy\n  \
    sudoku dataset make -o er-7 --count 1000 --scale se --difficulty 7.1..7.3\n  \
    sudoku dataset make -o wings --scale hodoku --level hard --needs wings --without chains\n  \
    sudoku dataset make -o hard --split 90,5,5 --augment 8,0,0 --guess-rating 100 puzzles.txt.gz")]
pub(super) struct MakeArgs {
    /// Files with puzzles, instead of generating new ones
    #[arg(value_name = "FILE", conflicts_with_all = ["count", "minimal", "symmetry", "clues", "attempts", "difficulty", "spread", "level", "needs", "eliminations", "before", "after", "only_singles_around", "without", "with"])]
    files: Vec<PathBuf>,

    /// Input format [default: detected]
    ///
    /// The first readable puzzle of a file determines the format of the file.
    #[arg(long, value_name = "FORMAT", value_parser = values::file_formats())]
    from: Option<FileFormat>,

    #[command(flatten)]
    column: ColumnArg,

    /// Folder for the data set; created if missing
    #[arg(long, short, value_name = "FOLDER", value_parser = values::folder())]
    output: PathBuf,

    /// Number of puzzles to generate
    #[arg(long, short, value_name = "N", default_value_t = 1000, value_parser = values::any_number())]
    count: u64,

    /// Random seed for puzzles and symmetries
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = values::any_number())]
    seed: u64,

    /// Symmetry of the clue pattern
    ///
    /// Without --clues, no whole orbit of clues (cells that the symmetry maps to each other) can be
    /// removed. With random, the seed chooses a symmetry for each puzzle.
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = values::symmetries_or_random())]
    symmetry: SymmetryChoice,

    #[command(flatten)]
    constraints: ConstraintArgs,

    /// Difficulty (ER or HoDoKu score) on the --scale: a number or inclusive range
    ///
    /// The manifest records this range and the constraints of --level, --needs and --without, and
    /// `dataset check` verifies the puzzles against them. Augmented copies may have other ratings.
    #[arg(long, value_name = "A..B", value_parser = tenths, requires = "scale")]
    difficulty: Option<RangeInclusive<u64>>,

    #[command(flatten)]
    spread: SpreadArg,

    #[command(flatten)]
    steps: StepArgs,

    /// Output formats, comma-separated
    #[arg(long, value_parser = formats(), value_name = "FORMAT", value_delimiter = ',', default_value = "csv")]
    format: Vec<DatasetFormat>,

    /// Array shape for --format npy [default: 9x9]
    #[arg(long, value_parser = shapes(), value_name = "SHAPE")]
    shape: Option<ArrayShape>,

    /// Shares of training, validation and test, such as 8,1,1 or 0.8,0.1,0.1
    #[arg(long, value_name = "A,B,C", default_value = "8,1,1", value_parser = PerSplit::shares, allow_hyphen_values = true)]
    split: PerSplit,

    /// Identity that decides the split: the solution grid, or the puzzle
    ///
    /// With `solution`, no grid is in two splits, not even transformed. Equal puzzles have equal
    /// grids, so no puzzle is in two splits either. With `puzzle`, different puzzles of one grid
    /// can be in different splits.
    #[arg(long, value_name = "IDENTITY", value_parser = values::identities(), default_value = "solution")]
    split_by: Identity,

    /// Random symmetric copies after each puzzle, in its split: one number, or one per split
    #[arg(long, value_name = "N", default_value = "0", allow_hyphen_values = true)]
    augment: PerSplit,

    /// Rate puzzles by guesses, averaged over N random symmetries; 0 turns this off
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = values::number(0..=u32::MAX))]
    guess_rating: u32,

    /// Add rating columns for these scales, comma-separated
    ///
    /// The scales of Sudoku Explainer add ER, EP and ED; HoDoKu adds level and score. Each row is
    /// rated as it is, including augmented copies, because these ratings can differ between
    /// symmetric puzzles.
    #[arg(long, value_name = "SCALE", value_delimiter = ',', value_parser = values::human_scales())]
    scale: Vec<ScaleName>,

    /// Add columns for these measures of the difficulty for a search, comma-separated
    ///
    /// A symmetric copy has the measures of its puzzle.
    #[arg(long, value_name = "MEASURE", value_delimiter = ',', hide_short_help = true, value_parser = values::measures())]
    measures: Vec<&'static Measure>,

    /// Add the steps of the solution on each --scale, in the formats parquet and jsonl
    ///
    /// The column is a list: for `se` it is named se_steps. Each step has a technique, a cell (0 to
    /// 80) and a digit or nulls, a score, and eliminations as numbers: 9 * cell + digit - 1.
    #[arg(long = "steps", requires = "scale")]
    has_steps: bool,

    /// Strategy that solves and rates
    ///
    /// The guesses of `board` and `auto` depend on the processor; those of the other strategies do
    /// not.
    #[arg(long, value_name = "NAME", default_value = "batch", value_parser = values::strategies())]
    strategy: &'static Strategy,

    /// Source puzzles per shard (files with the same number)
    #[arg(long, value_name = "N", default_value = "100000", value_parser = values::number(NonZeroU64::MIN..=NonZeroU64::MAX))]
    per_shard: NonZeroU64,

    /// Regenerate finished files that are missing or changed
    #[arg(long)]
    repair: bool,

    #[command(flatten)]
    errors: ErrorArgs,

    #[command(flatten)]
    threads: Threads,

    /// Suppress progress
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// Returns a parser for the names of formats.
fn formats() -> impl TypedValueParser<Value = DatasetFormat> {
    let value =
        |format: &DatasetFormat| PossibleValue::new(format.name()).help(format.description());
    PossibleValuesParser::new(DatasetFormat::ALL.iter().map(value)).try_map(|name| name.parse())
}

/// Returns a parser for the names of shapes.
fn shapes() -> impl TypedValueParser<Value = ArrayShape> {
    let values = [("9x9", "N×9×9"), ("81", "N×81")];
    PossibleValuesParser::new(values.map(|(name, shape)| PossibleValue::new(name).help(shape)))
        .map(|name| if name == "81" { ArrayShape::Flat } else { ArrayShape::Square })
}

impl MakeArgs {
    /// Returns the plan for the generated puzzles.
    fn plan(&self) -> Result<PuzzlePlan, CliError> {
        let scale = match self.scale[..] {
            _ if self.difficulty.is_none() && !self.steps.is_any() => None,
            [scale] => Some(DifficultyScale::Human(scale)),
            // The request names the option that needs a scale.
            [] if self.difficulty.is_none() => None,
            _ => {
                return Err(CliError::Usage(
                    "--difficulty, --level, --needs, --without and --with need exactly one --scale",
                ));
            }
        };
        let request = RequestArgs {
            constraints: self.constraints.clone(),
            symmetry: self.symmetry,
            pattern: None,
            given: None,
            difficulty: self.difficulty.clone(),
            scale,
            steps: self.steps.clone(),
            images: None,
            time: None,
        };
        request.plan_with(self.spread, self.strategy.solver)
    }

    fn request(&self) -> Result<DatasetRequest<'static>, CliError> {
        let origin = if self.files.is_empty() {
            PuzzleOrigin::Generated { plan: Arc::new(self.plan()?), count: self.count }
        } else {
            let hints = FileHints {
                format: self.from,
                column: self.column.column.clone(),
                ..FileHints::default()
            };
            PuzzleOrigin::Files { files: InputFile::all(&self.files), hints }
        };
        Ok(DatasetRequest {
            origin,
            folder: self.output.clone(),
            formats: self.format.clone(),
            shape: self.shape.unwrap_or(ArrayShape::Square),
            seed: self.seed,
            shares: self.split,
            split_by: self.split_by,
            copies: self.augment,
            strategy: self.strategy.name,
            solver: self.strategy.solver,
            rating_symmetries: NonZeroU32::new(self.guess_rating),
            scales: self.scale.iter().map(|scale| scale.0).collect(),
            measures: self.measures.clone(),
            steps: self.has_steps,
            puzzles_per_shard: self.per_shard,
            repair: self.repair,
            threads: self.threads.count(),
        })
    }
}

pub(super) fn run(args: &MakeArgs, stop: &'static AtomicBool) -> Result<ExitStatus, CliError> {
    // clap skips `requires` if files conflict with another option, so this is checked here.
    if args.files.is_empty() && (args.from.is_some() || args.column.column.is_some()) {
        return Err(CliError::Usage("--from and --column need files with puzzles"));
    }
    if args.shape.is_some() && !args.format.contains(&DatasetFormat::Npy) {
        return Err(CliError::Usage("--shape needs --format npy"));
    }
    if args.has_steps && !args.format.iter().any(|format| format.has_steps()) {
        return Err(CliError::Usage("--steps needs --format parquet or --format jsonl"));
    }
    if !args.measures.is_empty() && !args.format.iter().any(|format| format.has_measures()) {
        return Err(CliError::Usage("--measures needs --format csv, jsonl, parquet or npy"));
    }
    if args.files.iter().any(|file| file.as_os_str() == "-") {
        return Err(CliError::Usage(
            "standard input is no source of a data set, because it can be read only once; name a \
             file",
        ));
    }
    let mut watch = Watch::new(args.quiet, args.errors, stop).with_solver(args.strategy.solver);
    let made = make(&args.request()?, &mut watch);
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

/// Returns the counts of the splits as text.
fn counts(contents: &DatasetContents) -> String {
    let counts = Split::ALL.iter().filter_map(|split| {
        let tally = contents.splits.get(split)?;
        let (puzzles, rows) = (counted(tally.puzzles, "puzzle"), counted(tally.rows, "row"));
        Some(format!("{} {puzzles}, {rows}", split.name()))
    });
    let counts: Vec<String> = counts.collect();
    if counts.is_empty() { "no rows".to_owned() } else { counts.join("; ") }
}
