"""Khiops: MODL in a program of its own, one process. It reads a file; what reading it alone takes is taken off its time."""
import atexit, json, os, resource, shutil, tempfile
import numpy as np
from khiops import core as kh
from measured import run

COMMON = {"detect_format": False, "header_line": True, "field_separator": "\t", "max_cores": 1}
SEARCH = {"max_constructed_variables": 0, "max_trees": 0, "max_text_features": 0, "do_data_preparation_only": True}


def used():
    """Processor seconds of the programs started so far, the readings of the file taken off."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime - reading


reading = 0.0


def modl(codes, values):
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    table, words, report = (os.path.join(folder, name) for name in ("rows.txt", "rows.kdic", "rows.khj"))
    names = [f"x{c}" for c in range(len(values))]
    with open(table, "w") as file:
        file.write("\t".join([*names, "y"]) + "\n")
        for start in range(0, len(codes), 10_000):
            part = slice(start, start + 10_000)
            columns = [[repr(x) for x in column[part].tolist()] for column in values]
            file.writelines("\t".join(row) + "\n" for row in zip(*columns, map(str, codes[part].tolist())))
    with open(words, "w") as file:
        file.write("Dictionary T {\n" + "".join(f"Numerical {name};\n" for name in names) + "Categorical y;\n};\n")

    def work():
        global reading
        before = used()
        kh.check_database(words, "T", table, **COMMON)
        once = used() - before
        given = {"sample_percentage": 100, "use_complement_as_test": False, **SEARCH, **COMMON}
        kh.train_predictor(words, "T", table, "y", report, **given)
        reading += 2 * once
        with open(report) as file:
            found = json.load(file)["preparationReport"]
        # A column of one part has no details.
        grids = {own["dataGrid"]["dimensions"][0]["variable"]: own["dataGrid"]
                 for own in found.get("variablesDetailedStatistics", {}).values() if "dataGrid" in own}
        whole = [np.bincount(codes).tolist()]
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        counts = [grids[name]["partTargetFrequencies"] if name in grids else whole for name in names]
        return {"counts": counts, "peak": peak, "reading": once}

    return work


run({"modl": modl}, clock=used)
