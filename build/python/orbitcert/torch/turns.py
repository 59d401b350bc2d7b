"""Random turns of clouds, which make any model invariant in a vote and accurate in training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from ..errors import InputError
from ..words import Group
from .columns import apart, beside, check_clouds
from .poses import PrincipalPoses


class Turns(nn.Module):
    """
    A random member of a group for each cloud, B×N×D to B×N×D.

    Rotations are drawn evenly (Haar measure), reflections half of the time. With translations in the group, each
    cloud loses its mean. As a transform it trains a model for ``Invariant(…, turn="random")``.

    Parameters
    ----------
    group : {"SO", "O", "SE", "E", "axis"}
        The transformations to draw from.
    axis, translation, dimensions
        As for `PrincipalPoses`.
    """

    def __init__(self, group: Group = "SE", *, axis: Sequence[float] | None = None, translation: bool = False, dimensions: int | None = None):
        super().__init__()
        if group in ("none", "T"):
            raise InputError(f'must have rotations, such as "SE", got {group!r}', "group")
        self.poses = PrincipalPoses(group, axis=axis, translation=translation, dimensions=dimensions)

    def forward(self, clouds: Tensor) -> Tensor:
        poses = self.poses
        check_clouds(clouds, poses.dimensions)
        coordinates, attributes = apart(clouds, poses.dimensions)
        if poses.translation or poses.group in ("SE", "E"):
            coordinates = coordinates - coordinates.mean(1, keepdim=True)
        if poses.frame is None:
            return beside(coordinates @ turns(coordinates, coordinates.shape[2], poses.group in ("O", "E")), attributes)
        frame = poses.frame.to(clouds)
        framed = coordinates @ frame.T
        across = framed[:, :, :2] @ turns(coordinates, 2, False)
        return beside(torch.cat([across, framed[:, :, 2:]], 2) @ frame, attributes)

    def extra_repr(self) -> str:
        return f"group={self.poses.group}"


def turns(clouds: Tensor, dimension: int, reflections: bool) -> Tensor:
    """Return a random rotation for each cloud, B×D×D, with reflections an orthogonal matrix."""
    drawn: Any = torch.randn(len(clouds), 4 if dimension == 3 else 2, dtype=clouds.dtype, device=clouds.device)
    drawn = drawn / drawn.norm(dim=1, keepdim=True)
    if dimension == 2:
        w, z = drawn.unbind(1)
        rows = [w, -z, z, w]
    else:
        w, x, y, z = drawn.unbind(1)
        rows = [
            1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
            2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
            2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]
    matrices = torch.stack(rows, 1).view(-1, dimension, dimension)
    if reflections:
        mirrored = torch.randint(2, (len(clouds), 1), device=clouds.device).to(clouds) * 2 - 1
        matrices = torch.cat([matrices[:, :1] * mirrored[:, :, None], matrices[:, 1:]], 1)
    return matrices
