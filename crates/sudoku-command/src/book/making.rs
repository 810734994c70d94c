//! The puzzles of a book: generated, or read from files and solved.

use std::collections::BTreeSet;
use std::sync::Arc;

use cli_support::{Interrupt, counted};
use compressed_io::InputFile;
use crossbeam_channel::Receiver;
use ordered_work::{Taker, WorkError, Workers, panic_message};
use sudoku_core::{Board, Grid, Limits, Solver};
use sudoku_generator::Difficulty;
use sudoku_logic::{Rating, State};
use sudoku_rules::{Caption, Drawing, Rule, Rules};
use sudoku_text::{Blocks, FileError, FileFields, FilePuzzle};
use sudoku_variants::{Ruled, Weighted};

use super::recipe::{MOST_PUZZLES, Recipe, Section};
use crate::diagnosis;
use crate::error::CliError;
use crate::progress::PuzzleProgress;
use crate::puzzle_maker::{Account, DrawMethod, MadePuzzle, PuzzleMaker};
use crate::row;
use crate::rules_file::{self, SECOND_BOARD};
use crate::scale::DifficultyScale;
use crate::stream::entries;
use crate::variant_maker::VariantMaker;
use crate::variants::ruled;

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
    /// The drawing of its rules.
    pub(super) drawing: Drawing,
    /// The captions of its rules.
    pub(super) captions: BTreeSet<Caption>,
    /// The difficulty, the comment and the ID, as far as they are known.
    pub(super) notes: String,
    /// The difficulty, by which generated puzzles are sorted.
    difficulty: f64,
}

impl BookPuzzle {
    /// Returns a puzzle with rules, without notes.
    fn of_rules(puzzle: &Rules, solution: &Grid) -> Self {
        Self {
            puzzle: puzzle.board,
            solution: *solution.as_board(),
            drawing: puzzle.drawing(),
            captions: puzzle.captions(),
            notes: String::new(),
            difficulty: 0.0,
        }
    }
}

/// The maker of the generated puzzles of a section.
enum Maker {
    Classic(Box<PuzzleMaker>),
    WithRules(VariantMaker),
}

impl Maker {
    /// Makes the puzzle with this number in the series of the seed.
    fn find(&self, number: u64, section: &Section) -> Result<BookPuzzle, String> {
        match self {
            Self::Classic(maker) => {
                let made = maker.find(number).map_err(|error| error.to_string())?;
                Ok(finished(&made, section.request.scale.as_ref()))
            }
            Self::WithRules(maker) => {
                let made = maker.find(number).map_err(|error| error.to_string())?;
                Ok(BookPuzzle::of_rules(&made.rules, &made.solution))
            }
        }
    }
}

/// The puzzles of a book.
pub(super) struct Made {
    pub(super) sections: Vec<Vec<BookPuzzle>>,
    /// True if a puzzle was not found or not usable.
    pub(super) is_incomplete: bool,
}

/// Makes the puzzles of all sections, or returns `None` after an interrupt. The number of a
/// generated puzzle in the series of the seed is its position among all generated puzzles, so that
/// no two sections repeat a puzzle.
pub(super) fn make(
    recipe: &Recipe,
    settings: &Settings,
    account: &Arc<Account>,
) -> Result<Option<Made>, CliError> {
    let maker = |section: &Section| {
        let account = Arc::clone(account);
        if section.variant.is_any() {
            let request = section.variant.request(&section.request, None);
            let request = request.map_err(|error| recipe.error_in(section, &error))?;
            let (seed, has_answers) = (recipe.seed, false);
            return Ok(Maker::WithRules(VariantMaker { request, seed, account, has_answers }));
        }
        let plan = section.request.plan(true, settings.solver);
        Ok::<_, CliError>(Maker::Classic(Box::new(PuzzleMaker {
            plan: plan.map_err(|error| recipe.error_in(section, &error))?,
            id: None,
            has_ids: true,
            has_answers: true,
            method: DrawMethod::Fast,
            solver: settings.solver,
            seed: recipe.seed,
            account,
        })))
    };
    let generated = recipe.sections.iter().filter(|section| section.is_generated());
    let makers: Vec<Maker> = generated.map(maker).collect::<Result<_, _>>()?;
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
    let is_interrupted = collector.make_all(&makers, settings);
    collector.progress.finish();
    if is_interrupted? {
        return Ok(None);
    }
    let Collector { mut sections, is_incomplete, .. } = collector;
    for (section, puzzles) in recipe.sections.iter().zip(&mut sections) {
        if section.is_generated() {
            puzzles.sort_by(|one, other| one.difficulty.total_cmp(&other.difficulty));
        }
    }
    Ok(Some(Made { sections, is_incomplete }))
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
        drawing: Drawing::default(),
        captions: BTreeSet::new(),
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

/// The index of a section, and its next puzzle or the reason why a puzzle is missing.
type FoundPuzzle = (usize, Result<BookPuzzle, String>);

/// The reason why no more puzzles are taken.
enum Stop {
    Interrupted,
    /// The section has all puzzles that it takes from its file.
    Full,
}

impl Taker<FoundPuzzle> for Collector<'_> {
    type Error = Stop;

    fn take(&mut self, (at, found): FoundPuzzle) -> Result<(), Stop> {
        let section = &self.recipe.sections[at];
        match found {
            Ok(puzzle) => self.sections[at].push(puzzle),
            Err(message) => {
                self.report(&message);
                return Ok(());
            }
        }
        if section.is_generated() {
            self.progress.advance(1);
        } else if self.sections[at].len() as u64 == most_read(section) {
            return Err(Stop::Full);
        }
        Ok(())
    }

    fn look(&mut self) -> Result<(), Stop> {
        if self.interrupted.try_recv().is_ok() {
            self.account.end();
            return Err(Stop::Interrupted);
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

    /// Makes the puzzles of all sections. Returns true after an interrupt.
    fn make_all(&mut self, makers: &[Maker], settings: &Settings) -> Result<bool, CliError> {
        let sections = self.recipe.sections.iter().enumerate();
        for (at, section) in sections.clone() {
            if !section.is_generated() && self.read(at, settings)? {
                return Ok(true);
            }
        }
        let generated = sections.filter(|(_, section)| section.is_generated()).zip(makers);
        let items = generated.flat_map(|((at, section), maker)| {
            (1..=section.generated()).map(move |place| (at, section, place, maker))
        });
        let work = |(number, (at, section, place, maker)): (u64, (usize, &Section, u64, _))| {
            let found = Maker::find(maker, number, section);
            let name = || match &section.title {
                Some(title) => format!("section `{title}`"),
                None => format!("section {}", at + 1),
            };
            (at, found.map_err(|error| format!("{}: puzzle {place}: {error}", name())))
        };
        self.work((0..).zip(items), work, settings)
    }

    /// Reads the puzzles of a section, solves them, and rates them if the section has a scale.
    /// Returns true after an interrupt.
    fn read(&mut self, at: usize, settings: &Settings) -> Result<bool, CliError> {
        let section = &self.recipe.sections[at];
        let Rules { board, rules } = match &section.rules_file {
            Some(file) => rules_file::read(file)?,
            None => Rules::default(),
        };
        let Some(file) = &section.file else {
            let puzzle = Ok(FilePuzzle { line: 1, column: 1, board });
            let name = section.rules_file.as_ref().map(InputFile::name).unwrap_or_default();
            return self.solve([(puzzle, None)].into_iter(), at, &rules, None, &name, settings);
        };
        if board != Board::EMPTY {
            return Err(self.recipe.error_in(section, &CliError::Usage(SECOND_BOARD)));
        }
        let measure = match &section.request.scale {
            None => None,
            Some(_) => {
                let mut any = section.request.clone();
                any.difficulty = Some(0..=u64::MAX);
                any.wanted().map_err(|error| self.recipe.error_in(section, &error))?
            }
        };
        let mut failure = None;
        let blocks = Blocks::new(file.open(&Arc::default())?);
        let blocks = blocks.map_while(|block| block.map_err(|error| failure = Some(error)).ok());
        let puzzles = blocks.flat_map(|block| entries(&block).collect::<Vec<_>>());
        if self.solve(puzzles, at, &rules, measure.as_ref(), &file.name(), settings)? {
            return Ok(true);
        }
        let read = self.sections[at].len() as u64;
        match (failure, section.count) {
            (_, None) if read > MOST_PUZZLES => return Err(self.recipe.too_many_in(section)),
            (_, Some(count)) if read == count => {}
            (Some(error), _) => return Err(file.error(error).into()),
            (None, Some(count)) => {
                let (name, read) = (file.name(), counted(read, "puzzle"));
                self.report(&format!(
                    "{name}: only {read} of the {count} that the recipe asks for"
                ));
            }
            (None, None) => {}
        }
        Ok(false)
    }

    /// Solves puzzles that were read from the input with this name, with these rules besides their
    /// own. Returns true after an interrupt.
    fn solve(
        &mut self,
        puzzles: impl Iterator<Item = (Result<FilePuzzle, FileError>, Option<FileFields>)> + Send,
        at: usize,
        rules: &[Rule],
        measure: Option<&Difficulty>,
        name: &str,
        settings: &Settings,
    ) -> Result<bool, CliError> {
        let (section, account) = (&self.recipe.sections[at], self.account);
        let work = |(found, fields): (Result<FilePuzzle, FileError>, Option<FileFields>)| {
            let in_line = |line: usize| move |cause: String| format!("line {line}: {cause}");
            let found = match (ruled(&found, rules), found) {
                (Some((line, puzzle)), _) => puzzle
                    .and_then(|puzzle| solved_by_rules(&puzzle, account))
                    .map_err(in_line(line)),
                (None, Ok(FilePuzzle { line, board, .. })) => {
                    solved(board, section, measure, settings.solver).map_err(in_line(line))
                }
                (None, Err(error)) => Err(error.to_string()),
            };
            let found = found.map(|mut puzzle| {
                let label = fields.as_ref().map(row::label);
                let notes = [puzzle.notes].into_iter().chain(label);
                let notes: Vec<String> = notes.filter(|note| !note.is_empty()).collect();
                puzzle.notes = notes.join(" · ");
                puzzle
            });
            (at, found.map_err(|error| format!("{name}: {error}")))
        };
        self.work(puzzles, work, settings)
    }

    /// Takes the results of work in order. Returns true after an interrupt.
    fn work<T: Send>(
        &mut self,
        items: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> FoundPuzzle + Send + Sync,
        settings: &Settings,
    ) -> Result<bool, CliError> {
        let workers = Workers::new(settings.threads).with_ahead(AHEAD * settings.threads);
        match workers.in_order(items, work, self) {
            Ok(()) | Err(WorkError::Taker(Stop::Full)) => Ok(false),
            Err(WorkError::Taker(Stop::Interrupted)) => Ok(true),
            Err(WorkError::Panic(panic)) => {
                Err(CliError::Panicked(panic_message(&panic).to_owned()))
            }
            Err(WorkError::NoThread(error)) => Err(CliError::NoThread(error)),
        }
    }
}

/// Returns the number of puzzles that a section reads: one above the maximum to see that a file has
/// too many.
fn most_read(section: &Section) -> u64 {
    section.count.unwrap_or(MOST_PUZZLES + 1)
}

/// Returns a puzzle of a file with its solution and difficulty, or the reason why it is not usable.
fn solved(
    puzzle: Board,
    section: &Section,
    measure: Option<&Difficulty>,
    solver: &dyn Solver,
) -> Result<BookPuzzle, String> {
    let outcome = solver.solve(&puzzle, &Limits::solutions(2));
    let Some(solution) = outcome.first.filter(|_| outcome.report.is_proper()) else {
        return Err(diagnosis::cause(solver, &puzzle));
    };
    let notes = measure.and_then(|measure| rated(measure, section, &puzzle)).unwrap_or_default();
    let puzzle = Rules { board: puzzle, rules: Vec::new() };
    Ok(BookPuzzle { notes, ..BookPuzzle::of_rules(&puzzle, &solution) })
}

/// Returns a puzzle with rules and its solution, or the reason why it is not usable.
fn solved_by_rules(puzzle: &Ruled, account: &Account) -> Result<BookPuzzle, String> {
    let outcome = Weighted.solve(puzzle, &Limits::solutions(2).with_stop(account.stop()));
    match outcome.first.filter(|_| outcome.report.is_proper()) {
        Some(solution) => Ok(BookPuzzle::of_rules(puzzle.rules(), &solution)),
        // No more puzzles are taken then.
        None if account.is_over() => Err("stopped".to_owned()),
        None => Err(diagnosis::cause_by_rules(puzzle)),
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
