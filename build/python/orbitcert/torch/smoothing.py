"""Classifiers made of a model: an invariant one, and a smoothed one."""

from __future__ import annotations

import math
from collections.abc import Sequence

from torch import Tensor, nn

from ..native import InputError
from .noise import Noise, Subsample, check_clouds
from .poses import PrincipalPoses

LAYOUTS = ("BND", "BDN", "BND1", "BDN1", "flat BND", "flat BDN", "BPDN")


def laid_out(clouds: Tensor, layout: str) -> Tensor:
    """Clouds B×N×D as a model takes them: see `orbitcert.smooth`."""
    if "BDN" in layout:
        clouds = clouds.transpose(1, 2)
    if layout.startswith("flat"):
        return clouds.flatten(1)
    return clouds[..., None] if layout.endswith("1") else clouds


class Invariant(nn.Module):
    """
    The base classifier that the core makes of a model, B×N×D to B×C: the mean over the poses of a cloud of the model's logits,
    h(Z) = (1/P) Σ model(pose p of Z). It is invariant under the group, whatever the model is.

    model     logits of clouds, or with the layout BPDN of all poses of a cloud at once; such a model must not
              mind their order
    layout    how the model takes clouds: one of BND, BDN, BND1, BDN1, flat BND, flat BDN, BPDN, as for `orbitcert.smooth`
    group, axis, translation   as for `PrincipalPoses`

    While it trains, a cloud is shown in one pose at random, drawn from PyTorch's generator; with BPDN in all.
    """

    def __init__(
        self, model: nn.Module, group: str = "SE", *, layout: str = "BND", axis: Sequence[float] | None = None, translation: bool = False,
    ):
        super().__init__()
        if layout not in LAYOUTS:
            raise InputError(f"must be one of {', '.join(LAYOUTS)}, got {layout!r}", "layout")
        self.model, self.layout = model, layout
        self.poses = PrincipalPoses(group, axis=axis, translation=translation)

    def forward(self, clouds: Tensor) -> Tensor:
        if self.layout == "BPDN":
            return self.model(self.poses(clouds).transpose(2, 3))
        poses = self.poses.one(clouds) if self.training else self.poses(clouds)
        logits = self.model(laid_out(poses.flatten(0, 1), self.layout))
        return logits.view(*poses.shape[:2], -1).mean(1)

    def extra_repr(self) -> str:
        return f"layout={self.layout}"


def check_invariant(classifier: object) -> None:
    """The core makes poses and noise itself: it needs the model within."""
    if not isinstance(classifier, Invariant):
        raise InputError(f"must be an Invariant, which says how the model takes clouds, got {type(classifier).__name__}", "classifier")


class Smoothed(nn.Module):
    """
    The smoothed classifier, estimated and differentiable, B×N×D to B×C:

        log p̂_y(X) = log (1/m) Σ_{i=1..m} softmax(h(X_{Sᵢ} + σEᵢ))_y,    E ~ N(0, I)

    the soft form whose gradient attacks follow (Salman et al. 2019). Argmax and softmax work on it as on logits.

    model        the base classifier h, B×N×D to logits B×C: `Invariant(…)`, or any other
    sigma        as for `Noise`
    samples      m ≥ 1, noisy copies of each cloud; the noise is new at every call and follows `torch.manual_seed`
    subsample    k, where samples are of k points each (Sᵢ); else of all

    The model gets all m·B copies at once, in every pose when it does not train: memory follows.
    An attack on it is an attack and no bound: certificates are of votes that `orbitcert.smooth` or `certify_dataset` count.
    """

    def __init__(self, model: nn.Module, sigma: float | Sequence[float], samples: int = 100, *, subsample: int | None = None):
        super().__init__()
        if samples < 1:
            raise InputError(f"must be at least 1, got {samples}", "samples")
        self.model, self.samples = model, samples
        self.noise = Noise(sigma)
        self.subsample = Subsample(subsample) if subsample else nn.Identity()

    def noisy(self, clouds: Tensor) -> Tensor:
        """The noisy copies of each cloud, mB×N×D, one batch of all clouds after another; with `subsample` mB×k×D."""
        check_clouds(clouds)
        chosen = self.subsample(clouds.repeat(self.samples, 1, 1))
        return self.noise(chosen, self.samples)

    def logits(self, clouds: Tensor) -> Tensor:
        """The base classifier's logits for the noisy copies of each cloud, m×B×C: what losses take."""
        return self.model(self.noisy(clouds)).view(self.samples, len(clouds), -1)

    def forward(self, clouds: Tensor) -> Tensor:
        return self.logits(clouds).log_softmax(-1).logsumexp(0) - math.log(self.samples)

    def extra_repr(self) -> str:
        return f"samples={self.samples}"
