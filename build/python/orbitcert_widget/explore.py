"""How far a cloud is certified, along perturbations and in every direction."""

from __future__ import annotations

from typing import Any

import traitlets

from .check import checked
from .question import Computed
from .request import Cloud, certify_request


class Explore(Computed):
    """
    The second view of the page for one cloud. `result` has the certified radii: "black_box", "orbit", "scaling", in the unit
    of the coordinates, and "probability", the bound from the votes.

    clean    N×D array or list of points, D = 2 or 3

    All other arguments are those of `orbitcert.certify`. Raises InputError, whose `field` names the argument that is bad.
    """

    _kind = traitlets.Unicode("explore").tag(sync=True)

    def __init__(self, clean: Cloud, **arguments: Any):
        super().__init__(clean=clean, **arguments)

    def _request(self, **arguments: Any) -> dict:
        return checked(certify_request(**arguments))
