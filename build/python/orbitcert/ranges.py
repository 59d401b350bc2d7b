"""What a prediction withstands, typed."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .native import call
from .request import Cloud, claimed, cloud_field, dump, points_of, prediction, present
from .smoothing import Votes


@dataclass(frozen=True)
class Span:
    """A range of a parameter, every value of which is certified, both ends too; from -inf to inf where nothing ends it."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True)
class Range(Span):
    """
    How far the cloud may be moved along a family of transformations. `unit` is that of its parameter: "relative", "1/length",
    "rad/length", "rad" or "length"; `by` the simplest argument that reaches so far: "invariance", "black_box", "orbit" or
    "tight"; `black_box` the range without invariance.
    """

    family: str
    unit: str
    by: str
    black_box: Span
    along: tuple[float, ...] | None
    toward: tuple[float, ...] | None


@dataclass(frozen=True)
class Withstood:
    """
    What can happen to a cloud without changing its prediction; all of it rounded towards zero. `each_point` is how far every
    point may move, `noise` the standard deviation of sensor noise withstood 999 times of 1,000, `linear` the Frobenius norm of any E
    in y + Ey, None where no such map moves a point; any `points` of the points may move anywhere `within` a length, a single one by `single`. Of votes
    of samples of some points `changes` has the largest numbers of points that may be "replaced", "added" or "removed", each alone, and "of" how many.
    Of a prediction that is not certified itself nothing follows: it is false, without ranges.
    """

    certified: bool
    radius: float
    ranges: tuple[Range, ...]
    each_point: float | None
    noise: float | None
    linear: float | None
    points: int | None
    within: float | None
    single: float | None
    changes: dict[str, int] | None
    text: str = field(repr=False)  # the document, as the command line prints it

    def __bool__(self) -> bool:
        return self.certified

    def __getitem__(self, family: str) -> Range:
        for of in self.ranges:
            if of.family == family:
                return of
        raise KeyError(family)

    @cached_property
    def document(self) -> dict:
        """The whole document."""
        return json.loads(self.text)


def withstand(
    clean: Cloud, *, sigma: float,
    votes: int | Votes | None = None, samples: int | None = None, probability: float | None = None, runner_up: float | None = None,
    group: str | None = None, permutation: bool | None = None, axis: Any = None, translation: bool | None = None,
    along: Any = None, subsample: int | None = None, alpha: float | None = None, **more: Any,
) -> Withstood:
    """
    How far a cloud may be scaled, stretched, sheared, tapered, twisted, turned and shifted, and its points moved, without
    changing its prediction: every value in between, each together with all that the classifier ignores.

    along    axis of the transformations, the last one when it is absent

    The other arguments are those of `certify`. Raises InputError, whose `field` names the argument that is bad.
    """
    request = {
        "clean": cloud_field(clean, "clean"), "sigma": sigma, "prediction": prediction(votes, samples, probability, runner_up),
        **claimed(votes, group, axis, translation), **present(permutation=permutation, subsample=points_of(votes, subsample), alpha=alpha, along=along), **more,
    }
    return read(call("withstand", "-", document=dump(request)))


def read(text: str) -> Withstood:
    document = json.loads(text)
    return Withstood(
        document["certified"], document["radius"], tuple(map(of_family, document.get("ranges", ()))),
        *map(document.get, ("each_point", "noise", "linear")), *map(document.get("points_anywhere", {}).get, ("points", "within", "single")),
        document.get("points"), text,
    )


def ends(span: Mapping) -> tuple[float, float]:
    return span.get("from", -math.inf), span.get("to", math.inf)


def of_family(of: Mapping) -> Range:
    along, toward = (tuple(of[name]) if name in of else None for name in ("along", "toward"))
    return Range(*ends(of), of["family"], of["unit"], of["by"], Span(*ends(of["black_box"])), along, toward)
