"""How fast the package is beside the engine alone: millions of puzzles a second of processor time.

    python throughput.py PUZZLES.txt [ROWS]

Each way in and out is measured in turn with the engine alone, on one core, and the median of the
quotients is told: a machine that is slow for a while is slow for both.
"""

import os
import statistics
import sys
import time

import numpy as np
import pyarrow as pa

import sudoku_engines as se

ROUNDS = 7


def seconds(work):
    """The processor time that it takes, of all threads."""
    start = time.process_time()
    work()
    return time.process_time() - start


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


if __name__ == "__main__":
    main()
