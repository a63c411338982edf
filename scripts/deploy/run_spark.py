"""Runs exported Bucketizers in Spark on the rows of a folder, and compares."""
import runpy

import pyspark
from compare import columns, compare, tasks, tell
from pyspark.sql import SparkSession

given = {name: values.tolist() for name, values in columns().items() if not isinstance(values, list)}
builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
spark = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
tell(f"Spark {pyspark.__version__}")
for task in tasks("spark"):
    made = runpy.run_path(task["path"])
    names = list(made["SPLITS"])
    frame = spark.createDataFrame([tuple(map(float, row)) for row in zip(*(given[name] for name in names))], names)
    found = made["pipeline"]().transform(frame).collect()
    got = {output["name"]: [row[output["name"]] for row in found] for output in task["outputs"]}
    compare(task, got, lambda at: {name: given[name][at] for name in names})
spark.stop()
