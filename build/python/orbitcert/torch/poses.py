"""The poses of a cloud, which make any model invariant."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import torch
from torch import Tensor, nn

from ..native import InputError
from .noise import check_clouds

GROUPS = ("none", "T", "SO", "O", "SE", "E", "axis")


def signs(dimension: int, reflections: bool) -> Tensor:
    """The choices of D signs, P×D: all 2^D, or the 2^(D−1) whose product is 1."""
    every = torch.tensor(list(itertools.product((1.0, -1.0), repeat=dimension)))
    return every if reflections else every[every.prod(1) > 0]


def in_own_axes(clouds: Tensor) -> Tensor:
    """
    ZV, B×N×D, for the eigenvectors V of each second moment ZᵀZ, in rising order of their eigenvalues and with det V = 1.
    Eigenvalue routines return axes of either handedness: without that a set of poses would be one under reflections too.
    """
    _, axes = torch.linalg.eigh(clouds.transpose(1, 2) @ clouds)
    handed = torch.ones_like(axes[:, 0])
    handed[:, 0] = torch.sign(torch.linalg.det(axes.detach()))
    return clouds @ (axes * handed[:, None, :])


def axis_frame(axis: Sequence[float]) -> Tensor:
    """An orthonormal frame, 3×3 with det = 1, whose last row is the axis."""
    last = torch.tensor([float(x) for x in axis], dtype=torch.float64)
    if last.shape != (3,) or not 0 < float(last.norm()) < float("inf"):
        raise InputError(f"must be three numbers that are not all zero, got {axis}", "axis")
    last = last / last.norm()
    first = torch.zeros(3, dtype=torch.float64)
    first[last.abs().argmin()] = 1
    first = first - (first @ last) * last
    first = first / first.norm()
    return torch.stack([first, torch.linalg.cross(last, first), last])


class PrincipalPoses(nn.Module):
    """
    The poses of each cloud, B×N×D to B×P×N×D: a set that is the same for every cloud of an orbit of the group, so that
    whatever is computed of the set is invariant (Xiao et al. 2020; Li et al. 2021).

    group    none    Z itself                                                               P = 1
             T       Z less its mean                                                        P = 1
             SO      Z in the axes of ZᵀZ, eigenvalues rising, all signs with det = 1       P = 2 in the plane, 4 in space
             O       the same with all signs                                                P = 4 and 8
             SE, E   SO and O of Z less its mean
             axis    the same in the plane across `axis`, in space                          P = 2
    axis, translation   of the group "axis": its direction, and whether Z is centred first

    These are the poses in which the core shows a model its samples, up to their order and before the core rounds them to
    its grid, whose gradient would be zero.

    Special cases: where two eigenvalues of ZᵀZ are equal the axes are not determined; the derivative of the eigenvectors
    grows as 1 / gap towards such clouds. Under noise that has probability zero.
    """

    def __init__(self, group: str = "SE", *, axis: Sequence[float] | None = None, translation: bool = False):
        super().__init__()
        if group not in GROUPS:
            raise InputError(f"must be one of {', '.join(GROUPS)}, got {group!r}", "group")
        if (group == "axis") != (axis is not None):
            raise InputError('is for the group "axis", which needs it', "axis")
        if translation and group != "axis":
            raise InputError('is for the group "axis"; T, SE and E have translations', "translation")
        self.group, self.translation = group, translation
        self.axis = None if axis is None else [float(x) for x in axis]
        self.register_buffer("frame", None if axis is None else axis_frame(axis), persistent=False)

    def forward(self, clouds: Tensor) -> Tensor:
        """All poses, B×P×N×D."""
        framed, signs = self._framed(clouds)
        return self._back(framed[:, None] * signs[None, :, None, :])

    def one(self, clouds: Tensor) -> Tensor:
        """One of the poses of each cloud at random, B×1×N×D, for training."""
        framed, signs = self._framed(clouds)
        at = torch.randint(len(signs), (len(clouds),), device=clouds.device)
        return self._back((framed * signs[at][:, None, :])[:, None])

    def _framed(self, clouds: Tensor) -> tuple[Tensor, Tensor]:
        """The clouds in their frame, B×N×D, and the signs of the poses there, P×D."""
        check_clouds(clouds)
        if self.translation or self.group in ("T", "SE", "E"):
            clouds = clouds - clouds.mean(1, keepdim=True)
        dimension = clouds.shape[2]
        if self.group in ("none", "T"):
            return clouds, clouds.new_ones(1, dimension)
        if self.frame is None:
            return in_own_axes(clouds), signs(dimension, self.group in ("O", "E")).to(clouds)
        if dimension != 3:
            raise InputError('must be of three dimensions for the group "axis"', "clouds")
        plane, along = (clouds @ self.frame.to(clouds).T).split((2, 1), 2)
        return torch.cat([in_own_axes(plane), along], 2), clouds.new_tensor([[1, 1, 1], [-1, -1, 1]])

    def _back(self, poses: Tensor) -> Tensor:
        return poses if self.frame is None else poses @ self.frame.to(poses)

    def extra_repr(self) -> str:
        return f"group={self.group}" + ("" if self.axis is None else f", axis={self.axis}, translation={self.translation}")
