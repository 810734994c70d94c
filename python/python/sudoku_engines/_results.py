"""The results for one puzzle, as named tuples."""

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from ._native import Grid, Puzzle

#: The kind of a puzzle: ``str``, ``bytes``, ``Board`` and others.
_Puzzle = TypeVar("_Puzzle")


class Solved(NamedTuple, Generic[_Puzzle]):
    """The result of ``solve``."""

    #: The first solution, in the same kind as the puzzle; ``None`` if the puzzle has no solution.
    solution: _Puzzle | None
    #: The number of solutions found, up to the limit.
    solutions: int
    #: The number of guesses: choices made while another choice was still open.
    guesses: int
    #: One of ``ENDINGS``.
    ending: str


class Canonical(NamedTuple, Generic[_Puzzle]):
    """The result of ``canonical``."""

    #: The canonical form, in the same kind as the puzzle.
    canonical: _Puzzle
    #: The number of the 3,359,232 symmetries that leave the puzzle unchanged, with some relabeling.
    automorphisms: int


class Transformed(NamedTuple, Generic[_Puzzle]):
    """The result of ``transform`` with ``with_symmetry``: a puzzle, and the arguments that give it."""

    #: The puzzle, in the same kind as before.
    puzzle: _Puzzle
    #: True if rows and columns are exchanged.
    transpose: bool
    #: The new order of the rows.
    rows: str
    #: The new order of the columns.
    columns: str
    #: The digits that replace 1 to 9.
    relabel: str


class Checked(NamedTuple):
    """The result of ``check``."""

    #: True if the puzzle has exactly one solution.
    proper: bool
    #: True if the puzzle is proper and every clue and rule is needed; ``None`` if that is unknown, which only happens
    #: for a ``Puzzle`` with rules.
    minimal: bool | None
    #: The number of solutions: 0, 1, or 2 for several.
    solutions: int
    #: The cells whose clue can be removed on its own, in a proper puzzle, and the rules that can.
    redundant: list[str]
    #: The broken rules.
    contradictions: list[str]


class Verified(NamedTuple):
    """The result of ``verify``."""

    #: True if the answer is complete, obeys the rules and keeps the clues.
    correct: bool
    #: True if every clue is in its cell.
    clues_kept: bool
    #: The number of cells without a clue that have the digit of the solution; ``None`` if the puzzle does not
    #: have exactly one solution.
    cells_right: int | None
    #: The number of houses in which a digit is repeated, added over all digits; ``None`` if the answer cannot be
    #: read.
    violations: int | None
    #: The first cell, 0 to 80, with a digit that differs from the solution.
    first_wrong: int | None
    #: True if the answer can be read.
    readable: bool


class VerifiedSteps(NamedTuple):
    """The result of ``verify_steps``."""

    #: The number of steps whose reason proves their effect.
    proved: int
    #: The number of steps whose effect is right, without a proof.
    right: int
    #: The number of steps that contradict the solution or the board.
    wrong: int
    #: "proved", "right" or "wrong" for each step.
    verdicts: list[str]
    #: The reason why each step is not proved; ``None`` for a proved step.
    reasons: list[str | None]


class NextStep(NamedTuple):
    """The result of ``next_step``."""

    #: The cell of the placed digit, 0 to 80; ``None`` if the step places no digit.
    cell: int | None
    #: The placed digit.
    digit: int | None
    #: The name of the technique; ``None`` if there is no step.
    technique: str | None
    #: The rating of the step, or its score on the scale of HoDoKu.
    rating: float | None
    #: The number of candidates that the step eliminates.
    eliminations: int | None


class ExplainerRating(NamedTuple):
    """The rating of a puzzle on a scale of Sudoku Explainer."""

    #: The rating of the hardest step; ``None`` if the puzzle is not rated.
    er: float | None
    #: The rating of the hardest step up to the first that places a digit.
    ep: float | None
    #: The rating of the first step.
    ed: float | None
    #: One of ``STEP_ENDINGS``: "solved", or the reason why there is no rating.
    ending: str


class HodokuRating(NamedTuple):
    """The rating of a puzzle on the scale of HoDoKu."""

    #: The level, from "Easy" to "Extreme"; ``None`` if the puzzle is not rated.
    level: str | None
    #: The sum of the scores of all steps.
    score: int | None
    #: One of ``STEP_ENDINGS``: "solved", or the reason why there is no rating.
    ending: str


class MeasuredRating(NamedTuple):
    """The result of ``rate`` with ``measures``. Fields of other scales and measures are ``None``."""

    #: The ratings on a scale of Sudoku Explainer.
    er: float | None
    ep: float | None
    ed: float | None
    #: The level and the score on the scale of HoDoKu.
    level: str | None
    score: int | None
    #: The smallest number of cells whose right digits leave only singles.
    backdoor: int | None
    #: The depth of trial and error that solves the puzzle.
    te_depth: int | None
    #: One of ``STEP_ENDINGS``: "solved", or the reason why a value is missing.
    ending: str


class Step(NamedTuple):
    """A step of human logic as numbers: the form "steps" of ``explain``."""

    #: One of ``TECHNIQUES``.
    technique: str
    #: The cell of the placed digit, 0 to 80; ``None`` if the step places no digit.
    cell: int | None
    #: The placed digit.
    digit: int | None
    #: The rating of the step, or its score on the scale of HoDoKu.
    score: float
    #: The eliminated candidates, each as ``9 * cell + digit - 1``. Eliminations that follow from the placed digit
    #: are not listed.
    eliminations: list[int]
    #: The candidates of the 81 cells before the step, with ``candidates=True``, else ``None``. Each candidate is the
    #: bit ``1 << (digit - 1)``. A cell with a digit has only that digit.
    candidates: list[int] | None


class SearchStep(NamedTuple):
    """A step of a search: the form "steps" of ``trace``."""

    #: One of ``ACTIONS``. "guess" writes a digit, and the cell has other digits left to try. "place" writes a digit
    #: without an alternative. "back" restores the board before the last guess in the cell.
    action: str
    #: The cell, 0 to 80.
    cell: int
    #: The written digit; ``None`` for "back".
    digit: int | None


class Explanation(NamedTuple):
    """The result of ``explain`` and ``hint``: steps of human logic."""

    #: The steps. The form decides if they are a list of dicts, a list of ``Step``, a list of token IDs or text.
    steps: Any
    #: One of ``STEP_ENDINGS``: "solved", or the reason why the steps end.
    ending: str

    def _repr_html_(self) -> str | None:
        """Return a drawing and the proof of each step, for a notebook."""
        if not self.steps or not isinstance(self.steps[0], dict) or "board" not in self.steps[0]:
            return None
        from ._native import _drawings

        parts = []
        drawings = _drawings(self.steps[0]["board"], self.steps)
        undrawn = len(self.steps) - len(drawings)
        is_open = ' open="open"' if len(self.steps) == 1 else ""
        for number, (step, svg) in enumerate(zip(self.steps, drawings + [None] * undrawn), 1):
            parts.append(f"<details{is_open}><summary>{number}. {escape(step['title'])}: {escape(step['effect'])}</summary>")
            if svg is not None:
                # An image keeps the styles of the drawing apart from those of the notebook.
                image = b64encode(svg.encode()).decode()
                parts.append(f'<img style="max-width:100%" src="data:image/svg+xml;base64,{image}"/><ol>')
                lines = step["explanation"]["proof"]
                parts += [f"<li>{escape(line['words']['text'])}</li>" for line in lines]
                parts.append("</ol>")
            parts.append("</details>")
        if undrawn:
            parts.append(f"<p>The last {undrawn} steps have no drawing, because a notebook gets at most 4 MB.</p>")
        return "".join([*parts, f"<p>{escape(self.ending)}</p>"])


class Trace(NamedTuple):
    """The result of ``trace``: the steps of a search."""

    #: The steps. The form decides if they are a list of ``SearchStep``, a list of token IDs or text.
    steps: Any
    #: One of ``STEP_ENDINGS``: "solved", "there is no solution", "the limit on steps was reached" or "stopped".
    ending: str


class Found(NamedTuple, Generic[_Puzzle]):
    """The result of ``neighbors``, ``minimals``, ``puzzles_of_clues`` and ``closure``."""

    #: The puzzles that the search found, in the same kind as its puzzle.
    puzzles: list[_Puzzle]
    #: One of ``ENDINGS``: "exhausted" if these are all puzzles.
    ending: str


class Generated(NamedTuple):
    """The result of ``generate``."""

    #: The puzzle, as 81 characters.
    puzzle: str
    #: The only solution.
    solution: str
    #: The number of the attempt that produced the puzzle, counted from 1.
    attempts: int
    #: The sampling weight, with the method "weighted".
    weight: float | None
    #: The difficulty on the scale, if the request names one.
    difficulty: float | None
    #: The ID from which ``sudoku generate --id`` recreates the puzzle, if it has one.
    id: str | None


class GeneratedVariant(NamedTuple):
    """The result of ``generate`` with ``rules``."""

    #: The puzzle with its rules.
    puzzle: "Puzzle"
    #: The only solution.
    solution: "Grid"
    #: The number of the attempt that produced the puzzle, counted from 1.
    attempts: int
