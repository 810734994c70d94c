//! Lessons on techniques: their meanings, examples, exercises and grades.

use std::ops::ControlFlow;

use serde::Serialize;
use sudoku_core::{Candidates, Cell, Digit, DigitSet};
use sudoku_explain::{Language, StepData};
use sudoku_logic::{Effect, Entry, NamedTechniques, ScoreRule, State, StepName};

use crate::error::{Answer, AnswerError};
use crate::lesson::{Example, Lesson};
use crate::memory::Memory;
use crate::position::Position;
use crate::request::Request;

/// The reply of `techniques`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct TechniquesReply {
    /// The techniques in the order of the scale. Those that are off by default come last.
    techniques: Vec<TechniqueData>,
}

/// A technique of a scale.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TechniqueData {
    /// The name in requests and addresses: `x-wing`.
    name: String,
    title: String,
    /// A sentence that defines the technique.
    meaning: String,
    /// The lowest rating or score of a step.
    score: f64,
    /// The level on the scale of HoDoKu; null on other scales.
    level: Option<&'static str>,
}

pub(super) fn techniques(request: &Request, _: &mut Memory) -> Answer<TechniquesReply> {
    let (scale, language) = (request.scale()?, request.language()?);
    let mut techniques: Vec<TechniqueData> = Vec::new();
    for entry in scale.entries().iter().chain(scale.optional()) {
        for &name in entry.technique.names() {
            let technique = TechniqueData::new(name, entry, language);
            let is_new = techniques.iter().all(|known| known.name != technique.name);
            if is_new && name != StepName::BRUTE_FORCE {
                techniques.push(technique);
            }
        }
    }
    Ok(TechniquesReply { techniques })
}

impl TechniqueData {
    fn new(name: StepName, entry: &Entry, language: Language) -> Self {
        let level = match entry.rule {
            ScoreRule::Score { level, .. } => Some(level.name()),
            _ => None,
        };
        Self {
            name: NamedTechniques::from(name).name,
            title: language.title(name),
            meaning: language.meaning(name),
            score: entry.rule.min(),
            level,
        }
    }
}

/// The reply of `lesson`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct LessonReply {
    /// The name in requests and addresses.
    name: String,
    title: String,
    meaning: String,
    /// The scale on which `generate` makes puzzles that need the technique.
    scale: String,
    /// The field `with` of such a request.
    with: Vec<String>,
    /// The number of prepared puzzles. Greater values of `number` give images of them.
    prepared: usize,
    /// The position and its step; null if the puzzle has none, or if no puzzle is prepared.
    example: Option<ExampleData>,
}

/// A position just before a step of the technique.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ExampleData {
    givens: String,
    puzzle: String,
    candidates: String,
    step: StepData,
}

pub(super) fn lesson(request: &Request, _: &mut Memory) -> Answer<LessonReply> {
    let (lesson, language) = (taught(request)?, request.language()?);
    let example = match request.board("puzzle")? {
        Some(puzzle) => lesson.example(&puzzle),
        None => lesson.prepared(request.number("number")?.unwrap_or(0)),
    };
    Ok(LessonReply {
        name: NamedTechniques::from(lesson.name).name,
        title: language.title(lesson.name),
        meaning: language.meaning(lesson.name),
        scale: lesson.scale.name().to_owned(),
        with: lesson.with.iter().cloned().collect(),
        prepared: lesson.puzzles().len(),
        example: example.map(|it| ExampleData::new(&it, lesson.scale.name(), language)),
    })
}

impl ExampleData {
    fn new(example: &Example, scale: &str, language: Language) -> Self {
        let Example { puzzle, state, rated } = example;
        Self {
            givens: puzzle.to_string(),
            puzzle: state.board().to_string(),
            candidates: Candidates::from(state).to_string(),
            step: StepData::new(state, rated, scale, language),
        }
    }
}

/// Reads the technique of a request.
fn taught(request: &Request) -> Answer<Lesson> {
    let name = request.needed("technique")?;
    let named = NamedTechniques::by_name(name).filter(|named| named.about().is_none());
    let lesson = named.and_then(|named| Lesson::of(*named.steps.first()?));
    lesson.ok_or_else(|| AnswerError::new(format!("no technique is called `{name}`")))
}

/// The verdict on changes that should be the effect of a technique.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
enum Verdict {
    /// The technique proves all changes.
    Right,
    /// The changes agree with the solution, but no step that was compared proves all of them.
    Unproved,
    /// The changes contradict the solution.
    Wrong,
}

/// The reply of `grade`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct GradeReply {
    verdict: Verdict,
    /// The wrong or unproved changes, as pairs of a cell and a digit.
    bad: Vec<(u8, u8)>,
    /// The other changes of the step, if the verdict is right.
    rest: Vec<(u8, u8)>,
    /// The step that proves the most of the changes, if the verdict is right.
    step: Option<StepData>,
    /// True if the verdict is final. False if changes are unproved, and the technique has more
    /// steps than were compared.
    exact: bool,
}

pub(super) fn grade(request: &Request, _: &mut Memory) -> Answer<GradeReply> {
    let (lesson, position) = (taught(request)?, Position::of(request)?);
    let language = request.language()?;
    let is_placed = |is_placed: bool| move |pair| Change { pair, is_placed };
    let removed = request.pairs("remove")?.into_iter().map(is_placed(false));
    let placed = request.pairs("place")?.into_iter().map(is_placed(true));
    let changes: Vec<Change> = removed.chain(placed).collect();
    if changes.is_empty() {
        return Err(AnswerError::new("there is no change to grade: set `place` or `remove`"));
    }
    let Some(solution) = position.solution() else {
        return Err(AnswerError::new("the puzzle does not have exactly one solution"));
    };
    let is_wrong = |change: &&Change| {
        let (cell, digit) = change.pair;
        (solution[cell] == digit) != change.is_placed
    };
    let bad = |verdict, changes: Vec<&Change>, exact| {
        let bad = changes.into_iter().map(|change| pair(&change.pair)).collect();
        Ok(GradeReply { verdict, bad, rest: Vec::new(), step: None, exact })
    };
    let wrong: Vec<_> = changes.iter().filter(is_wrong).collect();
    if !wrong.is_empty() {
        return bad(Verdict::Wrong, wrong, true);
    }
    let state = State::from(&position.marks);
    let mut unproved: Vec<&Change> = changes.iter().collect();
    let mut best = None;
    let exact = lesson.each_step(&state, &mut |rated| {
        let count = changes.iter().filter(|change| change.is_proved_by(&rated.step.effect)).count();
        unproved.retain(|change| !change.is_proved_by(&rated.step.effect));
        if best.as_ref().is_none_or(|&(most, _)| count > most) {
            best = Some((count, rated));
        }
        if unproved.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let Some((_, best)) = best.filter(|_| unproved.is_empty()) else {
        return bad(Verdict::Unproved, unproved, exact);
    };
    let step = StepData::new(&state, &best, lesson.scale.name(), language);
    let is_placing = !step.placements.is_empty();
    let effect = if is_placing { &step.placements } else { &step.eliminations };
    let is_marked = |it: &(u8, u8)| {
        changes.iter().any(|change| change.is_placed == is_placing && pair(&change.pair) == *it)
    };
    let rest = effect.iter().copied().filter(|it| !is_marked(it)).collect();
    Ok(GradeReply { verdict: Verdict::Right, bad: Vec::new(), rest, step: Some(step), exact: true })
}

/// A candidate that the player removes, or a digit that the player places.
struct Change {
    pair: (Cell, Digit),
    is_placed: bool,
}

impl Change {
    /// Returns true if the effect includes or implies the change.
    fn is_proved_by(&self, effect: &Effect) -> bool {
        let (cell, digit) = self.pair;
        if self.is_placed {
            return effect.placement == Some(self.pair);
        }
        let is_out = |(it, digits): &(Cell, DigitSet)| *it == cell && digits.contains(digit);
        let is_other = |(it, other)| it == cell && other != digit;
        effect.eliminations.iter().any(is_out) || effect.placement.is_some_and(is_other)
    }
}

fn pair(&(cell, digit): &(Cell, Digit)) -> (u8, u8) {
    (cell.index() as u8, digit.get())
}
