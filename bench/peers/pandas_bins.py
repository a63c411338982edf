"""pandas: cut and qcut, codes as numbers."""
import pandas as pd
from measured import mark, run


def width(_, values):
    def work():
        for column in values:
            pd.cut(pd.Series(column), 10, labels=False)

    return work


def frequency(_, values):
    def work():
        for column in values:
            pd.qcut(pd.Series(column), 10, labels=False, duplicates="drop")

    return work


def frequency_codes(_, values):
    """Not timed against anything: cuts and marks of the codes, to compare answers."""

    def work():
        found = [pd.qcut(pd.Series(own), 10, labels=False, duplicates="drop", retbins=True) for own in values]
        return {"cuts": [edges[1:-1].tolist() for _, edges in found], "marks": [mark(own.to_numpy()) for own, _ in found]}

    return work


run({"width": width, "frequency": frequency, "frequency codes": frequency_codes})
