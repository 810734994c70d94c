//! Compares explanations word by word with recorded ones, one for each family of techniques.
//!
//! The file of each language has, for each explanation, a heading `technique | scale | puzzle` and
//! the text of the first such step on the puzzle's solution path.

use sudoku_core::Board;
use sudoku_explain::{Depth, Explanation, Language};
use sudoku_logic::{HodokuOptions, RatingScale, ScoreRule, State, Step, StepName, hodoku_steps};

use crate::common::path;

/// Returns the file of a language.
fn file(language: Language) -> String {
    format!("{}/tests/golden.{language}.txt", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the recorded explanations in a language; none if it has no file yet.
fn recorded(language: Language) -> String {
    std::fs::read_to_string(file(language)).unwrap_or_default()
}

/// Returns the first step of this name and its board. A death blossom is on no solution path, so it
/// is searched for on every board.
fn first(name: &str, scale: &RatingScale, start: &State) -> Option<(State, Step)> {
    // No test puzzle needs chains with nested techniques, so other puzzles skip these.
    let is_nested = name.starts_with("dynamic");
    let is_left = |rule: &ScoreRule| match rule {
        ScoreRule::ByLength(least) => *least == 9.0,
        ScoreRule::ByKindAndLength { .. } => false,
        _ => true,
    };
    let scale = &scale.only(|entry| !is_nested || is_left(&entry.rule));
    let mut steps = path(scale, start).into_iter();
    if name == StepName::DEATH_BLOSSOM.name() {
        return steps.find_map(|(state, _)| {
            let found = hodoku_steps(StepName::DEATH_BLOSSOM, &state, &HodokuOptions::DEFAULT);
            Some((state, found.into_iter().next()?))
        });
    }
    steps.find(|(_, step)| step.name.name() == name)
}

#[test]
fn explanations_of_every_family_equal_the_recorded_ones() {
    let mut told = vec![String::new(); Language::ALL.len()];
    let english = recorded(Language::English);
    for heading in english.lines().filter(|line| line.contains(" | ")) {
        let parts: Vec<&str> = heading.split(" | ").collect();
        let [name, scale, puzzle] = parts[..] else { panic!("{heading}") };
        let scale = RatingScale::by_name(scale).unwrap();
        let start = State::from(&puzzle.parse::<Board>().unwrap());
        let (state, step) = first(name, scale, &start).unwrap_or_else(|| panic!("{heading}"));
        let explanation = Explanation::new(&state, &step).unwrap();
        for (&language, told) in Language::ALL.iter().zip(&mut told) {
            let text = explanation.clone().in_language(language).text(Depth::Proof);
            told.push_str(&format!("{heading}\n{text}\n\n"));
        }
    }
    assert!(told.iter().all(|told| !told.is_empty()), "golden.en.txt has no headings");
    let mut changed = Vec::new();
    for (&language, told) in Language::ALL.iter().zip(&told) {
        if *told != recorded(language) {
            std::fs::write(file(language), told).unwrap();
            changed.push(file(language));
        }
    }
    assert!(changed.is_empty(), "the explanations changed: read the new text of {changed:?}");
}
