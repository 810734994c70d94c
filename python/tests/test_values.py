"""`Board` and `Grid`, and the results for one puzzle."""

import base64
import copy
import gc
import itertools
import pickle
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from conftest import BROKEN, EASY, EMPTY, SEVENTEEN, SOLUTION
from pyarrow import parquet

import sudoku_engines as se


@pytest.mark.parametrize(("kind", "text"), [(se.Board, EASY), (se.Grid, SOLUTION)])
def test_values(kind, text):
    value = kind(text)
    assert str(value) == text and repr(value) == f"{kind.__name__}('{text}')"
    assert eval(repr(value), vars(se)) == value
    assert value == kind(value.rows) and hash(value) == hash(kind(text))
    assert value != kind(text[::-1]) and value != text
    assert copy.deepcopy(value) == value
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert sorted([kind(text), kind(text[::-1])])[0] <= kind(text)
    assert value[0, 0] == 5 and value.rows[8][8] == 9
    assert bytes(value) == bytes(0 if cell == "." else int(cell) for cell in text)
    for place in [(9, 0), (0, 9), (-1, 0), (2**200, 0)]:
        with pytest.raises(IndexError):
            value[place]


@pytest.mark.parametrize(("kind", "text"), [(se.Board, EASY), (se.Grid, SOLUTION)])
def test_values_are_arrays(kind, text):
    value = kind(text)
    cells = np.array([0 if cell == "." else int(cell) for cell in text]).reshape(9, 9)
    assert np.asarray(value).dtype == np.uint8 and (np.asarray(value) == cells).all()
    assert np.asarray(value, dtype=np.int64).dtype == np.int64
    assert np.array([value, value]).shape == (2, 9, 9) and len(value) == 9
    assert list(value) == value.rows and value[3] == value.rows[3]
    with pytest.raises(ValueError):
        np.asarray(value, copy=False)
    for place in (9, -1, 2**70):
        with pytest.raises(IndexError):
            value[place]
    for place in ("1", 1.5, (1,), (1, 2, 3)):
        with pytest.raises(TypeError):
            value[place]
    mask = se.candidates(value)
    for row, column in itertools.product(range(9), repeat=2):
        assert value.candidates(row, column) == (np.flatnonzero(mask[row, column]) + 1).tolist()
    changed = value.set(0, 2, 4).set(row=8, column=8, digit=0)
    assert type(changed) is se.Board and changed[0, 2] == 4 and changed[8, 8] == 0 and str(value) == text
    for row, column, digit, error in [(9, 0, 1, IndexError), (0, 0, 10, ValueError), (0, 0, -1, (ValueError, IndexError)),
                                      (0, 0, "1", TypeError), (0, 0, 2**70, ValueError)]:
        with pytest.raises(error):
            value.set(row, column, digit)


def test_boards_and_grids_are_two_types():
    assert se.Board(SOLUTION) != se.Grid(SOLUTION)
    assert se.Board(se.Grid(SOLUTION)) == se.Board(SOLUTION)
    with pytest.raises(se.PuzzleError, match="r1c3 is blank; a grid must have 81 digits"):
        se.Grid(EASY)
    assert se.Board(EASY).clues == 30 and se.Board(EASY).is_valid
    assert not se.Board(BROKEN).is_valid


def test_a_notebook_draws_boards():
    table = ElementTree.fromstring(se.Board(EASY)._repr_html_())
    cells = [["".join(cell.itertext()) for cell in row] for row in table]
    assert cells == [[str(digit or "") for digit in row] for row in se.Board(EASY).rows]
    # Clues are bold, and the table overrides the stripes of the notebook.
    assert all("font-weight:bold" in cell.get("style") for row in table for cell in row)
    assert all(row.get("style") == "background:none" for row in table)
    assert "bold" not in se.Grid(SOLUTION)._repr_html_()


@pytest.mark.parametrize("found", [se.hint(EASY), se.explain(EASY, scale="hodoku"), se.explain(SEVENTEEN)])
def test_a_notebook_draws_steps(found):
    page = ElementTree.fromstring(f"<div>{found._repr_html_()}</div>")
    steps = page.findall("details")
    assert len(steps) == len(found.steps) and ("open" in found._repr_html_().split(">")[0]) == (len(steps) == 1)
    for number, (element, step) in enumerate(zip(steps, found.steps), 1):
        assert element.find("summary").text == f"{number}. {step['title']}: {step['effect']}"
        kind, image = element.find("img").get("src").split(",")
        assert kind == "data:image/svg+xml;base64"
        drawing = ElementTree.fromstring(base64.b64decode(image))
        assert step["explanation"]["place"]["text"] in drawing.find("{*}title").text
        assert len(element.findall("ol/li")) == len(step["explanation"]["proof"])
    assert se.hint(BROKEN)._repr_html_() is None


def test_drawings_have_the_language_of_the_steps():
    found = se.explain(SEVENTEEN, language="ko", max_steps=3)
    for step, drawing in zip(found.steps, se._native._drawings(SEVENTEEN, found.steps), strict=True):
        assert step["explanation"]["place"]["text"] in ElementTree.fromstring(drawing).find("{*}title").text


@pytest.mark.parametrize("step", ["a text", 1, None, [], {}])
def test_a_step_without_a_technique_has_no_drawing(step):
    with pytest.raises(ValueError, match="the technique cannot be read"):
        se._native._drawings(SEVENTEEN, [step])


def test_drawings_for_a_notebook_have_a_limit(monkeypatch):
    found, draw = se.explain(SEVENTEEN), se._native._drawings
    sizes = [len(drawing) for drawing in draw(SEVENTEEN, found.steps)]
    assert len(sizes) == len(found.steps)
    few = draw(SEVENTEEN, found.steps, 100_000)
    assert sum(map(len, few[:-1])) < 100_000 <= sum(map(len, few)) and len(few) > 3
    monkeypatch.setattr(se._native, "_drawings", lambda board, steps: few)
    page = found._repr_html_()
    assert f"The last {len(sizes) - len(few)} steps have no drawing" in page and page.count("<img") == len(few)
    assert page.count("<summary>") == len(sizes)


def test_the_command_draws_the_same(sudoku):
    [step] = se.hint(SEVENTEEN).steps
    [drawing] = se._native._drawings(SEVENTEEN, [step])
    assert drawing.strip() == sudoku("hint", "--to", "svg", text=SEVENTEEN).strip()


def test_solutions_one_by_one():
    assert list(se.enumerate(EASY)) == [SOLUTION]
    assert list(se.enumerate(se.Board(EASY))) == [se.Grid(SOLUTION)]
    assert list(se.enumerate(BROKEN)) == []
    some = list(itertools.islice(se.enumerate(EMPTY), 500))
    assert len(set(some)) == 500 and all(se.Grid(text).is_valid for text in some)
    assert len(list(se.enumerate(EMPTY, limit=3))) == 3
    assert list(se.enumerate(EMPTY, limit=0)) == []


def test_solutions_by_number():
    puzzle = EASY.replace("5", ".").replace("3", ".")
    solutions = {se.nth(puzzle, number) for number in range(1, se.count(puzzle) + 1)}
    assert solutions == set(se.enumerate(puzzle)) and len(solutions) > 1
    assert set(se.sample(puzzle, 50)) <= solutions
    assert se.sample(se.Board(EASY), 2) == [se.Grid(SOLUTION)] * 2
    assert se.sample(EASY, 0) == se.sample(BROKEN, 3) == []
    for number, kind in [(0, ValueError), (-1, ValueError), (2**128, ValueError), (2, IndexError), ("1", TypeError)]:
        with pytest.raises(kind):
            se.nth(EASY, number)
    with pytest.raises(IndexError, match="the puzzle has 0 solutions"):
        se.nth(BROKEN, 1)


def test_limits():
    assert se.solve(EMPTY, limit=0) == se.Solved(None, 0, 0, "solution limit")
    assert se.solve(EMPTY, limit=7).solutions == 7
    assert se.solve(EMPTY, max_nodes=0).ending == "node limit"
    assert se.solve([EMPTY], max_nodes=0)[0].ending == "node limit"
    assert se.count(EMPTY, limit=2**64 - 1) == 2**64 - 1
    assert se.count(EMPTY) == 6670903752021072936960
    assert se.count([EASY, BROKEN, EMPTY], limit=3) == [1, 0, 3]


def test_canonical():
    form, automorphisms = se.canonical("12" + "." * 79)
    assert form == "." * 79 + "12" and automorphisms == 20736
    moved = se.transform(EASY, random=5)
    assert moved != EASY and se.canonical(moved) == se.canonical(EASY)
    assert se.canonical(se.Grid(SOLUTION)).canonical == se.Grid(se.canonical(SOLUTION).canonical)


def test_transform():
    turned = se.transform(EASY, transpose=True)
    assert [turned[column::9] for column in range(9)] == [EASY[at : at + 9] for at in range(0, 81, 9)]
    assert se.transform(EASY, rows="213456789")[:9] == EASY[9:18]
    assert se.transform("1" + "." * 80, relabel="912345678")[0] == "9"
    for wrong in [{"rows": "412356789"}, {"rows": "1"}, {"relabel": "11"}, {"random": 1, "transpose": True}]:
        with pytest.raises(ValueError):
            se.transform(EASY, **wrong)


def test_transform_with_symmetry():
    seeds = range(20)
    moved = se.transform([EASY] * 20, seeds=seeds, with_symmetry=True)
    assert [it.puzzle for it in moved] == se.transform([EASY] * 20, seeds=seeds)
    assert {it.transpose for it in moved} == {False, True}
    for it in moved:
        arguments = it._asdict()
        assert arguments.pop("puzzle") == se.transform(EASY, **arguments)
    fixed = {"transpose": True, "rows": "321456789", "columns": "456123789", "relabel": "912345678"}
    assert se.transform(EASY, **fixed, with_symmetry=True)[1:] == tuple(fixed.values())
    table = se.transform(np.array([list(map(int, EASY.replace(".", "0")))] * 2), random=1, copies=2, with_symmetry=True)
    assert table["puzzle"].shape == (4, 81) and len(set(table["relabel"])) > 1


def test_transformed_batches_equal_the_transformed_whole():
    made = se.generate(50, seed=2)
    puzzles, solutions = [it.puzzle for it in made], [it.solution for it in made]
    whole = se.transform(puzzles, random=5)
    batches = [se.transform(puzzles[at : at + 20], random=5, start=at) for at in range(0, 50, 20)]
    assert sum(batches, []) == whole and se.transform(puzzles[0], random=5, start=49) != whole[0]
    assert all(it.correct for it in se.verify(whole, se.transform(solutions, random=5)))
    with pytest.raises(ValueError, match="start requires random"):
        se.transform(puzzles, start=1)


def test_a_seed_of_each_row():
    puzzles = [made.puzzle for made in se.generate(6, seed=2)]
    seeds = [7, 2**64 - 1, 7, 0, 1, 2]
    found = se.transform(puzzles, seeds=seeds)
    assert found == [se.transform(puzzle, random=seed) for puzzle, seed in zip(puzzles, seeds)]
    assert found[::-1] == se.transform(puzzles[::-1], seeds=np.array(seeds[::-1], np.uint64))
    assert se.transform(EASY, seeds=[3]) == se.transform(EASY, random=3)


def test_copies():
    puzzles = [made.puzzle for made in se.generate(6, seed=2)]
    repeated = [puzzle for puzzle in puzzles for _ in range(5)]
    whole = se.transform(puzzles, random=3, copies=5)
    assert whole == se.transform(repeated, random=3) and len(set(whole)) == 30
    assert whole[10:] == se.transform(puzzles[2:], random=3, copies=5, start=2)
    assert whole[:5] == se.transform(puzzles[0], random=3, copies=5)
    seeded = se.transform(puzzles, seeds=range(6), copies=5)
    assert seeded[10:15] == se.transform(puzzles[2], random=2, copies=5)
    assert pa.array(whole).equals(se.transform(pa.array(puzzles), random=3, copies=5))
    digits = np.array([se.Board(puzzle) for puzzle in puzzles])
    assert [str(se.Board(board)) for board in se.transform(digits, random=3, copies=5)] == whole
    column = se.transform(pd.Series(puzzles, index=list("abcdef")), random=3, copies=5)
    assert column.index.tolist() == [name for name in "abcdef" for _ in range(5)] and column.tolist() == whole
    # The second number of copies is 0 modulo 2**64.
    for many in (10**12, 2**62):
        for kind in (puzzles[0], puzzles[:4], pa.array(puzzles[:4]), digits[:4]):
            with pytest.raises(MemoryError, match="several calls"):
                se.transform(kind, random=3, copies=many)
    many = se.transform(puzzles * 500, random=3, copies=7, threads=2)
    assert many[-7:] == se.transform(puzzles[5], random=3, copies=7, start=2999)
    assert se.transform(["x", None, EASY], seeds=[1, 2, 3], copies=2)[:4] == [None] * 4
    assert se.transform(puzzles, random=3, copies=0) == se.transform([], random=3, copies=2) == []
    with pytest.raises(se.PuzzleError, match="row 1"):
        se.transform([EASY, "x"], random=3, copies=2, errors="raise")


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"seeds": [1, 2]}, ValueError, "1 puzzles need as many seeds, not 2"),
        ({"seeds": [-1]}, ValueError, "out of range"),
        ({"seeds": ["1"]}, TypeError, "whole number"),
        ({"seeds": 5}, TypeError, "not iterable"),
        ({"seeds": [1], "random": 1}, ValueError, "either random or seeds"),
        ({"seeds": [1], "start": 1}, ValueError, "start requires random"),
        ({"seeds": [1], "transpose": True}, ValueError, "cannot be combined"),
        ({"copies": 2}, ValueError, "copies requires random or seeds"),
        ({"random": 1, "copies": -1}, ValueError, "out of range"),
    ],
)
def test_transformations_that_are_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        se.transform([EASY], **arguments)


@pytest.mark.parametrize("puzzles", [[EASY] * 3, np.array([list(bytes(se.Board(EASY)))] * 3), pa.array([EASY] * 3)])
def test_too_many_copies_are_refused(puzzles):
    for copies in (2**50, 2**63, 2**64 - 1):
        with pytest.raises(MemoryError, match="not enough memory"):
            se.transform(puzzles, random=1, copies=copies)


def test_read_and_convert(tmp_path):
    for form in se.FORMATS:
        text = se.convert([EASY, EASY], to=form)
        assert se.read(text, format=form) == [se.Board(EASY)] * 2, form
        assert se.convert(text, to="line", format=form) == f"{EASY}\n{EASY}\n"
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{EASY}\n{EMPTY}\n")
    boards = [se.Board(EASY), se.Board(EMPTY)]
    assert se.read(path) == se.read(path.read_bytes()) == boards
    with path.open() as file:
        assert se.read(file) == boards
    with path.open("rb") as file:
        assert se.read(file) == boards
    assert se.read(boards) == boards and se.read(boards[0]) == boards[:1]
    assert se.read(str(boards[0].rows)) == boards[:1]
    assert se.read(f"givens\n{EASY}\n", format="csv", column="givens") == boards[:1]
    assert se.read(f"{EASY}\nnothing\n{EMPTY}\n") == boards
    # Empty input is allowed. A text without any puzzle is an error, as it is for the command.
    assert se.read("") == []
    for text in ("puzzles.txt", "no\npuzzle\n", "id,puzzle\n"):
        with pytest.raises(se.PuzzleError, match="no puzzle found"):
            se.read(text)


def test_read_parquet(tmp_path):
    path = tmp_path / "puzzles.parquet"
    parquet.write_table(pa.table({"id": [1, 2], "puzzle": [EASY, None], "givens": [EMPTY, EASY]}), path)
    assert se.read(path) == se.read(path.read_bytes()) == [se.Board(EASY)]
    assert se.read(path, column="givens") == [se.Board(EMPTY), se.Board(EASY)]
    with pytest.raises(ValueError, match="column='board': the file has the columns id, puzzle, givens"):
        se.read(path, column="board")
    path.write_bytes(b"\x93NUMPY\n\x00\x01")
    with pytest.raises(se.PuzzleError, match="no puzzle found"):
        se.read(path)


def test_the_garbage_collector_tracks_only_results_that_can_be_in_a_cycle():
    # Tracking millions of results would make the collector slow.
    assert not any(map(gc.is_tracked, [se.solve(EASY), *se.solve([EASY] * 2), *se.generate(2, seed=1)]))
    found = se.solve(se.Board(EASY).rows)
    found.solution.append(found)
    assert gc.is_tracked(found)
    del found
    assert gc.collect() > 0


@pytest.mark.parametrize("result", [se.solve(EASY), se.canonical(EASY), se.check(EASY), se.rate(EASY), se.hint(EASY)])
def test_results_equal_those_of_the_constructor(result):
    # The native module fills results without the constructor.
    made = type(result)(*result)
    assert type(result) is type(made) and result == made and repr(result) == repr(made)
    assert pickle.loads(pickle.dumps(result)) == result == copy.deepcopy(result) == result._replace()
    if all(value.__hash__ for value in result):
        assert hash(result) == hash(made) == hash(tuple(result))
