"""Errors of this package."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .printable import printable
from .settings import FIELDS

# Fields of the request document whose argument has another name here.
ARGUMENTS = {
    **{field: name for name, field in FIELDS.items()},
    "prediction.runner_up.votes": "runner_up",
    "prediction.runner_up.probability": "runner_up",
    "prediction.sampling.estimate": "n",
    "prediction.sampling.select": "select",
    "prediction.model.layout": "layout",
    "prediction.model.classes": "classes",
    "prediction.classifier.group": "group",
    "prediction.classifier.pose": "pose",
    "prediction.classifier.turn": "turn",
    "clean.file": "clean",
    "perturbed.file": "perturbed",
}

# Exceptions are pickled with their arguments, which `args` does not hold. `__reduce__` returns them, and the attributes.
Pickled = tuple[type[Exception], tuple[Any, ...], dict[str, Any]]


class Error(Exception):
    """The program failed for a reason other than its input."""


class VerificationFailedError(Error):
    """
    A certificate or its votes differ from their recomputation.

    Attributes
    ----------
    differences : list of str
        One line for each field that differs.
    """

    def __init__(self, differences: Sequence[str]):
        super().__init__("\n  ".join(["verification failed:", *map(printable, differences)]))
        self.differences = list(differences)

    def __reduce__(self) -> Pickled:
        return type(self), (self.differences,), self.__dict__


class PartlyVerified(Error):
    """A certificate has rows that this version does not compute; `verify` catches it."""

    def __init__(self, lines: Sequence[str]):
        super().__init__("\n  ".join(["verified in part:", *map(printable, lines)]))
        self.lines = list(lines)

    def __reduce__(self) -> Pickled:
        return type(self), (self.lines,), self.__dict__


# The former name, kept for one release.
DoesNotStandError = VerificationFailedError


class InputError(ValueError):
    """
    The input is bad.

    Attributes
    ----------
    field : str or None
        Argument, or field of a document. None if a file is bad.
    message : str
        The problem, without the field.
    remedies : list of dict
        Ways to resolve it. Each has a label and the fields to set.
    others : list of InputError
        Further problems of the same input.
    """

    def __init__(self, message: str, field: str | None = None, remedies: Sequence[Mapping[str, Any]] = (), others: Sequence[InputError] = ()):
        offers = [json.dumps(remedy, ensure_ascii=False) for remedy in remedies]
        super().__init__("\n  ".join(map(printable, [f"{field}: {message}" if field else message, *offers])))
        self.message = message
        self.field = field
        self.remedies = list(remedies)
        self.others = list(others)

    def __reduce__(self) -> Pickled:
        return type(self), (self.message, self.field, self.remedies, self.others), self.__dict__


def sentence(failure: Mapping[str, Any], places: Sequence[str]) -> str:
    """The message of a failure, after the places that it names."""
    parts = [str(failure[place]) for place in places if place in failure]
    parts += [f"{unit} {failure[unit]}" for unit in ("line", "byte") if unit in failure]
    return ": ".join([*parts, failure["message"]])


def input_error(failure: Mapping[str, Any], own: str, others: Sequence[InputError] = ()) -> InputError:
    """The error of a failure. It does not name the file `own`, which this package wrote."""
    field = failure.get("field")
    places = ["file"] if failure.get("file", own) not in (own, "-") else []
    remedies = failure.get("remedies", [])
    return InputError(sentence(failure, places), ARGUMENTS.get(field, field.removeprefix("--")) if field else None, remedies, others)
