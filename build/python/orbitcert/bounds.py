"""The bounds of a certificate, one class for each argument."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

T = TypeVar("T")


def take(kind: type[T], document: Mapping[str, Any]) -> T:
    """Return the fields of a document that a class has. Absent ones are None."""
    return kind(**{of.name: document.get(of.name) for of in fields(kind)})


def optional(kind: type[T], document: Mapping[str, Any] | None) -> T | None:
    """Return the fields of an optional document, or None without one."""
    return None if document is None else take(kind, document)


def closed(document: Mapping[str, Any] | None) -> Closed:
    """Return a bound in closed form; without a document, one without values."""
    return take(Closed, {"certified": False} if document is None else document)


@dataclass(frozen=True)
class Bound:
    """
    What the bounds share, except the one from random draws.

    Attributes
    ----------
    certified : bool
        True if this bound certifies.
    upper_runner_up : float or None
        Upper bound on the probability of the runner-up at the perturbed cloud.
    interval : dict of str to float, or None
        Of a number: "lower" and "upper" end of its median, absent without a bound.
    labels : dict, or None
        Of labels: "certified" and "radius" of each point, "count" and "share" of those certified.
    vectors : list of dict, or None
        Of vectors: "lower" and "upper" ends, "ball" and "angle" of each. Closed forms have them.
    """

    certified: bool
    upper_runner_up: float | None
    interval: dict[str, float] | None
    labels: dict[str, Any] | None
    vectors: list[dict[str, Any]] | None


@dataclass(frozen=True)
class Closed(Bound):
    """
    A bound in closed form, with the attributes of `Bound`. Lengths have the unit of the prepared clouds.

    Attributes
    ----------
    distance : float or None
        Distance of the clouds. None without a perturbed cloud.
    radius : float or None
        The bound certifies up to this distance.
    file_radius : float or None
        Radius of the file, in its unit, if the preparation scales.
    file_distance : float or None
        Distance of both files, in the unit of the clean one, if the preparation scales them.
    lower : float or None
        Lower bound on the probability of the class at the perturbed cloud.
    """

    distance: float | None
    radius: float | None
    file_radius: float | None
    file_distance: float | None
    lower: float | None


@dataclass(frozen=True)
class Exact(Bound):
    """
    The tight bound without draws, with the attributes of `Bound`.

    Attributes
    ----------
    value : float
        Lower bound on the probability of the class at the perturbed cloud.
    error : float
        Bound on the error of `value`.
    """

    value: float
    error: float


@dataclass(frozen=True)
class AxisBound(Exact):
    """
    The tight bound by rotations about one axis, for clouds in space, with the attributes of `Exact`.

    Attributes
    ----------
    axis : list of float
        Direction of that axis.
    """

    axis: list[float]


@dataclass(frozen=True)
class MonteCarlo:
    """
    The tight bound from random draws.

    Attributes
    ----------
    certified : bool
        True if this bound certifies.
    lower, upper : float
        Bounds on the tight value. `lower` bounds the probability of the class.
    estimate : float
        Estimate of the tight value.
    samples : int
        Draws.
    seed : str
        Seed of the draws.
    upper_runner_up : float or None
        Upper bound on the probability of the runner-up at the perturbed cloud.
    """

    certified: bool
    lower: float
    estimate: float
    upper: float
    samples: int
    seed: str
    upper_runner_up: float | None


@dataclass(frozen=True)
class Subsampled(Bound):
    """
    The bound for votes on samples of some points, for clouds whose points come and go, with the attributes of `Bound`.

    Attributes
    ----------
    kept : int
        Points that have a partner in the other cloud.
    q, q_perturbed : float
        Shares of the samples of either cloud that contain kept points only.
    distance : float
        Distance of the kept points after alignment, in the unit of the coordinates.
    lower : float
        Lower bound on the probability of the class at the perturbed cloud.
    """

    kept: int
    q: float
    q_perturbed: float
    distance: float
    lower: float


@dataclass(frozen=True)
class Transformed(Bound):
    """
    The bound for votes with noise on transformations about an axis, with the attributes of `Bound`.

    The perturbed cloud is the clean one transformed, moved by Δ and turned about the axis.

    Attributes
    ----------
    shift : dict of str to float, or None
        The transformation: "twist", "taper", "scale", or both coordinates of a "shear". None without a perturbed cloud.
    distance : float or None
        Upper bound on the norm of Δ.
    lower : float or None
        Lower bound on the probability of the class at the perturbed cloud.
    radii : dict of str to float
        Size below which each transformation is certified; without a perturbed cloud also the norm of Δ, "distance".
    """

    shift: dict[str, Any] | None
    distance: float | None
    lower: float | None
    radii: dict[str, float]
