"""Requests on their way to the program: large arrays travel in files, which it reads faster than JSON."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
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
    with filed(request) as lighter:
        return call(name, *options, "-", document=dump(lighter))


@contextmanager
def filed(request: Document) -> Iterator[Document]:
    """Return a request, or a run document, whose large clouds are in files until the end. InputError names the cloud, not its file."""
    paths: dict[str, str] = {}
    with ExitStack() as stack:
        folder = cache(lambda: stack.enter_context(tempfile.TemporaryDirectory()))  # which takes longer than a small certificate

        def held(cloud: Any, field: str) -> Any:
            if not isinstance(cloud, Mapping) or "attributes" in cloud or not is_large(cloud.get("points")):
                return cloud
            path = os.path.join(folder(), f"{len(paths)}.npy")
            paths[path] = field
            return {**{name: value for name, value in cloud.items() if name != "points"}, **stored(cloud["points"], path)}

        lighter = {field: held(cloud, field) for field, cloud in request.items()}
        if isinstance(request.get("clouds"), Sequence):
            lighter["clouds"] = [held(cloud, f"clouds[{i}]") for i, cloud in enumerate(request["clouds"])]
        try:
            yield lighter
        except InputError as error:
            if not paths:
                raise
            raise unfiled(error, paths) from None


def is_large(points: Any) -> bool:
    return is_cloud(points) and len(points) >= LARGE and getattr(points.dtype, "kind", None) in ("f", "i", "u")


def is_cloud(points: Any) -> bool:
    """Return whether points are an array that a file can hold. The program names what others lack."""
    return len(getattr(points, "shape", ())) == 2 and 0 < points.shape[0] <= MOST and points.shape[1] in (2, 3)


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
