"""Votes by class, and the bound that they prove."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets

from .check import checked, whole
from .errors import InputError
from .question import Computed
from .request import Document, certify_request

# The bound on votes depends on no cloud and no noise.
ANY: Document = {"clean": [[0.0, 0.0], [1.0, 0.0]], "sigma": 1, "group": "none"}


class Votes(Computed):
    """
    Bars of votes by class, and a lower bound on the probability of one class.

    `result` has "predicted", "votes", "samples" and "probability": its "lower" is the bound on the probability, its
    "level" the error probability of the bound. Without `predicted`, the class with the most votes is named, and the
    bound holds although these votes name it, whenever the count stopped. With `predicted`, it is the bound of Clopper
    and Pearson, for a number of samples that was fixed before.

    Parameters
    ----------
    counts : sequence of int
        Noisy copies that got each class.
    predicted : int or str
        Number or name of the class, if votes of other samples chose it.
    planned : int
        Without `predicted`: the most samples that the count could have taken. By default as many as the counts have.
    classes : sequence of str
        Names of the classes, their numbers by default.
    alpha : float
        Error probability of the bound.

    Raises
    ------
    InputError
        An argument is bad. `field` names it.
    """

    _kind = traitlets.Unicode("votes").tag(sync=True)

    def __init__(self, counts: Any, predicted: int | str | None = None, *, planned: int | None = None, classes: Sequence[str] | None = None,
        alpha: float = 0.001):
        super().__init__(counts=counts, predicted=predicted, planned=planned, classes=classes, alpha=alpha)

    def _request(
        self, *, counts: Any = None, predicted: int | str | None = None, planned: int | None = None, classes: Sequence[str] | None = None,
        alpha: float = 0.001, **_: Any,
    ) -> Document:
        numbers = counted(counts)
        names = [str(i) for i in range(len(numbers))] if classes is None else [str(name) for name in classes]
        if len(names) != len(numbers):
            raise InputError(f"must be a name for each of {len(numbers)} counts, got {len(names)}", "classes")
        number = numbers.index(max(numbers)) if predicted is None else numbered(predicted, names)
        request = checked(certify_request(**ANY, votes=numbers[number], samples=sum(numbers), alpha=alpha))
        if predicted is None:
            request["prediction"]["anytime"] = {"classes": len(numbers), "planned": plan(planned, sum(numbers))}
        elif planned is not None:
            raise InputError("is for counts that also name the class; leave out predicted or planned", "planned")
        return {"counts": numbers, "classes": names, "predicted": number, "request": request}


def counted(counts: Any) -> list[int]:
    values = getattr(counts, "tolist", lambda: counts)()
    if not isinstance(values, (list, tuple)) or len(values) < 2:
        raise InputError("must be the votes of at least two classes", "counts")
    for i, value in enumerate(values):
        if not whole(value, 0):
            raise InputError(f"must be a whole number from 0, got {value}", f"counts[{i}]")
    if not any(values):
        raise InputError("must have at least one vote", "counts")
    return [int(value) for value in values]


def plan(planned: int | None, samples: int) -> int:
    if planned is None:
        return samples
    if not whole(planned, samples):
        raise InputError(f"must be a whole number from {samples}, the samples of the counts, got {planned}", "planned")
    return int(planned)


def numbered(predicted: int | str, names: Sequence[str]) -> int:
    if isinstance(predicted, str):
        if predicted not in names:
            raise InputError(f"must be one of {', '.join(names)}, got {predicted!r}", "predicted")
        return names.index(predicted)
    if not whole(predicted, 0) or predicted >= len(names):
        raise InputError(f"must be a number from 0 to {len(names) - 1} or a name, got {predicted!r}", "predicted")
    return int(predicted)
