"""Radii, curves, maps and regions: what the page's Explore computes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from . import figures
from .certificate import parsed
from .errors import InputError
from .native import call
from .request import Cloud, Document, certify_request, dump, plain, present
from .settings import Settings
from .signature import takes
from .transport import ask

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Radii:
    """
    How far a prediction is certified, in the unit of the coordinates, rounded down.

    Attributes
    ----------
    norm : float
        ‖X‖, of the centred cloud if the group translates.
    black_box, orbit : float
        Certified radius without invariance, and after alignment.
    sampled : float or None
        For votes on samples of some points: certified radius by these.
    scaling : float or None
        Norm up to which the tight bound certifies every scaling.
    every, beyond : float or None
        The tight bound certifies every direction up to `every`. At about `beyond` one direction is not certified.
    text : str
        The document, with the bytes that the command line prints.
    file_radius : float or None
        Certified radius of the file, in its unit, if the preparation scales.
    scale : bool
        True if the preparation divides scalings of the file out.
    """

    norm: float
    black_box: float
    orbit: float
    sampled: float | None
    scaling: float | None
    every: float | None
    beyond: float | None
    text: str = field(repr=False)
    file_radius: float | None = None
    scale: bool = False

    def _repr_html_(self) -> str:
        lengths = [
            ("of the file, in its unit", self.file_radius), ("without invariance", self.black_box), ("after alignment", self.orbit), ("samples of points", self.sampled),
            ("tight, every scaling", self.scaling), ("tight, every direction", self.every),
        ]
        rows = [[name, figures.rounded(length, ROUND_FLOOR)] for name, length in lengths if length is not None]
        whose = "coordinates" if self.file_radius is None else "prepared cloud"
        return figures.table([["bound", "certified radius"], *rows], f"Certified radius, in the unit of the {whose}")

    def plot(self, ax: Any = None) -> Any:
        """Draw the radii with Matplotlib, and return the axes."""
        ax = figures.axes(ax, "Radii.plot")
        lengths = {"Black box": ("black_box", self.black_box), "Orbit-based": ("orbit", self.orbit)}
        for name, argument, length in (("Tight, scaling", "tight", self.scaling), ("Tight, any direction", "tight", self.every),
            ("Samples of points", "subsample", self.sampled)):
            if length is not None:
                lengths[name] = (argument, length)
        figures.bars(ax, lengths)
        return ax


@dataclass(frozen=True)
class Curve:
    """
    Lower bounds along a family of perturbations. All points hold at once with probability at least 1 − α.

    Attributes
    ----------
    kind : str
        "scale", "random" or "rotate".
    x : list of float
        Lengths in the unit of the coordinates, or degrees.
    black_box, orbit, tight : list of list of float
        Lower bound on the probability of the class, for each x and direction. `tight` is empty if it is the same as `orbit`.
    reach : float or None
        Norm up to which every scaling is certified, if the tight bound is not computed exactly.
    text : str
        The document, with the bytes that the command line prints.
    """

    kind: str
    x: list[float]
    black_box: list[list[float]]
    orbit: list[list[float]]
    tight: list[list[float]]
    reach: float | None
    text: str = field(repr=False)

    @cached_property
    def document(self) -> Document:
        """The whole document."""
        return parsed(self.text)

    def _repr_html_(self) -> str:
        return figures.drawing(self.text, f"Lower bounds on the probability of the class: {self.kind}, to {self.x[-1]:g}")

    def plot(self, ax: Any = None) -> Any:
        """Draw the median over the directions with Matplotlib, and return the axes."""
        ax = figures.axes(ax, "Curve.plot")
        for argument in ("tight", "orbit", "black_box"):
            bounds: list[list[float]] = [sorted(at) for at in getattr(self, argument)]
            if bounds:
                figures.line(ax, argument, self.x, [at[(len(at) - 1) // 2] for at in bounds])
        ax.axhline(1 / (self.document.get("top", 1) + 1), color="#566068", linewidth=0.5)
        ax.set(xlabel="Angle of rotation, in degrees" if self.kind == "rotate" else "‖Δ‖, in the unit of the coordinates",
            ylabel="Probability of the class, at least", ylim=(0, 1))
        ax.legend(frameon=False)
        return ax


@dataclass(frozen=True)
class Map:
    """
    The smallest probability that certifies over all perturbations of one norm, for the group SO in 2-D.

    Attributes
    ----------
    norm, distance : float
        ‖X‖/σ and ‖Δ‖/σ.
    black_box : float
        The smallest probability without invariance.
    rotation : tuple of float, or None
        Where rotations are.
    values : array
        Size × size probabilities, rounded up: rows of rotation from −1 to 1, columns of growth. NaN outside the disc.
    text : str
        The document, with the bytes that the command line prints.
    """

    norm: float
    distance: float
    black_box: float
    rotation: tuple[float, ...] | None
    values: Any = field(repr=False, compare=False)
    text: str = field(repr=False)

    def _repr_html_(self) -> str:
        return figures.drawing(self.text,
            f"The smallest probability that certifies, at ‖Δ‖ = {self.distance:g} σ; without invariance {figures.rounded(self.black_box, ROUND_CEILING)}")

    def plot(self, ax: Any = None) -> Any:
        """Draw the map with Matplotlib, and return the axes."""
        ax = figures.axes(ax, "Map.plot")
        ax.figure.colorbar(ax.imshow(self.values, origin="lower", extent=(-1, 1, -1, 1), cmap="cividis"), label="Smallest probability that certifies")
        ax.set(xlabel="Growth of the cloud", ylabel="Rotation of the cloud")
        return ax


@dataclass(frozen=True)
class Region:
    """
    Which compositions of two transformations keep the prediction.

    Attributes
    ----------
    certified : bool
        True if the prediction itself is certified.
    first, second : dict
        "family", "unit", "from" and "to" of the transformation along the columns and along the rows.
    rows : list of str
        Rows of cells from the lowest value of `second` up. A digit says what certifies all of a cell: 2 the black box,
        1 the orbit-based bound, 3 samples of points, 4 noise on transformations, 0 nothing.
    """

    certified: bool
    first: dict[str, Any]
    second: dict[str, Any]
    rows: list[str]


Kind = Literal["scale", "random", "rotate"]
Pair = Literal["taper-twist", "rotation-shear", "replaced-moved", "twist-moved"]


@takes(Settings)
def radii(clean: Cloud, *, sigma: float, **settings: Unpack[Settings]) -> Radii:
    """
    Compute how far a prediction is certified in any direction.

    Parameters
    ----------
    clean, sigma, **settings
        As for `certify`.

    Returns
    -------
    Radii

    Raises
    ------
    InputError
        An argument is bad. `field` names it.

    Examples
    --------
    >>> found = radii([[0, 0], [2, 0], [3, 1], [0, 1]], sigma=0.5, probability=0.97, group="SO")
    >>> found.black_box < found.every
    True
    """
    text = ask("radii", request=certify_request(clean, sigma=sigma, **settings))
    found = parsed(text)
    every = found.get("every", {})
    return Radii(
        found["norm"], found["black_box"], found["orbit"], found.get("sampled"), found.get("scaling"), every.get("radius"), every.get("beyond"), text,
        file_radius=found.get("file_radius"), scale=found.get("scale", False),
    )


@takes(Settings)
def curve(
    clean: Cloud, kind: Kind = "scale", *, sigma: float, to: float | None = None, steps: int | None = None, directions: int | None = None,
    turn_noise: float | None = None, turn_axis: Sequence[float] | None = None, direction_seed: int | None = None, **settings: Unpack[Settings],
) -> Curve:
    """
    Compute lower bounds along a family of perturbations.

    Parameters
    ----------
    kind : {"scale", "random", "rotate"}
        Scalings, noise in random directions, or noise and turns.
    to : float
        Where the curve ends: a length, or degrees.
    steps, directions : int
        Steps from 0 to `to`, at most 200, and random directions, at most 64.
    turn_noise : float
        Norm of the noise before a turn, in sigmas.
    turn_axis : sequence of float
        Axis of the turns in 3-D, by default that of the group, or z.
    direction_seed : int
        Seed of the directions.
    clean, sigma, **settings
        As for `certify`.

    Returns
    -------
    Curve

    Raises
    ------
    InputError
        An argument is bad. `field` names it.

    Examples
    --------
    >>> found = curve([[0, 0], [2, 0], [3, 1], [0, 1]], "rotate", sigma=0.5, probability=0.97, group="SO", to=90, steps=3)
    >>> found.x
    [0, 30, 60, 90]
    """
    axis = None if turn_axis is None else ",".join(str(float(x)) for x in plain(turn_axis))
    question = present(kind=kind, to=to, steps=steps, directions=directions, noise=turn_noise, axis=axis, seed=direction_seed)
    try:
        text = ask("curve", *(f"--{name}={value}" for name, value in question.items()), request=certify_request(clean, sigma=sigma, **settings))
    except InputError as error:
        name = {"noise": "turn_noise", "seed": "direction_seed", "axis": "turn_axis", "perturbed.axis": "turn_axis"}.get(error.field or "")
        if name is None or name != "turn_axis" and question.get(error.field or "") is None:
            raise
        raise InputError(error.message, name, error.remedies, error.others) from None
    found = parsed(text)
    bounds, width = found["bounds"], found["directions"]
    by = {
        argument: [[bound[argument]["lower"] for bound in bounds[first:first + width]] for first in range(0, len(bounds), width) if argument in bounds[first]]
        for argument in ("black_box", "orbit", "tight")
    }
    return Curve(found["kind"], found["x"], by["black_box"], by["orbit"], by["tight"], found.get("reach"), text)


def map(norm: float, distance: float, *, size: int | None = None, top: int | None = None) -> Map:
    """
    Compute the smallest probability that certifies over all perturbations of one norm, for the group SO in 2-D.

    Parameters
    ----------
    norm, distance : float
        ‖X‖/σ and ‖Δ‖/σ.
    size : int
        Cells along each side, 100 by default.
    top : int
        Certify that the class stays among the first `top` classes, 1 by default.

    Returns
    -------
    Map

    Raises
    ------
    InputError
        An argument is bad. `field` names it.

    Examples
    --------
    >>> map(5, 1, size=8).values.shape
    (8, 8)
    """
    import numpy as np

    text = call("map", "-", document=dump(present(norm=norm, distance=distance, size=size, top=top)))
    found = parsed(text)
    values = np.full((found["size"], found["size"]), np.nan)
    for row, within in zip(values, found["rows"]):
        outside = (len(row) - len(within)) // 2
        row[outside:outside + len(within)] = within
    return Map(found["norm"], found["distance"], found["black_box"], tuple(found["rotation"]) if "rotation" in found else None, values, text)


@takes(Settings)
def regions(clean: Cloud, *, sigma: float, along: Any = None, pair: Pair | None = None, size: int | None = None, **settings: Unpack[Settings]) -> tuple[Region, ...]:
    """
    Compute which compositions of two transformations keep a prediction.

    Parameters
    ----------
    along : sequence of float
        Direction of the transformations, the last axis by default.
    pair : {"taper-twist", "rotation-shear", "replaced-moved", "twist-moved"}
        The transformations. By default all pairs that apply.
    size : int
        Cells along each side, 48 by default.
    clean, sigma, **settings
        As for `certify`.

    Returns
    -------
    tuple of Region

    Raises
    ------
    InputError
        An argument is bad. `field` names it.

    Examples
    --------
    >>> [found] = regions([[0, 0], [2, 0], [3, 1], [0, 1]], sigma=0.5, probability=0.97, group="SO", size=4)
    >>> found.first["family"], found.second["family"]
    ('rotation', 'shear')
    """
    options = [f"--{name}={value}" for name, value in present(pair=pair, size=size).items()]
    found = parsed(ask("regions", *options, request=certify_request(clean, sigma=sigma, **settings, **present(along=along))))
    return tuple(Region(of["certified"], of["first"], of["second"], of["rows"]) for of in found["regions"])
