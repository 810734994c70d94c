//! Tests puzzles with a human difficulty.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use sudoku_core::{Board, Limits};
use sudoku_generator::{
    Difficulty, DifficultyError, DifficultyMeasure, GenerateError, Guesses, InfeasibleRequestError,
    PatternSymmetry, PuzzleRequest, RatedWithin, StepConditions, TechniqueDifficulty, seeded_rng,
};
use sudoku_logic::{
    DeciRating, Entry, HODOKU_2_3, HodokuLevel, NamedTechniques, RatedStep, Rating, RatingScale,
    SE_1_2_1, SUKAKU_1_18, ScoreRule, State, StepName,
};
use sudoku_mrv::Mrv;

fn puzzles(count: u64) -> impl Iterator<Item = Board> {
    let symmetries = [PatternSymmetry::None, PatternSymmetry::HalfTurn];
    (0..count).map(move |index| {
        let request = PuzzleRequest::new().with_symmetry(symmetries[index as usize % 2]);
        request.generate(&Mrv, &mut seeded_rng(7, index)).unwrap().board
    })
}

fn rating(scale: &RatingScale, board: &Board) -> (u64, HodokuLevel) {
    match scale.rate(&State::from(board), &Limits::ALL).unwrap() {
        Rating::Explainer(rating) => (DeciRating::new(rating.er).get().into(), HodokuLevel::Easy),
        Rating::Hodoku(rating) => (rating.score.into(), rating.level),
        _ => unreachable!("no other kind"),
    }
}

/// A rating that ends early accepts exactly the puzzles that a complete rating accepts.
#[test]
fn an_early_end_of_a_rating_changes_no_answer() {
    for board in puzzles(60) {
        for (scale, ends) in [
            (&SE_1_2_1, [12, 23, 28, 45, 66, 71, 75, 84]),
            (&SUKAKU_1_18, [12, 23, 41, 55, 62, 65, 66, 83]),
            (&HODOKU_2_3, [300, 600, 900, 1100, 1400, 1700, 2500, 4000]),
        ] {
            let (number, level) = rating(scale, &board);
            let measure = TechniqueDifficulty::new(scale);
            assert_eq!(measure.rate(&board), Some(number));
            assert!(measure.possible_numbers().unwrap().contains(&number), "{board} {number}");
            for most in ends.into_iter().chain([number, u64::MAX]) {
                let within = measure.rate_within(&board, &(0..=most), &Limits::ALL);
                let expected =
                    if number <= most { RatedWithin::Number(number) } else { RatedWithin::Unfit };
                assert_eq!(within, expected, "{board} {most}");
            }
            if scale.name() == "hodoku" {
                for only in HodokuLevel::ALL {
                    let of_level = measure.clone().with_levels(only..=only);
                    let within = of_level.rate_within(&board, &(0..=u64::MAX), &Limits::ALL);
                    assert_eq!(within == RatedWithin::Number(number), level == only, "{board}");
                    let numbers = of_level.possible_numbers().unwrap();
                    assert!(level != only || numbers.contains(&number), "{board} {numbers:?}");
                }
            }
        }
    }
}

#[test]
fn puzzles_have_the_requested_difficulty_and_ids() {
    let se = TechniqueDifficulty::new(&SE_1_2_1);
    let hodoku =
        TechniqueDifficulty::new(&HODOKU_2_3).with_levels(HodokuLevel::Hard..=HodokuLevel::Hard);
    let request = PuzzleRequest::new().with_symmetry(PatternSymmetry::HalfTurn);
    for (request, scale, range) in [
        (request.clone().with_difficulty(&se, 71..=73), &SE_1_2_1, 71..=73),
        (request.with_difficulty(&hodoku, 1000..=1600), &HODOKU_2_3, 1000..=1600),
    ] {
        for index in 0..5 {
            let puzzle = request.generate(&Mrv, &mut seeded_rng(3, index)).unwrap();
            let (number, level) = rating(scale, &puzzle.board);
            assert_eq!(puzzle.difficulty, Some(number));
            assert!(range.contains(&number) && PatternSymmetry::HalfTurn.holds(&puzzle.board));
            assert!(level == HodokuLevel::Hard || scale.name() == "se");
            let id = request.id_of(&puzzle, 3, index).unwrap();
            assert_eq!(id.generate(&Mrv).unwrap().board, puzzle.board, "{id}");
        }
    }
}

/// Excluded techniques are never used or required, and required techniques are used.
#[test]
fn required_techniques_are_used_and_excluded_ones_are_not() {
    let chains = [StepName::X_CHAIN, StepName::XY_CHAIN, StepName::REMOTE_PAIR];
    for (scale, needs, without) in [
        (&SE_1_2_1, StepName::SWORDFISH, &[StepName::X_WING][..]),
        (&SUKAKU_1_18, StepName::XY_WING, &[StepName::NAKED_PAIR]),
        (&HODOKU_2_3, StepName::XY_WING, &chains),
    ] {
        let measure = TechniqueDifficulty::new(scale).needing(&[needs]).without(without);
        let list = scale.only(|entry| {
            entry
                .technique
                .names()
                .iter()
                .any(|name| !without.contains(name) && *name != StepName::BRUTE_FORCE)
        });
        let request = PuzzleRequest::new().with_difficulty(&measure, 0..).with_attempts(10_000);
        for index in 0..3 {
            let puzzle = request.generate(&Mrv, &mut seeded_rng(5, index)).unwrap();
            let state = State::from(&puzzle.board);
            let mut path = list.path(&state, &Limits::ALL);
            let names: Vec<StepName> = path.by_ref().map(|step| step.step.name).collect();
            assert!(path.state().is_solved(), "{}", puzzle.board);
            assert!(names.contains(&needs) && !names.iter().any(|name| without.contains(name)));
        }
    }
}

/// Returns the conditions with these names: required, before and after.
fn conditions(eliminations: Option<RangeInclusive<usize>>, names: [&str; 3]) -> StepConditions {
    let [needs, before, after] = names.map(named);
    StepConditions { needs, eliminations, before, after, ..StepConditions::default() }
}

fn named(names: &str) -> Vec<NamedTechniques> {
    names.split_whitespace().map(|name| NamedTechniques::by_name(name).unwrap()).collect()
}

/// On every scale, a puzzle is accepted exactly if its whole path meets the conditions.
#[test]
fn only_allowed_steps_are_around_required_ones() {
    let easy = "singles locked-candidates subsets";
    let mut kept = [0; 4];
    for board in puzzles(150) {
        for scale in RatingScale::all() {
            for (at, (eliminations, names)) in [
                (None, ["locked-candidates", "singles", "singles"]),
                (None, ["subsets fish", easy, "singles"]),
                (Some(4..=usize::MAX), ["subsets", easy, ""]),
                (Some(1..=1), ["locked-candidates", "", ""]),
            ]
            .into_iter()
            .enumerate()
            {
                let conditions = conditions(eliminations.clone(), names);
                let measure = TechniqueDifficulty::by_names(scale, &conditions).unwrap();
                let within = measure.rate_within(&board, &(0..=u64::MAX), &Limits::ALL);
                let is_kept = matches!(within, RatedWithin::Number(_));
                let steps: Vec<_> =
                    scale.path(&State::from(&board), &Limits::ALL).map(|it| it.step).collect();
                let is_in = |list: &[NamedTechniques], name: StepName| {
                    list.iter().any(|named| named.steps.contains(&name))
                };
                let [needs, before, after] = names.map(named);
                let place = steps.iter().position(|step| is_in(&needs, step.name));
                let (first, rest) = steps.split_at(place.unwrap_or(steps.len()));
                let is_allowed =
                    first.iter().all(|it| names[1].is_empty() || is_in(&before, it.name))
                        && rest.iter().all(|it| {
                            names[2].is_empty() || is_in(&after, it.name) || is_in(&needs, it.name)
                        });
                let has_all = needs.iter().all(|group| {
                    steps.iter().any(|it| {
                        let removed = it.effect.eliminations.iter().map(|(_, it)| it.len()).sum();
                        group.steps.contains(&it.name)
                            && eliminations.as_ref().is_none_or(|range| range.contains(&removed))
                    })
                });
                assert_eq!(is_kept, is_allowed && has_all, "{} {board} {names:?}", scale.name());
                kept[at] += usize::from(is_kept);
                let said = measure.describe_unfit(&board).unwrap();
                assert_eq!(said.contains(" without all required steps"), !has_all, "{said}");
                assert_eq!(said.contains(" with a step of "), has_all && !is_allowed, "{said}");
            }
        }
    }
    assert!(kept.iter().all(|&count| count > 2), "{kept:?}");
}

/// Techniques for which a request cannot set a number of eliminations eliminate no candidates.
#[test]
fn steps_that_only_place_digits_have_no_eliminations() {
    let direct = ["direct-pointing", "direct-claiming", "direct-hidden-pair"];
    for name in ["singles", "last-cell", "naked-single"].into_iter().chain(direct) {
        let refused =
            TechniqueDifficulty::by_names(&SE_1_2_1, &conditions(Some(1..=3), [name, "", ""]));
        let name = name.to_owned();
        assert_eq!(refused.err(), Some(DifficultyError::NoEliminations { name }));
    }
    let of_nothing = named(&["singles"].into_iter().chain(direct).collect::<Vec<_>>().join(" "));
    for board in puzzles(40) {
        for scale in RatingScale::all() {
            for RatedStep { step, .. } in scale.path(&State::from(&board), &Limits::ALL) {
                let is_one = of_nothing.iter().any(|named| named.steps.contains(&step.name));
                assert!(!is_one || step.effect.eliminations.is_empty(), "{board} {}", step.name);
            }
        }
    }
}

#[test]
fn impossible_steps_around_required_ones_are_refused() {
    for (scale, eliminations, names, words) in [
        (&SE_1_2_1, None, ["", "singles", ""], "belong to a required technique"),
        (&SE_1_2_1, Some(1..=2), ["", "", ""], "belong to a required technique"),
        (&SE_1_2_1, Some(0..=0), ["x-wing", "", ""], "eliminates 1 to 648 candidates"),
        (&SE_1_2_1, Some(649..=999), ["x-wing", "", ""], "eliminates 1 to 648 candidates"),
        (&SE_1_2_1, None, ["x-wing", "", "subsets"], "without singles"),
        (&SE_1_2_1, None, ["x-wing", "death-blossom", ""], "no technique named death-blossom"),
        (&HODOKU_2_3, None, ["x-wing", "", "aligned-pair-exclusion"], "no technique named aligned"),
    ] {
        let refused = TechniqueDifficulty::by_names(scale, &conditions(eliminations, names));
        let error = refused.unwrap_err().to_string();
        assert!(error.contains(words), "{names:?}: {error}");
    }
    // The allowed steps bound the difficulty.
    let around = conditions(None, ["swordfish", "singles", "singles"]);
    let measure = TechniqueDifficulty::by_names(&SE_1_2_1, &around).unwrap();
    assert_eq!(measure.possible_numbers(), Some(38..=38));
    let request = PuzzleRequest::new().with_difficulty(&measure, 39..);
    let error = request.check(&Mrv).unwrap_err().to_string();
    assert!(error.contains("puzzles have ER 3.8 to ER 3.8"), "{error}");
}

#[test]
fn the_error_of_a_failed_request_names_the_nearest_puzzle() {
    let measure = TechniqueDifficulty::new(&SE_1_2_1);
    let request = PuzzleRequest::new().with_attempts(20).with_difficulty(&measure, 119..);
    let error = request.generate(&Mrv, &mut seeded_rng(1, 0)).unwrap_err();
    let GenerateError::AttemptsExhausted(nearest) = &error else { panic!("{error}") };
    let nearest = nearest.nearest.unwrap();
    let number = nearest.difficulty.unwrap();
    let said = format!(" and ER {}.{}: {}", number / 10, number % 10, nearest.board);
    assert!(error.to_string().ends_with(&said), "{error}");
    let is_not_naked = |name: &StepName| *name != StepName::NAKED_SINGLE;
    let not_naked: Vec<StepName> = StepName::all().iter().copied().filter(is_not_naked).collect();
    // The message gives the complete rating of the nearest puzzle, or names the unmet condition.
    for (measure, range, said) in [
        (TechniqueDifficulty::new(&SE_1_2_1), 10..=10, "; one puzzle has 24 clues and ER 1.5: "),
        (
            TechniqueDifficulty::new(&SE_1_2_1).needing(&[StepName::JELLYFISH]),
            0..=119,
            "; one puzzle has 24 clues and ER 1.5 without all required steps: ",
        ),
        (
            TechniqueDifficulty::new(&HODOKU_2_3)
                .with_levels(HodokuLevel::Extreme..=HodokuLevel::Extreme),
            0..=99_999,
            "; one puzzle has 24 clues and a score of 458 at level Easy: ",
        ),
        (
            TechniqueDifficulty::new(&SE_1_2_1).without(&not_naked),
            0..=119,
            "; one puzzle has 24 clues and is not solved: no technique of this scale applies: ",
        ),
    ] {
        let request = PuzzleRequest::new().with_attempts(3).with_difficulty(&measure, range);
        let error = request.generate(&Mrv, &mut seeded_rng(1, 0)).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
    // A raised stop flag ends the search without rating more puzzles.
    let stop = AtomicBool::new(true);
    let request = request.with_attempts(u32::MAX).with_stop(&stop);
    let error = request.generate(&Mrv, &mut seeded_rng(1, 0)).unwrap_err();
    assert!(
        error.to_string().starts_with("stopped: no match in 1 attempt; its puzzle has "),
        "{error}"
    );
}

/// The lowest possible score for a number of clues is the number of blank cells times the lowest
/// score of a step.
#[test]
fn a_template_set_of_several_cells_counts_as_one_step_per_cell() {
    let rule = ScoreRule::Score { score: 4, level: HodokuLevel::Easy };
    let is_set = |entry: &&Entry| entry.technique.names() == [StepName::TEMPLATE_SET];
    let entry = Entry { rule, ..*HODOKU_2_3.optional().find(is_set).unwrap() };
    let measure = TechniqueDifficulty::new(&RatingScale::new("templates", vec![entry]));
    let mut solved = 0;
    for board in puzzles(4) {
        let Some(score) = measure.rate(&board) else { continue };
        let fewest = *measure.possible_clues(&(0..=score)).start();
        assert_eq!(fewest, board.clues().count(), "{board}");
        solved += 1;
    }
    assert!(solved > 0);
}

/// A puzzle needs a step for each blank cell, and each step adds to the score.
#[test]
fn numbers_of_clues_that_contradict_the_difficulty_are_refused() {
    let se = || TechniqueDifficulty::new(&SE_1_2_1);
    let hodoku = || TechniqueDifficulty::new(&HODOKU_2_3);
    let hard = HodokuLevel::Hard..=HodokuLevel::Extreme;
    for (measure, range, possible) in [
        (se(), 0..=119, 0..=81),
        (se(), 10..=119, 0..=80),
        (se().needing(&[StepName::NAKED_SINGLE]), 0..=119, 0..=80),
        (hodoku(), 0..=100, 56..=81),
        (hodoku(), 4..=100, 56..=80),
        (hodoku().with_levels(hard), 0..=9_999, 0..=80),
    ] {
        assert_eq!(measure.possible_clues(&range), possible, "{range:?} {}", measure.conditions());
    }
    let easy = hodoku();
    let easy = PuzzleRequest::new().with_difficulty(&easy, 0..=100);
    let refused = Err(InfeasibleRequestError::CluesForDifficulty { possible: 56..=81 });
    assert_eq!(easy.clone().with_clues(17..=22).check(&Mrv), refused);
    for possible in [45..=60, 17..=81] {
        assert_eq!(easy.clone().with_clues(possible).check(&Mrv), Ok(()));
    }
}

/// Returns the error for a difficulty in tenths with these levels, and with required and excluded
/// techniques by name, if no puzzle can have it. A third list has the techniques to add.
fn refusal(
    scale: &RatingScale,
    tenths: RangeInclusive<u64>,
    levels: Option<RangeInclusive<HodokuLevel>>,
    [needs, without, with]: [&str; 3],
) -> Option<String> {
    let (needs, without, with) = (named(needs), named(without), named(with));
    let conditions = StepConditions { levels, needs, without, with, ..StepConditions::default() };
    let measure = TechniqueDifficulty::by_names(scale, &conditions);
    let wanted = match measure.and_then(|measure| Difficulty::in_tenths(measure, tenths)) {
        Ok(wanted) => wanted,
        Err(error) => return Some(error.to_string()),
    };
    let request = PuzzleRequest::new().with_difficulty(&*wanted.scale, wanted.range.clone());
    request.check(&Mrv).err().map(|error| error.to_string())
}

/// Impossible conditions are rejected before anything is drawn, and the error explains the
/// conflict.
#[test]
fn contradictory_conditions_are_refused() {
    let all = || 0..=u64::MAX;
    let easy = || Some(HodokuLevel::Easy..=HodokuLevel::Easy);
    let is_known = |name: &&str| SE_1_2_1.knows(&NamedTechniques::by_name(name).unwrap().steps);
    let every: Vec<&str> = GROUPS.split(' ').filter(is_known).collect();
    let every = every.join(" ");
    for (scale, tenths, levels, steps, words) in [
        (&HODOKU_2_3, 30_000..=u64::MAX, easy(), ["", "", ""], "a score of 4 to a score of 800"),
        (&HODOKU_2_3, 0..=30, None, ["", "", ""], "puzzles have a score of 4 to "),
        (&HODOKU_2_3, 100_000_000..=u64::MAX, None, ["", "", ""], "a score of 7290000"),
        (&HODOKU_2_3, 25..=30, None, ["", "", ""], "is a whole number"),
        (&SE_1_2_1, 0..=9, None, ["", "", ""], "puzzles have ER 1.0 to ER 13.0"),
        (&SE_1_2_1, 76..=80, None, ["", "chains", ""], "puzzles have ER 1.0 to ER 7.5"),
        (&SE_1_2_1, 0..=31, None, ["x-wing", "", ""], "puzzles have ER 3.2 to ER 13.0"),
        (&SE_1_2_1, all(), easy(), ["", "", ""], "the scale se has no levels"),
        (&HODOKU_2_3, all(), easy(), ["x-wing", "", ""], "x-wing is harder than the level"),
        (&SE_1_2_1, all(), None, ["", &every, ""], "without singles"),
        (&HODOKU_2_3, all(), None, ["", "singles", ""], "without singles"),
        (&SE_1_2_1, all(), None, ["death-blossom", "", ""], "the scale se has no technique"),
        (&SE_1_2_1, all(), None, ["", "fish templates", ""], "no technique named templates"),
        (&SE_1_2_1, all(), None, ["x-wing", "fish", ""], "x-wing is both required and excluded"),
        (&SE_1_2_1, all(), None, ["x-wing", "x-wing", ""], "x-wing is both required and excluded"),
        (
            &HODOKU_2_3,
            all(),
            None,
            ["whale", "", ""],
            "whale is off by default on the scale hodoku; add it to the list `with` too",
        ),
        (
            &HODOKU_2_3,
            all(),
            None,
            ["", "whale", ""],
            "so it is excluded already; remove it from the list `without`",
        ),
    ] {
        let error = refusal(scale, tenths.clone(), levels, steps).unwrap_or_default();
        assert!(error.contains(words), "{tenths:?} {steps:?}: {error}");
    }
    for (scale, steps, words) in [
        (&SE_1_2_1, ["", "", "x-wing"], "no technique of this scale is off by default"),
        (&HODOKU_2_3, ["", "", "x-wing"], "uses x-wing already; you can add squirmbag, whale"),
        (&HODOKU_2_3, ["", "fish", "whale"], "whale is both added and excluded"),
    ] {
        let error = refusal(scale, all(), None, steps).unwrap_or_default();
        assert!(error.contains(words), "{steps:?}: {error}");
    }
    // Conditions that may be possible are accepted.
    for (scale, tenths, levels, steps) in [
        (&SE_1_2_1, 130..=u64::MAX, None, ["", "", ""]),
        (&SE_1_2_1, 32..=32, None, ["x-wing", "", ""]),
        (&SE_1_2_1, 75..=75, None, ["", "chains", ""]),
        (&SUKAKU_1_18, 41..=41, None, ["", "", ""]),
        (&HODOKU_2_3, 8_000..=8_000, easy(), ["", "", ""]),
        (&HODOKU_2_3, 50..=70, None, ["", "", ""]),
        (&SUKAKU_1_18, all(), None, ["", "hidden-single", ""]),
        (&HODOKU_2_3, all(), None, ["whale", "", "fish"]),
        (&HODOKU_2_3, all(), None, ["", "whale", "fish"]),
    ] {
        assert_eq!(refusal(scale, tenths, levels, steps), None, "{steps:?}");
    }
    // Conditions that are set without names can also contradict each other.
    let contradicting = TechniqueDifficulty::new(&SE_1_2_1)
        .without(&[StepName::X_WING])
        .needing(&[StepName::X_WING]);
    let request = PuzzleRequest::new().with_difficulty(&contradicting, 0..);
    let refused = Err(InfeasibleRequestError::OutsideScale { possible: None });
    assert_eq!(request.check(&Mrv), refused);
}

/// The parts of a range hold every rating that a step can have, in order and once.
#[test]
fn a_range_of_ratings_is_split_by_possible_ratings() {
    let se = TechniqueDifficulty::new(&SE_1_2_1);
    assert_eq!(se.parts(&(12..=15), 10), [12..=12, 15..=15]);
    assert_eq!(se.parts(&(20..=29), 10), [20..=20, 23..=23, 25..=25, 26..=26, 28..=28]);
    assert_eq!(se.parts(&(20..=29), 2), [20..=23, 25..=28]);
    assert_eq!(se.parts(&(70..=80), 3), [70..=72, 73..=76, 77..=80]);
    assert_eq!(se.parts(&(72..=72), 10), [72..=72]);
    // No step has such a rating; a range without an end cannot be split.
    assert_eq!(se.parts(&(13..=14), 10), [13..=14]);
    assert_eq!(se.parts(&(70..=u64::MAX), 10), [70..=u64::MAX]);
    // Excluded techniques leave out their ratings.
    let named = NamedTechniques::by_name("x-wing").unwrap();
    let without = TechniqueDifficulty::new(&SE_1_2_1).without(&named.steps);
    assert_eq!(without.parts(&(30..=34), 10), [30..=30, 34..=34]);
    let hodoku = TechniqueDifficulty::new(&HODOKU_2_3);
    assert_eq!(hodoku.parts(&(100..=399), 3), [100..=199, 200..=299, 300..=399]);
    // The level Easy ends at a score of 800.
    let easy = StepConditions {
        levels: Some(HodokuLevel::Easy..=HodokuLevel::Easy),
        ..StepConditions::default()
    };
    let easy = TechniqueDifficulty::by_names(&HODOKU_2_3, &easy).unwrap();
    assert_eq!(easy.parts(&(601..=5000), 2), [601..=700, 701..=800]);
    assert_eq!(easy.parts(&(601..=u64::MAX), 2), [601..=u64::MAX]);
    let guesses = Guesses::new("mrv", &Mrv);
    assert_eq!(guesses.parts(&(0..=1), 10), [0..=0, 1..=1]);
    assert_eq!(guesses.parts(&(0..=9), 3), [0..=2, 3..=5, 6..=9]);
    assert_eq!(guesses.parts(&(0..=u64::MAX - 1), 2).len(), 2);
}

/// All groups of techniques.
const GROUPS: &str = "singles locked-candidates subsets fish single-digit wings uniqueness \
                      coloring als chains templates";
