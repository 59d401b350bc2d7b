"""One run at a time in a folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import InputError


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock file of a folder. The system releases it when this process ends, however it ends."""
    file = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            take(file)
        except OSError:
            raise InputError(f"another run is using {folder}; wait for it, or give another folder", "out") from None
        yield
    finally:
        os.close(file)


def take(file: int) -> None:
    """Take the lock of an open file. OSError if another one has it, in this process or in another."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
