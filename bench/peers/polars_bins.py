"""polars: cut and qcut into categories, which are codes and their labels; and its reader of CSV files."""
import os, sys
import numpy as np
import polars as pl
from measured import run


def bins(make):
    def prepare(_, values):
        columns = [pl.Series(column) for column in values]

        def work():
            for column in columns:
                make(column)

        return work

    return prepare


def width(column):
    return column.cut(np.linspace(column.min(), column.max(), 11)[1:-1].tolist(), left_closed=True)


def frequency(column):
    return column.qcut(10, left_closed=True, allow_duplicates=True)


def csv(_, __):
    path = os.path.join(sys.argv[2], "rows.csv")
    return lambda: {"rows": pl.read_csv(path, low_memory=False).height}


run({"width": bins(width), "frequency": bins(frequency), "csv": csv})
