"""A saved logistic regression: the chance of the event, bit for bit as in the library."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .encoder import Encoder
from .exponential import sigmoid
from .saved_field import SavedField, check_format, parse_saved


class LogisticModel:
    """A regression with the encoder that makes its inputs. Read with `read_model`."""

    def __init__(self, saved: dict[str, Any]) -> None:
        root = SavedField(saved)
        check_format(root, "kerf-model")
        root.get("kind").one_of("logistic")
        self.saved = saved
        self.event = root.get("target").get("event").text()
        self.encoder = Encoder(root.get("encoder").record())
        self.intercept = root.get("intercept").finite()
        self.weights = np.array(root.get("weights").list(SavedField.finite), dtype=np.float64)
        outputs = len(self.encoder.output_names)
        if len(self.weights) != outputs:
            root.get("weights").fail(f"{outputs} numbers, one per output of the encoder")

    @staticmethod
    def from_json(text: str | bytes) -> LogisticModel:
        """Reads the text of a saved regression; nets and naive Bayes are refused."""
        return LogisticModel(parse_saved(text, "kerf-model").value)

    def predict(self, table: Any) -> np.ndarray:
        """The chance of the event for every row."""
        return sigmoid(self._scores(table))

    def _scores(self, table: Any) -> np.ndarray:
        """Intercept and weights times outputs, added up in the order of the library."""
        shapes = [field.shape for field in self.encoder.fields]
        ones = all(shape.form == "one-hot" and shape.whole for shape in shapes)
        pairs = not ones and all(shape.form in ("one-hot", "knots") and shape.whole for shape in shapes)
        rows, entries = self.encoder.entries(table, pairs)
        parameters = np.append(self.weights, self.intercept)
        sums = [np.full(rows, self.intercept), np.zeros(rows), np.zeros(rows), np.zeros(rows)]
        fours = len(entries) - len(entries) % 4
        for i, (outputs, weights) in enumerate(entries):
            own = parameters[outputs]
            if pairs:
                added = own + weights.astype(np.float64) * (parameters[outputs + 1] - own)
            else:
                added = own if ones else weights.astype(np.float64) * own
            # Four sums side by side; what is left over goes to the first.
            at = i % 4 if i < fours else 0
            sums[at] = sums[at] + added
        return sums[0] + sums[1] + (sums[2] + sums[3])


def read_model(path: str | os.PathLike[str]) -> LogisticModel:
    """Reads a saved logistic regression."""
    with open(path, "rb") as file:
        return LogisticModel.from_json(file.read())
