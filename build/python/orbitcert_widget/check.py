"""Checks of a request before the browser has it. The engine makes the others, with the same messages."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from .errors import ARGUMENTS, InputError
from .request import Document
from .words import Group

GROUPS: tuple[str, ...] = get_args(Group)


def checked(request: Document) -> Document:
    """Return a request, or raise InputError for the first problem, with the others in `others`."""
    raised(problems(request))
    return request


def raised(found: Iterable[tuple[str, str]]) -> None:
    wrong = [InputError(message, ARGUMENTS.get(field, field)) for field, message in found]
    if wrong:
        wrong[0].others = wrong[1:]
        raise wrong[0]


def problems(request: Document) -> Iterator[tuple[str, str]]:
    yield from of_clouds(request)
    for sigma in listed(request["sigma"]):
        if not (is_number(sigma) and 0 < sigma < math.inf):
            yield "sigma", f"must be positive, got {sigma}"
            break
    if "gram" not in request and request.get("group") not in GROUPS:
        group = request.get("group")
        yield "group", f"must be one of {', '.join(GROUPS)}, got {'nothing' if group is None else json.dumps(group, default=str)}"
    alpha = request.get("alpha", 0.001)
    if not (is_number(alpha) and 0 < alpha <= 0.5):
        yield "alpha", f"must be above 0 and at most 0.5, got {alpha}"
    yield from of_prediction(request["prediction"])


def of_clouds(request: Document) -> Iterator[tuple[str, str]]:
    clouds = {field: request[field] for field in ("clean", "perturbed") if field in request}
    sizes = {}
    for field, cloud in clouds.items():
        if "file" in cloud:
            yield field, "is a file, which the browser cannot read; pass its points"
        if "points" in cloud:
            sizes[field] = (len(cloud["points"]), len(cloud["points"][0]) if len(cloud["points"]) else 0)
            if not len(cloud["points"]):
                yield field, "has no points"
            elif sizes[field][1] not in (2, 3):
                yield field, f"must have 2 or 3 coordinates per point, got {sizes[field][1]}"
    if len(sizes) < 2:
        return
    (count, dimension), (others, other) = sizes["clean"], sizes["perturbed"]
    if dimension != other:
        yield "perturbed", f"is in {other}-D, the clean cloud in {dimension}-D"
    elif count != others and "subsample" not in request:
        yield "perturbed", f"has {others} points, the clean cloud has {count}: point n of one must belong to point n of the other, unless votes are of samples of k points (subsample)"


def of_prediction(prediction: Document) -> Iterator[tuple[str, str]]:
    if "evidence" in prediction:
        return
    probability, votes, samples = map(prediction.get, ("probability", "votes", "samples"))
    if probability is None and votes is None:
        yield "prediction.probability", "is missing: give it, or votes and samples"
    if probability is not None and not (is_number(probability) and 0 < probability < 1):
        yield "prediction.probability", f"must be between 0 and 1, both excluded, got {probability}"
    if votes is None:
        return
    for field, number, least in (("prediction.votes", votes, 0), ("prediction.samples", samples, 1)):
        if number is None:
            yield field, "is missing; give the number of samples that voted"
        elif not whole(number, least):
            yield field, f"must be a whole number from {least}, got {number}"
    if is_number(votes) and is_number(samples) and votes > samples:
        yield "prediction.votes", f"must be at most samples, got {votes} of {samples}"


def listed(values: Any) -> list[Any]:
    """Return the numbers of an array, or one number, as a list."""
    values = getattr(values, "tolist", lambda: values)()
    return values if isinstance(values, list) else [values]


def whole(value: Any, least: int) -> bool:
    return is_number(value) and math.isfinite(value) and value == int(value) and value >= least


def is_number(value: Any) -> bool:
    """Return whether a value is a real number, of Python or numpy."""
    return not isinstance(value, (bool, str)) and hasattr(value, "__float__") and not math.isnan(float(value))
