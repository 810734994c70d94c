"""Splits without leaks, and duplicates up to symmetry and relabeling. ``sudoku dataset`` has the same results."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from ._native import ArrowArray, Board, Grid, Puzzle, canonical, solve

#: The splits of a data set, in the order of their shares.
SPLITS = ("train", "validation", "test")

#: The identities of a puzzle, up to symmetry and relabeling: its solution grid, or the puzzle.
IDENTITIES = ("solution", "puzzle")

_ONE_PUZZLE = "expected a collection of puzzles, not one puzzle"


def split(puzzles: Any, *, shares: Sequence[int] = (8, 1, 1), by: str = "solution", threads: int | None = 1) -> Any:
    """Assign each puzzle to a split, so that equal puzzles are in one split.

    The split depends only on the canonical form, so sets with the same shares can be combined. The command
    ``sudoku dataset`` and Spark assign the same splits.

    Parameters
    ----------
    puzzles : collection of puzzles
        An iterable, a NumPy array or Arrow data; see ``solve``.
    shares : three ints, default (8, 1, 1)
        The shares of train, validation and test.
    by : {"solution", "puzzle"}, default "solution"
        Puzzles are equal if their solutions, or the puzzles, are equal up to symmetry and relabeling.
    threads : int or None, default 1
        The number of worker threads; ``None`` starts one per core.

    Returns
    -------
    list of str, or NumPy array
        "train", "validation" or "test" for each puzzle. A puzzle that cannot be read has ``None``. With
        ``by="solution"``, so has a puzzle without exactly one solution. The result is an array for NumPy arrays,
        and else a list.

    Examples
    --------
    >>> puzzles = [made.puzzle for made in generate(1000, seed=7)]
    >>> splits = split(puzzles)
    >>> [splits.count(name) for name in ("train", "validation", "test")]
    [790, 111, 99]
    """
    is_whole = len(shares) == 3 and all(isinstance(share, int) for share in shares)
    if not is_whole or min(shares) < 0 or sum(shares) == 0:
        raise ValueError(f"shares must be three whole numbers from 0 such as (8, 1, 1), not all 0, not {shares!r}")
    named = [None if form is None else split_of(form, shares) for form in _forms(puzzles, by, threads)]
    return _as(puzzles, named, "object")


def dedup(puzzles: Any, *, by: str = "puzzle", threads: int | None = 1) -> Any:
    """Return ``True`` for each puzzle that equals no earlier one.

    Parameters
    ----------
    puzzles : collection of puzzles
        An iterable, a NumPy array or Arrow data; see ``solve``.
    by : {"solution", "puzzle"}, default "puzzle"
        Puzzles are equal if their solutions, or the puzzles, are equal up to symmetry and relabeling.
    threads : int or None, default 1
        The number of worker threads; ``None`` starts one per core.

    Returns
    -------
    list of bool or None, or NumPy array
        The mask of the rows to keep, with ``None`` for a puzzle that cannot be read. With ``by="solution"``, it is
        also ``None`` for a puzzle without exactly one solution. For a NumPy array, the result is an array with
        ``False`` instead of ``None``.

    Examples
    --------
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> dedup([puzzle, transform(puzzle, random=1), "." * 81])
    [True, False, True]
    """
    seen: set[Any] = set()
    return _as(puzzles, [_is_new(form, seen) for form in _forms(puzzles, by, threads)], "bool")


def leaks(train: Any, test: Any, *, by: str = "solution", threads: int | None = 1) -> Any:
    """Return ``True`` for each puzzle of ``test`` that equals one of ``train``.

    Parameters
    ----------
    train, test : collections of puzzles
        Iterables, NumPy arrays or Arrow data; see ``solve``.
    by : {"solution", "puzzle"}, default "solution"
        Puzzles are equal if their solutions, or the puzzles, are equal up to symmetry and relabeling.
    threads : int or None, default 1
        The number of worker threads; ``None`` starts one per core.

    Returns
    -------
    list of bool or None, or NumPy array
        The mask of the leaks in ``test``, with ``None`` for a puzzle that cannot be read. With ``by="solution"``, it
        is also ``None`` for a puzzle without exactly one solution. If ``test`` is a NumPy array, the result is an
        array with ``False`` instead of ``None``.

    Examples
    --------
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> leaks([puzzle], [transform(puzzle, random=1), None])
    [True, None]
    """
    known = {*_forms(train, by, threads)}
    found = [None if form is None else form in known for form in _forms(test, by, threads)]
    return _as(test, found, "bool")


def split_of(form: bytes, shares: Sequence[int]) -> str:
    """Return the split of a canonical form as text. docs/guides/data-sets.md explains the method."""
    train, validation, test = shares
    place = int.from_bytes(sha256(form).digest()[:8]) * (train + validation + test) >> 64
    return SPLITS[2 if place < test else 1 if place < test + validation else 0]


def _is_new(form: bytes | None, seen: set[Any]) -> bool | None:
    if form is None:
        return None
    is_new = form not in seen
    seen.add(form)
    return is_new


def _as(puzzles: Any, values: list[Any], dtype: str) -> Any:
    if type(puzzles).__module__ == "numpy":
        import numpy

        return numpy.array(values, dtype)
    return values


def _forms(puzzles: Any, by: str, threads: int | None) -> Iterable[bytes | None]:
    """Return the canonical form of each puzzle or solution as text.

    A puzzle that cannot be read has ``None``. With ``by="solution"``, so has a puzzle without exactly one solution.
    """
    if by not in IDENTITIES:
        raise ValueError(f'by must be "solution" or "puzzle", not {by!r}')
    if isinstance(puzzles, (str, bytes, Board, Grid)):
        raise TypeError(_ONE_PUZZLE)
    if isinstance(puzzles, Iterator) and not hasattr(puzzles, "__arrow_c_stream__"):
        puzzles = list(puzzles)
    if isinstance(puzzles, Puzzle) or _is_plain(puzzles) and any(isinstance(it, Puzzle) for it in puzzles):
        raise TypeError("this function takes no puzzles with rules: pass boards")
    if by == "solution":
        solved = _of_many(solve(puzzles, limit=2, threads=threads))
        counts = _items(_column(solved, "solutions"))
        forms = _canonical(_column(solved, "solution"), threads)
        # Pandas has NA for the count of a puzzle that cannot be read.
        pairs = zip(forms, counts, strict=True)
        return [form if form is not None and count == 1 else None for form, count in pairs]
    return _canonical(puzzles, threads)


def _is_plain(puzzles: Any) -> bool:
    """Return true for a collection that can hold any objects."""
    return getattr(puzzles, "dtype", None) == object or isinstance(puzzles, (Sequence, set, frozenset, dict))


def _of_many(found: Any) -> Any:
    """Refuse the result of one puzzle, which is a named tuple."""
    if isinstance(found, tuple):
        raise TypeError(_ONE_PUZZLE)
    return found


def _canonical(puzzles: Any, threads: int | None) -> list[bytes | None]:
    found = _of_many(canonical(puzzles, threads=threads))
    forms = _column(found, "canonical")
    if isinstance(found, dict) and forms.dtype.kind != "u":
        return [_text(form or None) for form in forms.tolist()]
    if isinstance(found, dict):
        text = forms.reshape(len(forms), 81) + 48
        text[text == 48] = 46
        # A row without a puzzle has no automorphism. Each puzzle has at least one.
        rows = zip(map(bytes, text), found["automorphisms"].tolist(), strict=True)
        return [form if automorphisms else None for form, automorphisms in rows]
    return [_text(form) for form in _items(forms)]


def _items(column: Any) -> Any:
    """Return the items of a column as Python objects."""
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, name):
            return getattr(column, name)()
    return column


def _text(form: Any) -> bytes | None:
    if isinstance(form, (str, bytes)):
        return form.encode() if isinstance(form, str) else form
    # Pandas has NaN, which is a float, for null.
    if form is None or isinstance(form, float):
        return None
    return str(Board(form)).encode()


def _column(found: Any, name: str) -> Any:
    """Return a field of results of any kind."""
    if isinstance(found, list):
        return [row and getattr(row, name) for row in found]
    if isinstance(found, ArrowArray):
        import pyarrow

        found = pyarrow.array(found)
    if hasattr(found, "with_format"):
        # A data set of Hugging Face.
        found = found.with_format("arrow")[:]
    if hasattr(found, "combine_chunks"):
        found = found.combine_chunks()
    if hasattr(found, "column_names"):
        return found.column(name)
    if hasattr(found, "field"):
        return found.field(name)
    if hasattr(found, "struct"):
        return found.struct.field(name)
    return found[name]
