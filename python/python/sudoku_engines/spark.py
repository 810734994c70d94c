"""Solving, rating and generating puzzles in Spark data frames.

Spark passes Arrow batches to Python workers, and the engines read and write Arrow. No Python objects are
created in between. The functions for ``mapInArrow`` work without Spark; :mod:`sudoku_engines.spark_job`
uses them to build whole data sets. Numbers are signed, because Spark has no unsigned types.
docs/guides/spark.md has examples.
"""

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

import pyarrow
import pyarrow.compute

import sudoku_engines

from ._splits import IDENTITIES, SPLITS, split_of

__all__ = [
    "IDENTITIES",
    "SCALES",
    "SOLUTION_COLUMNS",
    "SPLITS",
    "DatasetRequest",
    "answers",
    "canonical",
    "fields",
    "make",
    "made",
    "rate",
    "solve",
    "split",
    "udf",
    "verified",
]

_Batches: TypeAlias = Iterable[pyarrow.RecordBatch]
_Fields: TypeAlias = tuple[tuple[str, str], ...]

#: The names of columns with solutions, in lower case. All that a source has are checked.
SOLUTION_COLUMNS = ("solution", "answer", "solutions", "answers")

#: The columns of each rating scale, with their types.
SCALES: dict[str, _Fields] = {
    "se": (("se_er", "double"), ("se_ep", "double"), ("se_ed", "double")),
    "sukaku": (("sukaku_er", "double"), ("sukaku_ep", "double"), ("sukaku_ed", "double")),
    "hodoku": (("hodoku_level", "string"), ("hodoku_score", "integer")),
}

_ARROW = {
    "string": pyarrow.string(),
    "integer": pyarrow.int32(),
    "long": pyarrow.int64(),
    "double": pyarrow.float64(),
}

_FUNCTIONS: dict[str, _Fields] = {
    "solve": (("solution", "string"), ("solutions", "long"), ("guesses", "long"), ("ending", "string")),
    "canonical": (("canonical", "string"), ("automorphisms", "integer")),
}


def fields(function: str, *, scale: str = "se") -> _Fields:
    """Return the columns that ``solve``, ``canonical`` or ``rate`` appends, each with its Spark type.

    >>> fields("canonical")
    (('canonical', 'string'), ('automorphisms', 'integer'))
    """
    known = _FUNCTIONS | {"rate": SCALES.get(scale, ())}
    if scale not in SCALES or function not in known:
        choices = f"functions are {', '.join(known)}, scales {', '.join(SCALES)}"
        raise ValueError(f"{function!r} on the scale {scale!r}: {choices}")
    return known[function]


def _columns(function: str, puzzles: pyarrow.Array, options: dict[str, Any]) -> list[pyarrow.Array]:
    found = getattr(sudoku_engines, function)(puzzles, **options)
    names = {column.name: place for place, column in enumerate(found.type)}
    columns = found.flatten()
    appended = []
    for name, kind in fields(function, scale=options.get("scale", "se")):
        column = columns[names[name.removeprefix(options.get("scale", "") + "_")]]
        appended.append(column.cast(_ARROW[kind]))
    return appended


def answers(function: str, column: str = "puzzle", **options: Any) -> Callable[[_Batches], Iterator[Any]]:
    """Return a function for ``mapInArrow`` that appends the result of ``solve``, ``canonical`` or ``rate``.

    ``options`` are the arguments of these functions. A puzzle that is null or unreadable gives nulls. ``fields``
    returns the names and types for the schema.
    """
    return partial(_append, function, column, options)


def _append(function: str, column: str, options: dict[str, Any], batches: _Batches) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        found = _columns(function, batch.column(column), options)
        names = [*batch.schema.names, *(name for name, _ in fields(function, scale=options.get("scale", "se")))]
        yield pyarrow.RecordBatch.from_arrays([*batch.columns, *found], names)


def _appended(frame: Any, function: str, column: str, options: dict[str, Any]) -> Any:
    schema = copy.deepcopy(frame.schema)
    for name, kind in fields(function, scale=options.get("scale", "se")):
        if name in schema.names:
            raise ValueError(f"the frame has a column {name!r} already: rename or drop it")
        schema = schema.add(name, kind)
    if column not in frame.columns:
        raise ValueError(f"the frame has no column {column!r}, but {', '.join(frame.columns)}")
    kind = frame.schema[column].dataType.typeName()
    if kind not in ("string", "varchar", "char", "binary", "void"):
        raise TypeError(f"puzzles are strings or binary, and the column {column!r} holds {kind}")
    # Check the options once here, and not in every task.
    getattr(sudoku_engines, function)([], **options)
    return frame.mapInArrow(answers(function, column, **options), schema)


def solve(frame: Any, column: str = "puzzle", **options: Any) -> Any:
    """Append ``solution``, ``solutions``, ``guesses`` and ``ending``. ``options`` are the arguments of ``solve``."""
    return _appended(frame, "solve", column, options)


def canonical(frame: Any, column: str = "puzzle") -> Any:
    """Append ``canonical`` and ``automorphisms``."""
    return _appended(frame, "canonical", column, {})


def rate(frame: Any, column: str = "puzzle", *, scale: str = "se") -> Any:
    """Append the ratings on a scale, in the columns that ``SCALES`` names."""
    return _appended(frame, "rate", column, {"scale": scale})


def udf(function: str, **options: Any) -> Any:
    """Return a column function for ``select``. Its result is a struct with the fields of ``fields``.

    The functions above use ``mapInArrow``, which is faster.
    """
    from pyspark.sql import functions

    said = fields(function, scale=options.get("scale", "se"))

    def answer(puzzles: pyarrow.Array) -> pyarrow.Array:
        return pyarrow.StructArray.from_arrays(_columns(function, puzzles, options), [name for name, _ in said])

    # Spark reads these annotations to see that the function takes whole arrays.
    answer.__annotations__ = {"puzzles": pyarrow.Array, "return": pyarrow.Array}
    # The type stubs require a function kind, which Spark infers from the annotations.
    arrow_udf: Any = functions.arrow_udf
    return arrow_udf(answer, "struct<" + ", ".join(f"{name}: {kind}" for name, kind in said) + ">")


def split(forms: Iterable[str], shares: tuple[int, int, int] = (8, 1, 1)) -> list[str]:
    """Return the split of each canonical form, the same as ``sudoku dataset`` assigns.

    The forms are those of the solutions, or with ``--split-by puzzle`` those of the puzzles. ``shares`` are the
    shares of train, validation and test. docs/guides/data-sets.md explains the method.

    >>> split(["." * 81])
    ['train']
    """
    return [split_of(form.encode(), shares) for form in forms]


def verified(puzzles: pyarrow.Array, solutions: pyarrow.Array) -> pyarrow.BooleanArray:
    """Return whether each recorded solution solves its puzzle. It is null for an unreadable puzzle.

    >>> puzzles = pyarrow.array(["." * 81, "." * 81, None])
    >>> verified(puzzles, pyarrow.array(["1" * 81, None, None])).to_pylist()
    [False, False, None]
    """
    found: Any = sudoku_engines.solve(puzzles, limit=2)
    is_proper = pyarrow.compute.equal(found.field("solutions"), 1)
    is_same = pyarrow.compute.equal(found.field("solution"), solutions.cast(pyarrow.string()))
    right = pyarrow.compute.and_(is_proper, is_same).to_pylist()
    is_readable = found.field("solutions").is_valid().to_pylist()
    # The solution of another notation, or one of several solutions, can be right too.
    for row, (puzzle, solution) in enumerate(zip(puzzles.to_pylist(), solutions.to_pylist(), strict=True)):
        if not is_readable[row]:
            right[row] = None
        elif not right[row]:
            right[row] = _completes(puzzle, solution)
    return pyarrow.array(right, pyarrow.bool_())


def _completes(puzzle: Any, solution: Any) -> bool:
    try:
        digits, grid = bytes(sudoku_engines.Board(puzzle)), sudoku_engines.Grid(solution)
    except (TypeError, ValueError):
        return False
    is_kept = all(clue in (0, digit) for clue, digit in zip(digits, bytes(grid), strict=True))
    return grid.is_valid and is_kept


@dataclass(frozen=True)
class DatasetRequest:
    """The settings of a generated data set."""

    #: The number of puzzles.
    count: int
    #: The random seed.
    seed: int = 1
    #: The number of puzzles per shard.
    per_shard: int = 100_000
    #: The shares of train, validation and test.
    shares: tuple[int, int, int] = (8, 1, 1)
    #: The identity that decides the split of a puzzle: one of ``IDENTITIES``.
    split_by: str = "solution"
    #: The rating scales.
    scales: tuple[str, ...] = ()
    #: Further arguments of ``generate``.
    wishes: dict[str, Any] = field(default_factory=dict)

    @property
    def shards(self) -> int:
        """The number of shards."""
        return -(-self.count // self.per_shard)

    @property
    def fields(self) -> _Fields:
        """The columns of the data set. ``place`` counts from 0 in each shard."""
        rated = (column for scale in SCALES if scale in self.scales for column in SCALES[scale])
        return (
            ("shard", "long"),
            ("place", "long"),
            ("split", "string"),
            ("source", "string"),
            ("puzzle", "string"),
            ("solution", "string"),
            ("clues", "integer"),
            *rated,
        )


#: The number of puzzles per batch, without and with rating.
_AT_ONCE = 4096
_RATED_AT_ONCE = 64


def made(request: DatasetRequest, shard: int) -> Iterator[pyarrow.RecordBatch]:
    """Generate the rows of one shard, in order.

    The rows depend only on the request and the shard number, so a retried task makes the same rows. A puzzle
    that is not found within the attempts, or cannot be rated, is left out.
    """
    names = [name for name, _ in request.fields]
    at_once = _RATED_AT_ONCE if request.scales else _AT_ONCE
    end = min((shard + 1) * request.per_shard, request.count)
    place = 0
    for start in range(shard * request.per_shard, end, at_once):
        number = min(at_once, end - start)
        found: Any = sudoku_engines.generate(
            number, seed=request.seed, start=start, to="arrow", errors="null", **request.wishes
        )
        rows = pyarrow.array(found).drop_null()
        puzzles = rows.field("puzzle")
        identities = rows.field("solution") if request.split_by == "solution" else puzzles
        forms = sudoku_engines.canonical(identities).field("canonical").to_pylist()
        scales = [scale for scale in SCALES if scale in request.scales]
        columns = [
            pyarrow.array(split(forms, request.shares), pyarrow.string()),
            pyarrow.compute.fill_null(rows.field("id"), ""),
            puzzles,
            rows.field("solution"),
            pyarrow.compute.subtract(81, pyarrow.compute.count_substring(puzzles, ".")).cast("int32"),
            *(column for scale in scales for column in _columns("rate", puzzles, {"scale": scale})),
        ]
        # Only the ratings of an unrated puzzle are null.
        batch = pyarrow.compute.drop_null(pyarrow.RecordBatch.from_arrays(columns, names[2:]))
        places = pyarrow.array(range(place, place + batch.num_rows), pyarrow.int64())
        shards = pyarrow.array([shard] * batch.num_rows, pyarrow.int64())
        place += batch.num_rows
        yield pyarrow.RecordBatch.from_arrays([shards, places, *batch.columns], names)


def _made(request: DatasetRequest, batches: _Batches) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        for shard in batch.column(0).to_pylist():
            yield from made(request, shard)


def make(session: Any, request: DatasetRequest) -> Any:
    """Return a data frame with the requested puzzles, one partition per shard."""
    numbers = session.range(0, request.shards, 1, max(request.shards, 1))
    schema = ", ".join(f"{name} {kind}" for name, kind in request.fields)
    return numbers.mapInArrow(partial(_made, request), schema)
