//! Tests that false or incomplete evidence proves nothing.

use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, House};
use sudoku_explain::{Depth, Explanation, check};
use sudoku_logic::{
    Branch, CellGroup, ChainKind, ChainNode, Effect, Evidence, Implication, LinkReason, State,
    Step, StepName, Support,
};

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn cells(names: &str) -> Vec<Cell> {
    names.split(' ').map(cell).collect()
}

fn digit(value: u8) -> Digit {
    Digit::new(value).unwrap()
}

fn digits(text: &str) -> DigitSet {
    text.parse().unwrap()
}

fn house(name: &str) -> House {
    House::all().find(|house| house.to_string() == name).unwrap()
}

/// Returns a puzzle with r1c1=5 and r1c3=4, where r1c3 has the candidates 1, 2 and 4.
fn puzzle() -> State {
    let board: Board =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    State::from(&board)
}

/// Returns a board without clues and with these candidates; the other cells have all candidates.
fn marks(known: &[(&str, &str)]) -> Candidates {
    let mut sets = [DigitSet::ALL; 81];
    for (names, candidates) in known {
        for at in cells(names) {
            sets[at.index()] = digits(candidates);
        }
    }
    Candidates::new(sets)
}

fn marked(known: &[(&str, &str)]) -> State {
    State::from(&marks(known))
}

fn group(names: &str, candidates: &str) -> CellGroup {
    CellGroup { cells: cells(names), digits: digits(candidates) }
}

fn node(name: &str, value: u8, is_on: bool) -> ChainNode {
    ChainNode { cells: vec![cell(name)], digit: digit(value), is_on, set: None }
}

fn link(name: &str, value: u8, is_on: bool, parents: &[usize]) -> Implication {
    let cause = if parents.is_empty() { LinkReason::Assumption } else { LinkReason::Cell };
    Implication { cell: cell(name), digit: digit(value), is_on, cause, parents: parents.to_vec() }
}

/// Returns a step that eliminates candidates.
fn takes(name: StepName, at: &str, gone: &str, evidence: Evidence) -> Step {
    Step { name, effect: Effect::eliminate([(cell(at), digits(gone))]), evidence }
}

fn is_refused(state: &State, step: &Step, why: &str) {
    let error = check(state, step).expect_err(why).to_string();
    assert!(error.contains(why), "{error}, not {why}");
    let looked_up = step.evidence == Evidence::Solution;
    assert_eq!(
        Explanation::new(state, step).is_ok(),
        looked_up && step.effect.eliminations.is_empty()
    );
}

/// Returns a step with the wrong conclusion r1c3<>4, which follows from r1c3=1 alone.
fn of_cases(kind: ChainKind) -> Step {
    let links = vec![link("r1c3", 1, true, &[]), link("r1c3", 4, false, &[0])];
    let evidence = Evidence::Chains { kind, complexity: 2, branches: vec![Branch { links }] };
    takes(StepName::CELL_FORCING_CHAINS, "r1c3", "4", evidence)
}

#[test]
fn a_pattern_without_parts_proves_nothing() {
    let wing = Evidence::Wing { pivot: cell("r1c1"), wings: Vec::new(), digit: digit(4) };
    is_refused(&puzzle(), &takes(StepName::XY_WING, "r1c3", "4", wing), "the pivot has candidates");
    let blossom = Evidence::AlmostLocked { sets: vec![group("r1c1", "")], commons: Vec::new() };
    is_refused(&puzzle(), &takes(StepName::DEATH_BLOSSOM, "r1c3", "4", blossom), "cells are blank");
    for kind in [ChainKind::Cell(cell("r1c1")), ChainKind::House(house("row 1"), digit(5))] {
        is_refused(&puzzle(), &of_cases(kind), "one of the assumptions holds");
    }
    let idle = Step {
        name: StepName::NAKED_SINGLE,
        effect: Effect::default(),
        evidence: Evidence::Several { parts: Vec::new() },
    };
    is_refused(&puzzle(), &idle, "the step has no effect");
}

#[test]
fn aligned_cells_must_be_blank() {
    let aligned = |base: Vec<Cell>| Evidence::Aligned { base, excluders: Vec::new() };
    let decided = aligned(cells("r1c1 r1c3"));
    let step = takes(StepName::ALIGNED_PAIR_EXCLUSION, "r1c3", "4", decided);
    is_refused(&puzzle(), &step, "the cells are blank");
    let effect = Effect::place(cell("r1c3"), digit(1));
    let empty =
        Step { name: StepName::ALIGNED_PAIR_EXCLUSION, effect, evidence: aligned(Vec::new()) };
    is_refused(&puzzle(), &empty, "two or three cells are aligned");
}

#[test]
fn each_chain_must_start_from_one_candidate() {
    let forcing = |starts: &[(&str, u8, bool)]| Evidence::Forcing {
        chains: starts.iter().map(|&(name, value, is_on)| vec![node(name, value, is_on)]).collect(),
    };
    let step = |evidence| takes(StepName::FORCING_NET_VERITY, "r1c3", "4", evidence);
    let decided = step(forcing(&[("r1c1", 4, true)]));
    is_refused(&puzzle(), &decided, "a start is a candidate");
    let no_candidate = step(forcing(&[("r1c3", 5, false), ("r1c3", 5, true)]));
    is_refused(&puzzle(), &no_candidate, "a start is a candidate");
    let chains = |cells: Vec<Cell>| {
        let of_cell = [1, 2, 4].map(|value| vec![node("r1c3", value, true)]);
        let other = ChainNode { cells, ..node("r1c3", 1, true) };
        step(Evidence::Forcing { chains: of_cell.into_iter().chain([vec![other]]).collect() })
    };
    is_refused(&puzzle(), &chains(Vec::new()), "a start is a candidate");
    is_refused(&puzzle(), &chains(cells("r1c3 r1c4")), "a start is a candidate");
    is_refused(&puzzle(), &step(Evidence::Forcing { chains: vec![Vec::new()] }), "a start is");
}

#[test]
fn a_digit_from_the_solution_is_explained_but_not_proved() {
    let mut step = Step {
        name: StepName::BRUTE_FORCE,
        effect: Effect::place(cell("r1c3"), digit(1)),
        evidence: Evidence::Solution,
    };
    is_refused(&puzzle(), &step, "looked up");
    let text = Explanation::new(&puzzle(), &step).unwrap().text(Depth::Proof);
    assert!(text.contains("comes from the solution, which a search has found"), "{text}");
    let parts = Step { evidence: Evidence::Several { parts: vec![step.clone()] }, ..step.clone() };
    is_refused(&puzzle(), &parts, "in the inner step brute force");
    step.effect.eliminations = vec![(cell("r1c4"), digits("6"))];
    is_refused(&puzzle(), &step, "looked up");
}

#[test]
fn the_cells_of_a_set_must_be_different_and_blank() {
    let pair =
        Evidence::Subset { house: house("row 1"), cells: cells("r1c1 r1c1"), digits: digits("12") };
    let board = marked(&[("r1c1", "12")]);
    is_refused(
        &board,
        &takes(StepName::NAKED_PAIR, "r1c2", "1", pair),
        "the cells are blank and distinct",
    );
    // The first set includes a filled cell, so it seems to have three digits for two cells.
    let mut board = marks(&[("r1c3", "124"), ("r1c7", "12")]);
    board.place(cell("r1c1"), digit(5));
    let sets = Evidence::AlmostLocked {
        sets: vec![group("r1c1 r1c3", "124"), group("r1c7", "12")],
        commons: vec![digits("1")],
    };
    let step = takes(StepName::ALS_XZ, "r1c9", "2", sets);
    is_refused(&State::from(&board), &step, "a set's cells are blank");
}

#[test]
fn a_set_in_a_ring_must_hold_its_digits_in_both_directions() {
    // r1c1<>1 leaves the set 2 and 3, and 3 has one place in it. But if r1c2=2 and r1c1=1, the set
    // lacks 3.
    let mut known = vec![("r1c1", "12"), ("r1c2", "23"), ("r5c2", "12"), ("r5c1", "19")];
    known.push(("r2c2 r3c2 r4c2 r6c2 r7c2 r8c2 r9c2", "13456789"));
    known.push(("r5c3 r5c4 r5c5 r5c6 r5c7 r5c8 r5c9", "23456789"));
    let mut nodes = vec![
        node("r1c1", 1, false),
        node("r1c2", 2, false),
        node("r5c2", 2, true),
        node("r5c2", 1, false),
        node("r5c1", 1, true),
        node("r1c1", 1, false),
    ];
    nodes[0].set = Some(group("r1c1 r1c2", "123"));
    let ring = Evidence::Alternating { nodes };
    let name = StepName::GROUPED_CONTINUOUS_NICE_LOOP;
    let step = |at, gone| takes(name, at, gone, ring.clone());
    assert_eq!(check(&marked(&known), &step("r7c1", "1")), Ok(()));
    is_refused(&marked(&known), &step("r1c9", "3"), "the effect on 3 in r1c9");
}

#[test]
fn each_node_of_a_remote_pair_must_follow_from_the_one_before() {
    let board = marked(&[("r1c1 r1c5 r5c5 r5c9", "12")]);
    let mut nodes: Vec<ChainNode> = ["r1c1", "r1c5", "r5c5", "r5c9"]
        .iter()
        .zip([[1, 2], [2, 1], [1, 2], [2, 1]])
        .flat_map(|(name, [off, on])| [node(name, off, false), node(name, on, true)])
        .collect();
    let step = |nodes: &[ChainNode]| {
        let evidence = Evidence::Alternating { nodes: nodes.to_vec() };
        takes(StepName::REMOTE_PAIR, "r1c9", "12", evidence)
    };
    assert_eq!(check(&board, &step(&nodes)), Ok(()));
    nodes[1] = node("r9c9", 5, true);
    is_refused(&board, &step(&nodes), "r9c9=5 does not follow from the evidence");
}

#[test]
fn each_color_must_be_on_places_of_the_digit_and_each_place_has_one_color() {
    let board = marked(&[("r1c2 r1c3 r1c4 r1c6 r1c7 r1c8 r1c9", "23456789")]);
    let step = |colors: &[&str]| {
        let colors = colors.iter().map(|names| cells(names)).collect();
        let evidence = Evidence::Colors { digit: digit(1), colors };
        takes(StepName::SIMPLE_COLORS_TRAP, "r1c5", "1", evidence)
    };
    is_refused(&board, &step(&["r1c1", "r1c5 r1c1"]), "no cell has two colors");
    is_refused(&board, &step(&["r1c9", "r1c1"]), "the colored cells are places");
}

/// Returns a rectangle of 1 and 2 with extra digits in the first two cells.
fn rectangle(support: Option<Support>) -> Evidence {
    Evidence::Loop {
        cells: cells("r1c1 r1c2 r4c1 r4c2"),
        digits: digits("12"),
        extra: cells("r1c1 r1c2"),
        support,
    }
}

#[test]
fn the_cells_of_a_deadly_pattern_must_be_different() {
    let evidence = Evidence::Loop {
        cells: cells("r1c1 r1c1 r5c5 r5c5"),
        digits: digits("12"),
        extra: cells("r1c1"),
        support: None,
    };
    let board = marked(&[("r1c1", "123"), ("r5c5", "12")]);
    let step = takes(StepName::UNIQUENESS_TEST_1, "r1c1", "12", evidence);
    is_refused(&board, &step, "the cells of the pattern are distinct");
}

#[test]
fn a_deadly_pattern_must_have_all_its_marks_at_the_start() {
    let whole = [("r1c1", "123"), ("r1c2 r4c1 r4c2", "12")];
    let step = takes(StepName::UNIQUENESS_TEST_1, "r1c1", "12", rectangle(None));
    assert_eq!(check(&marked(&whole), &step), Ok(()));
    let lacking = [("r1c1", "123"), ("r1c2 r4c1", "12"), ("r4c2", "1")];
    is_refused(&marked(&lacking), &step, "no cell lacked a digit of the pair at the start");
    // For such a cell, it is also unknown whether a digit that is eliminated now was a candidate at
    // the start.
    let mut later = marked(&whole);
    later.apply(&Effect::eliminate([(cell("r4c2"), digits("2"))]));
    assert!(later.had_missing_candidates(cell("r4c2")));
    is_refused(&later, &step, "no cell lacked");
    assert!(!State::from(&Board::EMPTY).had_missing_candidates(cell("r4c2")));
}

#[test]
fn the_subset_of_a_deadly_pattern_must_have_its_own_cells_and_digits() {
    let known = [("r1c1", "123"), ("r1c2", "124"), ("r4c1 r4c2", "12"), ("r1c5", "34")];
    let support = |names, of| Support {
        house: house("row 1"),
        cells: cells(names),
        digits: digits(of),
        is_hidden: false,
    };
    let step =
        |at, gone, support| takes(StepName::UNIQUENESS_TEST_3, at, gone, rectangle(Some(support)));
    assert_eq!(check(&marked(&known), &step("r1c9", "34", support("r1c5", "34"))), Ok(()));
    let twice = step("r1c9", "5", support("r1c5 r1c5", "345"));
    is_refused(&marked(&known), &twice, "the cells are blank and distinct from the extra cells");
    // The row already has 9, so the three cells do not need it.
    let mut board = marks(&[("r1c1", "1235"), ("r1c2", "1245"), ("r4c1 r4c2", "12")]);
    for name in ["r1c3", "r1c4", "r1c6", "r1c7", "r1c8"] {
        board.eliminate(cell(name), digits("6"));
    }
    board.place(cell("r1c9"), digit(9));
    let hidden = Support { is_hidden: true, ..support("r1c5", "69") };
    is_refused(
        &State::from(&board),
        &step("r1c5", "3", hidden),
        "the digits have places only there",
    );
}
