"""The columns of clouds: coordinates, and attributes of the points behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from ..errors import InputError


def checked_dimensions(dimensions: int | None) -> int | None:
    """Return the number of coordinates, None if all columns are coordinates."""
    if dimensions not in (None, 2, 3):
        raise InputError(f"must be 2 or 3, got {dimensions!r}", "dimensions")
    return dimensions


def check_clouds(clouds: Tensor, dimensions: int | None = None, names: Sequence[str] | None = None) -> None:
    """
    Raise InputError unless clouds are B×N×D of a floating type, with D = 2 or 3.

    With `dimensions`, which is D, attributes may follow the coordinates; with `names`, exactly so many.
    """
    columns = clouds.shape[2] if clouds.dim() == 3 and clouds.is_floating_point() else 0
    got = f"got {clouds.dtype} of shape {tuple(clouds.shape)}"
    if dimensions is None:
        if columns not in (2, 3):
            advice = "; if attributes follow the coordinates, give dimensions=2 or 3, and their names to Invariant" if columns > 3 else ""
            raise InputError(f"must be B×N×D floats with D = 2 or 3, {got}{advice}", "clouds")
    elif names is None:
        if columns < dimensions:
            raise InputError(f"must be B×N×C floats with {dimensions} coordinates first, {got}", "clouds")
    elif columns != dimensions + len(names):
        raise InputError(f"must be B×N×{dimensions + len(names)} floats with {dimensions} coordinates and {', '.join(names)} behind them, {got}", "clouds")


def apart(clouds: Tensor, dimensions: int | None) -> tuple[Tensor, Tensor]:
    """Return the coordinates and the attributes of clouds; there may be no attributes."""
    return clouds[..., :dimensions], clouds[..., clouds.shape[-1] if dimensions is None else dimensions:]


def beside(coordinates: Tensor, attributes: Tensor) -> Tensor:
    """Return clouds with attributes behind their coordinates."""
    return torch.cat([coordinates, attributes], -1) if attributes.shape[-1] else coordinates


def is_pair(cloud: Any) -> bool:
    """Return whether a cloud is an array with a mapping of its attributes."""
    return isinstance(cloud, tuple) and len(cloud) == 2 and isinstance(cloud[1], Mapping)


def named(cloud: Any, dimensions: int | None, names: Sequence[str] | None) -> Any:
    """Return a cloud, N×C, with its attributes by name, as the core takes it. A cloud that has names keeps them."""
    if names is None or is_pair(cloud) or len(getattr(cloud, "shape", ())) != 2:
        return cloud
    return cloud[:, :dimensions], {name: cloud[:, -len(names) + i] for i, name in enumerate(names)}
