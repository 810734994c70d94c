//! `sudoku rate`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use clap::builder::ArgPredicate;
use cli_support::ExitStatus;
use indicatif::HumanCount;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use sudoku_core::{Candidates, Limits};
use sudoku_logic::{NamedTechniques, Rating, StepName};
use sudoku_search::Measure;
use sudoku_text::FileCandidates;

use crate::args::{AnswerArgs, SolverArgs, TimeLimitArg};
use crate::error::CliError;
use crate::format::{OutputFormat, json};
use crate::measure::{self, Measured};
use crate::pipeline::Sink;
use crate::rate_format::RateFormat;
use crate::rated::{self, Rated};
use crate::row;
use crate::scale::{RatingClass, RatingValue, ScaleName, rating_values};
use crate::stream::{Job, Stream, Summary};
use crate::values;

/// Rate difficulty (Sudoku Explainer, HoDoKu)
///
/// Writes each puzzle with its rating, in input order. The scales of Sudoku Explainer give
/// ER/EP/ED. ER is the rating of the hardest step, and ED that of the first step. EP is the rating
/// of the hardest step up to the first digit placed. The scale of HoDoKu gives level and score.
///
/// Puzzles may be given by candidates (pencil marks, sukaku). --summary prints how many puzzles
/// have each ER, level or value of a measure, and the time. A puzzle that cannot be rated is
/// reported on standard error, with the reason and the rating so far. The reasons are: no solution,
/// several solutions, already solved, no technique of the scale applies, or the time limit was
/// reached.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku rate puzzles.txt\n  \
    sudoku rate --scale se,hodoku puzzles.txt > rated.txt\n  \
    sudoku rate --to csv puzzles.csv > rated.csv\n  \
    sudoku rate --format '%g ED=%r/%p/%d' puzzles.txt\n  \
    sudoku rate --scale se --measures backdoor,te_depth puzzles.txt\n  \
    sudoku rate --scale sukaku --summary puzzles.txt.gz\n  \
    sudoku rate --json --on-error mark puzzles.txt")]
pub(crate) struct RateArgs {
    #[command(flatten)]
    answer: AnswerArgs,

    /// Rating scales, comma-separated; none by default with --measures
    #[arg(long, value_name = "SCALE", value_delimiter = ',', default_value = "se", default_value_if("measures", ArgPredicate::IsPresent, None), value_parser = values::human_scales())]
    scale: Vec<ScaleName>,

    /// Measures of the difficulty for a search, comma-separated
    ///
    /// They come after the ratings. A puzzle given by candidates has none.
    #[arg(long, value_name = "MEASURE", value_delimiter = ',', conflicts_with = "format", value_parser = values::measures())]
    measures: Vec<&'static Measure>,

    /// Count the steps of each technique
    ///
    /// A line or row has the number of steps of each technique. With --summary, each technique has
    /// its number of puzzles and of steps.
    #[arg(long)]
    techniques: bool,

    /// Write each rating in this format, as serate does
    ///
    /// The codes are %g (puzzle), %i (puzzle with 0 for blanks), %n (line in the file) and %c
    /// (comment). %r, %p and %d are ER, EP and ED. %R, %P and %D are the techniques with these
    /// ratings. %l is a line end, and %% a percent sign. Needs one scale with ER/EP/ED.
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["to", "json", "summary", "techniques"])]
    format: Option<RateFormat>,

    #[command(flatten)]
    time_limit: TimeLimitArg,

    /// Write pearls only (ER = EP), and stop rating other puzzles early
    ///
    /// No step of a pearl is harder than the hardest one up to the first digit placed. Needs one
    /// scale with ER/EP/ED.
    #[arg(long)]
    pearls: bool,

    /// Write diamonds only (ER = EP = ED), and stop rating other puzzles early
    ///
    /// No step of a diamond is harder than its first. Needs one scale with ER/EP/ED.
    #[arg(long, conflicts_with = "pearls")]
    diamonds: bool,
}

pub(crate) fn run(args: &RateArgs) -> Result<ExitStatus, CliError> {
    let RateArgs { answer, scale, measures, techniques, format, time_limit, pearls, diamonds } =
        args;
    let scales = ScaleName::distinct(scale);
    let is_explainer = matches!(scales[..], [scale] if !scale.has_scores());
    if (format.is_some() || *pearls || *diamonds) && !is_explainer {
        return Err(CliError::Usage(
            "--format, --pearls and --diamonds need one --scale with ER/EP/ED: se or sukaku",
        ));
    }
    if *techniques && scales.is_empty() {
        return Err(CliError::Usage(
            "--techniques counts the steps on a scale; name one, such as --scale se",
        ));
    }
    let measures = measure::distinct(measures);
    let summary =
        answer.summary.then(|| Arc::new(RateSummary::new(&scales, measures.clone(), *techniques)));
    let counts = summary.clone().map(|summary| -> Arc<dyn Summary> { summary });
    let rate = Rate {
        scales,
        measures,
        summary,
        solver: answer.solver,
        has_techniques: *techniques,
        format: format.clone(),
        time_limit: *time_limit,
        is_enough: match (pearls, diamonds) {
            (true, _) => is_no_pearl,
            (_, true) => is_no_diamond,
            _ => |_| false,
        },
    };
    let stream = Stream::with_parts(&answer.input, &answer.output, &answer.formats())?;
    let no_ratings = Ratings { scales: &rate.scales, has_techniques: *techniques, all: &[] };
    let measured = Measured { measures: &rate.measures, values: &[] };
    let example = json(&RatedPuzzle { puzzle: "", ratings: no_ratings, measured });
    let job = Job { summary: counts, example, ..Job::default() };
    stream.run_slow(job, move |puzzle, sink| rate.write(puzzle, sink))
}

const NO_MEASURES: &str = "a puzzle given by candidates has no such measure; pass its clues, or \
                           leave out --measures";

/// Returns true if a step after the first digit was harder than those before.
fn is_no_pearl(rating: &Rating) -> bool {
    matches!(rating, Rating::Explainer(it) if it.ep > 0.0 && it.er > it.ep)
}

/// Returns true if a step was harder than the first.
fn is_no_diamond(rating: &Rating) -> bool {
    matches!(rating, Rating::Explainer(it) if it.er > it.ed)
}

struct Rate {
    scales: Vec<ScaleName>,
    measures: Vec<&'static Measure>,
    /// The counts for `--summary`.
    summary: Option<Arc<RateSummary>>,
    solver: SolverArgs,
    /// True if the steps of each technique are counted.
    has_techniques: bool,
    format: Option<RateFormat>,
    time_limit: TimeLimitArg,
    /// Returns true if a puzzle with this rating so far is left out.
    is_enough: fn(&Rating) -> bool,
}

impl Rate {
    fn write(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let marks = puzzle.with_clues();
        let rated = self.time_limit.run(|limits| {
            let Some((all, mut causes)) = self.ratings(&marks, limits) else { return Ok(None) };
            let mut value = |measure: &&'static Measure| {
                let value = measure::value(measure, &marks, self.solver.solver(), limits);
                let cause = match value {
                    Ok(Some(value)) => return Some(value),
                    Ok(None) => format!("{}: {NO_MEASURES}", measure.name()),
                    Err(cause) => cause,
                };
                // An improper puzzle has neither ratings nor measures, for the same reason.
                if !causes.contains(&cause) {
                    causes.push(cause);
                }
                None
            };
            let values: Vec<Option<usize>> = self.measures.iter().map(&mut value).collect();
            Ok(Some((all, values, causes)))
        })?;
        let Some((all, values, causes)) = rated else { return Ok(()) };
        self.summary.iter().for_each(|summary| summary.add(&all, &values));
        if all.iter().all(Option::is_none) && values.iter().all(Option::is_none) {
            return Err(causes.into_iter().next().unwrap_or_default());
        }
        for cause in causes {
            sink.report_error(&format!("{}: line {}: {cause}", sink.source, puzzle.line));
        }
        if self.summary.is_some() {
            return Ok(());
        }
        let text = rated::text(puzzle, &marks);
        if let (Some(format), [Some(rated)]) = (&self.format, &all[..]) {
            let comment = sink.fields.as_ref().and_then(row::comment);
            sink.text(&format.text(&text, puzzle.line, comment.as_deref(), rated));
        } else if sink.format.is_table() {
            let Self { scales, has_techniques, .. } = self;
            let ratings = Ratings { scales, has_techniques: *has_techniques, all: &all };
            let measured = Measured { measures: &self.measures, values: &values };
            sink.object(&json(&RatedPuzzle { puzzle: &text, ratings, measured }));
        } else {
            let shown = self.scales.iter().zip(&all).map(|(scale, rated)| match rated {
                Some(rated) if self.has_techniques => {
                    format!(" {} {}", rated.rating, row::plain(&json(&Steps(&rated.steps))))
                }
                Some(rated) => format!(" {}", rated.rating),
                None => format!(" {}", scale.no_rating()),
            });
            sink.line(&(text + &shown.collect::<String>() + &measure::shown(&values)));
        }
        Ok(())
    }

    /// Returns the rating on each scale, and the reasons for missing ones. Returns `None` if the
    /// puzzle is left out.
    fn ratings(
        &self,
        marks: &Candidates,
        limits: &Limits<'_>,
    ) -> Option<(Vec<Option<Rated>>, Vec<String>)> {
        let (mut all, mut causes) = (Vec::new(), Vec::new());
        // Measures need no step. They check that the puzzle is proper.
        if self.scales.is_empty() {
            return Some((all, causes));
        }
        let state = match rated::state(marks, self.solver.solver()) {
            Ok(state) => state,
            Err(cause) => return Some((vec![None; self.scales.len()], vec![cause])),
        };
        for &scale in &self.scales {
            match rated::rate(scale, &state, limits, self.is_enough) {
                Ok(None) => return None,
                Ok(rated) => all.push(rated),
                Err(cause) => {
                    all.push(None);
                    causes.push(cause);
                }
            }
        }
        Some((all, causes))
    }
}

/// A puzzle with its ratings, as a row or object.
#[derive(Serialize)]
pub(crate) struct RatedPuzzle<'a> {
    pub(crate) puzzle: &'a str,
    #[serde(flatten)]
    pub(crate) ratings: Ratings<'a>,
    #[serde(flatten)]
    pub(crate) measured: Measured<'a>,
}

/// The fields of the ratings. The name of each begins with that of the scale.
pub(crate) struct Ratings<'a> {
    pub(crate) scales: &'a [ScaleName],
    /// True if the steps of each technique are counted.
    pub(crate) has_techniques: bool,
    pub(crate) all: &'a [Option<Rated>],
}

impl Serialize for Ratings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (at, scale) in self.scales.iter().enumerate() {
            let rated = self.all.get(at).and_then(Option::as_ref);
            let values = rated.map_or_else(Vec::new, |rated| rating_values(rated.rating));
            let values = values.into_iter().map(Some).chain(std::iter::repeat(None::<RatingValue>));
            for (name, value) in scale.number_names().iter().zip(values) {
                map.serialize_entry(&format!("{}_{name}", scale.name()), &value)?;
            }
            if self.has_techniques {
                let steps = rated.map(|rated| Steps(&rated.steps));
                map.serialize_entry(&format!("{}_techniques", scale.name()), &steps)?;
            }
        }
        map.end()
    }
}

/// The number of steps of each technique, as fields in the order of all techniques.
struct Steps<'a>(&'a [(StepName, u64)]);

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = |&step: &StepName| {
            let (_, count) = self.0.iter().find(|(known, _)| *known == step)?;
            Some((technique(step), count))
        };
        serializer.collect_map(StepName::all().iter().filter_map(count))
    }
}

/// Returns the name of a technique, as on the command line.
fn technique(step: StepName) -> String {
    NamedTechniques::from(step).name
}

/// The number of puzzles per class; `None` counts puzzles without a rating.
type ClassCounts = BTreeMap<Option<RatingClass>, u64>;

/// The counts for `--summary`.
struct RateSummary {
    start: Instant,
    /// The counts for each scale.
    scales: Vec<(ScaleName, Mutex<ClassCounts>)>,
    /// The number of puzzles and of steps of each technique on each scale, if they are counted.
    techniques: Option<Vec<Mutex<TechniqueCounts>>>,
    measures: Vec<&'static Measure>,
    /// The number of puzzles with each value of each measure; `None` counts puzzles without one.
    values: Vec<Mutex<BTreeMap<Option<usize>, u64>>>,
    puzzles: AtomicU64,
    unreadable: AtomicU64,
}

/// The number of puzzles with steps of a technique, and the number of these steps.
type TechniqueCounts = BTreeMap<StepName, (u64, u64)>;

impl Summary for RateSummary {
    fn reject(&self) {
        self.unreadable.fetch_add(1, Ordering::Relaxed);
    }

    fn text(&self, format: Option<OutputFormat>) -> Vec<u8> {
        let is_json = format == Some(OutputFormat::Json);
        if is_json { json(&self.object()) } else { self.table() }.into_bytes()
    }
}

impl RateSummary {
    fn new(scales: &[ScaleName], measures: Vec<&'static Measure>, has_techniques: bool) -> Self {
        Self {
            start: Instant::now(),
            values: measures.iter().map(|_| Mutex::default()).collect(),
            measures,
            techniques: has_techniques.then(|| scales.iter().map(|_| Mutex::default()).collect()),
            scales: scales.iter().map(|&scale| (scale, Mutex::default())).collect(),
            puzzles: AtomicU64::new(0),
            unreadable: AtomicU64::new(0),
        }
    }

    /// Counts a puzzle with its rating on each scale and its measures.
    fn add(&self, ratings: &[Option<Rated>], values: &[Option<usize>]) {
        self.puzzles.fetch_add(1, Ordering::Relaxed);
        for (counts, value) in self.values.iter().zip(values) {
            *counts.lock().unwrap_or_else(PoisonError::into_inner).entry(*value).or_default() += 1;
        }
        for (at, (_, counts)) in self.scales.iter().enumerate() {
            let rated = ratings.get(at).and_then(Option::as_ref);
            let class = rated.and_then(|rated| RatingClass::of(rated.rating));
            *counts.lock().unwrap_or_else(PoisonError::into_inner).entry(class).or_default() += 1;
            let techniques = self.techniques.as_ref().map(|all| &all[at]);
            if let (Some(techniques), Some(rated)) = (techniques, rated) {
                let mut all = techniques.lock().unwrap_or_else(PoisonError::into_inner);
                for &(step, count) in &rated.steps {
                    let (puzzles, steps) = all.entry(step).or_default();
                    (*puzzles, *steps) = (*puzzles + 1, *steps + count);
                }
            }
        }
    }

    /// Returns the counts, ordered by scale and rating.
    fn object(&self) -> SummaryFields {
        let (puzzles, unreadable) =
            [&self.puzzles, &self.unreadable].map(|counter| counter.load(Ordering::Relaxed)).into();
        let seconds = self.start.elapsed().as_secs_f64();
        let scales = self.scales.iter().enumerate().map(|(at, (scale, counts))| {
            let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let unrated = counts.remove(&None).unwrap_or_default();
            let name = |class: Option<RatingClass>| class.map(|class| class.to_string());
            let ratings =
                counts.into_iter().filter_map(|(class, count)| Some((name(class)?, count)));
            let techniques = self.techniques.as_ref().map(|all| {
                let all = all[at].lock().unwrap_or_else(PoisonError::into_inner);
                let field = |&step: &StepName| {
                    let &(puzzles, steps) = all.get(&step)?;
                    Some(TechniqueFields { technique: technique(step), puzzles, steps })
                };
                StepName::all().iter().filter_map(field).collect()
            });
            let ratings = Histogram(ratings.collect());
            ScaleFields { scale: scale.name(), unrated, ratings, techniques }
        });
        let measures = self.measures.iter().zip(&self.values).map(|(measure, counts)| {
            let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let unrated = counts.remove(&None).unwrap_or_default();
            let values =
                counts.into_iter().filter_map(|(it, count)| Some((it?.to_string(), count)));
            MeasureFields { measure: measure.name(), unrated, values: Histogram(values.collect()) }
        });
        SummaryFields {
            puzzles,
            unreadable,
            seconds,
            puzzles_per_second: puzzles as f64 / seconds.max(1e-9),
            scales: scales.collect(),
            measures: measures.collect(),
        }
    }

    fn table(&self) -> String {
        let object = self.object();
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{} {} in {:.2} s, {}/s; {} unreadable",
            HumanCount(object.puzzles),
            if object.puzzles == 1 { "puzzle" } else { "puzzles" },
            object.seconds,
            HumanCount(object.puzzles_per_second as u64),
            HumanCount(object.unreadable),
        );
        for ScaleFields { scale, unrated, ratings, techniques } in object.scales {
            ratings.write(scale, unrated, object.puzzles, &mut text);
            let Some(techniques) = techniques else { continue };
            let _ = writeln!(text, "\n{:<32}{:>12}{:>12}", "technique", "puzzles", "steps");
            for TechniqueFields { technique, puzzles, steps } in techniques {
                let [puzzles, steps] = [puzzles, steps].map(|it| HumanCount(it).to_string());
                let _ = writeln!(text, "{technique:<32}{puzzles:>12}{steps:>12}");
            }
        }
        for MeasureFields { measure, unrated, values } in object.measures {
            values.write(measure, unrated, object.puzzles, &mut text);
        }
        text
    }
}

/// The JSON object of `--summary`.
#[derive(Serialize)]
struct SummaryFields {
    puzzles: u64,
    unreadable: u64,
    seconds: f64,
    puzzles_per_second: f64,
    scales: Vec<ScaleFields>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    measures: Vec<MeasureFields>,
}

/// A measure with the number of puzzles per value.
#[derive(Serialize)]
struct MeasureFields {
    measure: &'static str,
    unrated: u64,
    values: Histogram,
}

#[derive(Serialize)]
struct ScaleFields {
    scale: &'static str,
    unrated: u64,
    ratings: Histogram,
    #[serde(skip_serializing_if = "Option::is_none")]
    techniques: Option<Vec<TechniqueFields>>,
}

/// A technique with the number of puzzles and of steps that use it.
#[derive(Serialize)]
struct TechniqueFields {
    technique: String,
    puzzles: u64,
    steps: u64,
}

/// The number of puzzles per rating or value, lowest first.
struct Histogram(Vec<(String, u64)>);

impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, count)| (name, count)))
    }
}

impl Histogram {
    /// Writes the table of a scale or measure, with the number of puzzles that have no value.
    fn write(self, title: &str, unrated: u64, all: u64, text: &mut String) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "\n{title:<8}{:>12}", "puzzles");
        for (name, count) in self.0 {
            let percent = count as f64 * 100.0 / all as f64;
            let _ = writeln!(text, "{name:<8}{:>12}{percent:>8.2}%", HumanCount(count).to_string());
        }
        if unrated > 0 {
            let _ = writeln!(text, "{:<8}{:>12}", "unrated", HumanCount(unrated).to_string());
        }
    }
}
