"""Certified accuracy while a model trains."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any

from ..certificate import certify
from ..errors import InputError
from ..evaluation import answering
from ..probe import Probed
from ..request import present
from ..smoothing import Votes, count
from .loader import clouds
from .smoothing import Invariant, check_invariant


class CertifiedAccuracy:
    """
    Certified accuracy at some radii, logged after each epoch of validation.

    It is the share of the first clouds of a loader that have the right class and a certified radius σΦ⁻¹(p̲) above r. The
    radius is a Frobenius norm after the best alignment by the group, in the unit of the coordinates. p̲ holds with
    probability 1 − `alpha` for each cloud. Pass it to Lightning's ``Trainer(callbacks=[…])``; other loops call `measure`.

    Parameters
    ----------
    classifier : Invariant
        The classifier that is trained.
    loader : iterable
        As for `certify_dataset`. It is read after every epoch, so a generator does not do.
    sigma : float
        Standard deviation of the noise, in the unit of the coordinates.
    radii : sequence of float
        r, logged as "certified_accuracy/0.1" and so on.
    first : int
        Clouds to measure.
    samples : int
        Noisy samples of each cloud, besides 100 that choose its class. 1,000 can prove a radius of at most 2.39 σ.
    alpha : float
        Error probability of p̲.
    every : int
        Epochs between measurements.
    batch : int
        Rows per call of the model.

    Raises
    ------
    InputError
        An argument is bad. `field` names it.
    """

    def __new__(cls, *_: Any, **__: Any) -> CertifiedAccuracy:
        """Return an object that inherits from Lightning's Callback, if Lightning is loaded: it takes no other."""
        loaded = [sys.modules[name].Callback for name in ("lightning.pytorch", "pytorch_lightning") if name in sys.modules]
        return object.__new__(type(cls.__name__, (cls, *loaded[:1]), {"__module__": cls.__module__}) if loaded else cls)

    def __init__(
        self, classifier: Invariant, loader: Iterable[Any], *, sigma: float, radii: Sequence[float], first: int = 100,
        samples: int = 1000, alpha: float = 0.001, every: int = 1, batch: int = 256,
    ):
        check_invariant(classifier)
        if not radii or not all(radius >= 0 for radius in radii):
            raise InputError(f"must be numbers from 0, got {radii}", "radii")
        for number, name in ((first, "first"), (every, "every")):
            if number < 1:
                raise InputError(f"must be at least 1, got {number}", name)
        self.classifier, self.loader, self.sigma, self.radii, self.first = classifier, loader, sigma, tuple(radii), first
        self.samples, self.alpha, self.every, self.batch = samples, alpha, every, batch
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
        poses = self.classifier.poses
        invariance = present(group=poses.group, axis=poses.axis, translation=poses.translation or None)
        with answering(self.classifier.model, "classifier", self.classifier.call) as answer:
            probed = Probed(answer, self.batch)
            votes = partial(count, probed, sigma=self.sigma, n=self.samples, layout=self.classifier.layout, batch=self.batch, quiet=True, **invariance)
            radii = [self.radius(votes, points, label) for _, points, label in islice(clouds(self.loader), self.first)]
            probed.finish()
        if not radii:
            raise InputError("has no cloud; a generator can be read only once, so pass a list or a DataLoader", "loader")
        return {radius: sum(certified > radius for certified in radii) / len(radii) for radius in self.radii}

    def radius(self, votes: Callable[[Any], Votes], points: Any, label: int) -> float:
        """Return the certified radius of a cloud, 0 if its class is wrong or none is certified."""
        counted = votes(points)
        radius = certify(points, sigma=self.sigma, votes=counted, alpha=self.alpha, draws=0).orbit.radius
        return 0.0 if radius is None or counted.predicted != label else radius
