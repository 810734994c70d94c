//! Tests sizes that no technique has, and boards on which there is nothing to find.

use std::ops::RangeInclusive;

use sudoku_core::{Board, Limits};
use sudoku_logic::HodokuTechnique as T;
use sudoku_logic::{
    AlignedExclusion, AllSteps, AlphabetWings, Fish, HiddenSubset, HodokuOptions, NakedSubset,
    NoStepError, PeerOrder, RatingScale, Scratch, Search, State, Technique,
};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const LATE: &str =
    "534678912672195348198342567.5976142342685379171392485696153728428741963534528617.";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const CLASH: &str =
    "11...............................................................................";

/// A kind of technique with sizes.
type OfSize = fn(u8) -> T;

fn state(board: &str) -> State {
    State::from(&board.parse::<Board>().expect("it is a board"))
}

#[test]
fn hodokus_techniques_of_any_size_do_not_panic_and_find_nothing_of_unknown_ones() {
    let kinds: [(OfSize, RangeInclusive<u8>); 10] = [
        (T::LockedSubset, 2..=3),
        (T::NakedSubset, 2..=4),
        (T::HiddenSubset, 2..=4),
        (T::Fish, 2..=7),
        (T::FinnedFish, 2..=7),
        (T::SashimiFish, 2..=7),
        (T::FrankenFish, 2..=7),
        (T::FinnedFrankenFish, 2..=7),
        (T::MutantFish, 2..=7),
        (T::FinnedMutantFish, 2..=7),
    ];
    let options = HodokuOptions { siamese_fish: true, ..HodokuOptions::DEFAULT };
    for (of_size, known) in kinds {
        for size in 0..=u8::MAX {
            let technique = of_size(size);
            if !known.contains(&size) {
                assert_eq!(technique.steps(&state(PUZZLE), &options), [], "{technique:?}");
            }
            // Large fish are slow on boards with many candidates.
            let _ = technique.steps(&state(LATE), &options);
        }
    }
}

#[test]
fn techniques_of_unknown_sizes_find_nothing() {
    let find = |technique: &dyn Technique| {
        let mut steps = AllSteps::default();
        let end = technique.find(Search {
            state: &state(PUZZLE),
            limits: &Limits::ALL,
            scratch: &mut Scratch::default(),
            sink: &mut steps,
        });
        assert!(end.is_continue());
        steps.0
    };
    for size in 0..=u8::MAX {
        let [subset, direct] = [false, true].map(|is_direct| HiddenSubset { size, is_direct });
        let aligned = AlignedExclusion { size, order: PeerOrder::Ascending };
        let techniques: [(&dyn Technique, _); 6] = [
            (&NakedSubset { size }, 2..=4),
            (&subset, 2..=4),
            (&direct, 2..=3),
            (&Fish { size }, 2..=4),
            (&AlphabetWings { size }, 4..=7),
            (&aligned, 2..=3),
        ];
        for (index, (technique, known)) in techniques.into_iter().enumerate() {
            let found = find(technique);
            assert!(known.contains(&size) || found.is_empty(), "{index} of {size}: {found:?}");
        }
    }
}

#[test]
fn a_broken_or_solved_board_has_no_steps() {
    for (board, end) in [(CLASH, NoStepError::Contradiction), (SOLVED, NoStepError::Solved)] {
        for scale in RatingScale::all() {
            assert_eq!(scale.hint(&state(board), &Limits::ALL), Err(end), "{board}");
            assert_eq!(scale.all_steps(&state(board), &Limits::ALL), Err(end), "{board}");
            let mut path = scale.path(&state(board), &Limits::ALL);
            assert_eq!((path.next(), path.end()), (None, end), "{board}");
        }
    }
}

#[test]
fn a_digit_without_templates_gives_no_steps() {
    for technique in [T::TemplateSet, T::TemplateDelete] {
        assert_eq!(technique.steps(&state(CLASH), &HodokuOptions::DEFAULT), [], "{technique:?}");
        assert_ne!(technique.steps(&state(PUZZLE), &HodokuOptions::DEFAULT), [], "{technique:?}");
    }
}
