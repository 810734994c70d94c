//! `sudoku rate`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use cli_support::ExitStatus;
use indicatif::HumanCount;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use sudoku_core::{Candidates, Limits};
use sudoku_logic::{NoStepError, Rating, State};
use sudoku_text::FileCandidates;

use crate::args::{AnswerArgs, FormatArgs, SolverArgs};
use crate::diagnosis;
use crate::error::CliError;
use crate::format::{OutputFormat, json};
use crate::pipeline::Sink;
use crate::scale::{RatingClass, RatingFields, ScaleName};
use crate::stream::{Stream, Summary};
use crate::values;

/// Rate difficulty (Sudoku Explainer, HoDoKu)
///
/// Writes each puzzle with its rating, in input order. The scales of Sudoku Explainer give
/// ER/EP/ED: the ratings of the hardest step, of the hardest step up to the first digit placed, and
/// of the first step. The scale of HoDoKu gives level and score. Puzzles may be given by candidates
/// (pencil marks, sukaku). --summary prints how many puzzles have each ER or level, and the time. A
/// puzzle that cannot be rated is reported on standard error with the reason (no solution, several,
/// already solved, or no technique of the scale applies) and the rating so far.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku rate puzzles.txt\n  \
    sudoku rate --scale se,hodoku puzzles.txt > rated.txt\n  \
    sudoku rate --scale sukaku --summary puzzles.txt.gz\n  \
    sudoku rate --json --on-error mark puzzles.txt")]
pub(crate) struct RateArgs {
    #[command(flatten)]
    answer: AnswerArgs,

    /// Rating scales, comma-separated
    #[arg(long, value_name = "SCALE", value_delimiter = ',', default_value = "se", value_parser = values::human_scales())]
    scale: Vec<ScaleName>,
}

pub(crate) fn run(RateArgs { answer, scale }: &RateArgs) -> Result<ExitStatus, CliError> {
    // Duplicate names are dropped.
    let is_new = |&(at, it): &(usize, &ScaleName)| {
        !scale[..at].iter().any(|other| other.name() == it.name())
    };
    let scales: Vec<_> = scale.iter().enumerate().filter(is_new).map(|(_, &it)| it).collect();
    let summary = answer.summary.then(|| Arc::new(RateSummary::new(&scales)));
    let counts = summary.clone().map(|summary| -> Arc<dyn Summary> { summary });
    let rate = Rate { scales, summary, solver: answer.solver };
    let stream = Stream::with_parts(&answer.input, &answer.output, &FormatArgs::plain())?;
    stream.run_slow(counts, move |puzzle, sink| rate.write(puzzle, sink))
}

struct Rate {
    scales: Vec<ScaleName>,
    /// The counts for `--summary`.
    summary: Option<Arc<RateSummary>>,
    solver: SolverArgs,
}

impl Rate {
    fn write(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let marks = puzzle.with_clues();
        let ratings = self.rate(&marks);
        let known: Vec<Option<Rating>> =
            ratings.iter().map(|rating| rating.as_ref().ok().copied()).collect();
        if let Some(summary) = &self.summary {
            summary.add(&known);
        }
        let mut causes = ratings.into_iter().filter_map(Result::err);
        if known.iter().all(Option::is_none) {
            return Err(causes.next().unwrap_or_default());
        }
        for cause in causes {
            sink.report_error(&format!("{}: line {}: {cause}", sink.source, puzzle.line));
        }
        if self.summary.is_some() {
            return Ok(());
        }
        let is_plain = marks == Candidates::from(marks.givens());
        let shown =
            if is_plain { marks.givens().to_string() } else { puzzle.candidates.to_string() };
        match sink.format {
            OutputFormat::Json => sink.object(&json(&RatedPuzzle {
                puzzle: &shown,
                ratings: Ratings { scales: &self.scales, ratings: &known },
            })),
            _ => {
                let rated = self.scales.iter().zip(&known);
                let rated = rated.map(|(scale, rating)| match rating {
                    Some(rating) => format!(" {rating}"),
                    None => format!(" {}", scale.no_rating()),
                });
                sink.text(&(shown + &rated.collect::<String>() + "\n"));
            }
        }
        Ok(())
    }

    /// Returns the rating on each scale, or the reason for a missing one.
    fn rate(&self, marks: &Candidates) -> Vec<Result<Rating, String>> {
        let is_plain = *marks == Candidates::from(marks.givens());
        let solver = self.solver.solver();
        if is_plain && !solver.is_proper(marks.givens()) {
            return vec![Err(diagnosis::cause(solver, marks.givens()))];
        }
        let state = State::from(marks);
        if state.is_solved() {
            return vec![Err("already solved: there is no step to rate".to_owned())];
        }
        let rate = |scale: &ScaleName| {
            let rating = scale.rate(&state, &Limits::ALL);
            rating.map_err(|error| match error.reason {
                // Only in this case the error includes the rating so far.
                NoStepError::NoTechnique => format!("{}: {error}", scale.name()),
                reason => format!("{}: {reason}", scale.name()),
            })
        };
        self.scales.iter().map(rate).collect()
    }
}

#[derive(Serialize)]
struct RatedPuzzle<'a> {
    puzzle: &'a str,
    #[serde(flatten)]
    ratings: Ratings<'a>,
}

/// The fields of the rating; for several scales, one object per scale under its name.
struct Ratings<'a> {
    scales: &'a [ScaleName],
    ratings: &'a [Option<Rating>],
}

impl Serialize for Ratings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let [Some(rating)] = self.ratings {
            return RatingFields::of(*rating).serialize(serializer);
        }
        let mut map = serializer.serialize_map(Some(self.scales.len()))?;
        for (scale, rating) in self.scales.iter().zip(self.ratings) {
            map.serialize_entry(scale.name(), &rating.and_then(RatingFields::of))?;
        }
        map.end()
    }
}

/// The number of puzzles per class; `None` counts puzzles without a rating.
type ClassCounts = BTreeMap<Option<RatingClass>, u64>;

/// The counts for `--summary`.
struct RateSummary {
    start: Instant,
    /// The counts for each scale.
    scales: Vec<(ScaleName, Mutex<ClassCounts>)>,
    puzzles: AtomicU64,
    unreadable: AtomicU64,
}

impl Summary for RateSummary {
    fn reject(&self) {
        self.unreadable.fetch_add(1, Ordering::Relaxed);
    }

    fn text(&self, format: Option<OutputFormat>) -> String {
        if format == Some(OutputFormat::Json) { json(&self.object()) } else { self.table() }
    }
}

impl RateSummary {
    fn new(scales: &[ScaleName]) -> Self {
        Self {
            start: Instant::now(),
            scales: scales.iter().map(|&scale| (scale, Mutex::default())).collect(),
            puzzles: AtomicU64::new(0),
            unreadable: AtomicU64::new(0),
        }
    }

    /// Counts a puzzle with its rating on each scale. An improper puzzle has no ratings.
    fn add(&self, ratings: &[Option<Rating>]) {
        self.puzzles.fetch_add(1, Ordering::Relaxed);
        for (at, (_, counts)) in self.scales.iter().enumerate() {
            let class = ratings.get(at).copied().flatten().and_then(RatingClass::of);
            *counts.lock().unwrap_or_else(PoisonError::into_inner).entry(class).or_default() += 1;
        }
    }

    /// Returns the counts, ordered by scale and rating.
    fn object(&self) -> SummaryFields {
        let (puzzles, unreadable) =
            [&self.puzzles, &self.unreadable].map(|counter| counter.load(Ordering::Relaxed)).into();
        let seconds = self.start.elapsed().as_secs_f64();
        let scales = self.scales.iter().map(|(scale, counts)| {
            let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let unrated = counts.remove(&None).unwrap_or_default();
            let name = |class: Option<RatingClass>| class.map(|class| class.to_string());
            let ratings =
                counts.into_iter().filter_map(|(class, count)| Some((name(class)?, count)));
            ScaleFields { scale: scale.name(), unrated, ratings: Histogram(ratings.collect()) }
        });
        SummaryFields {
            puzzles,
            unreadable,
            seconds,
            puzzles_per_second: puzzles as f64 / seconds.max(1e-9),
            scales: scales.collect(),
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
        for ScaleFields { scale, unrated, ratings } in object.scales {
            let _ = writeln!(text, "\n{scale:<8}{:>12}", "puzzles");
            for (name, count) in ratings.0 {
                let percent = count as f64 * 100.0 / object.puzzles as f64;
                let _ =
                    writeln!(text, "{name:<8}{:>12}{percent:>8.2}%", HumanCount(count).to_string());
            }
            if unrated > 0 {
                let _ = writeln!(text, "{:<8}{:>12}", "unrated", HumanCount(unrated).to_string());
            }
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
}

#[derive(Serialize)]
struct ScaleFields {
    scale: &'static str,
    unrated: u64,
    ratings: Histogram,
}

/// The number of puzzles per rating, lowest first.
struct Histogram(Vec<(String, u64)>);

impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, count)| (name, count)))
    }
}
