"""Attacks on the smoothed classifier by its gradient: what they find bounds from above what can be certified."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from ..native import InputError
from .noise import check_clouds
from .smoothing import Smoothed

# Hard votes that say whether a search has got somewhere.
VOTES = 200

# How often the norm of what was found is halved towards the nearest that still counts.
HALVINGS = 6


def lengths(clouds: Tensor) -> Tensor:
    """Frobenius norms of clouds, B×1×1."""
    return clouds.flatten(1).norm(dim=1)[:, None, None]


def attack(smoothed: Smoothed, clouds: Tensor, labels: Tensor, radius: float, *, steps: int = 20) -> Tensor:
    """
    Perturbed clouds X' = X + Δ with ‖Δ‖ ≤ radius for each of a batch, B×N×D, that are to have another class than their label y: projected
    gradient ascent (Madry et al. 2018; of smoothed classifiers Salman et al. 2019) on

        max_{c ≠ y} log p̂_c(X') − log p̂_y(X'),

    by steps of 2.5 · radius / steps along the gradient, each with noise of its own, from Δ = 0.

    smoothed   its model is shown clouds as its mode says: call .eval() for all poses
    labels     y, B whole numbers
    radius     Frobenius norm of Δ, > 0, in the unit of the coordinates

    Of an `Invariant` model the gradient has nothing in it that the group makes idle, to first order: ‖Δ‖ is about the distance after
    alignment, which is never more. Whether a prediction has changed is for votes of fresh noise to say. Weights get no gradient.
    """
    check_clouds(clouds)
    if not 0 < radius < math.inf:
        raise InputError(f"must be a number above 0, got {radius}", "radius")
    if steps < 1:
        raise InputError(f"must be at least 1, got {steps}", "steps")
    delta = torch.zeros_like(clouds)
    for _ in range(steps):
        delta.requires_grad_()
        gradient, = torch.autograd.grad(margins(smoothed(clouds + delta), labels).sum(), delta)
        gradient = torch.nan_to_num(gradient, 0.0, 0.0, 0.0)
        delta = delta.detach() + 2.5 * radius / steps * gradient / lengths(gradient).clamp_min(1e-30)
        delta = delta * (radius / lengths(delta).clamp_min(radius))
    return clouds + delta


def margins(logs: Tensor, labels: Tensor) -> Tensor:
    """By how much the best other class is above each label, B×C to B."""
    own = torch.nn.functional.one_hot(labels, logs.shape[1]).bool()
    return logs.masked_fill(own, -math.inf).amax(1) - logs[own]


def changed(smoothed: Smoothed, cloud: Tensor, label: int, lead: float) -> bool:
    """Whether hard votes of fresh noise give a cloud, N×D, another class, which leads by such a share of them."""
    votes: Tensor | float = 0.0
    with torch.no_grad():
        for _ in range(math.ceil(VOTES / smoothed.samples)):
            logits = smoothed.logits(cloud[None])[:, 0]
            votes = votes + torch.nn.functional.one_hot(logits.argmax(1), logits.shape[1]).sum(0)
    others = votes.clone()
    others[label] = 0
    return bool(others.max() - votes[label] >= lead * votes.sum())


def nearest(smoothed: Smoothed, cloud: Tensor, label: int, radii: Sequence[float], *, steps: int, lead: float) -> Tensor | None:
    """
    A perturbed cloud, N×D, to which votes give another class than the label, as near as a search finds one; None where it finds none. It
    bisects the rising radii by `attack`, all with so many steps together, and then the norm of what the smallest radius gave.
    The other class leads by the share `lead` of the votes.
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
    """The same perturbation, as short as it can be."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if changed(smoothed, cloud + middle * (found - cloud), label, lead):
            high = middle
        else:
            low = middle
    return cloud + high * (found - cloud)
