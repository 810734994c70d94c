"""Every kind of invalid input raises an exception that names the position of the error."""

import gzip
import io
import pathlib
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from conftest import EASY

import sudoku_engines as se

MANY = [se.solve, se.count, se.is_proper, se.canonical, se.transform, se.check, se.rate, se.explain, se.hint]


@pytest.mark.parametrize("function", MANY)
@pytest.mark.parametrize("thing", [None, 5, 1.5, object(), {}, {"puzzle": EASY}, [object()], [{}], [1 + 2j]])
def test_objects_that_are_not_puzzles(function, thing):
    with pytest.raises(TypeError):
        function(thing)


@pytest.mark.parametrize("function", MANY)
@pytest.mark.parametrize(
    ("puzzle", "cell", "words"),
    [
        ("", None, "no puzzle found"),
        ("x" + EASY[:79], "r9c9", "1 cell missing"),
        (EASY + "1", None, "1 cell left over"),
        (EASY[:40] + "z" + EASY[41:], "r5c5", "found `z`"),
        (EASY[:40] + "\ud800" + EASY[41:], None, "lone surrogate"),
        (EASY[:40] + "é" + EASY[41:], "r5c5", "found byte 0xc3"),
        (EASY.encode() + b"\xff", None, "found byte 0xff"),
        ([0] * 80, None, "80 numbers instead of 81"),
        ([0] * 80 + [10], "r9c9", "found 10"),
        ([-1] + [0] * 80, "r1c1", "found -1"),
        ([0.5] + [0.0] * 80, "r1c1", "found 0.5"),
        ([0.0] * 80 + [float("nan")], "r9c9", "found nan"),
        ([10**40] + [0] * 80, "r1c1", "found 1" + "0" * 40),
        ([0, "1"] + [0] * 79, "r1c2", "found '1'"),
        ([[0] * 9] * 8, None, "72 numbers instead of 81"),
        ([[0] * 9] * 8 + [[0] * 8], None, "row r9 has 8 numbers"),
    ],
)
def test_a_puzzle_that_cannot_be_read(function, puzzle, cell, words):
    with pytest.raises(se.PuzzleError, match=words) as alone:
        function(puzzle)
    assert isinstance(alone.value, ValueError)
    assert (alone.value.row, alone.value.cell) == (None, cell)
    with pytest.raises(se.PuzzleError, match=f"^row 2: .*{words}") as among:
        function([EASY, None, puzzle, "another"], errors="raise", threads=2)
    assert (among.value.row, among.value.cell) == (2, cell)
    assert function([puzzle]) == [None]


@pytest.mark.parametrize("function", MANY)
@pytest.mark.parametrize("number", [-1, 10, 256, 2**40, -(2**63)])
def test_numbers_of_an_array(function, number):
    puzzles = np.zeros((2, 9, 9), dtype=np.int64)
    puzzles[1, 2, 3] = number
    with pytest.raises(se.PuzzleError, match=f"row 1: r3c4: found {number}; ") as error:
        function(puzzles, errors="raise")
    assert (error.value.row, error.value.cell) == (1, "r3c4")
    with pytest.raises(se.PuzzleError, match=f"^r3c4: found {number}; "):
        function(puzzles[1])


@pytest.mark.parametrize("shape", [(), (0,), (80,), (2, 80), (9, 8), (2, 9, 8), (2, 2, 81), (1, 2, 9, 9)])
def test_shapes(shape):
    with pytest.raises(ValueError, match="shape"):
        se.solve(np.zeros(shape, dtype=np.uint8))


@pytest.mark.parametrize(
    ("values", "kinds"),
    [
        ([EASY, 5], "int and str"),
        ([se.Board(EASY), None], "Board"),
        ([np.zeros((9, 9), dtype=int)], "ndarray"),
        ([EASY, object()], "object and str"),
    ],
)
def test_pandas_columns_that_are_refused(values, kinds):
    with pytest.raises(TypeError, match=f"puzzles of one kind: .*; this one has {kinds}. Pass a list"):
        se.solve(pd.Series(values))
    with pytest.raises(TypeError, match="a column of this frame cannot be read .*: pass the column"):
        se.solve(pd.DataFrame({"puzzle": [EASY] * len(values), "other": pd.Series(values)}))


@pytest.mark.parametrize("boolean", [True, np.True_])
def test_booleans_are_not_digits(boolean):
    cells = [*map(int, EASY.replace(".", "0"))]
    for wrong in ([boolean, *cells[1:]], [[boolean, *cells[1:9]]] + [cells[row : row + 9] for row in range(9, 81, 9)]):
        with pytest.raises(se.PuzzleError, match="r1c1: found .*True"):
            se.solve(wrong)
        assert se.count([wrong]) == [None]


@pytest.mark.parametrize("dtype", [bool, complex, "M8[s]"])
def test_types_of_numbers(dtype):
    with pytest.raises(TypeError, match="whole numbers or texts, not"):
        se.solve(np.zeros((2, 81), dtype=dtype))


@pytest.mark.parametrize("dtype", [object, "U81", "S81"])
@pytest.mark.parametrize("shape", [(), (2, 81)])
def test_shapes_of_texts(dtype, shape):
    with pytest.raises(ValueError, match=r"must have the shape \(n,\)"):
        se.solve(np.zeros(shape, dtype=dtype))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "g", ">f8"])
@pytest.mark.parametrize("number", [0.5, -1, 10, 255, np.inf, -np.inf, np.nan])
def test_numbers_that_are_not_whole(dtype, number):
    puzzles = np.zeros((2, 81), dtype=dtype)
    puzzles[1, 5] = number
    found = se.solve(puzzles)
    assert found["ending"].tolist() == [se.ENDINGS.index("solution limit"), 255]
    with pytest.raises(se.PuzzleError, match=f"^row 1: r1c6: found {puzzles[1, 5]}; "):
        se.solve(puzzles, errors="raise")


def test_a_tensor_that_numpy_cannot_read():
    class Tensor:
        def __dlpack__(self, **_):
            raise BufferError("on another device")

        def __dlpack_device__(self):
            return (2, 0)

    with pytest.raises(TypeError, match="this .*Tensor through DLPack .* pass it as an array of NumPy"):
        se.solve(Tensor())


@pytest.mark.parametrize(
    "column",
    [
        pa.array([1]),
        pa.array([["1"] * 81]),
        pa.array([[[[1] * 9] * 9]]),
        pa.array([b"1" * 80], pa.binary(80)),
        pa.array([1]).dictionary_encode(),
    ],
    ids=lambda column: str(column.type),
)
def test_types_of_columns(column):
    with pytest.raises(TypeError, match="Arrow puzzles"):
        se.solve(column)


@pytest.mark.parametrize(
    ("puzzle", "cell", "words"),
    [
        ([0] * 80, None, "80 numbers instead of 81"),
        ([0] * 80 + [300], "r9c9", "found 300"),
        ([0.5] + [0.0] * 80, "r1c1", "found 0.5"),
        ([[0] * 9] * 8, None, "8 rows instead of 9"),
        ([[0] * 9] * 8 + [[0] * 8], None, "row r9 has 8 numbers instead of 9"),
        ([None] + [[0] * 9] * 8, None, "row r1 has 0 numbers"),
        ([[0] * 9] * 8 + [[-1] + [0] * 8], "r9c1", "found -1"),
    ],
)
def test_lists_of_a_column_that_cannot_be_read(puzzle, cell, words):
    good = [[0] * 9] * 9 if len(puzzle) < 80 else [0] * 81
    column = pa.array([good, puzzle])
    for kind in (column, column.slice(1)):
        with pytest.raises(se.PuzzleError, match=words) as error:
            se.solve(kind, errors="raise")
        assert error.value.row == len(kind) - 1 and error.value.cell == cell
    assert se.count(column, limit=3).to_pylist() == [3, None]


def test_tables_without_puzzles():
    with pytest.raises(ValueError, match="no column has one of the names"):
        se.solve(pa.table({"a": [EASY], "b": [EASY]}))


def test_invalid_capsules():
    class Wrong:
        def __init__(self, given):
            self.given = given

        def __arrow_c_array__(self):
            return self.given

    for given in [None, (), (1, 2), "capsule"]:
        with pytest.raises((TypeError, IndexError)):
            se.solve(Wrong(given))
    pair = pa.array([EASY]).__arrow_c_array__()
    assert pa.array(se.is_proper(Wrong(pair))).to_pylist() == [True]
    with pytest.raises(ValueError, match="handed over already"):
        se.is_proper(Wrong(pair))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"threads": 0}, ValueError),
        ({"threads": -1}, ValueError),
        ({"threads": 1.5}, TypeError),
        ({"threads": "2"}, TypeError),
        ({"errors": "ignore"}, ValueError),
        ({"errors": None}, TypeError),
        ({"progress": "yes"}, TypeError),
        ({"limit": -1}, ValueError),
        ({"limit": 2**32}, ValueError),
        ({"limit": 10**30}, ValueError),
        ({"limit": None}, TypeError),
        ({"max_nodes": -5}, ValueError),
        ({"speed": 1}, TypeError),
    ],
)
def test_arguments(arguments, error):
    with pytest.raises(error):
        se.solve([EASY], **arguments)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"seed": -1}, ValueError),
        ({"seed": 2**64}, ValueError),
        ({"seed": "1"}, TypeError),
        ({"seed": 1, "start": 2**64 - 1}, ValueError),
        ({"seed": 1, "clues": 16}, ValueError),
        ({"seed": 1, "clues": (30, 20)}, ValueError),
        ({"seed": 1, "clues": (30, -1)}, (ValueError, TypeError)),
        ({"seed": 1, "clues": "24"}, TypeError),
        ({"seed": 1, "symmetry": "round"}, ValueError),
        ({"seed": 1, "pattern": "x"}, ValueError),
        ({"seed": 1, "given": "x"}, ValueError),
        ({"seed": 1, "given": "11" + "." * 79}, ValueError),
        ({"seed": 1, "attempts": 0}, ValueError),
        ({"seed": 1, "method": "slow"}, ValueError),
        ({"seed": 1, "method": "grid", "clues": 30}, ValueError),
        ({"seed": 1, "to": "set"}, ValueError),
        ({"seed": 1, "difficulty": -1}, ValueError),
        ({"seed": 1, "difficulty": float("nan")}, ValueError),
        ({"seed": 1, "difficulty": 7.25, "scale": "se"}, ValueError),
        ({"seed": 1, "difficulty": 7.5}, ValueError),
        ({"seed": 1, "difficulty": (1, 2, 3)}, TypeError),
        ({"seed": 1, "difficulty": "hard"}, TypeError),
        ({"seed": 1, "scale": "kelvin"}, ValueError),
        ({"seed": 1, "scale": "guesses:nobody"}, ValueError),
        ({"seed": 1, "scale": "se", "level": "hard"}, ValueError),
        ({"seed": 1, "scale": "hodoku", "level": "devilish"}, ValueError),
        ({"seed": 1, "scale": "hodoku", "level": ("hard", "easy")}, ValueError),
        ({"seed": 1, "needs": ["fish"]}, ValueError),
        ({"seed": 1, "scale": "se", "needs": ["fishes"]}, ValueError),
        ({"seed": 1, "scale": "se", "needs": ["skyscraper"]}, ValueError),
        ({"seed": 1, "scale": "se", "needs": 5}, TypeError),
        ({"seed": 1, "scale": "se", "needs": ["fish", 5]}, TypeError),
        ({"seed": 1, "scale": "se", "needs": "fishes"}, ValueError),
        ({"seed": 1, "scale": "hodoku", "level": 5}, TypeError),
        ({"seed": 1, "images": 0}, ValueError),
        ({"seed": 1, "time": 0}, ValueError),
        ({"seed": 1, "time": float("inf")}, ValueError),
        ({"seed": 1, "method": "weighted", "difficulty": 3}, ValueError),
        ({"id": "no ID"}, ValueError),
        ({"seed": 1, "clues": 18, "minimal": True, "attempts": 1}, RuntimeError),
    ],
)
def test_requests(arguments, error):
    with pytest.raises(error):
        se.generate(2, **arguments)


@pytest.mark.parametrize(
    ("argument", "value", "error", "words"),
    [
        ("seed", 2**200, ValueError, "is out of range: expected 0 to"),
        ("attempts", 2**200, ValueError, "is out of range: expected 0 to"),
        ("clues", 2**200, ValueError, "is out of range: expected 0 to"),
        ("clues", (20, "30"), TypeError, "expected a whole number, not str"),
        ("difficulty", 10**400, ValueError, "a difficulty is a number such as 7.2 or 5"),
        ("difficulty", "hard", TypeError, 'a text such as "7.1..7.3", or a pair of minimum and maximum, not "hard"'),
        ("difficulty", "5..hard", TypeError, 'a pair of minimum and maximum, not "hard"'),
        ("difficulty", (None, []), TypeError, "a pair of minimum and maximum, not list"),
        ("difficulty", "9..5", ValueError, "the minimum of a range is above its maximum"),
        ("difficulty", "7.1", ValueError, "is a whole number"),
        ("level", 2**200, TypeError, 'a level must be a name such as "hard", or a pair of names, not int'),
        ("needs", 5, TypeError, "expected a name or a list of names, not int"),
        ("needs", "2-strong-links", ValueError, "the scale hodoku has no technique named"),
        ("difficulty", 7.25, ValueError, "7.2 or 5 .*, not 7.25"),
        ("difficulty", 7.2, ValueError, "is a whole number"),
    ],
)
def test_errors_name_the_argument(argument, value, error, words):
    with pytest.raises(error, match=words) as raised:
        se.generate(1, **{"seed": 1, "scale": "hodoku", argument: value})
    assert raised.value.__notes__ == [f"while processing '{argument}'"]


@pytest.mark.parametrize(
    ("argument", "wishes", "words"),
    [
        ("needs", {"needs": "swordfish", "without": "fish"}, "is both required and excluded"),
        ("without", {"without": "singles"}, "without singles"),
        ("needs", {"before": "singles"}, "belong to a required technique"),
        ("eliminations", {"needs": "x-wing", "eliminations": 700}, "eliminates 1 to 648 candidates"),
        ("eliminations", {"needs": "naked-single", "eliminations": (2, None)}, "eliminates no candidates"),
        ("with_", {"with_": "swordfish"}, "uses swordfish already"),
        ("with_", {"with_": "whale", "without": "fish"}, "is both added and excluded"),
        ("needs", {"needs": "whale"}, "whale is off by default"),
        ("before", {"needs": "x-wing", "before": "whale"}, "whale is off by default"),
        ("without", {"without": "whale"}, "whale is off by default .* so it is excluded already"),
        ("only_singles_around", {"only_singles_around": True}, "belongs to a required technique and replaces"),
        ("only_singles_around", {"needs": "x-wing", "after": "fish", "only_singles_around": True}, "replaces before and after"),
        ("level", {"level": "easy", "needs": "swordfish"}, "swordfish is harder than the level"),
    ],
)
def test_conditions_that_no_puzzle_meets_are_refused_at_once(argument, wishes, words):
    with pytest.raises(ValueError, match=words) as raised:
        se.generate(1, seed=1, scale="hodoku", **wishes)
    assert raised.value.__notes__ == [f"while processing '{argument}'"]


def test_a_difficulty_outside_the_scale_is_refused_at_once():
    with pytest.raises(ValueError, match="no puzzle has this difficulty"):
        se.generate(1, seed=1, scale="hodoku", difficulty=10**8)


def test_a_single_name_needs_no_list():
    wishes = {"seed": 3, "scale": "se", "difficulty": (None, 5.0)}
    assert se.generate(needs="fish", **wishes) == se.generate(needs=["fish"], **wishes)
    assert se.generate(clues=[24, 30], seed=1) == se.generate(clues=(24, 30), seed=1)


@pytest.mark.parametrize("function", [se.rate, se.explain, se.hint])
def test_scales(function):
    with pytest.raises(ValueError, match="not one of se, sukaku, hodoku"):
        function(EASY, scale="kelvin")


def test_numbers_of_puzzles():
    with pytest.raises(ValueError):
        se.generate(-1, seed=1)
    assert se.generate(0, seed=1) == []
    rare = {"seed": 1, "clues": 18, "minimal": True, "attempts": 1, "errors": "null"}
    assert se.generate(2, **rare) == [None, None]


def test_without_a_seed_the_puzzles_are_random():
    made = [se.generate()[0] for _ in range(2)]
    assert made[0] != made[1] and se.generate(id=made[0].id) == made[:1]


def test_arguments_have_names():
    assert se.solve(puzzles=[EASY]) == se.solve([EASY])
    assert se.generate(n=2, seed=1) == se.generate(2, seed=1)
    assert se.nth(puzzle=EASY, number=1) == se.sample(puzzle=EASY, n=1)[0]
    assert se.leaks(train=[EASY], test=[EASY]) == se.dedup(puzzles=[EASY]) == [True]


def test_an_id_cannot_be_combined_with_other_arguments():
    [made] = se.generate(seed=3)
    assert se.generate(id=made.id)[0].solution == made.solution
    for other in [{"seed": 3}, {"start": 1}, {"clues": 24}, {"minimal": True}, {"scale": "se"}, {"attempts": 5}]:
        with pytest.raises(ValueError, match="id cannot be combined"):
            se.generate(id=made.id, **other)
    with pytest.raises(ValueError, match="id cannot be combined"):
        se.generate(2, id=made.id)


def test_puzzles_beyond_the_time_limit_are_null():
    start = time.monotonic()
    made = se.generate(10**6, seed=1, time=0.2)
    assert made[0] == se.generate(seed=1)[0] and made[-1] is None
    # Without a limit on attempts, the search for a rare puzzle ends only at the time limit.
    assert se.generate(1, seed=1, clues=17, time=0.2) == [None]
    assert time.monotonic() - start < 5


#: A puzzle that takes minutes on the scale of Sudoku Explainer.
SLOW = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize("function", [se.rate, se.explain])
def test_steps_are_limited(function):
    assert function(EASY, max_steps=3).ending == "the limit on steps was reached"
    assert function([EASY, EASY], max_steps=60)[0] == function(EASY)
    assert len(se.explain(EASY, max_steps=3).steps) == 3


@pytest.mark.parametrize("function", [se.rate, se.explain, se.hint])
def test_time_is_limited(function):
    start = time.monotonic()
    first, *_, last = function([SLOW] * 1000, time=0.1, scale="se")
    assert function(EASY, time=60) == function(EASY)
    assert time.monotonic() - start < 20
    assert first is not None and (last is None or function is se.hint)
    with pytest.raises(ValueError, match="a number of seconds from 1e-9"):
        function(EASY, time=0)


def test_sources(tmp_path):
    closed = io.StringIO(EASY)
    closed.close()
    with pytest.raises(ValueError, match="closed"):
        se.read(closed)
    with pytest.raises(FileNotFoundError):
        se.read(tmp_path / "missing")
    with pytest.raises(IsADirectoryError):
        se.read(pathlib.Path(tmp_path))
    for source in [None, 5, object()]:
        with pytest.raises(TypeError):
            se.read(source)
    with pytest.raises(ValueError, match="unknown format; expected one of line, grid"):
        se.convert(EASY, to="poem")
    with pytest.raises(ValueError, match="unknown format; expected one of line, grid"):
        se.read(EASY, format="poem")
    with pytest.raises(se.PuzzleError, match="line 2, column 1"):
        se.read(f"{EASY}\nz\n", errors="raise")
    with pytest.raises(TypeError, match="collection"):
        se.enumerate([EASY])
    # A path as text is one line that cannot be read as a puzzle.
    for source in ["puzzles.txt", b"puzzles.txt\n"]:
        with pytest.raises(se.PuzzleError, match="pathlib"):
            se.read(source)
    assert se.read("") == se.read("\n") == []
    for file in [closed, io.BytesIO()]:
        file.close()
        with pytest.raises(ValueError, match="closed"):
            se.solve(file)


def test_an_exception_of_an_iterator_is_passed_on():
    def puzzles():
        yield EASY
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        se.solve(puzzles())


def test_a_panic_raises_an_error_that_asks_for_a_report(capfd):
    with pytest.raises(se.DefectError, match="report it: on purpose"):
        se._native._panic()
    assert "on purpose" in capfd.readouterr().err
    assert se.solve(EASY).solutions == 1


@pytest.mark.parametrize("count", [10**12, 10**15, 2**62])
@pytest.mark.parametrize("to", ["list", "numpy", "arrow"])
def test_more_puzzles_than_fit_into_memory_are_refused(count, to):
    with pytest.raises(MemoryError, match="several calls"):
        se.generate(count, seed=1, to=to)
    with pytest.raises(MemoryError, match="several calls"):
        se.sample(EASY, count)


def test_numbers_with_thousands_of_digits_and_invalid_times_are_refused():
    with pytest.raises(ValueError, match="a number of thousands of digits is out of range"):
        se.generate(seed=10**5000)
    for time_ in [1e300, float("inf"), float("nan"), 0, -1]:
        with pytest.raises(ValueError, match="a number of seconds from 1e-9"):
            se.generate(seed=1, time=time_)


def test_the_error_of_a_masked_array_has_the_solution():
    masked = np.ma.masked_array(np.zeros((1, 81), dtype=np.uint8), mask=True)
    with pytest.raises(TypeError, match="filled"):
        se.solve(masked)
    assert se.solve(masked.filled(0))["solutions"].tolist() == [2]


def test_the_error_of_a_lazy_frame_has_the_solution():
    with pytest.raises(TypeError, match="collect"):
        se.solve(pl.DataFrame({"puzzle": [EASY]}).lazy())


@pytest.mark.parametrize("given", [5, (), (1, 2), (1, 2, 3), None])
def test_objects_that_return_invalid_arrow_data_are_refused(given):
    class Liar:
        def __arrow_c_array__(self, requested_schema=None):
            return given

    with pytest.raises(TypeError, match="capsule"):
        se.solve(Liar())


def test_a_table_with_rules_is_refused(tmp_path):
    """The boards alone are other puzzles."""
    file, table = tmp_path / "killers.parquet", pa.table({"puzzle": [EASY], "Rules": ["cage 3 r1c3 r1c4"]})
    pa.parquet.write_table(table, file)
    text = f"puzzle,rules\n{EASY},cage 3 r1c3 r1c4\n"
    for call in [
        lambda: se.read(text),
        lambda: se.read(text, rules=""),
        lambda: se.convert(text, to="f-puzzles"),
        lambda: se.read(f'{{"puzzle":"{EASY}"}}\n{{"puzzle":"{EASY}","rules":"anti-king"}}\n'),
        lambda: se.read(file),
        lambda: se.read(file, column="puzzle"),
        lambda: se.solve(table),
    ]:
        with pytest.raises(ValueError, match="the rules of variants"):
            call()


def test_a_lone_surrogate_in_a_column_is_one_unreadable_row():
    column = pd.Series([EASY, "\ud800" + EASY[1:], None], dtype=object)
    assert se.solve(column)["solutions"].tolist()[0] == 1
    assert se.is_proper(column).isna().tolist() == [False, True, True]
    with pytest.raises(se.PuzzleError, match="row 1"):
        se.solve(column, errors="raise")


def test_an_array_in_a_list_that_cannot_be_read():
    good, bad = (np.full(81, number, dtype=np.int64) for number in (0, 10))
    assert se.count([good, bad, bad.reshape(9, 9)], limit=2) == [2, None, None]
    with pytest.raises(se.PuzzleError, match="^row 1: r1c1: found 10;") as error:
        se.count([good, bad], errors="raise")
    assert (error.value.row, error.value.cell) == (1, "r1c1")
    with pytest.raises(ValueError, match="shape") as shape:
        se.count([good, good[:80]])
    assert shape.value.__notes__ == ["in row 1"]


def test_an_exception_of_a_number_is_passed_on():
    class Number:
        def __index__(self):
            raise LookupError("no number")

    with pytest.raises(LookupError, match="no number"):
        se.solve([Number()] * 81)


@pytest.mark.parametrize("thing", [pd.NA, pd.DataFrame({"puzzle": [EASY]}).groupby("puzzle"), pd.Timestamp(0)])
def test_objects_of_pandas_that_are_not_columns(thing):
    with pytest.raises(TypeError, match="puzzle"):
        se.solve(thing)


def test_a_released_memory_view_is_refused():
    view = memoryview(bytearray(81))
    view.release()
    with pytest.raises(ValueError, match="released"):
        se.solve(view)


def test_compressed_files(tmp_path):
    packed = tmp_path / "puzzles.gz"
    packed.write_bytes(gzip.compress(f"{EASY}\n{EASY}\n".encode()))
    assert se.read(packed) == [se.Board(EASY)] * 2
    with packed.open("rb") as file:
        assert se.convert(file, to="line") == f"{EASY}\n{EASY}\n"
    content = packed.read_bytes()
    for damaged in (content[:20], content[:15] + b"\xff" * 20, b"\x1f\x8b\x00"):
        packed.write_bytes(damaged)
        with pytest.raises(OSError, match="damaged or incomplete"):
            se.read(packed)
    packed.write_bytes(b"\x28\xb5\x2f\xfd\x00")
    with pytest.raises(ValueError, match="Zstandard"):
        se.read(packed)


NO_ROOM = """
import resource, sys
import numpy, sudoku_engines as se
column, digits = ["." * 81] * 10**6, numpy.zeros((10**6, 81), dtype=numpy.uint8)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 64 * 2**20,) * 2)
for puzzles in [column, digits, (puzzle for puzzle in column)]:
    try:
        se.solve(puzzles, max_nodes=1)
    except MemoryError as error:
        assert "several calls" in str(error), error
    else:
        sys.exit("allocated")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports the available memory")
def test_more_rows_than_fit_into_memory_are_refused():
    subprocess.run([sys.executable, "-c", NO_ROOM], check=True)


def test_the_first_failed_row_is_reported():
    digits = np.tile(np.array([list(bytes(se.Board(EASY)))]), (40_000, 1))
    digits[[30_001, 2_050, 20_480], 0] = 10
    for threads in (1, 2, 16):
        with pytest.raises(se.PuzzleError, match="^row 2050: "):
            se.solve(digits, errors="raise", threads=threads)
