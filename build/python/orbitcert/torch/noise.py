"""The noise of randomized smoothing: on the points, and by the choice of points."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn

from ..errors import InputError
from .columns import apart, beside, check_clouds, checked_dimensions


class Noise(nn.Module):
    """
    Isotropic Gaussian noise: X + σE with E ~ N(0, I), for clouds B×N×D (Cohen et al. 2019, eq. 1).

    Draws from PyTorch's generator of the clouds' device, also in evaluation mode.

    Parameters
    ----------
    sigma : float or pair of float
        Standard deviation σ ≥ 0, in the unit of the coordinates. With a pair, every cloud gets its own σ, uniform
        between the two.
    dimensions : int
        D, 2 or 3, if attributes follow the coordinates: B×N×(D+A). They stay.
    """

    def __init__(self, sigma: float | Sequence[float], *, dimensions: int | None = None):
        super().__init__()
        ends = tuple(float(end) for end in sigma) if isinstance(sigma, Sequence) else (float(sigma),)
        if len(ends) not in (1, 2) or not all(math.isfinite(end) for end in ends) or not 0 <= ends[0] <= ends[-1]:
            raise InputError(f"must be a number from 0, or two in rising order, got {sigma}", "sigma")
        self.ends, self.dimensions = ends, checked_dimensions(dimensions)

    def levels(self, clouds: Tensor) -> Tensor | float:
        """Return σ of each cloud, B×1×1, or one number for all."""
        if len(self.ends) == 1:
            return self.ends[0]
        return torch.empty(len(clouds), dtype=clouds.dtype, device=clouds.device).uniform_(*self.ends)[:, None, None]

    def forward(self, clouds: Tensor, copies: int = 1) -> Tensor:
        """
        Return the clouds with noise, B×N×D.

        The clouds may be `copies` batches of the same clouds. Copies of a cloud share its σ.
        """
        check_clouds(clouds, self.dimensions)
        coordinates, attributes = apart(clouds, self.dimensions)
        levels = self.levels(clouds[: len(clouds) // copies])
        if isinstance(levels, Tensor):
            levels = levels.repeat(copies, 1, 1)
        return beside(coordinates + levels * torch.randn(coordinates.shape, dtype=clouds.dtype, device=clouds.device), attributes)

    def extra_repr(self) -> str:
        return f"sigma={self.ends if len(self.ends) > 1 else self.ends[0]}"


class Subsample(nn.Module):
    """
    k different points of each cloud, B×N×D to B×k×D, drawn anew at every call; every ordered choice is equally likely.

    A point keeps its attributes.

    Parameters
    ----------
    points : int
        k, from 1 to N.
    """

    def __init__(self, points: int):
        super().__init__()
        if points < 1:
            raise InputError(f"must be at least 1, got {points}", "points")
        self.points = points

    def forward(self, clouds: Tensor) -> Tensor:
        if clouds.shape[1] < self.points:
            raise InputError(f"must be at most {clouds.shape[1]}, the points of a cloud, got {self.points}", "points")
        which = torch.rand(clouds.shape[:2], device=clouds.device).topk(self.points, 1).indices
        return clouds.gather(1, which[:, :, None].expand(-1, -1, clouds.shape[2]))

    def extra_repr(self) -> str:
        return f"points={self.points}"


class Transformations(nn.Module):
    """
    Random transformations about an axis through the origin, for clouds B×N×3, as the core draws them.

    Attributes behind the coordinates stay.

    With z along the axis and w across it: w ↦ exp(scale + taper·z)·R(twist·z)·w + shear·z. The parameters are normal
    with mean 0, drawn for every cloud from PyTorch's generator of its device.

    Parameters
    ----------
    noise : mapping
        Standard deviations by name, as in the formula.
    axis : sequence of float
        Direction of the axis, the last one by default.
    """

    FAMILIES = ("twist", "taper", "scale", "shear")

    def __init__(self, noise: Mapping[str, float], axis: Sequence[float] = (0, 0, 1)):
        super().__init__()
        for name, deviation in noise.items():
            if name not in self.FAMILIES:
                raise InputError(f"has no {name!r}; the families are {', '.join(self.FAMILIES)}", "noise")
            if not (math.isfinite(deviation) and deviation >= 0):
                raise InputError(f"must have standard deviations from 0, got {name} = {deviation}", "noise")
        direction = torch.tensor([float(x) for x in axis], dtype=torch.float64)
        if direction.shape != (3,) or not (math.isfinite(length := float(direction.square().sum().sqrt())) and length > 0):
            raise InputError(f"must be three numbers, not all 0, got {axis}", "axis")
        self.deviations = {name: float(noise.get(name, 0)) for name in self.FAMILIES}
        along = direction / length
        first = torch.zeros(3, dtype=torch.float64)
        first[int(along.abs().argmin())] = 1
        first = first - (first @ along) * along
        first = first / first.square().sum().sqrt()
        self.register_buffer("frame", torch.stack([first, torch.linalg.cross(along, first), along]), persistent=False)

    def draw(self, clouds: Tensor, name: str) -> Tensor:
        """Return a parameter of each cloud, B×1."""
        return self.deviations[name] * torch.randn(len(clouds), 1, dtype=clouds.dtype, device=clouds.device)

    def forward(self, clouds: Tensor) -> Tensor:
        check_clouds(clouds, 3)
        coordinates, attributes = apart(clouds, 3)
        frame: Tensor = self.get_buffer("frame").to(clouds)
        x, y, z = (coordinates @ frame.T).unbind(-1)
        twist = self.draw(clouds, "twist") * z
        factor = (self.draw(clouds, "scale") + self.draw(clouds, "taper") * z).exp()
        cos, sin = twist.cos(), twist.sin()
        across = factor * (cos * x - sin * y) + self.draw(clouds, "shear") * z
        other = factor * (sin * x + cos * y) + self.draw(clouds, "shear") * z
        moved: Tensor = torch.stack([across, other, z], -1) @ frame
        return beside(moved, attributes)

    def extra_repr(self) -> str:
        return ", ".join(f"{name}={deviation}" for name, deviation in self.deviations.items() if deviation)
