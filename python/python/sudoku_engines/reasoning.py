"""A data set for reasoning-gym: puzzles by blank cells and difficulty, and scores for answers in any form.

Importing this module registers it as ``sudoku_engines``:

>>> import reasoning_gym
>>> data = reasoning_gym.create_dataset("sudoku_engines", size=10, seed=1, min_empty=45, max_empty=50)
>>> entry = data[3]
>>> data.score_answer("The grid is\\n" + entry["answer"], entry), data.score_answer("No idea", entry)
(1.0, 0.0)
"""

from abc import ABCMeta
from dataclasses import dataclass
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

import sudoku_engines

_QUESTION = (
    "Solve this Sudoku puzzle, where _ is a blank cell:\n{}\n"
    "Respond with the complete grid: nine rows with nine numbers, separated by spaces."
)


@dataclass
class SudokuConfig:
    """The settings of the data set."""

    #: The least and the most blank cells.
    min_empty: int = 45
    max_empty: int = 55
    #: A scale of ``generate``, such as "se", and the bounds of the difficulty on it.
    scale: str | None = None
    min_difficulty: float | None = None
    max_difficulty: float | None = None
    seed: int | None = None
    #: The number of puzzles.
    size: int = 500

    def validate(self) -> None:
        """Check the settings. Like all of reasoning-gym, it raises an ``AssertionError``."""
        assert 0 <= self.min_empty <= self.max_empty <= 64, "min_empty and max_empty must be from 0 to 64, in order"
        has_bounds = (self.min_difficulty, self.max_difficulty) != (None, None)
        assert self.scale or not has_bounds, "a difficulty needs a scale"


# The stub test does not read reasoning-gym, so it needs the metaclass here.
class SudokuDataset(ProceduralDataset, metaclass=ABCMeta):
    """Puzzles of ``generate``. The index is the place in the series of the seed.

    The items have the same fields as those of the data set ``sudoku`` of reasoning-gym.
    """

    def __init__(self, config: SudokuConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._wishes: dict[str, Any] = {"clues": (81 - config.max_empty, 81 - config.min_empty)}
        if config.scale:
            bounds = (config.min_difficulty, config.max_difficulty)
            self._wishes |= {"scale": config.scale, "difficulty": bounds}

    def __getitem__(self, idx: int) -> dict[str, Any]:
        [made] = sudoku_engines.generate(1, seed=self.seed, start=idx, **self._wishes)
        puzzle, solution = (sudoku_engines.Board(text).rows for text in (made.puzzle, made.solution))
        return {
            "question": _QUESTION.format(_text(puzzle)),
            "answer": _text(solution),
            "metadata": {
                "source_dataset": "sudoku_engines",
                "source_index": idx,
                "puzzle": puzzle,
                "solution": solution,
                "num_empty": made.puzzle.count("."),
                "difficulty": {"empty": (self.config.min_empty, self.config.max_empty), "rating": made.difficulty},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return 1 for the solution, and up to 0.9 for a grid with the clues: the share of right cells."""
        metadata = entry["metadata"]
        found = sudoku_engines.verify(metadata["puzzle"], answer)
        if found.correct:
            return 1.0
        share = (found.cells_right or 0) / max(1, metadata["num_empty"])
        return 0.9 * share if found.clues_kept else 0.0


class SudokuCurriculum(BaseCurriculum):
    """More blank cells from level to level."""

    def __init__(self) -> None:
        super().__init__(SudokuCurriculum.__name__, SudokuConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="empty",
                levels=[20, 30, 40, 50, 55, 58],
                description="The number of blank cells",
                lower_field_name="min_empty",
                upper_field_name="max_empty",
                ensure_interval=True,
            )
        )


def _text(rows: list[list[int]]) -> str:
    return "\n".join(" ".join(str(cell or "_") for cell in row) for row in rows)


register_dataset("sudoku_engines", SudokuDataset, SudokuConfig, SudokuCurriculum)
