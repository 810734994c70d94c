"""Splits, duplicates and leaks equal those of the command."""

import json

import datasets
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import BROKEN, EASY, EMPTY, SEVENTEEN, SOLUTION

import sudoku_engines as se

MADE = [made.puzzle for made in se.generate(60, seed=3)]
COPIES = [se.transform(puzzle, random=9) for puzzle in MADE[::3]]
PUZZLES = [*MADE, *COPIES, EASY, None, "x", SEVENTEEN]


def digits(puzzles):
    return np.array([list(bytes(se.Board(puzzle))) for puzzle in puzzles])


@pytest.mark.parametrize("by", ["solution", "puzzle"])
def test_equal_puzzles_are_in_one_split(by):
    found = se.split(PUZZLES, by=by, shares=(1, 1, 1), threads=2)
    assert found[60:80] == found[:60:3] and found[81:83] == [None, None]
    assert set(found[:60]) == {"train", "validation", "test"}
    assert se.split(PUZZLES, by=by, shares=(0, 0, 1))[:60] == ["test"] * 60


@pytest.mark.parametrize("by", ["solution", "puzzle"])
def test_every_kind_has_the_same_splits(by):
    found = [function(PUZZLES, by=by) for function in (se.split, se.dedup)]
    leaks = se.leaks(COPIES, PUZZLES, by=by)
    boards = [None if puzzle in (None, "x") else se.Board(puzzle) for puzzle in PUZZLES]
    cells = [None if board is None else list(bytes(board)) for board in boards]
    uint8 = pa.array(cells, pa.list_(pa.uint8(), 81))
    arrays = [row and np.array(row) for row in cells]
    grids = [row and np.array(row, np.uint8).reshape(9, 9) for row in cells]
    lists = [tuple(PUZZLES), boards, cells, arrays, grids]
    columns = [pa.array(PUZZLES), pa.chunked_array([PUZZLES]), uint8, pl.Series(PUZZLES), pd.Series(PUZZLES)]
    tables = [pa.table({"puzzle": PUZZLES}), pl.DataFrame({"puzzle": PUZZLES}), pd.DataFrame({"puzzle": PUZZLES})]
    tables.append(datasets.Dataset.from_dict({"puzzle": PUZZLES}))
    for kind in lists + columns + tables:
        assert [se.split(kind, by=by), se.dedup(kind, by=by)] == found
        assert se.leaks(kind, kind, by=by) == [None if split is None else True for split in found[0]]
        assert se.leaks(COPIES, kind, by=by) == leaks
    assert leaks == [number % 3 == 0 or number >= 60 for number in range(80)] + [False, None, None, False]
    assert found[1] == [True] * 60 + [False] * 20 + [True, None, None, True]
    table = tables[0]
    for function, values in zip((se.split, se.dedup), found):
        assert function((puzzle for puzzle in PUZZLES), by=by) == values
        assert function(pa.RecordBatchReader.from_batches(table.schema, table.to_batches(30)), by=by) == values
    array = digits(MADE + COPIES).reshape(-1, 9, 9)
    for function, values in zip((se.split, se.dedup), found):
        assert function(array, by=by).tolist() == values[:80]
    # An array of "bool" has False for a puzzle that cannot be read.
    texts = ["" if puzzle is None else puzzle for puzzle in PUZZLES]
    for kind in ("U81", "S81", "O", np.dtypes.StringDType()):
        array = np.array(texts, kind)
        assert se.split(array, by=by).tolist() == found[0]
        assert se.dedup(array, by=by).tolist() == [bool(is_new) for is_new in found[1]]
        assert se.leaks(array, array[:0], by=by).tolist() == []


def test_a_puzzle_without_exactly_one_solution_has_no_split():
    for puzzle in (BROKEN, EMPTY):
        assert se.split([puzzle, EASY])[0] is None and se.split([puzzle], by="puzzle") != [None]
        assert se.split(digits([puzzle, EASY]))[0] is None
        assert se.split(pa.array([puzzle]))[0] is None and se.split(pd.Series([puzzle, None]))[0] is None
        assert se.leaks([puzzle], [puzzle]) == [None]
    assert se.dedup(digits([EMPTY, EASY, EMPTY]), by="solution").tolist() == [False, True, False]
    assert se.dedup([BROKEN, BROKEN], by="solution") == [None, None]
    assert se.dedup(digits([EMPTY, EMPTY])).tolist() == [True, False]
    assert se.dedup(digits([BROKEN, EASY, BROKEN]), by="solution").tolist() == [False, True, False]
    assert se.split(digits([BROKEN])).tolist() == [None]


@pytest.mark.parametrize("by", ["solution", "puzzle"])
def test_the_command_assigns_the_same(sudoku, tmp_path, by):
    sudoku("dataset", "make", "-o", tmp_path / "set", "--count", 300, "--seed", 4, "--split", "2,1,1", "--split-by", by)
    rows = {}
    for name in ("train", "validation", "test"):
        [file] = (tmp_path / "set").glob(f"{name}-*.csv")
        rows[name] = pd.read_csv(file, dtype=str)["question"].tolist()
        assert set(se.split(rows[name], shares=(2, 1, 1), by=by)) == {name}
    assert not any(se.leaks(rows["train"], rows["test"], by=by))


def test_the_command_finds_the_same_duplicates(sudoku, tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join(MADE + COPIES), encoding="utf-8")
    found = json.loads(sudoku("dataset", "check", "--quiet", "--json", file).splitlines()[-1])
    assert found["duplicates"] == se.dedup(MADE + COPIES).count(False)


def test_invalid_arguments_are_refused():
    [array] = digits([EASY])
    for by in ("solution", "puzzle"):
        for puzzle in (EASY, EASY.encode(), se.Board(EASY), se.Grid(SOLUTION), array, array.reshape(9, 9)):
            with pytest.raises(TypeError, match="a collection of puzzles, not one puzzle"):
                se.split(puzzle, by=by)
    with pytest.raises(ValueError, match="by must be"):
        se.dedup([EASY], by="clues")
    for shares in [(1, 1), (0, 0, 0), (1, -1, 1), (0.8, 0.1, 0.1)]:
        with pytest.raises(ValueError, match=r"three whole numbers.*such as \(8, 1, 1\)"):
            se.split([EASY], shares=shares)
