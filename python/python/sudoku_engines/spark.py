"""The functions of the package on Spark data frames.

Spark passes Arrow batches to Python workers, and the engines read and write Arrow. No Python objects are
created in between. The functions for ``mapInArrow`` work without Spark; :mod:`sudoku_engines.spark_job`
uses them to build whole data sets. Numbers are signed, because Spark has no unsigned types.
docs/guides/spark.md has examples.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

import pyarrow
import pyarrow.compute

import sudoku_engines

from . import _native
from ._splits import IDENTITIES, SPLITS, _forms, split_of

__all__ = [
    "FUNCTIONS",
    "IDENTITIES",
    "SCALES",
    "SOLUTION_COLUMNS",
    "SPLITS",
    "DatasetRequest",
    "answers",
    "append",
    "canonical",
    "check",
    "count",
    "dedup",
    "explain",
    "fields",
    "generate",
    "hint",
    "identified",
    "is_proper",
    "leaks",
    "made",
    "make",
    "next_step",
    "rate",
    "slowest",
    "solve",
    "split",
    "tasks",
    "trace",
    "transform",
    "udf",
    "verified",
    "verify",
    "verify_steps",
]

_Batches: TypeAlias = Iterable[pyarrow.RecordBatch]
_Fields: TypeAlias = tuple[tuple[str, str], ...]

#: The names of columns with solutions, in lower case. The check uses all of them that a source has.
SOLUTION_COLUMNS = ("solution", "answer", "solutions", "answers")

#: The functions that answer each row, each with the option that names a second column, if any.
FUNCTIONS: dict[str, str | None] = {
    "canonical": None,
    "check": None,
    "count": None,
    "explain": None,
    "hint": None,
    "is_proper": None,
    "next_step": None,
    "rate": None,
    "solve": None,
    "split": None,
    "trace": None,
    "transform": "seeds",
    "verify": "answers",
    "verify_steps": "steps",
}

#: The functions with rating scales.
_SCALED = ("explain", "hint", "next_step", "rate")

#: The functions that need more time for a row than Spark needs to send the row to another task.
_SLOW = (*_SCALED, "trace", "verify_steps")

#: The types that replace others.
_SPARK = {
    pyarrow.binary(): pyarrow.string(),
    pyarrow.large_binary(): pyarrow.string(),
    pyarrow.large_string(): pyarrow.string(),
    pyarrow.uint8(): pyarrow.int16(),
    pyarrow.uint16(): pyarrow.int32(),
    pyarrow.uint32(): pyarrow.int64(),
}

#: The names of Arrow's types in Spark.
_NAMES = {
    pyarrow.string(): "string",
    pyarrow.bool_(): "boolean",
    pyarrow.int16(): "smallint",
    pyarrow.int32(): "integer",
    pyarrow.int64(): "long",
    pyarrow.float64(): "double",
    pyarrow.decimal128(38, 0): "decimal(38,0)",
}


def _plain(kind: Any) -> Any:
    """Return the type without categories and unsigned numbers, which Spark does not have. Text has one type."""
    if pyarrow.types.is_dictionary(kind):
        return _plain(kind.value_type)
    if pyarrow.types.is_struct(kind):
        return pyarrow.struct([(part.name, _plain(part.type)) for part in kind])
    if pyarrow.types.is_list(kind):
        return pyarrow.list_(_plain(kind.value_type))
    return _SPARK.get(kind, kind)


def _name(kind: Any) -> str:
    """Return the name of the type in Spark."""
    if pyarrow.types.is_struct(kind):
        return "struct<" + ", ".join(f"{part.name}: {_name(part.type)}" for part in kind) + ">"
    if pyarrow.types.is_list(kind):
        return f"array<{_name(kind.value_type)}>"
    return _NAMES[kind]


@dataclass(frozen=True)
class _Call:
    """A function with its columns and options."""

    function: str
    column: str
    #: The name of the second column, if any.
    second: str | None
    #: The start of the names of the result columns. By default it is the scale, except for measures.
    prefix: str | None
    options: dict[str, Any]

    @staticmethod
    def of(function: str, column: str, prefix: str | None, options: dict[str, Any]) -> "_Call":
        if function not in FUNCTIONS:
            raise ValueError(f"there is no function {function!r}; the functions are {', '.join(FUNCTIONS)}")
        if function == "transform" and not {"random", "start", "copies"}.isdisjoint(options):
            raise ValueError('rows of a frame have no position: pass seeds="COLUMN", not random, start or copies')
        options = dict(options)
        name = FUNCTIONS[function]
        second = options.pop(name, None if name == "seeds" else name) if name else None
        return _Call(function, column, second, prefix, options)

    def on(self, puzzles: Any, second: Any = None) -> dict[str, Any]:
        """Return the result columns, with types that Spark has."""
        options = dict(self.options)
        name = FUNCTIONS[self.function]
        if pyarrow.types.is_list(puzzles.type):
            puzzles = pyarrow.compute.binary_join(puzzles.cast(pyarrow.list_(pyarrow.string())), "")
        if self.function == "rate" and options.pop("steps", False):
            found = _native._rated_steps(puzzles, **{"scale": "se", **options})
        else:
            if name and self.second:
                # Seeds are Python numbers.
                options[name] = second.to_pylist() if name == "seeds" else second
            found = getattr(sudoku_engines, self.function)(puzzles, **options)
        if isinstance(found, list):
            found = pyarrow.array(found, pyarrow.string())
        if isinstance(found, pyarrow.ChunkedArray):
            found = found.combine_chunks()
        columns = {self.function: found}
        if pyarrow.types.is_struct(found.type):
            columns = dict(zip((part.name for part in found.type), found.flatten(), strict=True))
        # In data sets, the score has 32 bits.
        kinds = {"score": pyarrow.int32()}
        return {
            self._named(name): column.cast(kinds.get(name, _plain(column.type))) for name, column in columns.items()
        }

    def _named(self, result: str) -> str:
        if self.prefix is not None:
            return self.prefix + result
        scale = self.options.get("scale", "se") if self.function in _SCALED else None
        measures = self.options.get("measures") or ()
        is_measure = result in ([measures] if isinstance(measures, str) else measures)
        return f"{scale}_{result}" if scale and not is_measure else result

    @property
    def fields(self) -> _Fields:
        """The result columns, each with its type in Spark. Wrong options are an error."""
        none = pyarrow.array([], pyarrow.string())
        return tuple((name, _name(column.type)) for name, column in self.on(none, none).items())

    def append(self, batches: _Batches) -> Iterator[pyarrow.RecordBatch]:
        """Append the result columns to each batch."""
        for batch in batches:
            second = batch.column(self.second) if self.second else None
            found = self.on(batch.column(self.column), second)
            yield pyarrow.RecordBatch.from_arrays([*batch.columns, *found.values()], [*batch.schema.names, *found])


def fields(function: str, *, prefix: str | None = None, **options: Any) -> _Fields:
    """Return the columns that a function of ``FUNCTIONS`` appends, each with its Spark type.

    >>> fields("canonical")
    (('canonical', 'string'), ('automorphisms', 'long'))
    """
    return _Call.of(function, "puzzle", prefix, options).fields


#: The columns of each rating scale in a data set, with their types.
SCALES: dict[str, _Fields] = {scale: fields("rate", scale=scale)[:-1] for scale in sudoku_engines.SCALES}


def answers(
    function: str, column: str = "puzzle", *, prefix: str | None = None, **options: Any
) -> Callable[[_Batches], Iterator[Any]]:
    """Return a function for ``mapInArrow`` that appends the result of a function of ``FUNCTIONS``.

    ``options`` are the arguments of the function. A puzzle that is null or unreadable gives nulls. ``fields``
    returns the names and types for the schema.
    """
    return _Call.of(function, column, prefix, options).append


#: The minimum and the maximum number of rows of a task.
_ROWS_OF_TASK = {
    "se": (16, 1_000),
    "sukaku": (16, 1_000),
    "hodoku": (256, 50_000),
    "made": (20_000, 100_000),
    "": (10_000, 1_000_000),
}


def tasks(rows: int, cores: int, *, scale: str = "") -> int:
    """Return the number of tasks for these rows on a cluster with these cores.

    The goal is four tasks per core, because some puzzles take much longer than others. ``scale`` is the slowest rating
    scale; without one, solving is assumed.

    >>> tasks(1_000_000, 8), tasks(1_000_000, 8, scale="se"), tasks(100, 8, scale="se")
    (32, 1000, 7)
    """
    least, most = _ROWS_OF_TASK[scale]
    return max(1, min(-(-rows // least), 4 * cores), -(-rows // most))


def slowest(scales: Iterable[str], otherwise: str = "") -> str:
    """Return the scale with the longest time per puzzle."""
    return next((scale for scale in _ROWS_OF_TASK if scale in (*scales,)), otherwise)


def append(frame: Any, function: str, column: str = "puzzle", *, prefix: str | None = None, **options: Any) -> Any:
    """Append the results of a function of ``FUNCTIONS`` in the partitions of the frame."""
    call = _Call.of(function, column, prefix, options)
    _check_puzzles(frame, call.column)
    if call.second is not None and call.second not in frame.columns:
        raise ValueError(f"the frame has no column {call.second!r}; its columns are {', '.join(frame.columns)}")
    # The options are checked once here, and not in every task.
    new = call.fields
    known = {name.lower() for name in frame.columns}
    for name, _ in new:
        if name.lower() in known:
            raise ValueError(f"the frame has a column {name!r} already: drop it, or pass a prefix")
    schema = _with_columns(frame.schema, new)
    return frame.mapInArrow(call.append, schema)


def _check_puzzles(frame: Any, column: str) -> None:
    if column not in frame.columns:
        raise ValueError(f"the frame has no column {column!r}; its columns are {', '.join(frame.columns)}")
    kind = frame.schema[column].dataType.typeName()
    if kind not in ("string", "varchar", "char", "binary", "array", "void"):
        raise TypeError(f"puzzles are strings, binary or arrays of digits, and the column {column!r} holds {kind}")


def _with_columns(schema: Any, new: _Fields) -> Any:
    """Return a schema of Spark with more columns."""
    from pyspark.sql.types import StructType

    more = StructType.fromDDL(", ".join(f"`{name}` {kind}" for name, kind in new))
    return StructType([*schema, *more])


def _on_frames(function: str) -> Callable[..., Any]:
    def on_frame(
        frame: Any,
        column: str = "puzzle",
        *,
        prefix: str | None = None,
        partitions: int | None = None,
        **options: Any,
    ) -> Any:
        if partitions is None and function in _SLOW:
            cores = frame.sparkSession.sparkContext.defaultParallelism
            partitions = max(4 * cores, int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions")))
        if partitions is not None:
            frame = frame.repartition(partitions)
        return append(frame, function, column, prefix=prefix, **options)

    second = FUNCTIONS[function]
    lines = [
        f"Append the results of ``sudoku_engines.{function}`` for the puzzles of a column.",
        "",
        "``options`` are the arguments of that function. ``prefix`` starts the names of the new columns. By default it",
        "is the name of the scale, and measures have no prefix. ``partitions`` is the number of tasks.",
    ]
    if second:
        lines.append(f"``{second}`` is the name of a column.")
    if function == "rate":
        lines.append("With ``steps=True`` the steps are appended too, as ``sudoku dataset make --steps`` writes them.")
    on_frame.__name__ = on_frame.__qualname__ = function
    on_frame.__doc__ = "\n".join(lines)
    return on_frame


canonical = _on_frames("canonical")
check = _on_frames("check")
count = _on_frames("count")
explain = _on_frames("explain")
hint = _on_frames("hint")
is_proper = _on_frames("is_proper")
next_step = _on_frames("next_step")
rate = _on_frames("rate")
solve = _on_frames("solve")
split = _on_frames("split")
trace = _on_frames("trace")
transform = _on_frames("transform")
verify = _on_frames("verify")
verify_steps = _on_frames("verify_steps")


def udf(function: str, **options: Any) -> Any:
    """Return a column function for ``select``. Its result is a struct with the fields of ``fields``.

    A function with a second column takes two columns. The functions above use ``mapInArrow``, which is faster.
    """
    from pyspark.sql import functions

    call = _Call.of(function, "puzzle", "", options)

    def struct(*columns: Any) -> pyarrow.Array:
        found = call.on(*columns)
        return pyarrow.StructArray.from_arrays([*found.values()], [*found])

    # From these annotations, Spark knows that the functions take whole arrays.
    def answer(puzzles: pyarrow.Array) -> pyarrow.Array:
        return struct(puzzles)

    def answer_both(puzzles: pyarrow.Array, second: pyarrow.Array) -> pyarrow.Array:
        return struct(puzzles, second)

    # The type stubs require a function kind, which Spark infers from the annotations.
    arrow_udf: Any = functions.arrow_udf
    kind = "struct<" + ", ".join(f"{name}: {kind}" for name, kind in call.fields) + ">"
    return arrow_udf(answer_both if call.second else answer, kind)


def generate(session: Any, count: int, *, seed: int, partitions: int | None = None, **options: Any) -> Any:
    """Return a data frame with this number of generated puzzles.

    ``options`` are the arguments of ``sudoku_engines.generate``. The puzzles do not depend on the number of tasks. A
    puzzle that is not found within the attempts is left out.
    """
    call = partial(sudoku_engines.generate, seed=seed, to="arrow", errors="null", **options)
    none: Any = pyarrow.array(call(0))
    schema = ", ".join(f"`{part.name}` {_name(_plain(part.type))}" for part in none.type)
    if partitions is None:
        scale = slowest([options.get("scale") or "made"], "se")
        partitions = tasks(count, session.sparkContext.defaultParallelism, scale=scale)
    return session.range(0, count, 1, partitions).mapInArrow(partial(_generated, call), schema)


def _generated(call: Callable[..., Any], batches: _Batches) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        numbers = batch.column(0)
        # The numbers of a batch are consecutive.
        for start in range(0, len(numbers), _RATED_AT_ONCE):
            part = numbers.slice(start, _RATED_AT_ONCE)
            found: Any = pyarrow.array(call(len(part), start=part[0].as_py())).drop_null()
            columns = [column.cast(_plain(column.type)) for column in found.flatten()]
            yield pyarrow.RecordBatch.from_arrays(columns, [part.name for part in found.type])


def identified(frame: Any, column: str = "puzzle", *, by: str = "puzzle", name: str = "identity") -> Any:
    """Append the identity of each puzzle: its canonical form, or that of its solution with ``by="solution"``.

    It is null for a puzzle that cannot be read, and for one without exactly one solution with ``by="solution"``.
    """
    if by not in IDENTITIES:
        raise ValueError(f'by must be "solution" or "puzzle", not {by!r}')
    _check_puzzles(frame, column)
    return frame.mapInArrow(partial(_identified, column, by, name), _with_columns(frame.schema, ((name, "string"),)))


def _identified(column: str, by: str, name: str, batches: _Batches) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        forms = [form and form.decode() for form in _forms(batch.column(column), by, 1)]
        yield batch.append_column(name, pyarrow.array(forms, pyarrow.string()))


def dedup(frame: Any, column: str = "puzzle", *, by: str = "puzzle") -> Any:
    """Return the frame with one row of each puzzle.

    Puzzles are equal up to symmetry, or have equal solutions with ``by="solution"``. Spark decides which of the equal
    rows remains. Rows without an identity remain.
    """
    found = identified(frame, column, by=by, name="_identity")
    other = found.filter("_identity IS NULL")
    return found.filter("_identity IS NOT NULL").dropDuplicates(["_identity"]).unionAll(other).drop("_identity")


def leaks(train: Any, test: Any, column: str = "puzzle", *, by: str = "solution") -> Any:
    """Return the rows of ``test`` whose puzzle equals one of ``train``; see ``dedup``."""
    known = identified(train.select(column), column, by=by, name="_identity").select("_identity")
    return identified(test, column, by=by, name="_identity").join(known, "_identity", "left_semi").drop("_identity")


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


#: The type of a column of steps.
_STEPS = dict(fields("rate", scale="se", steps=True))["se_steps"]


@dataclass(frozen=True)
class DatasetRequest:
    """The settings of a generated data set."""

    #: The number of puzzles.
    count: int
    #: The random seed.
    seed: int = 1
    #: The number of puzzles per shard. By default it depends on the count and the scales.
    per_shard: int | None = None
    #: The shares of train, validation and test.
    shares: tuple[int, int, int] = (8, 1, 1)
    #: The identity that decides the split of a puzzle: one of ``IDENTITIES``.
    split_by: str = "solution"
    #: The rating scales.
    scales: tuple[str, ...] = ()
    #: True if rows have the steps on each rating scale.
    steps: bool = False
    #: Further arguments of ``generate``.
    wishes: dict[str, Any] = field(default_factory=dict)

    @property
    def puzzles_per_shard(self) -> int:
        """The number of puzzles per shard."""
        if self.per_shard is not None:
            return self.per_shard
        # The files of a data set depend only on the settings, so a cluster of 16 cores is assumed.
        return max(1, -(-self.count // tasks(self.count, 16, scale=slowest(self.scales, "made"))))

    @property
    def shards(self) -> int:
        """The number of shards."""
        return -(-self.count // self.puzzles_per_shard)

    @property
    def fields(self) -> _Fields:
        """The columns of the data set. ``place`` counts from 0 in each shard."""
        scales = [scale for scale in SCALES if scale in self.scales]
        rated = [column for scale in scales for column in SCALES[scale]]
        if self.steps:
            rated += [(f"{scale}_steps", _STEPS) for scale in scales]
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
    per_shard = request.puzzles_per_shard
    end = min((shard + 1) * per_shard, request.count)
    place = 0
    for start in range(shard * per_shard, end, at_once):
        number = min(at_once, end - start)
        found: Any = sudoku_engines.generate(
            number, seed=request.seed, start=start, to="arrow", errors="null", **request.wishes
        )
        rows = pyarrow.array(found).drop_null()
        puzzles = rows.field("puzzle")
        identities = rows.field("solution") if request.split_by == "solution" else puzzles
        forms = sudoku_engines.canonical(identities).field("canonical").to_pylist()
        rated: dict[str, Any] = {}
        for scale in request.scales:
            rated |= _Call.of("rate", "puzzle", None, {"scale": scale, "steps": request.steps}).on(puzzles)
        columns = [
            pyarrow.array([split_of(form.encode(), request.shares) for form in forms], pyarrow.string()),
            pyarrow.compute.fill_null(rows.field("id"), ""),
            puzzles,
            rows.field("solution"),
            pyarrow.compute.subtract(81, pyarrow.compute.count_substring(puzzles, ".")).cast("int32"),
            *(rated[name] for name in names[7:]),
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
