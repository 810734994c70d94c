"""Conversion between array libraries and the native module.

The module of an object's class identifies its library. A library is imported only when an object of
it arrives.
"""

import sys
from typing import Any


def _library(thing: Any) -> str:
    return type(thing).__module__.partition(".")[0]


def prepare(thing: Any) -> tuple[Any, list[int] | None] | None:
    """Return a buffer of digits and its shape, or an object with Arrow's interface and ``None``.

    The result is ``None`` if the object is neither an array nor a column.
    """
    if _library(thing) == "pandas":
        import pandas
        import pyarrow

        columns = (pandas.DataFrame, pandas.Series, pandas.Index, pandas.api.extensions.ExtensionArray)
        if not isinstance(thing, columns):
            return None
        # The columns of a frame, or the values of a column without the index.
        if hasattr(thing, "columns"):
            return pyarrow.Table.from_pandas(thing, preserve_index=False), None
        try:
            return pyarrow.chunked_array([pyarrow.Array.from_pandas(thing)]), None
        except UnicodeEncodeError:
            # A lone surrogate makes one row unreadable, not the whole column.
            return pyarrow.array([_encodable(one) for one in thing], from_pandas=True), None
    if _library(thing) == "polars" and hasattr(thing, "collect"):
        raise TypeError("a lazy frame has no rows yet: collect() it, or hand over this function in map_batches")
    numpy: Any = sys.modules.get("numpy")
    if isinstance(thing, memoryview) and numpy is not None:
        # NumPy would turn a released memoryview into an array with one object.
        thing = numpy.asarray(memoryview(thing))
    if numpy is None or not isinstance(thing, numpy.ndarray):
        return None
    if isinstance(thing, numpy.ma.MaskedArray):
        raise TypeError("an array with a mask: filled(0) makes the masked cells blanks")
    shape = list(thing.shape)
    if thing.dtype.kind not in "iu":
        raise TypeError(
            f"an array of puzzles has whole numbers, not {thing.dtype}; of text, hand over a list"
        )
    if shape[-1:] != [81] and shape[-2:] != [9, 9] or len(shape) > 3 or len(shape) > 2 and shape[-1] == 81:
        raise ValueError(
            f"an array of puzzles has the shape (n, 81) or (n, 9, 9), of one (81,) or (9, 9), not {thing.shape}"
        )
    if thing.dtype != numpy.uint8:
        # A number outside a byte becomes an invalid digit.
        is_digit = (thing >= 0) & (thing <= 9)
        thing = numpy.where(is_digit, thing.astype(numpy.uint8), numpy.uint8(255))
    return numpy.ascontiguousarray(thing), shape


def parquet(content: bytes, column: str | None) -> Any:
    """Return the table in the bytes of a Parquet file, or the column with this name."""
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(pyarrow.BufferReader(content))
    if column is None:
        return table
    if column not in table.column_names:
        raise ValueError(f"column={column!r}: the file has the columns {', '.join(table.column_names)}")
    return table.column(column)


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
        # An index or an extension array of pandas has no index.
        index = getattr(origin, "index", None)
        if pyarrow.types.is_struct(column.type):
            # Texts of pandas objects are rarely equal, so looking for equal ones takes longer than
            # creating new ones.
            frame = pyarrow.Table.from_struct_array(column).to_pandas(deduplicate_objects=False)
            if index is not None:
                frame.index = index
            return frame
        values = column.to_pandas(deduplicate_objects=False).array
        return pandas.Series(values, index=index, name=getattr(origin, "name", None))
    return chunks[0] if len(chunks) == 1 else chunks
