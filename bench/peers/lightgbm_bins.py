"""LightGBM: its Dataset puts values into at most ten bins of about equal rows; all rows are looked at."""
import lightgbm as lgb
import numpy as np
from measured import run


def frequency(codes, values):
    rows = np.ascontiguousarray(values.T)
    asked = {"max_bin": 10, "min_data_in_bin": 1, "bin_construct_sample_cnt": len(codes), "num_threads": 1, "verbose": -1}

    def work():
        lgb.Dataset(rows, codes, params=asked).construct()

    return work


run({"frequency": frequency})
