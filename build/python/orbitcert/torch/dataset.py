"""Certified accuracy of a dataset: votes on the device of the model, certificates from the core."""

from __future__ import annotations

import hashlib
import math
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import torch

from .. import dataset
from ..dataset import checked_shard
from ..errors import InputError
from ..evaluation import answering, evaluated
from ..folder_lock import locked
from ..probe import ROWS, Probed
from ..progress import Progress
from ..request import Document, Sigma, cloud_field, dump, present, seen_field, seen_list, sigma_field
from ..run_file import candidate, failed, voted, write
from ..smoothing import Files, Votes, axes, digest, first_rows, name_of, planned
from ..smoothing import count as count_votes
from ..votes_file import SEEN, Kept, fingerprint, of_shards, program
from ..words import How, Returns
from .adapt import COMPARED, warn_of_fall
from .attack import nearest
from .loader import Collate, clouds, hashed, total
from .smoothing import Invariant, Smoothed, check_invariant
from .weights import weights

# Noisy copies of a cloud for each gradient of a search.
GRADIENTS = 16

# Standard deviations by which the votes of a found cloud exceed a tie, so that votes of fresh noise most likely do too.
CLEAR = 5

# Number, points and label of a cloud, or labels of its points.
Labelled = tuple[int, Any, Any]

# Names that runs have for the answers of a model.
RUNS = {"number": "number", "BNC": "labels", "BCN": "labels"}


def certify_dataset(
    classifier: Invariant, loader: Iterable[Any], out: str | os.PathLike[str], *,
    sigma: Sigma, samples: int = 10_000, attack: Mapping[str, Any] | None = None, permutation: bool | None = None,
    subsample: int | None = None, select: int | None = None, classes: Sequence[str] | None = None, batch: int = 256,
    top: int | None = None, runner_up: bool | None = None, collate: Collate | None = None, shard: tuple[int, int] | None = None,
    file: Files | None = None, how: How | None = None, returns: Returns | None = None, number: int | None = None, tolerance: float | None = None,
    attributes: Sequence[Any] | None = None, alpha: float | None = None, draws: int | None = None, workers: int | None = None,
) -> dataset.Run:
    """
    Count votes for every cloud of a loader, certify them, and return the certified accuracy.

    The model is called and tested as by `orbitcert.smooth`. Clouds are named by their number; one whose coordinates
    are not finite becomes a failure of the run. A warning says if the invariance costs accuracy on the first clouds.

    Parameters
    ----------
    classifier : Invariant
        The base classifier.
    loader : iterable
        Pairs of clouds (B×N×D, or a list of N×D) and labels (numbers of classes), always in the same order, or a Batch
        of PyTorch Geometric.
    out : path
        Folder of the run, for one call at a time. `votes.jsonl` keeps every finished cloud: the same call continues
        from there. `run.json` is the run document with all votes, `parts-…` holds the certificates.
    sigma : float or mapping
        As for `orbitcert.smooth`, but not for each point. By an attribute, norms are weighted.
    samples, select : int
        Noisy samples of each cloud that bound the probability of its class, and others that choose it: 100 by default,
        and none for an attack with norms, without search and `subsample`, whose counts stop once it is decided.
    attack : mapping
        As in run documents: ``{"family": "scale", "norms": […]}``, ``{"family": "rotate", "degrees": […], …}``, or
        ``{"family": "ball", "norms": […], "search": n}`` for every perturbation of each norm. With n > 0, `attack` of
        n steps searches for another class; the classifier must name the attributes. By default, the run has the ranges
        that every cloud withstands.
    permutation : bool
        Ignore the order of the points too.
    subsample : int
        Points per sample, drawn anew for each.
    top : int
        As for `orbitcert.certify`.
    runner_up : bool
        Bound the runner-up as well where that should certify more: by default, unless `top` is above 1.
    collate : callable
        Returns the pair of a batch that has another form, ``lambda batch: (batch["points"], batch["label"])``.
    shard : pair of int
        ``(i, n)``: every n-th cloud from number i on, in the folder `shard-i-of-n` of `out`. `orbitcert.merge` joins
        the shards; the same call without `shard` also counts votes that are missing.
    batch : int
        Rows per call of the model, poses counted: thousands on a GPU.
    file : path or sequence of paths
        Exported file of the model, so that `orbitcert-votes` and the page can recount.
    attributes : sequence of str or mapping
        As for `orbitcert.smooth`, unless the classifier names them. Clouds are then pairs, ``(points, {"element":
        numbers})``; with the names of the classifier also B×N×(D+A).
    classes, how, returns, number, alpha, draws, tolerance
        As for `orbitcert.smooth` and `orbitcert.certify`. With labels of points, a batch has a list of them for each
        cloud; for a number, labels are not read.
    workers : int
        Clouds drawn at the same time, one for each processor by default.

    Returns
    -------
    Run

    Raises
    ------
    InputError
        `field` is "classifier" if the model fails the tests of `orbitcert.smooth`, "loader" for its batches, "out"
        for a folder with votes of something else.
    """
    check_invariant(classifier)
    invariance = {**classifier.invariance(), **present(permutation=permutation, subsample=subsample)}
    searched: Mapping[str, Any] | None = attack if attack and attack.get("search") else None
    returns = None if returns == "classes" else returns
    if searched and returns:
        raise InputError("search finds another class; leave it out for numbers and labels", "attack")
    attributes = seen(classifier, attributes, searched)
    noise = noise_of(sigma, searched)
    select = selected(attack, subsample, returns) if select is None else select
    drawing = present(n=samples, select=select, layout=classifier.layout, classes=classes, how=how, returns=returns, number=number,
                      attributes=None if attributes is None else seen_list(attributes), **classifier.drawn(), **invariance)
    part = (0, 1) if shard is None else checked_shard(shard)
    folder = Path(out) if shard is None else Path(out) / f"shard-{part[0]}-of-{part[1]}"
    folder.mkdir(parents=True, exist_ok=True)
    fields: Document = {"sigma": noise, **invariance, **present(attack=attack, alpha=alpha, samples=draws, top=top, runner_up=runner_up,
        returns=RUNS.get(returns or ""), tolerance=tolerance), **({} if attack else {"withstand": {}}),
                        **({} if attributes is None else {"prediction": seen_field(attributes)})}
    head: Document = {
        "sigma": noise, **drawing, "batch": batch, "weights": weights(classifier.model), "file": [name_of(file), digest(file)], "program": program(),
        **present(attack=searched, asked=fields if select == 0 else None),
    }
    asked = folder / "asked.json"
    stop = ["--run", os.fspath(asked)] if select == 0 else None
    with locked(folder), evaluated(classifier), answering(classifier.model, "classifier", classifier.call) as answer:
        answer.axes = axes(returns)
        probed = Probed(answer, batch)
        first, entries = from_first(clouds(loader, collate, returns, *classifier.columns()))
        probed.start(first_rows(planned(first[1], noise, file=file, **drawing), ROWS))
        if returns is None and attributes == classifier.attributes and how != "declared":
            some = list(islice(entries, COMPARED))
            entries = chain(some, entries)
            warn_of_fall(classifier, some, min(noise["values"].values()) if isinstance(noise, Mapping) else noise)
        if returns is None and classes is None and probed.logits.ndim == 1:
            raise InputError("is missing: the model returns classes, which do not tell how many there are; name all of them", "classes")
        search = Search(Smoothed(classifier, noise, GRADIENTS, subsample=subsample), searched, samples, probed.lock) if searched else None
        votes = Count(probed, partial(count_votes, probed, sigma=noise, batch=batch, file=file, quiet=True, stop=stop, **drawing))
        head["model"] = fingerprint(probed, first[0])
        kept = Kept(folder / "votes.jsonl", head, part, of_shards(folder, head))
        asked.write_bytes(dump(fields))
        every = hashlib.sha256()
        try:
            own = entries if shard is None else within(hashed(entries, every), part)
            lines = count(kept, own, total(loader, part), votes, search, workers or os.cpu_count() or 1)
        finally:
            kept.close()
            asked.unlink()
        if shard is not None:
            (folder / SEEN).write_text(every.hexdigest(), encoding="utf-8")
        path = folder / "run.json"
        write(path, fields, lines)
        return dataset.certified(path)


def noise_of(sigma: Sigma, searched: object) -> Any:
    """Return σ as a run holds it."""
    if isinstance(sigma, Mapping):
        if searched:
            raise InputError("cannot search where sigma goes by an attribute; leave out search, or give one number", "attack")
        return sigma_field(sigma)
    if isinstance(sigma, Sequence):
        raise InputError("must be one number, or go by an attribute: a list belongs to the points of one cloud", "sigma")
    return sigma


def seen(classifier: Invariant, attributes: Sequence[Any] | None, searched: object) -> Sequence[Any] | None:
    """Return the attributes that the model sees, as the classifier or the caller names them."""
    if classifier.attributes is None:
        if searched and attributes:
            raise InputError("cannot search beside attributes that the classifier does not name; leave out search, or give attributes to Invariant", "attack")
        return attributes
    if attributes is not None and seen_list(attributes) != classifier.attributes:
        raise InputError(f"are {', '.join(classifier.attributes)} for this classifier; leave it out", "attributes")
    return classifier.attributes


def selected(attack: Mapping[str, Any] | None, subsample: int | None, returns: Returns | None) -> int:
    """Return how many samples name the class of each cloud: none if a count may stop once all norms are decided."""
    return 0 if attack and attack.get("norms") and not attack.get("search") and subsample is None and returns is None else 100


def within(entries: Iterator[Labelled], shard: tuple[int, int]) -> Iterator[Labelled]:
    """Return the clouds of a shard."""
    return (entry for entry in entries if entry[0] % shard[1] == shard[0])


def from_first(entries: Iterator[Labelled]) -> tuple[Labelled, Iterator[Labelled]]:
    """Return the first cloud whose coordinates are finite, and all clouds."""
    before: list[Labelled] = []
    problem = "a generator can be read only once"
    for entry in entries:
        before.append(entry)
        try:
            cloud_field(entry[1], f"cloud {entry[0]}")
            return entry, chain(before, entries)
        except InputError as error:
            problem = str(error)
    raise InputError(f"has no cloud to classify: {problem}", "loader")


class Search:
    """Looks for clouds with another class by gradients, one at a time. Its draws follow from the number of the cloud."""

    def __init__(self, smoothed: Smoothed, attack: Mapping[str, Any], samples: int, lock: AbstractContextManager[Any]):
        self.smoothed, self.lock = smoothed, lock
        self.norms, self.steps, self.lead = attack.get("norms", ()), int(attack["search"]), min(0.5, CLEAR / math.sqrt(samples))
        parameter = next(smoothed.parameters(), torch.zeros(()))
        self.device, self.dtype = parameter.device, parameter.dtype

    def __call__(self, number: int, entry: Document) -> list[list[list[float]]]:
        """Return the points of one cloud, or none."""
        points = torch.tensor(entry["points"], dtype=torch.float64)
        columns = [torch.tensor(entry["attributes"][name], dtype=torch.float64) for name in self.smoothed.columns()[1] or ()]
        clean = torch.cat([points, *(column[:, None] for column in columns)], 1)
        with self.lock, torch.random.fork_rng([self.device] if self.device.type == "cuda" else []):
            torch.manual_seed(number)
            cloud = clean.to(self.device, self.dtype)
            found = nearest(self.smoothed, cloud, entry["label"], self.norms, steps=self.steps, lead=self.lead)
        return [] if found is None else [(points + (found - cloud)[:, : points.shape[1]].cpu().double()).tolist()]


class Count:
    """Counts the votes of a cloud. The model must end it as it began."""

    def __init__(self, probed: Probed, votes: Callable[[Any], Votes]):
        self.probed, self.votes = probed, votes

    def __call__(self, points: Any) -> Votes:
        votes = self.votes(points)
        self.probed.finish()
        return votes


def count(
    kept: Kept, entries: Iterable[Labelled], of: int | None, votes: Count, search: Search | None, workers: int,
) -> list[bytes]:
    """Return the lines of all clouds, and count those that are not done."""
    done, before = 0, len(kept.lines)
    progress = Progress(of)
    pool = ThreadPoolExecutor(workers)
    try:
        for place, line in enumerate(in_order(pool, (cloud_job(kept, votes, search, *entry) for entry in entries), workers + 1)):
            kept.add(place, line)
            done = place + 1
            progress.add(done, fresh=done > before)
    finally:
        pool.shutdown(cancel_futures=True)
        progress.end()
    return kept.lines[:done]


def in_order(pool: ThreadPoolExecutor, jobs: Iterable[Callable[[], bytes]], ahead: int) -> Iterator[bytes]:
    """Return the results of jobs in their order, with `ahead` of them started."""
    waiting: deque[Future[bytes]] = deque()
    for job in jobs:
        waiting.append(pool.submit(job))
        if len(waiting) == ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def cloud_job(kept: Kept, votes: Count, search: Search | None, number: int, points: Any, label: Any) -> Callable[[], bytes]:
    """Return a function that finds the line of a cloud."""
    name = f"{number:05d}"

    def job() -> bytes:
        try:
            known: Document = present(truth=label) if isinstance(label, list) else present(label=label)
            entry = {"name": name, **known, **cloud_field(points, f"cloud {number}")}
        except InputError as error:
            return failed(name, error)
        return kept.line(number, entry) or counted(entry)

    def counted(entry: Document) -> bytes:
        found = votes(points)
        attacked = None
        if search and found.predicted == label:
            attacked = [candidate(one, votes((one, entry.get("attributes", {})))) for one in search(number, entry)]
        return voted(entry, found, attacked)

    return job
