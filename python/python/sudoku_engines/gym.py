"""Gymnasium environments: fill a Sudoku by placing digits, and by removing and restoring pencil marks.

``Sudoku`` is an ``Env``, ``SudokuVector`` a ``VectorEnv`` that steps thousands of boards at once in NumPy.
Importing this module registers both as ``sudoku_engines/Sudoku-v0``.

>>> environment = SudokuVector(2, levels=[{"clues": 30}, {"scale": "se", "needs": "fish"}])
>>> observation, info = environment.reset(seed=1)
>>> observation["board"].shape, observation["marks"].shape, environment.action_masks().shape
((2, 9, 9), (2, 9, 9, 9), (2, 2187))
>>> environment.level = 1
"""

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode

import sudoku_engines
from sudoku_engines._splits import SPLITS

#: The kinds of actions.
ACTIONS = ("place", "mark", "eliminate")

#: The arguments of ``generate`` that the environment sets.
_SET = {"n", "seed", "to", "errors"}

_CELLS = numpy.arange(81)
_ROW, _COLUMN = _CELLS // 9, _CELLS % 9
_BOX = _ROW // 3 * 3 + _COLUMN // 3
_HOUSE = numpy.stack([_ROW, _COLUMN, _BOX])
#: For each kind of house and cell, the nine cells of the house.
_HOUSES = numpy.stack([[numpy.flatnonzero(kind == kind[cell]) for cell in _CELLS] for kind in _HOUSE], axis=1)
#: The 20 cells that see each cell, as offsets of their marks.
_PEERS = numpy.array([[9 * peer for peer in sorted({*_HOUSES[cell].ravel()} - {cell})] for cell in _CELLS])


@dataclass(frozen=True)
class Rewards:
    """The rewards of a step. The reward of an action is the sum of all fields that apply.

    A change that was made before in the episode, such as the second elimination of a mark, earns nothing. So an
    agent cannot collect rewards by eliminating and restoring the same mark. A negative reward always counts.
    """

    #: A legal action.
    legal: float = 0.0
    #: An illegal action, which changes nothing.
    illegal: float = -1.0
    #: A digit of the solution was placed.
    right: float = 1.0
    #: A single forced that digit: the cell had no other mark, or a house no other place.
    forced: float = 0.0
    #: A mark that is not of the solution was eliminated, or one of the solution was restored.
    mark: float = 0.1
    #: A wrong digit was placed, or a mark of the solution was eliminated.
    wrong: float = -1.0
    #: The last cell was filled.
    solved: float = 10.0


@dataclass(frozen=True)
class _Puzzles:
    boards: Any
    solutions: Any
    marks: Any


class SudokuVector(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many Sudoku boards that are stepped at once.

    An action is a number: ``729 * actions.index(kind) + 81 * row + 9 * column + digit - 1``. A placement is legal if
    the mark is there. It removes the marks of the digit in the row, the column and the box. The episode ends with
    the last cell or a wrong digit. A finished board is reset by its next step (``AutoresetMode.NEXT_STEP``).

    Parameters
    ----------
    num_envs : int
        The number of boards.
    puzzles : puzzles, optional
        Any collection that ``solve`` takes, each with one solution. By default they are generated.
    split : str, optional
        Use only the puzzles of this split: "train", "validation" or "test". See ``split`` of the package.
    levels : iterable of mappings
        The arguments of ``generate`` for each level of a curriculum, such as ``{"scale": "se", "difficulty": (2, 3)}``
        or ``{"scale": "se", "needs": "fish"}``. The attribute ``level`` is the index of the level for the next
        episodes. It counts from 0, and you can set it.
    pool : int
        The number of puzzles that are generated for a level, before those of other splits are left out.
    actions : sequence of str
        The kinds of actions, a part of ``ACTIONS``.
    rewards : Rewards
        The rewards.
    max_steps : int
        The number of steps after which an episode is truncated.

    Examples
    --------
    >>> environment = SudokuVector(2, actions=["place"])
    >>> observation, info = environment.reset(seed=1)
    >>> action = environment.action_masks().argmax(axis=1)
    >>> observation, reward, terminated, truncated, info = environment.step(action)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        puzzles: Any = None,
        split: str | None = None,
        levels: Iterable[Mapping[str, Any]] = ({},),
        pool: int = 1000,
        actions: Sequence[str] = ACTIONS,
        rewards: Rewards | None = None,
        max_steps: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        actions = [actions] if isinstance(actions, str) else actions
        if not isinstance(actions, Iterable):
            raise TypeError(f"actions must be a list with a part of {ACTIONS}, not {actions!r}")
        actions = list(actions)
        if not actions or any(kind not in ACTIONS for kind in actions) or len(set(actions)) < len(actions):
            raise ValueError(f"actions must be a part of {ACTIONS}, each at most once, not {actions}")
        if split not in (None, *SPLITS):
            raise ValueError(f"split must be one of {SPLITS} or None, not {split!r}")
        if not isinstance(rewards, Rewards | None):
            raise TypeError(f"rewards must be of the class Rewards, such as Rewards(right=2.0), not {rewards!r}")
        for name, number in (("num_envs", num_envs), ("pool", pool), ("max_steps", max_steps)):
            _check_whole(name, number, 1)
        is_list = isinstance(levels, Iterable) and not isinstance(levels, Mapping)
        of_levels = tuple(levels) if is_list else ()
        if not of_levels or not all(isinstance(level, Mapping) for level in of_levels):
            raise TypeError(f"levels must be a list of at least one dict of arguments of generate, not {levels!r}")
        for level in of_levels:
            if set(level) & _SET:
                raise ValueError(f"levels cannot set {', '.join(sorted(_SET))}, which the environment sets, as in {level}")
        self.num_envs, self.render_mode = num_envs, render_mode
        self._levels, self._level, self._pool, self._actions = of_levels, 0, pool, tuple(actions)
        self._rewards, self._max_steps = rewards or Rewards(), max_steps
        self._split = split
        self._given = None if puzzles is None else self._of_split(*_read(puzzles))
        self._made: dict[int, _Puzzles] = {}
        self._kinds = numpy.array([ACTIONS.index(kind) for kind in actions])
        self.single_action_space = gymnasium.spaces.Discrete(729 * len(actions))
        self.single_observation_space = gymnasium.spaces.Dict(
            board=gymnasium.spaces.Box(0, 9, (9, 9), numpy.uint8),
            marks=gymnasium.spaces.MultiBinary((9, 9, 9)),
        )
        batch: Any = gymnasium.vector.utils.batch_space
        self.action_space = batch(self.single_action_space, num_envs)
        self.observation_space = batch(self.single_observation_space, num_envs)
        self._has_started = False
        self._rows = numpy.arange(num_envs)
        self._boards = numpy.zeros((num_envs, 81), numpy.uint8)
        self._solutions = numpy.zeros((num_envs, 81), numpy.uint8)
        self._marks = numpy.zeros((num_envs, 81, 9), numpy.int8)
        # The marks that the placed digits permit.
        self._permitted = numpy.zeros((num_envs, 81, 9), bool)
        self._blanks = numpy.zeros(num_envs, int)
        self._steps = numpy.zeros(num_envs, int)
        self._is_over = numpy.ones(num_envs, bool)
        # The changes that were made in the episode.
        self._is_made = numpy.zeros((num_envs, 729 * len(actions)), bool)

    @property
    def level(self) -> int:
        """The index of the level in the curriculum. A change applies to the next episodes."""
        return self._level

    @level.setter
    def level(self, level: int) -> None:
        self._level = _check_whole("level", level, 0, len(self._levels) - 1)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new episode on each board. ``options={"level": …}`` sets the level."""
        if not isinstance(options, Mapping | None):
            raise TypeError(f'options must be a dict such as {{"level": 0}}, not {options!r}')
        super().reset(seed=seed)
        if seed is not None:
            self._made.clear()
        self.level = (options or {}).get("level", self.level)
        self._has_started = True
        self._start(self._rows)
        return self._observation(), {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Apply an action to each board."""
        if not self._has_started:
            raise gymnasium.error.ResetNeeded("call reset() before the first step()")
        actions, restarted, values = self._checked(actions), self._is_over, self._rewards
        number, place = numpy.divmod(actions, 729)
        cells, digits = numpy.divmod(place, 9)
        kinds, rows = self._kinds[number], self._rows
        marks, permitted = self._marks.reshape(-1), self._permitted.reshape(-1)
        chosen = 729 * rows + place
        is_marked = marks[chosen] == 1
        is_right = self._solutions[rows, cells] == digits + 1
        is_legal = numpy.where(kinds == 1, permitted[chosen] & ~is_marked, is_marked) & ~restarted
        places, restores, eliminates = (is_legal & (kinds == kind) for kind in range(3))
        right = numpy.flatnonzero(places & is_right)
        rewards = numpy.where(is_legal, values.legal, values.illegal).astype(float)
        if values.forced:
            rewards[right] += values.forced * self._is_forced(right, cells[right], digits[right])
        rewards += values.right * (places & is_right)
        rewards += values.wrong * ((places & ~is_right) | (eliminates & is_right))
        rewards += values.mark * ((eliminates & ~is_right) | (restores & is_right))
        again = self._is_made[rows, actions]
        rewards[again] = numpy.minimum(rewards[again], 0)
        self._is_made[rows, actions] |= is_legal

        self._boards[places, cells[places]] = digits[places] + 1
        self._marks[places, cells[places]] = 0
        peers = (729 * right + digits[right])[:, None] + _PEERS[cells[right]]
        marks[peers] = 0
        if "mark" in self._actions:
            self._permitted[places, cells[places]] = False
            permitted[peers] = False
            marks[chosen[restores]] = 1
        marks[chosen[eliminates]] = 0
        self._blanks[right] -= 1
        self._steps += 1
        is_solved = self._blanks == 0
        rewards += values.solved * is_solved
        terminated = is_solved | (places & ~is_right)
        truncated = (self._steps >= self._max_steps) & ~terminated
        if restarted.any():
            self._start(numpy.flatnonzero(restarted))
            rewards[restarted], terminated[restarted], truncated[restarted] = 0, False, False
        self._is_over = terminated | truncated
        return self._observation(), rewards, terminated, truncated, {"solved": is_solved & ~restarted}

    def action_masks(self) -> Any:
        """Return the legal actions of each board as an array of bool."""
        marks = self._marks.reshape(self.num_envs, 729).view(bool)
        parts = {"place": marks, "eliminate": marks}
        if "mark" in self._actions:
            parts["mark"] = self._permitted.reshape(self.num_envs, 729) & ~marks
        return numpy.concatenate([parts[kind] for kind in self._actions], axis=1)

    def render(self) -> Any:
        """Return each board as text."""
        rows = self._boards.reshape(self.num_envs, 9, 9).tolist()
        return tuple("\n".join("".join(map(str, row)).replace("0", ".") for row in board) for board in rows)

    def _checked(self, actions: Any) -> Any:
        """Return the actions as an array, one for each board."""
        actions, count = numpy.asarray(actions), 729 * len(self._actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {actions.dtype}")
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions must have the shape ({self.num_envs},), one for each board, not {actions.shape}")
        if ((actions < 0) | (actions >= count)).any():
            raise ValueError(f"each action must be from 0 to {count - 1}, not {actions}")
        return actions.astype(numpy.intp)

    def _observation(self) -> Any:
        board = self._boards.reshape(self.num_envs, 9, 9).copy()
        return {"board": board, "marks": self._marks.reshape(self.num_envs, 9, 9, 9).copy()}

    def _start(self, rows: Any) -> None:
        """Put a new puzzle on these boards."""
        puzzles = self._given or self._made.get(self.level) or self._make()
        drawn = self.np_random.integers(len(puzzles.boards), size=len(rows))
        self._boards[rows], self._solutions[rows] = puzzles.boards[drawn], puzzles.solutions[drawn]
        self._marks[rows] = self._permitted[rows] = puzzles.marks[drawn]
        self._blanks[rows] = (self._boards[rows] == 0).sum(axis=1)
        self._steps[rows] = 0
        self._is_made[rows] = False
        self._is_over = self._is_over.copy()
        self._is_over[rows] = False

    def _make(self) -> _Puzzles:
        seed = int(self.np_random.integers(2**32))
        made: Any = sudoku_engines.generate(self._pool, seed=seed, to="numpy", **self._levels[self.level])
        self._made[self.level] = puzzles = self._of_split(made["puzzle"], made["solution"])
        return puzzles

    def _of_split(self, boards: Any, solutions: Any) -> _Puzzles:
        """Return the puzzles of the split, or all."""
        if self._split is not None:
            chosen = sudoku_engines.split(solutions) == self._split
            if not chosen.any():
                reason = f"none of {len(boards)} puzzles belongs to the split {self._split!r}"
                raise ValueError(f"{reason}; give more puzzles, or increase pool")
            boards, solutions = boards[chosen], solutions[chosen]
        return _Puzzles(boards, solutions, _marks(boards))

    def _is_forced(self, rows: Any, cells: Any, digits: Any) -> Any:
        is_naked = self._marks[rows, cells].sum(axis=1) == 1
        places = self._marks[rows[:, None, None], _HOUSES[cells], digits[:, None, None]].sum(axis=2)
        return is_naked | (places == 1).any(axis=1)


class Sudoku(gymnasium.Env[Any, Any]):
    """One Sudoku board, with the arguments of ``SudokuVector`` except ``num_envs``.

    The information of each step has the legal actions as ``action_mask``.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, **options: Any) -> None:
        self._vector = SudokuVector(1, **options)
        self.action_space = self._vector.single_action_space
        self.observation_space = self._vector.single_observation_space
        self.render_mode = self._vector.render_mode
        # Views of the only board.
        self._board, self._solution = self._vector._boards[0], self._vector._solutions[0]
        self._marks, self._permitted = self._vector._marks.reshape(729), self._vector._permitted.reshape(729)

    @property
    def level(self) -> int:
        """The index of the level in the curriculum. A change applies to the next episodes."""
        return self._vector.level

    @level.setter
    def level(self, level: int) -> None:
        self._vector.level = level

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new episode. ``options={"level": …}`` sets the level."""
        super().reset(seed=seed)
        self._vector.reset(seed=seed, options=options)
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Apply an action. After the end of an episode, start the next one as ``SudokuVector`` does."""
        vector = self._vector
        action = _check_whole("action", action, 0, 729 * len(vector._actions) - 1)
        if vector._is_over[0]:
            vector.step([action])
            return self._observation(), 0.0, False, False, self._info()
        # This repeats the step of the vector with numbers of Python, which takes 25% of the time of arrays with one item.
        values, number, place = vector._rewards, action // 729, action % 729
        (cell, digit), kind = divmod(place, 9), vector._actions[number]
        is_marked, is_right = self._marks.item(place) == 1, self._solution.item(cell) == digit + 1
        is_legal = self._permitted.item(place) and not is_marked if kind == "mark" else is_marked
        reward, terminated = float(values.legal if is_legal else values.illegal), False
        if is_legal and kind == "place":
            terminated = not is_right
            if is_right and values.forced:
                [is_forced] = vector._is_forced(vector._rows, numpy.array([cell]), numpy.array([digit]))
                reward += values.forced * is_forced
            reward += values.right if is_right else values.wrong
            self._board[cell] = digit + 1
            for marks in (self._marks, self._permitted):
                marks[9 * cell : 9 * cell + 9] = 0
                if is_right:
                    marks[_PEERS[cell] + digit] = 0
            vector._blanks[0] -= is_right
        elif is_legal:
            self._marks[place] = kind == "mark"
            if is_right == (kind == "mark"):
                reward += values.mark
            elif is_right:
                reward += values.wrong
        is_made = vector._is_made[0]
        if is_made.item(action):
            reward = min(reward, 0.0)
        is_made[action] |= is_legal
        vector._steps[0] += 1
        if vector._blanks.item(0) == 0:
            reward, terminated = reward + values.solved, True
        truncated = not terminated and vector._steps.item(0) >= vector._max_steps
        vector._is_over[0] = terminated or truncated
        return self._observation(), float(reward), terminated, truncated, self._info()

    def action_masks(self) -> Any:
        """Return the legal actions as an array of bool."""
        return self._vector.action_masks()[0]

    def render(self) -> Any:
        """Return the board as text."""
        return self._vector.render()[0]

    def _observation(self) -> dict[str, Any]:
        return {"board": self._board.reshape(9, 9).copy(), "marks": self._marks.reshape(9, 9, 9).copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}


def _check_whole(name: str, number: Any, least: int, most: int | None = None) -> int:
    """Return the number, or raise an error with the name and the permitted numbers."""
    try:
        whole = operator.index(number)
        is_whole = not isinstance(number, bool)
    except TypeError:
        is_whole = False
    if is_whole and whole >= least and (most is None or whole <= most):
        return whole
    limits = f"from {least}" if most is None else f"from {least} to {most}"
    words = f"{name} must be a whole number {limits}, not {number!r}"
    raise ValueError(words) if is_whole else TypeError(words)


def _marks(boards: Any) -> Any:
    return sudoku_engines.candidates(boards).reshape(-1, 81, 9).astype(numpy.int8)


def _read(puzzles: Any) -> tuple[Any, Any]:
    """Return the puzzles and their solutions as arrays."""
    rows = [list(bytes(board)) for board in sudoku_engines.read(puzzles, errors="raise")]
    boards = numpy.array(rows, numpy.uint8).reshape(-1, 81)
    found: Any = sudoku_engines.solve(boards)
    has_blanks = (boards == 0).any(axis=1)
    if len(boards) == 0 or not (has_blanks & (found["solutions"] == 1)).all():
        raise ValueError("puzzles must be at least one, each with a blank cell and exactly one solution")
    return boards, found["solution"]


gymnasium.register(
    id="sudoku_engines/Sudoku-v0",
    entry_point="sudoku_engines.gym:Sudoku",
    vector_entry_point="sudoku_engines.gym:SudokuVector",
)
