"""Reads what a run says of clouds not seen, and compares two models."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from . import figures
from .certificate import parsed
from .content import content, found
from .dataset import Run
from .errors import InputError
from .native import call
from .request import Document, dump, present

# A value of `run`, its document, or the path of a file of it.
Result = Union[Run, Mapping[str, Any], str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Comparison:
    """
    Which of two models certifies more of the same clouds.

    Attributes
    ----------
    clouds : int
        Clouds.
    radii : list of float
        Radii, in the unit of the files. All lists have an entry for each.
    first, second : list of int
        Clouds that the model predicts correctly and certifies farther than the radius.
    only_first, only_second : list of int
        Clouds that only one of the models does.
    p_value : list of float
        Of the exact sign test at this radius.
    holm : list of float
        The same, to hold at all radii at once.
    text : str
        The document, with the bytes that the command line prints.
    """

    clouds: int
    radii: list[float]
    first: list[int]
    second: list[int]
    only_first: list[int]
    only_second: list[int]
    p_value: list[float]
    holm: list[float]
    text: str = field(repr=False)

    def _repr_html_(self) -> str:
        names = ("radii", "first", "second", "only_first", "only_second", "p_value", "holm")
        rows = [[f"{value:.3g}" for value in row] for row in zip(*(getattr(self, name) for name in names))]
        head = ["radius", "first", "second", "only first", "only second", "p-value", "for all radii"]
        return figures.table([head, *rows], f"{self.clouds} clouds, predicted correctly and certified farther")


def text_of(result: Result) -> bytes:
    """Return the text of a result."""
    if isinstance(result, (str, os.PathLike)):
        return content(found(result, "result"))
    return dump(dict(result.document if isinstance(result, Run) else result))


def of_files(name: str, options: Sequence[str], documents: Mapping[str, bytes], *, quiet: bool = False) -> str:
    """Return what a command prints of documents. Errors have their names."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {document: os.path.join(folder, f"{document}.json") for document in documents}
        for document, path in paths.items():
            with open(path, "wb") as file:
                file.write(documents[document])
        try:
            return call(name, "--json", *options, *paths.values(), quiet=quiet)
        except InputError as error:
            message = error.message
            for document, path in paths.items():
                message = message.replace(path, document)
            raise InputError(message, error.field, error.remedies, error.others) from None


def compare(first: Result, second: Result, *, radii: Sequence[float] | None = None) -> Comparison:
    """
    Compare two models on the same clouds.

    Parameters
    ----------
    first, second : Run, mapping or path
        Results of `run` over the same clouds, each of one σ.
    radii : sequence of float
        Radii in the unit of the files. By default round steps to the farthest cloud.

    Returns
    -------
    Comparison

    Raises
    ------
    InputError
        Also if the results are of different clouds.
    """
    options = [] if radii is None else [f"--radii={','.join(str(float(radius)) for radius in radii)}"]
    text = of_files("compare", options, {"first": text_of(first), "second": text_of(second)})
    document = parsed(text)
    at = {name: [one[name] for one in document["radii"]] for name in ("first", "second", "only_first", "only_second", "p_value", "holm")}
    return Comparison(document["clouds"], [one["radius"] for one in document["radii"]], **at, text=text)


def plan(probability: float, radius: float, sigma: float, *, alpha: float | None = None) -> int:
    """
    Return how many samples prove a radius in 9 of 10 counts, by the bound of one class.

    Parameters
    ----------
    probability : float
        Probability of the class that you expect.
    radius : float
        Radius that is wanted.
    sigma : float
        Standard deviation of the noise.
    alpha : float
        Error probability of the certificate, 0.001 by default.

    Raises
    ------
    InputError
        Also if no number of samples proves the radius.

    Examples
    --------
    >>> plan(0.97, 0.1, 0.1)
    108
    """
    options = present(probability=probability, radius=radius, sigma=sigma, alpha=alpha)
    samples: int = parsed(call("plan", "--json", *(f"--{name}={float(value)!r}" for name, value in options.items())))["samples"]
    return samples


def calibrate(result: Result, *, coverage: float | None = None, radius: float | None = None, per_class: bool = False) -> Document:
    """
    Calibrate sets that hold the truth, on labelled clouds that were not used for training.

    Give what it returns as `sets` to `certify`, with votes of `smooth`, or to `run`.

    Parameters
    ----------
    result : Run, mapping or path
        Result of `run` of one σ.
    coverage : float
        Probability that a set holds the truth, 0.9 by default.
    radius : float
        Largest distance from a cloud like these, after alignment, 0 by default.
    per_class : bool
        Hold the truth with this probability in each class that the clouds have.

    Returns
    -------
    dict
        The calibration document.

    Raises
    ------
    InputError
        Also if the result lacks the truth.
    """
    options = [f"--{name}={float(value)!r}" for name, value in present(coverage=coverage, radius=radius).items()]
    if per_class:
        options.append("--per-class")
    return parsed(call("calibrate", "--json", *options, "-", document=text_of(result)))
