"""How fast the package is beside the engine alone: millions of puzzles a second of processor time.

    python throughput.py PUZZLES.txt [ROWS]

Each way in and out is measured in turn with the engine alone, on one core, and the median of the
quotients is told: a machine that is slow for a while is slow for both. Other packages that solve are
measured too, one puzzle a call, if they are installed: rustoku, dlxsudoku, py-sudoku.
"""

import importlib.util
import os
import signal
import statistics
import sys
import time
from functools import partial

import numpy as np
import pyarrow as pa

import sudoku_engines as se

ROUNDS = 7


def seconds(work):
    """The processor time that it takes, of all threads."""
    start = time.process_time()
    work()
    return time.process_time() - start


def _rustoku(text):
    import rustoku

    return partial(rustoku.solve, text)


def _dlxsudoku(text):
    import dlxsudoku

    return dlxsudoku.Sudoku(text.replace(".", "0")).solve


def _py_sudoku(text):
    import sudoku

    cells = [int(cell.replace(".", "0")) or None for cell in text]
    return sudoku.Sudoku(3, 3, board=[cells[row : row + 9] for row in range(0, 81, 9)]).solve


#: Packages by the name of their module, each with what makes a solver of a puzzle.
PEERS = {"rustoku": _rustoku, "dlxsudoku": _dlxsudoku, "sudoku": _py_sudoku}

#: How many seconds of processor time a peer gets.
PATIENCE = 3


class Over(BaseException):
    """The time is up: no ``Exception``, which a peer might take for one of its own."""


def solved_in_time(make, texts):
    """How many puzzles a peer solves in a second."""

    def over(*_):
        raise Over

    signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    start, solved = time.process_time(), 0
    try:
        for text in texts:
            make(text)()
            solved += 1
    except Over:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return solved / (time.process_time() - start)


def main():
    path, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    known = [str(board) for board in se.read(open(path, "rb"))]
    texts = (known * (rows // len(known) + 1))[:rows]
    digits = np.array([list(bytes(se.Board(text))) for text in known], dtype=np.uint8)
    digits = np.resize(digits, (rows, 81))
    strings = pa.array(texts)
    lists = pa.FixedSizeListArray.from_arrays(pa.array(digits.ravel()), 81)
    ways = {
        "NumPy (n, 81)": lambda: se.solve(digits),
        "Arrow lists of 81 uint8": lambda: se.solve(lists),
        "Arrow strings": lambda: se.solve(strings),
        "list of str": lambda: se.solve(texts),
        "one str a call": lambda: [se.solve(text) for text in texts],
        "one str a call, is_proper": lambda: [se.is_proper(text) for text in texts],
    }
    for name in ("polars", "pandas"):
        try:
            column = getattr(__import__(name), "Series")(texts)
        except ImportError:
            continue
        ways[name.capitalize() if name == "polars" else name] = lambda column=column: se.solve(column)
    print(f"{path}, {rows} rows\n\n| way | millions/s | of the engine alone |\n|---|---|---|")
    alone = []
    for name, way in ways.items():
        quotients, times = [], []
        for _ in range(ROUNDS):
            engine = seconds(lambda: se._native._engine(digits))
            taken = seconds(way)
            alone.append(engine)
            times.append(taken)
            quotients.append(engine / taken)
        speed = rows / statistics.median(times) / 1e6
        print(f"| {name} | {speed:.2f} | {statistics.median(quotients):.2f} |")
    print(f"| the engine alone | {rows / statistics.median(alone) / 1e6:.2f} | 1 |")
    for module, make in PEERS.items():
        if importlib.util.find_spec(module) is not None:
            print(f"| {module} | {solved_in_time(make, texts) / 1e6:.6f} | |")


if __name__ == "__main__":
    main()
