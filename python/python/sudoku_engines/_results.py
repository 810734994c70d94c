"""What is known of a puzzle, as named tuples: the results for one puzzle, and in lists."""

from typing import Any, NamedTuple


class Solved(NamedTuple):
    """What ``solve`` found of a puzzle."""

    #: The first solution, in the form of the puzzle; ``None`` if there is none.
    solution: Any
    #: How many solutions were found, up to the limit.
    solutions: int
    #: How many options were taken while another was still open.
    guesses: int
    #: One of ``ENDINGS``.
    ending: str


class Canonical(NamedTuple):
    """The canonical form of a puzzle."""

    #: The form, in the form of the puzzle.
    canonical: Any
    #: How many of the 3,359,232 symmetries leave the puzzle as it is, with some relabeling.
    automorphisms: int


class Checked(NamedTuple):
    """What ``check`` found of a puzzle."""

    #: Whether there is exactly one solution.
    proper: bool
    #: Whether it is proper, and no clue can go.
    minimal: bool
    #: 0, 1, or 2 for several.
    solutions: int
    #: The cells of clues without any one of which a proper puzzle stays proper.
    redundant: list[str]
    #: What breaks the rules.
    contradictions: list[str]


class ExplainerRating(NamedTuple):
    """How hard a puzzle is on a scale of Sudoku Explainer's; ``None`` if it could not be rated."""

    #: The rating of the hardest step.
    er: float | None
    #: The rating of the hardest step up to the first that places a digit.
    ep: float | None
    #: The rating of the first step.
    ed: float | None
    #: "solved", or why there is no rating.
    ending: str


class HodokuRating(NamedTuple):
    """How hard a puzzle is on HoDoKu's scale; ``None`` if it could not be rated."""

    #: From "Easy" to "Extreme".
    level: str | None
    #: The sum of the steps' scores.
    score: int | None
    #: "solved", or why there is no rating.
    ending: str


class Path(NamedTuple):
    """The steps of a solution."""

    #: What each step does, and why it holds.
    steps: list[dict[str, Any]]
    #: "solved", or why there are no more steps.
    ending: str


class Generated(NamedTuple):
    """A puzzle that was made."""

    #: 81 characters.
    puzzle: str
    #: Its only solution.
    solution: str
    #: Which attempt it is from, counted from 1.
    attempts: int
    #: The weight that makes all minimal puzzles equally likely, if it was drawn so.
    weight: float | None
    #: How difficult it is on the scale that was named, if a difficulty was wanted.
    difficulty: float | None
    #: The word from which ``sudoku generate --id`` makes it again, if there is one.
    id: str | None
