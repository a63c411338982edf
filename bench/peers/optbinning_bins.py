"""optbinning: most information value in at most 10 bins of 5 % of the rows, neighbours that differ, no trend asked for."""
from optbinning import OptimalBinning
from measured import run


def optimal(codes, values):
    limits = {"max_n_bins": 10, "min_prebin_size": 0.05, "max_pvalue": 0.05, "monotonic_trend": None}

    def work():
        return {"cuts": [OptimalBinning(**limits).fit(column, codes).splits.tolist() for column in values]}

    return work


run({"optimal": optimal})
