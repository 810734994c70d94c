//! Checks the effect of every step against the solution, on many boards.

use std::collections::BTreeMap;

use sudoku_core::{Cell, Digit, Limits};
use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
use sudoku_logic::{
    AllSteps, Entry, HODOKU_2_3, RatingScale, ScoreRule, Scratch, Search, State, Step, StepName,
    StepName as N, Technique,
};
use sudoku_registry::find;

use crate::Failure;

/// A technique with the boards on which it is tested.
struct Part {
    technique: &'static dyn Technique,
    /// The technique is tested on one of this many boards.
    every: u64,
    /// The maximum number of candidates of a board.
    most: usize,
}

/// Finds all steps on this many boards, and fails if a step contradicts the solution.
///
/// The boards are the states on the solution paths of generated puzzles, and depend only on the
/// seed. Slow techniques are tested on some of the boards, chosen by the number of the board.
pub(super) fn run(states: u64, seed: u64, show: usize) -> Result<(), Failure> {
    let parts = parts();
    let (mut looked, mut puzzles, mut wrong) = (0, 0, 0);
    let mut found: BTreeMap<StepName, u64> = BTreeMap::new();
    let mut scratch = Scratch::default();
    let solver = find("mrv").ok_or("there is no strategy mrv")?.solver;
    while looked < states {
        let request = PuzzleRequest::new().with_minimality(Minimality::Strict);
        let puzzle = request.generate(solver, &mut seeded_rng(seed, puzzles))?.board;
        let solution = solver
            .solve(&puzzle, &Limits::solutions(1))
            .first
            .ok_or("a generated puzzle has a solution")?;
        let scale = RatingScale::all()[puzzles as usize % 3];
        let mut path = scale.path(&State::from(&puzzle), &Limits::ALL);
        puzzles += 1;
        loop {
            let state = *path.state();
            let is_over = path.next().is_none();
            if is_over || looked >= states {
                break;
            }
            let candidates: usize = Cell::all().map(|cell| state.candidates(cell).len()).sum();
            let is_due =
                |part: &&Part| looked.is_multiple_of(part.every) && candidates <= part.most;
            for part in parts.iter().filter(is_due) {
                let mut sink = AllSteps::default();
                let end = part.technique.find(Search {
                    state: &state,
                    limits: &Limits::ALL,
                    scratch: &mut scratch,
                    sink: &mut sink,
                });
                debug_assert!(end.is_continue(), "nothing stops the search");
                for step in sink.0 {
                    *found.entry(step.name).or_default() += 1;
                    if !is_true(&step, &state, |cell| solution.as_board().get(cell)) {
                        wrong += 1;
                        if wrong <= show {
                            println!("{} {}\n  {puzzle}\n  {state}", step.name, step.effect);
                        }
                    }
                }
            }
            looked += 1;
        }
    }
    for (name, count) in &found {
        println!("{count:>12} {name}");
    }
    let steps: u64 = found.values().sum();
    println!("{looked} boards of {puzzles} puzzles, seed {seed}: {steps} steps, {wrong} wrong");
    if wrong > 0 { Err("some steps are wrong".into()) } else { Ok(()) }
}

/// Returns true if the step changes the board, removes only existing candidates, and keeps the
/// solution.
fn is_true(step: &Step, state: &State, solution: impl Fn(Cell) -> Option<Digit>) -> bool {
    let effect = &step.effect;
    let gone = &effect.eliminations;
    (effect.placement.is_some() || !gone.is_empty())
        && effect.placement.is_none_or(|(cell, digit)| solution(cell) == Some(digit))
        && gone.iter().all(|&(cell, digits)| {
            solution(cell).is_some_and(|digit| !digits.contains(digit))
                && digits.iter().all(|digit| state.has(cell, digit))
        })
}

fn parts() -> Vec<Part> {
    let entries = RatingScale::all().into_iter().flat_map(RatingScale::entries);
    let mut parts: Vec<Part> = entries.map(part).collect();
    for Entry { technique, .. } in HODOKU_2_3.optional() {
        let (every, most) = match technique.names() {
            [N::DeathBlossom | N::TemplateSet | N::TemplateDelete] => (20, 729),
            [N::Squirmbag | N::Whale | N::Leviathan] => (1, 729),
            [N::DualTwoStringKite | N::DualEmptyRectangle] => (1, 729),
            [N::FrankenJellyfish | N::MutantXWing | N::MutantSwordfish] => (50, 200),
            _ => (500, 120),
        };
        parts.push(Part { technique: *technique, every, most });
    }
    parts
}

/// Returns the part of a scale's entry: the slower the technique, the fewer boards.
fn part(entry: &'static Entry) -> Part {
    let Entry { technique, rule } = *entry;
    let (every, most) = match rule {
        ScoreRule::ByLength(base) if base >= 10.0 => (4000, 100),
        ScoreRule::ByLength(base) if base >= 9.5 => (1000, 120),
        ScoreRule::ByLength(base) if base >= 9.0 => (200, 150),
        ScoreRule::ByLength(_) | ScoreRule::ByKindAndLength { .. } => (10, 729),
        // Chains of sets and nets. The other techniques of that level take 10% of their time.
        ScoreRule::Score { score: 340 | 700, .. } => (300, 150),
        ScoreRule::Score { score: 300.., .. } => (20, 729),
        _ => (1, 729),
    };
    Part { technique, every, most }
}
