"""Certified accuracy of a data set: votes on the device of the model, certificates from the core."""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from .. import dataset
from ..native import InputError
from ..request import cloud_field, present
from ..smoothing import Votes, digest, name_of, ready, smooth
from .attack import nearest
from .votes_file import Kept, program, weights
from .progress import Progress
from .smoothing import Invariant, Smoothed, check_invariant
from .trial import Tried

# Noisy copies of a cloud that each gradient of a search is of.
GRADIENTS = 16

# By how many standard deviations the votes of a cloud that is found are to be beyond a tie, so that those of fresh noise most likely tell it from one.
CLEAR = 5


def certify_dataset(
    classifier: Invariant, loader: Iterable[tuple[Tensor | Sequence[Any], Tensor | Sequence[int]]], out: str | os.PathLike[str], *,
    sigma: float, samples: int = 10_000, attack: Mapping[str, Any] | None = None, permutation: bool | None = None,
    subsample: int | None = None, select: int | None = None, classes: Sequence[str] | None = None, batch: int = 256,
    file: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None, how: str | None = None,
    alpha: float | None = None, draws: int | None = None, workers: int | None = None,
) -> dataset.Run:
    """
    Counts votes for every cloud of a loader, certifies them, and returns the certified accuracy.

    classifier   the base classifier. The core draws the noise, and poses and rounds the samples itself; the model within sees them on
                 its own device, without gradients and in evaluation mode
    loader       batches of clouds (B×N×D, or a list of N×D) and of their labels, the same ones in the same order each time
    out          a folder. votes.jsonl keeps every cloud that is done: the same call goes on from there, whenever it was
                     killed, to the same result. run.json is what page and command line open, with all votes; parts-… is what has
                 been certified of it
    sigma        standard deviation of the noise, in the unit of the coordinates
    samples      noisy samples that bound the probability of each cloud; `select` (100) others choose its class
    attack       as run documents have it: {"family": "scale", "norms": […]}, {"family": "rotate", "degrees": […], …} or
                 {"family": "ball", "norms": […], "search": n}, which certifies every perturbation of each norm and, with n > 0, attacks
                 each cloud that is predicted correctly by `attack` of n steps in all: `accuracy["attacked"]` of the run is the accuracy that is left,
                 by votes of fresh noise. Without attack the run tells what every cloud withstands
    subsample    shows the model samples of so many points of each cloud, drawn for each: such votes also certify points that are
                 replaced, added or removed
    permutation  also makes the classifier ignore the order of the points
    batch        rows that the model is given at a time, poses counted; a GPU wants thousands
    file         what the model was exported to: its SHA-256 names the model, and the votes can then be counted again by
                 `orbitcert-votes` and on the page
    how          "declared" for a model that has the invariance itself
    alpha, draws, classes   as for `orbitcert.certify` and `orbitcert.smooth`
    workers      clouds that are drawn at the same time, one for each processor; the result does not depend on it

    A cloud with coordinates that are not finite becomes a failure of the run; all else that is bad raises InputError, a model too
    whose answer for a cloud depends on chance or on the rest of its batch. Clouds are named by their number. Only one such call may have the folder at a time.
    """
    check_invariant(classifier)
    poses = classifier.poses
    invariance = present(group=poses.group, axis=poses.axis, translation=poses.translation or None, permutation=permutation, subsample=subsample)
    counting = present(n=samples, select=select, layout=classifier.layout, classes=classes, batch=batch, how=how, **invariance)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    named = {"weights": weights(classifier.model), "file": [name_of(file), digest(file)], "program": program()}
    searched = attack if attack and attack.get("search") else None
    kept = Kept(folder / "votes.jsonl", {"sigma": sigma, **counting, **named, **present(attack=searched)})
    try:
        with ready(classifier.model) as model, evaluated(classifier):
            tried = Tried(model)
            search = searched and Search(Smoothed(classifier, sigma, GRADIENTS, subsample=subsample), searched, samples, tried.lock)
            votes = lambda points: smooth(tried, points, sigma, file=file, **counting)
            lines = count(kept, loader, votes, search, workers or os.cpu_count() or 1)
    finally:
        kept.close()
    fields = {"sigma": sigma, **invariance, **present(attack=attack, alpha=alpha, samples=draws), **({} if attack else {"withstand": {}})}
    path = folder / "run.json"
    write(path, fields, lines)
    return dataset.run(path, out=folder / f"parts-{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}")


@contextmanager
def evaluated(classifier: Invariant) -> Iterator[None]:
    """The classifier in evaluation mode, as one of all poses, and set back."""
    training = classifier.training
    classifier.training = False
    try:
        yield
    finally:
        classifier.training = training


class Search:
    """Looks for clouds with another class by gradients, one at a time. What it finds follows from the number of the cloud."""

    def __init__(self, smoothed: Smoothed, attack: Mapping[str, Any], samples: int, lock: threading.Lock):
        self.smoothed, self.lock = smoothed, lock
        self.norms, self.steps, self.lead = attack.get("norms", ()), int(attack["search"]), min(0.5, CLEAR / math.sqrt(samples))
        parameter = next(smoothed.parameters(), torch.zeros(()))
        self.device, self.dtype = parameter.device, parameter.dtype

    def __call__(self, number: int, points: Sequence[Sequence[float]], label: int) -> list[list[list[float]]]:
        """None, or one, as its points."""
        clean = torch.tensor(points, dtype=torch.float64)
        with self.lock, torch.random.fork_rng([self.device] if self.device.type == "cuda" else []):
            torch.manual_seed(number)
            cloud = clean.to(self.device, self.dtype)
            found = nearest(self.smoothed, cloud, label, self.norms, steps=self.steps, lead=self.lead)
        return [] if found is None else [(clean + (found - cloud).cpu().double()).tolist()]


def count(kept: Kept, loader: Iterable, votes: Callable[[Any], Votes], search: Search | None, workers: int) -> list[bytes]:
    """The lines of all clouds, those that are not done before counted."""
    done, before = 0, len(kept.lines)
    progress = Progress(total(loader))
    pool = ThreadPoolExecutor(workers)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*samples have no class")  # they are votes for none, the last column
            for number, line in enumerate(in_order(pool, (cloud_job(kept, votes, search, *one) for one in clouds(loader)), workers + 1)):
                kept.add(number, line)
                done = number + 1
                progress.add(done, fresh=done > before)
    finally:
        pool.shutdown(cancel_futures=True)
        progress.end()
    return kept.lines[:done]


def total(loader: Any) -> int | None:
    """How many clouds there are, None where the loader does not tell."""
    return len(loader.dataset) if hasattr(getattr(loader, "dataset", None), "__len__") else None


def clouds(loader: Iterable) -> Iterator[tuple[int, Any, int]]:
    """Number, points and label of every cloud."""
    number = 0
    for points, labels in loader:
        if len(points) != len(labels):
            raise InputError(f"must be one for each cloud, got {len(labels)} for {len(points)}", "labels")
        for cloud, label in zip(points, labels):
            yield number, cloud, int(label)
            number += 1


def in_order(pool: ThreadPoolExecutor, jobs: Iterable[Callable[[], bytes]], ahead: int) -> Iterator[bytes]:
    """What jobs return, in their order, with so many begun."""
    waiting: deque = deque()
    for job in jobs:
        waiting.append(pool.submit(job))
        if len(waiting) == ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def cloud_job(kept: Kept, votes: Callable[[Any], Votes], search: Search | None, number: int, points: Any, label: int) -> Callable[[], bytes]:
    """What finds the line of a cloud: its entry in the run document, and what its votes were counted with."""
    name = f"{number:05d}"

    def job() -> bytes:
        try:
            entry = {"name": name, "label": label, **cloud_field(points, f"cloud {number}")}
        except InputError as error:
            return line_of({"cloud": {"name": name, "failure": str(error)}})
        return kept.line(number, entry) or counted(entry)

    def counted(entry: dict[str, Any]) -> bytes:
        found = votes(points)
        attacked = [candidate(one, votes(one)) for one in search(number, entry["points"], label)] if search and found.predicted == label else None
        return voted(entry, found, attacked)

    return job


def candidate(points: list, votes: Votes) -> dict[str, Any]:
    """A cloud that a search has ended with, and votes there by fresh noise."""
    return {"points": points, "votes": votes.document["votes"]["estimate"], "samples": votes.samples}


def line_of(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document).encode()


def voted(entry: dict[str, Any], votes: Votes, attacked: list | None) -> bytes:
    document = votes.document
    count, sampling = document["votes"], document["sampling"]
    if not 0 <= entry["label"] < len(count["estimate"]):
        raise InputError(f"{entry['label']} is that of cloud {entry['name']}, but the model has {len(count['estimate'])} classes", "labels")
    counted = {
        "votes_pred": with_none(count["select"], sampling["select"]), "votes_cert": with_none(count["estimate"], sampling["estimate"]),
        "evidence": f"sha256:{hashlib.sha256(compact(votes.text).encode()).hexdigest()}",
    }
    shared = {name: value for name, value in sampling.items() if name not in ("seed", "cloud")}
    points = entry.pop("points")
    by = {"model": document["model"], "classifier": document["classifier"], "sampling": shared}
    return line_of({"cloud": {**entry, **counted, **present(attacked=attacked), "points": points}, "voted": by})


def with_none(votes: Sequence[int], samples: int) -> list[int]:
    """Votes by class, and last those of samples without one, which count against the winner."""
    return [*votes, samples - sum(votes)]


def compact(text: str) -> str:
    """A document as the core writes it without spaces: its digest is that of the same votes counted on the page."""
    return re.sub(r"\n *", "", re.sub(r'(?m)^( *"(?:[^"\\]|\\.)*"): ', r"\1:", text))


def write(path: Path, fields: Mapping[str, Any], lines: Sequence[bytes]) -> None:
    """A run document, one cloud a line."""
    shared = next((line["voted"] for line in map(json.loads, lines) if "voted" in line), None)
    if shared is None:
        first = [json.loads(line)["cloud"]["failure"] for line in lines[:1]]
        raise InputError("; ".join(["has no cloud that could be voted on", *first]), "loader")
    texts = [f"{json.dumps(name)}: {json.dumps(value, default=list)}" for name, value in {**fields, "voted": shared}.items()]
    fresh = path.with_suffix(".new")
    with open(fresh, "w", encoding="utf-8", newline="\n") as file:
        file.write("{" + ",\n".join(texts) + ',\n"clouds": [\n')
        file.writelines(("" if i == 0 else ",\n") + json.dumps(json.loads(line)["cloud"]) for i, line in enumerate(lines))
        file.write("\n]}\n")
    os.replace(fresh, path)
