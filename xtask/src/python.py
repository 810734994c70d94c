"""Reads a data set with NumPy and PyArrow, and compares all formats with each other."""

import csv
import glob
import hashlib
import json
import os
import sys

import numpy as np
import pyarrow.parquet as parquet

folder = sys.argv[1]
with open(os.path.join(folder, "manifest.json")) as file:
    manifest = json.load(file)


def files(split, suffix):
    return sorted(glob.glob(os.path.join(folder, f"{split}-[0-9]*{suffix}")))


def digits(lines):
    text = "".join(lines).replace(".", "0").encode()
    return (np.frombuffer(text, dtype=np.uint8) - ord("0")).reshape(-1, 9, 9)


for entry in manifest["files"]:
    with open(os.path.join(folder, entry["name"]), "rb") as file:
        content = file.read()
    assert len(content) == entry["bytes"], entry
    assert hashlib.sha256(content).hexdigest() == entry["sha256"], entry

total = 0
for split, counts in manifest["splits"].items():
    arrays = {}
    for name in ("puzzles", "solutions", "ratings"):
        # Memory-mapped, as for large files.
        parts = [np.load(path, mmap_mode="r") for path in files(split, f"-{name}.npy")]
        arrays[name] = np.concatenate(parts)
    puzzles, solutions = arrays["puzzles"], arrays["solutions"]
    rows = counts["rows"]
    assert puzzles.dtype == np.uint8 and puzzles.shape == (rows, 9, 9), puzzles.shape
    assert solutions.dtype == np.uint8 and solutions.shape == (rows, 9, 9), solutions.shape
    assert arrays["ratings"].dtype == np.float64 and arrays["ratings"].shape == (rows, 2)

    boxes = solutions.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)
    for houses in (solutions, solutions.transpose(0, 2, 1), boxes):
        assert (np.sort(houses, axis=2) == np.arange(1, 10)).all()
    assert ((puzzles == 0) | (puzzles == solutions)).all()

    table = parquet.read_table(files(split, ".parquet"))
    types = {field.name: str(field.type) for field in table.schema}
    assert types == {
        "id": "int64",
        "source": "string",
        "puzzle": "string",
        "solution": "string",
        "clues": "int32",
        "rating": "double",
        "rating_spread": "double",
    }, types
    columns = table.to_pydict()
    assert (digits(columns["puzzle"]) == puzzles).all()
    assert (digits(columns["solution"]) == solutions).all()
    assert columns["clues"] == (puzzles != 0).sum(axis=(1, 2)).tolist()
    assert columns["rating"] == arrays["ratings"][:, 0].tolist()
    assert columns["rating_spread"] == arrays["ratings"][:, 1].tolist()

    objects = []
    for path in files(split, ".jsonl"):
        with open(path) as file:
            objects.extend(map(json.loads, file))
    assert objects == table.to_pylist()

    records = []
    for path in files(split, "[0-9].csv"):
        with open(path, newline="") as file:
            records.extend(csv.DictReader(file))
    assert [record["question"] for record in records] == columns["puzzle"]
    assert [record["answer"] for record in records] == columns["solution"]
    assert [float(record["rating"]) for record in records] == columns["rating"]
    assert [record["source"] for record in records] == columns["source"]
    total += rows

print(f"{total} rows are the same in Parquet, NumPy, JSON lines and CSV")
