"""Spark makes the same rows as the command on one machine, even if processes are killed."""

import doctest
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest
from conftest import EASY, SOLUTION

import sudoku_engines as se

pyspark = pytest.importorskip("pyspark", reason="`cargo xtask spark` runs these")

import cluster
import pyarrow
import pyarrow.csv
import pyarrow.orc
import pyarrow.parquet as parquet
import pyspark.sql.functions

from sudoku_engines import spark, spark_job


#: Long optimization by the Java compiler does not pay off in short tests.
HASTY = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"

#: The shards in whose middle a process is killed, and the process. `cargo xtask deep` kills twice as many. The other
#: tests do not, because starting a new executor takes seconds.
KILLED = {1: "worker", 3: "executor"}
if "SUDOKU_DEEP" in os.environ:
    KILLED |= {5: "another-worker", 6: "another-executor"}


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """Return a session on a cluster of two executors with one core each."""
    settings = {"driver.extraJavaOptions": HASTY, "executor.extraJavaOptions": HASTY}
    session = cluster.start(tmp_path_factory.mktemp("spark"), **settings)
    yield session
    session.stop()


@pytest.fixture
def run(session, capsys):
    """Return a function that runs the job in the cluster's session, and returns its exit code and its output."""

    def run(*arguments):
        code = spark_job.main([str(argument) for argument in arguments])
        return code, json.loads(capsys.readouterr().out)

    return run


def parts_of(folder):
    """Return the rows of a folder that Spark has written, in the order of its files."""
    return [row for part in sorted(folder.glob("part-*")) for row in parquet.ParquetFile(part).read().to_pylist()]


def rows_of(folder, split):
    """Return the rows of a split by shard, from a data set of Spark or of the command."""
    files = sorted([*folder.glob(f"split={split}/part-*.parquet"), *folder.glob(f"{split}-*.parquet")])
    return [row for file in files for row in parquet.ParquetFile(file).read().to_pylist()]


def assert_same(ours, theirs):
    """Check that both folders have the same data set."""
    manifests = [json.loads(path.read_text()) for path in (ours / "_manifest.json", theirs / "manifest.json")]
    for name in ("taken", "rejected", "splits"):
        assert manifests[0][name] == manifests[1][name], name
    assert sum(file["rows"] for file in manifests[0]["files"]) == sum(
        split["rows"] for split in manifests[1]["splits"].values()
    )
    for split in spark.SPLITS:
        assert rows_of(ours, split) == rows_of(theirs, split), split


@pytest.mark.parametrize(
    "options",
    [
        ["--count", 70, "--seed", 3, "--per-shard", 16, "--split", "0.5,0.25,0.25"],
        ["--count", 40, "--split", "1,1,1", "--split-by", "puzzle"],
        # The search fails for some of these puzzles, so row numbers differ from puzzle numbers.
        ["--count", 30, "--per-shard", 7, "--clues", 24, "--attempts", 1],
        # The search fails for all of these puzzles.
        ["--count", 4, "--clues", "22..23", "--attempts", 2, "--symmetry", "half-turn"],
        ["--count", 8, "--per-shard", 4, "--scale", "hodoku,se", "--steps"],
    ],
)
def test_make_writes_the_same_data_set_as_the_command(run, sudoku, tmp_path, options):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    code, said = run("make", "--output", ours, *options)
    sudoku("dataset", "make", "--quiet", "--guess-rating", 0, "--format", "parquet", "--output", theirs, *options)
    assert_same(ours, theirs)
    assert code == (1 if said["rejected"] else 0)
    assert ("--attempts" in options) == (said["rejected"] > 0), said


def executor_of(process):
    """Return the executor of a Python worker: its nearest ancestor that is a Java process."""
    while True:
        process = int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
        words = pathlib.Path(f"/proc/{process}/cmdline").read_bytes()
        if b"java" in words.partition(b"\0")[0]:
            assert b"CoarseGrainedExecutorBackend" in words, words
            return process


def test_killed_processes_do_not_change_the_rows(run, sudoku, tmp_path, monkeypatch):
    made, find, victims = spark.made, executor_of, KILLED

    def killing(request, batches):
        """Make shards. Once in the middle of each shard of ``KILLED``, kill the worker or its executor."""
        for shard in (number for batch in batches for number in batch.column(0).to_pylist()):
            for rows in made(request, shard):
                yield rows.slice(0, 7)
                name = victims.get(shard)
                if name is not None and not (tmp_path / name).exists():
                    (tmp_path / name).touch()
                    os.kill(find(os.getpid()) if "executor" in name else os.getpid(), signal.SIGKILL)
                    signal.pause()
                yield rows.slice(7)

    # The workers cannot import this file, so the functions are sent by value.
    pyspark.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    monkeypatch.setattr(spark, "_made", killing)
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    options = ["--count", 150, "--seed", 9, "--per-shard", 20]
    assert run("make", "--output", ours, *options) == (0, {"taken": 150, "rejected": 0})
    assert {path.name for path in tmp_path.iterdir()} == {"ours", *KILLED.values()}
    sudoku("dataset", "make", "--quiet", "--guess-rating", 0, "--format", "parquet", "--output", theirs, *options)
    assert_same(ours, theirs)


def test_check_and_dedup_give_the_same_results_as_the_command(run, sudoku, tmp_path):
    puzzles = [made.puzzle for made in se.generate(40, seed=5)]
    moved = se.transform(puzzles, random=2)
    sources = {
        "one.parquet": [*puzzles[:25], None, moved[3], "no puzzle", moved[3]],
        "two.parquet": [moved[7], *puzzles[25:], moved[30], moved[9], puzzles[7]],
        "three.parquet": [puzzles[9], moved[26]],
    }
    for name, column in sources.items():
        table = pyarrow.table({"number": range(len(column)), "puzzle": column})
        # The file has several row groups, and the row numbers must be consecutive.
        parquet.write_table(table, tmp_path / name, row_group_size=6)
    files = [tmp_path / name for name in sources]

    code, said = run("check", *files, "--output", tmp_path / "copies")
    *places, summary = map(json.loads, sudoku("dataset", "check", "--quiet", "--json", *files).splitlines())
    assert said == summary and code == 1
    assert said["leaks"] == 5 and said["duplicates"] == 3 and said["unreadable"] == 2
    parts = sorted((tmp_path / "copies/duplicates").glob("part-*"))
    copies = [row for part in parts for row in parquet.read_table(part).to_pylist()]
    assert [
        {"file": str(files[row["source"]]), "line": row["row"]}
        | {"first_file": str(files[row["first_source"]]), "first_line": row["first_row"]}
        | {"leak": row["source"] != row["first_source"]}
        for row in copies
    ] == places
    assert all(row["path"].endswith(files[row["source"]].name) for row in copies)

    assert run("dedup", *files, "--output", tmp_path / "clean") == (0, said)
    lost = {(place["file"], place["line"]) for place in places}
    for file, column in zip(files, sources.values(), strict=True):
        parts = sorted((tmp_path / "clean" / file.name).glob("part-*"))
        kept = [row for part in parts for row in parquet.read_table(part).to_pylist()]
        rows = [{"number": number, "puzzle": puzzle} for number, puzzle in enumerate(column)]
        assert kept == [row for row in rows if (str(file), row["number"] + 1) not in lost]
    code, said = run("check", *(tmp_path / "clean" / file.name for file in files))
    assert (said["leaks"], said["duplicates"], said["unreadable"]) == (0, 0, 2)


def test_planted_mistakes_are_found(run, sudoku, tmp_path):
    """The job finds wrong solutions and puzzles of an earlier grid in the same rows as the command."""
    made = [(one.puzzle, one.solution) for one in se.generate(120, seed=8)]
    # One more clue and a symmetry give another puzzle of the same grid.
    more = [puzzle.replace(".", solution[puzzle.index(".")], 1) for puzzle, solution in made[::3]]
    moved = se.transform(more, random=4)
    solved = [one.solution for one in se.solve(moved)]
    tables = {
        "train.parquet": ([p for p, _ in made], [s for _, s in made]),
        "test.parquet": (moved, solved),
    }
    # 40 rows with wrong solutions, in two columns: a changed clue, two swapped digits, or one digit everywhere.
    puzzles, answers = tables["train.parquet"]
    for number, row in enumerate(range(0, 120, 3)):
        puzzle, answer = puzzles[row], answers[row]
        clue = next(at for at, digit in enumerate(puzzle) if digit != ".")
        blanks = [at for at in range(81) if puzzle[at] == "."]
        one, other = next((a, b) for a in blanks for b in blanks if a < b and a // 9 == b // 9)
        changed = answer[:clue] + str(int(answer[clue]) % 9 + 1) + answer[clue + 1 :]
        swapped = answer[:one] + answer[other] + answer[one + 1 : other] + answer[one] + answer[other + 1 :]
        answers[row] = (changed, swapped, "1" * 81)[number % 3]
    for name, (column, recorded) in tables.items():
        lists = pyarrow.array([list(map(int, answer)) for answer in recorded], pyarrow.list_(pyarrow.int8()))
        columns = {"question": column, "Answer": recorded, "solutions": lists, "answers": [1] * len(column)}
        parquet.write_table(pyarrow.table(columns), tmp_path / name)
    files = [tmp_path / name for name in tables]
    for by, leaks in (("puzzle", 0), ("solution", 40)):
        folder = tmp_path / by
        code, said = run("check", *files, "--column", "question", "--by", by, "--output", folder)
        *found, summary = map(
            json.loads,
            sudoku("dataset", "check", "--quiet", "--json", "--by", by, *files).splitlines(),
        )
        assert said == summary and code == 1
        assert (said["leaks"], said["solutions"], said["wrong_solutions"]) == (leaks, 320, 80)
        parts = sorted((folder / "wrong_solutions").glob("part-*"))
        rows = [row for part in parts for row in parquet.read_table(part).to_pylist()]
        assert [row["row"] for row in rows] == [one["line"] for one in found if "wrong" in one]
        assert [(row["row"], row["column"]) for row in rows] == [
            (row, column) for row in range(1, 121, 3) for column in ("Answer", "solutions")
        ]


def test_columns_are_appended(session, run, tmp_path):
    column = [EASY, None, "no puzzle", "." * 81]
    parquet.write_table(pyarrow.table({"id": [1, 2, 3, 4], "question": column}), tmp_path / "puzzles.parquet")
    frame = session.read.parquet(str(tmp_path / "puzzles.parquet"))
    solved = spark.solve(frame, "question", limit=3)
    assert solved.schema.simpleString() == (
        "struct<id:bigint,question:string,solution:string,solutions:bigint,guesses:bigint,ending:string>"
    )
    # A file is one task.
    assert solved.rdd.getNumPartitions() == 1
    assert spark.solve(frame, "question", partitions=5).rdd.getNumPartitions() == 5
    rows = [tuple(row) for row in solved.orderBy("id").collect()]
    assert rows[0] == (1, EASY, SOLUTION, 1, 0, "exhausted")
    assert rows[1] == (2, None, None, None, None, None) and rows[2][2:] == (None,) * 4
    assert rows[3][3] == 3

    by_column = frame.select("id", spark.udf("solve", limit=3)("question").alias("it")).select("id", "it.*")
    assert [tuple(row) for row in by_column.orderBy("id").collect()] == [(row[0], *row[2:]) for row in rows]
    [form] = spark.canonical(frame.filter("id = 1"), "question").collect()
    assert tuple(form)[2:] == tuple(se.canonical(EASY))
    [rated] = spark.rate(frame.filter("id = 1"), "question", scale="hodoku").collect()
    rating = se.rate(EASY, scale="hodoku")
    assert (rated.hodoku_level, rated.hodoku_score) == (rating.level, rating.score)

    with pytest.raises(ValueError, match="no column 'puzzle'; its columns are id, question"):
        spark.solve(frame)
    with pytest.raises(ValueError, match="a column 'solution' already"):
        spark.solve(solved, "question")
    assert spark.solve(solved, "question", prefix="my_").columns[-4:] == [f"my_{name}" for name in solved.columns[-4:]]
    with pytest.raises(ValueError, match="not one of se, sukaku, hodoku"):
        spark.rate(frame, "question", scale="none")
    with pytest.raises(ValueError, match="no function 'fly'"):
        spark.fields("fly")
    with pytest.raises(ValueError, match='pass seeds="COLUMN"'):
        spark.transform(frame, "question", random=1)


def test_measures_have_no_scale():
    for measures in ("backdoor", ["backdoor"]):
        found = spark.fields("rate", scale="hodoku", measures=measures)
        assert found == (
            ("hodoku_level", "string"),
            ("hodoku_score", "integer"),
            ("backdoor", "long"),
            ("hodoku_ending", "string"),
        )
    names = [name for name, _ in spark.fields("rate", steps=True, measures="te_depth", prefix="my_")]
    assert names == ["my_er", "my_ep", "my_ed", "my_steps", "my_te_depth", "my_ending"]
    assert spark.fields("rate", scale=None, measures="te_depth") == (("te_depth", "long"), ("ending", "string"))


#: The options of the functions, on frames and in the package. The other functions have no options.
OPTIONS = {
    "explain": {"form": "steps", "scale": "hodoku"},
    "trace": {"form": "text"},
    "transform": {"seeds": "number"},
    "verify": {"answers": "claim"},
    "verify_steps": {"steps": "claimed"},
}


def test_all_functions_give_the_same_results_as_the_package(session):
    made = se.generate(6, seed=4)
    table = {
        "number": list(range(8)),
        "puzzle": [*(one.puzzle for one in made), None, "no puzzle"],
        "claim": [*(one.solution for one in made), SOLUTION, None],
        "claimed": [json.dumps(se.hint(one.puzzle).steps) for one in made] + ["[]", "[]"],
    }
    schema = "number long, puzzle string, claim string, claimed string"
    frame = session.createDataFrame(list(zip(*table.values(), strict=True)), schema)
    columns = {name: pyarrow.array(column) for name, column in table.items()} | {"number": table["number"]}
    puzzles = pyarrow.array(table["puzzle"])
    for function in spark.FUNCTIONS:
        options = OPTIONS.get(function, {})
        rows = getattr(spark, function)(frame, partitions=2, prefix="", **options).orderBy("number").collect()
        theirs = getattr(se, function)(puzzles, **{key: columns.get(name, name) for key, name in options.items()})
        theirs = theirs if isinstance(theirs, list) else theirs.to_pylist()
        for row, expected in zip(rows, theirs, strict=True):
            ours = {name: value for name, value in row.asDict(recursive=True).items() if name not in table}
            if expected is None:
                assert set(ours.values()) == {None}, function
            else:
                assert ours == (expected if isinstance(expected, dict) else {function: expected}), function


def test_frames_are_made_split_and_compared(session):
    made = spark.generate(session, 20, seed=7, partitions=3)
    assert made.rdd.getNumPartitions() == 3
    assert [row.puzzle for row in made.collect()] == [one.puzzle for one in se.generate(20, seed=7)]
    # Puzzles that no attempt finds are left out.
    assert spark.generate(session, 3, seed=1, clues=22, attempts=1).count() == 0
    puzzles = [row.puzzle for row in made.collect()]
    moved = [*se.transform(puzzles[:3], random=5), *(one.puzzle for one in se.generate(2, seed=8))]
    other = session.createDataFrame([(puzzle,) for puzzle in [*moved, moved[0], None, "no puzzle"]], "puzzle string")
    assert spark.dedup(other).count() == 7
    found = spark.leaks(made, other).collect()
    assert sorted(row.puzzle for row in found) == sorted([moved[0], *moved[:3]])


def test_tasks_suit_the_rows_and_the_cluster():
    assert spark.tasks(0, 2) == spark.tasks(100, 2) == 1
    # Even with the fastest function, a million puzzles are more than one task.
    assert spark.tasks(10**6, 2) == 8 and spark.tasks(10**9, 2) == 1000
    assert spark.tasks(100, 2, scale="se") == 7 and spark.tasks(10**6, 2, scale="se") == 1000
    shards = [spark.DatasetRequest(10**6, scales=scales).shards for scales in [(), ("hodoku",), ("hodoku", "se")]]
    assert shards == [50, 64, 1000]
    assert spark.DatasetRequest(1000).shards == 1 and spark.DatasetRequest(10, per_shard=3).shards == 4


def test_jobs_read_and_write_every_format(session, run, tmp_path):
    made = se.generate(60, seed=3)
    moved = se.transform([made[0].puzzle, made[7].puzzle], random=1)
    puzzles = [one.puzzle for one in made] + moved
    table = pyarrow.table({"id": range(62), "puzzle": puzzles, "solution": [one.solution for one in se.solve(puzzles)]})
    (tmp_path / "set/split=train").mkdir(parents=True)
    train, csv, orc = tmp_path / "set/split=train", tmp_path / "train.csv", tmp_path / "train.orc"
    parquet.write_table(table, train / "one.parquet")
    pyarrow.csv.write_csv(table, csv)
    pyarrow.orc.write_table(table, str(orc))
    # Several blocks in each file.
    session.conf.set("spark.sql.files.maxPartitionBytes", "4k")
    try:
        places = []
        for number, source in enumerate((train, csv, orc)):
            code, said = run("check", source, "--output", tmp_path / f"found-{number}")
            assert code == 1 and (said["puzzles"], said["duplicates"], said["solutions"]) == (62, 2, 62)
            places.append([(row["row"], row["first_row"]) for row in parts_of(tmp_path / f"found-{number}/duplicates")])
        assert places == [[(61, 1), (62, 8)]] * 3
        # The job's own output can be solved again, and the folder's name becomes a column.
        options = ["--drop", "solution", "--partitions", 3]
        assert run("solve", train, "-o", tmp_path / "solved", *options) == (0, {"rows": 62, "unreadable": 0})
        solved = session.read.parquet(str(tmp_path / "solved"))
        assert solved.columns == ["id", "puzzle", "split", "solution", "solutions", "guesses", "ending"]
        assert len(list((tmp_path / "solved").glob("part-*"))) == 3
        assert {tuple(row) for row in solved.select("puzzle", "solution").collect()} == set(
            zip(puzzles, table["solution"].to_pylist(), strict=True)
        )
        # A view has no files.
        solved.createOrReplaceTempView("solved_view")
        assert run("check", "solved_view")[1]["duplicates"] == 2
        names = ["--prefix", "my_", "--select", "id,my_solution"]
        assert run("solve", csv, "-o", tmp_path / "csv", "--to", "csv", *names)[0] == 0
        rows = session.read.csv(str(tmp_path / "csv"), header=True).orderBy(pyspark.sql.functions.col("id").cast("int"))
        assert [tuple(row) for row in rows.collect()] == [
            (str(number), solution) for number, solution in enumerate(table["solution"].to_pylist())
        ]
        run("rate", orc, "-o", tmp_path / "orc", "--to", "orc", "--scale", "hodoku", "--steps")
        rated = session.read.orc(str(tmp_path / "orc"))
        assert rated.columns[3:] == ["hodoku_level", "hodoku_score", "hodoku_steps", "hodoku_ending"]
        assert rated.filter("size(hodoku_steps) >= 81 - length(replace(puzzle, '.', ''))").count() == 62
        run("dedup", csv, "-o", tmp_path / "clean", "--to", "csv")
        kept = session.read.csv(str(tmp_path / "clean/train.csv"), header=True).collect()
        assert [row.id for row in kept] == [str(number) for number in range(60)]
    finally:
        session.conf.unset("spark.sql.files.maxPartitionBytes")


def test_tables_are_sources_and_outputs(session, run, tmp_path):
    session.createDataFrame([(EASY,), ("no puzzle",)], "puzzle string").write.saveAsTable("puzzles_of_test")
    # An unreadable puzzle is counted, and the others are answered.
    assert run("solve", "puzzles_of_test", "-o", "solved_of_test", "--to", "table") == (1, {"rows": 2, "unreadable": 1})
    rows = session.table("solved_of_test").orderBy("puzzle").collect()
    assert [row.solution for row in rows] == [SOLUTION, None]
    with pytest.raises(SystemExit):
        spark_job.main(["solve", "puzzles_of_test", "-o", "solved_of_test", "--to", "table"])


def test_spark_submit_runs_the_program(session, tmp_path):
    parquet.write_table(pyarrow.table({"puzzle": [EASY, EASY]}), tmp_path / "puzzles.parquet")
    submit = [os.path.join(os.environ["SPARK_HOME"], "bin", "spark-submit"), "--master", "local[1]"]
    submit += ["--driver-java-options", HASTY, "--conf", "spark.ui.enabled=false"]
    command = [*submit, spark_job.__file__, "solve", tmp_path / "puzzles.parquet", "-o", tmp_path / "solved"]
    done = subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, text=True)
    assert json.loads(done.stdout) == {"rows": 2, "unreadable": 0}
    # Spark starts before the job, and writes a few lines until the job silences it.
    assert len(done.stderr.splitlines()) < 20, done.stderr
    assert parquet.read_table(tmp_path / "solved")["solution"].to_pylist() == [SOLUTION, SOLUTION]


@pytest.mark.parametrize(
    "wrong",
    [
        ["make"],
        ["make", "-o", "x", "--count", "0"],
        ["make", "-o", "x", "--split", "1,2"],
        ["make", "-o", "x", "--split", "0,0,0"],
        ["make", "-o", "x", "--split", "1/0,1,1"],
        ["make", "-o", "x", "--count", str(10**20)],
        ["make", "-o", ""],
        ["check", "missing.parquet"],
        ["solve", "missing.parquet", "-o", "x"],
        ["make", "-o", "x", "--clues", "few"],
        ["make", "-o", "x", "--scale", "none"],
        ["make", "-o", "x", "--seed", "-1"],
        ["make", "-o", "x", "--clues", "16"],
        ["make", "-o", "."],
        ["check"],
        ["check", "x", "-o", "."],
        ["dedup", "x", "-o", "."],
        ["dedup", "here/x", "there/x", "-o", "x"],
        ["dedup", "x", "-o", "y"],
        ["check", "x"],
        ["solve", "x", "-o", "."],
        ["rate", "x", "-o", "y"],
        ["fly"],
    ],
)
def test_invalid_arguments_are_refused(session, wrong):
    with pytest.raises(SystemExit) as refused:
        spark_job.main(wrong)
    assert refused.value.code == 2


def test_errors_are_one_line_and_their_exit_code_differs_from_leaks(session, tmp_path, capsys):
    (tmp_path / "no.parquet").write_text("no Parquet")
    parquet.write_table(pyarrow.table({"puzzle": [1], "other": ["." * 81]}), tmp_path / "numbers.parquet")
    (tmp_path / "there").mkdir()
    numbers, x, there = (str(tmp_path / name) for name in ("numbers.parquet", "x", "there"))
    for wrong, words in [
        (["check", str(tmp_path / "no.parquet")], "FAILED_READ_FILE"),
        (["solve", numbers, "-o", x], "holds long"),
        (["check", numbers], "holds long"),
        (["check", numbers, "--column", "nowhere"], "nowhere"),
        (["solve", numbers, "--column", "other", "-o", there], "there exists already"),
        (["solve", numbers, "--column", "other", "-o", x, "--limit", str(2**40)], "limit must be at most"),
        (["solve", numbers, "--column", "other", "-o", x, "--drop", "no"], "no column 'no'; the columns are puzzle"),
        (["make", "-o", x, "--steps"], "--steps requires --scale"),
    ]:
        with pytest.raises(SystemExit) as refused:
            spark_job.main(wrong)
        assert refused.value.code == 2
        usage, message = capsys.readouterr().err.strip().splitlines()
        assert usage.startswith("usage: spark_job") and re.search(words, message), message
    assert not (tmp_path / "x").exists()


def test_the_error_of_a_worker_is_its_message(session):
    frame = session.createDataFrame([(EASY,), (EASY[:40] + "z" + EASY[41:],)], "puzzle string").repartition(1)
    with pytest.raises(Exception) as raised:
        spark.solve(frame, errors="raise").collect()
    expected = r"PuzzleError: row [01]: line 1, column 41 \(r5c5\): found `z`, which does not belong here"
    assert re.fullmatch(expected, spark_job._words(raised.value))


def test_docstrings():
    found = doctest.testmod(spark)
    assert found.failed == 0 and found.attempted > 1
