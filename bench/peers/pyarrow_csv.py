"""pyarrow: reads a CSV file into columns, on as many threads as OMP_NUM_THREADS says."""
import os, sys
import pyarrow as pa
from pyarrow import csv
from measured import run

pa.set_cpu_count(int(os.environ["OMP_NUM_THREADS"]))


def read_csv(_, __):
    path = os.path.join(sys.argv[2], "rows.csv")
    return lambda: {"rows": csv.read_csv(path).num_rows}


run({"csv": read_csv})
