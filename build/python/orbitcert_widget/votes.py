"""Votes by class, and what they prove."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets

from .check import checked, whole
from .question import Computed
from .errors import InputError
from .request import certify_request

# The bound on votes depends on no cloud and no noise.
ANY = {"clean": [[0.0, 0.0], [1.0, 0.0]], "sigma": 1, "group": "none"}


class Votes(Computed):
    """
    Votes by class as bars, and a lower bound on the probability of the class that was named. `result` has "predicted", "votes",
    "samples" and "probability", of which "lower" is the bound of Clopper and Pearson and "level" its error probability.

    counts       how many of the noisy copies got each class
    predicted    number or name of the class, which must not have been chosen from these counts: the class that had the most votes
                 of other samples
    classes      names; the numbers where they are absent
    alpha        error probability of the bound, 0.001
    """

    _kind = traitlets.Unicode("votes").tag(sync=True)

    def __init__(self, counts: Any, predicted: int | str, *, classes: Sequence[str] | None = None, alpha: float = 0.001):
        super().__init__(counts=counts, predicted=predicted, classes=classes, alpha=alpha)

    def _request(self, counts: Any, predicted: int | str, classes: Sequence[str] | None, alpha: float) -> dict:
        numbers = counted(counts)
        names = [str(i) for i in range(len(numbers))] if classes is None else [str(name) for name in classes]
        if len(names) != len(numbers):
            raise InputError(f"has {len(names)} names for {len(numbers)} counts", "classes")
        number = numbered(predicted, names)
        request = checked(certify_request(**ANY, votes=numbers[number], samples=sum(numbers), alpha=alpha))
        return {"counts": numbers, "classes": names, "predicted": number, "request": request}


def counted(counts: Any) -> list[int]:
    values = getattr(counts, "tolist", lambda: counts)()
    if not isinstance(values, (list, tuple)) or len(values) < 2:
        raise InputError("must be the votes of two classes or more", "counts")
    for i, value in enumerate(values):
        if not whole(value, 0):
            raise InputError(f"must be a whole number from 0, got {value}", f"counts[{i}]")
    if not any(values):
        raise InputError("has no vote", "counts")
    return [int(value) for value in values]


def numbered(predicted: int | str, names: Sequence[str]) -> int:
    if isinstance(predicted, str):
        if predicted not in names:
            raise InputError(f"is none of the classes, got {predicted!r}", "predicted")
        return names.index(predicted)
    if not whole(predicted, 0) or predicted >= len(names):
        raise InputError(f"must be a number from 0 to {len(names) - 1} or a name, got {predicted!r}", "predicted")
    return int(predicted)
