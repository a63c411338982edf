"""Runs files of PMML by JPMML-Evaluator on the rows of a folder, and compares."""
import jpmml_evaluator
import pandas
from compare import columns, compare, tasks, tell
from jpmml_evaluator import make_evaluator

given = {name: list(values) for name, values in columns().items()}
# Missing is None; NaN would be a number to Java.
given = {
    name: [None if one is None or one != one else one if isinstance(one, str) else float(one) for one in values]
    for name, values in given.items()
}
table = pandas.DataFrame({name: pandas.Series(values, dtype=object) for name, values in given.items()})
tell(f"jpmml_evaluator {jpmml_evaluator.__version__}")
for task in tasks("pmml"):
    evaluator = make_evaluator(task["path"]).verify()
    names = [field.getName() for field in evaluator.getInputFields()]
    results = evaluator.evaluateAll(table[names], nan_as_missing=False)
    assert "errors" not in results or results["errors"].isna().all(), results["errors"].dropna().iloc[0]
    got = {output["name"]: results[output["name"]].tolist() for output in task["outputs"]}
    compare(task, got, lambda at: {name: values[at] for name, values in given.items()})
