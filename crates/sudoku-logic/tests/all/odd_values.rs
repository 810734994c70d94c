//! Tests sizes that no technique has, and boards without steps.

use sudoku_core::{Board, Limits};
use sudoku_logic::{
    AlignedExclusion, AllSteps, AlphabetWings, Fish, HODOKU_2_3, HiddenSubset, HodokuOptions,
    NakedSubset, NoStepError, PeerOrder, RatingScale, Scratch, Search, State, StepName, Technique,
    hodoku_steps,
};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const LATE: &str =
    "534678912672195348198342567.5976142342685379171392485696153728428741963534528617.";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const CLASH: &str =
    "11...............................................................................";

fn state(board: &str) -> State {
    State::from(&board.parse::<Board>().expect("it is a board"))
}

#[test]
fn every_technique_of_hodoku_can_be_searched_for_with_any_option() {
    let options = HodokuOptions { siamese_fish: true, ..HodokuOptions::DEFAULT };
    for &name in StepName::all() {
        // Large fish are slow on boards with many candidates.
        let steps = hodoku_steps(name, &state(LATE), &options);
        let is_known = HODOKU_2_3.knows(&[name]) || HODOKU_2_3.can_add(&name.into());
        assert!(is_known || steps.is_empty(), "{name}");
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
    let steps = |technique, board| hodoku_steps(technique, &state(board), &HodokuOptions::DEFAULT);
    for technique in [StepName::TEMPLATE_SET, StepName::TEMPLATE_DELETE] {
        assert_eq!(steps(technique, CLASH), [], "{technique:?}");
        assert_ne!(steps(technique, PUZZLE), [], "{technique:?}");
    }
}
