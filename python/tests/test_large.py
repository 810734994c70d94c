"""Tests that need much memory or time, run by `cargo xtask deep`, and `cargo xtask python --large`."""

import os

import numpy as np
import pyarrow as pa
import pytest
from conftest import EASY, EMPTY, SEVENTEEN

import sudoku_engines as se

pytestmark = pytest.mark.skipif("SUDOKU_DEEP" not in os.environ, reason="for `cargo xtask python --large`")

#: The number of rows of 81 bytes whose total size does not fit into 31 bits.
ROWS = 2**31 // 81 + 1000
PART = pa.array([EASY, EMPTY] * 500_000)


def column():
    """Return chunks that share their memory."""
    chunks = [PART] * (ROWS // len(PART)) + [PART.slice(0, ROWS % len(PART))]
    return pa.chunked_array(chunks)


def test_text_above_2_gib_comes_in_chunks():
    kept = se.transform(column(), threads=None)
    kept.validate(full=True)
    assert kept.type == pa.string() and kept.num_chunks == 2
    assert kept.equals(column())


def test_steps_above_2_gib_come_in_chunks():
    # A row has 14.7 million characters.
    options = {"strategy": "scan", "form": "text", "max_steps": 10**6}
    [row] = se.trace([SEVENTEEN], **options)
    rows = 2**31 // len(row.steps) + 2
    found = se.trace(pa.array([SEVENTEEN] * rows), threads=None, **options)
    assert [len(chunk) for chunk in found.chunks] == [rows - 2, 2]
    assert {len(found[at]["steps"].as_py()) for at in (0, rows - 1)} == {len(row.steps)}


def test_lists_and_large_text_above_2_gib_are_one_array():
    large = pa.concat_arrays([PART.cast(pa.large_string())] * 27)
    kept = se.transform(large, threads=None)
    assert isinstance(kept, pa.LargeStringArray) and kept.equals(large)
    del large, kept
    cells = np.tile(np.frombuffer(bytes(se.Board(EASY)), dtype=np.uint8), ROWS)
    lists = pa.FixedSizeListArray.from_arrays(pa.array(cells), 81)
    assert se.is_proper(lists, threads=None).true_count == ROWS


def test_a_hundred_million_puzzles_leak_no_memory():
    from test_process import resident

    column = pa.array([EASY] * 100_000)
    rounds = 10 * int(os.environ.get("SUDOKU_LEAK_MILLIONS", "100"))
    for _ in range(rounds // 10):
        se.solve(column)
    before = resident()
    for _ in range(rounds - rounds // 10):
        se.solve(column)
    # The loss of one result in a hundred would be a multiple of this limit.
    assert resident() - before < 20 * 2**20
