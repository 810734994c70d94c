"""The closure of puzzles under ``neighbors``, with the same results as ``sudoku search closure``."""

from collections.abc import Callable, Iterable, Iterator
from sys import maxsize
from time import monotonic
from typing import Any

from ._native import Board, Grid, canonical, neighbors
from ._results import Canonical, Found
from ._splits import _items

#: The number of puzzles whose neighbors are searched between two checks of the limits.
_CHUNK = 16

#: The maximum number of neighbors of a puzzle in the first search, and in all searches.
_FEW_NEAR = 16_000
_MOST_NEAR = 1_000_000

#: The number of neighbors that are compared with the known puzzles together.
_TOGETHER = 20_000


def closure(
    puzzles: Any,
    *,
    remove: int = 1,
    add: int = 1,
    minimal: bool = False,
    keep: Callable[[list[str]], Iterable[Any]] | None = None,
    limit: int | None = 1_000_000,
    time: float | None = None,
    threads: int | None = 1,
) -> Found[str]:
    """Find the neighbors of puzzles, the neighbors of those, and so on, until none is new.

    The result has each puzzle in its canonical form, so it has only one of several equal puzzles. It leaves out the
    puzzles of the input. The command ``sudoku search closure`` finds the same, and can continue after an interruption.

    Parameters
    ----------
    puzzles : puzzle or collection of puzzles
        The puzzles to start from: one puzzle, an iterable, a NumPy array or a column of Arrow data.
    remove, add : int, default 1
        The numbers of clues to remove and to add, as for ``neighbors``.
    minimal : bool, default False
        Find only minimal puzzles: each of their clues is needed.
    keep : callable, optional
        A function that gets a list of new puzzles and returns a truth value for each of them. The search leaves out
        the others, and does not search from them.
    limit : int or None, default 1000000
        Stop after this number of puzzles; ``None`` for all. Each takes about 300 bytes of memory.
    time : float, optional
        The maximum time, in seconds. Calls of ``keep`` are not interrupted.
    threads : int or None, default 1
        The number of worker threads; ``None`` starts one per core.

    Returns
    -------
    Found of str
        The fields are ``puzzles``, in the order in which they are found, and ``ending``: "exhausted", "solution limit"
        or "stopped".

    Raises
    ------
    PuzzleError
        If a puzzle cannot be read, has too few clues for ``remove`` or too few blank cells for ``add``, or does not
        have exactly one solution.
    TypeError, ValueError
        If an argument has the wrong type or value, or if a puzzle has more than a million neighbors.

    Examples
    --------
    >>> puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    >>> found = closure(puzzle)
    >>> len(found.puzzles), found.ending
    (1, 'exhausted')
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> found = closure(puzzle, add=0, keep=lambda puzzles: [Board(it).clues >= 28 for it in puzzles])
    >>> len(found.puzzles)
    219
    """
    if limit is not None and limit < 1:
        raise ValueError("limit must be at least 1, or None for all")
    if time is not None and not time > 0:
        raise ValueError(f"time must be a number of seconds above 0, not {time!r}")
    most = maxsize if limit is None else limit
    end = None if time is None else monotonic() + time
    sources: list[Any] = [puzzles] if isinstance(puzzles, (str, bytes, Board, Grid)) else list(_items(puzzles))
    forms: Any = canonical(sources, threads=threads, errors="raise")
    if isinstance(forms, Canonical):
        # The input is one puzzle, given as numbers.
        sources, forms = [sources], [forms]

    def near(puzzles: list[Any], limit: int, *, minimal: bool = minimal) -> list[Found[Any] | None]:
        left = None if end is None else max(end - monotonic(), 1e-3)
        options: Any = {"minimal": minimal, "limit": limit, "time": left, "threads": threads, "errors": "raise"}
        rows: list[Found[Any] | None] = neighbors(puzzles, remove=remove, add=add, **options)
        return rows

    # An error names the row among all sources, before the search.
    near(sources, 1, minimal=False)
    seen = {str(Board(form.canonical)) for form in forms if form is not None}
    found: list[str] = []
    searched = 0
    while True:
        # The puzzles of the input come first, and then the puzzles that the search finds.
        queue, start = (sources, searched) if searched < len(sources) else (found, searched - len(sources))
        chunk = queue[start : start + _CHUNK]
        if not chunk:
            return Found(found, "exhausted")
        searched += len(chunk)
        for part in _parts(chunk, near):
            new = []
            for form in canonical(part, threads=threads):
                if form is not None and form.canonical not in seen:
                    seen.add(form.canonical)
                    new.append(form.canonical)
            if keep is not None:
                new = [puzzle for puzzle, is_kept in zip(new, keep(new), strict=True) if is_kept]
            found += new
            if len(found) >= most or end is not None and monotonic() >= end:
                break
        if end is not None and monotonic() >= end:
            return Found(found[:most], "stopped")
        if len(found) >= most:
            return Found(found[:most], "solution limit")


def _parts(puzzles: list[Any], near: Callable[[list[Any], int], list[Found[Any] | None]]) -> Iterator[list[str]]:
    """Yield the neighbors of puzzles in parts, so that few of them are in memory at a time."""
    for puzzle, first in zip(puzzles, near(puzzles, _FEW_NEAR), strict=True):
        row, done, limit = first, 0, _FEW_NEAR
        while row is not None:
            texts = [str(Board(it)) for it in row.puzzles[done:]]
            yield from (texts[at : at + _TOGETHER] for at in range(0, len(texts), _TOGETHER))
            if row.ending != "solution limit":
                break
            if limit > _MOST_NEAR:
                raise ValueError(
                    f"a puzzle has more than {_MOST_NEAR:,} neighbors; lower remove or add, set minimal, or set a limit"
                )
            done, limit = limit, min(8 * limit, _MOST_NEAR + 1)
            [row] = near([puzzle], limit)
