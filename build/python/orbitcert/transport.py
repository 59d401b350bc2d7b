"""Requests on their way to the program: large arrays travel in files, which it reads faster than JSON."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .errors import InputError
from .native import call
from .request import Document, dump

# Smaller clouds travel as JSON: a file costs more than it saves.
LARGE = 2000

# The most points that the program takes.
MOST = 1_000_000


def ask(name: str, *options: str, request: Document) -> str:
    """Return what a call of the program prints about a request."""
    with sent(request) as document:
        return call(name, *options, "-", document=document)


@contextmanager
def sent(request: Document) -> Iterator[bytes]:
    """Return the JSON of a request whose large clouds are in files until the end. InputError names the cloud, not its file."""
    arrays = {field: cloud["points"] for field, cloud in request.items() if isinstance(cloud, Mapping) and set(cloud) == {"points"} and is_large(cloud["points"])}
    if not arrays:
        yield dump(request)
        return
    with tempfile.TemporaryDirectory() as folder:
        files = {field: stored(array, os.path.join(folder, f"{field}.npy")) for field, array in arrays.items()}
        try:
            yield dump({**request, **files})
        except InputError as error:
            raise unfiled(error, {str(file["file"]): field for field, file in files.items()}) from None


def is_large(points: Any) -> bool:
    return is_cloud(points) and len(points) >= LARGE


def is_cloud(points: Any) -> bool:
    """Return whether points are an array that a file can hold. The program names what others lack."""
    return hasattr(points, "shape") and 0 < points.shape[0] <= MOST and points.shape[1] in (2, 3)


def stored(array: Any, path: str) -> Document:
    """Write an array of clouds, or of one, and return how a request reads it: by all columns, without questions about its shape."""
    import numpy as np

    np.save(path, array)
    return {"file": path, "coordinates": list(range(1, array.shape[-1] + 1))}


def unfiled(error: InputError, fields: Mapping[str, str]) -> InputError:
    """Return an error with the name of the argument in place of the file that this package wrote."""
    for path, field in fields.items():
        if error.field is None and error.message.startswith(f"{path}: "):
            return InputError(error.message[len(path) + 2:], field, error.remedies, [unfiled(other, fields) for other in error.others])
    return InputError(error.message, error.field, error.remedies, [unfiled(other, fields) for other in error.others])
