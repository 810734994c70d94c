"""Compares the package with other Python packages that make, check, step or explain puzzles.

    python peers.py [SECONDS]

The program skips packages that are not installed. All work runs on one core. The packages of a row take turns, ROUNDS
times, each for SECONDS of CPU time. The program reports the median time per unit and the share of right results. A
">" means that a turn finished no unit in PATIENCE seconds of wall time.
"""

import importlib.metadata
import importlib.util
import itertools
import os
import signal
import statistics
import sys
import time

import numpy as np

import sudoku_engines as se
from sudoku_engines import gym

ROUNDS = 5
#: The maximum wall time of a turn, in seconds.
PATIENCE = 60

#: The difficulties of given puzzles, as arguments of ``generate``.
DIFFICULTIES = {
    "36 clues": {"clues": 36},
    "minimal, random": {},
    "SE 4 to 6": {"scale": "se", "difficulty": (4.0, 6.0)},
    "SE 7 to 8": {"scale": "se", "difficulty": (7.0, 8.0)},
}


class Over(BaseException):
    """Ends a turn at its time limit. Not an ``Exception``, because another package could catch it."""


class Clock:
    """Adds up the CPU time of calls, of all threads."""

    def __init__(self):
        self.spent = 0.0

    def __call__(self, work, *arguments, **options):
        start = time.process_time()
        try:
            return work(*arguments, **options)
        finally:
            self.spent += time.process_time() - start


def turn(engine, seconds):
    """Return the CPU time per unit, and the numbers of right units and of units.

    If no unit was finished in time, the first number is the CPU time of the turn.
    """

    def over(*_):
        raise Over

    clock, right, units, counted = Clock(), 0, 0, 0.0
    start = time.process_time()
    signal.signal(signal.SIGALRM, over)
    # A timer of CPU time would make the clock of CPU time less precise.
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        for good, all_ in engine(clock):
            right, units, counted = right + good, units + all_, clock.spent
            if counted >= seconds:
                break
    except Over:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return counted / units if units else time.process_time() - start, right, units


def compare(title, engines, seconds):
    """Print a row for each difficulty and package. The first package is the one to compare with."""
    print(f"\n## {title}\n\n| | package | µs | times | right |\n|---|---|--:|--:|--:|")
    for difficulty, row in engines.items():
        turns = {name: [] for name in row}
        for at in range(ROUNDS):
            for name, engine in row.items():
                if not at:
                    # Compilers and caches start before the first turn.
                    turn(engine, 0)
                if all(units for _, _, units in turns[name]):
                    turns[name].append(turn(engine, seconds))
        medians = {name: statistics.median(spent for spent, _, _ in found) for name, found in turns.items()}
        for name, found in turns.items():
            right, units = (sum(one[at] for one in found) for at in (1, 2))
            times, more = medians[name] / medians[next(iter(row))], "" if found[-1][2] else "> "
            share = f"{right / units:.2%}" if units else ""
            print(f"| {difficulty} | {name} | {more}{medians[name] * 1e6:.3g} | {more}{times:.3g} | {share} |", flush=True)


def has(module):
    """Return whether a package is installed."""
    return importlib.util.find_spec(module) is not None


def text_of(rows):
    """Return a board of another package as 81 characters."""
    return "".join(str(cell or ".") for row in rows for cell in row)


# Generation. A puzzle is right if it has the wanted number of blanks and exactly one solution.


def ours_making(blanks, to="numpy"):
    def engine(clock):
        for start in itertools.count(0, 500):
            made = clock(se.generate, 500, seed=1, start=start, clues=81 - blanks, to=to)
            if to == "list":
                made = {"puzzle": [one.puzzle for one in made]}
            proper = sum(se.is_proper(made["puzzle"]))
            yield proper, 500

    return engine


def reasoning_making(blanks, name="sudoku"):
    import reasoning_gym

    if name == "sudoku_engines":
        import sudoku_engines.reasoning

    seeds = itertools.count()

    def engine(clock):
        data = reasoning_gym.create_dataset(name, seed=1000 * next(seeds), size=10**6, min_empty=blanks, max_empty=blanks)
        for at in range(10**6):
            puzzle = clock(data.__getitem__, at)["metadata"]["puzzle"]
            puzzle = puzzle if isinstance(puzzle, str) else text_of(puzzle)
            yield int(puzzle.count(".") == blanks and se.is_proper(puzzle)), 1

    return engine


def py_sudoku_making(blanks):
    import sudoku

    seeds = itertools.count()

    def engine(clock):
        while True:
            # The package multiplies this number by 81 and removes the integer part of the product as clues.
            made = clock(lambda: sudoku.Sudoku(3, seed=next(seeds)).difficulty((blanks + 0.5) / 81))
            puzzle = text_of(made.board)
            yield int(puzzle.count(".") == blanks and se.is_proper(puzzle)), 1

    return engine


def rustoku_making(level):
    import rustoku

    def engine(clock):
        while True:
            try:
                yield int(se.is_proper(clock(rustoku.generate, level))), 1
            except ValueError:
                # The package found no puzzle of this level.
                yield 0, 1

    return engine


def making():
    """Return the engines that make puzzles, by the number of blanks."""
    rows = {}
    for blanks, level in {30: None, 45: "easy", 51: "medium", 55: "hard", 57: "expert"}.items():
        row = {"this package, NumPy": ours_making(blanks), "this package, list": ours_making(blanks, "list")}
        if has("reasoning_gym"):
            row["this package, reasoning-gym"] = reasoning_making(blanks, "sudoku_engines")
            row["reasoning-gym"] = reasoning_making(blanks)
        if has("sudoku"):
            row["py-sudoku"] = py_sudoku_making(blanks)
        if has("rustoku") and level:
            # The package has levels instead of a number of clues. These levels have similar numbers.
            row[f'rustoku, "{level}"'] = rustoku_making(level)
        rows[f"{blanks} blanks"] = row
    return rows


# Solving and checking. Each function takes a puzzle as text.


def one_by_one(work, cases):
    """Return an engine that does ``work`` on each case, where a case is its arguments and the right result."""
    turns = itertools.cycle(cases)

    def engine(clock):
        for arguments, right in turns:
            yield int(clock(work, *arguments) == right), 1

    return engine


def at_once(work, arguments, rights):
    def engine(clock):
        while True:
            found = clock(work, *arguments)
            yield sum(bool(np.all(one == right)) for one, right in zip(found, rights)), len(rights)

    return engine


def dlxsudoku_solves(puzzle):
    import dlxsudoku

    board = dlxsudoku.Sudoku(puzzle.replace(".", "0"))
    board.solve()
    return board.to_oneliner()


def py_sudoku_solves(puzzle):
    import sudoku

    return text_of(sudoku.Sudoku(3, 3, board=rows_of(puzzle)).solve().board)


def rows_of(text):
    return [[int(cell) if cell != "." else None for cell in text[row : row + 9]] for row in range(0, 81, 9)]


def given():
    """Return puzzles and solutions as arrays, and as texts, for each difficulty."""
    for name, wishes in DIFFICULTIES.items():
        made = se.generate(1000, seed=1, **wishes)
        puzzles, solutions = [one.puzzle for one in made], [one.solution for one in made]
        arrays = [np.array([list(bytes(se.Board(text))) for text in column], np.uint8) for column in (puzzles, solutions)]
        yield name, puzzles, solutions, arrays


def solving():
    """Return the engines that solve puzzles."""
    rows = {}
    for name, puzzles, solutions, arrays in given():
        cases = [((puzzle,), solution) for puzzle, solution in zip(puzzles, solutions)]

        row = {
            "this package, NumPy": at_once(lambda boards: se.solve(boards)["solution"], arrays[:1], arrays[1]),
            "this package, one `str`": one_by_one(lambda puzzle: se.solve(puzzle).solution, cases),
        }
        if has("rustoku"):
            import rustoku

            row["rustoku"] = one_by_one(rustoku.solve, cases)
        if has("dlxsudoku"):
            row["dlxsudoku"] = one_by_one(dlxsudoku_solves, cases)
        if has("sudoku"):
            row["py-sudoku"] = one_by_one(py_sudoku_solves, cases)
        rows[name] = row
    return rows


def keeps(puzzle, answer):
    """Return whether an answer has the clues. Other packages check only the rules."""
    return all(clue in (".", digit) for clue, digit in zip(puzzle, answer, strict=True))


def rustoku_accepts(puzzle, answer):
    import rustoku

    try:
        return keeps(puzzle, answer) and rustoku.check(answer)
    except ValueError:
        # The package refuses boards that repeat a digit in a house.
        return False


def py_sudoku_accepts(puzzle, answer):
    import sudoku

    return keeps(puzzle, answer) and sudoku.Sudoku(3, 3, board=rows_of(answer)).validate()


def checking():
    """Return the engines that check answers. Every second answer has two cells exchanged and is wrong."""
    rows = {}
    for name, puzzles, solutions, arrays in given():
        answers, digits = list(solutions), arrays[1].copy()
        for at in range(0, len(answers), 2):
            first, second = np.flatnonzero(arrays[0][at] == 0)[:2]
            digits[at, [first, second]] = digits[at, [second, first]]
            answers[at] = "".join(map(str, digits[at]))
        rights = [answer == solution for answer, solution in zip(answers, solutions)]
        cases = [((puzzle, answer), right) for puzzle, answer, right in zip(puzzles, answers, rights)]
        row = {
            "this package, NumPy": at_once(lambda *both: se.verify(*both)["correct"], [arrays[0], digits], rights),
            "this package, lists of `str`": at_once(
                lambda *both: [one.correct for one in se.verify(*both)], [puzzles, answers], rights
            ),
            "this package, one `str`": one_by_one(lambda *both: se.verify(*both).correct, cases),
        }
        if has("reasoning_gym"):
            import reasoning_gym

            data = reasoning_gym.create_dataset("sudoku", seed=1, size=1)

            def spaced(text):
                return "\n".join(" ".join(text[at : at + 9]) for at in range(0, 81, 9))

            entries = [
                {"answer": spaced(text), "metadata": {"solution": [[int(cell) for cell in text[at : at + 9]] for at in range(0, 81, 9)]}}
                for text in solutions
            ]
            scored = [((spaced(answer), entry), right) for answer, entry, right in zip(answers, entries, rights)]
            row["reasoning-gym, stored solution"] = one_by_one(lambda *both: data.score_answer(*both) == 1, scored)
        if has("rustoku"):
            row["rustoku"] = one_by_one(rustoku_accepts, cases)
        if has("sudoku"):
            row["py-sudoku"] = one_by_one(py_sudoku_accepts, cases)
        rows[name] = row
    return rows


# Environments. The policy fills the blanks in order with the digits of the solution, and its time does not count. A
# step is right if it gets the reward for a right digit.


def next_digits(board):
    """Return the first blank cell of each board, its digit in the solution, and whether there is one."""
    cells, rows = (board == 0).argmax(axis=1), np.arange(len(board))
    return cells, se.solve(board)["solution"][rows, cells].astype(int), board[rows, cells] == 0


def ours_stepping(boards, kinds, puzzles):
    environment = gym.SudokuVector(boards, actions=kinds, puzzles=puzzles)
    environment.reset(seed=1)

    def engine(clock):
        observation, _ = clock(environment.reset)
        while True:
            cells, digits, is_open = next_digits(observation["board"].reshape(boards, 81))
            observation, reward, *_ = clock(environment.step, 9 * cells + digits - 1)
            # A full board is reset. This step has no reward.
            yield int(((reward >= 1) == is_open).sum()), boards

    return engine


def one_stepping(environment, action_of):
    """Return an engine for one environment of Gymnasium."""
    environment.reset(seed=1)

    def engine(clock):
        while True:
            observation, _ = clock(environment.reset)
            board = np.array(observation["board"] if isinstance(observation, dict) else observation).ravel()
            [solution] = se.solve(board[None])["solution"]
            for cell in np.flatnonzero(board == 0):
                _, reward, *ends, _ = clock(environment.step, action_of(int(cell), int(solution[cell])))
                yield int(reward > 0), 1
                if any(ends):
                    break

    return engine


def jumanji_stepping(boards):
    """Return an engine that steps boards of Jumanji side by side, and resets the finished ones."""
    import jax
    import jax.numpy as jnp
    import jumanji
    from jumanji.wrappers import AutoResetWrapper

    environment = AutoResetWrapper(jumanji.make("Sudoku-v0"))
    step, reset = jax.jit(jax.vmap(environment.step)), jax.jit(jax.vmap(environment.reset))
    keys = jax.random.split(jax.random.PRNGKey(0), boards)

    def engine(clock):
        state, timestep = clock(lambda: jax.block_until_ready(reset(keys)))
        while True:
            board = np.asarray(timestep.observation.board).reshape(boards, 81) + 1
            cells, digits, _ = next_digits(board)
            actions = jnp.asarray(np.stack([cells // 9, cells % 9, digits - 1], axis=1), jnp.int32)
            legal = np.asarray(timestep.observation.action_mask).reshape(boards, 81, 9)[np.arange(boards), cells, digits - 1]
            state, timestep = clock(lambda: jax.block_until_ready(step(state, actions)))
            yield int(legal.sum()), boards

    return engine


def stepping():
    """Return the engines of environments."""
    puzzles = [one.puzzle for one in se.generate(1000, seed=1)]
    row = {}
    for boards in (4096, 512, 1):
        row[f"this package, {boards} boards, digits"] = ours_stepping(boards, ("place",), puzzles)
    row["this package, 512 boards, digits and marks"] = ours_stepping(512, gym.ACTIONS, puzzles)
    row["this package, Env"] = one_stepping(
        gym.Sudoku(actions=["place"], puzzles=puzzles), lambda cell, digit: 9 * cell + digit - 1
    )
    if has("gymnasium_sudoku"):
        import gymnasium
        import gymnasium_sudoku

        for version, mode in (("v0", "biased"), ("v1", "easy")):
            environment = gymnasium.make(f"sudoku-{version}", mode=mode).unwrapped
            row[f"gymnasium-sudoku {version}"] = one_stepping(environment, lambda cell, digit: (cell // 9, cell % 9, digit))
    if has("jumanji"):
        for boards in (4096, 512, 1):
            row[f"Jumanji, {boards} boards, compiled"] = jumanji_stepping(boards)
    return {"": row}


# Traces. A trace is right if it ends with the solution, and each digit in it has the name of a technique.


def rustoku_traces(puzzle):
    import rustoku

    found = rustoku.solve_steps(puzzle)
    return found["board"] if found and all(step["technique"] != "None" for step in found["steps"]) else None


def tracing():
    """Return the engines that list the steps of human logic."""
    rows = {}
    for name, puzzles, solutions, _ in given():
        few = puzzles[:200]

        def ended(scale, few=few):
            return lambda: [one.ending == "solved" for one in se.explain(few, form="steps", scale=scale)]

        row = {f"this package, {scale}": at_once(ended(scale), [], [True] * len(few)) for scale in ("se", "hodoku")}
        if has("rustoku"):
            cases = [((puzzle,), solution) for puzzle, solution in zip(puzzles, solutions)]
            row["rustoku"] = one_by_one(rustoku_traces, cases)
        rows[name] = row
    return rows


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    names = ["sudoku-engines", "reasoning-gym", "gymnasium-sudoku", "jumanji", "jax", "py-sudoku", "dlxsudoku", "rustoku"]
    for name in names:
        try:
            print(name, importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            print(name, "is not installed")
    tables = {
        "Generation, a puzzle": making,
        "Solving, a puzzle": solving,
        "Verification, an answer": checking,
        "Environments, a step": stepping,
        "Traces, a puzzle": tracing,
    }
    for title, engines in tables.items():
        compare(title, engines(), seconds)


if __name__ == "__main__":
    main()
