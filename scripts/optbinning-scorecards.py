"""Scorecards of optbinning on the folds of a table: python optbinning-scorecards.py FOLDER.

FOLDER holds asked.json (names, special codes, limits, folds) and rows (float64, row by row: columns, label, fold), as
compare-scorecards.mjs writes them. Prints one JSON line per fold: scores of the rows held out, and the card.
"""
import json, os, sys, time, warnings
import numpy as np
import pandas as pd
from optbinning import BinningProcess, Scorecard
from sklearn.linear_model import LogisticRegression

warnings.simplefilter("ignore")
folder = sys.argv[1]
with open(os.path.join(folder, "asked.json")) as file:
    asked = json.load(file)
names = asked["names"]
rows = np.fromfile(os.path.join(folder, "rows")).reshape(-1, len(names) + 2)
X = pd.DataFrame(rows[:, : len(names)], columns=names)
y, fold = rows[:, -2].astype(int), rows[:, -1].astype(int)
special = {str(code): code for code in asked["special"]} or None
limits = {"max_n_bins": asked["maxBins"], "monotonic_trend": "auto_asc_desc"}
for held in range(asked["folds"]):
    start = time.process_time()
    bins = BinningProcess(
        names,
        min_bin_size=asked["minShare"],
        min_prebin_size=asked["minShare"],
        special_codes=special,
        selection_criteria={"iv": {"min": asked["minIv"]}},
        binning_fit_params={name: limits for name in names},
    )
    card = Scorecard(
        binning_process=bins,
        estimator=LogisticRegression(C=1, max_iter=5000, tol=1e-8),
        scaling_method="pdo_odds",
        scaling_method_params={"pdo": 20, "odds": 50, "scorecard_points": 600},
    )
    learn = fold != held
    card.fit(X[learn], y[learn], metric_special="empirical", metric_missing="empirical")
    scores = card.score(X[~learn])
    table = card.table(style="detailed")
    columns = []
    for name in table["Variable"].unique():
        own = table[table["Variable"] == name]
        columns.append(
            {
                "name": name,
                "splits": [float(split) for split in card.binning_process_.get_binned_variable(name).splits],
                "coefficient": float(own["Coefficient"].iloc[0]),
                "woes": [float(woe) for woe in own["WoE"]],
                "points": [float(points) for points in own["Points"]],
            }
        )
    answer = {
        "held": held,
        "seconds": round(time.process_time() - start, 1),
        "scores": [float(score) for score in scores],
        "intercept": float(card.estimator_.intercept_[0]),
        "columns": columns,
    }
    print(json.dumps(answer), flush=True)
