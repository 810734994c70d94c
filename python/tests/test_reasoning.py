"""The data set of reasoning-gym."""

import doctest

import pytest
import reasoning_gym
from reasoning_gym.factory import create_curriculum

import sudoku_engines as se
from sudoku_engines import reasoning


def test_docstrings():
    assert doctest.testmod(reasoning).failed == 0


def test_items_depend_on_seed_and_index():
    data, again = (reasoning_gym.create_dataset("sudoku_engines", seed=5, size=20) for _ in range(2))
    items = list(data)
    assert len(items) == len(data) == 20 and items == [again[at] for at in range(20)]
    assert len({item["question"] for item in items}) == 20
    for item in items:
        metadata = item["metadata"]
        assert 45 <= metadata["num_empty"] <= 55 and se.is_proper(metadata["puzzle"])
        assert data.score_answer(item["answer"], item) == 1
        assert se.read(item["question"].split(":\n")[1].split("\nRespond")[0])[0] == se.Board(metadata["puzzle"])
        # The fields of reasoning-gym's own data set `sudoku`.
        boards = [metadata[name] for name in ("puzzle", "solution")]
        assert all(len(rows) == 9 and all(len(row) == 9 for row in rows) for rows in boards)
        assert sum(row.count(0) for row in boards[0]) == metadata["num_empty"]


def test_scores():
    data = reasoning_gym.create_dataset("sudoku_engines", seed=5, size=2)
    item = data[0]
    puzzle, solution = (str(se.Board(item["metadata"][name])) for name in ("puzzle", "solution"))
    blank = puzzle.index(".")
    wrong = solution[:blank] + str(1 + int(solution[blank]) % 9) + solution[blank + 1 :]
    empty = item["metadata"]["num_empty"]
    assert data.score_answer(wrong, item) == pytest.approx(0.9 * (empty - 1) / empty)
    clue = next(at for at in range(81) if puzzle[at] != ".")
    moved = solution[:clue] + str(1 + int(solution[clue]) % 9) + solution[clue + 1 :]
    assert [data.score_answer(answer, item) for answer in (None, "", "?", moved, puzzle)] == [0] * 5


def test_difficulty_and_curriculum():
    bounds = {"min_empty": 0, "max_empty": 64, "scale": "se", "min_difficulty": 3.0, "max_difficulty": 4.0}
    data = reasoning_gym.create_dataset("sudoku_engines", seed=1, size=3, **bounds)
    assert all(3 <= se.rate(item["metadata"]["puzzle"]).er <= 4 for item in data)
    curriculum = create_curriculum("sudoku_engines")
    curriculum.increment_attr_level("empty")
    config = curriculum.generate_configuration({"seed": 1, "size": 3})
    data = reasoning.SudokuDataset(config)
    assert all(config.min_empty <= item["metadata"]["num_empty"] <= config.max_empty for item in data)
    with pytest.raises(AssertionError, match="needs a scale"):
        reasoning_gym.create_dataset("sudoku_engines", min_difficulty=2.0)
    with pytest.raises(AssertionError, match="from 0 to 64"):
        reasoning_gym.create_dataset("sudoku_engines", min_empty=9, max_empty=8)
