//! Compares the eliminations of each family with an implementation from its definition.

use std::collections::BTreeSet;

use sudoku_core::{Cell, Digit, House, Limits};
use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
use sudoku_logic::{
    AlignedExclusion, AlphabetWings, BivalueGrave, ChainKind, CyclesAndChains, Entry, Evidence,
    Fish, HiddenSingles, HiddenSubset, ImplicationChains, Implications, LockedCandidates,
    LockedOrder, LoopRule, NakedSingles, NakedSubset, PeerOrder, RatingScale, SUKAKU_1_18,
    ScoreRule, State, Step, StepName, StepScore, Technique, UniqueLoops, XyWings,
};
use sudoku_mrv::Mrv;

type Candidate = (Cell, Digit);

/// Returns states on the solution paths of minimal puzzles that need more than singles.
fn states() -> Vec<State> {
    let mut states = Vec::new();
    for number in 0..60 {
        let request = PuzzleRequest::new().with_minimality(Minimality::Strict);
        let board = request.generate(&Mrv, &mut seeded_rng(1415, number)).unwrap().board;
        let limits = Limits::ALL.with_nodes(300);
        let mut path = SUKAKU_1_18.path(&State::from(&board), &limits);
        loop {
            let state = *path.state();
            match path.next() {
                Some(rated) if number_of(rated.score) > 2.0 => states.push(state),
                Some(rated) if number_of(rated.score) < 8.5 => {}
                _ => break,
            }
        }
    }
    assert!(states.len() > 200, "{}", states.len());
    states
}

fn number_of(score: StepScore) -> f64 {
    match score {
        StepScore::Rating(rating) => rating,
        other => panic!("{other} is of another scale"),
    }
}

/// Returns the steps that the technique finds.
fn steps(technique: &'static dyn Technique, state: &State) -> Vec<Step> {
    let rule = ScoreRule::ByKindAndLength { cycle: 1.0, chain: 1.0, mixed: 1.0 };
    let scale = RatingScale::new("one", vec![Entry { technique, rule }]);
    let found = scale.all_steps(state, &Limits::ALL).unwrap_or_default();
    found.into_iter().map(|rated| rated.step).collect()
}

fn eliminated<'a>(steps: impl IntoIterator<Item = &'a Step>) -> BTreeSet<Candidate> {
    let eliminations = steps.into_iter().flat_map(|step| &step.effect.eliminations);
    eliminations.flat_map(|&(cell, digits)| digits.iter().map(move |digit| (cell, digit))).collect()
}

/// Compares both on all states, and checks that there was something to compare.
fn agree(technique: &'static dyn Technique, naive: impl Fn(&State) -> BTreeSet<Candidate>) {
    agree_on(technique, |_| true, naive);
}

fn agree_on(
    technique: &'static dyn Technique,
    is_wanted: impl Fn(&Step) -> bool,
    naive: impl Fn(&State) -> BTreeSet<Candidate>,
) {
    let mut found = 0;
    for state in states() {
        let all = steps(technique, &state);
        let ours = eliminated(all.iter().filter(|step| is_wanted(step)));
        assert_eq!(ours, naive(&state), "{state}");
        found += ours.len();
    }
    assert!(found > 0);
}

fn blank_cells(state: &State) -> Vec<Cell> {
    Cell::all().filter(|&cell| state.value(cell).is_none()).collect()
}

/// Returns the places of a digit in a house.
fn places(state: &State, house: House, digit: Digit) -> Vec<Cell> {
    house.cells().iter().copied().filter(|&cell| state.has(cell, digit)).collect()
}

/// Returns all subsets of the items of this size.
fn choices<T: Copy>(things: &[T], count: usize) -> Vec<Vec<T>> {
    match (count, things) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let mut all = choices(rest, count);
            all.extend(choices(rest, count - 1).into_iter().map(|mut chosen| {
                chosen.insert(0, *first);
                chosen
            }));
            all
        }
    }
}

#[test]
fn singles() {
    for state in states() {
        let placed = |technique: &'static dyn Technique| -> BTreeSet<Candidate> {
            steps(technique, &state).iter().filter_map(|step| step.effect.placement).collect()
        };
        let mut hidden = BTreeSet::new();
        for house in House::all() {
            for digit in Digit::all() {
                if let [only] = *places(&state, house, digit) {
                    hidden.insert((only, digit));
                }
            }
        }
        assert_eq!(placed(&HiddenSingles), hidden);
        let naked = Cell::all().filter(|&cell| state.candidates(cell).len() == 1);
        let naked: BTreeSet<Candidate> =
            naked.map(|cell| (cell, state.candidates(cell).iter().next().unwrap())).collect();
        assert_eq!(placed(&NakedSingles), naked);
    }
}

#[test]
fn locked_candidates() {
    let naive = |state: &State| {
        let mut out = BTreeSet::new();
        for (base, cover) in House::all().flat_map(|base| House::all().map(move |c| (base, c))) {
            for digit in Digit::all().filter(|_| base != cover) {
                let all = places(state, base, digit);
                if all.len() >= 2 && all.iter().all(|cell| cover.cells().contains(cell)) {
                    let others = places(state, cover, digit);
                    let others = others.into_iter().filter(|cell| !all.contains(cell));
                    out.extend(others.map(|cell| (cell, digit)));
                }
            }
        }
        out
    };
    const BY_DIGIT: LockedCandidates =
        LockedCandidates { is_direct: false, order: LockedOrder::DigitsFirst };
    const BY_HOUSE: LockedCandidates =
        LockedCandidates { is_direct: false, order: LockedOrder::HousesFirst };
    agree(&BY_DIGIT, naive);
    agree(&BY_HOUSE, naive);
}

/// Finds subsets of a size: naked ones in houses with at least twice as many blank cells, hidden
/// ones in houses with more.
fn subsets(state: &State, size: usize, is_naked: bool) -> BTreeSet<Candidate> {
    let mut out = BTreeSet::new();
    for house in House::all() {
        let blanks: Vec<Cell> =
            house.cells().iter().copied().filter(|&cell| state.value(cell).is_none()).collect();
        if is_naked && blanks.len() >= 2 * size {
            for cells in choices(&blanks, size) {
                let union: BTreeSet<Digit> =
                    cells.iter().flat_map(|&cell| state.candidates(cell)).collect();
                let is_subset = union.len() == size
                    && cells.iter().all(|&cell| state.candidates(cell).len() >= 2);
                for &other in blanks.iter().filter(|other| is_subset && !cells.contains(other)) {
                    let digits = state.candidates(other).iter().filter(|d| union.contains(d));
                    out.extend(digits.map(|digit| (other, digit)));
                }
            }
        }
        if !is_naked && blanks.len() > 2 * size {
            for digits in choices(&Digit::all().collect::<Vec<_>>(), size) {
                let lists: Vec<Vec<Cell>> =
                    digits.iter().map(|&digit| places(state, house, digit)).collect();
                let union: BTreeSet<Cell> = lists.iter().flatten().copied().collect();
                if union.len() == size && lists.iter().all(|list| list.len() >= 2) {
                    for cell in union {
                        let others = state.candidates(cell).iter().filter(|d| !digits.contains(d));
                        out.extend(others.map(|digit| (cell, digit)));
                    }
                }
            }
        }
    }
    out
}

#[test]
fn naked_and_hidden_subsets() {
    agree(&NakedSubset { size: 2 }, |state| subsets(state, 2, true));
    agree(&NakedSubset { size: 3 }, |state| subsets(state, 3, true));
    agree(&NakedSubset { size: 4 }, |state| subsets(state, 4, true));
    agree(&HiddenSubset { size: 2, is_direct: false }, |state| subsets(state, 2, false));
    agree(&HiddenSubset { size: 3, is_direct: false }, |state| subsets(state, 3, false));
}

fn fish(state: &State, size: usize) -> BTreeSet<Candidate> {
    let mut out = BTreeSet::new();
    let lines: Vec<House> = House::all().collect();
    for (bases, covers) in [(&lines[..9], &lines[9..18]), (&lines[9..18], &lines[..9])] {
        for digit in Digit::all() {
            let placed = Cell::all().filter(|&cell| state.value(cell) == Some(digit)).count();
            if placed + 2 * size > 9 {
                continue;
            }
            for base in choices(bases, size) {
                let lists: Vec<Vec<Cell>> =
                    base.iter().map(|&house| places(state, house, digit)).collect();
                let cover: Vec<House> = covers
                    .iter()
                    .copied()
                    .filter(|cover| lists.iter().flatten().any(|cell| cover.cells().contains(cell)))
                    .collect();
                if cover.len() == size && lists.iter().all(|list| list.len() >= 2) {
                    for cell in cover.iter().flat_map(|&house| places(state, house, digit)) {
                        if !lists.iter().flatten().any(|&other| other == cell) {
                            out.insert((cell, digit));
                        }
                    }
                }
            }
        }
    }
    out
}

#[test]
fn basic_fish() {
    agree(&Fish { size: 2 }, |state| fish(state, 2));
    agree(&Fish { size: 3 }, |state| fish(state, 3));
}

#[test]
fn xy_and_xyz_wings() {
    let wings = |state: &State, is_xyz: bool| {
        let mut out = BTreeSet::new();
        let pairs: Vec<Cell> =
            Cell::all().filter(|&cell| state.candidates(cell).len() == 2).collect();
        for pivot in Cell::all() {
            let whole = state.candidates(pivot);
            for wing in choices(&pairs, 2).iter().filter(|_| whole.len() == 2 + usize::from(is_xyz))
            {
                let (one, other) = (state.candidates(wing[0]), state.candidates(wing[1]));
                let shared = one & other;
                let is_wing = pivot.sees(wing[0])
                    && pivot.sees(wing[1])
                    && (one | other | whole).len() == 3
                    && shared.len() == 1
                    && (whole & shared).is_empty() != is_xyz
                    && (whole & one).len() == 1 + usize::from(is_xyz)
                    && (whole & other).len() == 1 + usize::from(is_xyz);
                let digit = shared.iter().next();
                for cell in Cell::all().filter(|_| is_wing) {
                    let sees = cell.sees(wing[0])
                        && cell.sees(wing[1])
                        && cell != pivot
                        && (!is_xyz || cell.sees(pivot));
                    out.extend(digit.filter(|&d| sees && state.has(cell, d)).map(|d| (cell, d)));
                }
            }
        }
        out
    };
    agree(&XyWings { is_xyz: false, order: PeerOrder::Ascending }, |state| wings(state, false));
    agree(&XyWings { is_xyz: true, order: PeerOrder::ByHouse }, |state| wings(state, true));
}

#[test]
fn wxyz_wings() {
    agree(&AlphabetWings { size: 4 }, |state| {
        let mut out = BTreeSet::new();
        let blanks = blank_cells(state);
        let small: Vec<Cell> = blanks
            .iter()
            .copied()
            .filter(|&cell| (2..=4).contains(&state.candidates(cell).len()))
            .collect();
        for set in choices(&small, 3) {
            let union = set.iter().fold(state.candidates(set[0]), |u, &c| u | state.candidates(c));
            let is_set =
                union.len() == 4 && choices(&set, 2).iter().all(|pair| pair[0].sees(pair[1]));
            if !is_set {
                continue;
            }
            let holders = |digit: Digit| set.iter().filter(move |&&cell| state.has(cell, digit));
            for &pair in small.iter().filter(|cell| !set.contains(cell)) {
                let of_pair = state.candidates(pair);
                if of_pair.len() != 2 || !(of_pair - union).is_empty() {
                    continue;
                }
                let bound: Vec<Digit> = of_pair
                    .iter()
                    .filter(|&digit| holders(digit).all(|&cell| cell.sees(pair)))
                    .collect();
                let mut remove = |digit: Digit, with_pair: bool| {
                    for &cell in blanks.iter().filter(|&&cell| cell != pair && !set.contains(&cell))
                    {
                        let sees = holders(digit).all(|&other| cell.sees(other))
                            && (!with_pair || cell.sees(pair));
                        if sees && state.has(cell, digit) {
                            out.insert((cell, digit));
                        }
                    }
                };
                for digit in of_pair.iter().filter(|digit| bound.iter().any(|b| b != digit)) {
                    remove(digit, true);
                }
                if bound.len() == 2 {
                    (union - of_pair).iter().for_each(|digit| remove(digit, false));
                }
            }
        }
        out
    });
}

#[test]
fn aligned_pairs() {
    agree(&AlignedExclusion { size: 2, order: PeerOrder::Ascending }, |state| {
        let mut out = BTreeSet::new();
        let has_single = |cell: Cell| cell.peers().iter().any(|&p| state.candidates(p).len() == 1);
        let bases: Vec<Cell> = Cell::all()
            .filter(|&cell| state.candidates(cell).len() > 1 && !has_single(cell))
            .collect();
        for pair in choices(&bases, 2) {
            let excluders: Vec<Cell> = Cell::all()
                .filter(|&cell| state.candidates(cell).len() == 2)
                .filter(|cell| cell.sees(pair[0]) && cell.sees(pair[1]))
                .collect();
            if excluders.len() < 2 {
                continue;
            }
            let is_allowed = |one: Digit, other: Digit| {
                let chosen = [one, other].into_iter().collect();
                !(one == other && pair[0].sees(pair[1]))
                    && excluders.iter().all(|&cell| !(state.candidates(cell) - chosen).is_empty())
            };
            let (first, second) = (state.candidates(pair[0]), state.candidates(pair[1]));
            for one in first.iter().filter(|&one| second.iter().all(|o| !is_allowed(one, o))) {
                out.insert((pair[0], one));
            }
            for other in second.iter().filter(|&other| first.iter().all(|o| !is_allowed(o, other)))
            {
                out.insert((pair[1], other));
            }
        }
        out
    });
}

#[test]
fn unique_rectangles_of_type_1_and_bugs_of_type_1() {
    let is_rectangle = |step: &Step| {
        let Evidence::Loop { cells, .. } = &step.evidence else { return false };
        step.name == StepName::UNIQUE_LOOP_1 && cells.len() == 4
    };
    agree_on(&UniqueLoops { rule: LoopRule::Corrected }, is_rectangle, |state| {
        let mut out = BTreeSet::new();
        let blanks = blank_cells(state);
        for corners in choices(&blanks, 2) {
            let (one, other) = (corners[0], corners[1]);
            let crossing = [
                Cell::at(one.row(), other.column()).unwrap(),
                Cell::at(other.row(), one.column()).unwrap(),
            ];
            let all = [one, other, crossing[0], crossing[1]];
            let boxes: BTreeSet<usize> = all.iter().map(|cell| cell.box_index()).collect();
            if one.row() == other.row() || one.column() == other.column() || boxes.len() != 2 {
                continue;
            }
            for rescue in all {
                let rest: Vec<Cell> = all.into_iter().filter(|&cell| cell != rescue).collect();
                let pair = state.candidates(rest[0]);
                let is_deadly = pair.len() == 2
                    && rest.iter().all(|&cell| state.candidates(cell) == pair)
                    && (pair - state.candidates(rescue)).is_empty()
                    && state.candidates(rescue).len() > 2;
                out.extend(pair.iter().filter(|_| is_deadly).map(|digit| (rescue, digit)));
            }
        }
        out
    });
    let is_first_type = |step: &Step| step.name == StepName::BIVALUE_GRAVE_1;
    for state in states() {
        let large: Vec<Cell> =
            Cell::all().filter(|&cell| state.candidates(cell).len() > 2).collect();
        let all = steps(&BivalueGrave { is_corrected: true }, &state);
        let ours = eliminated(all.iter().filter(|step| is_first_type(step)));
        if let [only] = *large
            && state.candidates(only).len() == 3
            && blank_cells(&state).iter().all(|&cell| state.candidates(cell).len() > 1)
        {
            let digits = state.candidates(only);
            let odd: Vec<Digit> = digits
                .iter()
                .filter(|&d| only.houses().iter().all(|&h| places(&state, h, d).len() == 3))
                .collect();
            let expected = digits.iter().filter(|digit| odd.len() == 1 && !odd.contains(digit));
            assert_eq!(ours, expected.map(|digit| (only, digit)).collect());
        } else if large.len() > 1 {
            assert!(ours.iter().all(|(cell, _)| large.contains(cell)));
        }
    }
}

/// Returns the static consequences of a candidate being on, or off: the candidates that are on, and
/// those that are off.
fn closure(state: &State, start: Candidate, is_on: bool) -> [BTreeSet<Candidate>; 2] {
    let mut sets = [BTreeSet::new(), BTreeSet::new()];
    let mut open = vec![(start, is_on)];
    sets[usize::from(!is_on)].insert(start);
    while let Some(((cell, digit), is_on)) = open.pop() {
        let mut next = Vec::new();
        let others: Vec<Digit> = state.candidates(cell).iter().filter(|&d| d != digit).collect();
        if is_on || others.len() == 1 {
            next.extend(others.into_iter().map(|other| (cell, other)));
        }
        for house in cell.houses() {
            let mut others = places(state, house, digit);
            others.retain(|&other| other != cell);
            if is_on || others.len() == 1 {
                next.extend(others.into_iter().map(|other| (other, digit)));
            }
        }
        for candidate in next {
            if sets[usize::from(is_on)].insert(candidate) {
                open.push((candidate, !is_on));
            }
        }
    }
    sets
}

fn candidates(state: &State) -> Vec<Candidate> {
    let blanks = blank_cells(state).into_iter();
    blanks.flat_map(|cell| state.candidates(cell).iter().map(move |digit| (cell, digit))).collect()
}

/// Returns the other candidates of the cell, which are wrong if this candidate is right.
fn others(state: &State, (cell, digit): Candidate) -> impl Iterator<Item = Candidate> {
    state.candidates(cell).without(digit).iter().map(move |other| (cell, other))
}

#[test]
fn chains_from_an_assumption_to_its_opposite() {
    let is_chain = |step: &Step| {
        let Evidence::Chains { kind, .. } = step.evidence else { return false };
        kind == ChainKind::MixedChain
    };
    agree_on(&CyclesAndChains { order: PeerOrder::Ascending }, is_chain, |state| {
        let mut out = BTreeSet::new();
        for candidate in candidates(state).into_iter().filter(|c| state.candidates(c.0).len() > 1) {
            if closure(state, candidate, true)[1].contains(&candidate) {
                out.insert(candidate);
            }
            if closure(state, candidate, false)[0].contains(&candidate) {
                out.extend(others(state, candidate));
            }
        }
        out
    });
}

#[test]
fn chains_from_cells_and_houses() {
    const MULTIPLE: ImplicationChains =
        ImplicationChains { implications: Implications::Multiple, order: LockedOrder::DigitsFirst };
    let mut compared = 0;
    for state in states() {
        let from = |candidate| closure(&state, candidate, true);
        // A contradiction ends a search early.
        let has_contradiction =
            candidates(&state).into_iter().map(from).any(|[on, off]| !on.is_disjoint(&off));
        if has_contradiction {
            continue;
        }
        let mut out = BTreeSet::new();
        let mut all_of = |starts: Vec<Candidate>| {
            let [on, off] = starts
                .into_iter()
                .map(from)
                .reduce(|one, other| [&one[0] & &other[0], &one[1] & &other[1]])
                .unwrap();
            out.extend(off);
            out.extend(on.into_iter().flat_map(|candidate| others(&state, candidate)));
        };
        let is_large = |cell: Cell| state.candidates(cell).len() > 2;
        for cell in Cell::all().filter(|&cell| is_large(cell)) {
            all_of(state.candidates(cell).iter().map(|digit| (cell, digit)).collect());
        }
        for (house, digit) in House::all().flat_map(|h| Digit::all().map(move |d| (h, d))) {
            let places = places(&state, house, digit);
            if places.len() > 1 && is_large(places[0]) {
                all_of(places.into_iter().map(|cell| (cell, digit)).collect());
            }
        }
        assert_eq!(eliminated(&steps(&MULTIPLE, &state)), out, "{state}");
        compared += out.len();
    }
    assert!(compared > 0);
}

#[test]
fn contradictions_within_a_digit() {
    const NISHIO: ImplicationChains =
        ImplicationChains { implications: Implications::Nishio, order: LockedOrder::DigitsFirst };
    agree(&NISHIO, |state| {
        let mut out = BTreeSet::new();
        for candidate in candidates(state).into_iter().filter(|c| state.candidates(c.0).len() > 1) {
            let (_, digit) = candidate;
            let cells: Vec<Cell> = Cell::all().filter(|&cell| state.has(cell, digit)).collect();
            for is_on in [true, false] {
                let (mut on, mut off) = (BTreeSet::new(), BTreeSet::new());
                if is_on { &mut on } else { &mut off }.insert(candidate.0);
                loop {
                    let before = (on.len(), off.len());
                    let seen = |cell: &&Cell| on.iter().any(|other: &Cell| other.sees(**cell));
                    off.extend(cells.iter().filter(seen).copied().collect::<Vec<_>>());
                    for house in House::all() {
                        let all = places(state, house, digit);
                        let left: Vec<Cell> =
                            all.iter().copied().filter(|cell| !off.contains(cell)).collect();
                        // The last place is on. Without a place, an off candidate is turned on.
                        match (left.len(), all.first()) {
                            (1, _) if all.len() > 1 => on.extend(left),
                            (0, Some(&first)) if all.len() > 1 => on.extend([first]),
                            _ => {}
                        }
                    }
                    if !on.is_disjoint(&off) {
                        match is_on {
                            true => out.extend([candidate]),
                            false => out.extend(others(state, candidate)),
                        }
                        break;
                    }
                    if before == (on.len(), off.len()) {
                        break;
                    }
                }
            }
        }
        out
    });
}
