"""Runs detectors of river on streams that bench/drift.mjs wrote: tunes each to one false alarm per 10,000 rows on streams
without drift, then measures delays. Usage: detectors.py SPEC.json FOUND.json"""

import json
import sys
import time

import numpy as np
from river import drift

TARGET = 1e-4
# KSWIN sorts a hundred values a row, so it is tuned and run on fewer of the same streams.
KSWIN_ROWS = 120_000
KSWIN_STREAMS = 25
KSWIN_PATIENCE = 1500


def load(part):
    return np.fromfile(part["path"], dtype=np.float64).reshape(-1, part["rows"])


def alarms(detector, values, start=0):
    found = []
    for row, value in enumerate(values.tolist()):
        detector.update(value)
        if detector.drift_detected:
            found.append(start + row)
    return found


def rate(make, streams):
    return sum(len(alarms(make(), values)) for values in streams) / streams.size


def tune(make, low, high, streams):
    """Bisects the setting, on a log scale, for the most alarms that are not over the target. `low` gives fewer alarms."""
    low, high = np.log(low), np.log(high)
    if rate(lambda: make(float(np.exp(high))), streams) <= TARGET:
        return float(np.exp(high))
    for _ in range(12):
        middle = (low + high) / 2
        if rate(lambda: make(float(np.exp(middle))), streams) > TARGET:
            high = middle
        else:
            low = middle
    return float(np.exp(low))


def tune_kswin(streams):
    """One pass without alarms gives every p-value; a level's alarms follow, each with the 70 rows its window needs anew."""
    p = []
    for values in streams[: KSWIN_ROWS // streams.shape[1]]:
        detector = drift.KSWIN(alpha=1e-300, seed=1)
        for value in values.tolist():
            detector.update(value)
            # river asks for a distance over 0.1 besides the level
            full = len(detector.window) == detector.window_size
            p.append(detector.p_value if full else 1.0)
    p = np.array(p)
    best = 1e-12
    for level in np.exp(np.linspace(np.log(1e-8), np.log(1e-2), 60)):
        hits, row = 0, 0
        for at in np.flatnonzero(p <= level):
            if at >= row:
                hits, row = hits + 1, at + 70
        if hits / p.size <= TARGET:
            best = float(level)
    return best


def quantiles(delays):
    ordered = sorted(delays)
    plain = lambda x: None if x == float("inf") else int(x)
    return {"median": plain(ordered[len(ordered) // 2]), "p90": plain(ordered[int(len(ordered) * 0.9)])}


def delays(make, part, streams, start=0, patience=None):
    out = []
    for values in streams if patience is None else streams[:, : part["change"] + patience]:
        detector = make()
        first = float("inf")
        for row in range(start, len(values)):
            detector.update(float(values[row]))
            if detector.drift_detected and row >= part["change"]:
                first = row - part["change"]
                break
        out.append(first)
    return out


def measure(parts, deviation, kswin):
    none = load(parts[0])
    drifts = [(part, load(part)) for part in parts[1:]]
    made = [
        ("ADWIN", "delta", lambda s: drift.ADWIN(delta=s), 1e-8, 1.0),
        ("ADWIN clock 1", "delta", lambda s: drift.ADWIN(delta=s, clock=1), 1e-8, 1.0),
    ]
    for part in (None, 0.25, 0.5):
        delta = 0.005 if part is None else part * deviation
        name = "Page-Hinkley" if part is None else f"Page-Hinkley for {2 * part:g} sd"
        made.append((name, "threshold", lambda s, d=delta: drift.PageHinkley(delta=d, threshold=1 / s), 1e-4, 10.0))
    found = []
    for name, what, make, low, high in made:
        setting = tune(make, low, high, none)
        start = time.process_time()
        false_alarms = rate(lambda: make(setting), none)
        micros = (time.process_time() - start) / none.size * 1e6
        shown = 1 / setting if what == "threshold" else setting
        found.append(
            {
                "name": name,
                "setting": f"{what} {shown:.3g}",
                "falseAlarms": false_alarms * 1e4,
                "micros": micros,
                "delays": [quantiles(delays(lambda: make(setting), part, streams)) for part, streams in drifts],
                "value": setting,
            }
        )
        print(f"river: {name} done", flush=True)
    if kswin:
        level = tune_kswin(none)
        make_kswin = lambda: drift.KSWIN(alpha=level, seed=1)
        few = none[: KSWIN_ROWS // none.shape[1] // 4]
        start = time.process_time()
        false_alarms = rate(make_kswin, few)
        micros = (time.process_time() - start) / few.size * 1e6
        # KSWIN knows a hundred rows only, so those before the change need not be seen.
        found.append(
            {
                "name": "KSWIN",
                "setting": f"alpha {level:.2g}",
                "falseAlarms": false_alarms * 1e4,
                "micros": micros,
                "delays": [
                    quantiles(
                        delays(make_kswin, part, streams[:KSWIN_STREAMS], part["change"] - 200, KSWIN_PATIENCE)
                    )
                    for part, streams in drifts
                ],
                "value": level,
            }
        )
        print("river: KSWIN done", flush=True)
    return found


def on_columns(columns, found):
    """The detectors tuned on normal numbers, on columns brought to the spread that they have up to the change."""
    out = []
    made = {
        "ADWIN": lambda s: drift.ADWIN(delta=s),
        "Page-Hinkley": lambda s: drift.PageHinkley(threshold=1 / s),
        "KSWIN": lambda s: drift.KSWIN(alpha=s, seed=1),
    }
    for one in found:
        if one["name"] not in made:
            continue
        results = []
        for column in columns:
            values = load(column)[0]
            spread = values.std() or 1.0
            hits = alarms(made[one["name"]](one["value"]), values / spread)
            change = column["change"]
            late = [row - change for row in hits if change is not None and row >= change]
            results.append(
                {
                    "column": column["name"],
                    "perTenThousand": len(hits) / values.size * 1e4,
                    "delay": late[0] if late else None,
                }
            )
        out.append({"name": one["name"], "columns": results})
    return out


def main():
    with open(sys.argv[1]) as file:
        spec = json.load(file)
    values = measure(spec["values"], 1.0, True)
    labels = measure(spec["labels"], float(load(spec["labels"][0]).std()), False)
    columns = on_columns(spec["columns"], values)
    with open(sys.argv[2], "w") as file:
        json.dump({"values": values, "labels": labels, "columns": columns}, file)


main()
