"""What all widgets have in common: a question to the browser, and its answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from .errors import Error, InputError, input_error
from .request import dump


class Computed(anywidget.AnyWidget):
    """
    A widget whose document is computed in the browser, from when it is made; Python does not wait for it. `result` is the
    document as dictionaries and lists, None until it is there: read it in a later cell, or observe it. `progress` goes from 0
    to 1, and `error` is what the browser could not do.
    """

    _esm = Path(__file__).with_name("widget.js")
    _kind = traitlets.Unicode().tag(sync=True)
    _question = traitlets.Dict().tag(sync=True)
    _answer = traitlets.Dict().tag(sync=True)
    _stopped = traitlets.Int(0).tag(sync=True)

    progress = traitlets.Float(0.0).tag(sync=True)
    result = traitlets.Any(None, read_only=True)
    error = traitlets.Any(None, read_only=True)

    def __init__(self, **arguments: Any):
        self._arguments = arguments
        super().__init__(_question=self._asked(1))

    def _request(self, **arguments: Any) -> dict:
        """The request document of the arguments, which are checked here as far as that needs no engine."""
        raise NotImplementedError

    def _asked(self, number: int) -> dict:
        return {"number": number, "request": dump(self._request(**self._arguments)).decode()}

    def update(self, **arguments: Any) -> None:
        """Asks again, with these arguments in place of the earlier ones."""
        earlier = self._arguments
        self._arguments = {**earlier, **arguments}
        try:
            asked = self._asked(self._question["number"] + 1)
        except (InputError, TypeError):
            self._arguments = earlier
            raise
        for name in ("result", "error"):
            self.set_trait(name, None)
        self._question = asked

    def cancel(self) -> None:
        """Has the browser stop; a click on “Compute” begins again."""
        self._stopped = self._question["number"]

    @traitlets.observe("_answer")
    def _take(self, change: Any) -> None:
        answer = change["new"]
        if answer.get("number") != self._question["number"]:
            return
        if "failure" in answer:
            self.set_trait("error", told(answer["failure"]))
        else:
            self.set_trait("result", json.loads(answer["text"]))


def told(failure: dict) -> Exception:
    """The error of the browser as Python raises it."""
    if failure.get("kind") != "input":
        return Error(failure["message"])
    known = {name: value for name, value in failure.items() if value is not None}
    return input_error(known, "-", [input_error(other, "-") for other in known.get("others", ())])
