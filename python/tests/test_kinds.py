"""Every kind of input gives results of the same kind."""

import array
import pickle

import datasets
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import BROKEN, EASY, EMPTY, SEVENTEEN, SOLUTION
from hypothesis import given
from hypothesis import strategies as st

import sudoku_engines as se

TEXTS = [pa.string(), pa.large_string(), pa.string_view()]
BINARIES = [pa.binary(), pa.large_binary(), pa.binary_view()]


def digits(text):
    return [0 if cell == "." else int(cell) for cell in text]


def square(text):
    return np.array(digits(text)).reshape(9, 9).tolist()


def typed(rows, kind):
    """Return an Arrow array of text in any layout."""
    is_text = kind in TEXTS
    return pa.array([row if row is None or is_text else row.encode() for row in rows], kind)


@pytest.mark.parametrize(
    ("puzzle", "solution"),
    [
        (EASY, SOLUTION),
        (EASY.replace(".", "0"), SOLUTION),
        ("\n".join(EASY[row : row + 9] for row in range(0, 81, 9)), SOLUTION),
        (EASY.encode(), SOLUTION.encode()),
        (bytearray(EASY.encode()), SOLUTION.encode()),
        (se.Board(EASY), se.Grid(SOLUTION)),
        (digits(EASY), digits(SOLUTION)),
        (tuple(digits(EASY)), digits(SOLUTION)),
        (square(EASY), square(SOLUTION)),
        (list(np.array(digits(EASY))), digits(SOLUTION)),
        ([float(digit) for digit in digits(EASY)], digits(SOLUTION)),
        (list(np.array(digits(EASY), np.float32)), digits(SOLUTION)),
        (np.array(square(EASY), float).tolist(), square(SOLUTION)),
    ],
)
def test_one(puzzle, solution):
    solved = se.solve(puzzle)
    assert solved == se.Solved(solution, 1, 0, "exhausted")
    assert type(solved.solution) is type(solution)
    assert se.solve([puzzle, puzzle]) == [solved, solved]
    assert pickle.loads(pickle.dumps(solved)) == solved


def test_none_is_a_blank():
    cells = [digit or None for digit in digits(SEVENTEEN)]
    rows = [cells[row : row + 9] for row in range(0, 81, 9)]
    # Both forms begin with blanks. In the form with rows, the whole first row is blank.
    assert rows[0] == [None] * 9
    for puzzle in [cells, rows]:
        assert se.Board(puzzle) == se.Board(SEVENTEEN)
        assert se.count([None, puzzle, EASY]) == [None, 1, 1]
    assert se.Board([[None] * 9] * 9) == se.Board(EMPTY)
    # A list without a number has no puzzles.
    assert se.count([None] * 81) == [None] * 81


def test_one_puzzle_as_a_numpy_array():
    flat = np.array(digits(EASY), dtype=np.uint8)
    for shape in [(81,), (9, 9)]:
        solution = se.solve(flat.reshape(shape)).solution
        assert solution.shape == shape
        assert solution.ravel().tolist() == digits(SOLUTION)


def test_iterables():
    solved = se.solve(EASY)
    assert se.solve(puzzle for puzzle in [EASY, None, EASY]) == [solved, None, solved]
    assert se.solve(()) == []
    assert se.solve([EASY, "unreadable"]) == [solved, None]


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int16", "int64", "uint64", ">i4"])
@pytest.mark.parametrize("shape", [(3, 81), (3, 9, 9)])
def test_numpy(dtype, shape):
    puzzles = np.array([digits(EASY), digits(BROKEN), digits(EMPTY)], dtype=dtype).reshape(shape)
    found = se.solve(puzzles)
    assert list(found) == ["solution", "solutions", "guesses", "ending"]
    assert found["solution"].shape == shape and found["solution"].dtype == np.uint8
    assert found["solution"][0].ravel().tolist() == digits(SOLUTION)
    assert not found["solution"][1].any()
    assert found["solutions"].tolist() == [1, 0, 2] and found["solutions"].dtype == np.uint32
    endings = [se.ENDINGS[code] for code in found["ending"]]
    assert endings == ["exhausted", "exhausted", "solution limit"]
    # The arrays are writable and do not share memory with the puzzles.
    found["solution"][0] = 0
    assert se.is_proper(puzzles).tolist() == [True, False, False]
    assert se.count(puzzles).tolist() == [1, 0, 6670903752021072936960]
    assert se.transform(puzzles).tolist() == puzzles.tolist()


def test_numpy_in_any_order_of_memory():
    puzzles = np.array([digits(EASY), digits(SEVENTEEN)] * 3, dtype=np.uint8)
    for view in [puzzles[::2], puzzles[::-1], np.asfortranarray(puzzles)]:
        assert se.transform(view).tolist() == view.tolist()
    fixed = puzzles.copy()
    fixed.flags.writeable = False
    assert se.transform(fixed).tolist() == puzzles.tolist()
    assert se.transform(memoryview(puzzles)).tolist() == puzzles.tolist()


def test_numpy_rows_that_cannot_be_read():
    puzzles = np.array([digits(EASY)] * 3, dtype=np.int64)
    puzzles[1, 40] = -1
    found = se.solve(puzzles)
    assert found["solutions"].tolist() == [1, 0, 1]
    assert found["ending"].tolist() == [0, 255, 0]
    assert not found["solution"][1].any()


@pytest.mark.parametrize("kind", TEXTS + BINARIES, ids=str)
def test_arrow_text(kind):
    rows = ["unreadable", EASY, None, BROKEN, EASY]
    puzzles = typed(rows, kind)
    for source in [puzzles.slice(1), typed(rows[1:], kind)]:
        found = se.solve(source)
        assert isinstance(found, pa.StructArray) and found.type.field("solution").type == kind
        found.validate(full=True)
        solutions = typed([SOLUTION, None, None, SOLUTION], kind).to_pylist()
        assert [row and row["solution"] for row in found.to_pylist()] == solutions
        assert found.is_null().to_pylist() == [False, True, False, False]
        assert found.field("solutions").to_pylist() == [1, None, 0, 1]
    kept = se.transform(puzzles)
    kept.validate(full=True)
    assert kept.type == kind
    assert kept.to_pylist() == typed([None] + rows[1:], kind).to_pylist()


def test_arrow_fixed_sizes():
    cells = pa.array(sum((digits(puzzle) for puzzle in [EMPTY, EASY, BROKEN]), []), pa.uint8())
    lists = pa.FixedSizeListArray.from_arrays(cells, 81)
    for source in [lists, lists.slice(1), lists.slice(1, 1), lists.slice(0, 0)]:
        kept = se.transform(source)
        kept.validate(full=True)
        assert kept.type == lists.type and kept.to_pylist() == source.to_pylist()
    binary = pa.array([EASY.encode(), None], pa.binary(81))
    assert se.transform(binary).equals(binary)
    nulls = pa.FixedSizeListArray.from_arrays(cells, 81, mask=pa.array([True, False, False]))
    assert se.count(nulls.slice(0, 2)).to_pylist() == [None, 1]


def test_chunks_and_tables():
    chunks = pa.chunked_array([[EASY], [], [None, SEVENTEEN]])
    assert se.is_proper(chunks).to_pylist() == [True, None, True]
    assert isinstance(se.is_proper(chunks), pa.ChunkedArray)
    table = pa.table({"id": pa.chunked_array([[1], [], [2, 3]]), "Puzzle": chunks})
    found = se.solve(table)
    assert isinstance(found, pa.Table)
    assert found["solutions"].to_pylist() == [1, None, 1]
    batch = pa.record_batch({"quizzes": [EASY]})
    assert isinstance(se.canonical(batch), pa.RecordBatch)
    assert se.is_proper(pa.chunked_array([], pa.string())).to_pylist() == []
    assert se.is_proper(pa.nulls(2)).to_pylist() == [None, None]


def test_polars():
    column = pl.Series("which", [EASY, None, BROKEN])
    found = se.solve(column)
    assert isinstance(found, pl.Series) and found.name == "which"
    assert found.struct.field("solution").to_list() == [SOLUTION, None, None]
    assert se.is_proper(column).to_list() == [True, None, False]
    frame = se.solve(pl.DataFrame({"puzzle": column}))
    assert isinstance(frame, pl.DataFrame) and frame["solutions"].to_list() == [1, None, 0]
    chunked = pl.concat([column, column], rechunk=False)
    assert se.count(chunked).to_list() == [1, None, 0] * 2


def test_pandas():
    column = pd.Series([EASY, None], index=["a", "b"], name="which")
    found = se.solve(column)
    assert isinstance(found, pd.DataFrame) and list(found.index) == ["a", "b"]
    assert found["solution"]["a"] == SOLUTION
    proper = se.is_proper(column)
    assert proper.name == "which" and proper["a"] and proper["b"] is pd.NA
    # The types do not depend on nulls.
    for values in (column, column[:1], column[1:]):
        types = se.solve(values).dtypes.astype(str).to_dict()
        assert [types.pop("solutions"), types.pop("guesses"), types.pop("ending")] == ["UInt32", "UInt32", "category"]
        assert se.is_proper(values).dtype == "boolean"
        assert se.verify(values, [SOLUTION] * len(values)).dtypes.astype(str).tolist() == [
            "boolean", "boolean", "UInt8", "UInt8", "UInt8", "boolean",
        ]
    assert found["ending"].cat.categories.tolist() == list(se.ENDINGS) and found["ending"]["a"] == "exhausted"
    frame = se.solve(pd.DataFrame({"puzzle": column}))
    assert list(frame.index) == ["a", "b"] and frame["solutions"]["a"] == 1


def numbers(kind, shape):
    rows = [digits(text) if shape == 81 else square(text) for text in [EASY, SEVENTEEN, BROKEN]]
    return pa.array([rows[0], None, *rows[1:]], kind)


UINT8, INT64 = pa.uint8(), pa.int64()


@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        *[(pa.list_(cell), 81) for cell in (UINT8, INT64, pa.int8(), pa.uint16(), pa.float32(), pa.float64())],
        (pa.large_list(INT64), 81),
        (pa.list_(INT64, 81), 81),
        (pa.list_(pa.list_(INT64)), 9),
        (pa.list_(pa.list_(UINT8, 9), 9), 9),
        (pa.large_list(pa.large_list(pa.int32())), 9),
    ],
    ids=str,
)
def test_arrow_lists(kind, shape):
    column = numbers(kind, shape)
    for part in [column, column.slice(1), column.slice(2, 1), column.slice(0, 0), pa.chunked_array([column, column])]:
        counts = [row and se.count(np.array(row)) for row in part.to_pylist()]
        assert se.count(part).to_pylist() == counts
    kept = se.transform(column)
    assert kept.type == pa.list_(UINT8, 81)
    assert kept.to_pylist()[0] == digits(EASY) and kept.to_pylist()[1] is None
    assert se.count(pl.Series(column)).to_list() == se.count(column).to_pylist()
    assert se.count(pd.Series(column.to_pylist())).tolist()[0] == 1


def test_categories():
    rows = [EASY, None, SEVENTEEN, EASY, "unreadable"]
    wanted = se.count(rows)
    column = pa.array(rows).dictionary_encode()
    assert se.count(column).to_pylist() == se.count(pa.chunked_array([column, column.slice(2)])).to_pylist()[:5] == wanted
    assert se.count(column.slice(3)).to_pylist() == wanted[3:]
    assert se.transform(column).type == pa.string()
    assert se.count(pl.Series(rows, dtype=pl.Categorical)).to_list() == wanted
    assert se.solve(pd.Series(rows, dtype="category"))["solution"][0] == SOLUTION
    empty = pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int8()), pa.array([], pa.string()))
    assert se.count(empty).to_pylist() == [None, None]
    lists = pa.DictionaryArray.from_arrays(pa.array([1, 0, 1]), pa.array([digits(EASY), digits(EMPTY)]))
    assert se.count(lists, limit=2).to_pylist() == [2, 1, 2]
    with pytest.raises(se.PuzzleError, match="row 4"):
        se.count(column, errors="raise")
    with_words = pa.array([f"It is {SOLUTION}.", "none"]).dictionary_encode()
    assert se.verify(pa.array([EASY] * 2), with_words).field("correct").to_pylist() == [True, False]


@pytest.mark.parametrize("dtype", ["U81", "U200", "S81", object])
def test_numpy_texts(dtype):
    rows = [EASY, SEVENTEEN, "unreadable", ""]
    puzzles = np.array(rows, dtype=dtype)
    found = se.solve(puzzles)
    assert found["solutions"].tolist() == [1, 1, 0, 0] and found["ending"].tolist() == [0, 0, 255, 255]
    assert found["solution"].dtype.kind == puzzles.dtype.kind
    nothing = {"U": "", "S": b"", "O": None}[puzzles.dtype.kind]
    assert found["solution"][0] == (SOLUTION.encode() if dtype == "S81" else SOLUTION)
    assert found["solution"][2:].tolist() == [nothing] * 2
    assert (se.transform(puzzles)[:2] == puzzles[:2]).all() and se.candidates(puzzles).shape == (4, 9, 9, 9)
    with pytest.raises(se.PuzzleError, match="row 2"):
        se.solve(puzzles, errors="raise")
    answers = np.array([f"The grid: {SOLUTION}", "none", 5, None], dtype=object if dtype is object else "U99")
    assert se.verify(puzzles[[0, 0, 0, 0]], answers)["correct"].tolist() == [True, False, False, False]
    mixed = np.array([EASY, None, float("nan"), se.Board(EASY)] + [0], dtype=object)[:4]
    assert se.is_proper(mixed).tolist() == [True, False, False, True]


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "g", ">f4"])
@pytest.mark.parametrize("shape", [(3, 81), (3, 9, 9), (0, 81)])
def test_whole_floats(dtype, shape):
    puzzles = np.array([digits(EASY), digits(BROKEN), digits(EMPTY)])[: shape[0]].astype(dtype).reshape(shape)
    assert (se.transform(puzzles) == puzzles).all()
    assert len(puzzles) == 0 or se.solve(puzzles[0]).solution.ravel().tolist() == digits(SOLUTION)


def test_tensors():
    class Tensor:
        """A tensor of another library."""

        def __init__(self, held):
            self.held, self.__dlpack_device__ = held, held.__dlpack_device__

        def __dlpack__(self, **options):
            return self.held.__dlpack__(**options)

    puzzles = np.array([digits(EASY), digits(EMPTY)])
    for dtype in (np.int64, np.float32):
        found = se.solve(Tensor(puzzles.astype(dtype)))
        assert found["solutions"].tolist() == [1, 2] and found["solution"].dtype == np.uint8
        assert se.solve(Tensor(puzzles[0].astype(dtype))).solution.tolist() == digits(SOLUTION)
        assert se.count([Tensor(row.astype(dtype)) for row in puzzles], limit=2) == [1, 2]
    puzzles[1, 5] = 300
    with pytest.raises(se.PuzzleError, match="row 1: r1c6: found 300"):
        se.solve(Tensor(puzzles), errors="raise")


def test_data_sets_of_hugging_face():
    rows = [EASY, None, SEVENTEEN]
    texts = datasets.Dataset.from_dict({"puzzle": rows})
    found = se.solve(texts)
    assert type(found) is datasets.Dataset and found["solutions"][:] == [1, None, 1] and found[0]["solution"] == SOLUTION
    numbers = datasets.Dataset.from_dict({"question": [digits(EASY), digits(EMPTY)], "id": [1, 2]})
    assert se.solve(numbers)["solutions"][:] == [1, 2] and se.solve(numbers)[0]["solution"] == digits(SOLUTION)
    assert se.is_proper(numbers.select([1]))["is_proper"][:] == [False]
    assert se.verify(texts, datasets.Dataset.from_dict({"answer": [SOLUTION] * 3}))["correct"][:] == [True, None, False]


def test_few_rows_give_the_same_results_as_many():
    """A few rows are answered without a thread."""
    rows = [EASY, None, SEVENTEEN, BROKEN, "unreadable", EASY]
    functions = [se.solve, se.is_proper, se.check, se.canonical, lambda rows: se.count(rows, limit=9)]
    functions += [lambda rows: se.transform(rows, random=3), lambda rows: se.verify(rows, [SOLUTION] * len(rows))]
    for function in functions:
        assert function(rows) == function(rows * 100)[:6]
        assert function(pa.array(rows)).to_pylist() == function(pa.array(rows * 100)).to_pylist()[:6]
        assert function([]) == []
    # A search with many nodes runs in a thread.
    assert se.solve([EMPTY], limit=200_000)[0].solutions == 200_000


def test_duckdb():
    relation = duckdb.sql(f"SELECT '{EASY}' AS puzzle UNION ALL SELECT NULL")
    found = pa.array(se.solve(relation))
    assert sorted(map(str, found.field("solution").to_pylist())) == [SOLUTION, "None"]


def test_results_without_a_library():
    class Capsules:
        """An object of an unknown library."""

        def __init__(self, held):
            self.__arrow_c_array__ = held.__arrow_c_array__

    found = se.solve(Capsules(pa.array([EASY])))
    assert isinstance(found, se.ArrowArray) and len(found) == 1
    assert repr(found).startswith("ArrowArray of 1 rows: Struct(")
    assert pa.array(found).to_pylist()[0]["solution"] == SOLUTION
    schema = pa.DataType._import_from_c_capsule(found.__arrow_c_schema__())
    assert schema == pa.array(found).type


def test_input_is_not_copied():
    puzzles = np.array([digits(EASY)] * 4, dtype=np.uint8)
    address = puzzles.__array_interface__["data"][0]
    assert se._native._addresses(puzzles) == [address]
    assert se._native._addresses(puzzles[1:]) == [address + 81]
    for kind in [pa.string(), pa.large_string(), pa.binary()]:
        text = typed([EASY] * 4, kind)
        assert se._native._addresses(text) == [text.buffers()[2].address]
        assert se._native._addresses(text.slice(2)) == [text.buffers()[2].address]
    lists = pa.FixedSizeListArray.from_arrays(pa.array(puzzles.ravel()), 81)
    assert se._native._addresses(lists) == [lists.values.buffers()[1].address]
    column = pl.Series([EASY] * 4)
    assert se._native._addresses(column) == se._native._addresses(column)


def test_results_are_not_copied():
    memory = []

    class Capsules:
        def __init__(self, held):
            self.__arrow_c_array__ = held.__arrow_c_array__

    found = se.transform(Capsules(pa.array([EASY] * 100)))
    for _ in range(2):
        memory.append(pa.array(found).buffers()[2].address)
    # Both arrays of one result share the memory of the result.
    assert memory[0] == memory[1]


@given(st.lists(st.sampled_from([EASY, EMPTY, BROKEN, None, "", "no puzzle"]), max_size=40), st.data())
def test_every_kind_gives_the_same_counts(rows, data):
    start = data.draw(st.integers(0, len(rows)))
    threads = data.draw(st.sampled_from([1, 2, None]))
    expected = [row and None if row in ("", "no puzzle", None) else se.count(row, limit=5) for row in rows]
    expected = [None if number in ("", None) else number for number in expected]
    assert se.count(rows, limit=5, threads=threads) == expected
    for kind in TEXTS + BINARIES:
        source = typed(rows, kind).slice(start)
        assert se.count(source, limit=5, threads=threads).to_pylist() == expected[start:]
    parts = pa.chunked_array([rows[:start], rows[start:]], pa.string())
    assert se.count(parts, limit=5).to_pylist() == expected


def test_the_number_of_threads_does_not_change_results():
    rows = [EASY, SEVENTEEN, None, BROKEN] * 3000
    puzzles = pa.array(rows)
    one, many = (se.solve(puzzles, threads=threads) for threads in (1, 3))
    assert one.equals(many)
    assert one.field("solutions").to_pylist() == [1, 1, None, 0] * 3000


def test_buffers_of_floats_are_refused():
    with pytest.raises(TypeError):
        se.solve(array.array("d", [0.0] * 81))


def test_null_structs_have_null_results():
    structs = pa.StructArray.from_arrays([pa.array([EASY] * 4)], ["puzzle"], mask=pa.array([False, True, True, False]))
    for part in [structs, structs.slice(1), structs.slice(2, 2)]:
        solved = se.solve(part).to_pylist()
        assert [row["solutions"] for row in solved] == [None if row is None else 1 for row in part.to_pylist()]


def test_an_index_and_an_extension_array_of_pandas():
    assert se.solve(pd.Index([EASY, None]))["solutions"].tolist()[0] == 1
    assert se.is_proper(pd.array([EASY, EMPTY])).tolist() == [True, False]


def test_arrays_in_a_list():
    puzzle = np.array(digits(EASY))
    found = se.solve([puzzle, puzzle.reshape(9, 9), None])
    assert [row and row.solution.shape for row in found] == [(81,), (9, 9), None]
    assert se.is_proper(list(np.array([digits(EASY)] * 2))) == [True, True]


def test_columns_and_lists_with_null_for_a_blank():
    cells = [digit or None for digit in digits("." + EASY[1:])]
    for kind in (pa.list_(pa.uint8(), 81), pa.list_(pa.int64()), pa.list_(pa.float32())):
        column = pa.array([cells, None, digits(EASY)], kind)
        assert se.count(column).to_pylist() == se.count([cells, None, digits(EASY)])
        assert se.transform(column).to_pylist()[0] == digits("." + EASY[1:])
    squares = [[row[start : start + 9] for start in range(0, 81, 9)] for row in (cells, digits(EASY))]
    assert se.count(pa.array(squares)).to_pylist() == se.count(squares)
    assert se.count(pl.Series([cells])).to_list() == se.count(pd.Series([cells])).tolist() == se.count([cells])
    rows = [cells[start : start + 9] for start in range(0, 81, 9)]
    assert se.Board(cells) == se.Board(rows) == se.Board("." + EASY[1:])
    assert se.count([None, cells, rows]) == [None, se.count("." + EASY[1:])] + [se.count("." + EASY[1:])]
    assert se.Board([[None] * 9] * 9) == se.Board(EMPTY)
    assert se.count([None] * 81) == [None] * 81


@pytest.mark.parametrize("rows", [[], [None, None]])
def test_columns_without_a_type(rows):
    for column in (pl.Series(rows), pl.DataFrame({"puzzle": rows})["puzzle"], pd.Series(rows, dtype=object)):
        assert len(se.is_proper(column)) == len(rows)
        assert [value for value in se.is_proper(column) if value is not None and value is not pd.NA] == []
    frame = se.solve(pl.DataFrame({"puzzle": rows, "name": rows}))
    assert isinstance(frame, pl.DataFrame) and frame["solutions"].to_list() == rows


def test_the_dtypes_of_pandas_results_without_puzzles():
    assert se.count([EASY, float("nan"), pd.NA, None]) == [1, None, None, None]
    assert se.count(pd.Series([EASY, None], dtype="str").tolist()) == [1, None]
