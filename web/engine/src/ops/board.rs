//! Properties of a board: proper, contradictions, canonical form.

use std::ops::ControlFlow;

#[cfg(feature = "whole")]
use serde_json::Map;
use serde_json::{Value, json};
use sudoku_core::{Board, Cell, Digit, Grid, House, Limits, Solver};
use sudoku_engines::AutoSolver;
#[cfg(feature = "whole")]
use sudoku_engines::canonical::{Canonical, canonical};
use sudoku_generator::{conflicting_clues, is_redundant};

use crate::error::Answer;
use crate::position::Position;
use crate::request::Request;

const SOLVER: AutoSolver = AutoSolver::new();

pub(super) fn check(request: &Request) -> Answer {
    let position = Position::of(request)?;
    let board = &position.values;
    let found =
        if position.has_marks { two_solutions(&position.marks) } else { two_solutions(board) };
    let mut object = json!({
        "solutions": found.len(),
        "contradictions": contradictions(board),
    });
    if let Some(solution) = found.first() {
        object["solution"] = json!(solution.to_string());
    }
    if let [solution, second] = &found[..] {
        let differs =
            |cell: &Cell| solution.as_bytes()[cell.index()] != second.as_bytes()[cell.index()];
        object["second"] = json!(second.to_string());
        object["differ"] = Cell::all().filter(differs).map(Cell::index).collect();
    }
    // Redundancy is undefined for a board given by marks, because marks are not clues.
    if position.has_marks {
        return Ok(object);
    }
    if found.len() == 1 {
        let clues = board.clues().map(|(cell, _)| cell);
        let redundant: Vec<usize> =
            clues.filter(|&it| is_redundant(&SOLVER, board, it)).map(Cell::index).collect();
        object["minimal"] = json!(redundant.is_empty());
        object["redundant"] = json!(redundant);
    } else if found.is_empty() && board.is_consistent() {
        let clues = conflicting_clues(&SOLVER, board);
        object["conflicting"] = clues.clues().map(|(cell, _)| cell.index()).collect();
    }
    Ok(object)
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
fn contradictions(board: &Board) -> Value {
    let in_house = |house: House, digit: Digit| {
        let cells = house.cells().iter().filter(|&&cell| board.get(cell) == Some(digit));
        let cells: Vec<usize> = cells.map(|cell| cell.index()).collect();
        (cells.len() > 1)
            .then(|| json!({ "digit": digit.get(), "house": house.index(), "cells": cells }))
    };
    House::all().flat_map(|it| Digit::all().filter_map(move |digit| in_house(it, digit))).collect()
}

#[cfg(feature = "whole")]
pub(super) fn canonical_form(request: &Request) -> Answer {
    let Canonical { form, automorphisms, .. } = canonical(&request.puzzle()?);
    let mut object = Map::new();
    object.insert("canonical".into(), json!(form.to_string()));
    object.insert("automorphisms".into(), json!(automorphisms));
    Ok(Value::Object(object))
}
