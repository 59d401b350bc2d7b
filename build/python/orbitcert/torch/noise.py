"""What randomized smoothing does to a cloud: noise on its points, and samples of some of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor, nn

from ..native import InputError


def check_clouds(clouds: Tensor) -> None:
    """Clouds are B×N×D, B of them with N points each in D = 2 or 3 dimensions, of a floating type."""
    if clouds.dim() != 3 or clouds.shape[2] not in (2, 3) or not clouds.is_floating_point():
        raise InputError(f"must be B×N×D of floats with D = 2 or 3, got {clouds.dtype} of shape {tuple(clouds.shape)}", "clouds")


class Noise(nn.Module):
    """
    Isotropic Gaussian noise: X + σE with E ~ N(0, I), for clouds B×N×D (Cohen et al. 2019, eq. 1).

    sigma    standard deviation, σ ≥ 0, in the unit of the coordinates; or two of them: then every cloud gets one of
             its own, uniform between them

    Draws from PyTorch's generator of the clouds' device, in evaluation mode too. The gradient passes through unchanged.
    """

    def __init__(self, sigma: float | Sequence[float]):
        super().__init__()
        ends = tuple(float(end) for end in sigma) if isinstance(sigma, Sequence) else (float(sigma),)
        if len(ends) not in (1, 2) or not all(math.isfinite(end) for end in ends) or not 0 <= ends[0] <= ends[-1]:
            raise InputError(f"must be a number from 0, or two in rising order, got {sigma}", "sigma")
        self.ends = ends

    def levels(self, clouds: Tensor) -> Tensor | float:
        """σ of each cloud, B×1×1; one number where all have the same."""
        if len(self.ends) == 1:
            return self.ends[0]
        return torch.empty(len(clouds), dtype=clouds.dtype, device=clouds.device).uniform_(*self.ends)[:, None, None]

    def forward(self, clouds: Tensor, copies: int = 1) -> Tensor:
        """
        The clouds with noise, B×N×D. Where they are `copies` batches of the same B/copies clouds, one batch after
        another, the copies of a cloud share its σ.
        """
        levels = self.levels(clouds[: len(clouds) // copies])
        if isinstance(levels, Tensor):
            levels = levels.repeat(copies, 1, 1)
        return clouds + levels * torch.randn(clouds.shape, dtype=clouds.dtype, device=clouds.device)

    def extra_repr(self) -> str:
        return f"sigma={self.ends if len(self.ends) > 1 else self.ends[0]}"


class Subsample(nn.Module):
    """
    k different points of each cloud, drawn anew for each and at every call: B×N×D to B×k×D, every ordered choice as
    likely, 1 ≤ k ≤ N. Certificates of votes of such samples also hold where points come and go (`orbitcert.smooth(…,
    subsample=k)`). The gradient reaches the points that were drawn.
    """

    def __init__(self, points: int):
        super().__init__()
        if points < 1:
            raise InputError(f"must be at least 1, got {points}", "points")
        self.points = points

    def forward(self, clouds: Tensor) -> Tensor:
        if clouds.shape[1] < self.points:
            raise InputError(f"must be at most {clouds.shape[1]}, as many as the clouds have, got {self.points}", "points")
        which = torch.rand(clouds.shape[:2], device=clouds.device).topk(self.points, 1).indices
        return clouds.gather(1, which[:, :, None].expand(-1, -1, clouds.shape[2]))

    def extra_repr(self) -> str:
        return f"points={self.points}"
