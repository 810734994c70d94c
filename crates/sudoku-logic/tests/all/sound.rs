//! Checks every effect of every step against the solution.

use std::collections::BTreeSet;

use sudoku_core::{Cell, Digit, DigitSet, Grid, Limits};
use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
use sudoku_logic::{
    AllSteps, ChainNode, Effect, Entry, Evidence, HODOKU_2_3, Implication, NoStepError,
    RatingScale, ScoreRule, Scratch, Search, State, Step, StepName, StepName as N, StepScore,
    Technique,
};
use sudoku_mrv::{Mrv, Solver};

/// Returns the number of test puzzles: more if `PROPTEST_CASES` is set, as `cargo xtask deep` does.
fn cases() -> u64 {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    asked.map_or(20, |cases: u64| 20 + cases / 16)
}

/// Returns a minimal puzzle and its solution.
fn puzzle(number: u64) -> (State, Grid) {
    let request = PuzzleRequest::new().with_minimality(Minimality::Strict);
    let board = request.generate(&Mrv, &mut seeded_rng(1414, number)).unwrap().board;
    (State::from(&board), Mrv.first_solution(&board).unwrap())
}

fn check(state: &State, solution: &Grid, step: &Step) {
    let board = solution.as_board();
    let effect = &step.effect;
    assert!(effect.placement.is_some() || !effect.eliminations.is_empty(), "{step:?}");
    if let Some((cell, digit)) = effect.placement {
        assert_eq!(board.get(cell), Some(digit), "{step:?}\n{state}");
    }
    for &(cell, digits) in &effect.eliminations {
        assert!(!digits.contains(board.get(cell).unwrap()), "{step:?}\n{state}");
        assert!(digits.iter().all(|digit| state.has(cell, digit)), "{step:?}\n{state}");
    }
    let cells: Vec<Cell> = effect.eliminations.iter().map(|&(cell, _)| cell).collect();
    assert!(cells.is_sorted() && cells.windows(2).all(|pair| pair[0] < pair[1]), "{step:?}");
    assert!(!step.name.only_places() || effect.elimination_count() == 0, "{step:?}");
    can_be_read(step);
}

/// Checks that sides of strong links have cells, that each link of a chain follows from earlier
/// links, and that all chains end in the conclusion.
fn can_be_read(step: &Step) {
    if let Evidence::StrongLinks { links, .. } = &step.evidence {
        assert!(links.iter().flat_map(|link| &link.sides).all(|side| !side.is_empty()), "{step:?}");
    }
    // Chains of nets may end elsewhere, because HoDoKu confuses indices.
    if let (N::FORCING_CHAIN_VERITY, Evidence::Forcing { chains }) = (step.name, &step.evidence) {
        let ends = chains.iter().map(|chain| chain.last().unwrap());
        for ChainNode { cells, digit, is_on, .. } in ends {
            let end = match is_on {
                true => Effect::place(cells[0], *digit),
                false => Effect::eliminate([(cells[0], DigitSet::from(*digit))]),
            };
            assert_eq!(end, step.effect, "{step:?}");
        }
    }
    let Evidence::Chains { branches, .. } = &step.evidence else { return };
    let mut ends: Vec<&Implication> = Vec::new();
    for branch in branches {
        for (place, link) in branch.links.iter().enumerate() {
            assert!(link.parents.iter().all(|&parent| parent < place), "{step:?}");
            assert_eq!(link.parents.is_empty(), place == 0, "{step:?}");
        }
        ends.extend(branch.links.last());
    }
    assert!(!ends.is_empty());
    for end in &ends {
        assert_eq!((end.cell, end.digit), (ends[0].cell, ends[0].digit), "{step:?}");
    }
}

/// Returns the digit of a ring of strong links and its weak links: each a pair of sides, in order.
fn ring(step: &Step) -> Option<(Digit, BTreeSet<[&Vec<Cell>; 2]>)> {
    let Evidence::StrongLinks { digit, links, ring: Some(_), .. } = &step.evidence else {
        return None;
    };
    let nexts = links.iter().cycle().skip(1);
    let mut weak: Vec<_> =
        links.iter().zip(nexts).map(|(link, next)| [&link.sides[1], &next.sides[0]]).collect();
    weak.iter_mut().for_each(|sides| sides.sort_unstable());
    Some((*digit, weak.into_iter().collect()))
}

/// A technique, the number of boards of which one is searched, and the maximum number of candidates
/// of a board.
type Part = (&'static dyn Technique, usize, usize);

/// Returns every technique of every scale: the slower the technique, the fewer boards.
fn parts() -> Vec<Part> {
    let entries = RatingScale::all().into_iter().flat_map(RatingScale::entries);
    let default = entries.map(|&Entry { technique, rule }| {
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
        (technique, every, most)
    });
    let optional = HODOKU_2_3.optional().map(|&Entry { technique, .. }| {
        let (every, most) = match technique.names() {
            [N::DEATH_BLOSSOM | N::TEMPLATE_SET | N::TEMPLATE_DELETE] => (20, 729),
            [N::SQUIRMBAG | N::WHALE | N::LEVIATHAN] => (1, 729),
            [N::DUAL_TWO_STRING_KITE | N::DUAL_EMPTY_RECTANGLE] => (1, 729),
            [N::FRANKEN_JELLYFISH | N::MUTANT_X_WING | N::MUTANT_SWORDFISH] => (50, 200),
            _ => (500, 120),
        };
        (technique, every, most)
    });
    default.chain(optional).collect()
}

/// Searches the boards on the solution paths of generated puzzles with all techniques, including
/// those that are off by default.
#[test]
fn all_steps_of_all_techniques_are_sound() {
    let parts = parts();
    let mut found: BTreeSet<StepName> = BTreeSet::new();
    let mut scratch = Scratch::default();
    let (mut boards, mut steps) = (0_usize, 0);
    for number in 0..cases() {
        let (start, solution) = puzzle(number);
        let limits = Limits::ALL;
        let mut path = RatingScale::all()[number as usize % 3].path(&start, &limits);
        let mut last = None;
        loop {
            let state = *path.state();
            let Some(rated) = path.next() else { break };
            last = Some(rated.step.name);
            check(&state, &solution, &rated.step);
            assert!(!matches!(rated.score, StepScore::Rating(rating) if rating < 1.0), "{rated:?}");
            let candidates: usize = Cell::all().map(|cell| state.candidates(cell).len()).sum();
            for (technique, every, most) in &parts {
                if !boards.is_multiple_of(*every) || candidates > *most {
                    continue;
                }
                let mut sink = AllSteps::default();
                let scratch = &mut scratch;
                let search = Search { state: &state, limits: &limits, scratch, sink: &mut sink };
                assert!(technique.find(search).is_continue(), "nothing stops the search");
                let mut rings = BTreeSet::new();
                let mut ring_steps = sink.0.iter().filter_map(ring);
                assert!(ring_steps.all(|ring| rings.insert(ring)), "a ring comes twice\n{state}");
                for step in sink.0 {
                    check(&state, &solution, &step);
                    found.insert(step.name);
                    steps += 1;
                }
            }
            boards += 1;
        }
        let is_solved = path.end() == NoStepError::Solved;
        assert!(!is_solved || last.is_some_and(StepName::can_be_last), "{last:?}");
    }
    assert!(boards as u64 > 40 * cases() && steps > 200 * boards, "{boards} {steps}");
    assert!(found.len() > 90, "{}: {found:?}", found.len());
}
