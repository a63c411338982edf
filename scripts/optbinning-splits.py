"""The splits of optbinning under given limits: python optbinning-splits.py FOLDER. Prints one JSON line per fit.

FOLDER holds columns.json and, per column, values (float64) and events (uint8), as compare-optimal.mjs writes them.
"""
import json, os, sys, time, warnings
import numpy as np
from optbinning import OptimalBinning

warnings.simplefilter("ignore")
folder = sys.argv[1]
with open(os.path.join(folder, "columns.json")) as file:
    asked = json.load(file)
for column in asked["columns"]:
    values = np.fromfile(os.path.join(folder, column["file"] + ".values"))
    events = np.fromfile(os.path.join(folder, column["file"] + ".events"), dtype=np.uint8)
    for limits in asked["limits"]:
        start = time.process_time()
        fit = OptimalBinning(
            dtype="numerical",
            divergence="iv",
            min_prebin_size=limits["minShare"],
            min_bin_size=limits["minShare"],
            max_n_bins=limits["maxBins"],
            monotonic_trend=None if limits["trend"] == "none" else limits["trend"],
            max_pvalue=None,
            time_limit=20,
        ).fit(values, events)
        answer = {
            "column": column["name"],
            **limits,
            "status": fit.status,
            "splits": [float(split) for split in fit.splits],
            "seconds": round(time.process_time() - start, 3),
        }
        print(json.dumps(answer), flush=True)
