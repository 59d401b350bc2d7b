"""Classes, numbers or labels of clouds and their radii, by votes that the core draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import inf
from statistics import median
from typing import Any

import numpy as np

from ..certificate import certify
from ..evaluation import Forward, answering
from ..probe import Probed
from ..smoothing import Votes, axes, count
from .columns import is_pair

# In place of a class: the votes do not decide.
ABSTAIN = -1


def votes(clouds: Iterable[Any], model: Any, forward: Forward | None, name: str, *, batch: int, **drawing: Any) -> Iterator[Votes]:
    """
    Return the votes of each cloud.

    The model is tested at the start, meanwhile, and after the last cloud, so read to the end. Errors call it `name`.
    """
    with answering(model, name, forward) as answer:
        answer.axes = axes(drawing.get("returns"))
        probed = Probed(answer, batch)
        for points in clouds:
            yield count(probed, points, batch=batch, quiet=True, **drawing)
        probed.finish()


def predicted(counted: Votes, alpha: float) -> int:
    """
    Return the class with the most votes, or ABSTAIN (PREDICT of Cohen et al. 2019).

    The two-sided test of its votes against those of the second class makes an error with probability `alpha` at most
    (Hung and Fithian 2019). Samples without a class count for the second.
    """
    classes = counted.document["votes"]["estimate"]
    second = max(x for i, x in enumerate(classes) if i != counted.predicted) + counted.samples - sum(classes)
    return counted.predicted if leads(counted.votes, second, alpha) else ABSTAIN


def leads(first: int, second: int, alpha: float) -> bool:
    """Return whether 2·P(Bin(first + second, ½) ≥ first) ≤ alpha, in exact arithmetic."""
    n = first + second
    allowed = Fraction(alpha) * 2**n / 2
    tail, term = 0, 1  # term is the binomial coefficient of n over k
    for k in range(second + 1):
        tail += term
        if tail > allowed:
            return False
        term = term * (n - k) // (k + 1)
    return first > second


def certified(counted: Votes, points: Any, sigma: float, alpha: float) -> tuple[int, float]:
    """Return the class and its certified radius, or ABSTAIN and 0 (CERTIFY of Cohen et al. 2019)."""
    radius = certify(points, sigma=sigma, votes=counted, alpha=alpha, draws=0).orbit.radius
    return (counted.predicted, radius) if radius is not None and radius > 0 else (ABSTAIN, 0.0)


def middle(values: Iterable[float]) -> float:
    """Return the median of the numbers of the samples that have one, NaN if none has."""
    settled = [x for x in values if x == x]
    return median(settled) if settled else float("nan")


def within(counted: Votes, points: Any, sigma: float, alpha: float, tolerance: float) -> tuple[float, float]:
    """Return the reference of a number, and the distance below which the median stays within the tolerance of it."""
    radius = certify(points, sigma=sigma, votes=counted, tolerance=tolerance, alpha=alpha, draws=0).orbit.radius
    return middle(x for x in counted.document["select"] if x is not None), max(radius or 0.0, 0.0)


def away(points: Any, distance: float) -> tuple[Any, Any]:
    """Return a cloud and one at least so far from it, with their attributes. Bounds by distance alone are the same for all others as far."""
    held, attributes = points if is_pair(points) else (points, {})
    clean = np.asarray(held, dtype=np.float64)
    moved = clean.copy()
    # The bound follows from the distance alone. Rounding must not make it smaller.
    moved[0, 0] += distance * (1 + 1e-12) + 4 * np.spacing(abs(clean[0, 0]) + distance)
    return (clean, attributes), (moved, attributes)


def between(counted: Votes, points: Any, sigma: float, alpha: float, distance: float) -> tuple[float, tuple[float, float]]:
    """Return the median of a number, and an interval that has the median at every cloud up to a distance."""
    stated = certify(*away(points, distance), sigma=sigma, votes=counted, group="none", alpha=alpha, draws=0).black_box.interval or {}
    return middle(counted.values or []), (stated.get("lower", -inf), stated.get("upper", inf))


def balls(counted: Votes, points: Any, sigma: float, alpha: float, distance: float) -> tuple[list[list[float]], list[float]]:
    """Return centres and radii of balls that have all vectors at every cloud up to a distance, turned back as it is aligned."""
    stated = certify(*away(points, distance), sigma=sigma, votes=counted, group="none", alpha=alpha, draws=0).black_box.vectors or []
    return [vector["ball"]["centre"] for vector in stated], [vector["ball"]["radius"] for vector in stated]


def labelled(counted: Votes, points: Any, sigma: float, alpha: float) -> tuple[list[int], list[float]]:
    """Return for each point its label and a radius that hold for all points at once, or ABSTAIN and 0."""
    stated = certify(points, sigma=sigma, votes=counted, alpha=alpha, draws=0).orbit.labels or {}
    radii = [max(radius, 0.0) for radius in stated["radius"]]
    predicted: list[int] = counted.document["labels"]["predicted"]
    return [label if radius > 0 else ABSTAIN for label, radius in zip(predicted, radii)], radii
