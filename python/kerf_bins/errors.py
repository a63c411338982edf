"""The errors that a caller may want to catch."""

from __future__ import annotations


class KerfError(Exception):
    """Every error of this package. The message is for people; `code` is a word that stays, as in docs/errors.md."""

    def __init__(self, message: str, code: str = "bad-data") -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        # Errors travel between processes when models are tried in parallel.
        return type(self), (str(self), self.code)


class ArgumentError(KerfError, ValueError):
    """The call is wrong: a value that breaks a rule, an unknown name or option."""


class DataError(KerfError, ValueError):
    """The data cannot be used as asked; column and row (from 0) are named where they are known."""


class ValueTypeError(DataError, TypeError):
    """A value that is neither a number nor a text."""


class FormatError(KerfError, ValueError):
    """A saved file is not what it should be; the message begins with the path of the bad field."""

    def __init__(self, message: str, code: str = "bad-format") -> None:
        super().__init__(message, code)


class NodeMissingError(KerfError, RuntimeError):
    """There is no Node to fit with. Saved bins are applied without one."""

    def __init__(self, message: str, code: str = "missing-package") -> None:
        super().__init__(message, code)


class ProcessLostError(KerfError, RuntimeError):
    """The Node process ended early or answered nonsense. The next fit starts another one."""

    def __init__(self, message: str, code: str = "worker-failed") -> None:
        super().__init__(message, code)


_CLASSES = {
    "ArgumentError": ArgumentError,
    "DataError": DataError,
    "FormatError": FormatError,
}


def error_from_answer(told: object) -> KerfError:
    """The error that the process tells of, as one of ours. A fit is called fit here, whatever it is called there."""
    if not isinstance(told, dict) or not isinstance(told.get("message"), str):
        return ProcessLostError(f"fit: the process answered {told!r}, where an error was expected")
    message = str(told["message"])
    for other in ("fitTable: ", "fitSource: ", "findMethod: ", "findEncoding: ", "makeEncoder: "):
        if message.startswith(other):
            message = "fit: " + message[len(other) :]
    known = _CLASSES.get(str(told.get("name")), KerfError)
    return known(message, str(told.get("code", "bad-data")))
