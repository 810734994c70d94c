"""Files, folders and tables that the Spark job reads and writes."""

import re
from typing import Any

#: The formats of sources. All but tables are files or folders.
FORMATS = ("parquet", "orc", "csv", "table")

_ENDING = re.compile(r"\.(parquet|orc|csv)(\.\w+)?$")
_TABLE = re.compile(r"[\w.`]+")


def place(session: Any, path: str) -> tuple[Any, Any]:
    """Return a path and its file system."""
    place = session._jvm.org.apache.hadoop.fs.Path(path)
    return place, place.getFileSystem(session._jsc.hadoopConfiguration())


def must_be_new(session: Any, path: str, form: str = "parquet") -> None:
    """Raise an error if the output exists. Spark would report it only after the work."""
    if form == "table":
        exists = session.catalog.tableExists(path)
    else:
        where, files = place(session, path)
        exists = files.exists(where)
    if exists:
        raise FileExistsError(f"{path} exists already")


def write_text(session: Any, path: str, text: str) -> None:
    """Create a file with this text."""
    where, files = place(session, path)
    stream = files.create(where, False)
    stream.write(bytearray(text.encode()))
    stream.close()


def read(session: Any, source: str, form: str | None = None) -> Any:
    """Return the data frame of a source, whose name or files decide the format unless it is given.

    Folders of the path with names such as ``split=train`` give a column. Values in CSV files are texts.
    """
    form = form or _form(session, source)
    if form == "table":
        return session.table(source)
    reader = session.read.format(form).option("header", True)
    parts = source.split("/")
    at = next((at for at, part in enumerate(parts) if "=" in part), None)
    if at is not None:
        reader = reader.option("basePath", "/".join(parts[:at]) or ("/" if source.startswith("/") else "."))
    return reader.load(source)


def _form(session: Any, source: str) -> str:
    named = _ENDING.search(source.rstrip("/").lower())
    if named:
        return named[1]
    where, files = place(session, source)
    if files.exists(where):
        inside = files.listFiles(where, True)
        while inside.hasNext():
            named = _ENDING.search(inside.next().getPath().getName().lower())
            if named:
                return named[1]
    elif _TABLE.fullmatch(source) and session.catalog.tableExists(source):
        return "table"
    return "parquet"


def write(frame: Any, output: str, form: str) -> None:
    """Write a data frame to a new folder or table."""
    if form == "table":
        frame.write.saveAsTable(output)
    else:
        frame.write.format(form).option("header", True).save(output)


def located(frame: Any, source: str) -> Any:
    """Append the columns ``_path`` and ``_row``: the file of each row, and its number in the file, counted from 1.

    Only Parquet has numbers of rows. In other files, they are counted within the blocks that Spark reads. A table
    without files has its name as the path, and its rows have the order in which Spark reads them.
    """
    from pyspark.errors import AnalysisException
    from pyspark.sql import Window
    from pyspark.sql import functions as sql

    path = sql.col("_metadata.file_path").alias("_path")
    block = sql.col("_metadata.file_block_start").alias("_block")
    try:
        known = frame.select("_metadata.*").columns
    except AnalysisException:
        known = []
    if "row_index" in known:
        return frame.select("*", path, (sql.col("_metadata.row_index") + 1).alias("_row"))
    if not known:
        path, block = sql.lit(source).alias("_path"), sql.spark_partition_id().alias("_block")
    rows = frame.select("*", path, block, sql.monotonically_increasing_id().alias("_number"))
    # The numbers in a block are consecutive.
    blocks = rows.groupBy("_path", "_block").agg(sql.min("_number").alias("_first"), sql.count("*").alias("_rows"))
    earlier = Window.partitionBy("_path").orderBy("_block").rowsBetween(Window.unboundedPreceding, -1)
    blocks = blocks.withColumn("_before", sql.coalesce(sql.sum("_rows").over(earlier), sql.lit(0)))
    numbered = rows.join(sql.broadcast(blocks), ["_path", "_block"])
    row = sql.col("_before") + sql.col("_number") - sql.col("_first") + 1
    return numbered.select(*frame.columns, "_path", row.alias("_row"))
