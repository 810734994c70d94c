"""Makes a large data set on a Spark cluster of executors on this machine.

    python cluster.py COMMAND FOLDER ROWS SCALE

makes this number of rated puzzles on two executors and kills Python workers and executors during the work. Then it
compares the rows with those of the command ``sudoku``, checks for leaks, and measures the overhead of Spark.
``cargo xtask spark --rows ROWS`` runs it.

    python cluster.py COMMAND FOLDER ROWS SCALE scaling

makes the puzzles on one executor and on two, and compares the times. ``cargo xtask spark --rows ROWS --scaling`` runs
it.
"""

import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import threading
import time
from functools import reduce

import pyarrow.dataset
import pyspark

MILLION = 1_000_000
EXECUTOR = b"CoarseGrainedExecutorBackend"


def start(folder, memory="768m", workers=2, **settings):
    """Return a session on a new cluster of executors with one core each. Its files are in the folder."""
    folder = str(folder)
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ["SPARK_WORKER_DIR"] = folder
    builder = pyspark.sql.SparkSession.builder.master(f"local-cluster[{workers},1,1024]")
    for name, value in {
        "driver.bindAddress": "127.0.0.1",
        "driver.host": "127.0.0.1",
        "executor.memory": memory,
        "local.dir": folder,
        "sql.shuffle.partitions": "3",
        "sql.warehouse.dir": folder,
        "ui.enabled": "false",
        "ui.showConsoleProgress": "false",
        **settings,
    }.items():
        builder = builder.config(f"spark.{name}", value)
    return builder.getOrCreate()


def parent(process):
    """Return the parent process."""
    return int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def words(process):
    """Return the command line."""
    return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")


def below(process):
    """Return all descendant processes."""
    above = {}
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            above[int(path.name)] = parent(path.name)
        except (FileNotFoundError, ProcessLookupError):
            continue
    found, rest = [], [process]
    while rest:
        one = rest.pop()
        children = [child for child, of in above.items() if of == one]
        found += children
        rest += children
    return found


def executors():
    """Return the executors of this process's cluster."""
    found = []
    for process in below(os.getpid()):
        try:
            found += [process] if any(EXECUTOR in word for word in words(process)) else []
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


class Clock(threading.Thread):
    """Measures the CPU time of the cluster's Java and Python processes, including ended ones."""

    def __init__(self):
        super().__init__(daemon=True)
        self.taken = {}

    def run(self):
        while True:
            self.look()
            time.sleep(0.5)

    def look(self):
        for process in below(os.getpid()):
            try:
                fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                kind = "java" if b"java" in words(process)[0] else "python"
            except (FileNotFoundError, ProcessLookupError):
                continue
            self.taken[process, kind] = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    def seconds(self):
        self.look()
        return [sum(taken for (_, of), taken in self.taken.items() if of == kind) for kind in ("java", "python")]


CLOCK = Clock()


class Killer(threading.Thread):
    """Kills a Python worker or an executor, alternately, each time when one of these shares of the tasks is done.

    It skips processes that have already ended. The rows must not depend on the kills.
    """

    SHARES = (0.15, 0.35, 0.55, 0.75)

    def __init__(self, session, tasks):
        super().__init__(daemon=True)
        self.tracker, self.tasks, self.killed = session.sparkContext.statusTracker(), tasks, []

    def run(self):
        for turn, share in enumerate(self.SHARES):
            while self.done() < share * self.tasks:
                time.sleep(0.2)
            try:
                [*_, executor] = executors()
                # The child of an executor is a daemon, and the workers are children of the daemon.
                workers = [process for process in below(executor) if parent(process) != executor]
                victim, name = (executor, "executor") if turn % 2 or not workers else (workers[0], "worker")
                os.kill(victim, signal.SIGKILL)
            except (FileNotFoundError, ProcessLookupError, ValueError):
                continue
            self.killed.append(name)

    def done(self):
        stages = map(self.tracker.getStageInfo, self.tracker.getActiveStageIds())
        return max((stage.numCompletedTasks for stage in stages if stage is not None), default=0)


def same_rows(ours, theirs):
    """Return the rows per split of both data sets. Differences are an error."""
    from sudoku_engines.spark import SPLITS

    counts = {}
    for split in SPLITS:
        files = [sorted(ours.glob(f"split={split}/part-*.parquet")), sorted(theirs.glob(f"{split}-*.parquet"))]
        one, other = (pyarrow.dataset.dataset(list(map(str, of))).to_table() for of in files)
        # Encodings such as dictionaries may differ.
        other = other.select([name for name in one.column_names]).cast(one.schema)
        assert one.num_rows > 0 and one.equals(other), split
        counts[split] = one.num_rows
    return counts


def shuffled(folder):
    """Return the number of bytes that the tasks have shuffled."""
    total = 0
    for path in folder.glob("*"):
        for line in path.read_text().splitlines():
            if '"SparkListenerTaskEnd"' in line:
                metrics = json.loads(line).get("Task Metrics") or {}
                total += metrics.get("Shuffle Write Metrics", {}).get("Shuffle Bytes Written", 0)
    return total


def resident(processes):
    """Return the peak memory of these processes, in MB."""
    most = 0
    for process in processes:
        try:
            status = pathlib.Path(f"/proc/{process}/status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        most = max(most, *(int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmHWM")))
    return most


class Measured:
    """Measure the wall time and the CPU time of a block."""

    def __enter__(self):
        self.before, self.start = CLOCK.seconds(), time.monotonic()
        return self

    def __exit__(self, *_):
        self.wall = time.monotonic() - self.start
        self.taken = [taken - before for taken, before in zip(CLOCK.seconds(), self.before, strict=True)]

    def __str__(self):
        return "{:.1f} s ({:.1f} s Java, {:.1f} s Python)".format(self.wall, *self.taken)


def _same(batches):
    yield from batches


def compare(session, puzzles, folder, times, rounds=3):
    """Print the time for solving from Parquet to Parquet, relative to a job that only copies."""
    from sudoku_engines import spark

    one = session.read.parquet(*map(str, puzzles)).select("puzzle")
    reduce(lambda all_, other: all_.unionAll(other), [one] * times).repartition(8).write.parquet(str(folder / "all"))
    frame = session.read.parquet(str(folder / "all"))
    print(f"\n{frame.count()} rows")
    filled = "puzzle string, solution string, solutions bigint, guesses bigint, ending string"
    ways = {
        "identity": lambda: frame.mapInArrow(_same, frame.schema),
        "solve": lambda: spark.solve(frame),
        "solved before, identity": lambda: session.read.parquet(str(folder / "solved")).mapInArrow(_same, filled),
    }
    spark.solve(frame).write.mode("overwrite").parquet(str(folder / "solved"))
    taken = {name: [] for name in ways}
    for turn in range(rounds + 1):
        for name, way in ways.items():
            with Measured() as measured:
                way().write.mode("overwrite").parquet(str(folder / "written"))
            # The first round warms up.
            if turn:
                taken[name].append((measured.wall, *measured.taken))
    print("\n| from Parquet to Parquet | wall, s | Java, s | Python, s |\n|---|---|---|---|")
    for name, times in taken.items():
        print(f"| {name} | " + " | ".join(f"{statistics.median(of):.2f}" for of in zip(*times, strict=True)) + " |")
    for name in ("identity", "solved before, identity"):
        quotients = [
            [one[0] / other[0], sum(one[1:]) / sum(other[1:])]
            for one, other in zip(taken["solve"], taken[name], strict=True)
        ]
        wall, processor = (statistics.median(of) for of in zip(*quotients, strict=True))
        print(f"solve / {name}: {wall:.2f} in wall time, {processor:.2f} in processor time")


def compare_workers(folder, rows, scale, rounds=2):
    """Print the times of the same data set on one executor and on two, which take turns.

    Other work on the machine changes the wall times, but hardly the processor times. If the processor times are equal,
    two idle cores take half the wall time of one.
    """
    from sudoku_engines import spark, spark_job

    CLOCK.start()
    taken = {1: [], 2: []}
    for turn in range(rounds):
        for workers in (1, 2):
            session = start(folder / f"work-{turn}-{workers}", workers=workers)
            session.sparkContext.setLogLevel("ERROR")
            # This small job starts the Python workers.
            first = spark.DatasetRequest(8, per_shard=2, scales=(scale,))
            spark_job.make(session, first, f"{folder}/first-{turn}-{workers}")
            request = spark.DatasetRequest(rows, seed=7, per_shard=-(-rows // 64), scales=(scale,))
            with Measured() as measured:
                spark_job.make(session, request, f"{folder}/made-{turn}-{workers}")
            taken[workers].append((measured.wall, *measured.taken))
            session.stop()
    print(f"make, {rows} puzzles rated on the scale {scale}, medians of {rounds} turns")
    print("\n| executors | wall, s | Java, s | Python, s | rows per second of processor time |\n|--:|--:|--:|--:|--:|")
    medians = {}
    for workers, times in taken.items():
        wall, java, python = medians[workers] = [statistics.median(of) for of in zip(*times, strict=True)]
        print(f"| {workers} | {wall:.1f} | {java:.1f} | {python:.1f} | {rows / (java + python):.0f} |")
    (wall, *one), (other_wall, *two) = medians[1], medians[2]
    print(f"\ntwo executors / one: {other_wall / wall:.2f} in wall time, {sum(two) / sum(one):.2f} in processor time, of")
    print(f"which Python {two[1] / one[1]:.2f}; load of the machine {os.getloadavg()[1]:.1f}")


def main():
    command, folder, rows, scale = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3]), sys.argv[4]
    if sys.argv[5:] == ["scaling"]:
        return compare_workers(folder, rows, scale)
    events = folder / "events"
    events.mkdir(parents=True)
    log = {"enabled": "true", "dir": events.as_uri(), "rolling.enabled": "false", "compress": "false"}
    session = start(folder / "work", **{f"eventLog.{name}": value for name, value in log.items()})
    session.sparkContext.setLogLevel("ERROR")
    CLOCK.start()
    try:
        run(session, command, folder, rows, scale)
    finally:
        session.stop()


def run(session, command, folder, rows, scale):
    from sudoku_engines import spark, spark_job

    per_shard = max(rows // 100, 1)
    request = spark.DatasetRequest(rows, seed=7, per_shard=per_shard, scales=(scale,), steps=True)
    killer = Killer(session, request.shards)
    killer.start()
    with Measured() as making:
        manifest = spark_job.make(session, request, str(folder / "ours"))
    print(f"make, {rows} puzzles with the steps on the scale {scale}: {making}; killed: {', '.join(killer.killed)}")
    assert killer.killed, "the job ended before a process was killed"
    alive = executors()
    workers = [process for one in alive for process in below(one)]
    print(f"most memory of an executor {resident(alive)} MB, of a Python worker {resident(workers)} MB")

    theirs = folder / "theirs"
    options = ["--count", rows, "--seed", 7, "--per-shard", per_shard, "--scale", scale, "--steps", "--guess-rating", 0]
    make = [command, "dataset", "make", "--quiet", "--format", "parquet", "--output", theirs, *options]
    begin, before = time.monotonic(), os.times()
    subprocess.run(list(map(str, make)), check=True)
    after = os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    print(f"the command, all cores: {time.monotonic() - begin:.1f} s, {processor:.1f} s of processor time")
    print(f"the same rows: {same_rows(folder / 'ours', theirs)}, rejected {manifest['rejected']}")

    splits = [sorted((folder / "ours" / f"split={split}").glob("*.parquet")) for split in spark.SPLITS]
    check = [command, "dataset", "check", "--quiet", "--json", *(file for files in splits for file in files)]
    said = subprocess.run(list(map(str, check)), stdout=subprocess.PIPE, text=True, check=False).stdout
    said = json.loads(said.splitlines()[-1])
    print(f"the command's check: {said['puzzles']} puzzles, {said['leaks']} leaks, {said['duplicates']} duplicates")
    before = shuffled(folder / "events")
    with Measured() as checking:
        said_here = spark_job.check(session, [str(files[0].parent) for files in splits])
    sent = shuffled(folder / "events") - before
    assert said_here["leaks"] == 0 and said["leaks"] == 0 and said["unreadable"] == 0, said_here
    assert said_here["duplicates"] == said["duplicates"] == 0, said_here
    print(f"check on the cluster: {checking}, {sent / rows:.0f} bytes shuffled a row")
    compare(session, [files[0].parent for files in splits], folder, -(-MILLION // rows))


if __name__ == "__main__":
    main()
