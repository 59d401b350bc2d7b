"""Certified accuracy while a model trains."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from ..errors import InputError
from .counting import certified, votes
from .loader import Collate, clouds
from .metric import checked_radii
from .smoothing import Invariant, check_invariant


class CertifiedAccuracyCallback:
    """
    Certified accuracy at some radii, logged after each epoch of validation.

    It is the share of the first clouds of a loader that have the right class and a certified radius σΦ⁻¹(p̲) above r,
    as by `Smoothed.certify`. Pass it to Lightning's ``Trainer(callbacks=[…])``; other loops call `measure`.

    Parameters
    ----------
    classifier : Invariant
        The classifier.
    loader : iterable
        As for `certify_dataset`, but no generator.
    sigma : float
        Standard deviation of the noise.
    radii : sequence of float
        r, logged as "certified_accuracy/0.1" and so on.
    first : int
        Clouds to measure.
    samples : int
        Noisy samples of each cloud. 1,000 prove at most 2.39 σ.
    alpha : float
        Error probability.
    every : int
        Epochs between measurements.
    batch : int
        Rows per call of the model.
    collate : callable
        As for `certify_dataset`.
    """

    def __new__(cls, *_: Any, **__: Any) -> CertifiedAccuracyCallback:
        """Return an object that inherits from Lightning's Callback, if Lightning is loaded: it takes no other."""
        loaded = [sys.modules[name].Callback for name in ("lightning.pytorch", "pytorch_lightning") if name in sys.modules]
        return object.__new__(type(cls.__name__, (cls, *loaded[:1]), {"__module__": cls.__module__}) if loaded else cls)

    def __init__(
        self, classifier: Invariant, loader: Iterable[Any], *, sigma: float, radii: Sequence[float], first: int = 100,
        samples: int = 1000, alpha: float = 0.001, every: int = 1, batch: int = 256, collate: Collate | None = None,
    ):
        check_invariant(classifier)
        for number, name in ((first, "first"), (every, "every")):
            if number < 1:
                raise InputError(f"must be at least 1, got {number}", name)
        self.classifier, self.loader, self.sigma, self.radii, self.first = classifier, loader, sigma, checked_radii(radii), first
        self.samples, self.alpha, self.every, self.batch, self.collate = samples, alpha, every, batch, collate
        self.epochs = 0

    def on_validation_epoch_end(self, trainer: Any, pl_module: Any) -> None:
        """Measure and log, except during Lightning's check before training."""
        if getattr(trainer, "sanity_checking", False):
            return
        self.epochs += 1
        if self.epochs % self.every == 0:
            for radius, share in self.measure().items():
                pl_module.log(f"certified_accuracy/{radius:g}", share)

    def measure(self) -> dict[float, float]:
        """Return the certified accuracy at each radius."""
        entries = [(points, label) for _, points, label in islice(clouds(self.loader, self.collate, None, *self.classifier.columns()), self.first)]
        if not entries:
            raise InputError("has no cloud; a generator can be read only once, so pass a list or a DataLoader", "loader")
        counted = votes(
            (points for points, _ in entries), self.classifier.model, self.classifier.call, "classifier", batch=self.batch, sigma=self.sigma, n=self.samples,
            layout=self.classifier.layout, attributes=self.classifier.attributes, **self.classifier.invariance(), **self.classifier.drawn())
        found = [certified(one, points, self.sigma, self.alpha) for one, (points, _) in zip(counted, entries)]
        right = [radius for (one, radius), (_, label) in zip(found, entries) if one == label]
        return {radius: sum(above > radius for above in right) / len(entries) for radius in self.radii}
