"""The base of all widgets: a question to the browser, and its answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from .errors import Error, InputError, input_error
from .request import Document, dump


class Computed(anywidget.AnyWidget):
    """
    A widget whose result the browser computes. Python does not wait for it: read it in a later cell, or observe it.

    Attributes
    ----------
    result : dict or None
        The document, None until the browser answers.
    progress : float
        From 0 to 1.
    error : Exception or None
        Error of the browser.
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

    def _request(self, **arguments: Any) -> Document:
        """Return the request of the arguments, checked as far as possible without the engine."""
        raise NotImplementedError

    def _asked(self, number: int) -> Document:
        return {"number": number, "request": dump(self._request(**self._arguments)).decode()}

    def update(self, **arguments: Any) -> None:
        """Ask again, with some arguments changed."""
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
        """Stop the browser. A click on “Compute” starts again."""
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


def told(failure: Document) -> Exception:
    """Return the error of the browser as an exception."""
    if failure.get("kind") != "input":
        return Error(failure["message"])
    known = {name: value for name, value in failure.items() if value is not None}
    return input_error(known, "-", [input_error(other, "-") for other in known.get("others", ())])
