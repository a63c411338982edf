"""river: a histogram that takes value by value. It is made for streams; a twentieth of the rows is timed, times twenty."""
import time
from river.sketch import Histogram
from measured import run

SHARE = 20


def frequency(_, values):
    few = [column[: max(1, len(column) // SHARE)].tolist() for column in values]

    def work():
        for column in few:
            sketch = Histogram(max_bins=300)
            for x in column:
                sketch.update(x)

    return work


run({"frequency": frequency}, clock=lambda: time.process_time() * SHARE)
