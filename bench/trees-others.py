"""Fits scikit-learn's decision tree to the parts that trees.mjs wrote, and prints times and accuracies as JSON."""

import json
import sys
import time

import numpy
import sklearn
from sklearn.tree import DecisionTreeClassifier

with open(sys.argv[1], encoding="utf-8") as file:
    job = json.load(file)
rows, columns = job["rows"], job["columns"]
values = numpy.fromfile(job["values"], dtype="<f8").reshape(columns, rows).T.copy()
classes = numpy.fromfile(job["classes"], dtype="<i4")
seconds, accuracies, nodes = [], [], []
for seed, path in enumerate(job["splits"]):
    held = numpy.fromfile(path, dtype="u1").astype(bool)
    tree = DecisionTreeClassifier(criterion="entropy", random_state=seed)
    start = time.process_time()
    tree.fit(values[~held], classes[~held])
    seconds.append(time.process_time() - start)
    nodes.append(int(tree.tree_.node_count))
    if held.any():
        accuracies.append(float((tree.predict(values[held]) == classes[held]).mean()))
result = {"version": sklearn.__version__, "seconds": seconds, "accuracies": accuracies, "nodes": nodes}
print(json.dumps(result))
