"""Sudoku that just works, at the best speed there is: in ones, in millions, and from Arrow to Arrow.

Every function takes one puzzle or any collection of them, and gives back the same kind: text for
text, a list for a list, NumPy arrays for a NumPy array, PyArrow, Polars and pandas for theirs.

>>> import sudoku_engines
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> sudoku_engines.solve(puzzle).solution
'534678912672195348198342567859761423426853791713924856961537284287419635345286179'
>>> sudoku_engines.is_proper(puzzle)
True
"""

from ._native import (
    ENDINGS,
    FORMATS,
    SCALES,
    SYMMETRIES,
    ArrowArray,
    Board,
    DefectError,
    Grid,
    PuzzleError,
    Solutions,
    __version__,
    canonical,
    check,
    convert,
    count,
    enumerate,
    generate,
    hint,
    is_proper,
    nth,
    path,
    rate,
    read,
    sample,
    solve,
    transform,
)
from ._results import Canonical, Checked, ExplainerRating, Generated, HodokuRating, Path, Solved

__all__ = [
    "ENDINGS",
    "FORMATS",
    "SCALES",
    "SYMMETRIES",
    "ArrowArray",
    "Board",
    "Canonical",
    "Checked",
    "DefectError",
    "ExplainerRating",
    "Generated",
    "Grid",
    "HodokuRating",
    "Path",
    "PuzzleError",
    "Solutions",
    "Solved",
    "canonical",
    "check",
    "convert",
    "count",
    "enumerate",
    "generate",
    "hint",
    "is_proper",
    "nth",
    "path",
    "rate",
    "read",
    "sample",
    "solve",
    "transform",
]
