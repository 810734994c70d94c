"""Data sets in the layouts of HRM and TRM, and for the Hugging Face hub."""

import json
import shutil
import subprocess

import numpy as np
import pyarrow.parquet
import pytest

import sudoku_engines as se
from sudoku_engines import layouts


def make(command, folder):
    words = f"dataset make -o {folder} --count 100 --seed 7 --augment 2,0,0 --per-shard 40 --format parquet --guess-rating 0"
    subprocess.run([command, *words.split()], check=True, capture_output=True)


@pytest.fixture(scope="module")
def made(command, tmp_path_factory):
    """Return the folder of a data set with copies, and its rows by split."""
    folder = tmp_path_factory.mktemp("layouts") / "set"
    make(command, folder)
    tables = {}
    for split in ("train", "validation", "test"):
        tables[split] = pyarrow.parquet.read_table(sorted(folder.glob(f"{split}-*.parquet")))
    return folder, tables


def test_arrays_of_hrm(made, tmp_path):
    folder, tables = made
    layouts.write_hrm(folder, tmp_path / "hrm")
    assert json.loads((tmp_path / "hrm/identifiers.json").read_text()) == ["<blank>"]
    for split, table in tables.items():
        place = tmp_path / "hrm" / split
        arrays = {path.stem.removeprefix("all__"): np.load(path) for path in place.glob("*.npy")}
        for name, column in (("inputs", "puzzle"), ("labels", "solution")):
            digits = [[int(cell.replace(".", "0")) + 1 for cell in text] for text in table[column].to_pylist()]
            assert arrays[name].dtype == np.uint8 and arrays[name].tolist() == digits
        rows, groups = len(table), arrays["group_indices"]
        assert (groups[0], groups[-1], set(np.diff(groups).tolist())) == (0, rows, {3 if split == "train" else 1})
        # Each group has one puzzle and its copies.
        forms = se.canonical(table["solution"].to_pylist())
        assert all(len({form.canonical for form in forms[a:b]}) == 1 for a, b in zip(groups, groups[1:]))
        assert arrays["puzzle_indices"].tolist() == list(range(rows + 1))
        assert arrays["puzzle_identifiers"].tolist() == [0] * rows
        assert {arrays[name].dtype for name in ("group_indices", "puzzle_indices")} == {np.dtype(np.int32)}
        about = json.loads((place / "dataset.json").read_text())
        assert (about["seq_len"], about["vocab_size"], about["total_groups"]) == (81, 11, len(groups) - 1)
    with pytest.raises(FileExistsError):
        layouts.write_hrm(folder, tmp_path / "hrm")


def test_the_card_names_the_files(made, command):
    folder, tables = made
    layouts.write_card(folder)
    card = (folder / "README.md").read_text(encoding="utf-8")
    _, head, text = card.split("---\n", 2)
    lines = head.splitlines()
    for split, table in tables.items():
        assert lines[lines.index(f"  - split: {split}") + 1] == f"    path: {split}-*.parquet"
        assert f"| {split} | {len(table) // (3 if split == 'train' else 1)} | {len(table)} |" in text
    assert "| `solution` | string |" in text
    assert "- n<1K" in lines and json.loads(text.split("```json\n")[1].split("```")[0])["seed"] == 7
    with pytest.raises(FileExistsError):
        layouts.write_card(folder)
    # For the command, the data set is still complete.
    make(command, folder)


def test_a_set_of_spark_has_the_same_arrays(made, tmp_path):
    folder, tables = made
    spark = tmp_path / "set"
    manifest = json.loads((folder / "manifest.json").read_text())
    for file in manifest["files"]:
        split, _, rest = file["name"].partition("-")
        name = f"split={split}/part-{rest}"
        (spark / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / file["name"], spark / name)
        file["name"] = name
    with pytest.raises(FileNotFoundError, match="has no manifest.json, so it is no complete data set"):
        layouts.write_hrm(spark, tmp_path / "hrm")
    (spark / "_manifest.json").write_text(json.dumps(manifest))
    layouts.write_hrm(spark, tmp_path / "hrm")
    layouts.write_hrm(folder, tmp_path / "wanted")
    wanted = sorted(path for path in (tmp_path / "wanted").rglob("*") if path.is_file())
    assert len(wanted) == 19
    for path in wanted:
        assert path.read_bytes() == (tmp_path / "hrm" / path.relative_to(tmp_path / "wanted")).read_bytes()
    layouts.write_card(spark)
    assert "    path: split=train/part-*.parquet\n" in (spark / "README.md").read_text(encoding="utf-8")


def test_a_set_without_tables(command, tmp_path):
    words = f"dataset make -o {tmp_path}/set --count 3 --guess-rating 0"
    subprocess.run([command, *words.split()], check=True, capture_output=True)
    for write in (layouts.write_card, lambda folder: layouts.write_hrm(folder, tmp_path / "hrm")):
        with pytest.raises(ValueError, match="has no Parquet files: make the data set with --format parquet"):
            write(tmp_path / "set")
    assert not (tmp_path / "hrm").exists()


def test_a_set_that_lacks_rows(made, tmp_path):
    folder, tables = made
    copy = shutil.copytree(folder, tmp_path / "set")
    pyarrow.parquet.write_table(tables["train"].slice(1, 5), copy / "train-00000.parquet")
    with pytest.raises(ValueError, match="rows in the split train, but .* in its manifest"):
        layouts.write_hrm(copy, tmp_path / "hrm")
    assert not (tmp_path / "hrm").exists()
