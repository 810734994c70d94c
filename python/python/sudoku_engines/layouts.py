"""Data sets of ``sudoku dataset make`` and of Spark in the layouts that trainers and the Hugging Face hub read.

Both functions read the manifest and the Parquet files of a data set. They need NumPy and PyArrow.
"""

import json
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any

__all__ = ["write_card", "write_hrm"]

_BLANK, _ZERO = b".0"


def write_hrm(folder: str | PathLike[str], output: str | PathLike[str]) -> None:
    """Write the arrays that the trainers of HRM and TRM read, in a folder for each split.

    The arrays have the names and types of their ``build_sudoku_dataset.py``. A puzzle and its copies by
    ``--augment`` are one group, from which the trainers draw one row in each epoch.

    Parameters
    ----------
    folder : path
        A complete data set with Parquet files.
    output : path
        A new folder, the ``data_paths`` of the trainers.

    Raises
    ------
    FileExistsError
        If ``output`` exists.
    FileNotFoundError
        If the folder has no manifest.
    ValueError
        If the data set has no Parquet files, or not the rows of its manifest.
    """
    import numpy
    import pyarrow.parquet

    folder, output = Path(folder), Path(output)
    manifest, tables = _data_set(folder)
    for split, counts in manifest["splits"].items():
        rows = sum(pyarrow.parquet.read_metadata(folder / name).num_rows for name in tables[split])
        if rows != counts["rows"]:
            raise ValueError(f"{folder} has {rows} rows in the split {split}, but {counts['rows']} in its manifest")
    output.mkdir(parents=True)
    for split, counts in manifest["splits"].items():
        rows, puzzles = counts["rows"], counts["puzzles"]
        place = output / split
        place.mkdir()
        inputs, labels = (
            numpy.lib.format.open_memmap(place / f"all__{name}.npy", "w+", numpy.uint8, (rows, 81))
            for name in ("inputs", "labels")
        )
        start = 0
        for batch in _batches(folder, tables[split], ["puzzle", "solution"]):
            for array, column in zip((inputs, labels), batch.columns, strict=True):
                text = numpy.frombuffer("".join(column.to_pylist()).encode(), numpy.uint8).reshape(-1, 81)
                # 0 is padding, 1 is a blank, and 2 to 10 are the digits.
                array[start : start + len(text)] = numpy.where(text == _BLANK, 1, text - (_ZERO - 1))
            start += batch.num_rows
        integers = {
            "group_indices": numpy.arange(puzzles + 1) * (rows // max(puzzles, 1)),
            "puzzle_indices": numpy.arange(rows + 1),
            "puzzle_identifiers": numpy.zeros(rows),
        }
        for name, array in integers.items():
            numpy.save(place / f"all__{name}.npy", array.astype(numpy.int32))
        about = {
            "seq_len": 81,
            "vocab_size": 11,
            "pad_id": 0,
            "ignore_label_id": 0,
            "blank_identifier_id": 0,
            "num_puzzle_identifiers": 1,
            "total_groups": puzzles,
            "mean_puzzle_examples": 1,
            "total_puzzles": puzzles,
            "sets": ["all"],
        }
        (place / "dataset.json").write_text(json.dumps(about), encoding="utf-8")
    (output / "identifiers.json").write_text('["<blank>"]', encoding="utf-8")


def write_card(folder: str | PathLike[str]) -> None:
    """Write the data card of a folder for the Hugging Face hub, ``README.md``, from its manifest.

    ``datasets.load_dataset(folder)`` then returns the splits, also after an upload. The card names no license,
    which is your choice.

    Parameters
    ----------
    folder : path
        A complete data set with Parquet files.

    Raises
    ------
    FileExistsError
        If the folder has a ``README.md``.
    FileNotFoundError
        If the folder has no manifest.
    ValueError
        If the data set has no Parquet files.
    """
    import pyarrow.parquet

    folder = Path(folder)
    manifest, tables = _data_set(folder)
    settings = manifest["settings"]
    splits = {split: counts for split, counts in manifest["splits"].items() if counts["rows"]}
    rows = sum(counts["rows"] for counts in splits.values())
    files = [f"  - split: {split}\n    path: {tables[split][0].partition('-')[0]}-*.parquet\n" for split in splits]
    counted = [f"| {split} | {counts['puzzles']:,} | {counts['rows']:,} |\n" for split, counts in splits.items()]
    schema = pyarrow.parquet.read_schema(folder / next(name for names in tables.values() for name in names))
    columns = "".join(f"| `{field.name}` | {field.type} |\n" for field in schema)
    card = f"""---
pretty_name: Sudoku puzzles
size_categories:
- {_size(rows)}
tags:
- sudoku
configs:
- config_name: default
  data_files:
{"".join(files)}---
# Sudoku puzzles
Each puzzle has exactly one solution. Two puzzles are in the same split if symmetry and relabeling turn one
{settings["split_by"]} into the other. So no split has such a copy of a {settings["split_by"]} in another split.

| split | puzzles | rows |
|---|--:|--:|
{"".join(counted)}
| column | type |
|---|---|
{columns}
A puzzle has 81 characters, with `.` for a blank. The data set was made by {settings["program"]} with these settings:

```json
{json.dumps(settings, indent=2)}
```
"""
    with (folder / "README.md").open("x", encoding="utf-8") as file:
        file.write(card)


def _data_set(folder: Path) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Return the manifest of a data set, and the names of the Parquet files of each split in order."""
    # The command writes "manifest.json" and "train-00000.parquet". Spark writes "_manifest.json" and
    # "split=train/part-00000-….parquet".
    path = next((path for name in ("manifest.json", "_manifest.json") if (path := folder / name).exists()), None)
    if path is None:
        raise FileNotFoundError(f"{folder} has no manifest.json, so it is no complete data set")
    manifest = json.loads(path.read_text(encoding="utf-8"))
    names = [file["name"] for file in manifest["files"] if file["name"].endswith(".parquet")]
    if not names:
        raise ValueError(f"{folder} has no Parquet files: make the data set with --format parquet")
    tables = {split: [name for name in names if split in name.partition("-")[0]] for split in manifest["splits"]}
    return manifest, tables


def _batches(folder: Path, names: Any, columns: list[str]) -> Iterator[Any]:
    """Return the rows of Parquet files in order, in batches."""
    import pyarrow.parquet

    for name in names:
        with pyarrow.parquet.ParquetFile(folder / name) as file:
            yield from file.iter_batches(columns=columns)


def _size(rows: int) -> str:
    """Return the name that the hub has for a number of rows."""
    for power, name in enumerate(["n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M"], 3):
        if rows < 10**power:
            return name
    return "100M<n<1B"
