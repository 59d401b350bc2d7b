"""A certificate, shown as the card that pages embed."""

from __future__ import annotations

from typing import Any

import traitlets

from .check import checked
from .question import Computed
from .request import Cloud, Document, certify_request


class Certificate(Computed):
    """
    A certificate that the smoothed classifier predicts the same class for two clouds.

    Parameters
    ----------
    clean, perturbed : array or list of points
        N×D, D = 2 or 3.
    **arguments
        As for `orbitcert.certify`.

    Raises
    ------
    InputError
        An argument is bad. `field` names it.
    """

    _kind = traitlets.Unicode("certificate").tag(sync=True)

    def __init__(self, clean: Cloud, perturbed: Cloud | None = None, **arguments: Any):
        super().__init__(clean=clean, perturbed=perturbed, **arguments)

    def _request(self, **arguments: Any) -> Document:
        return checked(certify_request(**arguments))

    @property
    def certified(self) -> bool | None:
        """True if the prediction is certified, None until the browser answers."""
        return None if self.result is None else self.result["certified"]

    @property
    def text(self) -> str | None:
        """The document, with the bytes that the command line prints. None until the browser answers."""
        return self._answer["text"] if self.result is not None else None
