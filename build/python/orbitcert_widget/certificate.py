"""A certificate, as the card that pages embed."""

from __future__ import annotations

from typing import Any

import traitlets

from .check import checked
from .question import Computed
from .request import Cloud, certify_request


class Certificate(Computed):
    """
    Whether the smoothed classifier's prediction for the perturbed cloud is that for the clean one.

    clean, perturbed    N×D arrays or lists of points, D = 2 or 3

    All other arguments are those of `orbitcert.certify`: sigma, votes and samples or probability, runner_up, group, permutation,
    axis, translation, subsample, alpha, draws. Raises InputError, whose `field` names the argument that is bad.
    """

    _kind = traitlets.Unicode("certificate").tag(sync=True)

    def __init__(self, clean: Cloud, perturbed: Cloud | None = None, **arguments: Any):
        super().__init__(clean=clean, perturbed=perturbed, **arguments)

    def _request(self, **arguments: Any) -> dict:
        return checked(certify_request(**arguments))

    @property
    def certified(self) -> bool | None:
        """None until it is known."""
        return None if self.result is None else self.result["certified"]

    @property
    def text(self) -> str | None:
        """The document as the command line prints it; None until it is there."""
        return self._answer["text"] if self.result is not None else None
