"""A table of what a prediction withstands."""

from __future__ import annotations

from typing import Any

import traitlets

from .check import checked
from .question import Computed
from .request import Cloud, Document, certify_request, present


class Withstand(Computed):
    """
    A table of how far a cloud may be scaled, stretched, sheared, tapered, twisted, turned and shifted, and its points moved.

    `result` has the fields that `orbitcert withstand` prints.

    Parameters
    ----------
    clean : array or list of points
        N×D, D = 2 or 3.
    along : sequence of float
        Direction of the transformations, the last axis by default.
    **arguments
        As for `orbitcert.withstand`.

    Raises
    ------
    InputError
        An argument is bad. `field` names it.
    """

    _kind = traitlets.Unicode("withstand").tag(sync=True)

    def __init__(self, clean: Cloud, **arguments: Any):
        super().__init__(clean=clean, **arguments)

    def _request(self, *, along: Any = None, **arguments: Any) -> Document:
        return {**checked(certify_request(**arguments)), **present(along=along)}
