"""Votes of a model on noisy inputs that the core draws."""

from __future__ import annotations

import hashlib
import json
import math
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from math import inf
from typing import TYPE_CHECKING, Any, Union

from .content import pieces
from .drawing import batches, header, printing
from .errors import InputError
from .evaluation import CLASSES, LABELS, Forward, answering
from .model_file import class_names
from .native import call
from .progress import bar
from .request import Cloud, Document, Sigma, dump, held_field, present, seen_list, sigma_field
from .settings import Sampling
from .signature import takes
from .transport import filed
from .words import How, Layout, Pose, Returns, Turn

if TYPE_CHECKING:
    from typing_extensions import Unpack

# Names a model without a file.
UNNAMED = "0" * 64

# The most classes that the program takes.
MOST_CLASSES = 65_534

# A file, or several.
Files = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]]


@dataclass(frozen=True)
class Votes:
    """
    Votes of a model.

    Attributes
    ----------
    predicted : int
        Number of the class; −1 if the model returns a number, labels or vectors.
    votes : int
        Samples with this class; with a number; of labels, the fewest votes of a point; of vectors, all.
    samples : int
        Samples in all.
    text : str
        The document, with the bytes that the command line prints.
    """

    predicted: int
    votes: int
    samples: int
    text: str = field(repr=False)

    @cached_property
    def document(self) -> Document:
        """The whole document, with everything that a recount needs."""
        document: Document = json.loads(self.text)
        return document

    @property
    def values(self) -> list[float] | None:
        """The numbers of the samples, NaN where a sample has none; None if the model returns no number."""
        values = self.document.get("values")
        return None if values is None else [math.nan if x is None else x for x in values]

    @property
    def vectors(self) -> Document | None:
        """The vectors of the samples, ``{"clip", "select", "values"}``, None for a sample without one; None if the model returns none."""
        return turning(self.document)

    @property
    def labels(self) -> Document | None:
        """The votes on labels, ``{"predicted", "votes", "samples"}``; None if the model labels no points."""
        labels: Document | None = self.document.get("labels")
        return labels


@takes(Sampling)
def smooth(
    model: Callable[[Any], Any], cloud: Cloud, sigma: Sigma, n: int = 10_000, *,
    layout: Layout = "BND", classes: Sequence[str] | None = None, select: int | None = None, radius: float | None = None, batch: int = 256,
    file: Files | None = None, fresh: bool = False, how: How | None = None, forward: Forward | None = None, returns: Returns | None = None,
    number: int | None = None, clip: float | None = None, attributes: Sequence[Any] | None = None, progress: bool = True, pose: Pose | None = None, turn: Turn | None = None,
    **sampling: Unpack[Sampling],
) -> Votes:
    """
    Count how a model classifies noisy copies of a cloud, for ``certify(…, votes=…)``.

    The logits of a row must depend on that row only, which is tested before, during and after the count.

    Parameters
    ----------
    model : callable or torch.nn.Module
        Takes a batch, a float32 array in the given layout, and returns logits, batch × classes, or a class per row.
        Of several outputs "logits" is taken, or the first. A module gets tensors of its own device and type, in
        evaluation mode, without gradients.
    cloud, sigma
        As `clean` and `sigma` of `certify`.
    n : int
        Samples that bound the probability of the class.
    layout : {"BND", "BDN", "BND1", "BDN1", "flat BND", "flat BDN", "BPDN"}
        Order of the input's axes: batch, points, coordinates, and all poses of a sample.
    classes : sequence of str
        Names of the classes. By default those in the metadata of `file`, or numbers.
    select : int
        Further samples that choose the class. By default there are none: the class with the most votes is named. A
        number or labels have 100, for the reference of `tolerance` or the labels to vote on.
    radius : float
        Stop as soon as the votes prove a larger certified radius. By default all `n` samples are counted.
    batch : int
        Rows per call of the model.
    file : path or sequence of paths
        File of the model, whose SHA-256 sets the draws; or the graph and the files of its weights, in its order.
    fresh : bool
        Draw from a random seed instead.
    how : {"made", "declared"}
        "declared" if the model itself ignores the group, which is not tested.
    pose : {"all", "one"}
        "one" if each vote draws one pose of the group, instead of the average over all.
    turn : {"random"}
        "random" if each vote turns the cloud at random, in place of poses: for a model trained so.
    forward : callable
        ``forward(model, inputs)`` returns the logits, if ``model(inputs)`` does not.
    returns : {"classes", "number", "BNC", "BCN", "vector", "BND", "BDN"}
        "number": rows, rows × 1, or several for each row, where `number` chooses one; smoothed by the median. "BNC",
        "BCN": scores of labels for each point, named by `classes`; smoothed by the most votes. "vector": a vector
        that turns with the cloud, rows × D; "BND", "BDN": one for each point; smoothed by the mean, turned back from
        the poses.
    number : int
        Which of several numbers counts, from 0.
    clip : float
        Of vectors: the length to which longer ones are shortened.
    attributes : sequence of str or mapping
        Attributes that the model sees behind the coordinates: names, ``{"name": "element", "values": [1, 6, 8]}`` for
        one-hot, or ``{"name": "intensity", "scale": 0.01}``.
    progress : bool
        As for `certify_many`.
    **sampling
        Transformations that the classifier ignores and further noise: `Sampling`. The group is "SE" by default.

    Returns
    -------
    Votes

    Raises
    ------
    InputError
        Also if the model draws random numbers or mixes the rows of a batch.
    """
    with answering(model, "model", forward) as answer:
        from .probe import Probed  # needs numpy

        answer.axes = axes(returns)
        probed = Probed(answer, batch)
        drawn: Document = {"group": "SE", **sampling}
        votes = count(
            probed, cloud, sigma, n, **drawn, layout=layout, classes=classes, select=select, batch=batch, file=file, fresh=fresh, how=how,
            returns=returns, number=number, clip=clip, attributes=attributes, pose=pose, turn=turn, stop=until(radius, select, returns), progress=progress)
        probed.finish()
        return votes


def count(
    answer: Callable[[Any], Any], cloud: Cloud, sigma: Sigma, n: int, *, batch: int, classes: Sequence[str] | None = None, select: int | None = None,
    file: Files | None = None, returns: Returns | None = None, quiet: bool = False, stop: Sequence[str] | None = None, progress: bool = False, **drawn: Any,
) -> Votes:
    """
    Count the answers of a function.

    `smooth` explains the arguments, and `planned` has those of `drawn`; `quiet` drops the program's notes, `stop` are options of the
    program that end the count early, none if all samples are counted.
    """
    request = planned(cloud, sigma, n, classes=classes, select=select, file=file, returns=returns, **drawn)
    with tempfile.TemporaryDirectory() as folder, filed(request) as request:
        plan = os.path.join(folder, "plan.json")
        write(plan, dump(request))

        def counted(logits: Any, *options: str, quiet: bool = quiet) -> str:
            if logits.dtype.kind == "f" and (logits != logits).all():
                raise InputError("returns NaN only; check its weights and its inputs", "model")
            if returns in (None, "classes") and logits.ndim == 1:
                check_classes(logits, n + (select or 0))
            if returns not in NAMELESS:
                request["prediction"]["model"]["classes"] = named(classes, file, width(logits, returns))
            own = os.path.join(folder, "counted.json")
            write(own, dump(request))
            return call("count", *options, own, "-", document=npy(logits), own=own, quiet=quiet)

        looks = None if stop is None else Looks(counted, n, stop)
        logits = answers(answer, plan, batch, enough=looks, progress=progress)
        return read(looks.text if looks and looks.text else counted(logits))


class Looks:
    """Looks at the answers of a count that may stop after any sample, each time at twice as many."""

    def __init__(self, counted: Callable[..., str], samples: int, stop: Sequence[str]):
        self.counted, self.samples, self.stop = counted, samples, stop
        self.next, self.text = FIRST, ""

    def __call__(self, found: list[Any], rows: int) -> bool:
        """Report whether the samples that are answered end the count. `rows` are those of all samples."""
        import numpy as np

        each = rows // self.samples
        have = sum(map(len, found)) // each
        if have < min(self.next, self.samples) or (found[0].ndim == 1 and have < self.samples):
            return False  # classes without logits do not say how many there are
        self.next = 2 * have
        text = self.counted(np.concatenate(found)[: have * each], *self.stop, quiet=True)
        if json.loads(text)["votes"]["samples"] < have:
            self.text = text
        return bool(self.text)


# Samples of the first look.
FIRST = 50

# Answers of models without classes, by their fields in votes documents.
ANSWERS = ("values", "select", "labels", "vectors")

# Answers without classes or labels.
NAMELESS = ("number", "vector", "BND", "BDN")


def until(radius: float | None, select: int | None, returns: Returns | None) -> Sequence[str] | None:
    """Return the options that end a count at a radius."""
    if radius is None:
        return None
    if returns not in (None, "classes"):
        raise InputError("is for models that return classes; leave out radius or returns", "radius")
    if select:
        raise InputError("needs votes that may be looked at after any sample; leave out select", "radius")
    if not 0 <= radius < inf:
        raise InputError(f"must be a number of at least 0, got {radius!r}", "radius")
    return ["--radius", repr(float(radius))]


def planned(
    cloud: Cloud, sigma: Sigma, n: int, *, layout: Layout, classes: Sequence[str] | None = None, select: int | None = None,
    file: Files | None = None, fresh: bool = False, how: How | None = None, returns: Returns | None = None, number: int | None = None,
    clip: float | None = None, attributes: Sequence[Any] | None = None, pose: Pose | None = None, turn: Turn | None = None, **invariance: Any,
) -> Document:
    """Return the request whose inputs the program draws."""
    answer = present(returns=returns, number=number, clip=clip, classes=None if returns in NAMELESS else named(classes, None, 2))
    seed = {"fresh": True, "seed": os.urandom(32).hex()} if fresh else {}
    return {
        "clean": held_field(cloud, "cloud"), "sigma": sigma_field(sigma), **present(**invariance),
        "prediction": {
            "model": {"sha256": digest(file), **present(name=name_of(file)), "layout": layout, **answer,
                **present(attributes=None if attributes is None else seen_list(attributes))},
            "classifier": present(how=how, pose=pose, turn=turn),
            "sampling": {"estimate": n, **present(select=select), **seed},
        },
    }


def first_rows(request: Document, rows: int) -> Any:
    """Return the first rows that the program draws for a request."""
    with tempfile.TemporaryDirectory() as folder, filed(request) as lighter:
        plan = os.path.join(folder, "plan.json")
        write(plan, dump(lighter))
        with printing("draw", own=plan) as stream:
            return next(batches(stream, rows, header(stream)), None)


def width(answer: Any, returns: Returns | None) -> int:
    """Return how many classes or labels an answer of the model has."""
    scores = answer.ndim > (1 if axes(returns) == CLASSES else 2)
    return int(answer.shape[1 if returns == "BCN" else -1]) if scores else int(answer.max(initial=0)) + 1


def check_classes(answer: Any, samples: int) -> None:
    """Raise InputError unless classes are numbers of classes, one for each sample."""
    if answer.dtype.kind not in "iu":
        raise InputError(f"returns {answer.dtype} of shape {answer.shape}; return logits, or a class as a whole number for each input", "model")
    if len(answer) > samples:
        raise InputError("returns a class for each input, but the group shows each sample in several poses; return logits, or set group=\"none\"", "model")
    if answer.max(initial=0) >= MOST_CLASSES:
        raise InputError(f"returns the class {answer.max()}; classes are numbered from 0 to {MOST_CLASSES - 1}", "model")


def axes(returns: Returns | None) -> tuple[int, ...]:
    """Return how many axes an answer of the model may have."""
    return {"BNC": LABELS, "BCN": LABELS, "vector": (2,), "BND": (3,), "BDN": (3,)}.get(returns or "classes", CLASSES)


def turning(document: Document) -> Document | None:
    """Return the vectors in a votes document, None for other answers."""
    vectors: Document | None = document.get("vectors")
    return vectors


def read(text: str) -> Votes:
    document = json.loads(text)
    if vectors := turning(document):
        return Votes(-1, len(vectors["values"]), len(vectors["values"]), text)
    if "values" in document:
        return Votes(-1, sum(x is not None for x in document["values"]), len(document["values"]), text)
    if "labels" in document:
        return Votes(-1, min(document["labels"]["votes"]), document["labels"]["samples"], text)
    counted = document["votes"]
    return Votes(counted["predicted"], counted["estimate"][counted["predicted"]], counted["samples"], text)


def files_of(file: Files | None) -> list[str]:
    if file is None:
        return []
    return [os.fspath(file)] if isinstance(file, (str, os.PathLike)) else [os.fspath(one) for one in file]


def name_of(file: Files | None) -> str | None:
    return next((os.path.basename(one) for one in files_of(file)), None)


def digest(file: Files | None) -> str:
    """Return the SHA-256 of the file; of several files, that of the lines of theirs."""
    digests = []
    for one in files_of(file):
        own = hashlib.sha256()
        for piece in pieces(one):
            own.update(piece)
        digests.append(own.hexdigest())
    if len(digests) < 2:
        return digests[0] if digests else UNNAMED
    return hashlib.sha256("".join(f"{one}\n" for one in digests).encode()).hexdigest()


def named(classes: Sequence[str] | None, file: Files | None, count: int) -> list[str]:
    """Return the names of so many classes: as given, as in the file of the model, or their numbers."""
    if classes is not None:
        return list(classes)
    within = next((names for names in map(class_names, files_of(file)[:1]) if names is not None), None)
    return within if within is not None and len(within) == count else [str(i) for i in range(max(count, 2))]


def write(path: str, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)


def npy(array: Any) -> bytes:
    import numpy as np

    out = BytesIO()
    np.save(out, np.ascontiguousarray(array))
    return out.getvalue()


def answers(
    answer: Callable[[Any], Any], plan: str, batch: int, rows: int | None = None, enough: Callable[[list[Any], int], bool] | None = None,
    progress: bool = False,
) -> Any:
    """Return the answers for all rows that the program draws, for the first so many, or for as many as are enough."""
    import numpy as np

    found: list[Any] = []
    with printing("draw", own=plan) as stream:
        head = header(stream)
        shown = bar(head[0][0] if rows is None else rows, "input") if progress and head is not None else None
        for drawn in batches(stream, batch, head):
            found.append(answer(drawn))
            if shown is not None:
                shown.update(len(drawn))
            if enough is not None and head is not None and enough(found, head[0][0]):
                break
            if rows is not None and sum(map(len, found)) >= rows:
                break
        if shown is not None:
            shown.close()
    return np.concatenate(found)[:rows]
