"""Runs exported Bucketizers and exported SQL in Spark on the rows of a folder, and compares."""
import os
import runpy
import sys

import pyspark
from compare import columns, compare, home, read, tasks, tell
from pyspark.sql import SparkSession

given = {name: values.tolist() for name, values in columns().items() if not isinstance(values, list)}
builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
spark = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate()
# What it cannot compile to 64 kB it says at length, and then interprets.
spark.sparkContext.setLogLevel("OFF")
spark.conf.set("spark.sql.session.timeZone", "UTC")
tell(f"Spark {pyspark.__version__}")
for task in tasks("spark"):
    made = runpy.run_path(task["path"])
    names = list(made["SPLITS"])
    frame = spark.createDataFrame([tuple(map(float, row)) for row in zip(*(given[name] for name in names))], names)
    found = made["pipeline"]().transform(frame).collect()
    got = {output["name"]: [row[output["name"]] for row in found] for output in task["outputs"]}
    compare(task, got, lambda at: {name: given[name][at] for name in names})

types = {"number": "DOUBLE", "date": "TIMESTAMP", "category": "STRING", "boolean": "STRING"}
fields = ", ".join(f"`{name}` {types[kind]}" for name, kind in read("sql-types.json").items())
reader = spark.read.schema(f"kerf_row INT, {fields}").option("escape", '"').option("timestampFormat", "yyyy-MM-dd HH:mm:ss.SSS")
reader = reader.option("positiveInf", "Infinity").option("negativeInf", "-Infinity")
reader.csv(os.path.join(home, "rows.csv")).cache().createOrReplaceTempView("data")
for task in tasks("sql"):
    made = read(task["file"])
    found = spark.sql(f"SELECT * FROM ({made['query'].rstrip().rstrip(';')}) ORDER BY kerf_row").collect()
    # By position: names that differ in case alone may be others there.
    first = len(found[0]) - len(task["outputs"])
    got = {output["name"]: [row[first + j] for row in found] for j, output in enumerate(task["outputs"])}
    compare(task, got, lambda at: at)
    for query in made["tests"]:
        faults = spark.sql(query).collect()
        if faults:
            sys.exit(f"{task['name']}: a test of boundaries found {faults}")
spark.stop()
