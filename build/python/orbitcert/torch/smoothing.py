"""Classifiers made of a model: an invariant one, and a smoothed one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, get_args

import torch
from torch import Tensor, nn

from ..errors import InputError
from ..evaluation import Forward, fitting, logits_of, placed
from ..request import Document, present, seen_list
from ..smoothing import Votes, first_rows, planned
from ..words import Group, Layout, Pose, Returns, Turn
from .counting import ABSTAIN, balls, between, certified, labelled, middle, predicted, votes, within
from .columns import check_clouds, named
from .noise import Noise, Subsample, Transformations
from .poses import PrincipalPoses
from .turns import Turns

LAYOUTS: tuple[str, ...] = get_args(Layout)

# Answers of models that label points, and of those whose vectors turn with the cloud.
LABELS = ("BNC", "BCN")
VECTORS = ("vector", "BND", "BDN")


def laid_out(clouds: Tensor, layout: str) -> Tensor:
    """Return clouds B×N×D in the layout of a model: see `orbitcert.smooth`."""
    if "BDN" in layout:
        clouds = clouds.transpose(1, 2)
    if layout.startswith("flat"):
        return clouds.flatten(1)
    return clouds[..., None] if layout.endswith("1") else clouds


class Invariant(nn.Module):
    """
    The base classifier that the core makes of a model, B×N×D to B×C.

    It is the mean of the logits over the poses of a cloud, h(Z) = (1/P) Σ model(pose p of Z), invariant for any model. In
    training mode it shows one random pose, except with the layout "BPDN". With `pose` or `turn`, the smoothed classifier
    is exactly invariant.

    Parameters
    ----------
    model : nn.Module
        Returns logits, as for `orbitcert.smooth`. With the layout "BPDN" it gets all poses of a cloud at once and
        must ignore their order.
    group, axis, translation
        As for `PrincipalPoses`.
    pose : {"all", "one"}
        As for `orbitcert.smooth`. "one" needs one evaluation instead of P.
    turn : {"random"}
        As for `orbitcert.smooth`. A model trained on upright clouds loses accuracy: see `adapt`.
    layout, forward
        As for `orbitcert.smooth`.
    attributes : sequence of str
        Names of the columns behind the coordinates, in order. Noise and poses leave them unchanged; certificates hold
        for the same attributes. Groups that turn the cloud refuse parts of vectors, such as "nx": compute these inside
        the model.
    dimensions : int
        As for `Noise`.
    """

    def __init__(
        self, model: nn.Module, group: Group = "SE", *, layout: Layout = "BND", axis: Sequence[float] | None = None, translation: bool = False,
        forward: Forward | None = None, attributes: Sequence[str] | None = None, dimensions: int | None = None, pose: Pose = "all", turn: Turn | None = None,
    ):
        super().__init__()
        check_drawn(group, layout, pose, turn)
        if layout not in LAYOUTS:
            raise InputError(f"must be one of {', '.join(LAYOUTS)}, got {layout!r}", "layout")
        self.model, self.layout, self.call = model, layout, forward
        self.poses, self.pose, self.turn = PrincipalPoses(group, axis=axis, translation=translation, dimensions=dimensions), pose, turn
        self.turns = Turns(group, axis=axis, translation=translation, dimensions=dimensions) if turn else None
        self.attributes = checked_names(attributes, dimensions, layout, self.invariance())

    def invariance(self) -> Document:
        """Return the fields of a request that name the group."""
        return present(group=self.poses.group, axis=self.poses.axis, translation=self.poses.translation or None)

    def drawn(self) -> Document:
        """Return the fields of a classifier that name what each vote draws."""
        return present(pose=None if self.pose == "all" else self.pose, turn=self.turn)

    def columns(self) -> tuple[int | None, list[str] | None]:
        """Return how many columns are coordinates, and the names of those behind them; None if all are coordinates."""
        return self.poses.dimensions, self.attributes

    def inputs(self, clouds: Tensor) -> Tensor:
        """Return clouds B×N×D as inputs of the model, without poses unless it takes all of them."""
        if self.layout != "BPDN":
            return laid_out(clouds, self.layout)
        poses: Tensor = self.poses(clouds)
        return poses.transpose(2, 3)

    def logits(self, inputs: Tensor) -> Tensor:
        """Return the logits of the model, B×C, in the type of the inputs."""
        typed = inputs.to(placed(self.model).get("dtype", inputs.dtype))
        with fitting(typed):
            found = self.model(typed) if self.call is None else self.call(self.model, typed)
        logits: Tensor = logits_of(found, "model")
        return logits.to(inputs.dtype)

    def forward(self, clouds: Tensor) -> Tensor:
        check_clouds(clouds, *self.columns())
        if self.layout == "BPDN":
            return self.logits(self.inputs(clouds))
        if self.turns is not None:
            return self.logits(laid_out(self.turns(clouds), self.layout))
        poses: Tensor = self.poses.one(clouds) if self.training or self.pose == "one" else self.poses(clouds)
        logits = self.logits(laid_out(poses.flatten(0, 1), self.layout))
        return logits.view(*poses.shape[:2], -1).mean(1)

    def extra_repr(self) -> str:
        return ", ".join([f"layout={self.layout}", *(f"{name}={value}" for name, value in self.drawn().items())])


def check_drawn(group: str, layout: str, pose: str, turn: str | None) -> None:
    """Raise InputError unless votes may draw a pose or a turn."""
    if pose not in ("all", "one"):
        raise InputError(f'must be "all" or "one", got {pose!r}', "pose")
    if turn not in (None, "random"):
        raise InputError(f'must be "random", got {turn!r}', "turn")
    if pose == "one" and turn:
        raise InputError('is "one", and a random turn needs no pose; leave out one of them', "pose")
    field = "turn" if turn else "pose" if pose == "one" else ""
    if field and (group in ("none", "T") or layout == "BPDN"):
        reason = "is for one pose at a time" if layout == "BPDN" else f"needs a group with rotations; {group!r} has none"
        raise InputError(f"{reason}; leave it out", field)


def checked_names(attributes: Sequence[str] | None, dimensions: int | None, layout: Layout, invariance: Document) -> list[str] | None:
    """Return the names of attributes. The core refuses what it does not let a model see under a group."""
    if attributes is None:
        if dimensions is not None:
            raise InputError("is for clouds with attributes; name their columns in attributes, or leave it out", "dimensions")
        return None
    names = seen_list(attributes)
    if not names or not all(isinstance(name, str) for name in names):
        raise InputError(f"must be names of columns that the model takes as they are, got {attributes!r}", "attributes")
    if dimensions is None:
        raise InputError("is missing; give the number of coordinates before the attributes, 2 or 3", "dimensions")
    cloud = torch.eye(dimensions, dtype=torch.float64), {name: torch.zeros(dimensions) for name in names}
    try:
        first_rows(planned(cloud, 1.0, 100, layout=layout, attributes=names, **invariance), 1)
    except InputError as error:
        raise (InputError(str(error), "attributes") if "attributes" in (error.field or "") else error) from None
    return names


def check_invariant(classifier: object) -> None:
    """Raise InputError unless the classifier is an Invariant, whose model the core needs."""
    if not isinstance(classifier, Invariant):
        raise InputError(f"must be an Invariant, got {type(classifier).__name__}; wrap the model: Invariant(model, group=…, layout=…)", "classifier")


class Smoothed(nn.Module):
    """
    The smoothed classifier, estimated and differentiable, B×N×D to B×C:

        log p̂_y(X) = log (1/m) Σ_{i=1..m} softmax(h(X_{Sᵢ} + σEᵢ))_y,    E ~ N(0, I)

    Attacks follow the gradient of this soft form (Salman et al. 2019). It certifies nothing; `predict` and `certify`
    count votes, as `orbitcert.smooth` does.

    Parameters
    ----------
    model : nn.Module
        The base classifier h, B×N×D to logits B×C. One that takes attributes must be an `Invariant`, of the group
        "none" if it ignores nothing.
    sigma : float or pair of float
        As for `Noise`.
    samples : int
        Noisy copies m of each cloud, by `torch.manual_seed`. The model gets all m·B copies at once.
    subsample : int
        Points k per sample (Sᵢ); all points by default.
    noise : mapping
        As for `Transformations`; none by default.
    axis : sequence of float
        As for `Transformations`.
    returns, number, clip
        As for `orbitcert.smooth`. Only `predict`, `certify` and `vector` take such a model.
    """

    def __init__(self, model: nn.Module, sigma: float | Sequence[float], samples: int = 100, *, subsample: int | None = None,
                 noise: Mapping[str, float] | None = None, axis: Sequence[float] = (0, 0, 1), returns: Returns | None = None, number: int | None = None, clip: float | None = None):
        super().__init__()
        self.returns, self.number, self.clip = None if returns == "classes" else returns, number, clip
        if samples < 1:
            raise InputError(f"must be at least 1, got {samples}", "samples")
        self.model, self.samples = model, samples
        self.noise = Noise(sigma, dimensions=self.columns()[0])
        self.subsample = nn.Identity() if subsample is None else Subsample(subsample)
        self.transformations = nn.Identity() if noise is None else Transformations(noise, axis)
        if noise is not None and self.noise.dimensions == 2:
            raise InputError("must be of clouds in space; leave it out", "noise")

    # In place of a class: the votes do not decide.
    ABSTAIN = ABSTAIN

    def columns(self) -> tuple[int | None, list[str] | None]:
        """Return how many columns are coordinates, and the names of those behind them; None if all are coordinates."""
        return self.model.columns() if isinstance(self.model, Invariant) else (None, None)

    def check(self, clouds: Tensor) -> None:
        """Raise InputError unless clouds are what the model takes."""
        check_clouds(clouds, *self.columns())

    def noisy(self, clouds: Tensor) -> Tensor:
        """Return noisy copies, mB×N×D, one batch of all clouds after another; mB×k×D with `subsample`."""
        self.check(clouds)
        chosen: Tensor = self.subsample(clouds.repeat(self.samples, 1, 1))
        noisy: Tensor = self.noise(self.transformations(chosen), self.samples)
        return noisy

    def logits(self, clouds: Tensor) -> Tensor:
        """Return the base classifier's logits for the noisy copies of each cloud, m×B×C, which losses take."""
        if self.returns is not None:
            raise InputError("has no logits: the model returns numbers, labels or vectors; use predict, certify or vector", "returns")
        noisy = self.noisy(clouds)
        with nullcontext() if isinstance(self.model, Invariant) else fitting(noisy):
            logits: Tensor = self.model(noisy)
        return logits.view(self.samples, len(clouds), -1)

    def forward(self, clouds: Tensor) -> Tensor:
        return self.logits(clouds).log_softmax(-1).logsumexp(0) - math.log(self.samples)

    def predict(self, clouds: Tensor | Sequence[Any], n: int = 1000, alpha: float = 0.001, batch_size: int = 256) -> Any:
        """
        Return the class that the smoothed classifier most likely returns (PREDICT of Cohen et al. 2019).

        It differs from that of the smoothed classifier with probability `alpha` at most.

        Parameters
        ----------
        clouds : Tensor or sequence
            B×N×D, or a list of N×D, or one cloud N×D. With attributes these have D+A columns, or are pairs,
            ``(points, {"element": numbers})``.
        n : int
            Noisy samples of each cloud.
        alpha : float
            Error probability.
        batch_size : int
            Rows per call of the model, poses counted.

        Returns
        -------
        int or Tensor
            The class of one cloud; of several, B classes on the CPU. `ABSTAIN`, which is −1, if the votes do not
            decide. For numbers, the median of the samples. For labels, N labels for each cloud, `ABSTAIN` where no
            radius is proved.

        Raises
        ------
        InputError
            `field` is "sigma" for a range, "noise" for noise on transformations, "model" if it fails the tests of
            `orbitcert.smooth`.
        """
        if self.returns in VECTORS:
            raise InputError("is of vectors, which have no class; use vector", "returns")
        if not 0 < alpha <= 0.5:
            raise InputError(f"must be above 0 and at most 0.5, got {alpha!r}", "alpha")
        points = listed(clouds, *self.columns())
        counted = self._votes(points, n, 0, batch_size)
        if self.returns in LABELS:
            found = [torch.tensor(labelled(one, cloud, self.noise.ends[0], alpha)[0]) for one, cloud in zip(counted, points)]
            return found[0] if single(clouds) else found
        every = [predicted(one, alpha) if self.returns is None else middle(one.values or []) for one in counted]
        if single(clouds):
            return every[0]
        return torch.tensor(every, dtype=torch.long if self.returns is None else torch.float64)

    def certify(self, clouds: Tensor | Sequence[Any], n0: int = 100, n: int = 10_000, alpha: float = 0.001, batch_size: int = 256, *,
                tolerance: float | None = None, distance: float = 0.0) -> tuple[Any, Any]:
        """
        Return the class and a certified radius (CERTIFY of Cohen et al. 2019).

        With probability 1 − `alpha`, the smoothed classifier has this class for every cloud closer than the radius, in
        Frobenius norm after the best alignment by the group of an `Invariant`.

        Parameters
        ----------
        clouds, batch_size
            As for `predict`.
        n0 : int
            Noisy samples that choose the class. With 0, the n samples choose it too.
        n : int
            Noisy samples that bound its probability. 10,000 prove at most 3.2 σ.
        alpha : float
            Error probability for each cloud.
        tolerance : float
            For a number: certify that it stays this close to its reference, the median of the n0 samples.
        distance : float
            For a number without `tolerance`: return an interval that holds at every cloud up to this distance.

        Returns
        -------
        tuple
            Class and radius of one cloud; of several, B of each on the CPU. Where no radius is certified they are
            `ABSTAIN` and 0. For a number with `tolerance`, reference and radius; without, median and ends of the
            interval, perhaps infinite. For labels, N labels and N radii that hold at once; of several clouds, lists.

        Raises
        ------
        InputError
            As for `predict`; "subsample" for samples of points.
        """
        if self.returns in VECTORS:
            raise InputError("is of vectors, which have no class; use vector", "returns")
        if not isinstance(self.subsample, nn.Identity):
            raise InputError("samples of points certify changes of points, not a radius; use orbitcert.smooth and orbitcert.certify", "subsample")
        points = listed(clouds, *self.columns())
        if self.returns != "number" and (tolerance is not None or distance):
            raise InputError("is for a model that returns a number", "distance" if tolerance is None else "tolerance")
        if tolerance is not None and distance:
            raise InputError("is for intervals; leave out tolerance or distance", "distance")
        if not 0 <= distance < math.inf:
            raise InputError(f"must be a number of at least 0, got {distance!r}", "distance")
        counted = zip(self._votes(points, n, n0, batch_size), points)
        if self.returns in LABELS:
            return self._labels(counted, alpha, single(clouds))
        every = [self._certified(*one, alpha, tolerance, distance) for one in counted]
        if single(clouds):
            return every[0]
        found, radii = [one for one, _ in every], [radius for _, radius in every]
        return torch.tensor(found, dtype=torch.long if self.returns is None else torch.float64), torch.tensor(radii, dtype=torch.float64)

    def vector(self, clouds: Tensor | Sequence[Any], n0: int = 100, n: int = 10_000, alpha: float = 0.001, batch_size: int = 256, *,
               distance: float = 0.0) -> tuple[Any, Any]:
        """
        Return balls around the smoothed vectors, which turn with the cloud.

        With probability 1 − `alpha`, the smoothed vectors of any cloud within `distance`, turned back as it is
        aligned, are in these balls.

        Parameters
        ----------
        clouds, batch_size
            As for `predict`.
        n0, n, alpha
            As for `certify`: the mean of the n0 samples is the reference.
        distance : float
            Frobenius norm of the difference after alignment.

        Returns
        -------
        tuple
            Centres and radii of the balls of one cloud, V×D and V, V = 1 or N; of several, lists.

        Raises
        ------
        InputError
            As for `certify`; "returns" for a model without vectors.
        """
        if self.returns not in VECTORS:
            raise InputError(f"must be one of {', '.join(VECTORS)} for vectors, got {self.returns!r}", "returns")
        if not 0 <= distance < math.inf:
            raise InputError(f"must be a number of at least 0, got {distance!r}", "distance")
        points = listed(clouds, *self.columns())
        every = [balls(one, cloud, self.noise.ends[0], alpha, distance) for one, cloud in zip(self._votes(points, n, n0, batch_size), points)]
        centres, radii = [torch.tensor(one, dtype=torch.float64) for one, _ in every], [torch.tensor(one, dtype=torch.float64) for _, one in every]
        return (centres[0], radii[0]) if single(clouds) else (centres, radii)

    def _certified(self, counted: Votes, cloud: Any, alpha: float, tolerance: float | None, distance: float) -> tuple[Any, Any]:
        sigma = self.noise.ends[0]
        if self.returns is None:
            return certified(counted, cloud, sigma, alpha)
        return between(counted, cloud, sigma, alpha, distance) if tolerance is None else within(counted, cloud, sigma, alpha, tolerance)

    def _labels(self, counted: Iterator[tuple[Votes, Any]], alpha: float, alone: bool) -> tuple[Any, Any]:
        every = [labelled(*one, self.noise.ends[0], alpha) for one in counted]
        labels, radii = [torch.tensor(found) for found, _ in every], [torch.tensor(radii, dtype=torch.float64) for _, radii in every]
        return (labels[0], radii[0]) if alone else (labels, radii)

    def _votes(self, clouds: Sequence[Any], n: int, select: int, batch: int) -> Iterator[Votes]:
        """Return the votes of each cloud."""
        if not isinstance(self.transformations, nn.Identity):
            raise InputError("noise on transformations has no single radius; use orbitcert.smooth and orbitcert.certify", "noise")
        if len(self.noise.ends) > 1:
            raise InputError(f"must be one number to count votes, got {self.noise.ends}", "sigma")
        base = self.model if isinstance(self.model, Invariant) else Invariant(self.model, "none")
        some = present(subsample=getattr(self.subsample, "points", None), select=select or None, returns=self.returns, number=self.number, clip=self.clip)
        return votes(
            clouds, base.model, base.call, "model", batch=batch, sigma=self.noise.ends[0], n=n, layout=base.layout, attributes=base.attributes,
            **base.invariance(), **base.drawn(), **some)

    def extra_repr(self) -> str:
        return f"samples={self.samples}"


def single(clouds: Any) -> bool:
    """Return whether clouds are one cloud, N×D."""
    return getattr(clouds, "ndim", 0) == 2


def listed(clouds: Any, dimensions: int | None, names: Sequence[str] | None) -> Sequence[Any]:
    """Return clouds as a sequence of N×D, or of pairs with attributes."""
    if hasattr(clouds, "__array__") and not isinstance(clouds, Tensor):
        clouds = torch.as_tensor(clouds)
    if isinstance(clouds, Tensor):
        clouds = clouds[None] if single(clouds) else clouds
        check_clouds(clouds, dimensions, names)
        clouds = clouds.detach().cpu()
    return [named(cloud, dimensions, names) for cloud in clouds]
