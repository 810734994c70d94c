"""A fast Sudoku solver, counter, generator and rater for single puzzles and for millions of them.

Most functions take one puzzle or a collection of puzzles. The result has the same kind as the input:
a string for a string, a list for a list, NumPy arrays for a NumPy array. PyArrow, Polars, pandas and
DuckDB data work the same way.

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
    candidates,
    canonical,
    check,
    convert,
    count,
    enumerate,
    explain,
    generate,
    hint,
    is_proper,
    next_step,
    nth,
    rate,
    read,
    sample,
    solve,
    transform,
    verify,
    verify_steps,
)
from ._results import (
    Canonical,
    Checked,
    ExplainerRating,
    Explanation,
    Generated,
    HodokuRating,
    NextStep,
    Solved,
    Verified,
    VerifiedSteps,
)
from ._splits import dedup, leaks, split

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
    "Explanation",
    "Generated",
    "Grid",
    "HodokuRating",
    "NextStep",
    "PuzzleError",
    "Solutions",
    "Solved",
    "Verified",
    "VerifiedSteps",
    "candidates",
    "canonical",
    "check",
    "convert",
    "count",
    "dedup",
    "enumerate",
    "explain",
    "generate",
    "hint",
    "is_proper",
    "leaks",
    "next_step",
    "nth",
    "rate",
    "read",
    "sample",
    "solve",
    "split",
    "transform",
    "verify",
    "verify_steps",
]
