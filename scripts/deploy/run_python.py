"""Runs exported Python modules on the rows of a folder, and compares."""
import platform
import runpy

import numpy
from compare import columns, compare, tasks, tell

given = {
    name: [None if one != one else one for one in values.tolist()] if isinstance(values, numpy.ndarray) else values
    for name, values in columns().items()
}
names = list(given)
rows = [dict(zip(names, values)) for values in zip(*given.values())]
tell(f"Python {platform.python_version()}")
for task in tasks("python"):
    made = runpy.run_path(task["path"])
    outputs = [output["name"] for output in task["outputs"]]
    if "bin_values" in made:
        got = {output: made["bin_values"](output[: -len("_bin")], given[output[: -len("_bin")]]) for output in outputs}
    else:
        if "encode" in made:
            answers = [made["encode"](row) for row in rows]
        elif "predict" in made:
            answers = [[made["predict"](row)] for row in rows]
        elif len(outputs) > 1:
            answers = [list(made["points"](row).values()) for row in rows]
        else:
            answers = [[made["score"](row)] for row in rows]
        got = {output: [one[i] for one in answers] for i, output in enumerate(outputs)}
    compare(task, got, lambda at: rows[at])
