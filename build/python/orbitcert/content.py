"""Files that the caller names, each with an end."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator

from .errors import InputError

# The most bytes of a document, as the program has it.
MOST = 2_000_000_000

# Pipes that the caller opened, such as <(…). One with a name of its own may have no writer.
INHERITED = re.compile(r"/dev/stdin|/(dev|proc/self)/fd/\d+")


def found(path: str | os.PathLike[str], field: str) -> str:
    """Return the path of a file that a field names. Say where it was looked for if it is not there."""
    if not os.path.exists(path):
        raise InputError(f"no such file: looked for {os.path.abspath(path)}", field)
    return os.fspath(path)


def content(path: str | os.PathLike[str]) -> bytes:
    """Return the content of a file. Refuse one of more than 2 GB."""
    whole = bytearray()
    for piece in pieces(path):
        whole += piece
        if len(whole) > MOST:
            raise InputError(f"{os.fspath(path)}: has more than {MOST / 1e9:g} GB")
    return bytes(whole)


def pieces(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """Yield a file in pieces. Refuse devices, and pipes that have a name."""
    named = os.fspath(path)
    kind = os.stat(named).st_mode  # before it is opened: a pipe waits for its writer
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind) and not (stat.S_ISFIFO(kind) and INHERITED.fullmatch(named)):
        raise InputError(f"{named}: is not a regular file; give a file, or a pipe of the shell such as <(…)")
    with open(named, "rb") as file:
        while piece := file.read(1 << 20):
            yield piece
