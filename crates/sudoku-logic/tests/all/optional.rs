//! Tests the techniques that are off by default.

use std::collections::BTreeSet;

use sudoku_core::{Board, Limits, Solver};
use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
use sudoku_logic::{
    AddTechniqueError, HODOKU_2_3, NamedTechniques, RatingScale, SE_1_2_1, SUKAKU_1_18, State,
    StepName,
};
use sudoku_mrv::Mrv;

fn named(names: &str) -> Vec<NamedTechniques> {
    names.split_whitespace().map(|name| NamedTechniques::by_name(name).unwrap()).collect()
}

/// Returns the first names of the entries.
fn names(scale: &RatingScale) -> Vec<StepName> {
    scale.entries().iter().map(|entry| entry.technique.names()[0]).collect()
}

#[test]
fn an_added_technique_is_tried_at_its_place() {
    let scale = HODOKU_2_3.with(&named("death-blossom dual-empty-rectangle squirmbag")).unwrap();
    let (all, default) = (names(&scale), names(&HODOKU_2_3));
    assert_eq!(all.len(), default.len() + 3);
    for (before, added, after) in [
        (StepName::JELLYFISH, StepName::SQUIRMBAG, StepName::REMOTE_PAIR),
        (StepName::TURBOT_FISH, StepName::DUAL_EMPTY_RECTANGLE, StepName::EMPTY_RECTANGLE),
        (StepName::ALS_CHAIN, StepName::DEATH_BLOSSOM, StepName::FRANKEN_X_WING),
    ] {
        assert!(!default.contains(&added));
        assert!(all.windows(3).any(|names| names == [before, added, after]), "{added}");
    }
    assert_eq!(names(&HODOKU_2_3.with(&[]).unwrap()), default);
}

#[test]
fn a_group_adds_its_techniques_that_are_off_by_default() {
    let groups = "fish single-digit als templates";
    let scale = HODOKU_2_3.with(&named(groups)).unwrap();
    let off: Vec<StepName> =
        HODOKU_2_3.optional().flat_map(|entry| entry.technique.names()).copied().collect();
    assert!(off.contains(&StepName::WHALE) && off.contains(&StepName::TEMPLATE_SET));
    assert_eq!(scale.entries().len(), HODOKU_2_3.entries().len() + off.len());
    assert!(off.iter().all(|&name| scale.knows(&[name])));
    assert_eq!(scale.optional().count(), 0);
}

#[test]
fn invalid_additions_are_refused() {
    let error = |scale: &RatingScale, names| scale.with(&named(names)).unwrap_err();
    let AddTechniqueError { name, scale, is_in_use, allowed, .. } =
        error(&HODOKU_2_3, "whale x-wing");
    assert_eq!((&*name, scale, is_in_use), ("x-wing", "hodoku", true));
    let off = HODOKU_2_3.optional().flat_map(|entry| entry.technique.names());
    assert!(off.eq(&allowed));
    assert!(!error(&HODOKU_2_3, "nishio-forcing-chains").is_in_use);
    for scale in [&SE_1_2_1, &SUKAKU_1_18] {
        let whale = error(scale, "whale");
        assert!(!whale.is_in_use && whale.allowed.is_empty());
        assert!(whale.to_string().ends_with("no technique of this scale is off by default"));
    }
}

/// The last puzzles have steps of added techniques. Larger fish are too slow for this test.
#[test]
fn paths_with_added_techniques_are_sound_and_use_them() {
    let names = "squirmbag whale leviathan finned-squirmbag dual-2-string-kite \
                 dual-empty-rectangle death-blossom templates franken-jellyfish mutant-x-wing";
    let scale = HODOKU_2_3.with(&named(names)).unwrap();
    let mut used: BTreeSet<StepName> = BTreeSet::new();
    for number in (0..40).chain([131, 250, 876]) {
        let request = PuzzleRequest::new().with_minimality(Minimality::Strict);
        let board = request.generate(&Mrv, &mut seeded_rng(1417, number)).unwrap().board;
        let solution = Board::from(Mrv.first_solution(&board).unwrap());
        let limits = Limits::ALL;
        for rated in scale.path(&State::from(&board), &limits) {
            let effect = &rated.step.effect;
            used.insert(rated.step.name);
            let placed = effect.placement;
            assert!(placed.is_none_or(|(cell, digit)| solution.get(cell) == Some(digit)));
            let mut gone = effect.eliminations.iter();
            assert!(gone.all(|&(cell, digits)| !digits.contains(solution.get(cell).unwrap())));
        }
    }
    for name in
        [StepName::DUAL_TWO_STRING_KITE, StepName::DUAL_EMPTY_RECTANGLE, StepName::DEATH_BLOSSOM]
    {
        assert!(used.contains(&name), "{name}: {used:?}");
    }
}
