//! Traces of the strategies' searches, for the page that visualizes them.
//!
//! A search with ten million events does not fit into memory. So a trace keeps only the totals, and
//! every request for a range of events runs the search again up to the end of that range.

use std::ops::ControlFlow;

use serde_json::{Value, json};
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

/// The totals of a search.
#[derive(Clone, Copy, Default)]
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
    pub(crate) fn window(&self, from: u64, number: u64) -> Value {
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
        let mut object = json!({
            "from": from,
            "snapshot": snapshot.unwrap_or_else(|| course.snapshot()),
            "events": events,
            "total": self.total,
            "finished": self.is_finished,
        });
        self.tally.add_to(&mut object);
        object
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

    fn add_to(&self, object: &mut Value) {
        object["placements"] = json!(self.placements);
        object["guesses"] = json!(self.guesses);
        object["retreats"] = json!(self.retreats);
        object["solutions"] = json!(self.solutions);
    }
}

/// The board of a search, which follows the steps.
struct Course {
    position: Position,
    /// The chosen cells, each with the position before the choice. A row-major search needs no
    /// position, because it only erases the cell.
    choices: Vec<(Cell, Option<Position>)>,
    tally: Tally,
}

#[derive(Clone)]
struct Position {
    board: Board,
    /// The candidates that the search has left. A filled cell has only its digit, or no candidate
    /// after a contradiction. `None` for a row-major search.
    candidates: Option<[DigitSet; 81]>,
}

impl Course {
    fn new(puzzle: &Board, is_row_major: bool) -> Self {
        let candidates = (!is_row_major).then_some([DigitSet::ALL; 81]);
        let mut position = Position { board: Board::EMPTY, candidates };
        for (cell, digit) in puzzle.clues() {
            position.write(cell, digit);
        }
        Self { position, choices: Vec::new(), tally: Tally::default() }
    }

    /// Returns the current board and the totals.
    fn snapshot(&self) -> Value {
        let Position { board, candidates } = &self.position;
        let mut object = json!({ "puzzle": board.to_string(), "depth": self.choices.len() });
        if let Some(candidates) = candidates {
            object["candidates"] = json!(Candidates::new(*candidates).to_string());
        }
        self.tally.add_to(&mut object);
        object
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

    /// Returns a step as JSON, with the position's reasons. Cells count from 0 and digits from 1.
    /// In a set of digits, digit `d` is bit `d - 1`.
    fn event(&self, step: SearchStep) -> Value {
        let held = |house: House| {
            let board = &self.position.board;
            house.cells().iter().filter_map(|&cell| board.get(cell)).collect::<DigitSet>().bits()
        };
        match step {
            SearchStep::Choose { cell, digits } => {
                if self.position.candidates.is_some() {
                    return json!(["choose", cell.index(), digits.bits()]);
                }
                let [row, column, r#box] = cell.houses().map(held);
                json!(["look", cell.index(), row, column, r#box])
            }
            SearchStep::Place { cell, digit, is_guess } => {
                json!(["place", cell.index(), digit.get(), u8::from(is_guess)])
            }
            SearchStep::Single { cell, digit } => json!(["single", cell.index(), digit.get()]),
            SearchStep::DeadEnd => self.position.dead_end(),
            SearchStep::Erase { cell } => json!(["back", cell.index()]),
            SearchStep::Return { cell } => {
                let depth = self.choices.iter().position(|(chosen, _)| *chosen == cell);
                json!(["return", cell.index(), depth.map_or(0, |depth| depth + 1)])
            }
            SearchStep::Solution => json!(["solution"]),
        }
    }
}

impl Position {
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
    fn dead_end(&self) -> Value {
        let set = |cell: Cell| self.candidates.map_or(DigitSet::ALL, |sets| sets[cell.index()]);
        if let Some(cell) = Cell::all().find(|&cell| set(cell).is_empty()) {
            return json!(["dead", cell.index()]);
        }
        let mut singles = [DigitSet::EMPTY; 81];
        for house in House::all() {
            let (mut once, mut more) = (DigitSet::EMPTY, DigitSet::EMPTY);
            for &cell in house.cells() {
                more |= once & set(cell);
                once |= set(cell);
            }
            if let Some(digit) = (!once).iter().next() {
                return json!(["dead_house", house.index(), digit.get()]);
            }
            for cell in house.cells() {
                singles[cell.index()] |= set(*cell) & !more;
            }
        }
        let cell = singles.iter().position(|digits| digits.len() > 1);
        json!(["dead", cell.unwrap_or_default()])
    }
}
