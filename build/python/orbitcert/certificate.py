"""Certificates of a pair of clouds."""

from __future__ import annotations

import html as markup
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, fields
from decimal import ROUND_CEILING, ROUND_FLOOR
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import figures, notebook
from .bounds import AxisBound, Closed, Exact, MonteCarlo, Subsampled, Transformed, closed, optional, take
from .content import content, found
from .errors import InputError, PartlyVerified
from .native import call
from .printable import printable
from .request import Cloud, Document, Sigma, certify_request, counted, dump, held_field
from .settings import Settings, Terms
from .signature import takes
from .transport import ask, unfiled

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Certificate:
    """
    A certificate. It is false if a perturbed cloud is not certified.

    A bound that does not apply is None; `black_box` and `orbit` then have no values.

    Attributes
    ----------
    certified : bool or None
        True if at least one bound certifies, False if none does. None without a perturbed cloud.
    radius : float or None
        Every perturbation up to this length after alignment is certified.
    certified_by : tuple of str
        Names of the arguments that certify: "black_box", "orbit", "tight", "subsample", "parameters".
    black_box, orbit : Closed
        Bounds by the distance of the clouds, and by their distance after alignment.
    exact, axis, monte_carlo : Exact, AxisBound, MonteCarlo, or None
        The tight bound, by the ways to compute it.
    subsample : Subsampled or None
        The bound for votes on samples of some points.
    parameters : Transformed or None
        The bound for votes with noise on transformations.
    text : str
        The document, with the bytes that the command line prints.
    scale : bool
        True if the preparation divides scalings of the file out.
    """

    certified: bool | None
    certified_by: tuple[str, ...]
    black_box: Closed
    orbit: Closed
    exact: Exact | None
    axis: AxisBound | None
    monte_carlo: MonteCarlo | None
    subsample: Subsampled | None
    parameters: Transformed | None
    text: str = field(repr=False, compare=True)
    scale: bool = False

    def __bool__(self) -> bool:
        return self.certified is not False

    @property
    def radius(self) -> float | None:
        radii = [radius for radius in (self.black_box.radius, self.orbit.radius) if radius is not None]
        return max(radii, default=None)

    @cached_property
    def document(self) -> Document:
        """The whole document, with its request."""
        return parsed(self.text)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the document to a file, which `orbitcert verify` and the page read."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self.text)

    def show(self, *, height: int = 640, theme: notebook.Theme | None = None) -> None:
        """
        Display the page with this certificate in a notebook.

        Parameters
        ----------
        height : int
            Height in pixels.
        theme : {"light", "dark"}
            Colours; by default those of the browser.
        """
        notebook.show(self.text, "certificate", "certificate", height, theme)

    def __str__(self) -> str:
        """Return a short table: a line for each argument. Bounds are rounded down, distances up. Without a perturbation it has radii."""
        title, rows = self._table()
        return f"{title}\n{figures.columns(rows)}"

    def _table(self) -> tuple[str, list[tuple[str, ...]]]:
        """Return a title and the rows of a table."""
        bounds = [(name, bound, bound.value if isinstance(bound, Exact) else bound.lower) for name, bound in self._bounds()]
        if all(lower is None for _, _, lower in bounds):
            of_file = any(getattr(bound, "file_radius", None) is not None for _, bound, _ in bounds)
            names = ("file_radius", "radius") if of_file else ("radius",)
            radii = [(name, *(figures.rounded(getattr(bound, length, None), ROUND_FLOOR) for length in names)) for name, bound, _ in bounds]
            return "radii; no perturbation was given", [("argument", *(name.replace("_", " ") for name in names)), *radii]
        rows: list[tuple[str, ...]] = [("argument", "certified", "lower", "distance", "radius")]
        for name, bound, lower in bounds:
            numbers = (figures.rounded(lower, ROUND_FLOOR), figures.rounded(getattr(bound, "distance", None), ROUND_CEILING),
                figures.rounded(getattr(bound, "radius", None), ROUND_FLOOR))
            rows.append((name, "yes" if bound.certified else "no", *numbers))
        return {True: "certified", False: "not certified", None: "no perturbation was given"}[self.certified], rows

    def plot(self, ax: Any = None) -> Any:
        """Draw the certified radii with Matplotlib, and return the axes."""
        ax = figures.axes(ax, "Certificate.plot")
        lengths = {"Black box": ("black_box", self.black_box.radius), "Orbit-based": ("orbit", self.orbit.radius)}
        figures.bars(ax, {name: (argument, radius) for name, (argument, radius) in lengths.items() if radius is not None})
        if self.orbit.distance is not None:
            ax.axvline(self.orbit.distance, color="#566068", linewidth=1, label="Distance after alignment")
            ax.legend(frameon=False)
        return ax

    def _bounds(self) -> list[tuple[str, Any]]:
        """Return the bounds that have values, with their names."""
        named = [
            ("black box", self.black_box), ("orbit-based", self.orbit), ("tight, exact", self.exact), ("tight, one axis", self.axis),
            ("tight, Monte Carlo", self.monte_carlo), ("samples of points", self.subsample), ("transformations", self.parameters),
        ]
        return [(name, bound) for name, bound in named if bound is not None and not (isinstance(bound, Closed) and bound.radius is None)]

    def _repr_html_(self) -> str:
        title, rows = self._table()
        return figures.table(rows, title)


@dataclass(frozen=True)
class Verification(Certificate):
    """
    A certificate that was recomputed. It is false if no row that was verified certifies a perturbed cloud.

    Attributes
    ----------
    partial : tuple of str
        One line for each row that this version does not compute. The other attributes are those of `Certificate`.
    """

    partial: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *(["verified in part:"] if self.partial else []), *map(printable, self.partial)])

    def _repr_html_(self) -> str:
        return super()._repr_html_() if not self.partial else "<pre>verified in part:\n  " + "\n  ".join(map(markup.escape, self.partial)) + "</pre>"


def parsed(text: str) -> Document:
    document: Document = json.loads(text)
    return document


def verdict(document: Document) -> bool | None:
    """Return whether a document certifies a perturbed cloud, None if it has none."""
    request = document["request"]
    gram = request.get("gram", {})
    alone = "cloud" in gram or "clean" in request and "perturbed" not in request
    return None if alone else bool(document["certified"])


def read(text: str) -> Certificate:
    document = parsed(text)
    tight = document.get("tight") or {}
    certificate = Certificate(
        verdict(document), tuple(document.get("certified_by") or ()),
        closed(document.get("black_box")), closed(document.get("orbit")),
        optional(Exact, tight.get("exact")), optional(AxisBound, tight.get("axis")), optional(MonteCarlo, tight.get("monte_carlo")),
        optional(Subsampled, document.get("subsample")), optional(Transformed, document.get("parameters")), text,
        scale=document.get("scale", False),
    )
    certificate.__dict__["document"] = document
    return certificate


@takes(Settings)
def certify(
    clean: Cloud | None = None, perturbed: Cloud | None = None, *, sigma: Sigma, clouds: bool | None = None, **settings: Unpack[Settings],
) -> Certificate:
    """
    Certify that the smoothed classifier predicts the same class for two clouds.

    Parameters
    ----------
    clean, perturbed : array, path or mapping
        N×D arrays with D = 2 or 3, paths of files, or arrays with attributes: what `read` returns, or ``(points,
        {"element": [6, 1]})``. `perturbed` may be an attack such as ``{"attack": "rotate", "degrees": 5, "axis": [0,
        0, 1]}``, or with `subsample` every cloud within ``{"changes": {"replaced": 2, "added": 1, "removed": 5,
        "moved": 0.1}}``. Without it, only radii are computed.
    sigma : float, sequence of float or mapping
        Standard deviation of the smoothing noise, in the unit of the coordinates; one for each point; or by the value of an
        attribute, ``{"attribute": "element", "values": {1: 0.05, 6: 0.1}}``.
    clouds : bool
        True puts the clouds into the certificate, False their Gram form, which has no picture and no votes to
        recount; of one cloud the SHA-256. By default two clouds of more than 10,000 points are in Gram form, unless a
        model cast the votes.
    **settings
        What is known of the prediction, the invariance and more: see `Settings`.

    Returns
    -------
    Certificate

    Raises
    ------
    InputError
        An argument is bad. `field` names it.

    Examples
    --------
    >>> clean = [[0, 0], [2, 0], [3, 1], [0, 1]]
    >>> certify(clean, [[1.1 * x, 1.1 * y] for x, y in clean], sigma=0.5, probability=0.97, group="SE").certified
    True
    """
    request = certify_request(clean, perturbed, sigma=sigma, **settings)
    return withheld(read(ask("certify", *compact(clouds, settings.get("votes")), request=request)), clouds)


# Clouds with more points stand in a certificate in Gram form.
LARGE = 10_000


def withheld(certificate: Certificate, clouds: bool | None) -> Certificate:
    """Return a certificate. Raise InputError if it holds a cloud against ``clouds=False``."""
    if clouds is False and "clean" in certificate.document["request"]:
        raise InputError("differs from point to point, so that radii need the cloud; leave out clouds=False, or give one sigma", "sigma")
    return certificate


def compact(clouds: bool | None, votes: object) -> list[str]:
    """Return the option that says which certificates hold the Gram form. Votes that a model cast need their cloud."""
    if clouds is None:
        clouds = counted(votes) is not None
        return [] if clouds else [f"--gram={LARGE}"]
    return [] if clouds else ["--gram=0"]


@dataclass(frozen=True)
class Minimum:
    """
    The smallest probability of the class at the clean cloud that certifies, for each argument.

    It is 1 if no probability certifies, and None if the argument does not apply.
    """

    black_box: float | None
    orbit: float | None
    exact: float | None
    axis: float | None
    monte_carlo: float | None
    subsample: float | None
    parameters: float | None

    def _repr_html_(self) -> str:
        rows = [[name.replace("_", " "), figures.rounded(value, ROUND_CEILING)] for name, value in vars(self).items() if value is not None]
        return figures.table([["argument", "smallest probability"], *rows], "The smallest probability of the class that certifies")


@takes(Terms)
def minimum(clean: Cloud, perturbed: Cloud, *, sigma: Sigma, **terms: Unpack[Terms]) -> Minimum:
    """
    Compute the smallest probability that certifies a pair of clouds.

    The parameters and errors are those of `certify`, without what is known of the prediction.

    Returns
    -------
    Minimum
    """
    request = certify_request(clean, perturbed, sigma=sigma, **terms)
    if not request["prediction"]:
        del request["prediction"]
    document = parsed(ask("pmin", request=request))
    return take(Minimum, {**document, **document.get("tight", {})})


def verify(certificate: Certificate | str | os.PathLike[str] | Mapping[str, Any], *, clean: Cloud | None = None) -> Verification:
    """
    Recompute a certificate of this or an earlier version from its request.

    It does not `recount` votes that a model cast, and a warning says so.

    Parameters
    ----------
    certificate : Certificate, mapping, str or path
        The certificate, its document, the text of that, or the path of its file.
    clean : array, path or mapping
        Clean cloud to compare with the SHA-256 in a certificate of radii, with the attributes that the model sees.

    Returns
    -------
    Verification
        The same certificate. If only rows in `partial` certify, `certified` is False.

    Raises
    ------
    VerificationFailedError
        A field differs. `differences` has one line for each.
    InputError
        The document is not a certificate.
    """
    text = text_of(certificate)
    partial: list[str] = []
    place: AbstractContextManager[str] = nullcontext("")
    if clean is not None:
        place = tempfile.TemporaryDirectory()
    with place as folder:
        try:
            call("verify", *clean_option(clean, text, folder), "-", document=text.encode())
        except PartlyVerified as partly:
            partial = partly.lines
        except InputError as error:
            raise error if clean is None else unfiled(error, {os.path.join(folder, CLEAN): "clean", "standard input": "clean"}) from None
    same = read(text)
    values = {of.name: getattr(same, of.name) for of in fields(Certificate)}
    if same.certified is not None and any(line.startswith("certified: ") for line in partial):
        values["certified"] = False
    return Verification(**values, partial=tuple(partial))


# A cloud that is compared, in a file. As JSON it needs no question about its shape.
CLEAN = "clean.json"


def clean_option(clean: Cloud | None, certificate: str, folder: str) -> list[str]:
    """Return the option that names the file of a clean cloud."""
    if clean is None:
        return []
    if "cloud" not in parsed(certificate).get("request", {}).get("gram", {}):
        raise InputError("is compared with certificates of radii alone that leave out their cloud; leave it out here", "clean")
    held = held_field(clean, "clean")
    if "points" not in held and set(held) != {"file"}:
        raise InputError("has fields that say how to read its file; give what `read` returns for them", "clean")
    path = held.get("file") or os.path.join(folder, CLEAN)
    if "points" in held:
        with open(path, "wb") as file:
            file.write(dump(held))
    return [f"--clean={path}"]


def text_of(certificate: Certificate | str | os.PathLike[str] | Mapping[str, Any]) -> str:
    if isinstance(certificate, Certificate):
        return certificate.text
    if isinstance(certificate, Mapping):
        return json.dumps(certificate)
    if isinstance(certificate, str) and certificate.lstrip().startswith("{"):
        return certificate
    if not isinstance(certificate, (str, os.PathLike)):
        raise InputError(f"must be a certificate, its document, its text or the path of its file, got {type(certificate).__name__}", "certificate")
    return content(found(certificate, "certificate")).decode()
