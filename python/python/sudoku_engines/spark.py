"""Spark's frames of puzzles: solved, rated, made, each with a few more columns than it had.

Spark hands batches of Arrow to Python workers, and the engines take and give Arrow: nothing is turned
into objects on the way. The work is in functions for ``mapInArrow`` that need no Spark themselves;
:mod:`sudoku_engines.spark_job` makes whole data sets with them. Spark has no unsigned numbers, so that
numbers are signed here, and wide enough. docs/guides/spark.md has examples.
"""

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any, TypeAlias

import pyarrow
import pyarrow.compute

import sudoku_engines

__all__ = [
    "SCALES",
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
]

_Batches: TypeAlias = Iterable[pyarrow.RecordBatch]
_Fields: TypeAlias = tuple[tuple[str, str], ...]

#: The splits of a data set, in the order of their shares.
SPLITS = ("train", "validation", "test")

#: What each scale of human logic gives of a puzzle: its columns and their types.
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

_VERBS: dict[str, _Fields] = {
    "solve": (("solution", "string"), ("solutions", "long"), ("guesses", "long"), ("ending", "string")),
    "canonical": (("canonical", "string"), ("automorphisms", "integer")),
}


def fields(verb: str, *, scale: str = "se") -> _Fields:
    """The columns that ``solve``, ``canonical`` or ``rate`` appends, each with its type in Spark.

    >>> fields("canonical")
    (('canonical', 'string'), ('automorphisms', 'integer'))
    """
    known = _VERBS | {"rate": SCALES.get(scale, ())}
    if scale not in SCALES or verb not in known:
        raise ValueError(f"{verb!r} on the scale {scale!r}: verbs are {', '.join(known)}, scales {', '.join(SCALES)}")
    return known[verb]


def _columns(verb: str, puzzles: pyarrow.Array, options: dict[str, Any]) -> list[pyarrow.Array]:
    found = getattr(sudoku_engines, verb)(puzzles, **options)
    names = {column.name: place for place, column in enumerate(found.type)}
    columns = found.flatten()
    appended = []
    for name, kind in fields(verb, scale=options.get("scale", "se")):
        column = columns[names[name.removeprefix(options.get("scale", "") + "_")]]
        if name == "ending":
            endings = pyarrow.array(sudoku_engines.ENDINGS)
            column = pyarrow.DictionaryArray.from_arrays(column, endings)
        appended.append(column.cast(_ARROW[kind]))
    return appended


def answers(verb: str, column: str = "puzzle", **options: Any) -> Callable[[_Batches], Iterator[Any]]:
    """A function for ``mapInArrow`` that appends what ``solve``, ``canonical`` or ``rate`` says of a column.

    It takes their ``options``. A puzzle that is null or cannot be read has nulls. ``fields`` has the names and
    types that the schema needs.
    """
    return partial(_append, verb, column, options)


def _append(verb: str, column: str, options: dict[str, Any], batches: _Batches) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        found = _columns(verb, batch.column(column), options)
        names = [*batch.schema.names, *(name for name, _ in fields(verb, scale=options.get("scale", "se")))]
        yield pyarrow.RecordBatch.from_arrays([*batch.columns, *found], names)


def _appended(frame: Any, verb: str, column: str, options: dict[str, Any]) -> Any:
    schema = copy.deepcopy(frame.schema)
    for name, kind in fields(verb, scale=options.get("scale", "se")):
        if name in schema.names:
            raise ValueError(f"the frame has a column {name!r} already: rename or drop it")
        schema = schema.add(name, kind)
    if column not in frame.columns:
        raise ValueError(f"the frame has no column {column!r}, but {', '.join(frame.columns)}")
    kind = frame.schema[column].dataType.typeName()
    if kind not in ("string", "varchar", "char", "binary", "void"):
        raise TypeError(f"puzzles are strings or binary, and the column {column!r} holds {kind}")
    # Options that are wrong are told here, and not by every task.
    getattr(sudoku_engines, verb)([], **options)
    return frame.mapInArrow(answers(verb, column, **options), schema)


def solve(frame: Any, column: str = "puzzle", **options: Any) -> Any:
    """The frame with ``solution``, ``solutions``, ``guesses`` and ``ending``; ``options`` are those of ``solve``."""
    return _appended(frame, "solve", column, options)


def canonical(frame: Any, column: str = "puzzle") -> Any:
    """The frame with ``canonical`` and ``automorphisms``."""
    return _appended(frame, "canonical", column, {})


def rate(frame: Any, column: str = "puzzle", *, scale: str = "se") -> Any:
    """The frame with the ratings on a scale of human logic, in the columns that ``SCALES`` names."""
    return _appended(frame, "rate", column, {"scale": scale})


def udf(verb: str, **options: Any) -> Any:
    """A function of a column of puzzles, for ``select`` and the like: a struct of what the verb says.

    ``mapInArrow``, as ``solve`` and the others use it, is faster.
    """
    from pyspark.sql import functions

    said = fields(verb, scale=options.get("scale", "se"))

    def answer(puzzles: pyarrow.Array) -> pyarrow.Array:
        return pyarrow.StructArray.from_arrays(_columns(verb, puzzles, options), [name for name, _ in said])

    # Spark looks at these to see that whole arrays are wanted.
    answer.__annotations__ = {"puzzles": pyarrow.Array, "return": pyarrow.Array}
    # Its types have a number for the kind of function, which is seen from the annotations.
    arrow_udf: Any = functions.arrow_udf
    return arrow_udf(answer, "struct<" + ", ".join(f"{name}: {kind}" for name, kind in said) + ">")


def split(forms: Iterable[str], shares: tuple[int, int, int] = (8, 1, 1)) -> list[str]:
    """The split to which puzzles with these canonical forms belong, as ``sudoku dataset`` shares them out.

    ``shares`` are those of training, validation and test. docs/guides/data-sets.md says how it is done.

    >>> split(["." * 81])
    ['train']
    """
    train, validation, test = shares
    total = train + validation + test
    found = []
    for form in forms:
        place = int.from_bytes(sha256(form.encode()).digest()[:8]) * total >> 64
        found.append(SPLITS[2 if place < test else 1 if place < test + validation else 0])
    return found


@dataclass(frozen=True)
class DatasetRequest:
    """A data set of puzzles that are made: the settings that decide about its rows."""

    #: How many puzzles are made.
    count: int
    #: The seed of their series.
    seed: int = 1
    #: How many of them a shard has.
    per_shard: int = 100_000
    #: The shares of training, validation and test.
    shares: tuple[int, int, int] = (8, 1, 1)
    #: On which scales of human logic they are rated.
    scales: tuple[str, ...] = ()
    #: What ``generate`` is asked for beside these.
    wishes: dict[str, Any] = field(default_factory=dict)

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return -(-self.count // self.per_shard)

    @property
    def fields(self) -> _Fields:
        """The columns of what is made: ``place`` counts from 0 in the shard."""
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


#: How many puzzles are made at a time, and how many if they are rated too.
_AT_ONCE = 4096
_RATED_AT_ONCE = 64


def made(request: DatasetRequest, shard: int) -> Iterator[pyarrow.RecordBatch]:
    """What a shard has of the puzzles with its numbers, in their order.

    It follows from the request and the number alone: a task that is tried again makes the same rows. A puzzle
    that is not come by in as many attempts, or cannot be rated, is left out.
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
        forms = sudoku_engines.canonical(puzzles).field("canonical").to_pylist()
        scales = [scale for scale in SCALES if scale in request.scales]
        columns = [
            pyarrow.array(split(forms, request.shares), pyarrow.string()),
            pyarrow.compute.fill_null(rows.field("id"), ""),
            puzzles,
            rows.field("solution"),
            pyarrow.compute.subtract(81, pyarrow.compute.count_substring(puzzles, ".")).cast("int32"),
            *(column for scale in scales for column in _columns("rate", puzzles, {"scale": scale})),
        ]
        # The ratings of what could not be rated are null, and nothing else is.
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
    """A frame of the puzzles that the request wants, a partition for each shard."""
    numbers = session.range(0, request.shards, 1, max(request.shards, 1))
    schema = ", ".join(f"{name} {kind}" for name, kind in request.fields)
    return numbers.mapInArrow(partial(_made, request), schema)
