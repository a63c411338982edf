"""Numbers as JavaScript writes them: levels and labels of saved files are made of such texts."""

from __future__ import annotations

import math
from decimal import Decimal


def number_text(value: float) -> str:
    """The shortest decimal that reads back to the same double; -0 and 0 are one text.

    Both languages find the same digits. They differ in when an exponent is written, and how.
    """
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "0"
    sign, digit_tuple, exponent = Decimal(repr(float(value))).as_tuple()
    digits = "".join(map(str, digit_tuple))
    point = int(exponent) + len(digits)
    digits = digits.rstrip("0")
    return ("-" if sign else "") + _placed(digits, point)


def _placed(digits: str, point: int) -> str:
    """Digits with the decimal point after so many of them, by the rules of ECMAScript."""
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    power = point - 1
    rest = f".{digits[1:]}" if count > 1 else ""
    return f"{digits[0]}{rest}e{'+' if power > 0 else '-'}{abs(power)}"
