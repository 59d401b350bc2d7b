"""The size of clouds, divided out inside a model."""

from __future__ import annotations

from typing import Literal

import torch
from torch import Tensor, nn

from ..errors import InputError
from .columns import apart, beside, checked_dimensions


class Normalise(nn.Module):
    """
    Clouds less their mean, over their size, as the first layer of a model: ``nn.Sequential(Normalise("rms"), network)``.

    Radii and σ are then in the unit of the file. Use it if all files have one unit, such as metres. If sizes differ,
    let the preparation ``{"normalise": "rms"}`` scale them before the noise.

    The layer turns with a cloud, and ignores its place and size. A cloud of equal points becomes zeros.

    Parameters
    ----------
    size : "rms" or "unit_sphere"
        The root mean square distance from the mean, or the largest.
    layout : "BND" or "BDN"
        B×N×D, or B×D×N.
    dimensions : int
        As for `Noise`.
    """

    def __init__(self, size: Literal["rms", "unit_sphere"] = "rms", *, layout: Literal["BND", "BDN"] = "BND", dimensions: int | None = None):
        super().__init__()
        if size not in ("rms", "unit_sphere"):
            raise InputError(f'must be "rms" or "unit_sphere", got {size!r}', "size")
        if layout not in ("BND", "BDN"):
            raise InputError(f'must be "BND" or "BDN", got {layout!r}', "layout")
        self.size, self.layout, self.dimensions = size, layout, checked_dimensions(dimensions)

    def forward(self, clouds: Tensor) -> Tensor:
        """Return the clouds centred and scaled, in the same layout."""
        rows = clouds.transpose(1, 2) if self.layout == "BDN" else clouds
        coordinates, attributes = apart(rows, self.dimensions)
        centred = coordinates - coordinates.mean(1, keepdim=True)
        squares = (centred * centred).sum(2, keepdim=True)
        square = squares.mean(1, keepdim=True) if self.size == "rms" else squares.amax(1, keepdim=True)
        scaled = beside(centred / torch.sqrt(square).clamp_min(torch.finfo(clouds.dtype).tiny), attributes)
        return scaled.transpose(1, 2) if self.layout == "BDN" else scaled
