//! Compares traced searches with the strategies: counters and final boards.

use serde_json::{Value, json};
use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, Limits};
use sudoku_engines::AutoSolver;
use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
use sudoku_registry::find;
use sudoku_web::Engine;

fn trace(engine: &mut Engine, fields: &Value) -> Value {
    let reply: Value =
        serde_json::from_str(&engine.call(&fields.to_string())).expect("a reply is JSON");
    assert!(reply["error"].is_null(), "{fields}: {reply}");
    reply["ok"].clone()
}

/// Returns puzzles of every kind: proper, with several solutions, without a solution, full and
/// empty.
fn puzzles() -> Vec<Board> {
    let mut puzzles = vec![Board::EMPTY];
    for number in 0..60 {
        let clues = if number % 3 == 0 { 40..=50 } else { 24..=34 };
        let request = PuzzleRequest::new().with_minimality(Minimality::Any).with_clues(clues);
        let made = request.generate(&AutoSolver::new(), &mut seeded_rng(16, number));
        let made = made.expect("such puzzles are common");
        puzzles.push(made.board);
        // One puzzle lacks a clue, and one has a wrong clue.
        let clue = made.board.clues().nth(number as usize % 17);
        let (cell, digit) = clue.expect("it has as many");
        let mut other = made.board;
        other.set(cell, None);
        puzzles.push(other);
        other.set(cell, Digit::new(digit.get() % 9 + 1));
        puzzles.push(other);
        if number == 0 {
            puzzles.push(*made.solution.as_board());
        }
    }
    puzzles
}

/// The maximum number of nodes of a search in this test. Some searches need millions.
const MOST: u64 = 20_000;

#[test]
fn totals_equal_those_of_the_strategies() {
    let mut looked_at = 0;
    for puzzle in puzzles() {
        for name in ["scan", "bitmask", "mrv"] {
            let strategy = find(name).unwrap();
            for limit in [1, 2] {
                let limits = Limits::solutions(limit).with_nodes(MOST);
                let report = strategy.solver.count(&puzzle, &limits);
                if report.nodes == MOST {
                    continue;
                }
                let fields = json!({
                    "op": "trace", "puzzle": puzzle.to_string(), "strategy": name, "limit": limit,
                });
                let traced = trace(&mut Engine::new(), &fields);
                assert_eq!(traced["finished"], true);
                for (field, counted) in [
                    ("placements", report.placements.unwrap()),
                    ("guesses", report.guesses.unwrap()),
                    ("solutions", report.solutions),
                ] {
                    assert_eq!(
                        traced["totals"][field],
                        json!(counted),
                        "{field} of {name}, limit {limit}: {puzzle}"
                    );
                }
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 600, "only {looked_at} searches were short enough");
}

/// Applies events to a board, as the page does.
struct Drawn {
    board: Board,
    marks: Candidates,
    branches: Vec<(Board, Candidates)>,
    solutions: Vec<Board>,
}

fn cell_of(value: &Value) -> Cell {
    value.as_u64().and_then(|cell| Cell::new(cell as usize)).expect("a cell")
}

impl Drawn {
    fn write(&mut self, cell: &Value, digit: &Value) {
        let cell = cell_of(cell);
        let digit = digit.as_u64().and_then(|digit| Digit::new(digit as u8)).expect("a digit");
        self.board.set(cell, Some(digit));
        self.marks.eliminate(cell, DigitSet::ALL.without(digit));
        for &peer in cell.peers() {
            self.marks.eliminate(peer, DigitSet::only(digit));
        }
    }

    fn follow(&mut self, event: &Value) {
        match event["kind"].as_str().unwrap_or_default() {
            "place" | "single" => self.write(&event["cell"], &event["digit"]),
            "erase" => self.board.set(cell_of(&event["cell"]), None),
            "choose" => self.branches.push((self.board, self.marks.clone())),
            "return" => {
                self.branches.truncate(event["depth"].as_u64().unwrap_or_default() as usize);
                let (board, marks) = self.branches.last().expect("there was a branch");
                (self.board, self.marks) = (*board, marks.clone());
            }
            "solution" => self.solutions.push(self.board),
            "look" | "dead_cell" | "dead_house" => {}
            other => panic!("{other}"),
        }
    }
}

#[test]
fn the_events_make_the_solutions_and_the_snapshots() {
    for puzzle in puzzles().into_iter().skip(1).take(40) {
        for name in ["scan", "mrv"] {
            let limits = Limits::solutions(2).with_nodes(MOST / 4);
            let strategy = find(name).unwrap();
            let mut expected = Vec::new();
            let report = strategy.solver.search(&puzzle, &limits, &mut |grid| {
                expected.push(*grid.as_board());
                std::ops::ControlFlow::Continue(())
            });
            if report.nodes == MOST / 4 {
                continue;
            }
            let fields = |from: u64, number: u64| {
                json!({
                    "op": "trace", "puzzle": puzzle.to_string(), "strategy": name, "limit": 2,
                    "from": from, "number": number,
                })
            };
            let mut engine = Engine::new();
            let whole = trace(&mut engine, &fields(0, 100_000));
            let events = whole["events"].as_array().unwrap();
            assert_eq!(whole["total"], json!(events.len()));
            let mut drawn = Drawn {
                board: puzzle,
                marks: Candidates::from(&puzzle),
                branches: Vec::new(),
                solutions: Vec::new(),
            };
            for (number, event) in events.iter().enumerate() {
                if number % 97 == 13 {
                    let window = trace(&mut engine, &fields(number as u64, 3));
                    assert_eq!(
                        window["events"].as_array().unwrap()[..],
                        events[number..events.len().min(number + 3)]
                    );
                    assert_eq!(window["snapshot"]["puzzle"], json!(drawn.board.to_string()));
                    assert_eq!(window["total"], whole["total"]);
                }
                drawn.follow(event);
            }
            assert_eq!(drawn.solutions, expected, "{name}: {puzzle}");
            // A position after the end has no events.
            let window = trace(&mut engine, &fields(events.len() as u64 + 7, 3));
            assert_eq!((&window["events"], &window["from"]), (&json!([]), &whole["total"]));
        }
    }
}

#[test]
fn a_long_search_is_cut_off() {
    let hard = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let fields = json!({ "op": "trace", "puzzle": hard, "strategy": "scan", "most": 50_000, "from": 49_990 });
    let traced = trace(&mut Engine::new(), &fields);
    assert_eq!((&traced["finished"], &traced["total"]), (&json!(false), &json!(50_000)));
    assert_eq!(traced["events"].as_array().unwrap().len(), 10);
}
