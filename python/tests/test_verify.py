"""The comparison of answers with the solution."""

import itertools

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import BROKEN, EASY, EMPTY, SEVENTEEN, SOLUTION
from hypothesis import given
from hypothesis import strategies as st

import sudoku_engines as se

UNREADABLE = se.Verified(False, False, None, None, None, False)
SWAPPED = SOLUTION[:2] + SOLUTION[3] + SOLUTION[2] + SOLUTION[4:]
PARTIAL = SOLUTION[:40] + "." * 41


@pytest.mark.parametrize(
    ("puzzle", "answer", "verdict"),
    [
        (EASY, SOLUTION, (True, True, 51, 0, None, True)),
        (EASY, SWAPPED, (False, True, 49, 4, 2, True)),
        (EASY, EASY, (False, True, 0, 0, None, True)),
        (EASY, EMPTY, (False, False, 0, 0, None, True)),
        (EASY, "1" + SOLUTION[1:], (False, False, 51, 3, 0, True)),
        (EMPTY, SOLUTION, (True, True, 81, 0, None, True)),
        (EMPTY, PARTIAL, (False, True, None, 0, None, True)),
        (BROKEN, SOLUTION, (False, False, None, 0, None, True)),
        (EASY, f"I think it is\n```\n{SOLUTION}\n```", (True, True, 51, 0, None, True)),
        (EASY, se.Grid(SOLUTION), (True, True, 51, 0, None, True)),
        (EASY, [int(cell) for cell in SOLUTION], (True, True, 51, 0, None, True)),
        (EASY, "I do not know", UNREADABLE),
        (EASY, None, UNREADABLE),
        (EASY, [10] * 81, UNREADABLE),
        (EMPTY, "I do not know", UNREADABLE),
        *[(EASY, odd, UNREADABLE) for odd in (5, {}, [], [1, 2], [[1, 2]], [EASY], object(), np.zeros(80), float("nan"))],
    ],
)
def test_one_answer(puzzle, answer, verdict):
    assert se.verify(puzzle, answer) == verdict
    assert se.verify([None, puzzle, puzzle], [None, answer, "?"]) == [None, verdict, UNREADABLE]


@given(st.lists(st.tuples(st.integers(0, 80), st.integers(0, 9)), max_size=100), st.booleans())
def test_a_verdict_agrees_with_its_definition(changes, in_blanks):
    digits = [int(cell) for cell in SOLUTION]
    for at, digit in changes:
        if not in_blanks or EASY[at] == ".":
            digits[at] = digit
    found = se.verify(EASY, digits)
    assert found.correct == (digits == [int(cell) for cell in SOLUTION])
    kept = all(clue in (".", str(digit)) for clue, digit in zip(EASY, digits))
    right = sum(clue == "." and right == str(digit) for clue, right, digit in zip(EASY, SOLUTION, digits))
    wrong = [at for at, digit in enumerate(digits) if digit and SOLUTION[at] != str(digit)]
    assert found[1:3] == (kept, right) and found.first_wrong == (wrong[0] if wrong else None)
    assert (found.violations == 0) == se.Board(digits).is_valid


def test_every_kind_has_the_same_verdicts():
    puzzles = [EASY, None, EASY, EMPTY, SEVENTEEN, EASY] * 1000
    answers = [SOLUTION, SOLUTION, SWAPPED, PARTIAL, SOLUTION, "no grid"] * 1000
    rows = se.verify(puzzles, answers)
    assert [row and row.correct for row in rows[:6]] == [True, None, False, False, False, False]
    for arrow in [pa.array(answers), pa.chunked_array([answers[:2500], answers[2500:]]), pl.Series(answers)]:
        columns = se.verify(pa.array(puzzles), arrow, threads=2).to_pylist()
        assert [row and tuple(row.values()) for row in columns] == rows
    frame = se.verify(pd.Series(puzzles, index=range(6000, 0, -1)), answers)
    assert frame.index[0] == 6000 and frame["first_wrong"].sum() == sum(row.first_wrong or 0 for row in rows if row)
    readable = [row for row in zip(puzzles, answers) if row[0] and row[1] != "no grid"]
    digits = [np.array([list(bytes(se.Board(text))) for text in column]) for column in zip(*readable)]
    arrays = se.verify(digits[0], digits[1].reshape(-1, 9, 9))
    wanted = se.verify(*map(list, zip(*readable)))
    for number, name in enumerate(arrays):
        assert arrays[name].tolist() == [255 if row[number] is None else row[number] for row in wanted], name
    digits[1][0, 0] = 10
    assert not se.verify(*digits)["readable"][0]


def test_answers_can_be_iterators():
    rows = [[int(cell) for cell in SOLUTION[start : start + 9]] for start in range(0, 81, 9)]
    wanted = se.verify(EASY, SOLUTION)
    for make in (lambda: map(int, SOLUTION), lambda: iter(rows), lambda: (row for row in rows)):
        assert se.verify(EASY, make()) == wanted
        assert se.verify([EASY, EASY], (make() for _ in range(2))) == [wanted] * 2
    for odd in (map(int, SOLUTION[1:]), itertools.repeat(1), iter([]), iter([SOLUTION])):
        assert se.verify(EASY, odd) == UNREADABLE
    with pytest.raises(KeyError, match="no digit"):
        se.verify(EASY, ({}[name] for name in ["no digit"]))


def test_there_is_an_answer_for_each_puzzle():
    with pytest.raises(ValueError, match="2 puzzles need as many answers, not 1"):
        se.verify([EASY, EASY], [SOLUTION])
    for one in (SOLUTION, se.Grid(SOLUTION), np.zeros(81, int), {"answer": SOLUTION}, 5, None):
        with pytest.raises(TypeError, match="needs a collection of answers") as raised:
            se.verify([EASY], one)
        assert raised.value.__notes__ == ["while processing 'answers'"]
    # A list of numbers is a list of answers, none of which can be read.
    assert se.verify([EASY] * 81, [1] * 81) == [UNREADABLE] * 81
    with pytest.raises(se.PuzzleError, match="row 1"):
        se.verify([EASY, "x"], [SOLUTION, SOLUTION], errors="raise")
    with pytest.raises(KeyError, match="no answer"):
        se.verify([EASY], ({}[name] for name in ["no answer"]))
