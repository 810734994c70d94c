"""The environments of Gymnasium."""

import doctest
import warnings

import gymnasium
import numpy as np
import pytest
from conftest import EASY, SEVENTEEN, SOLUTION
from gymnasium.utils.env_checker import check_env

import sudoku_engines as se
from sudoku_engines import gym

NAME = "sudoku_engines/Sudoku-v0"


@pytest.mark.parametrize("actions", [gym.ACTIONS, ("place",)])
def test_gymnasium_accepts_the_environment(actions):
    environment = gymnasium.make(NAME, actions=actions, levels=[{"clues": 30}], pool=10, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(environment.unwrapped)
    vector = gymnasium.make_vec(NAME, num_envs=3, vectorization_mode="vector_entry_point", pool=10)
    observation, _ = vector.reset(seed=5)
    assert vector.observation_space.contains(observation)
    assert vector.action_space.contains(vector.action_space.sample())


def test_docstrings():
    assert doctest.testmod(gym, optionflags=doctest.ELLIPSIS).failed == 0


def action(kind, cell, digit, kinds=gym.ACTIONS):
    return 729 * kinds.index(kind) + 9 * cell + int(digit) - 1


def test_placing_the_solution_ends_the_episode():
    environment = gym.SudokuVector(1, puzzles=[EASY], rewards=gym.Rewards(legal=0.5, solved=7))
    environment.reset(seed=1)
    blanks = [cell for cell in range(81) if EASY[cell] == "."]
    for cell in blanks[:-1]:
        _, reward, terminated, truncated, info = environment.step([action("place", cell, SOLUTION[cell])])
        assert (reward, terminated, truncated, info["solved"]) == (1.5, False, False, False)
    observation, reward, terminated, _, info = environment.step([action("place", blanks[-1], SOLUTION[blanks[-1]])])
    assert (reward, terminated, info["solved"]) == (8.5, True, True)
    assert not observation["marks"].any() and environment.render()[0].replace("\n", "") == SOLUTION
    # The next step starts a new episode with any action.
    observation, reward, terminated, _, info = environment.step([0])
    assert (reward, terminated, info["solved"]) == (0, False, False)
    assert environment.render()[0].replace("\n", "") == EASY


def test_each_kind_of_action():
    environment = gym.SudokuVector(1, puzzles=[EASY], rewards=gym.Rewards(forced=0.25), max_steps=8)

    def step(kind, cell, digit):
        was_legal = environment.action_masks()[0, action(kind, cell, digit)]
        observation, reward, terminated, truncated, _ = environment.step([action(kind, cell, digit)])
        assert was_legal or reward == -1
        return reward[0], terminated[0] or truncated[0], observation["marks"].reshape(81, 9)[cell, digit - 1]

    environment.reset(seed=1)
    assert step("place", 0, 5) == (-1, False, 0)  # a clue
    assert step("mark", 2, 1) == (-1, False, 1)  # is already marked
    assert step("mark", 2, 5) == (-1, False, 0)  # the row has this digit
    assert step("eliminate", 2, 1) == (0.1, False, 0)
    assert step("eliminate", 2, 4) == (-1, False, 0)  # removes a mark of the solution
    assert step("mark", 2, 4) == (0.1, False, 1)
    assert step("place", 5, 8) == (1.25, False, 0)  # a hidden single
    assert step("eliminate", 2, 1) == (-1, True, 0)  # has no such mark; the episode ends at its maximum number of steps
    environment.reset()
    assert step("place", 2, 4) == (1, False, 0)  # no single forces the digit
    assert step("place", 3, 6) == (1, False, 0)
    assert step("place", 2, 1) == (-1, False, 0)
    assert step("place", 6, 1) == (-1, True, 0)  # a wrong digit ends the episode


def test_marks_are_the_candidates():
    environment = gym.SudokuVector(50, actions=["place"], pool=20)
    observation, _ = environment.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(100):
        masks = environment.action_masks()
        assert masks.any(axis=1).all()
        actions = (masks * rng.random(masks.shape)).argmax(axis=1)
        before = observation["board"].reshape(50, 81)
        observation, reward, terminated, _, _ = environment.step(actions)
        going = ~terminated
        assert (observation["marks"] == se.candidates(observation["board"]))[going].all()
        changed = (before != observation["board"].reshape(50, 81)).sum(axis=1)
        assert (changed[reward == 1] == 1).all()


@pytest.mark.parametrize("kinds", [gym.ACTIONS, ("eliminate", "place")])
def test_a_vector_of_boards_equals_single_boards(kinds):
    rewards = gym.Rewards(legal=0.5, illegal=-3, right=2, forced=0.25, mark=0.125, wrong=-5, solved=64)
    options = {"puzzles": [EASY, SEVENTEEN], "actions": kinds, "max_steps": 120, "rewards": rewards}
    seen = set()
    for seed in range(10):
        together, alone = gym.SudokuVector(1, **options), gym.Sudoku(**options)
        (first, _), (second, info) = together.reset(seed=seed), alone.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for _ in range(300):
            assert all((first[name][0] == second[name]).all() for name in first)
            [mask] = together.action_masks()
            assert (mask == info["action_mask"]).all()
            solution = se.solve(alone.render().replace("\n", "")).solution
            blanks, marks = np.flatnonzero(second["board"].ravel() == 0), np.flatnonzero(mask)
            # The action is a digit of the solution, a legal action or any action.
            way = rng.choice(3, p=[0.92, 0.06, 0.02])
            if way == 0 and len(blanks) and solution:
                cell = rng.choice(blanks)
                number = action("place", cell, solution[cell], kinds)
            elif way == 1 and len(marks):
                number = rng.choice(marks)
                if number // 729 == kinds.index("place") and rng.random() < 0.9:
                    number = action("eliminate", *divmod(number % 729, 9), kinds) + 1
            else:
                number = rng.choice(len(mask))
            first, *ends, _ = together.step([number])
            second, *other, info = alone.step(number)
            assert [end[0] for end in ends] == other, number
            seen.add(other[0])
    expected = {-3, -4.5, 0.5, 0.625, 2.5, 2.75, 66.75, 0} - (set() if "mark" in kinds else {0.5})
    assert expected <= seen, seen


def test_the_masks_are_the_legal_actions():
    environment = gym.SudokuVector(40, pool=20)
    environment.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in range(60):
        masks = environment.action_masks()
        actions = (masks * rng.random(masks.shape)).argmax(axis=1)
        observation, _, terminated, _, _ = environment.step(actions)
        marks = observation["marks"].reshape(40, 729) == 1
        expected = np.concatenate([marks, se.candidates(observation["board"]).reshape(40, 729) & ~marks, marks], axis=1)
        assert (environment.action_masks() == expected)[~terminated].all()


def test_levels_change_the_puzzles():
    levels = ({"clues": clues} for clues in (40, 26))
    environment = gym.SudokuVector(20, levels=levels, pool=10)
    observation, _ = environment.reset(seed=1)
    assert ((observation["board"] > 0).sum(axis=(1, 2)) == 40).all()
    again, _ = environment.reset(seed=1)
    assert (again["board"] == observation["board"]).all()
    observation, _ = environment.reset(options={"level": 1})
    assert ((observation["board"] > 0).sum(axis=(1, 2)) == 26).all()


def test_a_split_has_only_its_puzzles():
    made = se.generate(60, seed=4, to="numpy")["puzzle"]
    for puzzles in (None, made):
        seen = {}
        for split in ("train", "test"):
            environment = gym.SudokuVector(200, puzzles=puzzles, split=split, pool=60)
            observation, _ = environment.reset(seed=1)
            boards = np.unique(observation["board"].reshape(200, 81), axis=0)
            assert (se.split(boards) == split).all()
            seen[split] = boards
        assert len(seen["train"]) > len(seen["test"]) > 0 and not se.leaks(seen["train"], seen["test"]).any()
    train = made[se.split(made) == "train"]
    with pytest.raises(ValueError, match="puzzles belongs to the split 'test'"):
        gym.Sudoku(puzzles=train, split="test")


def test_a_change_is_rewarded_once():
    environment = gym.SudokuVector(1, puzzles=[EASY], rewards=gym.Rewards(legal=0.5))
    for _ in range(2):
        environment.reset(seed=1)
        changes = [("eliminate", 1), ("mark", 1), ("eliminate", 4), ("mark", 4)]
        turns = [[environment.step([action(kind, 2, digit)])[1][0] for kind, digit in changes] for _ in range(3)]
        assert turns == [[0.6, 0.5, -0.5, 0.6], [0, 0, -0.5, 0], [0, 0, -0.5, 0]]


def test_rewards_can_be_whole_numbers():
    environment = gym.SudokuVector(1, puzzles=[EASY], rewards=gym.Rewards(legal=0, illegal=-2))
    environment.reset(seed=1)
    rewards = [environment.step([action(kind, 2, digit)])[1][0] for kind, digit in [("mark", 1), ("eliminate", 1)]]
    assert rewards == [-2, 0.1]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"num_envs": 0}, ValueError, "num_envs must be a whole number from 1, not 0"),
        ({"num_envs": 2.0}, TypeError, "num_envs must be a whole number from 1, not 2.0"),
        ({"pool": -1}, ValueError, "pool must be"),
        ({"max_steps": True}, TypeError, "max_steps must be"),
        ({"levels": []}, TypeError, "levels must be a list of at least one dict"),
        ({"levels": {"clues": 30}}, TypeError, "levels must be a list"),
        ({"levels": [30]}, TypeError, "levels must be a list"),
        ({"levels": [{}, {"errors": "null"}]}, ValueError, "levels cannot set errors, n, seed, to"),
        ({"puzzles": []}, ValueError, "at least one"),
        ({"split": "dev"}, ValueError, "split must be one of .*, not 'dev'"),
        ({"puzzles": [SOLUTION]}, ValueError, "a blank cell"),
        ({"actions": ["place", "place"]}, ValueError, "each at most once"),
        ({"actions": 5}, TypeError, "actions must be a list with a part of .*, not 5"),
        ({"actions": [1]}, ValueError, r"actions must be a part of .*, not \[1\]"),
        ({"actions": [[]]}, ValueError, "actions must be a part of"),
        ({"actions": None}, TypeError, "actions must be a list"),
        ({"rewards": 5}, TypeError, r"rewards must be of the class Rewards, such as Rewards\(right=2.0\), not 5"),
        ({"rewards": {"right": 2}}, TypeError, "rewards must be of the class Rewards"),
    ],
)
def test_options_that_are_refused(options, error, words):
    with pytest.raises(error, match=words):
        gym.SudokuVector(**options)


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        ([0.0, 1.0], TypeError, "actions must be whole numbers, not float64"),
        ([True, False], TypeError, "not bool"),
        (["0", "1"], TypeError, "not <U1"),
        (5, ValueError, r"must have the shape \(2,\), one for each board, not \(\)"),
        ([1, 2, 3], ValueError, r"not \(3,\)"),
        ([[1], [2]], ValueError, r"not \(2, 1\)"),
    ],
)
def test_actions_that_are_refused(actions, error, words):
    environment = gym.SudokuVector(2, puzzles=[EASY], actions="place")
    environment.reset(seed=1)
    with pytest.raises(error, match=words):
        environment.step(actions)
    for dtype in (np.uint8, np.int16, np.uint64):
        environment.step(np.array([1, 2], dtype))


@pytest.mark.parametrize(("level", "error"), [(2, ValueError), (-1, ValueError), ("1", TypeError), (0.5, TypeError)])
def test_levels_that_are_refused(level, error):
    for environment in (gym.SudokuVector(2, levels=[{}, {}], pool=1), gym.Sudoku(levels=[{}, {}], pool=1)):
        for set_level in (lambda: environment.reset(options={"level": level}), lambda: setattr(environment, "level", level)):
            with pytest.raises(error, match="level must be a whole number from 0 to 1, not"):
                set_level()
        environment.level = np.int64(1)


def test_calls_that_are_refused():
    for environment in (gym.SudokuVector(1, puzzles=[EASY]), gym.Sudoku(puzzles=[EASY])):
        step = [0] if isinstance(environment, gym.SudokuVector) else 0
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) before the first step\(\)"):
            environment.step(step)
        for options in (5, "level", [("level", 0)]):
            with pytest.raises(TypeError, match="options must be a dict such as"):
                environment.reset(options=options)
        environment.reset(options={})
        environment.step(step)


@pytest.mark.parametrize("number", [True, 1.0, np.float64(1), np.array([1]), np.array(1.5), "1", None])
def test_a_single_action_is_a_whole_number(number):
    environment = gym.Sudoku(puzzles=[EASY], actions="place")
    environment.reset(seed=1)
    with pytest.raises(TypeError, match="action must be a whole number from 0 to 728, not"):
        environment.step(number)
    for outside in (-1, 729):
        with pytest.raises(ValueError, match="from 0 to 728"):
            environment.step(outside)
    for inside in (np.uint8(1), np.array(1), environment.action_space.sample()):
        environment.step(inside)


def test_invalid_actions_and_puzzles_are_refused():
    with pytest.raises(ValueError, match="a part of"):
        gym.Sudoku(actions=["solve"])
    with pytest.raises(ValueError, match="exactly one solution"):
        gym.Sudoku(puzzles=["." * 81])
    for kinds in (1, 3):
        environment = gym.SudokuVector(2, puzzles=[EASY], actions=gym.ACTIONS[:kinds])
        environment.reset(seed=1)
        for number in (-1, -729, 729 * kinds):
            with pytest.raises(ValueError, match=f"from 0 to {729 * kinds - 1}"):
                environment.step([0, number])
        environment.step([0, 729 * kinds - 1])
