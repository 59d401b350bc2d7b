"""Requests from arrays and numbers, as JSON that the program reads."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, Union

from .native import InputError

# numpy is imported where it is used: the command and clouds in files do without.

Cloud = Union["os.PathLike[str]", str, Mapping, Any]


def as_array(values: Any):
    """A numpy array of anything that can be one, a tensor on a GPU too."""
    import numpy as np

    for step in ("detach", "cpu"):
        values = getattr(values, step, lambda values=values: values)()
    return np.asarray(values)


def cloud_field(points: Cloud, field: str) -> dict:
    """A cloud as requests have it: an N×D array, the path of a file, or the field itself."""
    if isinstance(points, (str, os.PathLike)):
        return {"file": os.path.abspath(points)}
    if isinstance(points, Mapping):
        return dict(points)
    import numpy as np

    array = as_array(points)
    if array.ndim != 2 or array.dtype.kind not in "fiu":
        raise InputError(f"must be an array of N×D numbers, got {array.dtype} of shape {array.shape}", field)
    array = array.astype(np.float64)
    bad = np.flatnonzero(~np.isfinite(array).all(axis=1))
    if bad.size:
        raise InputError(f"point {bad[0]} is {array[bad[0]].tolist()}", field)
    return {"points": array.tolist()}


def present(**fields: Any) -> dict:
    """The fields that are given."""
    return {name: value for name, value in fields.items() if value is not None}


def dump(request: dict) -> bytes:
    try:
        return json.dumps(request, default=plain, allow_nan=False).encode()
    except ValueError as error:
        for name, value in request.items():
            listed = getattr(value, "tolist", lambda value=value: value)()
            for i, number in enumerate(listed if isinstance(listed, (list, tuple)) else [listed]):
                if isinstance(number, float) and number - number != 0:
                    raise InputError(f"is {number}", name if number is listed else f"{name}[{i}]") from None
        raise InputError(str(error)) from None


def plain(value: Any):
    """Numbers and arrays of numpy as Python's own."""
    return as_array(value).tolist()
