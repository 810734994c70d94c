//! The making and writing of puzzles, one after the other.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use clap::ValueEnum;
use indicatif::HumanCount;
use serde::{Serialize, Serializer};
use serde_json::Number;
use sudoku_core::{Board, Grid, Solver};
use sudoku_generator::{
    GenerateError, PuzzleId, PuzzlePlan, PuzzleRequest, Weighted, generate_first, random_grid,
    seeded_rng,
};
use sudoku_text::FileField;

use crate::format::{OutputFormat, exact, json};
use crate::pipeline::Sink;

/// A generation method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawMethod {
    /// Remove clues from a random grid: fast, biased towards few clues
    Fast,
    /// Minimal puzzles, each followed by a weight that makes the sample uniform
    Weighted,
    /// Solved grids, uniformly distributed
    Grid,
}

/// The progress of a run, shared by the workers and the progress bar.
#[derive(Default)]
pub(crate) struct Account {
    /// The number of puzzles made and written. A puzzle that an interrupt keeps from being written
    /// does not count, so that a run with `--start` at this number misses none.
    pub(crate) made: Arc<AtomicU64>,
    pub(crate) attempts: Arc<AtomicU64>,
    /// Set at the end of the time limit and by an interrupt.
    stop: AtomicBool,
}

impl Account {
    /// Stops the workers.
    pub(crate) fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns the flag that stops the workers.
    pub(crate) const fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Returns true if the workers are to stop.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the number of puzzles made and written.
    pub(crate) fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// Returns true if there was any attempt.
    pub(crate) fn has_attempts(&self) -> bool {
        self.attempts.load(Ordering::Relaxed) > 0
    }

    /// Returns the report of puzzles, attempts and rate.
    pub(crate) fn summary(
        &self,
        wanted: u64,
        time: Duration,
        format: OutputFormat,
        is_interrupted: bool,
    ) -> String {
        let (made, attempts) = (self.made(), self.attempts.load(Ordering::Relaxed));
        let is_time_up = self.is_over() && !is_interrupted;
        let seconds = time.as_secs_f64();
        let attempts_per_second = attempts as f64 / seconds.max(1e-9);
        if format == OutputFormat::Json {
            return json(&MakingSummary {
                made,
                wanted,
                attempts,
                seconds,
                attempts_per_second,
                is_time_up,
                is_interrupted,
            });
        }
        let when = match made < wanted {
            true if is_interrupted => ", stopped by an interrupt",
            true if is_time_up => ", stopped by the time limit",
            _ => "",
        };
        let word = if attempts == 1 { "attempt" } else { "attempts" };
        let [made, wanted, attempts, rate] =
            [made, wanted, attempts, attempts_per_second as u64].map(HumanCount);
        format!(
            "made {made} of {wanted} in {attempts} {word} and {seconds:.2} s, \
             {rate} attempts/s{when}\n"
        )
    }
}

/// The report as JSON.
#[derive(Serialize)]
struct MakingSummary {
    made: u64,
    wanted: u64,
    attempts: u64,
    seconds: f64,
    attempts_per_second: f64,
    is_time_up: bool,
    is_interrupted: bool,
}

/// Makes the puzzles of a seed.
pub(crate) struct PuzzleMaker {
    pub(crate) plan: PuzzlePlan,
    /// The ID that holds the request, if there is one.
    pub(crate) id: Option<PuzzleId>,
    /// True if IDs are written after puzzles.
    pub(crate) has_ids: bool,
    /// True if answer pages are written.
    pub(crate) has_answers: bool,
    pub(crate) method: DrawMethod,
    pub(crate) solver: &'static dyn Solver,
    pub(crate) seed: u64,
    pub(crate) account: Arc<Account>,
}

/// A finished puzzle. Its fields become text only if they are written.
#[derive(Serialize)]
pub(crate) struct MadePuzzle {
    #[serde(serialize_with = "exact")]
    seed: u64,
    #[serde(serialize_with = "exact")]
    number: u64,
    #[serde(serialize_with = "optional_text")]
    pub(crate) id: Option<PuzzleId>,
    #[serde(serialize_with = "text")]
    pub(crate) puzzle: Board,
    #[serde(serialize_with = "text")]
    pub(crate) solution: Grid,
    clues: usize,
    attempts: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) difficulty: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
}

fn text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn optional_text<S: Serializer>(
    value: &Option<impl Display>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

impl PuzzleMaker {
    /// Returns the columns of a table of puzzles.
    pub(crate) fn columns(&self) -> Vec<FileField> {
        let difficulty = self.plan.difficulty().map(|_| "difficulty");
        let weight = (self.method == DrawMethod::Weighted).then_some("weight");
        let names = ["seed", "number", "id", "puzzle", "solution", "clues", "attempts"];
        let names = names.into_iter().chain(difficulty).chain(weight);
        names.map(|name| FileField::text(name, "")).collect()
    }

    /// Makes the puzzle with this number. Breaks if every other puzzle would fail too.
    pub(crate) fn make(&self, number: u64, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let made = match self.method {
            DrawMethod::Fast => match self.find(number) {
                Ok(made) => made,
                Err(error) => {
                    sink.report_error(&format!("puzzle {number}: {error}"));
                    return match error {
                        GenerateError::AttemptsExhausted(_) => ControlFlow::Continue(()),
                        _ => ControlFlow::Break(()),
                    };
                }
            },
            DrawMethod::Weighted => {
                self.account.attempts.fetch_add(1, Ordering::Relaxed);
                let Weighted { board, solution, weight, .. } =
                    Weighted::draw(self.solver, &mut seeded_rng(self.seed, number));
                let weight = Some(weight);
                MadePuzzle { weight, ..self.made(number, &PuzzleRequest::new(), &board, &solution) }
            }
            DrawMethod::Grid => {
                self.account.attempts.fetch_add(1, Ordering::Relaxed);
                let grid = random_grid(&mut seeded_rng(self.seed, number));
                let made = self.made(number, &PuzzleRequest::new(), grid.as_board(), &grid);
                MadePuzzle { id: None, ..made }
            }
        };
        self.write(&made, sink);
        sink.advance(1);
        ControlFlow::Continue(())
    }

    /// Searches for the puzzle with this number that meets the constraints.
    ///
    /// # Errors
    /// The error of the last request of the plan, with the attempts of all requests.
    pub(crate) fn find(&self, number: u64) -> Result<MadePuzzle, GenerateError> {
        let (first, others) = match &self.id {
            Some(id) => (id.request(), None),
            None => {
                let (first, others) = self.plan.requests(self.seed, number);
                (first, Some(others))
            }
        };
        let Account { stop, attempts, .. } = &*self.account;
        let first = first.with_stop(stop).with_attempt_counter(attempts);
        let others = others.into_iter().flatten();
        let others = others.map(|it| it.with_stop(stop).with_attempt_counter(attempts));
        let (puzzle, request) = generate_first(first, others, self.solver, self.seed, number)?;
        Ok(MadePuzzle {
            id: request.id_of(&puzzle, self.seed, number),
            attempts: puzzle.attempts,
            difficulty: self.shown(puzzle.difficulty),
            ..self.made(number, &request, &puzzle.board, &puzzle.solution)
        })
    }

    /// Returns a difficulty in the unit of the request.
    fn shown(&self, difficulty: Option<u64>) -> Option<Number> {
        let wanted = self.plan.difficulty()?;
        let tenths = wanted.tenths(difficulty?);
        match wanted.is_whole() {
            true => Some((tenths / 10).into()),
            false => Number::from_f64(tenths as f64 / 10.0),
        }
    }

    /// Returns the record of a board that was made at the first attempt, without difficulty and
    /// weight.
    fn made(
        &self,
        number: u64,
        request: &PuzzleRequest<'_>,
        board: &Board,
        solution: &Grid,
    ) -> MadePuzzle {
        let seed = self.seed;
        MadePuzzle {
            seed,
            number,
            id: request.id(seed, number),
            puzzle: *board,
            solution: *solution,
            clues: board.clue_count(),
            attempts: 1,
            difficulty: None,
            weight: None,
        }
    }

    fn write(&self, made: &MadePuzzle, sink: &mut Sink<'_>) {
        let weight = made.weight.map(|weight| format!("{weight:e}"));
        match sink.format {
            format if format.is_table() => sink.record_object(&json(made)),
            OutputFormat::LINE => {
                let id = made.id.as_ref().filter(|_| self.has_ids).map(PuzzleId::to_string);
                let notes = [id, weight].into_iter().flatten();
                let notes: String = notes.map(|note| format!(" {note}")).collect();
                sink.text(&format!("{}{notes}\n", made.puzzle));
            }
            OutputFormat::Drawing => {
                sink.puzzle(&made.puzzle, None);
                let id = made.id.as_ref().map(|id| format!(", ID {id}")).unwrap_or_default();
                let weight = weight.map(|weight| format!(", weight {weight}")).unwrap_or_default();
                // The line is a comment, so that the drawing can be read again.
                sink.text(&format!("# {} clues{id}{weight}\n", made.clues));
            }
            OutputFormat::Svg => {
                let id = made.id.as_ref().filter(|_| self.has_ids).map(PuzzleId::to_string);
                let difficulty =
                    made.difficulty.as_ref().map(|number| format!("difficulty {number}"));
                let weight = weight.map(|weight| format!("weight {weight}"));
                let notes: Vec<String> = [difficulty, id, weight].into_iter().flatten().collect();
                let answer = self.has_answers.then_some(made.solution.as_board());
                sink.page_puzzle(&made.puzzle, notes.join(" · "), answer);
            }
            _ => sink.puzzle(&made.puzzle, None),
        }
    }
}
