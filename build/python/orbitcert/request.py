"""Request documents from arrays and numbers."""

from __future__ import annotations

import difflib
import json
import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, Union

from .errors import ARGUMENTS, InputError
from .settings import FIELDS, LAW, Settings

# numpy is imported where it is used: the command, and clouds in files, work without it.

# An N×D array, the path of a file, the field of a request, or an array with a mapping of its attributes, as `read` returns them.
Cloud = Union["os.PathLike[str]", str, Mapping[str, Any], Any]

# Whole numbers below this one are exact as float64.
EXACT = 2**53

# A JSON object.
Document = dict[str, Any]

# σ for all points, for each point, or by the value of an attribute.
Sigma = Union[float, Sequence[float], Mapping[str, Any]]


class Counted(Protocol):
    """Votes with the document that they come from: `orbitcert.Votes`."""

    @property
    def document(self) -> Document:
        ...


def as_array(values: Any) -> Any:
    """Return anything array-like as a numpy array, a tensor on a GPU too."""
    import numpy as np

    for step in ("detach", "cpu"):
        values = getattr(values, step, lambda values=values: values)()
    if "bfloat16" in str(getattr(values, "dtype", "")):  # numpy has no such type
        values = values.float()
    return np.asarray(values)


def cloud_field(points: Cloud, field: str) -> Document:
    """Return a cloud as requests hold it, with lists of numbers. InputError names `field`."""
    return {name: plain(value) if name == "points" else lists(value) if name == "attributes" else value for name, value in held_field(points, field).items()}


def held_field(points: Cloud, field: str) -> Document:
    """Return a cloud as requests hold it, with points in an array. InputError names `field`."""
    if isinstance(points, (str, os.PathLike)):
        return {"file": os.path.abspath(points)}
    if isinstance(points, Mapping):
        inline = "points" in points and "attributes" in points
        return {**points, "attributes": attributes_field(points["attributes"], field, len(points["points"]))} if inline else dict(points)
    if isinstance(points, tuple) and len(points) == 2 and isinstance(points[1], Mapping):
        held = held_field(points[0], field)
        return {**held, "attributes": attributes_field(points[1], field, len(held["points"]))} if points[1] else held
    try:
        import numpy as np
    except ImportError:
        return {"points": listed(points, field)}

    refuse_masked(points, field)
    array = as_array(points)
    if array.ndim != 2 or array.dtype.kind not in "fiu":
        raise InputError(f"must be an N×D array of numbers, got {array.dtype} of shape {array.shape}", field)
    whole, array = array.dtype.kind in "iu", array.astype(np.float64)
    large = np.flatnonzero((np.abs(array) >= EXACT).any(axis=1)) if whole else np.zeros(0)
    if large.size:
        raise InputError(f"point {large[0]} has a whole number from 2^53 on, which a float64 rounds; subtract an offset from all coordinates", field)
    bad = np.flatnonzero(~np.isfinite(array).all(axis=1))
    if bad.size:
        raise InputError(f"point {bad[0]} must be finite, got {array[bad[0]].tolist()}", field)
    return {"points": array}


def attributes_field(attributes: Any, field: str, count: int) -> Document:
    """Return named attributes as requests hold them. InputError names the attribute and the point."""
    if not isinstance(attributes, Mapping):
        raise InputError(f"must map names to one number for each point, got {type(attributes).__name__}", f"{field}.attributes")
    return {name: column(values, f"{field}.attributes.{name}", count) for name, values in attributes.items()}


def column(values: Any, place: str, count: int) -> Any:
    """Return the numbers of an attribute."""
    array: Any
    try:
        import numpy as np
    except ImportError:
        array = [float(x) for x in values]
        bad = [i for i, x in enumerate(array) if not math.isfinite(x)]
    else:
        refuse_masked(values, place)
        array = as_array(values)
        if array.ndim != 1 or array.dtype.kind not in "fiub":
            raise InputError(f"must have one number for each point, got {array.dtype} of shape {array.shape}", place)
        array = array.astype(np.float64)
        bad = np.flatnonzero(~np.isfinite(array)).tolist()
    if len(array) != count:
        raise InputError(f"has {len(array)} values for {count} points; give each point one", place)
    if bad:
        raise InputError(f"point {bad[0]} must be finite, got {array[bad[0]]}", place)
    return array


def refuse_masked(values: Any, place: str) -> None:
    """Raise InputError if an array of numpy masks some of its numbers."""
    import numpy as np

    masked: Any = np.ma
    if masked.is_masked(values):
        raise InputError("has masked numbers; leave these points out, or fill them in", place)


def lists(attributes: Document) -> Document:
    """Return attributes with lists of numbers."""
    return {name: plain(values) for name, values in attributes.items()}


def sigma_field(sigma: Sigma) -> Any:
    """Return σ as requests hold it. Values of an attribute may be numbers."""
    if not isinstance(sigma, Mapping) or not isinstance(sigma.get("values"), Mapping):
        return sigma
    values = {value if isinstance(value, str) else repr(float(value)): each for value, each in sigma["values"].items()}
    return {**sigma, "values": values}


def seen_list(attributes: Any) -> list[Any]:
    """Return attributes as a list, also one alone."""
    return [attributes] if isinstance(attributes, (str, Mapping)) else list(attributes)


def seen_field(attributes: Sequence[Any] | None) -> Document:
    """Return what a prediction says of the attributes that the model sees."""
    return {} if attributes is None else {"model": {"attributes": seen_list(attributes)}}


def listed(points: Any, field: str) -> list[list[float]]:
    """Return the points of a list of lists, without numpy."""
    rows = [list(point) for point in points]
    for i, row in enumerate(rows):
        if not all(isinstance(x, (int, float)) and math.isfinite(x) for x in row):
            raise InputError(f"point {i} must be finite, got {row}", field)
        if len(row) != len(rows[0]):
            raise InputError(f"point {i} must have {len(rows[0])} coordinates, got {row}", field)
    return [[float(x) for x in row] for row in rows]


def present(**fields: Any) -> Document:
    """Return the fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def dump(request: Document) -> bytes:
    """Return a request as JSON. InputError names what JSON cannot hold, such as a number that is not finite."""
    try:
        return json.dumps(request, default=plain, allow_nan=False).encode()
    except (TypeError, ValueError):
        refuse_unwritable(request)
        raise


def refuse_unwritable(value: Any, place: str = "") -> None:
    """Raise InputError for the first value that JSON cannot hold."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            refuse_unwritable(one, f"{place}.{name}" if place else name)
    elif isinstance(value, (list, tuple)):
        for i, one in enumerate(value):
            refuse_unwritable(one, f"{place}[{i}]")
    elif isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"must be finite, got {value}", argument_of(place))
    elif value is not None and not isinstance(value, (bool, int, float, str)):
        try:
            held = plain(value)
        except (TypeError, ValueError):
            raise InputError(f"must be made of numbers, texts and lists, got {type(value).__name__}", argument_of(place)) from None
        refuse_unwritable(held, place)


def argument_of(place: str) -> str:
    """Return the argument of a field of a request."""
    return ARGUMENTS.get(place, place.removeprefix("prediction."))


def plain(value: Any) -> Any:
    """Return numbers and arrays of numpy as Python's own."""
    held = value if isinstance(value, (list, str)) else as_array(value).tolist()
    if not isinstance(held, (list, str, bool, int, float)):
        raise TypeError(f"{type(value).__name__} is not a number")
    return held


def counted(votes: object) -> Document | None:
    """Return the votes document of what `smooth` returned, None for a number."""
    document: Document | None = getattr(votes, "document", None)
    return document


def outputs(values: Sequence[float | None], name: str) -> list[float | None]:
    """Return the numbers of a model as a document has them: None for a sample that is not settled, which may also be NaN."""
    if any(isinstance(x, (str, bytes, bool)) for x in values):
        raise InputError("must be numbers, or None for a sample without one", name)
    return [None if x is None or x != x else float(x) for x in values]


# Readers of arguments that a document has otherwise.
READ: dict[str, Callable[[Any], Any]] = {
    "votes": lambda votes: counted(votes) or votes, "values": lambda values: outputs(values, "values"), "select": lambda values: outputs(values, "select"),
    "superclass": list, "attributes": seen_list,
}


def claimed(votes: Any, group: Any) -> Document:
    """Return the invariance of the classifier behind the votes, unless another is given."""
    evidence = counted(votes)
    own: Document = {} if evidence is None or group is not None else evidence["classifier"]
    return {name: own[name] for name in ("group", "axis", "translation") if name in own}


def drawn(votes: Any) -> Document:
    """Return how the samples behind the votes were drawn, as a request has it."""
    evidence = counted(votes)
    sampling: Document = {} if evidence is None else evidence["sampling"]
    return {LAW[name]: value for name, value in sampling.items() if name in LAW}


def field_of(name: str, settings: Mapping[str, Any]) -> str:
    """Return the field of a request that an argument stands for."""
    if name == "votes" and counted(settings[name]) is not None:
        return "prediction.evidence"
    if name == "runner_up":
        return "prediction.runner_up." + ("votes" if "probability" not in settings else "probability")
    return FIELDS.get(name, name)


def put(document: Document, field: str, value: Any) -> None:
    """Set a field of a document."""
    *path, last = field.split(".")
    for name in path:
        document[name] = {**document.get(name, {})}
        document = document[name]
    document[last] = value


def refuse_unknown(names: Iterable[str], known: Iterable[str]) -> None:
    """Raise InputError for the first argument that a function does not have, with the one that may be meant."""
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            raise InputError("is not a known argument" + (f"; did you mean {near[0]}?" if near else ""), name)


def certify_request(clean: Cloud | None = None, perturbed: Cloud | None = None, *, sigma: Sigma, **settings: Any) -> Document:
    """Return the request of `certify`, which explains the arguments."""
    # The page's code for Python gives a whole prediction where it says more than the arguments do.
    refuse_unknown(settings, [*Settings.__annotations__, "prediction"])
    given = present(**settings)
    votes = given.get("votes")
    request: Document = {
        **{field: held_field(cloud, field) for field, cloud in present(clean=clean, perturbed=perturbed).items()},
        "sigma": sigma_field(sigma), "prediction": {}, **drawn(votes),
    }
    for name, value in given.items():
        put(request, field_of(name, given), READ[name](value) if name in READ else value)
    return {**request, **claimed(votes, given.get("group"))}
