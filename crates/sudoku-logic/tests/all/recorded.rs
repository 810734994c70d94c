//! Compares ratings with recorded ratings of the original programs.

use sudoku_core::{Board, Limits};
use sudoku_logic::{
    DeciRating, RatedStep, RatingScale, SE_1_2_1, SUKAKU_1_18, ScoreRule, State, StepScore,
};

/// Returns the puzzles with the ratings of the programs, field by field.
fn rows() -> impl Iterator<Item = Vec<&'static str>> {
    let text = include_str!("../recorded.csv");
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(',').collect())
}

/// Rates every puzzle and compares the rating with the fields from this number on.
fn compare(scale: &RatingScale, first: usize) {
    let mut count = 0;
    for row in rows().filter(|row| !row[first].is_empty()) {
        let state = State::from(&row[0].parse::<Board>().unwrap());
        let mut path = scale.path(&state, &Limits::ALL);
        for step in path.by_ref() {
            assert!(is_within_its_rule(scale, &step), "{}: {step:?}", row[0]);
        }
        assert!(path.state().is_solved(), "{}", row[0]);
        assert_eq!(path.rating().to_string(), row[first..first + 3].join("/"), "{}", row[0]);
        count += 1;
    }
    assert!(count > 150);
}

/// Returns true if a rule of the step's technique includes the step's rating in its range.
fn is_within_its_rule(scale: &RatingScale, RatedStep { step, score }: &RatedStep) -> bool {
    let StepScore::Rating(rating) = *score else { return false };
    let rating = DeciRating::new(rating);
    let gives = |rule: &ScoreRule| match rule {
        ScoreRule::PerStep { ratings, .. } => {
            ratings.iter().any(|&named| DeciRating::new(named) == rating)
        }
        _ => {
            DeciRating::new(rule.min()) <= rating
                && rule.max().is_none_or(|most| rating <= DeciRating::new(most))
        }
    };
    let mut entries = scale.entries().iter();
    entries.any(|entry| entry.technique.names().contains(&step.name) && gives(&entry.rule))
}

#[test]
fn ratings_on_the_scale_sukaku_equal_those_of_its_program() {
    compare(&SUKAKU_1_18, 1);
}

#[test]
fn ratings_on_the_scale_se_equal_those_of_its_program() {
    compare(&SE_1_2_1, 4);
}
