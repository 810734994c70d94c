//! Lessons: for each technique, positions just before a step of it.

use std::ops::ControlFlow;
use std::slice;

use sudoku_core::{Board, Limits};
use sudoku_generator::{random_symmetry, seeded_rng};
use sudoku_logic::{
    Entry, HODOKU_2_3, NamedTechniques, RatedStep, RatingScale, SE_1_2_1, SUKAKU_1_18, State,
    StepName,
};

/// The prepared puzzles: a line `technique = puzzles` for each technique.
const PREPARED: &str = include_str!("lessons.txt");

const SINGLES: [StepName; 3] =
    [StepName::LAST_CELL, StepName::HIDDEN_SINGLE, StepName::NAKED_SINGLE];

/// The maximum number of steps on the way to a technique, and of steps that are compared.
const MOST_STEPS: u64 = 1_000;

/// The number of images of a puzzle that are tried before the puzzle itself.
const MOST_IMAGES: u64 = 4;

/// A technique and the scale on which it is taught.
pub(crate) struct Lesson {
    pub(crate) name: StepName,
    /// The name of the technique in requests, if the scale does not use it by default.
    pub(crate) with: Option<String>,
    /// The scale with the technique.
    pub(crate) scale: RatingScale,
    /// The singles that the scale tries before the technique.
    singles: RatingScale,
    /// The technique alone.
    alone: RatingScale,
}

/// A position, and the step of the technique that comes next.
pub(crate) struct Example {
    pub(crate) puzzle: Board,
    pub(crate) state: State,
    pub(crate) rated: RatedStep,
}

impl Lesson {
    /// Returns the lesson on a technique, on the first of the scales that knows it.
    pub(crate) fn of(name: StepName) -> Option<Self> {
        let scales = [&SE_1_2_1, &HODOKU_2_3, &SUKAKU_1_18];
        let technique = NamedTechniques::from(name);
        let (scale, with) = match scales.iter().find(|scale| scale.knows(&[name])) {
            Some(scale) => ((*scale).clone(), None),
            None => {
                let scale = scales.iter().find(|scale| scale.can_add(&technique))?;
                (scale.with(slice::from_ref(&technique)).ok()?, Some(technique.name))
            }
        };
        let is_taught = |entry: &Entry| entry.technique.names().contains(&name);
        let mut is_before = true;
        let singles = scale.only(|entry| {
            is_before &= !is_taught(entry);
            is_before && entry.technique.names().iter().all(|it| SINGLES.contains(it))
        });
        let alone = scale.only(is_taught);
        Some(Self { name, with, scale, singles, alone })
    }

    /// Solves a puzzle by singles up to a step of the technique. If there is no such step, it takes
    /// the next step of the scale and tries again.
    pub(crate) fn example(&self, puzzle: &Board) -> Option<Example> {
        let mut state = State::from(puzzle);
        for _ in 0..MOST_STEPS {
            let mut path = self.singles.path(&state, &Limits::ALL);
            path.end();
            state = *path.state();
            if let Some(rated) = self.next(&state) {
                return Some(Example { puzzle: *puzzle, state, rated });
            }
            state.apply(&self.scale.hint(&state, &Limits::ALL).ok()?.step.effect);
        }
        None
    }

    /// Returns the prepared puzzles.
    pub(crate) fn puzzles(&self) -> Vec<Board> {
        let line = PREPARED.lines().find_map(|line| {
            let (name, puzzles) = line.split_once(" = ")?;
            (name == self.name.name()).then_some(puzzles)
        });
        line.unwrap_or_default().split(' ').filter_map(|puzzle| puzzle.parse().ok()).collect()
    }

    /// Returns an example with a prepared puzzle. Numbers after the last puzzle give random images
    /// of the puzzles: other places, other digits, the same steps.
    pub(crate) fn prepared(&self, number: u64) -> Option<Example> {
        let puzzles = self.puzzles();
        let count = puzzles.len() as u64;
        let puzzle = puzzles.get(number.checked_rem(count)? as usize)?;
        if number < count {
            return self.example(puzzle);
        }
        // The search of some techniques depends on the orientation, so not every image has a step.
        let images = (0..MOST_IMAGES).map(|at| {
            let (symmetry, relabeling) = random_symmetry(&mut seeded_rng(number, at));
            relabeling.apply(&symmetry.apply(puzzle))
        });
        images.chain([*puzzle]).find_map(|image| self.example(&image))
    }

    /// Returns the first step of the technique on the board.
    fn next(&self, state: &State) -> Option<RatedStep> {
        let first = self.alone.hint(state, &Limits::ALL).ok()?;
        if first.step.name == self.name {
            return Some(first);
        }
        let mut found = None;
        self.each_step(state, &mut |rated| {
            found = Some(rated);
            ControlFlow::Break(())
        });
        found
    }

    /// Passes the steps of the technique on the board to `take` until it breaks. Returns false if
    /// there may be more steps than were passed.
    pub(crate) fn each_step(
        &self,
        state: &State,
        take: &mut dyn FnMut(RatedStep) -> ControlFlow<()>,
    ) -> bool {
        let limits = Limits::ALL.with_nodes(MOST_STEPS);
        let mut seen = 0;
        // A board that is solved or broken has no steps.
        let _ = self.alone.each_step(state, &limits, &mut |rated| {
            seen += 1;
            if rated.step.name == self.name { take(rated) } else { ControlFlow::Continue(()) }
        });
        seen < MOST_STEPS
    }
}

#[cfg(test)]
mod tests {
    use sudoku_engines::is_proper;

    use super::*;

    #[test]
    fn prepared_puzzles_soon_have_a_step_of_their_technique() {
        let taught = StepName::all().iter().filter(|&&name| name != StepName::BRUTE_FORCE);
        let lessons: Vec<Lesson> = taught.filter_map(|&name| Lesson::of(name)).collect();
        let named: Vec<&str> =
            PREPARED.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
        let is_taught = |name: &&str| lessons.iter().any(|lesson| lesson.name.name() == *name);
        assert!(named.iter().all(is_taught), "{named:?}");
        // A new technique may have no puzzles yet.
        let lacking: Vec<StepName> =
            lessons.iter().map(|it| it.name).filter(|it| !named.contains(&it.name())).collect();
        assert!(lacking.len() <= 3, "prepare puzzles for {lacking:?}");
        for lesson in &lessons {
            let name = lesson.name;
            let puzzles = lesson.puzzles();
            for puzzle in &puzzles {
                assert!(is_proper(puzzle), "{name}: {puzzle}");
                let example = lesson.example(puzzle).unwrap_or_else(|| panic!("{name}: {puzzle}"));
                assert_eq!(example.rated.step.name, name);
                let explained = sudoku_explain::check(&example.state, &example.rated.step);
                assert_eq!(explained, Ok(()), "{name}: {puzzle}");
            }
        }
    }
}
