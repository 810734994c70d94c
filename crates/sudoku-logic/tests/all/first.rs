//! Tests that searches for only the first step find the same step as complete searches. They skip
//! results that cannot come first, and remember parts of the board without results.

use std::collections::BTreeSet;

use sudoku_core::{Board, Candidates, Cell, DigitSet, Limits};
use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
use sudoku_logic::{
    AllSteps, Entry, FirstStep, RatingScale, SUKAKU_1_18, ScoreRule, Scratch, Search, State, Step,
    StepName, StepSink,
};
use sudoku_mrv::Mrv;

/// Returns the number of test puzzles: more if `PROPTEST_CASES` is set, as `cargo xtask deep` does.
fn cases() -> u64 {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    asked.map_or(16, |cases: u64| 16 + cases / 16)
}

/// Returns, for each puzzle, the boards on its solution path.
fn ways(scale: &RatingScale) -> impl Iterator<Item = Vec<State>> {
    (0..cases()).map(|number| {
        let request = PuzzleRequest::new().with_minimality(Minimality::Strict);
        let board = request.generate(&Mrv, &mut seeded_rng(1416, number)).unwrap().board;
        let limits = Limits::ALL;
        let mut path = scale.path(&State::from(&board), &limits);
        let boards = std::iter::from_fn(|| {
            let state = *path.state();
            path.next().map(|_| state)
        });
        boards.collect()
    })
}

fn find<S: StepSink>(entry: &Entry, state: &State, scratch: &mut Scratch, mut sink: S) -> S {
    // `Break` means that the sink has enough.
    let search = Search { state, limits: &Limits::ALL, scratch, sink: &mut sink };
    let _ = entry.technique.find(search);
    sink
}

fn first(entry: &Entry, state: &State, scratch: &mut Scratch) -> Option<Step> {
    find(entry, state, scratch, FirstStep::default()).0
}

/// Returns the entries to test on the board with this number. Slow entries are tested only on some
/// boards, and entries that take seconds are left out.
fn rows(scale: &RatingScale, number: usize) -> impl Iterator<Item = &Entry> {
    scale.entries().iter().filter(move |entry| match entry.rule {
        ScoreRule::ByLength(base) if base >= 9.0 => false,
        ScoreRule::ByLength(8.0 | 8.5) | ScoreRule::Score { score: 320 | 340 | 410 | 500, .. } => {
            number.is_multiple_of(13)
        }
        ScoreRule::Score { score: 700, .. } => false,
        _ => true,
    })
}

/// Returns true if a path has other steps than a search for all steps. A path skips fish with
/// boxes. Its chains through groups of cells include chains without groups. Only a path uses brute
/// force.
fn is_other_on_paths(entry: &Entry) -> bool {
    let names = entry.technique.names();
    names.iter().any(|&name| {
        matches!(
            name,
            StepName::BRUTE_FORCE
                | StepName::FRANKEN_X_WING
                | StepName::FRANKEN_SWORDFISH
                | StepName::GROUPED_AIC
        )
    })
}

#[test]
fn a_search_for_the_first_step_finds_the_first_of_all_steps() {
    let mut found: BTreeSet<StepName> = BTreeSet::new();
    for scale in RatingScale::all() {
        for (number, state) in ways(scale).flatten().enumerate() {
            for entry in rows(scale, number).filter(|entry| !is_other_on_paths(entry)) {
                let all = find(entry, &state, &mut Scratch::default(), AllSteps::default()).0;
                let first = first(entry, &state, &mut Scratch::default());
                assert_eq!(first.as_ref(), all.first(), "{}\n{state}", scale.name());
                found.extend(first.map(|step| step.name));
            }
        }
    }
    has_what_prunes(&found);
}

#[test]
fn data_that_is_kept_between_boards_changes_no_step() {
    let mut found: BTreeSet<StepName> = BTreeSet::new();
    for scale in RatingScale::all() {
        for way in ways(scale) {
            let mut kept = Scratch::default();
            for (number, state) in way.iter().enumerate() {
                for entry in rows(scale, number) {
                    let step = first(entry, state, &mut kept);
                    let fresh = first(entry, state, &mut Scratch::default());
                    assert_eq!(step, fresh, "{}\n{state}", scale.name());
                    found.extend(step.map(|step| step.name));
                }
            }
        }
    }
    has_what_prunes(&found);
}

/// A cell that sees a single is not part of an aligned exclusion until the single is placed.
#[test]
fn an_aligned_exclusion_is_found_after_singles_are_placed() {
    let is_aligned = |entry: &&Entry| {
        let name = entry.technique.names()[0];
        matches!(name, StepName::ALIGNED_PAIR_EXCLUSION | StepName::ALIGNED_TRIPLE_EXCLUSION)
    };
    for entry in SUKAKU_1_18.entries().iter().filter(is_aligned) {
        let mut count = 0;
        for state in ways(&SUKAKU_1_18).flatten().step_by(5) {
            let mut marks = Candidates::from(&Board::EMPTY);
            for cell in Cell::all() {
                let set = state.value(cell).map_or(state.candidates(cell), DigitSet::from);
                marks.eliminate(cell, DigitSet::ALL - set);
            }
            let mut kept = Scratch::default();
            let _ = first(entry, &State::from(&marks), &mut kept);
            let step = first(entry, &state, &mut kept);
            assert_eq!(step, first(entry, &state, &mut Scratch::default()), "{state}");
            count += usize::from(step.is_some());
        }
        assert!(count > 0, "{:?}", entry.technique.names());
    }
}

/// Checks that the names whose searches skip or remember the most are among those found.
fn has_what_prunes(found: &BTreeSet<StepName>) {
    use StepName as N;
    let names = [
        N::BIDIRECTIONAL_X_CYCLE,
        N::BIDIRECTIONAL_Y_CYCLE,
        N::BIDIRECTIONAL_CYCLE,
        N::FORCING_X_CHAIN,
        N::FORCING_CHAIN,
        N::NISHIO_CHAINS,
        N::HOUSE_FORCING_CHAINS,
        N::DYNAMIC_HOUSE_CHAINS,
        N::UNIQUE_LOOP_1,
        N::UNIQUE_LOOP_2,
        N::UNIQUE_LOOP_3,
        N::UNIQUE_LOOP_4,
        N::ALIGNED_PAIR_EXCLUSION,
        N::CONTINUOUS_NICE_LOOP,
        N::DISCONTINUOUS_NICE_LOOP,
        N::AIC,
        N::FORCING_CHAIN_CONTRADICTION,
    ];
    let missing: Vec<&StepName> = names.iter().filter(|name| !found.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
