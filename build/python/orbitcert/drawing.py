"""Streams what the program prints, and the rows that it draws."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .native import AS_JSON, COMPUTED, PROGRAM, settle


@contextmanager
def printing(name: str, *options: str, own: str) -> Iterator[Any]:
    """Return the stream of what a call about a file of this package prints. A stream that was not read to its end is cut off."""
    with tempfile.TemporaryFile() as errs, subprocess.Popen([PROGRAM, name, AS_JSON, *options, own], stdout=subprocess.PIPE, stderr=errs) as child:
        stream: Any = child.stdout
        try:
            yield stream
        except BaseException:
            child.kill()
            raise
        if stream.peek(1):
            child.kill()
            return
        code = child.wait()
        errs.seek(0)
        if code != COMPUTED:
            settle(code, b"", errs.read(), own)


def header(stream: Any) -> tuple[tuple[int, ...], Any] | None:
    """Return shape and type of an array as the program writes it, None if it writes nothing."""
    import numpy as np

    if not stream.peek(1):
        return None
    form: Any = np.lib.format
    form.read_magic(stream)
    shape, _, kind = form.read_array_header_1_0(stream)
    return shape, kind


def batches(stream: Any, batch: int, head: tuple[tuple[int, ...], Any] | None) -> Iterator[Any]:
    """Return the rows of an array after its header."""
    import numpy as np

    if head is None:
        return
    (rows, *shape), kind = head
    size = kind.itemsize * int(np.prod(shape))
    for first in range(0, rows, batch):
        length = min(batch, rows - first)
        data = stream.read(length * size)
        if len(data) < length * size:
            return  # the exit code tells why
        yield np.frombuffer(bytearray(data), kind).reshape(length, *shape)
