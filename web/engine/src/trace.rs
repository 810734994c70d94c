//! Traces of the strategies' searches, for programs that show or check them.
//!
//! A search with ten million events does not fit into memory. So a trace keeps only the totals, and
//! every request for a range of events runs the search again up to the end of that range.

use std::ops::ControlFlow;

use serde::Serialize;
use sudoku_core::{
    Board, Candidates, Cell, Digit, DigitSet, House, Limits, ObservableSolver, SearchStep,
};
use sudoku_registry::Strategy;

use crate::error::AnswerError;

/// A search that ran to its end or to the event limit.
pub(crate) struct Trace {
    solver: &'static dyn ObservableSolver,
    /// True if the search goes row by row and knows only the digits of the houses.
    is_row_major: bool,
    board: Board,
    /// The maximum number of solutions.
    limit: u64,
    /// The number of events.
    total: u64,
    tally: Tally,
    is_finished: bool,
}

/// The reply of `trace`: a part of a search.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct TraceReply {
    /// The number of the first event, from 0.
    from: u64,
    /// The board before the first event.
    snapshot: Snapshot,
    /// The events.
    events: Vec<TraceEvent>,
    /// The number of events of the search.
    total: u64,
    /// False if the search was cut off at the event limit.
    finished: bool,
    /// The totals of the search.
    totals: Tally,
}

/// The board at a moment of a search.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Snapshot {
    /// The digits.
    puzzle: String,
    /// The candidates, if the strategy keeps them.
    candidates: Option<String>,
    /// The number of open choices.
    depth: usize,
    /// The totals up to this moment.
    totals: Tally,
}

/// A step of a search with its reasons. In a set of digits, digit `d` is bit `d - 1`.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
enum TraceEvent {
    /// A row-major search looks at a blank: the digits in its row, column and box.
    Look { cell: usize, row: u16, column: u16, r#box: u16 },
    /// A digit is placed in a cell. It is a guess if the cell has another untried digit.
    Place { cell: usize, digit: u8, is_guess: bool },
    /// A cell has no untried digit left and becomes blank again.
    Erase { cell: usize },
    /// A single is placed.
    Single { cell: usize, digit: u8 },
    /// A cell has no candidate, or is the only place of two digits.
    DeadCell { cell: usize },
    /// A house has no place for a digit.
    DeadHouse { house: usize, digit: u8 },
    /// No single is left, so the search branches on this cell with these candidates.
    Choose { cell: usize, candidates: u16 },
    /// The search returns to the branch at this depth, from 1, and restores its board.
    Return { cell: usize, depth: usize },
    /// The board is a solution.
    Solution,
}

/// The totals of a search.
#[derive(Clone, Copy, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Tally {
    placements: u64,
    guesses: u64,
    /// The number of dead ends.
    retreats: u64,
    solutions: u64,
}

impl Trace {
    /// Runs the search to the solution limit or the event limit.
    ///
    /// # Errors
    /// Fails if the search of the strategy cannot be observed.
    pub(crate) fn new(
        strategy: &Strategy,
        board: &Board,
        limit: u64,
        most: u64,
    ) -> Result<Self, AnswerError> {
        let solver = strategy.observable.ok_or_else(|| {
            AnswerError::new(format!("the search of `{}` cannot be followed", strategy.name))
        })?;
        let is_row_major = strategy.lexicographic;
        let (mut total, mut tally, mut is_finished) = (0, Tally::default(), true);
        let limits = Limits::solutions(limit);
        let mut go_on = |_: &_| ControlFlow::Continue(());
        solver.search_observed(board, &limits, &mut go_on, &mut |step| {
            if total == most {
                is_finished = false;
                return ControlFlow::Break(());
            }
            total += 1;
            tally.add(step);
            ControlFlow::Continue(())
        });
        Ok(Self { solver, is_row_major, board: *board, limit, total, tally, is_finished })
    }

    /// Returns a range of events, the board before the first of them, and the totals of the search.
    pub(crate) fn window(&self, from: u64, number: u64) -> TraceReply {
        let from = from.min(self.total);
        let end = self.total.min(from.saturating_add(number));
        let mut course = Course::new(&self.board, self.is_row_major);
        let (mut at, mut snapshot, mut events) = (0, None, Vec::new());
        let limits = Limits::solutions(self.limit);
        let mut go_on = |_: &_| ControlFlow::Continue(());
        self.solver.search_observed(&self.board, &limits, &mut go_on, &mut |step| {
            if at == from {
                snapshot = Some(course.snapshot());
            }
            if at == end {
                return ControlFlow::Break(());
            }
            let event = (at >= from).then(|| course.event(step));
            events.extend(event);
            course.follow(step);
            at += 1;
            ControlFlow::Continue(())
        });
        TraceReply {
            from,
            snapshot: snapshot.unwrap_or_else(|| course.snapshot()),
            events,
            total: self.total,
            finished: self.is_finished,
            totals: self.tally,
        }
    }
}

impl Tally {
    /// Counts an event.
    fn add(&mut self, step: SearchStep) {
        match step {
            SearchStep::Place { is_guess, .. } => {
                self.placements += 1;
                self.guesses += u64::from(is_guess);
            }
            SearchStep::Single { .. } => self.placements += 1,
            SearchStep::Erase { .. } | SearchStep::DeadEnd => self.retreats += 1,
            SearchStep::Solution => self.solutions += 1,
            SearchStep::Choose { .. } | SearchStep::Return { .. } => {}
        }
    }
}

/// The board of a search, which follows the steps.
struct Course {
    position: SearchPosition,
    /// The chosen cells, each with the position before the choice. A row-major search needs no
    /// position, because it only erases the cell.
    choices: Vec<(Cell, Option<SearchPosition>)>,
    tally: Tally,
}

#[derive(Clone)]
struct SearchPosition {
    board: Board,
    /// The candidates that the search has left. A filled cell has only its digit, or no candidate
    /// after a contradiction. `None` for a row-major search.
    candidates: Option<[DigitSet; 81]>,
}

impl Course {
    fn new(puzzle: &Board, is_row_major: bool) -> Self {
        let candidates = (!is_row_major).then_some([DigitSet::ALL; 81]);
        let mut position = SearchPosition { board: Board::EMPTY, candidates };
        for (cell, digit) in puzzle.clues() {
            position.write(cell, digit);
        }
        Self { position, choices: Vec::new(), tally: Tally::default() }
    }

    /// Returns the current board and the totals.
    fn snapshot(&self) -> Snapshot {
        let SearchPosition { board, candidates } = &self.position;
        Snapshot {
            puzzle: board.to_string(),
            candidates: candidates.map(|sets| Candidates::new(sets).to_string()),
            depth: self.choices.len(),
            totals: self.tally,
        }
    }

    /// Applies a step.
    fn follow(&mut self, step: SearchStep) {
        self.tally.add(step);
        match step {
            SearchStep::Choose { cell, .. } => {
                let kept = self.position.candidates.is_some().then(|| self.position.clone());
                self.choices.push((cell, kept));
            }
            SearchStep::Place { cell, digit, .. } => {
                self.restore(cell);
                self.position.write(cell, digit);
            }
            SearchStep::Single { cell, digit } => self.position.write(cell, digit),
            SearchStep::Return { cell } => self.restore(cell),
            SearchStep::Erase { cell } => {
                self.restore(cell);
                self.choices.pop();
            }
            SearchStep::DeadEnd | SearchStep::Solution => {}
        }
    }

    /// Restores the position before the choice of a cell, and removes later choices.
    fn restore(&mut self, cell: Cell) {
        while self.choices.last().is_some_and(|(chosen, _)| *chosen != cell) {
            self.choices.pop();
        }
        match self.choices.last() {
            Some((_, Some(position))) => self.position = position.clone(),
            _ => self.position.board.set(cell, None),
        }
    }

    /// Returns a step with the position's reasons.
    fn event(&self, step: SearchStep) -> TraceEvent {
        let held = |house: House| {
            let board = &self.position.board;
            house.cells().iter().filter_map(|&cell| board.get(cell)).collect::<DigitSet>().bits()
        };
        match step {
            SearchStep::Choose { cell, digits } if self.position.candidates.is_some() => {
                TraceEvent::Choose { cell: cell.index(), candidates: digits.bits() }
            }
            SearchStep::Choose { cell, .. } => {
                let [row, column, r#box] = cell.houses().map(held);
                TraceEvent::Look { cell: cell.index(), row, column, r#box }
            }
            SearchStep::Place { cell, digit, is_guess } => {
                TraceEvent::Place { cell: cell.index(), digit: digit.get(), is_guess }
            }
            SearchStep::Single { cell, digit } => {
                TraceEvent::Single { cell: cell.index(), digit: digit.get() }
            }
            SearchStep::DeadEnd => self.position.dead_end(),
            SearchStep::Erase { cell } => TraceEvent::Erase { cell: cell.index() },
            SearchStep::Return { cell } => {
                let depth = self.choices.iter().position(|(chosen, _)| *chosen == cell);
                let depth = depth.map_or(0, |depth| depth + 1);
                TraceEvent::Return { cell: cell.index(), depth }
            }
            SearchStep::Solution => TraceEvent::Solution,
        }
    }
}

impl SearchPosition {
    fn write(&mut self, cell: Cell, digit: Digit) {
        self.board.set(cell, Some(digit));
        if let Some(candidates) = &mut self.candidates {
            candidates[cell.index()] &= DigitSet::only(digit);
            for peer in cell.peers() {
                candidates[peer.index()].remove(digit);
            }
        }
    }

    /// Returns the contradiction: a cell without a candidate or with two hidden singles, or a house
    /// without a place for a digit.
    fn dead_end(&self) -> TraceEvent {
        let set = |cell: Cell| self.candidates.map_or(DigitSet::ALL, |sets| sets[cell.index()]);
        if let Some(cell) = Cell::all().find(|&cell| set(cell).is_empty()) {
            return TraceEvent::DeadCell { cell: cell.index() };
        }
        let mut singles = [DigitSet::EMPTY; 81];
        for house in House::all() {
            let (mut once, mut more) = (DigitSet::EMPTY, DigitSet::EMPTY);
            for &cell in house.cells() {
                more |= once & set(cell);
                once |= set(cell);
            }
            if let Some(digit) = (!once).iter().next() {
                return TraceEvent::DeadHouse { house: house.index(), digit: digit.get() };
            }
            for cell in house.cells() {
                singles[cell.index()] |= set(*cell) & !more;
            }
        }
        let cell = singles.iter().position(|digits| digits.len() > 1);
        TraceEvent::DeadCell { cell: cell.unwrap_or_default() }
    }
}
