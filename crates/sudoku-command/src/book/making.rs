//! The puzzles of a book: generated, or read from files and solved.

use std::sync::Arc;

use cli_support::{ExitStatus, Interrupt, with_causes};
use compressed_io::InputFile;
use crossbeam_channel::Receiver;
use ordered_work::{Taker, WorkError, Workers, panic_message};
use sudoku_core::{Board, Limits, Solver};
use sudoku_generator::{Difficulty, GenerateError};
use sudoku_logic::{Rating, State};
use sudoku_text::{Blocks, ReadFileError};

use super::recipe::{Recipe, Section};
use crate::diagnosis;
use crate::error::CliError;
use crate::progress::PuzzleProgress;
use crate::puzzle_maker::{Account, DrawMethod, MadePuzzle, PuzzleMaker};
use crate::scale::DifficultyScale;

/// The settings of a run.
pub(super) struct Settings {
    pub(super) threads: usize,
    pub(super) solver: &'static dyn Solver,
    pub(super) is_quiet: bool,
}

/// A puzzle of a book.
pub(super) struct BookPuzzle {
    pub(super) puzzle: Board,
    pub(super) solution: Board,
    /// The difficulty and the ID, as far as they are known.
    pub(super) notes: String,
    /// The difficulty, by which generated puzzles are sorted.
    difficulty: f64,
}

/// The puzzles of a book.
pub(super) struct Made {
    pub(super) sections: Vec<Vec<BookPuzzle>>,
    /// True if a puzzle was not found or not usable.
    pub(super) is_incomplete: bool,
    pub(super) is_interrupted: bool,
}

/// Makes the puzzles of all sections. The number of a generated puzzle in the series of the seed is
/// its position among all generated puzzles, so that no two sections repeat a puzzle.
pub(super) fn make(
    recipe: &Recipe,
    settings: &Settings,
    account: &Arc<Account>,
) -> Result<Made, CliError> {
    let maker = |section: &Section| {
        let plan = section.request.plan(true, settings.solver);
        plan.map_err(|error| recipe.error_in(section, &error)).map(|plan| PuzzleMaker {
            plan,
            id: None,
            has_ids: true,
            has_answers: true,
            method: DrawMethod::Fast,
            solver: settings.solver,
            seed: recipe.seed,
            account: Arc::clone(account),
        })
    };
    let is_generated = |section: &&Section| section.file.is_none();
    let makers: Vec<PuzzleMaker> =
        recipe.sections.iter().filter(is_generated).map(maker).collect::<Result<_, _>>()?;
    let progress = PuzzleProgress::new(
        !settings.is_quiet,
        Some(recipe.generated()),
        Arc::clone(&account.made),
    );
    let mut collector = Collector {
        progress: progress
            .with_written(Arc::clone(&account.made))
            .with_attempts(Arc::clone(&account.attempts)),
        interrupted: Interrupt::listen()?.receiver(),
        account,
        sections: recipe.sections.iter().map(|_| Vec::new()).collect(),
        is_incomplete: false,
        recipe,
    };
    for (at, section) in recipe.sections.iter().enumerate() {
        if let Some(file) = &section.file {
            collector.sections[at] = collector.read(section, file, settings.solver)?;
        }
    }
    let counts = recipe.sections.iter().enumerate().filter(|(_, section)| section.file.is_none());
    let counts = counts.map(|(at, section)| (at, section.generated()));
    let items =
        counts.zip(&makers).flat_map(|((at, count), maker)| (0..count).map(move |_| (at, maker)));
    let items = (0..).zip(items);
    let work = |(number, (at, maker)): (u64, (usize, &PuzzleMaker))| {
        let found = maker.find(number);
        let scale = recipe.sections[at].request.scale.as_ref();
        (at, number, found.map(|made| finished(&made, scale)))
    };
    let workers = Workers::new(settings.threads).with_ahead(AHEAD * settings.threads);
    let end = workers.in_order(items, work, &mut collector);
    collector.progress.finish();
    let is_interrupted = match end {
        Ok(()) => false,
        Err(WorkError::Taker(ExitStatus::Interrupted)) => true,
        Err(WorkError::Taker(_)) => false,
        Err(WorkError::Panic(panic)) => {
            return Err(CliError::Panicked(panic_message(&panic).to_owned()));
        }
        Err(WorkError::NoThread(error)) => return Err(CliError::NoThread(error)),
    };
    let Collector { mut sections, is_incomplete, .. } = collector;
    for (section, puzzles) in recipe.sections.iter().zip(&mut sections) {
        if section.file.is_none() {
            puzzles.sort_by(|one, other| one.difficulty.total_cmp(&other.difficulty));
        }
    }
    Ok(Made { sections, is_incomplete, is_interrupted })
}

/// The number of puzzles per worker that may be finished before their turn: one puzzle may take a
/// thousand times as long as another.
const AHEAD: usize = 64;

/// Returns a generated puzzle with its notes.
fn finished(made: &MadePuzzle, scale: Option<&DifficultyScale>) -> BookPuzzle {
    let difficulty = made.difficulty.as_ref().and_then(|number| number.as_f64());
    let shown =
        made.difficulty.as_ref().map(|number| shown(&number.to_string(), scale, &made.puzzle));
    let id = made.id.as_ref().map(ToString::to_string);
    BookPuzzle {
        puzzle: made.puzzle,
        solution: *made.solution.as_board(),
        notes: shown.into_iter().chain(id).collect::<Vec<_>>().join(" · "),
        difficulty: difficulty.unwrap_or(0.0),
    }
}

/// Returns a difficulty in words: `ER 7.2`, `Hard 1058` or `3 guesses`.
fn shown(number: &str, scale: Option<&DifficultyScale>, puzzle: &Board) -> String {
    match scale {
        Some(DifficultyScale::Human(scale)) if scale.has_scores() => {
            // Without all techniques of the scale, the score may be that of another path.
            let level = match scale.rate(&State::from(puzzle), &Limits::ALL) {
                Ok(Rating::Hodoku(rating)) if rating.score.to_string() == number => {
                    rating.level.name()
                }
                _ => "score",
            };
            format!("{level} {number}")
        }
        Some(DifficultyScale::Human(_)) => format!("ER {number}"),
        _ if number == "1" => "1 guess".to_owned(),
        _ => format!("{number} guesses"),
    }
}

/// The receiver of the puzzles.
struct Collector<'a> {
    progress: PuzzleProgress,
    interrupted: &'static Receiver<()>,
    account: &'a Account,
    sections: Vec<Vec<BookPuzzle>>,
    is_incomplete: bool,
    recipe: &'a Recipe,
}

impl Taker<(usize, u64, Result<BookPuzzle, GenerateError>)> for Collector<'_> {
    type Error = ExitStatus;

    fn take(
        &mut self,
        (at, number, found): (usize, u64, Result<BookPuzzle, GenerateError>),
    ) -> Result<(), ExitStatus> {
        match found {
            Ok(puzzle) => {
                self.sections[at].push(puzzle);
                self.progress.advance(1);
            }
            Err(error) => {
                let section = match &self.recipe.sections[at].title {
                    Some(title) => format!("section `{title}`"),
                    None => format!("section {}", at + 1),
                };
                self.report(&format!("{section}: puzzle {number}: {error}"));
            }
        }
        Ok(())
    }

    fn look(&mut self) -> Result<(), ExitStatus> {
        if self.interrupted.try_recv().is_ok() {
            self.account.end();
            return Err(ExitStatus::Interrupted);
        }
        self.progress.advance(0);
        Ok(())
    }
}

impl Collector<'_> {
    /// Reports a puzzle that is missing in the book.
    fn report(&mut self, message: &str) {
        self.is_incomplete = true;
        self.progress.eprint_message(&format!("error: {message}\n"));
    }

    /// Reads the puzzles of a file, solves them, and rates them if the section has a scale.
    fn read(
        &mut self,
        section: &Section,
        file: &InputFile,
        solver: &dyn Solver,
    ) -> Result<Vec<BookPuzzle>, CliError> {
        let measure = match &section.request.scale {
            None => None,
            Some(_) => {
                let mut any = section.request.clone();
                any.difficulty = Some(0..=u64::MAX);
                any.wanted().map_err(|error| self.recipe.error_in(section, &error))?
            }
        };
        let most = section.count.unwrap_or(u64::MAX);
        let mut puzzles = Vec::new();
        for found in Blocks::new(file.open(&Arc::default())?).puzzles() {
            if puzzles.len() as u64 == most {
                return Ok(puzzles);
            }
            let name = file.name();
            let (line, puzzle) = match found {
                Ok(found) => (found.line, found.board),
                Err(ReadFileError::Io(error)) => return Err(file.error(error).into()),
                Err(error) => {
                    self.report(&format!("{name}: {}", with_causes(&error)));
                    continue;
                }
            };
            let outcome = solver.solve(&puzzle, &Limits::solutions(2));
            match outcome.first.filter(|_| outcome.report.is_proper()) {
                None => {
                    let cause = diagnosis::cause(solver, &puzzle);
                    self.report(&format!("{name}: line {line}: {cause}"));
                }
                Some(solution) => puzzles.push(BookPuzzle {
                    puzzle,
                    solution: *solution.as_board(),
                    notes: measure
                        .as_ref()
                        .and_then(|it| rated(it, section, &puzzle))
                        .unwrap_or_default(),
                    difficulty: 0.0,
                }),
            }
        }
        if section.count.is_some_and(|count| (puzzles.len() as u64) < count) {
            let (name, made) = (file.name(), puzzles.len());
            self.report(&format!(
                "{name}: only {made} puzzles of the {most} that the recipe asks for"
            ));
        }
        Ok(puzzles)
    }
}

/// Returns the difficulty of a puzzle in words, or `None` if the scale cannot rate it.
fn rated(measure: &Difficulty, section: &Section, puzzle: &Board) -> Option<String> {
    let tenths = measure.tenths(measure.scale.rate(puzzle)?);
    let number = match measure.is_whole() {
        true => (tenths / 10).to_string(),
        false => format!("{}.{}", tenths / 10, tenths % 10),
    };
    Some(shown(&number, section.request.scale.as_ref(), puzzle))
}
