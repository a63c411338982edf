"""datasketches: quantiles of a KLL sketch, which are near the true ones; codes by numpy."""
import numpy as np
from datasketches import kll_doubles_sketch
from measured import run


def frequency(_, values):
    ranks = [i / 10 for i in range(1, 10)]

    def work():
        for column in values:
            sketch = kll_doubles_sketch(200)
            sketch.update(column)
            np.searchsorted(np.unique(sketch.get_quantiles(ranks)), column, side="right")

    return work


run({"frequency": frequency})
