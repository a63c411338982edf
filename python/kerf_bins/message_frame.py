"""Messages to the process and back: a mark, the length of a header, the header as JSON, and values behind it."""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO

from .errors import ProcessLostError

MARK = b"KRF1"

# No answer is longer than this; a length beyond it is not one of ours, and nothing is allocated for it.
LONGEST_ANSWER = 2**30


def header_bytes(header: dict[str, Any]) -> bytes:
    """A message up to its values."""
    text = json.dumps(header, ensure_ascii=False, allow_nan=False, default=_plain).encode("utf-8", "replace")
    return MARK + struct.pack("<I", len(text)) + text


def read_answer(pipe: BinaryIO) -> dict[str, Any]:
    """The next message; one that ends too early or is none is an error."""
    start = _read_fully(pipe, len(MARK) + 4)
    (length,) = struct.unpack("<I", start[len(MARK) :])
    if start[: len(MARK)] != MARK or length > LONGEST_ANSWER:
        raise ProcessLostError(f"the answer begins with {start!r}, which is no message")
    try:
        answer = json.loads(_read_fully(pipe, length))
    except ValueError as error:
        raise ProcessLostError(f"the answer is not valid JSON: {error}") from None
    if not isinstance(answer, dict):
        raise ProcessLostError("the answer is no object")
    return answer


def _read_fully(pipe: BinaryIO, length: int) -> bytes:
    parts = []
    left = length
    while left > 0:
        part = pipe.read(left)
        if not part:
            raise EOFError
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _plain(value: Any) -> Any:
    """Numbers of numpy as those of Python; options may hold them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"an option must be a number, a text, a truth value, a list or a dictionary, got {value!r}")
