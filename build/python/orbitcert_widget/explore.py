"""Certified radii of a cloud, along perturbations and in every direction."""

from __future__ import annotations

from typing import Any

import traitlets

from .check import checked
from .question import Computed
from .request import Cloud, Document, certify_request


class Explore(Computed):
    """
    The page's view Explore for one cloud.

    `result` has the certified radii "black_box", "orbit" and "scaling", in the unit of the coordinates, and the bound
    "probability" from the votes.

    Parameters
    ----------
    clean : array or list of points
        N×D, D = 2 or 3.
    **arguments
        As for `orbitcert.certify`.

    Raises
    ------
    InputError
        An argument is bad. `field` names it.
    """

    _kind = traitlets.Unicode("explore").tag(sync=True)

    def __init__(self, clean: Cloud, **arguments: Any):
        super().__init__(clean=clean, **arguments)

    def _request(self, **arguments: Any) -> Document:
        return checked(certify_request(**arguments))
