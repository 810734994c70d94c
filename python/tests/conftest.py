"""Shared fixtures of the tests."""

import os
import subprocess

import hypothesis
import pytest

# No time limit per example, because a busy machine can be slow.
hypothesis.settings.register_profile("tests", deadline=None)
hypothesis.settings.load_profile("tests")

#: A puzzle that singles solve, with its solution.
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
#: A puzzle with 17 clues.
SEVENTEEN = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
EMPTY = "." * 81
#: Two digits that contradict each other.
BROKEN = "11" + "." * 79


@pytest.fixture(scope="session")
def command():
    """Return the path of the command ``sudoku``."""
    program = os.environ.get("SUDOKU")
    if program is None:
        pytest.skip("SUDOKU is not set to the path of the command")
    return program


@pytest.fixture
def sudoku(command):
    """Return a function that runs the command ``sudoku`` with some input, and returns its output."""

    def run(*arguments, text=""):
        words = [command, *map(str, arguments)]
        return subprocess.run(words, input=text, capture_output=True, text=True, check=False).stdout

    return run
