"""Properties that hold for every puzzle."""

from conftest import SOLUTION
from hypothesis import given
from hypothesis import strategies as st

import sudoku_engines as se

SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def puzzles(draw):
    """Return a grid with some blanks instead of digits."""
    grid = se.transform(SOLUTION, random=draw(SEEDS))
    blanks = draw(st.sets(st.integers(0, 80), max_size=64))
    return "".join("." if at in blanks else digit for at, digit in enumerate(grid))


def extends(solution, puzzle):
    return all(clue in (".", digit) for clue, digit in zip(puzzle, solution, strict=True))


@given(puzzles())
def test_solutions(puzzle):
    solved = se.solve(puzzle)
    assert se.Grid(solved.solution).is_valid and extends(solved.solution, puzzle)
    number = se.count(puzzle, limit=50)
    assert min(number, 2) == solved.solutions
    assert se.is_proper(puzzle) == (number == 1) == se.check(puzzle).proper
    listed = list(se.enumerate(puzzle, limit=50))
    assert len(set(listed)) == len(listed) == number
    assert all(se.Grid(grid).is_valid and extends(grid, puzzle) for grid in listed)


@given(puzzles(), SEEDS)
def test_symmetries(puzzle, seed):
    moved = se.transform(puzzle, random=seed)
    assert se.canonical(moved) == se.canonical(puzzle)
    assert se.count(moved, limit=20) == se.count(puzzle, limit=20)
    assert se.Board(moved).clues == se.Board(puzzle).clues


@given(st.text() | st.binary() | st.lists(st.integers() | st.text() | st.none()))
def test_every_object_is_a_puzzle_or_raises_an_exception(thing):
    try:
        se.solve(thing)
    except (ValueError, TypeError):
        pass
    try:
        se.read(thing)
    except (ValueError, TypeError):
        pass
