"""The Node process that fits: started with the first fit and kept for later ones."""

from __future__ import annotations

import atexit
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterable
from typing import IO, Any

from .errors import NodeMissingError, ProcessLostError, error_from_answer
from .message_frame import header_bytes, read_answer
from .node_program import find_node

CORE_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "core", "python-process.mjs")

# Pipes of this size are asked for where the system allows it: fewer turns for the same bytes.
_PIPE_BYTES = 2**20

# Ends of what the process said on standard error that are worth telling.
_LAST_WORDS = 2000


class CoreProcess:
    """One process, one request at a time. A process that was lost is told of, and the next request starts another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None
        self._owner = 0

    @property
    def pid(self) -> int | None:
        """The id of the process; None where none runs."""
        return None if self._process is None else self._process.pid

    def ask(self, header: dict[str, Any], values: Iterable[Any] = ()) -> dict[str, Any]:
        """Sends a request with the values behind it and waits for the answer; an error it tells of is raised."""
        start = header_bytes(header)
        with self._lock:
            process = self._running()
            try:
                answer = self._exchange(process, start, values)
            except (EOFError, BrokenPipeError, ConnectionResetError) as error:
                raise ProcessLostError(self._last_words()) from error
            except BaseException:
                # Nobody knows how much of the message was taken, so the process cannot be used again. Also on Ctrl-C.
                self.stop()
                raise
        if "error" in answer:
            raise error_from_answer(answer["error"])
        return answer

    def stop(self) -> None:
        """Ends the process at once."""
        process, self._process = self._process, None
        if process is None:
            return
        if self._owner == os.getpid():
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            try:
                pipe.close()  # type: ignore[union-attr]
            except OSError:
                pass

    def _exchange(self, process: subprocess.Popen[bytes], start: bytes, values: Iterable[Any]) -> dict[str, Any]:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None and stdout is not None
        _write(stdin, memoryview(start))
        # Each is made ready while the process works on the one before.
        for part in values:
            _write(stdin, memoryview(part).cast("B"))
        return read_answer(stdout)

    def _running(self) -> subprocess.Popen[bytes]:
        # After a fork the pipes belong to the parent, which would get the answers.
        if self._process is not None and self._owner != os.getpid():
            self._process = None
        if self._process is not None and self._process.poll() is not None:
            self.stop()
        if self._process is None:
            self._process = self._start()
            self._owner = os.getpid()
        return self._process

    def _start(self) -> subprocess.Popen[bytes]:
        if not os.path.exists(CORE_FILE):
            raise NodeMissingError(
                "fit: this copy of kerf-bins has no core in it; install the wheel, which node scripts/package/python.mjs builds"
            )
        self._said = tempfile.TemporaryFile()
        # A group of its own: Ctrl-C is for Python, which ends the process itself.
        process = subprocess.Popen(
            [find_node(), CORE_FILE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            bufsize=0,
            start_new_session=True,
        )
        _widen(process)
        return process

    def _last_words(self) -> str:
        process = self._process
        assert process is not None
        try:
            status: int | str = process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            status = "still running"
        said = ""
        if self._said is not None:
            self._said.seek(0, os.SEEK_END)
            self._said.seek(max(0, self._said.tell() - _LAST_WORDS))
            said = self._said.read().decode("utf-8", "replace").strip()
        self.stop()
        how = f"signal {-status}" if isinstance(status, int) and status < 0 else f"exit code {status}"
        words = f"; its last words: {said}" if said else ""
        return f"fit: the Node process was lost ({how}){words}. The next fit starts another one"


def _write(pipe: IO[bytes], left: memoryview) -> None:
    """A write may take a part only."""
    while left:
        left = left[pipe.write(left) :]


def _widen(process: subprocess.Popen[bytes]) -> None:
    """Asks Linux for a larger pipe; others have their own sizes."""
    try:
        import fcntl

        fcntl.fcntl(process.stdin, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)  # type: ignore[union-attr,attr-defined]
    except (ImportError, AttributeError, OSError):
        pass


CORE = CoreProcess()
atexit.register(CORE.stop)
