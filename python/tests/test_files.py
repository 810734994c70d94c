"""NumPy, PyArrow and an XML parser read the files of the command, and the command reads theirs."""

import csv
import hashlib
import json
import subprocess
import xml.etree.ElementTree as tree

import numpy as np
import pyarrow
import pyarrow.parquet as parquet
import pytest


@pytest.fixture(scope="module")
def puzzles(command, tmp_path_factory):
    file = tmp_path_factory.mktemp("files") / "puzzles, with a comma.txt"
    run(command, "generate", "--count", 500, "--seed", 3, "--quiet", "--output", file)
    return file


def run(command, *arguments, code=0):
    """Runs the command, checks its exit code, and returns its output."""
    done = subprocess.run([command, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    return done.stdout


def digits(lines):
    text = "".join(lines).replace(".", "0").encode()
    return (np.frombuffer(text, dtype=np.uint8) - ord("0")).reshape(-1, 9, 9)


@pytest.mark.parametrize("is_read", [False, True])
def test_all_formats_of_a_data_set_have_the_same_rows(command, puzzles, tmp_path, is_read):
    folder = tmp_path / "set"
    options = ["--format", "csv,jsonl,parquet,npy", "--augment", "2,0,1", "--per-shard", "200"]
    source = [puzzles] if is_read else []
    run(command, "dataset", "make", "--quiet", "--output", folder, *options, *source)
    manifest = json.loads((folder / "manifest.json").read_text())

    def files(split, suffix):
        return sorted(map(str, folder.glob(f"{split}-[0-9]*{suffix}")))

    for entry in manifest["files"]:
        content = (folder / entry["name"]).read_bytes()
        assert len(content) == entry["bytes"], entry
        assert hashlib.sha256(content).hexdigest() == entry["sha256"], entry

    for split, counts in manifest["splits"].items():
        arrays = {}
        for name in ("puzzles", "solutions", "ratings"):
            # Memory-mapped, like large files.
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


def test_files_of_pyarrow_and_numpy_are_read(command, puzzles, tmp_path):
    """The files have nulls and the default compression."""
    lines = puzzles.read_text().split()
    columns = {"name": list(range(500)), "Puzzle": lines[:300] + [None] + lines[301:]}
    table, array = tmp_path / "others.parquet", tmp_path / "others.npy"
    parquet.write_table(pyarrow.table(columns), table, row_group_size=128)
    np.save(array, digits(lines))
    found = run(command, "dataset", "check", "--quiet", "--json", puzzles, table, array, code=1)
    summary = json.loads(found.splitlines()[-1])
    expected = {"puzzles": 1499, "unreadable": 1, "leaks": 999, "duplicates": 0}
    assert {name: summary[name] for name in expected} == expected


def test_xml_is_well_formed_with_unusual_input(command, puzzles, tmp_path):
    """The printed page also has a place for an unreadable line."""
    odd, page, xml = (tmp_path / f"a---b & c.{end}" for end in ("txt", "svg", "xml"))
    lines = "".join(puzzles.read_text().splitlines(keepends=True)[:5])
    odd.write_text(lines + '---<!--\n-->\n&amp;<game data="1"/>\n]]>\n\0\n')
    mark = ["--on-error", "mark", "--output"]
    run(command, "solve", "--to", "svg", "--per-page", 10, *mark, page, odd, code=1)
    run(command, "convert", "--to", "opensudoku", *mark, xml, odd, code=1)
    drawn = tree.parse(page).getroot()
    assert drawn.tag.endswith("svg") and sum(part.tag.endswith("use") for part in drawn.iter()) == 5
    assert len(tree.parse(xml).getroot().findall("game")) == 5
