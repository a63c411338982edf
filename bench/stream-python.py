"""Values a second into a histogram of river and a KLL sketch of datasketches, by processor time."""
import json
import time

import numpy as np
from datasketches import kll_doubles_sketch
from river.sketch import Histogram


def rate(name, count, work):
    start = time.process_time()
    work()
    seconds = time.process_time() - start
    print(json.dumps([name, count / seconds]))


values = np.random.default_rng(1).standard_normal(10_000_000)
few = values[:200_000].tolist()
some = values[:1_000_000].tolist()


def histogram():
    sketch = Histogram(max_bins=300)
    for x in few:
        sketch.update(x)


def kll_singly():
    sketch = kll_doubles_sketch(200)
    for x in some:
        sketch.update(x)


def kll_array():
    kll_doubles_sketch(200).update(values)


rate("numpy sum", len(values), values.sum)
rate("river Histogram, 300 bins", len(few), histogram)
rate("datasketches KLL, value by value", len(some), kll_singly)
rate("datasketches KLL, an array", len(values), kll_array)
