"""Conversion between array libraries and the native module.

The module of an object's class identifies its library. A library is imported only when an object of
it arrives.
"""

import sys
from typing import Any


def _library(thing: Any) -> str:
    return type(thing).__module__.partition(".")[0]


def prepare(thing: Any) -> tuple[Any, str, Any] | None:
    """Return an object, its kind, and the object that decides the kind of the results.

    The kind "arrow" is an object with Arrow's interface, "texts" a list, and "numbers" a contiguous array of native
    numbers. This function returns ``None`` if the object is neither an array nor a column.
    """
    library = _library(thing)
    if library == "pandas":
        column = _of_pandas(thing)
        return None if column is None else (column, "arrow", thing)
    if library == "datasets" and hasattr(thing, "with_format"):
        return thing.with_format("arrow")[:], "arrow", thing
    if library == "polars":
        if hasattr(thing, "collect"):
            raise TypeError("a lazy frame has no rows yet: collect() it, or hand over this function in map_batches")
        return _of_polars(thing), "arrow", thing
    array = _numpy_array(thing)
    if array is None:
        return None
    import numpy

    shape = list(array.shape)
    if array.dtype.kind in "USTO":
        if len(shape) != 1:
            raise ValueError(f"an array of texts or objects must have the shape (n,), one for each puzzle, not {array.shape}")
        return array.tolist(), "texts", array
    if array.dtype.kind not in "iuf":
        raise TypeError(f"an array of puzzles has whole numbers or texts, not {array.dtype}")
    if shape[-1:] != [81] and shape[-2:] != [9, 9] or len(shape) > 3 or len(shape) > 2 and shape[-1] == 81:
        raise ValueError(
            f"an array of puzzles has the shape (n, 81) or (n, 9, 9), of one (81,) or (9, 9), not {array.shape}"
        )
    numbers = array
    if numbers.dtype.str[1:] in ("f2", "f12", "f16"):
        numbers = numbers.astype("f8")
    elif not numbers.dtype.isnative:
        numbers = numbers.astype(numbers.dtype.newbyteorder("="))
    return numpy.ascontiguousarray(numbers), "numbers", array


def _of_polars(thing: Any) -> Any:
    """Return a column or a frame of Polars with columns of text instead of columns without a type."""
    import polars

    # Arrow refuses the columns without a type that Polars exports.
    if hasattr(thing, "columns"):
        return thing.with_columns(polars.col(polars.Null).cast(polars.String))
    return thing.cast(polars.String) if thing.dtype == polars.Null else thing


def _of_pandas(thing: Any) -> Any:
    """Return a column or a frame of pandas for Arrow, or ``None`` for another object."""
    import pandas
    import pyarrow

    columns = (pandas.DataFrame, pandas.Series, pandas.Index, pandas.api.extensions.ExtensionArray)
    if not isinstance(thing, columns):
        return None
    # The columns of a frame, or the values of a column without the index.
    try:
        if hasattr(thing, "columns"):
            return pyarrow.Table.from_pandas(thing, preserve_index=False)
        return pyarrow.chunked_array([pyarrow.Array.from_pandas(thing)])
    except UnicodeEncodeError:
        # A lone surrogate makes one row unreadable, not the whole column.
        return pyarrow.array([_encodable(one) for one in thing], from_pandas=True)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError) as error:
        if hasattr(thing, "columns"):
            words = f"a column of this frame cannot be read ({error}): pass the column with the puzzles"
            raise TypeError(words) from error
        kinds = sorted({type(one).__name__ for one in thing if not pandas.api.types.is_scalar(one) or not pandas.isna(one)})
        words = "a pandas column has puzzles of one kind: text, bytes, or lists of numbers"
        raise TypeError(f"{words}; this one has {' and '.join(kinds)}. Pass a list of puzzles: tolist()") from error


def _numpy_array(thing: Any) -> Any:
    """Return an array of NumPy, a tensor or a memory view as an array of NumPy, or ``None``."""
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None and isinstance(thing, numpy.ndarray):
        if isinstance(thing, numpy.ma.MaskedArray):
            raise TypeError("an array with a mask: filled(0) makes the masked cells blanks")
        return thing
    if isinstance(thing, memoryview):
        # NumPy would turn a released memoryview into an array with one object.
        return None if numpy is None else numpy.asarray(memoryview(thing))
    if numpy is not None and isinstance(thing, numpy.generic) or isinstance(thing, type):
        return None
    if hasattr(thing, "__dlpack__"):
        import numpy as module

        try:
            return module.from_dlpack(thing)
        except (BufferError, RuntimeError, TypeError) as error:
            kind = f"{_library(thing)}.{type(thing).__name__}"
            words = f"NumPy cannot read this {kind} through DLPack ({error}): pass it as an array of NumPy"
            raise TypeError(words) from error
    return None


def parquet(content: bytes, column: str | None) -> Any:
    """Return the table in the bytes of a Parquet file, or the column with this name."""
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(pyarrow.BufferReader(content))
    if column is None:
        return table
    if any(name.strip().lower() == "rules" for name in table.column_names if name != column):
        raise ValueError('the column "rules" has the rules of variants: read each row with Puzzle(rules, puzzle)')
    if column not in table.column_names:
        raise ValueError(f"column={column!r}: the file has the columns {', '.join(table.column_names)}")
    return table.column(column)


def as_texts(found: Any, origin: Any) -> Any:
    """Convert the boards of a result, which are bytes, to the type of an array of texts."""
    if isinstance(found, dict):
        return {name: as_texts(part, origin) for name, part in found.items()}
    if found.dtype.kind != "S" or origin.dtype.kind == "S":
        return found
    if origin.dtype.kind != "O":
        return found.astype(origin.dtype if origin.dtype.kind == "T" else "U81")
    texts = found.astype("U81").astype(object)
    texts[texts == ""] = None
    return texts


def steps_of_arrays(arrays: dict[str, Any], count: int) -> list[list[dict[str, Any]]]:
    """Return the steps of each of ``count`` puzzles from the arrays of ``explain(form="steps")``."""
    from sudoku_engines import TECHNIQUES

    names = ("row", "technique", "cell", "digit", "elimination_step", "elimination")
    missing = ", ".join(name for name in names if name not in arrays)
    if missing:
        raise TypeError(f'a dictionary of steps needs the arrays of explain(form="steps"); it has no {missing}')
    rows, techniques, cells, digits, of_steps, eliminations = (arrays[name].tolist() for name in names)
    if max(rows, default=0) >= count:
        raise ValueError(f"the steps belong to at least {max(rows) + 1} puzzles, not {count}")
    below = {"row": (rows, count), "technique": (techniques, len(TECHNIQUES)), "elimination_step": (of_steps, len(rows))}
    for name, (numbers, end) in below.items():
        wrong = [number for number in numbers if not 0 <= number < end]
        if wrong:
            raise ValueError(f"{name} must be at least 0 and below {end}, not {wrong[0]}")
    steps: list[dict[str, Any]] = [
        {"technique": TECHNIQUES[technique], "cell": cell, "digit": digit, "eliminations": []}
        for technique, cell, digit in zip(techniques, cells, digits, strict=True)
    ]
    for step, elimination in zip(of_steps, eliminations, strict=True):
        steps[step]["eliminations"].append(elimination)
    of_puzzles: list[list[dict[str, Any]]] = [[] for _ in range(count)]
    for row, step in zip(rows, steps, strict=True):
        if step["cell"] == 255:
            step["cell"] = step["digit"] = None
        of_puzzles[row].append(step)
    return of_puzzles


def _encodable(thing: Any) -> Any:
    """Escape lone surrogates. A backslash is not a valid cell, but a question mark would be."""
    return thing.encode("utf-8", "backslashreplace").decode() if isinstance(thing, str) else thing


def hand_back(chunks: list[Any], origin: Any) -> Any:
    """Convert the chunks to an array, column or table of the library that the input came from."""
    library = _library(origin)
    if library == "pyarrow":
        import pyarrow

        arrays = [pyarrow.array(chunk) for chunk in chunks]
        if isinstance(origin, pyarrow.Array):
            return arrays[0] if len(arrays) == 1 else pyarrow.chunked_array(arrays)
        if isinstance(origin, pyarrow.ChunkedArray):
            return pyarrow.chunked_array(arrays)
        batches = [pyarrow.RecordBatch.from_struct_array(array) for array in arrays]
        if isinstance(origin, pyarrow.RecordBatch) and len(batches) == 1:
            return batches[0]
        return pyarrow.Table.from_batches(batches)
    if library == "polars":
        import polars

        series = polars.concat([polars.Series(chunk) for chunk in chunks])
        if isinstance(origin, polars.DataFrame):
            return series.struct.unnest()
        return series.alias(origin.name)
    if library == "pandas":
        import pandas
        import pyarrow

        column = pyarrow.chunked_array([pyarrow.array(chunk) for chunk in chunks])
        # Types of pandas with nulls. Otherwise the type would depend on the data.
        nullable = {"bool": pandas.BooleanDtype(), "uint8": pandas.UInt8Dtype(), "uint32": pandas.UInt32Dtype()}

        def types(kind: Any) -> Any:
            return nullable.get(str(kind))

        # An index or an extension array of pandas has no index.
        index = getattr(origin, "index", None)
        if index is not None and len(column) != len(index):
            index = index.repeat(len(column) // len(index))
        if pyarrow.types.is_struct(column.type):
            # Texts of pandas objects are rarely equal, so looking for equal ones takes longer than
            # creating new ones.
            frame = pyarrow.Table.from_struct_array(column).to_pandas(deduplicate_objects=False, types_mapper=types)
            if index is not None:
                frame.index = index
            return frame
        values = column.to_pandas(deduplicate_objects=False, types_mapper=types).array
        return pandas.Series(values, index=index, name=getattr(origin, "name", None))
    if library == "datasets":
        import pyarrow

        arrays = [pyarrow.array(chunk) for chunk in chunks]
        return type(origin)(pyarrow.Table.from_batches(map(pyarrow.RecordBatch.from_struct_array, arrays)))
    return chunks[0] if len(chunks) == 1 else chunks
