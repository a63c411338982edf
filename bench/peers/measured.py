"""What the files of this folder share: the data, the clock, and the answer as a line of JSON.

A file gives `run` a function for each of its steps. It gets the codes of the classes and the columns, makes what the tool
wants to be given, and returns what is timed: libraries are loaded and arrays laid out before the clock starts.
"""
import json, os, resource, sys, time, warnings
import numpy as np

warnings.simplefilter("ignore")
MOST_REPEATS = 100


def read(folder):
    codes = np.fromfile(os.path.join(folder, "classes.bin"), dtype=np.uint8)
    return codes, np.fromfile(os.path.join(folder, "values.bin")).reshape(-1, len(codes))


def peak():
    """Most memory of this process in MB; what getrusage tells may be that of the process which started it."""
    if not os.path.exists("/proc/self/status"):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 1024)
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def mark(codes):
    """A number that two lists of codes share only if they are the same, as good as."""
    weights = np.arange(len(codes), dtype=np.int64) % 65521 + 1
    return int((weights * codes.astype(np.int64)).sum())


def run(steps, clock=time.process_time):
    """`python FILE.py STEP FOLDER SECONDS`: repeats the step for about so many seconds of CPU time and prints the best."""
    step, folder, enough = sys.argv[1], sys.argv[2], float(sys.argv[3])
    # Readers of files are not given the rows.
    work = steps[step](*(read(folder) if step != "csv" else (None, None)))
    best, begin = {"cpu": float("inf"), "wall": float("inf")}, clock()
    for repeat in range(MOST_REPEATS):
        start, cpu = time.perf_counter(), clock()
        answer = work() or {}
        best = {"cpu": min(best["cpu"], clock() - cpu), "wall": min(best["wall"], time.perf_counter() - start)}
        if repeat == 0:
            # Memory is that of doing it once, as a program does.
            best_peak = peak()
        if clock() - begin > enough:
            break
    print(json.dumps({**best, "peak": best_peak, **answer}, default=float))
