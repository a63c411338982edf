"""One step of another tool in a process of its own: python core-others.py STEP FOLDER REPEATS. Prints JSON."""
import json, os, resource, sys, time
import numpy as np

step, folder, repeats = sys.argv[1], sys.argv[2], int(sys.argv[3])
codes = np.fromfile(os.path.join(folder, "classes.bin"), dtype=np.uint8)
values = np.fromfile(os.path.join(folder, "values.bin")).reshape(-1, len(codes))
rows = np.ascontiguousarray(values.T) if step.startswith(("sklearn", "orange")) else None


def numpy_width():
    for column in values:
        edges = np.linspace(column.min(), column.max(), 11)
        np.searchsorted(edges[1:-1], column, side="right")


def numpy_quantile():
    for column in values:
        edges = np.unique(np.percentile(column, np.linspace(0, 100, 11)))
        np.searchsorted(edges[1:-1], column, side="right")


def pandas_cut(quantiles):
    import pandas as pd

    for column in values:
        series = pd.Series(column)
        if quantiles:
            pd.qcut(series, 10, labels=False, duplicates="drop")
        else:
            pd.cut(series, 10, labels=False)


def sklearn_bins(strategy):
    import warnings
    from sklearn.preprocessing import KBinsDiscretizer

    warnings.simplefilter("ignore")
    KBinsDiscretizer(10, encode="ordinal", strategy=strategy, subsample=None).fit_transform(rows)


def orange_mdl():
    from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
    from Orange.preprocess.discretize import EntropyMDL

    names = [str(c) for c in range(int(codes.max()) + 1)]
    domain = Domain([ContinuousVariable(f"x{c}") for c in range(len(values))], DiscreteVariable("y", names))
    table = Table.from_numpy(domain, rows, codes.astype(float))
    found = [EntropyMDL()(table, variable) for variable in domain.attributes]
    return [list(getattr(variable.compute_value, "points", [])) for variable in found]


steps = {
    "numpy width": numpy_width,
    "numpy frequency": numpy_quantile,
    "pandas width": lambda: pandas_cut(False),
    "pandas frequency": lambda: pandas_cut(True),
    "sklearn width": lambda: sklearn_bins("uniform"),
    "sklearn frequency": lambda: sklearn_bins("quantile"),
    "orange mdlp": orange_mdl,
}
# Libraries are loaded before the clock starts.
if step.startswith("pandas"):
    import pandas
if step.startswith("sklearn"):
    import sklearn.preprocessing
if step.startswith("orange"):
    import Orange.preprocess.discretize
cpu, wall, cuts = float("inf"), float("inf"), None
for _ in range(repeats):
    start, cpu_start = time.perf_counter(), time.process_time()
    cuts = steps[step]()
    wall, cpu = min(wall, time.perf_counter() - start), min(cpu, time.process_time() - cpu_start)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"cpu": cpu, "wall": wall, "peak": peak, "cuts": cuts}, default=float))
