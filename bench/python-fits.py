"""A fit in Python for every line read: python python-fits.py FOLDER numpy|pandas|polars|orange. Prints JSON."""
import json, os, sys, time
import numpy as np

folder, kind = sys.argv[1], sys.argv[2]
codes = np.fromfile(os.path.join(folder, "classes.bin"), dtype=np.uint8)
values = np.fromfile(os.path.join(folder, "values.bin")).reshape(-1, len(codes))
names = [f"x{i}" for i in range(len(values))]
y = codes.astype(np.int64)

if kind == "orange":
    from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
    from Orange.preprocess.discretize import EntropyMDL

    domain = Domain([ContinuousVariable(name) for name in names], DiscreteVariable("y", ["0", "1"]))
    table = Table.from_numpy(domain, np.ascontiguousarray(values.T), codes.astype(float))

    def fit():
        found = [EntropyMDL()(table, variable) for variable in domain.attributes]
        return [list(map(float, getattr(one.compute_value, "points", []))) for one in found]

else:
    from kerf_bins import KerfBinner

    X = np.ascontiguousarray(values.T)
    if kind == "pandas":
        import pandas

        X = pandas.DataFrame(dict(zip(names, values)))
    if kind == "polars":
        import polars

        X = polars.DataFrame(dict(zip(names, values)))

    def fit():
        return [column.cuts for column in KerfBinner("mdlp").fit(X, y).binning_.columns]


for _ in sys.stdin:
    begun = time.perf_counter()
    cuts = fit()
    print(json.dumps({"seconds": time.perf_counter() - begun, "cuts": cuts}), flush=True)
