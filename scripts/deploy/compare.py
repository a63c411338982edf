"""What the programs that run exported files share: rows, what is expected, and a line of JSON per file."""
import json
import os
import sys

import numpy

home = sys.argv[1]


def read(name):
    with open(os.path.join(home, name), encoding="utf8") as file:
        return json.load(file)


def numbers(name):
    return numpy.fromfile(os.path.join(home, name), dtype="<f8")


def columns():
    """The columns by name: arrays of doubles, or lists of texts with None where there is none."""
    return {
        column["name"]: numbers(column["file"]) if column["type"] == "number" else read(column["file"])
        for column in read("columns.json")
    }


def tasks(form):
    return [{**task, "path": os.path.join(home, task["file"])} for task in read("tasks.json") if task["format"] == form]


def tell(tool):
    print(json.dumps({"tool": tool}), flush=True)


def compare(task, got, rows_of):
    """Compares what was found, by the name of each output, and prints how many values differ."""
    rows, wrong, most = 0, 0, 0.0
    for output in task["outputs"]:
        found = got[output["name"]]
        rows = len(found)
        if task["type"] == "text":
            differs = numpy.array(found, dtype=object) != numpy.array(read(output["file"]), dtype=object)
        else:
            expected = numbers(output["file"])
            # What is missing where a number is expected never agrees.
            values = numpy.array([numpy.nan if one is None else one for one in found], dtype="float64")
            gap = numpy.where(values == expected, 0.0, numpy.abs(values - expected))
            most = max(most, float(numpy.nanmax(gap)))
            differs = ~(gap <= task["tolerance"])
        wrong += int(differs.sum())
        if differs.any():
            at = int(numpy.argmax(differs))
            print(task["name"], output["name"], "row", at, "found", found[at], rows_of(at), file=sys.stderr)
    print(
        json.dumps({"name": task["name"], "rows": rows, "outputs": len(task["outputs"]), "wrong": wrong, "most": most}),
        flush=True,
    )
