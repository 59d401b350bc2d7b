"""The poses of a cloud, which make any model invariant."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, get_args

import torch
from torch import Tensor, nn

from ..errors import InputError
from ..words import Group
from .columns import apart, beside, check_clouds, checked_dimensions

GROUPS: tuple[str, ...] = get_args(Group)


def signs(dimension: int, reflections: bool) -> Tensor:
    """Return the choices of D signs, P×D: all 2^D, or the 2^(D−1) whose product is 1."""
    every = torch.tensor(list(itertools.product((1.0, -1.0), repeat=dimension)))
    return every if reflections else every[every.prod(1) > 0]


def in_own_axes(clouds: Tensor) -> Tensor:
    """
    Return ZV, B×N×D, for the eigenvectors V of each second moment ZᵀZ, in rising order of their eigenvalues and with det V = 1.

    Eigenvalue routines return axes of either handedness, and would make the poses invariant under reflections too.
    """
    _, axes = torch.linalg.eigh(clouds.transpose(1, 2) @ clouds)
    handed = torch.ones_like(axes[:, 0])
    handed[:, 0] = torch.sign(torch.linalg.det(axes.detach()))
    turned: Tensor = clouds @ (axes * handed[:, None, :])
    return turned


def axis_frame(axis: Sequence[float]) -> Tensor:
    """Return an orthonormal frame, 3×3 with det = 1, whose last row is the axis."""
    last: Any = torch.tensor([float(x) for x in axis], dtype=torch.float64)  # Any, since torch does not type norm
    if last.shape != (3,) or not 0 < float(last.norm()) < float("inf"):
        raise InputError(f"must be three numbers that are not all zero, got {axis}", "axis")
    last = last / last.norm()
    first: Any = torch.zeros(3, dtype=torch.float64)
    first[last.abs().argmin()] = 1
    first = first - (first @ last) * last
    first = first / first.norm()
    return torch.stack([first, torch.linalg.cross(last, first), last])


class PrincipalPoses(nn.Module):
    """
    The poses of each cloud, B×N×D to B×P×N×D, for a cloud Z.

    The set is the same for every cloud of an orbit, so anything computed from it is invariant (Xiao et al. 2020; Li
    et al. 2021).

    ======= ==================================================== ==========================
    group   poses                                                P
    ======= ==================================================== ==========================
    none    Z itself                                             1
    T       Z minus its mean                                     1
    SO      Z in the axes of ZᵀZ, eigenvalues rising, all signs  2 in the plane, 4 in space
            with det = 1
    O       the same with all signs                              4 and 8
    SE, E   SO and O of Z minus its mean                         as SO and O
    axis    SO in the plane across the axis                      2
    ======= ==================================================== ==========================

    If two eigenvalues of ZᵀZ are equal, the axes are undetermined, and derivatives grow as 1 / gap towards such
    clouds. Under noise this has probability zero.

    Parameters
    ----------
    group : {"none", "T", "SO", "O", "SE", "E", "axis"}
        The transformations to ignore.
    axis : sequence of float
        Direction of the axis, for the group "axis" alone.
    translation : bool
        Subtract the mean first, for the group "axis" alone.
    dimensions : int
        As for `Noise`.
    """

    def __init__(self, group: Group = "SE", *, axis: Sequence[float] | None = None, translation: bool = False, dimensions: int | None = None):
        super().__init__()
        if group not in GROUPS:
            raise InputError(f"must be one of {', '.join(GROUPS)}, got {group!r}", "group")
        if (group == "axis") != (axis is not None):
            problem = "is missing; give three numbers, such as axis=[0, 0, 1]" if axis is None else f'is only for the group "axis", got the group {group!r}'
            raise InputError(problem, "axis")
        if translation and group != "axis":
            raise InputError(f'is only for the group "axis", got the group {group!r}; T, SE and E include translations', "translation")
        self.group, self.translation, self.dimensions = group, translation, checked_dimensions(dimensions)
        self.axis = None if axis is None else [float(x) for x in axis]
        self.frame: Tensor | None
        self.register_buffer("frame", None if axis is None else axis_frame(axis), persistent=False)

    def forward(self, clouds: Tensor) -> Tensor:
        """Return all poses, B×P×N×D."""
        framed, signs, attributes = self._framed(clouds)
        return beside(self._back(framed[:, None] * signs[None, :, None, :]), attributes[:, None].expand(-1, len(signs), -1, -1))

    def one(self, clouds: Tensor) -> Tensor:
        """Return one random pose of each cloud, B×1×N×D, for training."""
        framed, signs, attributes = self._framed(clouds)
        at = torch.randint(len(signs), (len(clouds),), device=clouds.device)
        return beside(self._back((framed * signs[at][:, None, :])[:, None]), attributes[:, None])

    def _framed(self, clouds: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the coordinates in their frame, B×N×D, the signs of the poses there, P×D, and the attributes."""
        check_clouds(clouds, self.dimensions)
        clouds, attributes = apart(clouds, self.dimensions)
        if self.translation or self.group in ("T", "SE", "E"):
            clouds = clouds - clouds.mean(1, keepdim=True)
        dimension = clouds.shape[2]
        if self.group in ("none", "T"):
            return clouds, clouds.new_ones(1, dimension), attributes
        if self.frame is None:
            return in_own_axes(clouds), signs(dimension, self.group in ("O", "E")).to(clouds), attributes
        if dimension != 3:
            raise InputError(f'must have three dimensions for the group "axis", got {dimension}', "clouds")
        framed = clouds @ self.frame.to(clouds).T
        return torch.cat([in_own_axes(framed[:, :, :2]), framed[:, :, 2:]], 2), clouds.new_tensor([[1, 1, 1], [-1, -1, 1]]), attributes

    def _back(self, poses: Tensor) -> Tensor:
        return poses if self.frame is None else poses @ self.frame.to(poses)

    def extra_repr(self) -> str:
        return f"group={self.group}" + ("" if self.axis is None else f", axis={self.axis}, translation={self.translation}")
