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
    #: The word from which ``sudoku generate --id`` makes it again, if there is one.
    id: str | None
