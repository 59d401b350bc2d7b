"""Certified accuracy while a model trains."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from ..certificate import certify
from ..native import InputError
from ..request import present
from ..smoothing import ready, smooth
from .dataset import clouds
from .smoothing import Invariant, check_invariant
from .trial import Tried


class CertifiedAccuracy:
    """
    Logs certified accuracy at some radii after each epoch of validation: the share of the first clouds of a loader that have
    the right class, and whose certified radius σΦ⁻¹(p̲) is larger than r. The radius is that of the orbit-based
    certificate: a Frobenius norm, in the unit of the coordinates, after the best alignment by the group. p̲ holds with
    probability 1 − `alpha` for each cloud.

    classifier   the `Invariant` that the module trains
    loader       as for `certify_dataset`
    sigma        standard deviation of the noise
    radii        r, usually three; logged as "certified_accuracy/0.1" and so on
    first        how many clouds are measured
    samples      noisy samples of each, beside 100 that choose its class; 1,000 can prove a radius of 2.39 σ at most
    alpha        error probability of p̲, 0.001
    every        measures every so many epochs

    For Trainer(callbacks=[…]) of Lightning, of which it is a callback where Lightning is loaded; other loops call `measure`.
    """

    def __new__(cls, *_: Any, **__: Any) -> CertifiedAccuracy:
        """Lightning takes only what inherits from its Callback: so does this where there is one."""
        loaded = [sys.modules[name].Callback for name in ("lightning.pytorch", "pytorch_lightning") if name in sys.modules]
        return object.__new__(type(cls.__name__, (cls, *loaded[:1]), {"__module__": cls.__module__}) if loaded else cls)

    def __init__(
        self, classifier: Invariant, loader: Iterable, *, sigma: float, radii: Sequence[float], first: int = 100,
        samples: int = 1000, alpha: float = 0.001, every: int = 1, batch: int = 256,
    ):
        check_invariant(classifier)
        if not radii or not all(radius >= 0 for radius in radii):
            raise InputError(f"must be numbers from 0, got {radii}", "radii")
        self.classifier, self.loader, self.sigma, self.radii, self.first = classifier, loader, sigma, tuple(radii), first
        self.samples, self.alpha, self.every, self.batch = samples, alpha, every, batch
        self.epochs = 0

    def on_validation_epoch_end(self, trainer: Any, pl_module: Any) -> None:
        """Measures and logs, but not for the batches that are tried before training."""
        if getattr(trainer, "sanity_checking", False):
            return
        self.epochs += 1
        if self.epochs % self.every == 0:
            for radius, share in self.measure().items():
                pl_module.log(f"certified_accuracy/{radius:g}", share)

    def measure(self) -> dict[float, float]:
        """Certified accuracy at each radius."""
        with ready(self.classifier.model) as model, warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*(samples have no class|votes not recounted)")
            tried = Tried(model)
            radii = [self.radius(tried, points, label) for _, points, label in islice(clouds(self.loader), self.first)]
        return {radius: sum(certified > radius for certified in radii) / len(radii) for radius in self.radii}

    def radius(self, model: Any, points: Any, label: int) -> float:
        """The certified radius of a cloud, 0 where its class is another or none is certified."""
        poses = self.classifier.poses
        invariance = present(group=poses.group, axis=poses.axis, translation=poses.translation or None)
        votes = smooth(model, points, self.sigma, self.samples, layout=self.classifier.layout, batch=self.batch, **invariance)
        return certify(points, sigma=self.sigma, votes=votes, alpha=self.alpha, draws=0).orbit.radius if votes.predicted == label else 0.0
