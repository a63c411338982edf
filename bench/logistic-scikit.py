"""One side of `npm run bench -- logistic`, in a process of its own; prints JSON."""
import json
import resource
import sys
import time
import warnings

import numpy as np
from scipy.sparse import csr_matrix, vstack
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.metrics import roc_auc_score

warnings.filterwarnings("ignore")
folder, how, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
COLUMNS, CHUNK = 28, 50_000
knots = [np.array(k) for k in json.load(open(f"{folder}/knots.json"))]
labels = np.fromfile(f"{folder}/y.u8", dtype=np.uint8)
starts = np.cumsum([0] + [len(k) for k in knots])


def chunk(start):
    """Local linear encoding of a chunk: two entries per value."""
    x = np.fromfile(f"{folder}/x.f32", dtype=np.float32, count=COLUMNS * CHUNK, offset=start * COLUMNS * 4)
    x = x.reshape(COLUMNS, CHUNK)
    indices = np.empty((CHUNK, 2 * COLUMNS), dtype=np.int32)
    data = np.empty((CHUNK, 2 * COLUMNS))
    for j, k in enumerate(knots):
        v = np.clip(x[j].astype(np.float64), k[0], k[-1])
        i = np.clip(np.searchsorted(k, v, side="right") - 1, 0, len(k) - 2)
        upper = (v - k[i]) / (k[i + 1] - k[i])
        indices[:, 2 * j], indices[:, 2 * j + 1] = starts[j] + i, starts[j] + i + 1
        data[:, 2 * j], data[:, 2 * j + 1] = 1 - upper, upper
    pointers = np.arange(0, CHUNK * 2 * COLUMNS + 1, 2 * COLUMNS, dtype=np.int32)
    return csr_matrix((data.ravel(), indices.ravel(), pointers), shape=(CHUNK, starts[-1]))


begin = time.process_time()
train = vstack([chunk(start) for start in range(0, rows, CHUNK)], format="csr")
encode = time.process_time() - begin
test = vstack([chunk(start) for start in range(rows, len(labels), CHUNK)], format="csr")
y, y_test = labels[:rows], labels[rows:]
trials, per_pass = [], float("inf")


def add(model, passes, seconds):
    global per_pass
    per_pass = min(per_pass, seconds / passes)
    trials.append({"passes": passes, "seconds": seconds, "auc": roc_auc_score(y_test, model.decision_function(test))})


if how == "LogisticRegression":
    for steps in [5, 10, 15, 20, 30, 50, 100]:
        begin = time.process_time()
        model = LogisticRegression(max_iter=steps).fit(train, y)
        done = int(model.n_iter_[0])
        add(model, done, time.process_time() - begin)
        if done < steps:
            break
else:
    for steps in [1, 2, 3, 5, 10]:
        begin = time.process_time()
        # Averaging is what brings it near the least loss; alpha is the penalty per row.
        model = SGDClassifier("log_loss", alpha=1 / rows, max_iter=steps, tol=None, average=True, random_state=1)
        model.fit(train, y)
        add(model, steps, time.process_time() - begin)

peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps({"encode": encode, "pass": per_pass, "megabytes": peak, "trials": trials}))
