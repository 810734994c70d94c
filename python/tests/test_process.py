"""Threads, signals, processes and memory in a long-lived process."""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import EASY, EMPTY, SEVENTEEN, SOLUTION

import sudoku_engines as se

LONG = {
    "solve": lambda: se.solve(EMPTY, limit=2**32 - 1),
    "solve many": lambda: se.solve([EMPTY] * 3, limit=2**32 - 1, threads=2),
    "count": lambda: se.count(["1" + "." * 80] * 10_000),
    "canonical": lambda: se.canonical([EASY] * 1_000_000),
    "generate": lambda: se.generate(10_000_000, seed=1),
    "generate one": lambda: se.generate(1, seed=1, clues=17, attempts=2**32 - 1),
    "generate an impossible puzzle": lambda: se.generate(100, seed=1, scale="hodoku", difficulty=50_000, attempts=2**32 - 1),
    "solve a puzzle with rules": lambda: se.solve(se.Puzzle("cage 3 r1c1 r1c2"), limit=2**32 - 1),
    "generate puzzles with rules": lambda: se.generate(10**6, seed=1, rules="killer"),
    "sample": lambda: se.sample(EMPTY, 10**7),
    "check": lambda: se.check([EASY] * 1_000_000),
    "rate": lambda: se.rate([EMPTY[:-1] + "1", *[EASY] * 1_000_000]),
    "explain": lambda: se.explain([EASY] * 1_000_000),
    # This search finds few puzzles, so the limit does not end it.
    "neighbors": lambda: se.neighbors(SEVENTEEN, remove=3, add=3),
    "minimals": lambda: se.minimals([EASY] * 100_000),
    "puzzles_of_clues": lambda: se.puzzles_of_clues(SOLUTION, 20),
    "closure": lambda: se.closure(EASY),
    "enumerate": lambda: list(se.enumerate(EMPTY)),
    "convert": lambda: se.convert([EASY] * 100_000, to="f-puzzles"),
    "measure": lambda: se.rate([EASY] * 1_000_000, scale=None, measures="te_depth"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize("name", LONG)
def test_an_interrupt_ends_a_long_call(name):
    # Python ignores an interrupt that arrives while it removes a thread of an earlier test.
    gc.collect()
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        LONG[name]()
    # On an idle processor, the call ends within 100 ms.
    assert time.monotonic() - sent[0] < 1
    timer.join()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
def test_an_interrupt_ends_a_call_with_too_many_threads():
    def running():
        return len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else 0

    seen = []

    def interrupt():
        seen.append(running())
        os.kill(os.getpid(), signal.SIGINT)

    # Other libraries may have threads too.
    before = running()
    timer = threading.Timer(0.5, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        se.generate(10**6, seed=1, threads=10**9)
    timer.join()
    # The two other threads are the timer and the thread that feeds the workers.
    assert seen[0] <= before + 2 + max(16, 4 * os.cpu_count())


def test_other_threads_run_during_a_call():
    ran = threading.Event()
    over = []

    def work():
        with pytest.raises(KeyboardInterrupt):
            se.solve(EMPTY, limit=2**32 - 1)
        over.append(True)

    def other():
        # This runs only if the call releases the interpreter lock. The signal ends the call in the main thread.
        ran.set()
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.2, other)
    timer.start()
    work()
    timer.join()
    assert ran.is_set() and over == [True]


def test_calls_from_several_threads():
    found = []
    threads = [threading.Thread(target=lambda: found.append(se.solve([EASY] * 5000))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(rows[-1].solution == SOLUTION for rows in found)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes(method):
    # Before the fork, threads have done work and ended.
    se.solve([EASY] * 5000, threads=2)
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.map(se.solve, [[EASY] * 3000, [se.Board(EASY)]])
    assert len(found[0]) == 3000 and found[0][0].solution == SOLUTION
    assert found[1][0].solution == se.Grid(SOLUTION)


SUBINTERPRETER = """
import sudoku_engines
try:
    import _interpreters as interpreters
    refused = str(interpreters.exec(interpreters.create(), "import sudoku_engines"))
except ImportError:
    # The module name before Python 3.13, which raises the error directly.
    import _xxsubinterpreters as interpreters
    try:
        refused = interpreters.run_string(interpreters.create(), "import sudoku_engines")
    except interpreters.RunFailedError as error:
        refused = str(error)
assert "ImportError" in refused, refused
assert sudoku_engines.count("." * 81, limit=3) == 3
"""


def test_a_second_interpreter_is_refused():
    subprocess.run([sys.executable, "-c", SUBINTERPRETER], check=True)


def test_progress(capfd):
    se.solve([EASY] * 10_000, progress=True)
    assert "10000/10000" in capfd.readouterr().err
    without = "import sys; sys.modules['tqdm'] = None; import sudoku_engines as se; se.solve(['.' * 81], progress=True)"
    subprocess.run([sys.executable, "-c", without], check=True)


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="only Linux reports the used memory")
def test_calls_leak_no_memory():
    pyarrow = pytest.importorskip("pyarrow")
    rounds = int(os.environ.get("SUDOKU_LEAK_ROUNDS", "30"))
    texts = [EASY] * 20_000
    column = pyarrow.array(texts)
    digits = np.zeros((20_000, 81), dtype=np.uint8)
    digits[:] = [0 if cell == "." else int(cell) for cell in EASY]
    before = 0
    for turn in range(rounds):
        se.solve(column)
        se.solve(digits)
        if turn % 10 == 0:
            se.solve(texts)
            se.solve([*texts[:50], "unreadable"])
            with pytest.raises(se.PuzzleError):
                se.solve(["unreadable", *texts[:50]], errors="raise")
        if turn == rounds // 3:
            before = resident()
    # The results of a round take 4 MB. Losing one result in each round would exceed this limit many times.
    assert resident() - before < 20 * 2**20
