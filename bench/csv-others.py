"""Another tool reads a CSV file into columns: python csv-others.py TOOL FILE THREADS REPEATS. Prints JSON."""
import json, os, resource, sys, time

tool, path, threads, repeats = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
# Has to be said before the package is loaded.
os.environ["POLARS_MAX_THREADS"] = str(threads)


def reader():
    if tool == "duckdb":
        import duckdb

        connection = duckdb.connect()
        connection.execute(f"SET threads = {threads}")
        # Arrow takes over the column vectors as they are.
        return lambda: connection.sql(f"SELECT * FROM read_csv('{path}')").to_arrow_table()
    if tool == "pyarrow":
        import pyarrow
        from pyarrow import csv

        pyarrow.set_cpu_count(threads)
        options = csv.ReadOptions(use_threads=threads > 1)
        return lambda: csv.read_csv(path, read_options=options)
    import polars

    return lambda: polars.read_csv(path)


def extremes(table):
    if tool == "polars":
        return [[column.min(), column.max()] for column in table.get_columns()]
    from pyarrow import compute

    return [list(compute.min_max(column).as_py().values()) for column in table.columns]


def used():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


read = reader()
runs = []
for _ in range(repeats):
    wall, cpu = time.perf_counter(), used()
    table = read()
    runs.append({"wall": time.perf_counter() - wall, "cpu": used() - cpu})
found = extremes(table)
print(json.dumps({"runs": runs, "found": found}))
