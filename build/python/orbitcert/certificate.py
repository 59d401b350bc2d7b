"""Certificates of a pair of clouds."""

from __future__ import annotations

import html as markup
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from decimal import ROUND_CEILING, ROUND_FLOOR
from functools import cached_property
from typing import Any

from . import figures, notebook
from .bounds import AxisBound, Closed, Exact, MonteCarlo, Subsampled, Transformed, closed, optional, take
from .errors import InputError, PartlyVerified
from .native import call
from .request import Cloud, Document, Sigma, certify_request, counted, dump, held_field, present, sigma_field
from .smoothing import Votes
from .transport import ask, unfiled
from .words import Group


@dataclass(frozen=True)
class Certificate:
    """
    A certificate. It is true if the prediction is certified.

    A bound that does not apply to the request is None; `black_box` and `orbit` then have no values.

    Attributes
    ----------
    certified : bool
        True if at least one bound certifies.
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
    """

    certified: bool
    certified_by: tuple[str, ...]
    black_box: Closed
    orbit: Closed
    exact: Exact | None
    axis: AxisBound | None
    monte_carlo: MonteCarlo | None
    subsample: Subsampled | None
    parameters: Transformed | None
    text: str = field(repr=False, compare=True)

    def __bool__(self) -> bool:
        return self.certified

    @cached_property
    def document(self) -> Document:
        """The whole document, with its request."""
        return parsed(self.text)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the document to a file, which `orbitcert verify` and the page read."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self.text)

    def __str__(self) -> str:
        """Return a short table: a line for each argument. Bounds are rounded down, distances up. Without a perturbation it has radii."""
        bounds = [(name, bound, bound.value if isinstance(bound, Exact) else bound.lower) for name, bound in self._bounds()]
        if all(lower is None for _, _, lower in bounds):
            radii = [(name, figures.rounded(getattr(bound, "radius", None), ROUND_FLOOR)) for name, bound, _ in bounds]
            return f"radii; no perturbation was given\n{figures.columns([('argument', 'radius'), *radii])}"
        rows = [("argument", "certified", "lower", "distance", "radius")]
        for name, bound, lower in bounds:
            numbers = (figures.rounded(lower, ROUND_FLOOR), figures.rounded(getattr(bound, "distance", None), ROUND_CEILING),
                figures.rounded(getattr(bound, "radius", None), ROUND_FLOOR))
            rows.append((name, "yes" if bound.certified else "no", *numbers))
        return f"{'certified' if self.certified else 'not certified'}\n{figures.columns(rows)}"

    def plot(self, ax: Any = None) -> Any:
        """Draw the certified radii with Matplotlib, with the distance of the clouds as a line, and return the axes."""
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
        return notebook.html(self.document, repr(self))


@dataclass(frozen=True)
class Verification(Certificate):
    """
    A certificate that was recomputed. It is true if a row that was verified certifies.

    Attributes
    ----------
    partial : tuple of str
        One line for each row that this version does not compute. The other attributes are those of `Certificate`.
    """

    partial: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *(["verified in part:"] if self.partial else []), *self.partial])

    def _repr_html_(self) -> str:
        return super()._repr_html_() if not self.partial else "<pre>verified in part:\n  " + "\n  ".join(map(markup.escape, self.partial)) + "</pre>"


def parsed(text: str) -> Document:
    document: Document = json.loads(text)
    return document


def read(text: str) -> Certificate:
    document = parsed(text)
    tight = document.get("tight") or {}
    certificate = Certificate(
        document["certified"], tuple(document.get("certified_by") or ()),
        closed(document.get("black_box")), closed(document.get("orbit")),
        optional(Exact, tight.get("exact")), optional(AxisBound, tight.get("axis")), optional(MonteCarlo, tight.get("monte_carlo")),
        optional(Subsampled, document.get("subsample")), optional(Transformed, document.get("parameters")), text,
    )
    certificate.__dict__["document"] = document
    return certificate


def certify(
    clean: Cloud | None = None, perturbed: Cloud | None = None, *, sigma: Sigma,
    votes: int | Votes | None = None, samples: int | None = None, probability: float | None = None, runner_up: float | None = None,
    values: Sequence[float | None] | None = None, select: Sequence[float | None] | None = None, tolerance: float | None = None, labels: Document | None = None,
    group: Group | None = None, permutation: bool | None = None, axis: Any = None, translation: bool | None = None,
    subsample: int | None = None, noise: Mapping[str, float] | None = None, top: int | None = None, superclass: Sequence[str] | None = None,
    alpha: float | None = None, draws: int | None = None, attributes: Sequence[Any] | None = None, clouds: bool | None = None, **more: Any,
) -> Certificate:
    """
    Certify that the smoothed classifier predicts the same class for two clouds.

    Parameters
    ----------
    clean, perturbed : array, path or mapping
        N×D arrays with D = 2 or 3, paths of files, or arrays with their attributes: what `read` returns, or
        ``(points, {"element": [6, 1]})``. `perturbed` may be an attack such as
        ``{"attack": "rotate", "degrees": 5, "axis": [0, 0, 1]}``. With `subsample` it may be
        ``{"changes": {"replaced": 2, "added": 1, "removed": 5, "moved": 0.1}}``, for every cloud within these changes.
        Without `perturbed`, only radii are computed.
    sigma : float, sequence of float or mapping
        Standard deviation of the smoothing noise, in the unit of the coordinates; one for each point; or by the value of an
        attribute, ``{"attribute": "element", "values": {1: 0.05, 6: 0.1}}``.
    votes : int or Votes
        Noisy samples that got the predicted class, or the result of `smooth`.
    samples : int
        Noisy samples in all. Not needed with a result of `smooth`.
    probability : float
        Probability of the class, taken as exact. It replaces `votes`.
    runner_up : float
        Votes or probability of the second class, for the two-class form.
    values : sequence of float
        In place of votes, for a model that returns a number: its numbers for noisy copies; NaN where a sample is not settled.
    select, tolerance : sequence of float, float
        Numbers for other noisy copies, and how far the median may be from theirs.
    labels : mapping
        In place of votes, for a model that labels each point: ``{"predicted": [0, 1], "votes": [990, 950], "samples": 1000}``.
    group : {"none", "T", "SO", "O", "SE", "E", "axis"}
        Invariance of the base classifier. A result of `smooth` supplies its own.
    permutation : bool
        True if the base classifier ignores the order of the points.
    axis, translation
        Direction of the axis of the group "axis", and whether translations are added.
    subsample : int
        Points per sample, if the votes are of random samples of the points. The clouds may then differ in size.
    noise : mapping
        Standard deviations of the noise on transformations about the axis, if the votes are of such samples. A result of
        `smooth` supplies its own.
    top : int
        Certify that the class stays among the first `top` classes, 1 by default.
    superclass : sequence of str
        Classes that count as one. Choose them before you count the votes. The votes of a result of `smooth` are added.
    alpha : float
        Error probability of the bounds on votes, 0.001 by default.
    draws : int
        Monte Carlo draws per bound; 0 switches Monte Carlo off. By default nothing is drawn if the value is computed;
        elsewhere draws stop at the first look that decides, at 100,000 at the latest.
    attributes : sequence of str
        Names of the attributes that the model sees, which both clouds must share. By default all attributes of arrays, and
        none of files. A result of `smooth` supplies its own.
    clouds : bool
        True puts both clouds into the certificate, False their Gram form. The Gram form verifies alone, but has no picture,
        and votes that a model cast cannot be recounted. By default two clouds of more than 10,000 points are in Gram form,
        unless a model cast the votes. Of a clean cloud alone the certificate then has the number of points and the SHA-256.
    **more
        Other fields of a request: preparation, pairing, bound, stop, seed; or gram in place of both clouds.

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
    request = certify_request(
        clean, perturbed, sigma=sigma, votes=votes, samples=samples, probability=probability, runner_up=runner_up, group=group,
        values=values, select=select, tolerance=tolerance, labels=labels,
        permutation=permutation, axis=axis, translation=translation, subsample=subsample, noise=noise, top=top, superclass=superclass, alpha=alpha, draws=draws,
        attributes=attributes, **more,
    )
    return withheld(read(ask("certify", *compact(clouds, votes), request=request)), clouds)


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


def minimum(
    clean: Cloud, perturbed: Cloud, *, sigma: Sigma, group: Group, permutation: bool | None = None,
    axis: Any = None, translation: bool | None = None, top: int | None = None, draws: int | None = None, **more: Any,
) -> Minimum:
    """
    Compute the smallest probability that certifies a pair of clouds.

    The parameters and errors are those of `certify`.

    Returns
    -------
    Minimum
    """
    request = {
        "clean": held_field(clean, "clean"), "perturbed": held_field(perturbed, "perturbed"), "sigma": sigma_field(sigma), "group": group,
        **present(permutation=permutation, axis=axis, translation=translation, top=top, samples=draws), **more,
    }
    document = parsed(ask("pmin", request=request))
    return take(Minimum, {**document, **document.get("tight", {})})


def verify(certificate: Certificate | str | os.PathLike[str] | Mapping[str, Any], *, clean: Cloud | None = None) -> Verification:
    """
    Recompute a certificate of this or an earlier version from its request.

    `recount` recounts votes that a model cast; this does not, and a warning says so.

    Parameters
    ----------
    certificate : Certificate, path or mapping
        The certificate, its document, or the path of its file.
    clean : array, path or mapping
        Clean cloud to compare with the SHA-256 in a certificate of radii alone, with the attributes that the model sees. Without
        it, a warning says that the cloud was not compared.

    Returns
    -------
    Verification
        The same certificate. `partial` lists rows that this version does not compute; if only they certify, `certified` is
        False.

    Raises
    ------
    VerificationFailedError
        A field differs. `differences` has one line for each.
    InputError
        The document is not a certificate.
    """
    text = text_of(certificate)
    partial: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            call("verify", *clean_option(clean, text, folder), "-", document=text.encode())
        except PartlyVerified as partly:
            partial = partly.lines
        except InputError as error:
            raise error if clean is None else unfiled(error, {os.path.join(folder, CLEAN): "clean", "standard input": "clean"}) from None
    same = read(text)
    values = {of.name: getattr(same, of.name) for of in fields(Certificate)}
    if any(line.startswith("certified: ") for line in partial):
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
    with open(certificate, encoding="utf-8") as file:
        return file.read()
