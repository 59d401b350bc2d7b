"""A picture of a cloud."""

from __future__ import annotations

from typing import Any

import traitlets

from .check import of_clouds, raised
from .question import Computed
from .request import Cloud as Points
from .request import Document, cloud_field, present


class Cloud(Computed):
    """
    A picture of a cloud, or of two. Turn it by mouse, touch or arrow keys.

    Parameters
    ----------
    clean, perturbed : array or list of points
        N×D, D = 2 or 3. They may differ in the number of points.

    Attributes
    ----------
    point : dict or None
        The point under the mouse, or chosen by the keys “.” and “,”: its "cloud", "index" and "coordinates".

    Raises
    ------
    InputError
        A cloud is bad. `field` names it.
    """

    _kind = traitlets.Unicode("cloud").tag(sync=True)
    point = traitlets.Any(None).tag(sync=True)

    def __init__(self, clean: Points, perturbed: Points | None = None):
        super().__init__(clean=clean, perturbed=perturbed)

    def _request(self, *, clean: Any = None, perturbed: Any = None, **_: Any) -> Document:
        request = {field: cloud_field(cloud, field) for field, cloud in present(clean=clean, perturbed=perturbed).items()}
        raised(of_clouds({**request, "subsample": 0}))
        return request
