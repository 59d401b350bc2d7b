"""A cloud that turns."""

from __future__ import annotations

from typing import Any

import traitlets

from .check import of_clouds, raised
from .question import Computed
from .request import Cloud as Points
from .request import cloud_field, present


class Cloud(Computed):
    """
    A cloud as a picture, which turns by mouse, touch and arrow keys, and over it another one. `point` is the point under the
    mouse, or chosen by the keys “.” and “,”: which "cloud", its "index" and "coordinates"; None where there is none.

    clean, perturbed    N×D arrays or lists of points, D = 2 or 3; they may have different numbers of points
    """

    _kind = traitlets.Unicode("cloud").tag(sync=True)
    point = traitlets.Any(None).tag(sync=True)

    def __init__(self, clean: Points, perturbed: Points | None = None):
        super().__init__(clean=clean, perturbed=perturbed)

    def _request(self, clean: Any, perturbed: Any) -> dict:
        request = {field: cloud_field(cloud, field) for field, cloud in present(clean=clean, perturbed=perturbed).items()}
        raised(of_clouds({**request, "subsample": 0}))
        return request
