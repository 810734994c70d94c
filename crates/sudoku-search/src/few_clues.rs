//! All puzzles with a number of clues within a grid.

mod hitting;
mod later;
mod sets;

use std::ops::ControlFlow;

use sudoku_core::{Board, Grid, Limits, Report, Solver, Symmetry};

use self::hitting::{Hitting, Verdict, Visitor};
use self::later::Later;
use self::sets::{ALL, Part, Parts, Sets, disjoint, minimal_parts, parts, places, with};
use crate::bits::{CellBits, board_of, clues, difference};
use crate::error::SearchError;
use crate::run::{Flow, Run};

/// Passes all proper puzzles with this number of clues to `found`, which may end the search. Their
/// clues are among the clues of the puzzle, which is usually a complete grid.
///
/// Most complete grids have no puzzle of 17 clues, and no grid has more than 29. The number of
/// results and the time grow fast with the number of clues: with a fast solver, 16 clues take about
/// a second, 17 clues some seconds, and 18 clues a minute or two. With up to 20 clues, the search
/// needs some megabytes of memory. See [limits](crate#limits) for the limits and the report.
///
/// The puzzles come in an order that does not depend on the solver.
///
/// ```no_run
/// use std::ops::ControlFlow;
///
/// use sudoku_core::{Board, Limits};
/// use sudoku_mrv::Mrv;
/// use sudoku_search::puzzles_of_clues;
///
/// let grid: Board =
///     "521746983378951264964832715835674129647219358192385647753128496416597832289463571"
///         .parse()?;
/// puzzles_of_clues(&Mrv, &grid, 17, &Limits::ALL, &mut |puzzle| {
///     println!("{puzzle}");
///     ControlFlow::Continue(())
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Method
/// An *unavoidable set* is a set of cells in which another valid grid differs from the solution.
/// The clues of a proper puzzle hit every unavoidable set. [McGuire's method] therefore enumerates
/// the sets of cells that hit some hundreds of known unavoidable sets. A solver checks each of
/// them.
///
/// This search does so band by band, from the band with the fewest clues to the band with the
/// most. If there are 17 clues, the first band has at most five, and the first two have at most
/// eleven. The clues of the first band must make a proper puzzle together with all cells of the
/// other two, and only thousands of sets do. For each choice in one band or in two bands, the
/// search first counts disjoint unavoidable sets in the other bands. There are usually more of them
/// than clues are left. Every solution that the solver finds gives another unavoidable set.
///
/// [McGuire's method]: https://arxiv.org/abs/1201.0749
///
/// # Errors
/// Fails if the puzzle is not proper.
pub fn puzzles_of_clues(
    solver: &dyn Solver,
    puzzle: &Board,
    count: usize,
    limits: &Limits<'_>,
    found: &mut dyn FnMut(&Board) -> ControlFlow<()>,
) -> Result<Report, SearchError> {
    Run::start(solver, puzzle, limits, found, |run, solution| {
        if count > puzzle.clue_count() {
            return ControlFlow::Continue(());
        }
        let sets = Sets::collect(run, solution)?;
        let mut orientations = Vec::new();
        for is_transposed in [false, true] {
            let (mut puzzle, mut solution) = (*puzzle, *solution);
            if is_transposed {
                puzzle = Symmetry::TRANSPOSE.apply(&puzzle);
                solution = Symmetry::TRANSPOSE.apply_to_grid(&solution);
            }
            let sets = Sets::new(&sets, is_transposed);
            let allowed = parts(clues(&puzzle));
            let mut search =
                Search { run: &mut *run, solution, allowed, sets: sets.clone(), count };
            let firsts = search.firsts()?;
            let learned = std::mem::replace(&mut search.sets, sets);
            let cost = search.cost(&firsts)?;
            orientations.push((cost, is_transposed, solution, learned, firsts, allowed));
        }
        let best = orientations.into_iter().min_by_key(|it| it.0);
        let Some((_, is_transposed, solution, sets, firsts, allowed)) = best else {
            return ControlFlow::Continue(());
        };
        let mut search = Search { run, solution, allowed, sets, count };
        search.all(&firsts, is_transposed)
    })
}

/// For each band, and for each number of clues, the possible clues of the band if it comes first.
type Firsts = [Vec<Vec<Part>>; 3];

/// The orders of the bands.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The number of choices in the first band that are examined for the cost of an order.
const SAMPLE: usize = 64;

/// A search in a grid with one orientation.
struct Search<'r, 'a> {
    run: &'r mut Run<'a>,
    solution: Grid,
    /// The clues of the puzzle.
    allowed: Parts,
    sets: Sets,
    /// The wanted number of clues.
    count: usize,
}

impl Search<'_, '_> {
    /// Returns the board with these clues in its bands.
    fn board(&self, clues: Parts) -> Board {
        let bands = clues.iter().enumerate();
        bands.fold(Board::EMPTY, |board, (band, &part)| with(&board, &self.solution, band, part))
    }

    /// Searches the board for another solution, and returns the cells in which it differs. Returns
    /// no cells if there is no other solution.
    fn other(&mut self, board: &Board) -> Flow<CellBits> {
        let Self { run, solution, .. } = self;
        let mut set = 0;
        run.search(board, 2, &mut |grid| {
            set = difference(grid, solution);
            if set == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        ControlFlow::Continue(set)
    }

    /// Returns one of the smallest unavoidable sets within an unavoidable set, and remembers it.
    fn learn(&mut self, set: CellBits) -> Flow<Parts> {
        let Self { run, solution, .. } = self;
        let mut best = set;
        let board = board_of(solution, ALL & !set);
        run.search(&board, 100, &mut |grid| {
            let other = difference(grid, solution);
            if other != 0 && other.count_ones() < best.count_ones() {
                best = other;
            }
            ControlFlow::Continue(())
        })?;
        let best = parts(best);
        self.sets.add(best);
        ControlFlow::Continue(best)
    }

    /// Returns, for each band, all possible sets of its clues that have at most 1/3 of all clues.
    fn firsts(&mut self) -> Flow<Firsts> {
        let mut firsts = Firsts::default();
        let mut hitting = Hitting::default();
        for (band, firsts) in firsts.iter_mut().enumerate() {
            let mut others = self.allowed;
            others[band] = 0;
            let rest = self.board(others);
            for count in 0..=self.count / 3 {
                let sets = minimal_parts(self.sets_of(band).collect());
                let mut first = First { search: self, band, rest, found: Vec::new() };
                let open = first.search.allowed[band];
                hitting.run(sets, open, count, &mut first)?;
                let mut found = first.found;
                found.sort_unstable();
                firsts.push(found);
            }
        }
        ControlFlow::Continue(firsts)
    }

    /// Returns the known sets that lie in a band.
    fn sets_of(&self, band: usize) -> impl Iterator<Item = Part> + '_ {
        let is_in = move |set: &&Parts| (0..3).all(|other| other == band || set[other] == 0);
        self.sets.all().iter().filter(is_in).map(move |set| set[band])
    }

    /// Returns a measure of the time of the search: the weighted number of choices in two bands
    /// that hit the known sets. A sample of the choices in the first band gives it. It does not
    /// depend on the solver if the known sets do not.
    fn cost(&mut self, firsts: &Firsts) -> Flow<u64> {
        let mut cost = 0;
        for roles in ORDERS {
            let mut order = Order::new(self, roles);
            let Some(firsts) = firsts[roles[0]].last() else { continue };
            let step = firsts.len().div_ceil(SAMPLE).max(1);
            let mut pairs = 0;
            for &first in firsts.iter().step_by(step) {
                pairs += order.pairs(first, order.search.count / 3)?;
            }
            cost += pairs.saturating_mul(step as u64);
        }
        ControlFlow::Continue(cost)
    }

    /// Searches for each order of the bands.
    fn all(&mut self, firsts: &Firsts, is_transposed: bool) -> Flow {
        for roles in ORDERS {
            let mut order = Order::new(self, roles);
            for (count, firsts) in firsts[roles[0]].iter().enumerate() {
                for &first in firsts {
                    let mut found = order.search(first, count)?;
                    found.sort_unstable();
                    for board in found {
                        let board = match is_transposed {
                            true => Symmetry::TRANSPOSE.apply(&board),
                            false => board,
                        };
                        order.search.run.found(&board)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The visitor of the clues of the first band.
struct First<'s, 'r, 'a> {
    search: &'s mut Search<'r, 'a>,
    band: usize,
    /// All clues of the other bands.
    rest: Board,
    found: Vec<Part>,
}

impl Visitor for First<'_, '_, '_> {
    fn check(&mut self, chosen: Part, _: usize) -> Flow<Verdict> {
        let board = with(&self.rest, &self.search.solution, self.band, chosen);
        let set = self.search.other(&board)?;
        if set == 0 {
            return ControlFlow::Continue(Verdict::Enough);
        }
        let set = self.search.learn(set)?;
        ControlFlow::Continue(Verdict::Missed(set[self.band]))
    }

    fn take(&mut self, chosen: Part) -> Flow {
        self.found.push(chosen);
        ControlFlow::Continue(())
    }
}

/// A search of the bands in an order, from the band with the fewest clues to the band with the
/// most. If two bands have as many clues, the upper one comes first.
struct Order<'s, 'r, 'a> {
    search: &'s mut Search<'r, 'a>,
    /// The first band, the second one and the last one.
    roles: [usize; 3],
    /// The known sets by role, and how many there were when they were sorted.
    sorted: Vec<Parts>,
    known: usize,
    /// For each cell of the first band, the sorted sets that have it, 64 in a word.
    hit_by: [Vec<u64>; 27],
    later: Later,
    hitting: [Hitting; 2],
}

impl<'s, 'r, 'a> Order<'s, 'r, 'a> {
    fn new(search: &'s mut Search<'r, 'a>, roles: [usize; 3]) -> Self {
        let hit_by = [const { Vec::new() }; 27];
        let (later, hitting) = (Later::new(), Default::default());
        Self { search, roles, sorted: Vec::new(), known: 0, hit_by, later, hitting }
    }

    /// Sorts the known sets by their parts in the last band and in the second one.
    fn sort(&mut self) {
        let known = self.search.sets.len();
        if known > self.known + self.known / 4 {
            let of_roles = |set: &Parts| self.roles.map(|band| set[band]);
            self.sorted = self.search.sets.all().iter().map(of_roles).collect();
            self.sorted.sort_unstable_by_key(|&[first, second, last]| {
                (last.count_ones(), second.count_ones(), second, last, first)
            });
            self.known = known;
            for words in &mut self.hit_by {
                words.clear();
                words.resize(known.div_ceil(64), 0);
            }
            for (index, set) in self.sorted.iter().enumerate() {
                for place in places(set[0]) {
                    self.hit_by[place][index / 64] |= 1 << (index % 64);
                }
            }
        }
    }

    /// Lists the parts in the second band and in the last one of the sets that these clues of the
    /// first band miss: the sets without cells of the last band, and then others.
    fn missed(&mut self, first: Part) -> Vec<Part> {
        let mut of_second = Vec::new();
        self.later.clear();
        for (word, sets) in self.sorted.chunks(64).enumerate() {
            let hit = places(first).fold(0, |hit, place| hit | self.hit_by[place][word]);
            let mut missed = !hit & u64::MAX >> (64 - sets.len());
            while missed != 0 {
                let [_, second, last] = sets[missed.trailing_zeros() as usize];
                missed &= missed - 1;
                if last == 0 {
                    of_second.push(second);
                } else if !self.later.push(second, last) {
                    return of_second;
                }
            }
        }
        of_second
    }

    /// Returns the weighted number of choices in the second band for `count` clues in the first
    /// one.
    fn pairs(&mut self, first: Part, count: usize) -> Flow<u64> {
        self.sort();
        let of_second = minimal_parts(self.missed(first));
        let open = self.search.allowed[self.roles[1]];
        let second = (self.search.count - count) / 2;
        let last = self.search.count - count - second;
        let Self { search, later, .. } = self;
        let mut visitor = Pairs { run: &*search.run, later, last, missed: Vec::new(), cost: 0 };
        self.hitting[0].run(of_second, open, second, &mut visitor)?;
        ControlFlow::Continue(visitor.cost)
    }

    /// Returns the puzzles with these clues in the first band.
    fn search(&mut self, first: Part, count: usize) -> Flow<Vec<Board>> {
        self.sort();
        let of_second = self.missed(first);
        // The other bands need a clue for each of the sets that have no cell in common.
        let left = self.search.count - count;
        let most_of_second = (left / 2).min(left.saturating_sub(self.later.least()));
        let mut found = Vec::new();
        if disjoint(of_second.iter().copied()) > most_of_second {
            return ControlFlow::Continue(found);
        }
        let of_second = minimal_parts(of_second);
        let [_, second_band, last_band] = self.roles;
        let mut clues = [0; 3];
        clues[self.roles[0]] = first;
        let fewest = self.search.board(clues);
        clues[last_band] = self.search.allowed[last_band];
        let most = self.search.board(clues);
        let open = self.search.allowed[second_band];
        let [hitting, last_hitting] = &mut self.hitting;
        for second in count..=most_of_second {
            let last = left - second;
            let is_first_upper = count < second || self.roles[0] < second_band;
            let is_second_upper = second < last || second_band < last_band;
            if !is_first_upper || !is_second_upper {
                continue;
            }
            let mut visitor = Second {
                search: &mut *self.search,
                roles: self.roles,
                later: &mut self.later,
                hitting: &mut *last_hitting,
                fewest,
                most,
                last,
                learned: Vec::new(),
                missed: Vec::new(),
                missed_of: None,
                found: &mut found,
            };
            hitting.run(of_second.iter().copied(), open, second, &mut visitor)?;
        }
        ControlFlow::Continue(found)
    }
}

/// The visitor of the clues of the second band.
struct Second<'s, 'r, 'a> {
    search: &'s mut Search<'r, 'a>,
    roles: [usize; 3],
    later: &'s mut Later,
    hitting: &'s mut Hitting,
    /// The clues of the first band.
    fewest: Board,
    /// The clues of the first band, and all clues of the last band.
    most: Board,
    /// The number of clues of the last band.
    last: usize,
    /// The parts of unavoidable sets that the lists lack.
    learned: Vec<Part>,
    /// The parts in the last band of the sets that the clues `missed_of` miss.
    missed: Vec<Part>,
    missed_of: Option<Part>,
    found: &'s mut Vec<Board>,
}

impl Visitor for Second<'_, '_, '_> {
    fn check(&mut self, chosen: Part, left: usize) -> Flow<Verdict> {
        self.search.run.look()?;
        let known = self.learned.iter().find(|&set| set & chosen == 0);
        if let Some(&set) = known {
            return ControlFlow::Continue(Verdict::Missed(set));
        }
        if left == 0 {
            if !self.later.missed(chosen, self.last, &mut self.missed) {
                return ControlFlow::Continue(Verdict::Hopeless);
            }
            self.missed_of = Some(chosen);
        }
        let [_, band, _] = self.roles;
        let board = with(&self.most, &self.search.solution, band, chosen);
        let set = self.search.other(&board)?;
        if set == 0 {
            return ControlFlow::Continue(Verdict::Enough);
        }
        let set = self.search.learn(set)?[band];
        self.learned.push(set);
        ControlFlow::Continue(Verdict::Missed(set))
    }

    fn take(&mut self, chosen: Part) -> Flow {
        let is_listed = self.missed_of == Some(chosen);
        if !is_listed && !self.later.missed(chosen, self.last, &mut self.missed) {
            return ControlFlow::Continue(());
        }
        let [_, band, last_band] = self.roles;
        let board = with(&self.fewest, &self.search.solution, band, chosen);
        let open = self.search.allowed[last_band];
        let Self { search, later, hitting, missed, found, .. } = self;
        let mut last = Last { search, roles: self.roles, board, later, found };
        hitting.run(missed.iter().copied(), open, self.last, &mut last)
    }
}

/// The visitor that counts clues of the second band.
struct Pairs<'s, 'a> {
    run: &'s Run<'a>,
    later: &'s mut Later,
    /// The number of clues of the last band.
    last: usize,
    missed: Vec<Part>,
    cost: u64,
}

impl Visitor for Pairs<'_, '_> {
    fn check(&mut self, chosen: Part, left: usize) -> Flow<Verdict> {
        self.run.look()?;
        // The last band excludes most choices. For the others, the search asks the solver.
        let is_possible = left == 0 && self.later.missed(chosen, self.last, &mut self.missed);
        self.cost += if is_possible { 32 } else { 1 };
        ControlFlow::Continue(Verdict::Hopeless)
    }

    fn take(&mut self, _: Part) -> Flow {
        ControlFlow::Continue(())
    }
}

/// The visitor of the clues of the last band.
struct Last<'s, 'r, 'a> {
    search: &'s mut Search<'r, 'a>,
    roles: [usize; 3],
    /// The clues of the other bands.
    board: Board,
    later: &'s mut Later,
    found: &'s mut Vec<Board>,
}

impl Visitor for Last<'_, '_, '_> {
    fn check(&mut self, chosen: Part, _: usize) -> Flow<Verdict> {
        let [_, second, last] = self.roles;
        let board = with(&self.board, &self.search.solution, last, chosen);
        let set = self.search.other(&board)?;
        if set == 0 {
            return ControlFlow::Continue(Verdict::Enough);
        }
        let set = self.search.learn(set)?;
        self.later.push(set[second], set[last]);
        ControlFlow::Continue(Verdict::Missed(set[last]))
    }

    fn take(&mut self, chosen: Part) -> Flow {
        let last = self.roles[2];
        self.found.push(with(&self.board, &self.search.solution, last, chosen));
        ControlFlow::Continue(())
    }
}
