//! Properties of a board: proper, contradictions, canonical form.

use std::ops::ControlFlow;

use serde::Serialize;
use sudoku_core::{Board, Cell, Digit, Grid, House, Limits, Solver};
use sudoku_engines::AutoSolver;
#[cfg(feature = "whole")]
use sudoku_engines::canonical::{Canonical, canonical};
use sudoku_generator::{conflicting_clues, is_redundant};

use crate::error::Answer;
use crate::memory::Memory;
use crate::position::Position;
use crate::request::Request;

const SOLVER: AutoSolver = AutoSolver::new();

/// The reply of `check`.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct CheckReply {
    /// The number of solutions, up to 2.
    solutions: usize,
    /// A solution.
    solution: Option<String>,
    /// Another solution.
    second: Option<String>,
    /// The cells in which the two solutions differ.
    differ: Vec<usize>,
    /// The digits that a house holds more than once.
    contradictions: Vec<Contradiction>,
    /// True if no clue can be removed; null unless the clues have exactly one solution.
    minimal: Option<bool>,
    /// The cells of clues that can be removed, each by itself.
    redundant: Vec<usize>,
    /// The cells of clues that have no solution together, if there is no simple contradiction.
    conflicting: Vec<usize>,
}

/// A digit that a house holds more than once.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Contradiction {
    digit: u8,
    house: usize,
    cells: Vec<usize>,
}

pub(super) fn check(request: &Request, _: &mut Memory) -> Answer<CheckReply> {
    let position = Position::of(request)?;
    let board = &position.values;
    let found =
        if position.has_marks { two_solutions(&position.marks) } else { two_solutions(board) };
    let mut reply = CheckReply {
        solutions: found.len(),
        solution: found.first().map(ToString::to_string),
        contradictions: contradictions(board),
        ..CheckReply::default()
    };
    if let [solution, second] = &found[..] {
        let differs =
            |cell: &Cell| solution.as_bytes()[cell.index()] != second.as_bytes()[cell.index()];
        reply.second = Some(second.to_string());
        reply.differ = Cell::all().filter(differs).map(Cell::index).collect();
    }
    // Redundancy is undefined for a board given by marks, because marks are not clues.
    if position.has_marks {
        return Ok(reply);
    }
    if found.len() == 1 {
        let clues = board.clues().map(|(cell, _)| cell);
        let redundant = clues.filter(|&it| is_redundant(&SOLVER, board, it));
        reply.redundant = redundant.map(Cell::index).collect();
        reply.minimal = Some(reply.redundant.is_empty());
    } else if found.is_empty() && board.is_consistent() {
        let clues = conflicting_clues(&SOLVER, board);
        reply.conflicting = clues.clues().map(|(cell, _)| cell.index()).collect();
    }
    Ok(reply)
}

/// Returns at most two solutions.
fn two_solutions<P>(puzzle: &P) -> Vec<Grid>
where
    AutoSolver: Solver<P>,
{
    let mut found = Vec::new();
    SOLVER.search(puzzle, &Limits::solutions(2), &mut |grid| {
        found.push(*grid);
        ControlFlow::Continue(())
    });
    found
}

/// Returns the digits that a house holds more than once, each with its cells.
fn contradictions(board: &Board) -> Vec<Contradiction> {
    let in_house = |house: House, digit: Digit| {
        let cells = house.cells().iter().filter(|&&cell| board.get(cell) == Some(digit));
        let cells: Vec<usize> = cells.map(|cell| cell.index()).collect();
        (cells.len() > 1).then(|| Contradiction { digit: digit.get(), house: house.index(), cells })
    };
    House::all().flat_map(|it| Digit::all().filter_map(move |digit| in_house(it, digit))).collect()
}

/// The reply of `canonical`.
#[cfg(feature = "whole")]
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct CanonicalReply {
    canonical: String,
    automorphisms: u32,
}

#[cfg(feature = "whole")]
pub(super) fn canonical_form(request: &Request, _: &mut Memory) -> Answer<CanonicalReply> {
    let Canonical { form, automorphisms, .. } = canonical(&request.puzzle()?);
    Ok(CanonicalReply { canonical: form.to_string(), automorphisms })
}
