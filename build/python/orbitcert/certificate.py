"""What the program computes of a pair of clouds, typed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, TypeVar

from . import notebook
from .native import call
from .request import Cloud, certify_request, cloud_field, dump, present
from .smoothing import Votes

T = TypeVar("T")


def take(kind: type[T], document: dict | None) -> T | None:
    """The fields of a document that a class has; None where there is no document."""
    if document is None:
        return None
    names = [f.name for f in fields(kind)]
    return kind(**{name: document.get(name) for name in names})


@dataclass(frozen=True)
class Closed:
    """A bound in closed form: `distance` is compared with `radius`, `lower` bounds the probability at the perturbed cloud."""

    certified: bool
    distance: float | None
    radius: float | None
    lower: float | None
    upper_runner_up: float | None


@dataclass(frozen=True)
class Exact:
    """The tight bound, known to within `error`."""

    certified: bool
    value: float
    error: float
    upper_runner_up: float | None


@dataclass(frozen=True)
class About(Exact):
    """The bound about one axis under all rotations in space: at least `value` less `error`, without draws."""

    axis: list[float]


@dataclass(frozen=True)
class MonteCarlo:
    """The tight bound from so many random draws (`samples`)."""

    certified: bool
    lower: float
    estimate: float
    upper: float
    samples: int
    seed: str
    upper_runner_up: float | None


@dataclass(frozen=True)
class Subsampled:
    """
    The bound of votes of samples of some points, where points come and go: `kept` points have a partner, `distance` away after
    alignment; `q` and `q_perturbed` are the shares of the samples that see kept points alone.
    """

    certified: bool
    kept: int
    q: float
    q_perturbed: float
    distance: float
    lower: float
    upper_runner_up: float | None


@dataclass(frozen=True)
class Certificate:
    """A certificate. It is true where the prediction is certified. What is not there could not be computed."""

    certified: bool
    certified_by: tuple[str, ...]
    black_box: Closed | None
    orbit: Closed | None
    exact: Exact | None
    axis: About | None
    monte_carlo: MonteCarlo | None
    subsample: Subsampled | None
    text: str = field(repr=False, compare=True)  # the document, as the command line prints it

    def __bool__(self) -> bool:
        return self.certified

    @cached_property
    def document(self) -> dict:
        """The whole document, with the request it follows from."""
        return json.loads(self.text)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document: `orbitcert verify` and the page read it."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self.text)

    def _repr_html_(self) -> str:
        return notebook.html(self.document, repr(self))


def read(text: str) -> Certificate:
    document = json.loads(text)
    tight = document.get("tight") or {}
    certificate = Certificate(
        document["certified"], tuple(document.get("certified_by") or ()),
        take(Closed, document.get("black_box")), take(Closed, document.get("orbit")),
        take(Exact, tight.get("exact")), take(About, tight.get("axis")), take(MonteCarlo, tight.get("monte_carlo")),
        take(Subsampled, document.get("subsample")), text,
    )
    certificate.__dict__["document"] = document
    return certificate


def certify(
    clean: Cloud | None = None, perturbed: Cloud | None = None, *, sigma: float | Sequence[float],
    votes: int | Votes | None = None, samples: int | None = None, probability: float | None = None, runner_up: float | None = None,
    group: str | None = None, permutation: bool | None = None, axis: Any = None, translation: bool | None = None,
    subsample: int | None = None, alpha: float | None = None, draws: int | None = None, **more: Any,
) -> Certificate:
    """
    Whether the smoothed classifier's prediction for the perturbed cloud is that for the clean one.

    clean, perturbed    N×D arrays (D = 2 or 3) or paths of files; perturbed may be an attack such as
                        {"attack": "rotate", "degrees": 5, "axis": [0, 0, 1]}, or with subsample stand for all clouds within
                        {"changes": {"replaced": 2, "added": 1, "removed": 5, "moved": 0.1}}; without it only radii are computed
    sigma               standard deviation of the smoothing, in the unit of the coordinates; or one for each point of clean
    votes, samples      so many of the noisy samples got the predicted class; or what `smooth` has counted
    probability         in place of votes, where it is known exactly
    runner_up           votes or probability of the second class, for the two-class form
    group               what the base classifier is invariant under: "none", "T", "SO", "O", "SE", "E", "axis"
    permutation         whether the order of the points does not matter to it
    axis, translation   of the group "axis"
    subsample           k, where the votes are of samples of k points of the cloud each: the clouds may then have different
                        numbers of points; what `smooth(…, subsample=k)` has counted says it itself
    alpha               error probability of the bounds on votes, 0.001
    draws               Monte Carlo draws per bound, 100,000; 0 for none
    more                other fields of the request document: preparation, pairing, bound, stop, seed; or in place of both clouds their
                        inner products, gram

    Raises InputError, whose `field` names the argument that is bad.
    """
    request = certify_request(
        clean, perturbed, sigma=sigma, votes=votes, samples=samples, probability=probability, runner_up=runner_up, group=group,
        permutation=permutation, axis=axis, translation=translation, subsample=subsample, alpha=alpha, draws=draws, **more,
    )
    return read(call("certify", "-", document=dump(request)))


@dataclass(frozen=True)
class Minimum:
    """The smallest prediction probabilities from which each argument certifies; 1 where none does."""

    black_box: float | None
    orbit: float | None
    exact: float | None
    axis: float | None
    monte_carlo: float | None
    subsample: float | None


def minimum(
    clean: Cloud, perturbed: Cloud, *, sigma: float | Sequence[float], group: str, permutation: bool | None = None,
    axis: Any = None, translation: bool | None = None, draws: int | None = None, **more: Any,
) -> Minimum:
    """From which prediction probability on the pair of clouds is certified. The arguments are those of `certify`."""
    request = {
        "clean": cloud_field(clean, "clean"), "perturbed": cloud_field(perturbed, "perturbed"), "sigma": sigma, "group": group,
        **present(permutation=permutation, axis=axis, translation=translation, samples=draws), **more,
    }
    document = json.loads(call("pmin", "-", document=dump(request)))
    return take(Minimum, {**document, **document.get("tight", {})})


def verify(certificate: Certificate | str | os.PathLike[str] | Mapping) -> Certificate:
    """
    Computes a certificate again, given as such, as a document or as the path of a file, and returns it.
    Raises DoesNotStandError where anything differs. Votes are believed.
    """
    text = written(certificate)
    call("verify", "-", document=text.encode(), expected=b"orbitcert: - stands")
    return read(text)


def written(certificate: Certificate | str | os.PathLike[str] | Mapping) -> str:
    if isinstance(certificate, Certificate):
        return certificate.text
    if isinstance(certificate, Mapping):
        return json.dumps(certificate)
    with open(certificate, encoding="utf-8") as file:
        return file.read()
