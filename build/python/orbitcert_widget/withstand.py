"""What a prediction withstands, as a table."""

from __future__ import annotations

from typing import Any

import traitlets

from .check import checked
from .question import Computed
from .request import Cloud, certify_request, present


class Withstand(Computed):
    """
    How far a cloud may be scaled, stretched, sheared, tapered, twisted, turned and shifted, and its points moved, without
    changing its prediction. `result` has the fields of `orbitcert withstand`.

    clean    N×D array or list of points, D = 2 or 3
    along    axis of the transformations, the last one when it is absent

    All other arguments are those of `orbitcert.withstand`. Raises InputError, whose `field` names the argument that is bad.
    """

    _kind = traitlets.Unicode("withstand").tag(sync=True)

    def __init__(self, clean: Cloud, **arguments: Any):
        super().__init__(clean=clean, **arguments)

    def _request(self, *, along: Any = None, **arguments: Any) -> dict:
        return {**checked(certify_request(**arguments)), **present(along=along)}
