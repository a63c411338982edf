"""Saved encoders give the numbers of the library, bit for bit."""

import numpy as np
import pytest
from library import answers, drawn_values, numbers_in

from kerf_bins import Encoder, FormatError

CASES = answers("encoders.json")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_every_bit(case):
    encoder = Encoder.from_json(case["saved"])
    table = {column["name"]: drawn_values(column) for column in case["columns"]}
    encoded = encoder.encode(table)
    expected = numbers_in(case["encoded"], "<f4").reshape(encoded.shape)
    assert encoded.dtype == np.float32
    # As whole numbers, so that -0 and 0 differ.
    np.testing.assert_array_equal(encoded.view(np.int32), expected.view(np.int32))


def test_all_forms_are_there():
    forms = {field.shape.form for case in CASES for field in Encoder.from_json(case["saved"]).fields}
    assert forms == {"value", "one-hot", "knots", "steps", "ramps"}


def test_a_field_of_the_wrong_length_is_refused():
    [case] = [case for case in CASES if case["name"] == "encoder-woe.json"]
    encoder = Encoder.from_json(case["saved"])
    encoder.saved["fields"][0]["values"].pop()
    with pytest.raises(FormatError, match=r"^fields\[0\].values: expected \d+ items for one output, got "):
        Encoder(encoder.saved)
