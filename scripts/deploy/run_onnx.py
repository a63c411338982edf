"""Runs files of ONNX by onnxruntime on the rows of a folder, after the checker of onnx, and compares."""
import numpy
import onnx
import onnxruntime
from compare import columns, compare, tasks, tell

given = {
    name: values.reshape(-1, 1)
    if isinstance(values, numpy.ndarray)
    else numpy.array([["" if one is None else one] for one in values], dtype=object)
    for name, values in columns().items()
}
tell(f"onnxruntime {onnxruntime.__version__}, checked by onnx {onnx.__version__}")
for task in tasks("onnx"):
    onnx.checker.check_model(onnx.load(task["path"]), full_check=True)
    session = onnxruntime.InferenceSession(task["path"])
    results = session.run(None, {one.name: given[one.name] for one in session.get_inputs()})
    if len(results) == 1 and len(task["outputs"]) > 1:
        # An encoder has one result with a column per output.
        got = {one["name"]: results[0][:, i] for i, one in enumerate(task["outputs"])}
    else:
        got = {info.name: result[:, 0] for info, result in zip(session.get_outputs(), results)}
    compare(task, got, lambda at: {name: values[at, 0] for name, values in given.items()})
