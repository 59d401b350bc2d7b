"""What bad input is told by: the errors of this package and of the widgets."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

# Fields of the request document whose argument has another name here.
ARGUMENTS = {
    "samples": "draws",
    "prediction.votes": "votes",
    "prediction.samples": "samples",
    "prediction.probability": "probability",
    "prediction.runner_up.votes": "runner_up",
    "prediction.runner_up.probability": "runner_up",
    "prediction.sampling.estimate": "n",
    "prediction.sampling.select": "select",
    "prediction.model.layout": "layout",
    "prediction.model.classes": "classes",
    "prediction.classifier.group": "group",
    "--url": "url",
    "--at": "at",
}


class Error(Exception):
    """The program failed, and not because of its input."""


class InputError(ValueError):
    """
    The input is bad. `field` names the argument, or the field of a document; None where it is a file. `remedies` are
    what may be done about it: dictionaries with a label and the fields to set. Where more is wrong, `others` are errors
    of the same kind, all that are known.
    """

    def __init__(self, message: str, field: str | None = None, remedies: Sequence[Mapping] = (), others: Sequence[InputError] = ()):
        super().__init__(f"{field}: {message}" if field else message)
        self.field = field
        self.remedies = list(remedies)
        self.others = list(others)


def sentence(failure: Mapping, places: Sequence[str]) -> str:
    """The message, after the places that are known."""
    parts = [failure[place] for place in places if place in failure]
    parts += [f"{unit} {failure[unit]}" for unit in ("line", "byte") if unit in failure]
    return ": ".join([*parts, failure["message"]])


def input_error(failure: Mapping, own: str, others: Sequence[InputError] = ()) -> InputError:
    """The file that was made here is not named."""
    field = failure.get("field")
    places = ["file"] if failure.get("file", own) not in (own, "-") else []
    remedies = failure.get("remedies", [])
    offers = "".join(f"\n  {json.dumps(remedy, ensure_ascii=False)}" for remedy in remedies)
    return InputError(sentence(failure, places) + offers, ARGUMENTS.get(field, field), remedies, others)
