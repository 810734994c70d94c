"""Compares the package with the engine alone, in millions of puzzles per second of CPU time.

    python throughput.py PUZZLES.txt [ROWS]

Each kind of input and output takes turns with the engine alone, on one core. The program reports the
median of the ratios, so a slow phase of the machine affects both. At the end it compares two threads with
one by wall time, which needs an idle machine. peers.py compares other packages.
"""

import importlib.util
import os
import statistics
import sys
import time
from functools import partial

import numpy as np
import pyarrow as pa

import sudoku_engines as se

ROUNDS = 7


def seconds(work):
    """Return the CPU time of all threads."""
    start = time.process_time()
    work()
    return time.process_time() - start


def compared(name, rows, way, alone):
    """Print the speed of a kind of call, and its ratio to the speed of the engine alone."""
    quotients, times, engines = [], [], []
    for _ in range(ROUNDS):
        engines.append(seconds(alone))
        times.append(seconds(way))
        quotients.append(engines[-1] / times[-1])
    speed, engine = (rows / statistics.median(of) / 1e6 for of in (times, engines))
    print(f"| {name} | {speed:.3f} | {engine:.3f} | {statistics.median(quotients):.2f} |")


def by_two(name, way):
    """Print the speedup of two threads over one, and the share of the work in the caller's thread."""
    quotients, shares = [], []
    for _ in range(ROUNDS):
        times = []
        for threads in (1, 2):
            start, before = time.monotonic(), (time.thread_time(), time.process_time())
            way(threads)
            times.append(time.monotonic() - start)
        caller, all_ = time.thread_time() - before[0], time.process_time() - before[1]
        quotients.append(times[0] / times[1])
        shares.append(caller / all_)
    print(f"| {name} | {statistics.median(quotients):.2f} | {statistics.median(shares):.3f} |")


def main():
    path, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    if cores:
        os.sched_setaffinity(0, {min(cores)})
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
    if importlib.util.find_spec("polars"):
        import polars

        ways["Polars"] = partial(se.solve, polars.Series(texts))
    if importlib.util.find_spec("pandas"):
        import pandas

        ways[f"pandas {pandas.__version__}"] = partial(se.solve, pandas.Series(texts))
        ways["pandas, of objects"] = partial(se.solve, pandas.Series(texts, dtype=object))
    print(f"{path}, {rows} rows\n\n| way | millions/s | the engine alone | quotient |\n|---|---|---|---|")
    for name, way in ways.items():
        compared(name, rows, way, lambda: se._native._engine(digits))
    for name, what in {"NumPy": digits, "Arrow strings": strings, "list of str": texts}.items():
        way = partial(se.canonical, what)
        compared(f"canonical, {name}", rows, way, lambda: se._native._engine(digits, "canonical"))
    few = max(rows // 10, 1)
    for to in ("numpy", "arrow", "list"):
        way = partial(se.generate, few, seed=1, to=to)
        compared(f"generate, {to}", few, way, lambda: se._native._engine_makes(few, 1))
    if cores and len(cores) > 1:
        os.sched_setaffinity(0, cores)
        print("\n| way | two threads / one | share of the caller's thread |\n|---|---|---|")
        many = np.resize(digits, (10 * rows, 81))
        by_two("solve, NumPy", lambda threads: se.solve(many, threads=threads))
        by_two("solve, Arrow strings", lambda threads: se.solve(strings, threads=threads))
        by_two("rate, NumPy", lambda threads: se.rate(digits[: rows // 20], scale="hodoku", threads=threads))


if __name__ == "__main__":
    main()
