"""Attacks on the smoothed classifier by its gradient. A found cloud is an upper bound on the certified radius."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from ..errors import InputError
from .columns import apart, beside
from .smoothing import Smoothed

# Hard votes that decide whether a search has changed the class.
VOTES = 200

# Bisections of the norm of a found perturbation.
HALVINGS = 6


def lengths(clouds: Tensor) -> Tensor:
    """Return Frobenius norms of clouds, B×1×1."""
    flat: Any = clouds.flatten(1)  # Any, since torch does not type norm
    norms: Tensor = flat.norm(dim=1)[:, None, None]
    return norms


def attack(smoothed: Smoothed, clouds: Tensor, labels: Tensor, radius: float, *, steps: int = 20) -> Tensor:
    """
    Search for perturbed clouds X' = X + Δ, ‖Δ‖ ≤ radius, that get another class than their label y.

    Projected gradient ascent from Δ = 0 (Madry et al. 2018; for smoothed classifiers Salman et al. 2019) on

        max_{c ≠ y} log p̂_c(X') − log p̂_y(X'),

    by steps of 2.5 · radius / steps along the gradient, each with new noise. Votes of fresh noise must decide whether
    a class has changed. The distance after alignment is at most ‖Δ‖.

    Parameters
    ----------
    smoothed : Smoothed
        The smoothed classifier.
    clouds : Tensor
        X, B×N×D. Attributes stay.
    labels : Tensor
        y, B numbers of classes.
    radius : float
        Largest Frobenius norm of Δ, above 0, in the unit of the coordinates.
    steps : int
        Steps of the search.

    Returns
    -------
    Tensor
        X', B×N×D.
    """
    smoothed.check(clouds)
    if not 0 < radius < math.inf:
        raise InputError(f"must be positive, got {radius}", "radius")
    if steps < 1:
        raise InputError(f"must be at least 1, got {steps}", "steps")
    coordinates, attributes = apart(clouds, smoothed.noise.dimensions)
    delta = torch.zeros_like(coordinates)
    for _ in range(steps):
        delta.requires_grad_()
        gradient, = torch.autograd.grad(margins(smoothed(beside(coordinates + delta, attributes)), labels).sum(), delta)
        gradient = torch.nan_to_num(gradient, 0.0, 0.0, 0.0)
        delta = delta.detach() + 2.5 * radius / steps * gradient / lengths(gradient).clamp_min(1e-30)
        delta = delta * (radius / lengths(delta).clamp_min(radius))
    return beside(coordinates + delta, attributes)


def margins(logs: Tensor, labels: Tensor) -> Tensor:
    """Return by how much the best other class exceeds each label, B×C to B."""
    own = torch.nn.functional.one_hot(labels, logs.shape[1]).bool()
    return logs.masked_fill(own, -math.inf).amax(1) - logs[own]


def changed(smoothed: Smoothed, cloud: Tensor, label: int, lead: float) -> bool:
    """Return whether hard votes of fresh noise give a cloud, N×D, another class that leads by the share `lead`."""
    votes = torch.zeros((), device=cloud.device)
    with torch.no_grad():
        for _ in range(math.ceil(VOTES / smoothed.samples)):
            logits = smoothed.logits(cloud[None])[:, 0]
            votes = votes + torch.nn.functional.one_hot(logits.argmax(1), logits.shape[1]).sum(0)
    others = votes.clone()
    others[label] = 0
    return bool(others.max() - votes[label] >= lead * votes.sum())


def nearest(smoothed: Smoothed, cloud: Tensor, label: int, radii: Sequence[float], *, steps: int, lead: float) -> Tensor | None:
    """
    Return a near cloud, N×D, to which votes give another class than the label, or None.

    Bisects the rising radii by `attack`, with `steps` in all, and then the norm of what the smallest radius gave. The other
    class leads by the share `lead` of the votes.
    """
    low, high = 0, len(radii)
    each = max(1, steps // max(1, math.ceil(math.log2(high + 1))))
    found = None
    while low < high:
        middle = (low + high) // 2
        one = attack(smoothed, cloud[None], torch.tensor([label], device=cloud.device), radii[middle], steps=each)[0] if radii[middle] > 0 else cloud
        if changed(smoothed, one, label, lead):
            found, high = one, middle
        else:
            low = middle + 1
    return None if found is None else shortened(smoothed, cloud, label, found, lead)


def shortened(smoothed: Smoothed, cloud: Tensor, label: int, found: Tensor, lead: float) -> Tensor:
    """Return the same perturbation, as short as a bisection finds it."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if changed(smoothed, cloud + middle * (found - cloud), label, lead):
            high = middle
        else:
            low = middle
    return cloud + high * (found - cloud)
