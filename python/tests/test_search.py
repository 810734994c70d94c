"""Searches near a puzzle: the results of the command, every kind of input, limits and errors."""

import time

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from conftest import BROKEN, EASY, EMPTY, SEVENTEEN, SOLUTION

import sudoku_engines as se

#: A puzzle rated 10.8.
HARD = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
SEARCHES = [se.neighbors, se.minimals, se.puzzles_of_clues]


@pytest.mark.parametrize(
    ("find", "options"),
    [
        (se.neighbors, ["neighbors"]),
        (lambda it: se.neighbors(it, minimal=True, limit=5), ["neighbors", "--minimal", "--limit", 5]),
        (lambda it: se.neighbors(it, remove=2, add=0), ["neighbors", "--remove", 2, "--add", 0]),
        (lambda it: se.neighbors(it, remove=0, add=2, limit=99), ["neighbors", "--remove", 0, "--add", 2, "--limit", 99]),
        (se.minimals, ["minimals"]),
    ],
)
def test_the_command_finds_the_same(sudoku, find, options):
    puzzles = [EASY, SEVENTEEN, HARD]
    found = find(puzzles)
    expected = sudoku("search", *options, text="\n".join(puzzles)).split()
    assert [puzzle for row in found for puzzle in row.puzzles] == expected != []
    assert find(HARD) == found[2]


def test_the_command_finds_the_same_puzzles_of_few_clues(sudoku):
    # The search in other grids takes many seconds in a test build.
    found = se.puzzles_of_clues(SEVENTEEN, 17, limit=1)
    assert found.puzzles == sudoku("search", "grid", "--clues", 17, "--limit", 1, text=SEVENTEEN).split() == [SEVENTEEN]
    assert se.puzzles_of_clues([SEVENTEEN, se.solve(SEVENTEEN).solution], limit=1) == [found, found]


@pytest.mark.parametrize("limit", [1, 20, 1_000_000])
def test_the_command_finds_the_same_closure(sudoku, tmp_path, limit):
    output = tmp_path / "found.txt"
    options = ["--remove", 1, "--add", 0, "--keep", "clues >= 28", "--limit", limit, "-o", output]
    sudoku("search", "closure", *options, text=f"{EASY}\n{SEVENTEEN}")
    # With only removals, the search ends, because a puzzle has few clues that can be removed.
    found = se.closure([EASY, SEVENTEEN], add=0, keep=lambda new: [se.Board(it).clues >= 28 for it in new], limit=limit)
    assert found.puzzles == output.read_text().split() != []
    assert (len(found.puzzles) == limit) == (found.ending == "solution limit")


def test_every_kind_has_the_same_results():
    puzzles = [EASY, None, SEVENTEEN, EMPTY]
    found = se.minimals(puzzles, limit=9)
    assert [found[1], found[3]] == [None, None]
    texts = [row and row.puzzles for row in found]
    arrow = se.minimals(pa.array(puzzles), limit=9, threads=2)
    assert arrow.field("puzzles").to_pylist() == texts
    assert arrow.field("ending").to_pylist() == ["solution limit", None, "exhausted", None]
    assert arrow.is_valid().to_pylist() == [True, False, True, False]
    frame = se.minimals(pl.Series(puzzles), limit=9).struct.unnest()
    assert frame["puzzles"].to_list() == texts
    digits = se.minimals(pa.array([se.Board(EASY).rows, None, se.Board(SEVENTEEN).rows, None]), limit=9)
    assert [row and [str(se.Board(it)) for it in row] for row in digits.field("puzzles").to_pylist()] == texts
    squares = np.array([se.Board(puzzle or EMPTY).rows for puzzle in puzzles])
    for array, shape in [(squares, (9, 9)), (squares.reshape(-1, 81), (81,))]:
        flat = se.minimals(array, limit=9)
        assert flat["row"].tolist() == [0] * 9 + [2] and flat["puzzles"].shape == (10, *shape)
        assert [str(se.Board(puzzle)) for puzzle in flat["puzzles"]] == texts[0] + texts[2]
        assert [se.ENDINGS[it] for it in flat["ending"][[0, 2]]] == ["solution limit", "exhausted"]
        assert flat["ending"][1] == 255
    flat = se.minimals(np.array([EASY, EMPTY, SEVENTEEN]), limit=9)
    assert flat["puzzles"].tolist() == texts[0] + texts[2] and flat["row"].tolist() == [0] * 9 + [2]
    assert se.minimals(se.Board(EASY), limit=9).puzzles == [se.Board(text) for text in texts[0]]
    none = se.minimals(np.zeros((2, 81), dtype="uint8"))
    assert none["puzzles"].shape == (0, 81)


@pytest.mark.parametrize("find", SEARCHES)
@pytest.mark.parametrize(("puzzle", "words"), [("1" + EMPTY[1:], "several solutions"), (BROKEN, "no solution"), ("12", "79 cells missing")])
def test_puzzles_that_are_refused(find, puzzle, words):
    with pytest.raises(se.PuzzleError, match=words) as error:
        find(puzzle)
    assert error.value.row is None and "row" not in str(error.value)
    with pytest.raises(se.PuzzleError, match="row 1: .*" + words):
        find([None, puzzle], errors="raise")
    assert find([puzzle, None]) == [None, None]
    with pytest.raises(se.PuzzleError, match="row 1: .*" + words):
        se.closure([SEVENTEEN, puzzle])


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: se.neighbors(SOLUTION), se.PuzzleError, "complete grid"),
        (lambda: se.neighbors(EASY, remove=31), se.PuzzleError, "cannot remove 31 clues: the puzzle has 30"),
        (lambda: se.neighbors(EASY, add=53), se.PuzzleError, "cannot add 53 clues: the puzzle has 52 blank"),
        (lambda: se.neighbors(EASY, remove=82), ValueError, "remove must be from 0 to 81, not 82"),
        (lambda: se.neighbors(EASY, add=-1), ValueError, "-1 is out of range"),
        (lambda: se.neighbors(EASY, limit=0), ValueError, "limit must be at least 1"),
        (lambda: se.neighbors(EASY, time=0), ValueError, "a number of seconds"),
        (lambda: se.minimals(SOLUTION, limit=None), se.PuzzleError, "too many minimal puzzles to list; pass a limit"),
        (lambda: se.puzzles_of_clues(EASY, 25), ValueError, "clues must be from 1 to 24, not 25"),
        (lambda: se.puzzles_of_clues(EASY, 0), ValueError, "clues must be from 1 to 24, not 0"),
        (lambda: se.closure(EASY, limit=0), ValueError, "limit must be at least 1"),
        (lambda: se.closure(EASY, time=-1), ValueError, "time must be a number of seconds above 0"),
        (lambda: se.closure(5), TypeError, "not iterable"),
    ],
)
def test_arguments_that_are_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_limits_end_a_search():
    assert se.minimals(SOLUTION, limit=3).ending == "solution limit"
    # No puzzle has fewer than 17 clues.
    assert se.puzzles_of_clues(SOLUTION, 9) == ([], "exhausted")
    start = time.monotonic()
    first, *_, last = se.neighbors([EASY] * 100, remove=4, add=4, limit=None, time=0.1)
    assert first.ending == "stopped" and last is None
    found = se.closure(EASY, time=0.1)
    assert found.ending == "stopped"
    assert time.monotonic() - start < 20


def test_a_closure_bounds_the_neighbors_of_a_puzzle(monkeypatch):
    found = se.closure(EASY, remove=4, add=4, limit=100)
    assert len(found.puzzles) == 100 and found.ending == "solution limit"
    whole = se.closure(HARD, remove=1, add=1, limit=300)
    # The first search of a puzzle has too low a limit.
    monkeypatch.setattr("sudoku_engines._closure._FEW_NEAR", 7)
    monkeypatch.setattr("sudoku_engines._closure._TOGETHER", 5)
    assert se.closure(HARD, remove=1, add=1, limit=300) == whole
    monkeypatch.setattr("sudoku_engines._closure._MOST_NEAR", 20)
    with pytest.raises(ValueError, match="more than 20 neighbors"):
        se.closure(HARD, remove=1, add=1, limit=300)
    # Each of these puzzles has three neighbors.
    monkeypatch.setattr("sudoku_engines._closure._FEW_NEAR", 1)
    monkeypatch.setattr("sudoku_engines._closure._MOST_NEAR", 3)
    assert len(se.closure(SEVENTEEN).puzzles) == 1
    monkeypatch.setattr("sudoku_engines._closure._MOST_NEAR", 2)
    with pytest.raises(ValueError, match="more than 2 neighbors"):
        se.closure(SEVENTEEN)


def test_the_closure_takes_every_kind():
    found = se.closure(SEVENTEEN)
    assert found.ending == "exhausted" and len(found.puzzles) == 1
    for puzzles in [
        [SEVENTEEN, None, SEVENTEEN],
        se.Board(SEVENTEEN),
        pa.array([SEVENTEEN]),
        pl.Series([SEVENTEEN]),
        np.array([se.Board(SEVENTEEN).rows]),
        [cell for row in se.Board(SEVENTEEN).rows for cell in row],
    ]:
        assert se.closure(puzzles) == found
