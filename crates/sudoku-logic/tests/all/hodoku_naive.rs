//! Compares HoDoKu's techniques with slow implementations from their definitions: both eliminate
//! the same candidates on many boards.

use std::collections::{BTreeMap, BTreeSet};

use sudoku_core::{Board, Cell, Digit, Limits};
use sudoku_logic::{HODOKU_2_3, HodokuOptions, State, StepName, StepName as N, hodoku_steps};

type Gone = BTreeSet<(usize, u8)>;

/// Returns boards on the solution paths of puzzles.
fn states() -> Vec<State> {
    let mut found = Vec::new();
    for line in include_str!("../recorded.csv").lines().skip(41).step_by(5) {
        let puzzle = line.split(',').next().unwrap_or_default();
        let board: Board = puzzle.parse().expect("the file holds puzzles");
        let limits = Limits::ALL;
        let mut path = HODOKU_2_3.path(&State::from(&board), &limits);
        for number in 0.. {
            if number % 7 == 3 {
                found.push(*path.state());
            }
            if path.next().is_none() {
                break;
            }
        }
    }
    found
}

fn found(state: &State, techniques: &[StepName]) -> Gone {
    let options = HodokuOptions { incomplete_rectangles: false, ..HodokuOptions::DEFAULT };
    let steps = techniques.iter().flat_map(|&technique| hodoku_steps(technique, state, &options));
    let parts = steps.flat_map(|step| step.effect.eliminations);
    parts.flat_map(|(c, set)| set.into_iter().map(move |d| (c.index(), d.get()))).collect()
}

/// The board of the naive implementations.
struct Naive([BTreeSet<u8>; 81]);

impl Naive {
    fn new(state: &State) -> Self {
        let set = |cell: Cell| state.candidates(cell).into_iter().map(Digit::get).collect();
        let sets: Vec<BTreeSet<u8>> = Cell::all().map(set).collect();
        Self(sets.try_into().expect("a board has 81 cells"))
    }

    fn places(&self, house: usize, digit: u8) -> Vec<usize> {
        let cells = (0..81).filter(|&cell| houses(cell).contains(&house));
        cells.filter(|&cell| self.0[cell].contains(&digit)).collect()
    }

    fn places_of(&self, digit: u8) -> Vec<usize> {
        (0..81).filter(|&cell| self.0[cell].contains(&digit)).collect()
    }

    fn seen_by(&self, cells: &[usize], digit: u8) -> impl Iterator<Item = (usize, u8)> {
        let is_seen = |&at: &usize| cells.iter().all(|&cell| sees(at, cell));
        let gone = (0..81).filter(is_seen).filter(|&at| self.0[at].contains(&digit));
        gone.map(|at| (at, digit)).collect::<Vec<_>>().into_iter()
    }

    fn of_size(&self, size: usize) -> Vec<usize> {
        (0..81).filter(|&cell| self.0[cell].len() == size).collect()
    }
}

fn houses(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}

fn sees(one: usize, two: usize) -> bool {
    one != two && houses(one).iter().zip(houses(two)).any(|(&a, b)| a == b)
}

fn choices<V: Copy>(things: &[V], size: usize) -> Vec<Vec<V>> {
    let all = 0..1usize << things.len();
    let chosen = all.filter(|set| set.count_ones() as usize == size);
    let is_in = |set: usize, at: &usize| set >> at & 1 == 1;
    let pick = |set| (0..things.len()).filter(move |at| is_in(set, at)).map(|at| things[at]);
    chosen.map(|set| pick(set).collect()).collect()
}

fn agree(techniques: &[StepName], naive: impl Fn(&Naive) -> Gone) {
    let mut count = 0;
    for state in states() {
        let expected = naive(&Naive::new(&state));
        count += expected.len();
        assert_eq!(found(&state, techniques), expected, "{techniques:?}\n{state}");
    }
    assert!(count > 0, "no board has a {techniques:?}");
}

#[test]
fn locked_candidates() {
    let locked = |board: &Naive, bases: std::ops::Range<usize>, covers: std::ops::Range<usize>| {
        let mut gone = Gone::new();
        for (base, digit) in bases.flat_map(|base| (1..=9).map(move |digit| (base, digit))) {
            let places = board.places(base, digit);
            for cover in covers.clone().filter(|_| (2..=3).contains(&places.len())) {
                if places.iter().all(|&cell| houses(cell).contains(&cover)) {
                    let others = board.places(cover, digit).into_iter();
                    gone.extend(others.filter(|at| !places.contains(at)).map(|at| (at, digit)));
                }
            }
        }
        gone
    };
    agree(&[N::POINTING], |board| locked(board, 18..27, 0..18));
    agree(&[N::CLAIMING], |board| locked(board, 0..18, 18..27));
}

#[test]
fn subsets() {
    agree(&[N::NAKED_PAIR, N::LOCKED_PAIR], |board| naked(board, 2));
    agree(&[N::NAKED_TRIPLE, N::LOCKED_TRIPLE], |board| naked(board, 3));
    agree(&[N::HIDDEN_PAIR], |board| hidden(board, 2));
    agree(&[N::HIDDEN_TRIPLE], |board| hidden(board, 3));
}

fn naked(board: &Naive, size: usize) -> Gone {
    let mut gone = Gone::new();
    for house in 0..27 {
        let cells: Vec<usize> = (0..81).filter(|&cell| houses(cell).contains(&house)).collect();
        for chosen in choices(&cells, size) {
            let union: BTreeSet<u8> =
                chosen.iter().flat_map(|&cell| board.0[cell].iter().copied()).collect();
            if union.len() == size && chosen.iter().all(|&cell| !board.0[cell].is_empty()) {
                for digit in union {
                    gone.extend(board.seen_by(&chosen, digit));
                }
            }
        }
    }
    gone
}

fn hidden(board: &Naive, size: usize) -> Gone {
    let mut gone = Gone::new();
    for house in 0..27 {
        let lists: Vec<(u8, Vec<usize>)> = (1..=9)
            .map(|digit| (digit, board.places(house, digit)))
            .filter(|(_, places)| !places.is_empty())
            .collect();
        for chosen in choices(&(0..lists.len()).collect::<Vec<_>>(), size) {
            let cells: BTreeSet<usize> =
                chosen.iter().flat_map(|&at| lists[at].1.iter().copied()).collect();
            let digits: BTreeSet<u8> = chosen.iter().map(|&at| lists[at].0).collect();
            if cells.len() == size {
                for cell in cells {
                    gone.extend(board.0[cell].difference(&digits).map(|&digit| (cell, digit)));
                }
            }
        }
    }
    gone
}

#[test]
fn fish() {
    agree(&[N::X_WING], |board| lines(board, 2, false));
    agree(&[N::SWORDFISH], |board| lines(board, 3, false));
    agree(&[N::FINNED_X_WING, N::SASHIMI_X_WING], |board| lines(board, 2, true));
}

fn lines(board: &Naive, size: usize, has_fins: bool) -> Gone {
    let mut gone = Gone::new();
    let (rows, columns): (Vec<usize>, Vec<usize>) = ((0..9).collect(), (9..18).collect());
    for (bases, covers) in [(&rows, &columns), (&columns, &rows)] {
        for digit in 1..=9 {
            let used = |&&house: &&usize| !board.places(house, digit).is_empty();
            let bases: Vec<usize> = bases.iter().filter(used).copied().collect();
            for base in choices(&bases, size) {
                let cells: BTreeSet<usize> =
                    base.iter().flat_map(|&house| board.places(house, digit)).collect();
                for cover in choices(covers, size) {
                    let covered =
                        |cell: &usize| cover.contains(&houses(*cell)[usize::from(covers[0] > 8)]);
                    let fins: Vec<usize> =
                        cells.iter().copied().filter(|cell| !covered(cell)).collect();
                    let helps =
                        |&house: &usize| cells.iter().any(|&cell| houses(cell).contains(&house));
                    let fits =
                        if has_fins { (1..=5).contains(&fins.len()) } else { fins.is_empty() };
                    if fits && cover.iter().all(helps) {
                        let seen = board.seen_by(&fins, digit);
                        gone.extend(seen.filter(|(at, _)| covered(at) && !cells.contains(at)));
                    }
                }
            }
        }
    }
    gone
}

#[test]
fn wings() {
    agree(&[N::XY_WING], |board| xy_wings(board, 2));
    agree(&[N::XYZ_WING], |board| xy_wings(board, 3));
    agree(&[N::W_WING], w_wings);
}

fn xy_wings(board: &Naive, size: usize) -> Gone {
    let mut gone = Gone::new();
    for pivot in board.of_size(size) {
        let near: Vec<usize> =
            board.of_size(2).into_iter().filter(|&cell| sees(pivot, cell)).collect();
        for wings in choices(&near, 2) {
            let [one, two] = [&board.0[wings[0]], &board.0[wings[1]]];
            let common: Vec<u8> = one.intersection(two).copied().collect();
            let union: BTreeSet<u8> = one.union(two).copied().collect();
            let pivot_set = &board.0[pivot];
            let fits = if size == 3 {
                *pivot_set == union
            } else {
                common.len() == 1 && *pivot_set == &union - &common.iter().copied().collect()
            };
            if common.len() == 1 && fits {
                let cells = if size == 3 { vec![pivot, wings[0], wings[1]] } else { wings };
                gone.extend(board.seen_by(&cells, common[0]));
            }
        }
    }
    gone
}

fn w_wings(board: &Naive) -> Gone {
    let mut gone = Gone::new();
    for ends in choices_of_two(&board.of_size(2)) {
        let [one, two] = ends;
        if board.0[one] != board.0[two] {
            continue;
        }
        let joins = |&(left, right): &(usize, usize)| {
            sees(left, one) && !sees(right, one) && sees(right, two)
        };
        for &link in &board.0[one] {
            let linked = (0..27).any(|house| {
                let places = board.places(house, link);
                places.len() == 2
                    && !places.iter().any(|cell| ends.contains(cell))
                    && [(places[0], places[1]), (places[1], places[0])].iter().any(joins)
            });
            let other = board.0[one].iter().copied().find(|&digit| digit != link);
            if let (true, Some(other)) = (linked, other) {
                gone.extend(board.seen_by(&ends, other));
            }
        }
    }
    gone
}

fn choices_of_two(cells: &[usize]) -> Vec<[usize; 2]> {
    let pairs = cells.iter().enumerate();
    pairs.flat_map(|(at, &one)| cells[at + 1..].iter().map(move |&two| [one, two])).collect()
}

#[test]
fn single_digit_patterns() {
    agree(&[N::SKYSCRAPER], skyscrapers);
    agree(&[N::TURBOT_FISH], turbot_fish);
}

fn skyscrapers(board: &Naive) -> Gone {
    let mut gone = Gone::new();
    for (digit, first) in (1..=9).flat_map(|digit| [(digit, 0), (digit, 9)]) {
        let pairs: Vec<Vec<usize>> =
            (first..first + 9).map(|house| board.places(house, digit)).collect();
        let pairs: Vec<&Vec<usize>> = pairs.iter().filter(|places| places.len() == 2).collect();
        let line = |cell: usize| houses(cell)[usize::from(first == 0)];
        for two in choices_of_two(&(0..pairs.len()).collect::<Vec<_>>()) {
            let [one, two] = two.map(|at| pairs[at]);
            // Either the lower ends or the upper ends are in line, not both.
            for (base, top) in [(0, 1), (1, 0)] {
                if line(one[base]) == line(two[base]) && line(one[top]) != line(two[top]) {
                    gone.extend(board.seen_by(&[one[top], two[top]], digit));
                }
            }
        }
    }
    gone
}

fn turbot_fish(board: &Naive) -> Gone {
    let mut gone = Gone::new();
    for digit in 1..=9 {
        let cells: Vec<usize> = (0..81).filter(|&cell| board.0[cell].contains(&digit)).collect();
        // Two cells in both a line and a box are linked by the line.
        let is_strong = |one: usize, two: usize| {
            let shared: Vec<usize> =
                houses(one).into_iter().filter(|house| houses(two).contains(house)).collect();
            one != two && shared.first().is_some_and(|&h| board.places(h, digit).len() == 2)
        };
        let links: Vec<(usize, usize)> = cells
            .iter()
            .flat_map(|&one| cells.iter().map(move |&two| (one, two)))
            .filter(|&(one, two)| is_strong(one, two))
            .collect();
        for &(start, left) in &links {
            for &(right, end) in &links {
                // The second link may return to the start, which then holds the digit.
                let is_apart = ![start, left].contains(&right) && end != left;
                if is_apart && sees(left, right) {
                    gone.extend(board.seen_by(&[start, end], digit));
                }
            }
        }
    }
    gone
}

#[test]
fn rectangles_with_extra_candidates_in_one_cell() {
    agree(&[N::UNIQUENESS_TEST_1], |board| {
        let mut gone = Gone::new();
        for first in board.of_size(2) {
            let (row, column) = (first / 9, first % 9);
            for (other_row, other_column) in (0..81).map(|at| (at / 9, at % 9)) {
                let corners = [first, row * 9 + other_column, other_row * 9 + column];
                let last = other_row * 9 + other_column;
                let boxes: BTreeSet<usize> =
                    corners.iter().chain([&last]).map(|&cell| houses(cell)[2]).collect();
                let is_plain = |&cell: &usize| board.0[cell] == board.0[first];
                let pair = &board.0[first];
                if other_row != row
                    && other_column != column
                    && boxes.len() == 2
                    && corners.iter().all(is_plain)
                    && board.0[last].len() > 2
                    && pair.is_subset(&board.0[last])
                {
                    gone.extend(pair.iter().map(|&digit| (last, digit)));
                }
            }
        }
        gone
    });
}

#[test]
fn kraken_fish() {
    // The naive implementation tries every choice of houses, so only digits with few places are
    // tested.
    let has_few = |board: &Naive| {
        (1..=9).all(|d| (0..9).filter(|&row| !board.places(row, d).is_empty()).count() <= 5)
    };
    let mut taken = [0; 2];
    let few = states().into_iter().filter(|state| has_few(&Naive::new(state)));
    for state in few.step_by(5) {
        let board = Naive::new(&state);
        let reached = reached(&board);
        let types = [(1, N::KRAKEN_FISH_ONE), (2, N::KRAKEN_FISH_TWO)];
        for ((kind, name), taken) in types.into_iter().zip(&mut taken) {
            let naive = krakens(&board, &reached, kind);
            assert_eq!(found(&state, &[name]), naive, "{name} of {state:?}");
            *taken += naive.len();
        }
    }
    assert!(taken.iter().all(|&taken| taken > 100), "{taken:?}");
}

/// Returns, for each candidate, the eliminations by chains through candidates and through groups of
/// them.
fn reached(board: &Naive) -> BTreeMap<(usize, u8), Gone> {
    type Node = (Vec<usize>, u8);
    let mut nodes: Vec<Node> = Vec::new();
    for digit in 1..=9 {
        nodes.extend(board.places_of(digit).into_iter().map(|cell| (vec![cell], digit)));
        for (line, block) in (0..18).flat_map(|line| (18..27).map(move |block| (line, block))) {
            let mut cells = board.places(line, digit);
            cells.retain(|&cell| houses(cell).contains(&block));
            if cells.len() > 1 {
                nodes.push((cells, digit));
            }
        }
    }
    let are_apart = |one: &Node, two: &Node| one.0.iter().all(|cell| !two.0.contains(cell));
    // Two digits of a cell exclude each other, and so do two nodes of a digit that see each other.
    let excludes = |one: &Node, two: &Node| match one.1 == two.1 {
        true => one.0.iter().all(|&a| two.0.iter().all(|&b| sees(a, b))),
        false => one.0 == two.0 && one.0.len() == 1,
    };
    let is_last = |one: &Node, two: &Node| {
        if one.1 != two.1 {
            return one.0 == two.0 && one.0.len() == 1 && board.0[one.0[0]].len() == 2;
        }
        let hold = |house: usize| {
            let places = board.places(house, one.1);
            let is_group = |node: &&Node| {
                node.1 == one.1
                    && node.0.len() > 1
                    && are_apart(node, one)
                    && node.0.iter().all(|cell| places.contains(cell))
            };
            // HoDoKu links two groups only if there is no third one.
            let is_sure =
                one.0.len() == 1 || two.0.len() == 1 || nodes.iter().filter(is_group).count() == 1;
            is_sure
                && places.len() == one.0.len() + two.0.len()
                && places.iter().all(|cell| one.0.contains(cell) || two.0.contains(cell))
        };
        are_apart(one, two) && (0..27).any(hold)
    };
    let links = |is: &dyn Fn(&Node, &Node) -> bool| -> Vec<Vec<usize>> {
        let of = |one: &Node| (0..nodes.len()).filter(|&at| is(one, &nodes[at])).collect();
        nodes.iter().map(of).collect()
    };
    let (weak, strong) = (links(&excludes), links(&is_last));
    let starts = nodes.iter().enumerate().filter(|(_, (cells, _))| cells.len() == 1);
    starts
        .map(|(start, (cells, digit))| {
            let (mut on, mut off) = (BTreeSet::from([start]), BTreeSet::new());
            let mut next = vec![start];
            while let Some(node) = next.pop() {
                for &gone in &weak[node] {
                    if off.insert(gone) {
                        next.extend(strong[gone].iter().copied().filter(|&at| on.insert(at)));
                    }
                }
            }
            let gone = off.into_iter().map(|at| &nodes[at]).filter(|node| node.0.len() == 1);
            ((cells[0], *digit), gone.map(|(cells, digit)| (cells[0], *digit)).collect())
        })
        .collect()
}

fn krakens(board: &Naive, reached: &BTreeMap<(usize, u8), Gone>, kind: u8) -> Gone {
    let mut gone = Gone::new();
    for digit in 1..=9 {
        for rows_first in [true, false] {
            let units = |is_base: bool| -> Vec<usize> {
                let lines = if rows_first == is_base { 0..9 } else { 9..18 };
                let all = lines.chain(18..27);
                all.filter(|&house| !board.places(house, digit).is_empty()).collect()
            };
            for size in 2..=4 {
                for base in choices_of(&units(true), size) {
                    let body: Vec<usize> =
                        base.iter().flat_map(|&house| board.places(house, digit)).collect();
                    if body.iter().collect::<BTreeSet<_>>().len() < body.len() {
                        continue;
                    }
                    let is_free = |house: &usize| !base.contains(house);
                    let covers: Vec<usize> = units(false).into_iter().filter(is_free).collect();
                    for cover in choices_of(&covers, size) {
                        krakens_of(board, reached, kind, (digit, &body, &cover), &mut gone);
                    }
                }
            }
        }
    }
    gone
}

fn krakens_of(
    board: &Naive,
    reached: &BTreeMap<(usize, u8), Gone>,
    kind: u8,
    (digit, body, cover): (u8, &[usize], &[usize]),
    gone: &mut Gone,
) {
    let is_in = |cell: usize, houses_: &[usize]| houses(cell).iter().any(|it| houses_.contains(it));
    let fins: Vec<usize> = body.iter().copied().filter(|&cell| !is_in(cell, cover)).collect();
    if fins.is_empty() || fins.len() > 2 {
        return;
    }
    for &held in cover {
        let places = body.iter().copied().filter(|&cell| is_in(cell, &[held]));
        let cases: Vec<usize> = fins.iter().copied().chain(places).collect();
        // A house that holds none of the places is not part of a fish.
        if cases.len() == fins.len() {
            continue;
        }
        let all = (0..81).flat_map(|cell| board.0[cell].iter().map(move |&value| (cell, value)));
        for (cell, value) in all {
            let is_beside = value == digit && is_in(cell, &[held]) && !body.contains(&cell);
            let is_plain = value == digit
                && is_in(cell, cover)
                && !body.contains(&cell)
                && fins.iter().all(|&fin| sees(fin, cell));
            let is_wanted = if kind == 1 { is_beside } else { !is_beside };
            let is_case = value == digit && cases.contains(&cell);
            let follows = |&case: &usize| reached[&(case, digit)].contains(&(cell, value));
            if is_wanted && !is_plain && !is_case && cases.iter().all(follows) {
                gone.insert((cell, value));
            }
        }
    }
}

/// Returns all subsets of the items of this size.
fn choices_of(things: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (size, things) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with = choices_of(rest, size - 1).into_iter().map(|mut list| {
                list.insert(0, *first);
                list
            });
            with.chain(choices_of(rest, size)).collect()
        }
    }
}
