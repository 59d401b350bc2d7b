"""The votes of any model on noisy inputs that the core draws."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from typing import Any

from .native import AS_JSON, COMPUTED, PROGRAM, InputError, call, settle
from .request import Cloud, as_array, cloud_field, dump, present

# Where no file names the model.
UNNAMED = "0" * 64


@dataclass(frozen=True)
class Votes:
    """Votes as they were counted: `votes` of `samples` for class number `predicted`."""

    predicted: int
    votes: int
    samples: int
    text: str = field(repr=False)  # the document, as the command line prints it

    @cached_property
    def document(self) -> dict:
        """The whole document, with all that a second count needs."""
        return json.loads(self.text)


def smooth(
    model: Callable[[Any], Any], cloud: Cloud, sigma: float | Sequence[float], n: int = 10_000, *,
    group: str = "SE", permutation: bool | None = None, axis: Any = None, translation: bool | None = None, subsample: int | None = None,
    layout: str = "BND", classes: Sequence[str] | None = None, select: int | None = None, batch: int = 256,
    file: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None, fresh: bool = False, how: str | None = None,
) -> Votes:
    """
    Counts how a model classifies noisy copies of a cloud, for `certify(…, votes=…)`.

    model    takes a batch, a float32 array laid out as `layout` says, and returns the logits, batch × classes; a
             torch.nn.Module is given tensors on its own device, in evaluation mode. What it says of a row has to depend on
             that row alone: whether it does is not tried here
    cloud    N×D array or the path of a file
    sigma    standard deviation of the noise, or one for each point
    n        samples that bound the probability; `select` (100) others choose the class
    group    what the classifier is made invariant under, by showing the model each sample in several poses;
             with permutation also under the order of the points
    subsample  shows the model samples of so many points of the cloud, drawn for each: such votes also certify clouds with
             points replaced, added or removed
    layout   "BND" (batch, points, coordinates), "BDN", "BND1", "BDN1", "flat BND", "flat BDN", or "BPDN", which has
             all poses of a sample together
    classes  their names, in the order of the logits
    file     the file that the model comes from. Its SHA-256 names the model, and the draws follow from it: the page
             and the command line draw the same for the same ONNX file. Of a model whose weights are in other files give
             all of them, the graph first and the others in the order in which it names them
    fresh    draws that nobody could have known
    how      "declared" for a model that has the invariance itself, which is then believed; certificates say so
    """
    request = {
        "clean": cloud_field(cloud, "cloud"), "sigma": sigma, "group": group,
        **present(permutation=permutation, axis=axis, translation=translation, subsample=subsample),
        "prediction": {
            "model": {"sha256": digest(file), **present(name=name_of(file)), "layout": layout, "classes": named(classes, 2)},
            "classifier": present(how=how),
            "sampling": {"estimate": n, **present(select=select), **({"fresh": True, "seed": os.urandom(32).hex()} if fresh else {})},
        },
    }
    with ready(model) as answer, tempfile.TemporaryDirectory() as folder:
        plan = os.path.join(folder, "plan.json")
        write(plan, dump(request))
        logits = answers(answer, plan, batch)
        request["prediction"]["model"]["classes"] = named(classes, logits.shape[-1] if logits.ndim > 1 else int(logits.max(initial=0)) + 1)
        write(plan, dump(request))
        return read(call("count", plan, "-", document=npy(logits), own=plan))


def read(text: str) -> Votes:
    counted = json.loads(text)["votes"]
    return Votes(counted["predicted"], counted["estimate"][counted["predicted"]], counted["samples"], text)


def files_of(file: Any) -> list:
    return [] if file is None else [file] if isinstance(file, (str, os.PathLike)) else list(file)


def name_of(file: Any) -> str | None:
    return next((os.path.basename(one) for one in files_of(file)), None)


def digest(file: Any) -> str:
    """The SHA-256 of the file, of several that of the lines of theirs."""
    digests = []
    for one in files_of(file):
        with open(one, "rb") as opened:
            digests.append(hashlib.sha256(opened.read()).hexdigest())
    if len(digests) < 2:
        return digests[0] if digests else UNNAMED
    return hashlib.sha256("".join(f"{one}\n" for one in digests).encode()).hexdigest()


def named(classes: Sequence[str] | None, count: int) -> list[str]:
    return [str(i) for i in range(max(count, 2))] if classes is None else list(classes)


def write(path: str, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)


def npy(array: Any) -> bytes:
    import numpy as np

    out = BytesIO()
    np.save(out, np.ascontiguousarray(array))
    return out.getvalue()


@contextmanager
def ready(model: Callable[[Any], Any]) -> Iterator[Callable[[Any], Any]]:
    """The model as a function of arrays; a module of torch without gradients, set to evaluate, and set back."""
    torch = sys.modules.get("torch")
    if not (torch and isinstance(model, torch.nn.Module)):
        yield model
        return
    device = next((p.device for p in model.parameters()), "cpu")
    training = model.training
    model.eval()

    def answer(inputs: Any) -> Any:
        with torch.no_grad():  # which holds for one thread
            return model(torch.from_numpy(inputs).to(device))

    try:
        yield answer
    finally:
        model.train(training)


def answers(model: Callable[[Any], Any], plan: str, batch: int):
    """What the model says of all rows that the program draws."""
    import numpy as np

    with tempfile.TemporaryFile() as errs, subprocess.Popen([PROGRAM, "draw", AS_JSON, plan], stdout=subprocess.PIPE, stderr=errs) as drawing:
        try:
            found = [checked(as_array(model(rows)), len(rows)) for rows in batches(drawing.stdout, batch)]
        except BaseException:
            drawing.kill()
            raise
        code = drawing.wait()
        errs.seek(0)
        if code != COMPUTED:
            settle(code, b"", errs.read(), plan)
    return np.concatenate(found)


def batches(stream: Any, batch: int) -> Iterator[Any]:
    """The rows of an array that is being written; none where nothing is."""
    import numpy as np

    if not stream.peek(1):
        return
    np.lib.format.read_magic(stream)
    (rows, *shape), _, kind = np.lib.format.read_array_header_1_0(stream)
    size = kind.itemsize * int(np.prod(shape))
    for first in range(0, rows, batch):
        count = min(batch, rows - first)
        data = stream.read(count * size)
        if len(data) < count * size:
            return  # the exit code says why
        yield np.frombuffer(bytearray(data), kind).reshape(count, *shape)


def checked(found: Any, rows: int):
    if found.dtype.kind not in "fiu" or found.ndim not in (1, 2) or len(found) != rows:
        raise InputError(f"must return {rows} rows of logits for {rows} inputs, got {found.dtype} of shape {found.shape}", "model")
    return found
