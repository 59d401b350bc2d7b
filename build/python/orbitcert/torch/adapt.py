"""Training that adapts a model to random turns, and a test whether a model needs it."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from math import comb
from typing import Any

import torch
from torch import Tensor, nn

from ..errors import InputError
from ..evaluation import placed
from .columns import is_pair
from .loader import Collate, pair
from .losses import gaussian
from .noise import Noise
from .smoothing import Invariant, laid_out

# Clouds that both models are compared on, the fewest that can tell them apart, and the level of the test.
COMPARED, FEWEST, LEVEL = 64, 12, 0.001


def adapt(
    model: nn.Module, loader: Iterable[Any], *, sigma: float, epochs: int = 3, rate: float = 1e-3, collate: Collate | None = None, **made: Any,
) -> Invariant:
    """
    Fine-tune a model on clouds that are turned at random and have noise, and return the classifier made of it.

    For a model that was trained on upright clouds. All its weights change, by Adam. Draws follow `torch.manual_seed`.

    Parameters
    ----------
    model : nn.Module
        The model, which becomes ``Invariant(model, turn="random", …)``, or an `Invariant`.
    loader : iterable
        As for `certify_dataset`. It is read once in every epoch.
    sigma : float
        Standard deviation of the noise.
    epochs : int
        How often the loader is read.
    rate : float
        Learning rate.
    collate : callable
        As for `certify_dataset`.
    **made
        Arguments of `Invariant`, such as ``layout="BDN"``.

    Returns
    -------
    Invariant
        The classifier.
    """
    if isinstance(model, Invariant) and made:
        raise InputError(f"is for a model by itself; leave out {', '.join(made)}", next(iter(made)))
    if epochs < 1:
        raise InputError(f"must be at least 1, got {epochs}", "epochs")
    settings: dict[str, Any] = {"turn": "random", **made}
    classifier = model if isinstance(model, Invariant) else Invariant(model, **settings)
    noise, optimizer = Noise(sigma, dimensions=classifier.columns()[0]), torch.optim.Adam(classifier.parameters(), lr=rate)
    modes = [(part, part.training) for part in classifier.modules()]
    classifier.train()
    for _ in range(epochs):
        batch = -1
        for batch, parts in enumerate(loader):
            clouds, labels = tensors(classifier, *pair(parts if collate is None else collate(parts), batch))
            optimizer.zero_grad()
            loss: Any = gaussian(classifier(noise(clouds))[None], labels)  # Any, since torch does not type backward
            loss.backward()
            optimizer.step()
        if batch < 0:
            raise InputError("has no batch; a generator can be read only once, so pass a list or a DataLoader", "loader")
    for part, training in modes:
        part.training = training
    return classifier


def tensors(classifier: Invariant, clouds: Any, labels: Any) -> tuple[Tensor, Tensor]:
    """Return the clouds and labels of a batch, where the model is."""
    place = placed(classifier.model)
    try:
        points = clouds if isinstance(clouds, Tensor) else torch.stack([torch.as_tensor(cloud) for cloud in clouds])
    except RuntimeError:
        raise InputError("has clouds of different sizes in a batch; give batches of clouds with as many points", "loader") from None
    return points.to(**place), torch.as_tensor(labels, device=place["device"]).long()


def warn_of_fall(classifier: Invariant, entries: Sequence[tuple[int, Any, Any]], sigma: float) -> None:
    """
    Warn if the model is right for more clouds without the invariance than with it.

    It sees the same noise in both cases. The sign test of the clouds that only one gets right has the level 0.001.
    """
    if classifier.poses.group in ("none", "T") or classifier.layout == "BPDN" or len(entries) < FEWEST:
        return
    place = placed(classifier.model)
    with torch.no_grad(), torch.random.fork_rng([place["device"]] if torch.device(place["device"]).type == "cuda" else []):
        torch.manual_seed(0)
        noise, right = Noise(sigma, dimensions=classifier.columns()[0]), []
        for _, points, label in entries:
            noisy = noise(tensor(classifier, points).to(**place)[None])
            plain = classifier.logits(laid_out(noisy, classifier.layout))
            right.append((int(plain.argmax()) == label, int(classifier(noisy).argmax()) == label))
    lost, gained = sum(a and not b for a, b in right), sum(b and not a for a, b in right)
    if sum(comb(lost + gained, k) for k in range(lost, lost + gained + 1)) <= LEVEL * 2 ** (lost + gained):
        warnings.warn(
            f"the invariant model is right for {sum(b for _, b in right)} of {len(right)} noisy clouds, the plain model for {sum(a for a, _ in right)}. "
            "Was it trained on upright clouds? Train it with turn='random', or use orbitcert.torch.adapt", stacklevel=3)


def tensor(classifier: Invariant, points: Any) -> Tensor:
    """Return a cloud, N×D, with its attributes behind the coordinates."""
    held, attributes = points if is_pair(points) else (points, {})
    columns = [torch.as_tensor(attributes[name])[:, None] for name in classifier.attributes or ()]
    coordinates = torch.as_tensor(held)
    return torch.cat([coordinates, *(column.to(coordinates) for column in columns)], 1)
