"""The types that a type checker sees. This file is also run, so the values have these types."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, assert_type

import sudoku_engines as se

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVENTEEN = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def test_one() -> None:
    assert_type(se.solve(EASY), se.Solved[str])
    assert_type(se.solve(EASY).solution, str | None)
    assert_type(se.solve(EASY.encode()), se.Solved[bytes])
    assert_type(se.solve(se.Board(EASY)).solution, se.Grid | None)
    assert_type(se.canonical(EASY).canonical, str)
    assert_type(se.canonical(se.Board(EASY)).canonical, se.Board | se.Grid)
    assert_type(se.count(EASY), int)
    assert_type(se.neighbors(EASY, limit=1).puzzles, list[str])
    assert_type(se.closure(SEVENTEEN), se.Found[str])
    puzzle = se.Puzzle("odd r1c1", EASY)
    assert_type(se.solve(puzzle), se.Solved[se.Grid])
    assert_type(se.is_proper(puzzle), bool)
    assert_type(se.hint(puzzle), se.Explanation)
    assert_type(se.generate(rules="diagonal")[0].puzzle, se.Puzzle)
    assert_type(se.read(EASY), list[se.Board])
    assert_type(se.read(EASY, rules="anti-king"), list[se.Puzzle])
    assert_type(se.transform(EASY, random=1), str)
    assert_type(se.transform(EASY, random=1, with_symmetry=True), se.Transformed[str])


def test_many() -> None:
    puzzles: list[str | None] = [EASY, None]
    generator: Iterator[str] = (it for it in [EASY])
    assert_type(se.solve([EASY]), list[se.Solved[str] | None])
    assert_type(se.solve(puzzles), list[se.Solved[str] | None])
    assert_type(se.solve(generator), list[se.Solved[str] | None])
    assert_type(se.is_proper((EASY, EASY)), list[bool | None])
    assert_type(se.canonical([se.Board(EASY)]), list[se.Canonical[se.Board | se.Grid] | None])
    assert_type(se.check([se.Puzzle("odd r1c1")]), list[se.Checked | None])
    assert_type(se.solve([se.Puzzle("odd r1c1", EASY)]), list[se.Solved[se.Grid] | None])
    assert_type(se.minimals(puzzles, limit=1), list[se.Found[str] | None])
    array: Any = [EASY]
    assert_type(se.count(array), Any)


def test_scales() -> None:
    assert_type(se.rate(EASY), se.ExplainerRating)
    assert_type(se.rate(EASY, scale="hodoku"), se.HodokuRating)
    for scale in se.SCALES:
        assert_type(se.rate(EASY, scale=scale), se.ExplainerRating | se.HodokuRating)
        assert_type(se.rate([EASY], scale=scale), list[se.ExplainerRating | se.HodokuRating | None])
        assert_type(se.next_step(EASY, scale=scale), se.NextStep)
    assert_type(se.rate(EASY, scale=None, measures="te_depth"), se.MeasuredRating)
    assert_type(se.rate([EASY], measures=["te_depth"]), list[se.MeasuredRating | None])


def test_type_checker() -> None:
    # Outside of the sources, the checker reads the installed package.
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, __file__]
    done = subprocess.run(command, cwd=os.path.dirname(__file__), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
