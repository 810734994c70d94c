"""Ratings, solution paths, hints, and results of `check`."""

import json

import numpy as np
import pyarrow as pa
import pytest
from conftest import BROKEN, EASY, SEVENTEEN, SOLUTION

import sudoku_engines as se

SEVERAL = "." * 27 + EASY[27:]
ROWS = [EASY, None, SEVERAL, SEVENTEEN, SOLUTION]


def test_check():
    easy, none, several, minimal, _ = se.check(ROWS)
    assert easy.proper and not easy.minimal and "r1c1" in easy.redundant
    assert none is None
    assert several == se.Checked(False, False, 2, [], [])
    assert minimal == se.Checked(True, True, 1, [], [])
    broken = se.check(BROKEN)
    assert broken.solutions == 0 and len(broken.contradictions) == 2
    columns = se.check(pa.array([*ROWS, BROKEN])).to_pylist()
    assert columns[0]["redundant"].split() == easy.redundant and columns[1] is None
    assert columns[5]["contradictions"] == "; ".join(broken.contradictions)
    for cell in easy.redundant:
        at = 9 * (int(cell[1]) - 1) + int(cell[3]) - 1
        assert se.is_proper(EASY[:at] + "." + EASY[at + 1 :])


@pytest.mark.parametrize("scale", se.SCALES)
def test_every_kind_has_the_same_ratings(scale):
    rated = se.rate(ROWS, scale=scale, threads=2)
    assert [row and row.ending for row in rated] == ["solved", None, "there are several solutions", "solved", "solved"]
    assert rated[2][:-1] == (None,) * (len(rated[2]) - 1)
    columns = se.rate(pa.array(ROWS), scale=scale)
    assert [row and tuple(row.values()) for row in columns.to_pylist()] == rated
    digits = np.array([list(bytes(se.Board(row))) for row in (EASY, SEVERAL)])
    arrays = se.rate(digits, scale=scale)
    assert [se.STEP_ENDINGS[code] for code in arrays["ending"]] == ["solved", "there are several solutions"]
    if scale != "hodoku":
        assert arrays["er"][0] == rated[0].er and np.isnan(arrays["er"][1])


#: A puzzle whose T&E-depth is 3.
DEEP = "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6.."


def test_measures():
    rows = [*ROWS, DEEP, BROKEN]
    found = se.rate(rows, scale=None, measures=["te_depth", "backdoor"], threads=2)
    values = [row and (row.backdoor, row.te_depth, row.ending) for row in found]
    several, none = (None, None, "there are several solutions"), (None, None, "there is no solution")
    assert values == [(0, 0, "solved"), None, several, (0, 0, "solved"), (0, 0, "solved"), (2, 3, "solved"), none]
    assert found[0][:5] == (None,) * 5 and se.rate(DEEP, scale=None, measures="te_depth").backdoor is None
    columns = se.rate(pa.array(rows), scale=None, measures=["te_depth", "backdoor"]).to_pylist()
    assert [row and tuple(row.values()) for row in columns] == values
    for scale in se.SCALES:
        [rated] = se.rate([EASY], scale=scale, measures="backdoor")
        alone = se.rate(EASY, scale=scale)
        assert {name: getattr(rated, name) for name in alone._fields} == alone._asdict() and rated.backdoor == 0
        columns = se.rate(pa.array([EASY]), scale=scale, measures="backdoor").to_pylist()
        assert list(columns[0]) == [*alone._fields[:-1], "backdoor", "ending"]
    arrays = se.rate(np.array([list(bytes(se.Board(DEEP)))]), measures="te_depth", max_steps=1)
    assert arrays["te_depth"].tolist() == [3] and se.STEP_ENDINGS[arrays["ending"][0]] == "the limit on steps was reached"
    assert se.rate([DEEP] * 100, scale=None, measures="te_depth", time=1e-9)[-1] is None
    with pytest.raises(ValueError, match='measures="depth": not one of backdoor, te_depth'):
        se.rate(EASY, measures=["depth"])
    with pytest.raises(ValueError, match="scale=None needs measures"):
        se.rate(EASY, scale=None)


def test_the_next_step_takes_a_time_limit():
    assert se.next_step(EASY, time=60) == se.next_step(EASY)
    assert se.next_step([DEEP] * 1000, time=1e-9)[-1] is None
    with pytest.raises(ValueError, match="time must be a number of seconds"):
        se.next_step(EASY, time=0)


@pytest.mark.parametrize("scale", se.SCALES)
def test_steps_lead_to_the_solution(scale):
    board = se.Board(SEVENTEEN)
    cells = [list(row) for row in board.rows]
    steps, ending = se.explain(board, scale=scale)
    assert ending == "solved" and se.hint(board, scale=scale).steps == steps[:1]
    for step in steps:
        for cell, digit in step["placements"]:
            cells[cell // 9][cell % 9] = digit
    assert se.Grid(cells) == se.solve(board).solution
    in_arrow = se.explain(pa.array([SEVENTEEN]), scale=scale).to_pylist()[0]
    assert json.loads(in_arrow["steps"]) == steps


@pytest.mark.parametrize("scale", se.SCALES)
def test_the_command_gives_the_same_results(sudoku, scale):
    puzzles = [made.puzzle for made in se.generate(5, seed=4)]
    text = "".join(f"{puzzle}\n" for puzzle in puzzles)
    lines = [json.loads(line) for line in sudoku("rate", "--scale", scale, "--json", text=text).splitlines()]
    rated = [row._asdict() for row in se.rate(puzzles, scale=scale)]
    assert len(lines) == 5
    for line, row in zip(lines, rated, strict=True):
        assert row.pop("ending") == "solved"
        named = {name if name in line else f"{scale}_{name}": value for name, value in row.items()}
        assert named.items() <= line.items()
    explained = sudoku("explain", "--scale", scale, "--json", text=f"{puzzles[0]}\n").splitlines()
    steps = [json.loads(line) for line in explained]
    told = se.explain(puzzles[0], scale=scale).steps
    assert all(step.pop("reason") and len(step.pop("board")) == 81 for step in told)
    assert [{**step, "line": 1} for step in told] == steps
    checked = json.loads(sudoku("check", "--json", text=f"{EASY}\n"))
    found = se.check(EASY)
    assert (found.proper, found.minimal, found.redundant) == (checked["proper"], checked["minimal"], checked["redundant"])
