"""Ranges of transformations that a prediction withstands."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_DOWN, Context
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import figures
from .certificate import parsed
from .request import Cloud, Document, Sigma, certify_request, present
from .settings import Settings
from .signature import takes
from .transport import ask

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Span:
    """
    A closed range of a parameter. Every value in it is certified.

    Attributes
    ----------
    low, high : float
        Ends, −inf and inf if unbounded.
    """

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True)
class Range(Span):
    """
    How far a family of transformations may change a cloud.

    Attributes
    ----------
    family : str
        "scale", "stretch", "shear", "taper", "bulge", "twist", "rotation" or "shift".
    unit : str
        Unit of the parameter: "relative", "1/length", "1/length²", "rad/length", "rad" or "length".
    by : str
        The simplest argument that reaches these ends: "invariance", "black_box", "orbit", "tight" or "parameters".
    black_box : Span
        The range without invariance.
    along, toward : tuple of float or None
        Directions of the transformation, if it has them.
    file : Span or None
        The range of the file, in its unit, if the preparation scales.
    file_black_box : Span or None
        The same without invariance.
    """

    family: str
    unit: str
    by: str
    black_box: Span
    along: tuple[float, ...] | None
    toward: tuple[float, ...] | None
    file: Span | None = None
    file_black_box: Span | None = None


def toward_zero(end: float) -> str:
    """Return an end with six digits, rounded to the side on which the statement holds."""
    return f"{end if math.isinf(end) else float(Context(prec=6, rounding=ROUND_DOWN).create_decimal_from_float(end)):.6g}"


@dataclass(frozen=True)
class Withstood:
    """
    Changes of a cloud that keep its prediction, rounded towards zero.

    It is true if the prediction itself is certified; else it has no ranges. ``withstood["shear"]`` is a family.
    Lengths have the unit of the coordinates.

    Attributes
    ----------
    certified : bool
        True if the prediction at the clean cloud is certified.
    radius : float
        Certified radius after alignment.
    ranges : tuple of Range
        One for each family.
    each_point : float or None
        Distance that every point may move at once.
    noise : float or None
        Standard deviation of noise that is withstood 999 times in 1,000.
    linear : float or None
        Frobenius norm of E in y + Ey, for every linear map. None if no such map moves a point.
    points, within : int, float, or None
        So many points may move anywhere within this length.
    single : float or None
        Length that a single point may move.
    changes : dict or None
        For votes on samples of some points: how many may be "replaced", "added" or "removed", each alone, and "of"
        how many.
    text : str
        The document, with the bytes that the command line prints.
    file_radius : float or None
        Certified radius of the file, in its unit, if the preparation scales.
    scale : bool
        True if the preparation divides scalings of the file out.
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
    text: str = field(repr=False)
    file_radius: float | None = None
    scale: bool = False

    def __bool__(self) -> bool:
        return self.certified

    def __len__(self) -> int:
        return len(self.ranges)

    def __iter__(self) -> Iterator[str]:
        return (of.family for of in self.ranges)

    def __contains__(self, family: object) -> bool:
        return any(of.family == family for of in self.ranges)

    def _table(self) -> list[list[str]]:
        """Return the ranges in rows, with ends rounded towards zero."""
        ends = [[of.family, *map(toward_zero, (of.low, of.high)), of.unit, of.by] for of in self.ranges]
        return [["transformation", "from", "to", "unit", "by"], *ends]

    def _title(self) -> str:
        return "every value between is certified" if self else "not certified"

    def __str__(self) -> str:
        """Return a short table: a line for each family of transformations."""
        return f"{self._title()}\n{figures.columns(self._table())}" if self else self._title()

    def _repr_html_(self) -> str:
        return figures.table(self._table(), self._title())

    def __getitem__(self, family: str) -> Range:
        for of in self.ranges:
            if of.family == family:
                return of
        raise KeyError(family)

    @cached_property
    def document(self) -> Document:
        """The whole document."""
        return parsed(self.text)


@takes(Settings)
def withstand(clean: Cloud, *, sigma: Sigma, along: Any = None, **settings: Unpack[Settings]) -> Withstood:
    """
    Compute how far a cloud may be scaled, stretched, sheared, tapered, bulged, twisted, turned and shifted.

    Every value of a range is certified, together with all that the classifier ignores.

    Parameters
    ----------
    along : sequence of float
        Direction of the transformations, the last axis by default.
    clean, sigma, **settings
        As for `certify`.

    Returns
    -------
    Withstood
    """
    request = {**certify_request(clean, sigma=sigma, **settings), **present(along=along)}
    return read(ask("withstand", request=request))


def read(text: str) -> Withstood:
    document = parsed(text)
    anywhere = document.get("points_anywhere", {})
    return Withstood(
        certified=document["certified"], radius=document["radius"], ranges=tuple(map(of_family, document.get("ranges", ()))),
        each_point=document.get("each_point"), noise=document.get("noise"), linear=document.get("linear"),
        points=anywhere.get("points"), within=anywhere.get("within"), single=anywhere.get("single"),
        changes=document.get("points"), text=text, file_radius=document.get("file_radius"), scale=document.get("scale", False),
    )


def ends(span: Mapping[str, Any]) -> tuple[float, float]:
    return span.get("from", -math.inf), span.get("to", math.inf)


def of_family(of: Mapping[str, Any]) -> Range:
    along, toward = (tuple(of[name]) if name in of else None for name in ("along", "toward"))
    file = of.get("file")
    spans = (None, None) if file is None else (Span(*ends(file)), Span(*ends(file["black_box"])))
    return Range(*ends(of), of["family"], of["unit"], of["by"], Span(*ends(of["black_box"])), along, toward, *spans)
