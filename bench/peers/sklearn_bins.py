"""scikit-learn: KBinsDiscretizer over all columns at once; k-means alone is fitted and not applied."""
import numpy as np
from sklearn.preprocessing import KBinsDiscretizer
from measured import run


def bins(strategy, apply=True):
    def prepare(_, values):
        rows = np.ascontiguousarray(values.T)
        method = {"quantile_method": "linear"} if strategy == "quantile" else {}

        def work():
            own = KBinsDiscretizer(10, encode="ordinal", strategy=strategy, subsample=None, random_state=0, **method)
            own.fit_transform(rows) if apply else own.fit(rows)
            return {"cuts": [edges[1:-1].tolist() for edges in own.bin_edges_]}

        return work

    return prepare


run({"width": bins("uniform"), "frequency": bins("quantile"), "k-means": bins("kmeans", apply=False)})
