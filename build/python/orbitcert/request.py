"""Requests from arrays and numbers, as JSON that the program reads."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

from .errors import InputError

if TYPE_CHECKING:
    from .smoothing import Votes

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
    try:
        import numpy as np
    except ImportError:
        return {"points": listed(points, field)}

    array = as_array(points)
    if array.ndim != 2 or array.dtype.kind not in "fiu":
        raise InputError(f"must be an array of N×D numbers, got {array.dtype} of shape {array.shape}", field)
    array = array.astype(np.float64)
    bad = np.flatnonzero(~np.isfinite(array).all(axis=1))
    if bad.size:
        raise InputError(f"point {bad[0]} is {array[bad[0]].tolist()}", field)
    return {"points": array.tolist()}


def listed(points: Any, field: str) -> list[list[float]]:
    """The points of a list of lists, where there is no numpy."""
    rows = [list(point) for point in points]
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]) or not all(isinstance(x, (int, float)) and math.isfinite(x) for x in row):
            raise InputError(f"point {i} is {row}", field)
    return [[float(x) for x in row] for row in rows]


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


def prediction(votes: int | Votes | None, samples: int | None, probability: float | None, runner_up: float | None) -> dict:
    if hasattr(votes, "document"):
        return present(evidence=votes.document, samples=samples, probability=probability)
    other = None if runner_up is None else {"votes" if probability is None else "probability": runner_up}
    return present(votes=votes, samples=samples, probability=probability, runner_up=other)


def claimed(votes: int | Votes | None, group: str | None, axis: Any, translation: bool | None) -> dict:
    """The invariance: what is said, or what the classifier whose votes were counted has."""
    if group is None and hasattr(votes, "document"):
        has = votes.document["classifier"]
        return {name: has[name] for name in ("group", "axis", "translation") if name in has}
    return present(group=group, axis=axis, translation=translation)


def points_of(votes: int | Votes | None, subsample: int | None) -> int | None:
    """How many points a sample is of: what is said, or what was counted."""
    if subsample is None and hasattr(votes, "document"):
        return votes.document["sampling"].get("subsample")
    return subsample


def certify_request(
    clean: Cloud | None = None, perturbed: Cloud | None = None, *, sigma: float | Sequence[float],
    votes: int | Votes | None = None, samples: int | None = None, probability: float | None = None, runner_up: float | None = None,
    group: str | None = None, permutation: bool | None = None, axis: Any = None, translation: bool | None = None,
    subsample: int | None = None, alpha: float | None = None, draws: int | None = None, **more: Any,
) -> dict:
    """What `certify` asks; the arguments are explained there."""
    return {
        **{field: cloud_field(cloud, field) for field, cloud in present(clean=clean, perturbed=perturbed).items()},
        "sigma": sigma,
        "prediction": prediction(votes, samples, probability, runner_up),
        **claimed(votes, group, axis, translation),
        **present(permutation=permutation, subsample=points_of(votes, subsample), alpha=alpha, samples=draws),
        **more,
    }
