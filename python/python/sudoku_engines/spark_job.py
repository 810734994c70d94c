"""Data sets on a cluster, as ``spark-submit`` runs them: ``make``, ``check``, ``dedup``, ``solve``, ``rate``.

``make`` writes the same rows as ``sudoku dataset make --guess-rating 0`` on one machine, and ``check`` reports the
same as ``sudoku dataset check --json``. The output depends only on the arguments, so retried tasks and lost
executors change nothing.

    spark-submit "$(python -c 'import sudoku_engines.spark_job as job; print(job.__file__)')" --help
    python -m sudoku_engines.spark_job make --count 1000000 --seed 7 --output set
"""

import argparse
import copy
import json
import logging
import os
import re
import sys
import traceback
import warnings
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import lcm
from typing import Any

import sudoku_engines
from sudoku_engines import spark
from sudoku_engines._spark_files import FORMATS, located, must_be_new, read, write, write_text

__all__ = ["check", "dedup", "main", "make"]


def make(session: Any, request: spark.DatasetRequest, output: str) -> dict[str, Any]:
    """Write a Parquet data set, with one file for each split of each shard, and return its manifest.

    The manifest is written last, so a folder with a manifest is complete. Spark does not read files whose name starts
    with ``_`` as rows.
    """
    from pyspark import StorageLevel
    from pyspark.sql import functions as sql

    must_be_new(session, output)
    # The rows are persisted because they are read twice: numbering them needs the row counts of all earlier
    # shards. Spark recomputes the rows of a lost executor.
    rows = spark.make(session, request).persist(StorageLevel.DISK_ONLY)
    try:
        made = dict(rows.groupBy("shard").count().collect())
        counts = [made.get(shard, 0) for shard in range(request.shards)]
        before = list(zip(range(request.shards), [0, *accumulate(counts)][:-1], strict=True))
        offsets = session.createDataFrame(before, "shard bigint, before bigint")
        # A broadcast join keeps the partitions, and so the shards.
        numbered = rows.join(sql.broadcast(offsets), "shard")
        numbered = numbered.withColumn("id", sql.col("before") + sql.col("place") + 1)
        columns = [name for name, _ in request.fields if name not in ("shard", "place", "split")]
        ordered = numbered.select("split", "id", *columns).sortWithinPartitions("split", "id")
        ordered.write.partitionBy("split").parquet(output)
    finally:
        rows.unpersist()
    manifest = _manifest(session, request, output)
    write_text(session, f"{output}/_manifest.json", json.dumps(manifest, indent=2) + "\n")
    return manifest


def _manifest(session: Any, request: spark.DatasetRequest, output: str) -> dict[str, Any]:
    """Return the manifest of a written data set, with the same fields as the command's manifest."""
    from pyspark.sql import functions as sql

    # Explicit, because an empty data set has no files to infer a schema from.
    schema = ", ".join(f"{name} {kind}" for name, kind in request.fields if name not in ("shard", "place"))
    rows = session.read.schema(f"id bigint, {schema}").parquet(output)
    splits: dict[str, dict[str, Any]] = {}
    classes = {"se": "se_er", "sukaku": "sukaku_er", "hodoku": "hodoku_level"}
    for name, column in [("clues", "clues"), *((scale, classes[scale]) for scale in request.scales)]:
        counted = rows.groupBy("split", column).count().orderBy(column).collect()
        for split in spark.SPLITS:
            found = {str(key): count for of, key, count in counted if of == split}
            if found and name == "clues":
                number = sum(found.values())
                splits[split] = {"puzzles": number, "rows": number, "clues": found, "ratings": {}}
            elif found:
                splits[split].setdefault("scales", {})[name] = found
    # A sum does not depend on the order of rows. Decimals hold it without overflow.
    names = [column for column in rows.columns if column != "split"]
    digest = sql.sum(sql.xxhash64(*names, "split").cast("decimal(38, 0)"))
    meta = [sql.col(f"_metadata.{name}") for name in ("file_path", "file_size")]
    files = rows.groupBy("split", *meta).count().orderBy("file_path").collect()
    return {
        "version": 1,
        "settings": {
            "program": f"sudoku_engines {sudoku_engines.__version__} on Spark {session.version}",
            "source": {"generated": {"count": request.count, **request.wishes}},
            "seed": request.seed,
            "formats": ["parquet"],
            "split": dict(zip(spark.SPLITS, request.shares, strict=True)),
            "split_by": request.split_by,
            "scales": list(request.scales),
            "puzzles_per_shard": request.puzzles_per_shard,
            **({"steps": True} if request.steps else {}),
        },
        "taken": request.count,
        "rejected": request.count - sum(split["rows"] for split in splits.values()),
        "splits": splits,
        "hash_sum": str(rows.select(digest).first()[0] or 0),
        "files": [
            {"name": f"split={split}/{path.rpartition('/')[2]}", "rows": count, "bytes": size}
            for split, path, size, count in files
        ],
    }


#: The columns of a puzzle's location: source number, file path, and row, counted from 1.
_PLACE = ("source", "path", "row")


def _spread(frame: Any, origin: Any, partitions: int | None, scale: str = "") -> Any:
    """Return the frame with more partitions if those of its origin are too few for the cluster."""
    if partitions is None:
        partitions = spark.tasks(origin.count(), origin.sparkSession.sparkContext.defaultParallelism, scale=scale)
        if partitions <= origin.rdd.getNumPartitions():
            return frame
    return frame.repartition(partitions)


def _puzzles(session: Any, sources: Sequence[str], column: str, form: str | None, partitions: int | None) -> Any:
    """Return every puzzle with its recorded solutions and its location."""
    from pyspark.sql import functions as sql

    def puzzles(number: int, source: str) -> Any:
        frame = read(session, source, form)
        place = (sql.lit(number).alias("source"), sql.col("_path").alias("path"), sql.col("_row").alias("row"))
        puzzle = sql.col(f"`{column}`").alias("puzzle")
        found = located(frame, source).select(puzzle, _recorded(frame).alias("recorded"), *place)
        return _spread(found, frame, partitions)

    all_puzzles = (puzzles(number, source) for number, source in enumerate(sources))
    return reduce(lambda one, other: one.unionAll(other), all_puzzles)


def _recorded(frame: Any) -> Any:
    """Return an array of the solutions in each row, with the names of their columns."""
    from pyspark.sql import functions as sql

    found = []
    for field in frame.schema:
        name, kind = field.name.strip().lower(), field.dataType.typeName()
        if name not in spark.SOLUTION_COLUMNS or kind in ("map", "struct"):
            continue
        value = sql.col(field.name)
        # The digits of a list become one text.
        text = sql.array_join(value.cast("array<string>"), "") if kind == "array" else value.cast("string")
        if name.endswith("s"):
            # The column can hold counts.
            text = sql.when(~text.rlike(r"^\s*[0-9]{1,20}(\.0)?\s*$"), text)
        found.append(sql.struct(sql.lit(field.name), text))
    return sql.array(*found).cast("array<struct<column: string, recorded: string>>")


def _places(puzzles: Any, by: str) -> Any:
    """Return the identity and the location of every puzzle."""
    return spark.identified(puzzles.drop("recorded"), by=by).select(*_PLACE, "identity")


def _verified(puzzles: Any) -> Any:
    """Return every recorded solution of a readable puzzle, and whether it is right."""

    def verify(batches: Any) -> Any:
        for batch in batches:
            right = spark.verified(batch.column("puzzle"), batch.column("recorded"))
            yield batch.append_column("is_right", right)

    recorded = puzzles.selectExpr(*_PLACE, "puzzle", "inline(recorded)").filter("trim(recorded) != ''")
    schema = copy.deepcopy(recorded.schema).add("is_right", "boolean")
    return recorded.mapInArrow(verify, schema).filter("is_right IS NOT NULL")


def _copies(places: Any) -> Any:
    """Return the puzzles that have an earlier duplicate, with the location of the first."""
    from pyspark.sql import Window
    from pyspark.sql import functions as sql

    place = sql.struct(*_PLACE)
    first = sql.min(place).over(Window.partitionBy("identity"))
    found = places.filter("identity IS NOT NULL").withColumn("first", first)
    return found.filter(place != sql.col("first"))


def _summary(sources: Sequence[str], places: Any, copies: Any) -> dict[str, Any]:
    from pyspark.sql import functions as sql

    puzzles, rows = places.agg(sql.count("identity"), sql.count("*")).first()
    leaks, found = copies.agg(sql.count_if(sql.expr("source != first.source")), sql.count("*")).first()
    # The sources of each puzzle that is in several sources.
    inside = copies.select("identity", "source").union(copies.select("identity", "first.source")).distinct()
    other = inside.withColumnRenamed("source", "other")
    pairs = inside.join(other, "identity").filter("source < other").groupBy("source", "other").count()
    shared = pairs.orderBy("source", "other").collect()
    return {
        "puzzles": puzzles,
        "unreadable": rows - puzzles,
        "leaks": leaks,
        "duplicates": found - leaks,
        "shared": [{"files": [sources[one], sources[two]], "puzzles": number} for one, two, number in shared],
    }


def check(
    session: Any,
    sources: Sequence[str],
    column: str = "puzzle",
    output: str | None = None,
    by: str = "puzzle",
    *,
    form: str | None = None,
    partitions: int | None = None,
) -> dict[str, Any]:
    """Find wrong recorded solutions and the puzzles that equal an earlier one, and return a summary.

    Puzzles are equal under a symmetry, or have solutions that are (``by="solution"``). The order of sources,
    files and rows decides which puzzle comes first. A puzzle whose first occurrence is in another source is a leak;
    otherwise it is a duplicate. With an ``output``, the locations of both are written to its folder
    ``duplicates``, and those of wrong solutions to ``wrong_solutions``.
    """
    from pyspark import StorageLevel

    if output is not None:
        must_be_new(session, output)
    puzzles = _puzzles(session, sources, column, form, partitions)
    verified = _verified(puzzles).persist(StorageLevel.DISK_ONLY)
    places = _places(puzzles, by).persist(StorageLevel.DISK_ONLY)
    copies = _copies(places).persist(StorageLevel.DISK_ONLY)
    try:
        summary = _summary(sources, places, copies)
        wrong = verified.filter("NOT is_right")
        solutions, mistakes = verified.count(), wrong.count()
        if solutions:
            summary |= {"solutions": solutions, "wrong_solutions": mistakes}
        if output is not None:
            first = [f"first.{name} AS first_{name}" for name in _PLACE]
            copies.selectExpr(*_PLACE, *first).sort(*_PLACE).write.parquet(f"{output}/duplicates")
            named = wrong.select(*_PLACE, "column", "puzzle", "recorded").sort(*_PLACE, "column")
            named.write.parquet(f"{output}/wrong_solutions")
    finally:
        verified.unpersist()
        copies.unpersist()
        places.unpersist()
    return summary


def dedup(
    session: Any,
    sources: Sequence[str],
    output: str,
    column: str = "puzzle",
    *,
    form: str | None = None,
    to: str = "parquet",
    partitions: int | None = None,
) -> dict[str, Any]:
    """Write each source without the puzzles that ``check`` finds, to a folder of the same name in ``output``.

    All columns, the order of the rows, and rows with an unreadable puzzle are kept.
    """
    from pyspark import StorageLevel
    from pyspark.sql import functions as sql

    names = [source.rstrip("/").rpartition("/")[2] for source in sources]
    if len(set(names)) < len(names):
        raise ValueError(f"sources need names of their own, not {', '.join(names)}")
    must_be_new(session, output)
    places = _places(_puzzles(session, sources, column, form, partitions), "puzzle").persist(StorageLevel.DISK_ONLY)
    copies = _copies(places).persist(StorageLevel.DISK_ONLY)
    try:
        summary = _summary(sources, places, copies)
        for number, (source, name) in enumerate(zip(sources, names, strict=True)):
            frame = read(session, source, form)
            lost = copies.filter(sql.col("source") == number).selectExpr("path AS _path", "row AS _row")
            kept = located(frame, source).join(lost, ["_path", "_row"], "left_anti")
            ordered = kept.repartitionByRange("_path", "_row").sortWithinPartitions("_path", "_row")
            # The folder's name has the value of this column.
            in_name = name.partition("=")[0] if "=" in name else None
            write(ordered.select(*(it for it in frame.columns if it != in_name)), f"{output}/{name}", to)
    finally:
        copies.unpersist()
        places.unpersist()
    return summary


def _append(session: Any, asked: argparse.Namespace) -> dict[str, int]:
    """Write the sources with the columns of ``solve`` or ``rate``, and return how many rows there are."""
    from pyspark.sql import Observation
    from pyspark.sql import functions as sql

    must_be_new(session, asked.output, asked.to)
    frame = reduce(lambda one, other: one.unionByName(other), (read(session, it, asked.form) for it in asked.sources))
    _must_have(frame, asked.drop)
    frame = frame.drop(*asked.drop)
    scales = asked.scale if asked.subcommand == "rate" else ("",)
    frame = _spread(frame, frame, asked.partitions, spark.slowest(scales))
    for scale in scales:
        options = {"scale": scale, "steps": asked.steps} if scale else {"limit": asked.limit}
        prefix = asked.prefix + (f"{scale}_" if scale else "")
        # The rows are already distributed.
        frame = spark.append(frame, asked.subcommand, asked.column, prefix=prefix, **options)
    _must_have(frame, asked.select)
    counts = Observation()
    unreadable = sql.count_if(sql.col(f"{prefix}ending").isNull()).alias("unreadable")
    frame = frame.observe(counts, sql.count(sql.lit(1)).alias("rows"), unreadable)
    write(frame.select(*asked.select) if asked.select else frame, asked.output, asked.to)
    return dict(counts.get)


def _must_have(frame: Any, names: Sequence[str]) -> None:
    for name in names:
        if name not in frame.columns:
            raise ValueError(f"there is no column {name!r}; the columns are {', '.join(frame.columns)}")


def _shares(text: str) -> tuple[int, int, int]:
    """Read ``8,1,1`` or ``0.8,0.1,0.1``."""
    try:
        parts = [Fraction(part.strip()) for part in text.split(",")]
    except ZeroDivisionError as error:
        raise ValueError("the denominator of a share must not be 0") from error
    common = lcm(*(part.denominator for part in parts))
    whole = [int(part * common) for part in parts]
    if len(whole) != 3 or min(whole) < 0 or sum(whole) == 0:
        raise ValueError("write three shares like 8,1,1")
    return whole[0], whole[1], whole[2]


def _clues(text: str) -> int | tuple[int, int]:
    """Read ``28`` or ``24..28``."""
    least, dots, most = text.partition("..")
    return (int(least), int(most)) if dots else int(least)


def _positive(text: str) -> int:
    number = int(text)
    if not 1 <= number < 2**63:
        raise ValueError("at least 1, and a number that Spark has")
    return number


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _scales(text: str) -> tuple[str, ...]:
    named = text.split(",")
    if not set(named) <= set(spark.SCALES):
        raise ValueError(f"one or more of {', '.join(spark.SCALES)}")
    return tuple(scale for scale in spark.SCALES if scale in named)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("spark_job", description="Data sets of Sudoku puzzles on a cluster.")
    subcommands = parser.add_subparsers(dest="subcommand", required=True)

    make = subcommands.add_parser("make", help="make a data set, as `sudoku dataset make --guess-rating 0` does")
    make.add_argument("--output", "-o", required=True, help="the folder, which must not exist")
    make.add_argument("--count", "-c", type=_positive, default=1000, help="how many puzzles (1000)")
    make.add_argument("--seed", type=int, default=1, help="the seed of the puzzles (1)")
    make.add_argument("--split", type=_shares, default=(8, 1, 1), help="shares of training, validation, test (8,1,1)")
    make.add_argument("--split-by", choices=spark.IDENTITIES, default="solution", help="what decides the split")
    tasks = make.add_mutually_exclusive_group()
    tasks.add_argument("--per-shard", type=_positive, help="puzzles of a task and its files (by count and scale)")
    tasks.add_argument("--partitions", type=_positive, help="the number of tasks, instead of --per-shard")
    make.add_argument("--scale", type=_scales, default=(), help="rate on these: se, sukaku, hodoku")
    make.add_argument("--steps", action="store_true", help="write the steps on each scale too")
    make.add_argument("--clues", type=_clues, help="how many clues: a number, or A..B")
    make.add_argument("--symmetry", choices=sudoku_engines.SYMMETRIES, help="of the pattern of clues")
    make.add_argument("--minimal", action="store_true", help="no clue can be removed, with a symmetry too")
    make.add_argument("--attempts", type=_positive, help="how many each puzzle may take (1000)")

    check = subcommands.add_parser("check", help="find leaks between files or folders, duplicates and wrong solutions")
    dedup = subcommands.add_parser("dedup", help="write them without leaks and duplicates")
    solve = subcommands.add_parser("solve", help="append solutions")
    rate = subcommands.add_parser("rate", help="append ratings")
    check.add_argument("--output", "-o", help="a folder for the places of what is found")
    check.add_argument("--by", choices=spark.IDENTITIES, default="puzzle", help="the identity of puzzles (puzzle)")
    for subcommand in (dedup, solve, rate):
        subcommand.add_argument("--output", "-o", required=True, help="the folder or table, which must not exist")
    for subcommand in (check, dedup, solve, rate):
        subcommand.add_argument("sources", nargs="+", help="files, folders or tables")
        subcommand.add_argument("--column", default="puzzle", help="the column of puzzles (puzzle)")
        subcommand.add_argument("--from", dest="form", choices=FORMATS, help="the format of the sources (by their names)")
        subcommand.add_argument("--partitions", type=_positive, help="the number of tasks (by rows, cores and scale)")
    dedup.add_argument("--to", choices=FORMATS[:-1], default="parquet", help="the format of the output (parquet)")
    for subcommand in (solve, rate):
        subcommand.add_argument("--to", choices=FORMATS, default="parquet", help="the format of the output (parquet)")
        subcommand.add_argument("--prefix", default="", help="the start of the names of the new columns")
        subcommand.add_argument("--drop", type=_names, default=(), metavar="A,B", help="columns to leave out first")
        subcommand.add_argument("--select", type=_names, default=(), metavar="A,B", help="the columns to write (all)")
    solve.add_argument("--limit", type=_positive, default=2, help="how many solutions are looked for (2)")
    rate.add_argument("--scale", type=_scales, default=("se",), help="se, sukaku, hodoku (se)")
    rate.add_argument("--steps", action="store_true", help="append the steps on each scale too")
    for subcommand in (make, check, dedup, solve, rate):
        subcommand.add_argument("--verbose", action="store_true", help="show the log of Spark, and whole errors")
    return parser


def _run(session: Any, asked: argparse.Namespace) -> int:
    if asked.subcommand == "make":
        wishes = {name: getattr(asked, name) for name in ("clues", "symmetry", "attempts")}
        wishes = {name: wish for name, wish in wishes.items() if wish is not None}
        if asked.minimal:
            wishes["minimal"] = True
        # Check the request once here, and not in every task.
        sudoku_engines.generate(0, seed=asked.seed, **wishes)
        if asked.steps and not asked.scale:
            raise ValueError("--steps requires --scale")
        request = spark.DatasetRequest(
            count=asked.count,
            seed=asked.seed,
            per_shard=-(-asked.count // asked.partitions) if asked.partitions else asked.per_shard,
            shares=asked.split,
            split_by=asked.split_by,
            scales=asked.scale,
            steps=asked.steps,
            wishes=wishes,
        )
        manifest = make(session, request, asked.output)
        print(json.dumps({"taken": manifest["taken"], "rejected": manifest["rejected"]}))
        return min(manifest["rejected"], 1)
    form, partitions = asked.form, asked.partitions
    if asked.subcommand == "check":
        summary = check(
            session, asked.sources, asked.column, asked.output, asked.by, form=form, partitions=partitions
        )
        print(json.dumps(summary))
        findings = ["leaks", "unreadable", "wrong_solutions"]
        if asked.by == "puzzle":
            # A source may have two puzzles with the same solution.
            findings.append("duplicates")
        return min(sum(summary.get(name, 0) for name in findings), 1)
    if asked.subcommand == "dedup":
        summary = dedup(
            session, asked.sources, asked.output, asked.column, form=form, to=asked.to, partitions=partitions
        )
        print(json.dumps(summary))
        return 0
    written = _append(session, asked)
    print(json.dumps(written))
    return min(written["unreadable"], 1)


def _session(asked: argparse.Namespace) -> Any:
    """Return the current Spark session or a new one, which is quiet and shows its progress on a terminal."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName(f"sudoku {asked.subcommand}")
    if not asked.verbose:
        # The warning does not apply, because the job passes no data of pandas to Spark.
        warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    if SparkSession.getActiveSession() is None and not asked.verbose:
        builder = builder.config("spark.log.level", "OFF")
        builder = builder.config("spark.ui.showConsoleProgress", str(sys.stderr.isatty()).lower())
    session = builder.getOrCreate()
    context = session.sparkContext
    # PySpark logs the errors that it raises.
    logging.getLogger("DataFrameQueryContextLogger").disabled = not asked.verbose
    # On a local master, the workers use the Python of the driver.
    if context.master.startswith("local") and "PYSPARK_PYTHON" not in os.environ:
        context.pythonExec = sys.executable
    return session


def _words(error: Exception) -> str:
    """Return the message of an error in one line, without the traces of Java and Python."""
    text = str(error).strip()
    _, trace, raised = text.rpartition("Traceback (most recent call last):")
    if trace:
        # The first line that is not indented, without the module.
        line = next((line for line in raised.splitlines() if line and not line[0].isspace()), text)
        words = re.sub(r"^(\w+\.)+(?=\w+:)", "", line)
        if "No module named 'sudoku_engines'" in words:
            words += "; the workers need this package: docs/guides/spark.md says how to ship it"
    else:
        # The query plan or the trace of Java follows.
        words = re.sub(r"^An error occurred while calling \S+\s*: (\w+\.)*", "", text).partition("\n")[0]
    return "; ".join([words, *getattr(error, "__notes__", [])])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program in the current Spark session or a new one, and return its exit code.

    The code is 1 if ``check`` found more than equal solutions within a source, if ``make`` made too few puzzles, or if
    ``solve`` or ``rate`` could not read a puzzle. An error exits with 2.
    """
    from pyspark.sql import SparkSession

    parser = _parser()
    asked = parser.parse_args(arguments)
    is_new = SparkSession.getActiveSession() is None
    try:
        session = _session(asked)
        try:
            return _run(session, asked)
        finally:
            if is_new:
                session.stop()
    except Exception as error:
        if asked.verbose:
            traceback.print_exc()
        parser.error(_words(error))


if __name__ == "__main__":
    sys.exit(main())
