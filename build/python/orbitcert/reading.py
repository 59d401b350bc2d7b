"""Point cloud files as arrays."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from .native import printed


class Points(NamedTuple):
    """
    A cloud that was read from a file.

    Attributes
    ----------
    points : array
        N×D coordinates, float64.
    attributes : dict of str to array
        N numbers each, by name: the element of an atom, the intensity of a scan.
    """

    points: Any
    attributes: dict[str, Any]


def read(path: str | os.PathLike[str], part: str | None = None, *, preparation: Mapping[str, Any] | None = None, **reading: Any) -> Points:
    """
    Read a point cloud from a file of any supported format.

    Parameters
    ----------
    path : path
        The file.
    part : str
        The cloud of a file with several.
    preparation : mapping
        What to do with the cloud, such as ``{"points": 1024}``, ``{"drop_missing": True}`` or ``{"normalise": "unit-sphere"}``.
    **reading
        How to read the file: columns, type, transposed, coordinates, rows, decimal, sample.

    Returns
    -------
    Points
        ``points, attributes = orbitcert.read("chair.ply")``

    Raises
    ------
    InputError
        The file cannot be read, or it can be read in two ways. `remedies` has the fields to set.
    """
    import numpy as np

    options = [f"--{name}={json.dumps(dict(value))}" for name, value in (("read", reading), ("prepare", preparation)) if value]
    array: Any = np.load(io.BytesIO(printed("read", "--npy", *options, os.path.abspath(path), *([] if part is None else [part]))))
    if array.dtype.names is None:
        return Points(array, {})
    axes = [name for name in ("x", "y", "z") if name in array.dtype.names]
    return Points(np.stack([array[name] for name in axes], axis=1), {name: array[name].copy() for name in array.dtype.names if name not in axes})
