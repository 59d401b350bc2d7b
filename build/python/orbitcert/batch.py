"""Certificates of many pairs by one start of the program."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .certificate import Certificate, compact, read, withheld
from .drawing import printing
from .errors import InputError
from .progress import bar
from .request import Cloud, Document, certify_request, dump, held_field
from .transport import is_cloud, stored

# Arguments that may have one value for each pair.
EACH = ("votes", "samples", "probability", "runner_up")


def certify_many(clean: Iterable[Cloud], perturbed: Iterable[Cloud] | None = None, *, progress: bool = True, **asked: Any) -> list[Certificate]:
    """
    Certify many pairs of clouds by one start of the program, on all processors.

    Parameters
    ----------
    clean, perturbed : array or sequence
        K×N×D arrays, or K clouds as `certify` takes them. Without `perturbed`, only radii are computed.
    progress : bool
        Show a bar, if tqdm is installed.
    **asked
        As for `certify`. votes, samples, probability and runner_up may be sequences with a value for each pair.

    Returns
    -------
    list of Certificate
        In the order of the pairs. Clouds are in Gram form unless ``clouds=True`` or the votes are results of
        `smooth`.

    Raises
    ------
    InputError
        The message names the number of the pair.

    Examples
    --------
    >>> import numpy as np
    >>> pairs = np.zeros((3, 5, 2))
    >>> [one.certified for one in certify_many(pairs, pairs, sigma=0.5, votes=[990, 900, 10], samples=1000, group="SE")]
    [True, True, False]
    """
    clouds = asked.pop("clouds", None)
    ways = {"clean": list(clean), **({} if perturbed is None else {"perturbed": list(perturbed)})}
    each = {name: listed(asked.pop(name), name, len(ways["clean"])) for name in EACH if asked.get(name) is not None}
    if len({len(all) for all in ways.values()}) > 1:
        raise InputError(f"must be as many clouds as clean, got {len(ways['perturbed'])} and {len(ways['clean'])}", "perturbed")
    if not ways["clean"]:
        return []
    gram = compact(False if clouds is None and not any(hasattr(votes, "document") for votes in each.get("votes", ())) else clouds, None)
    with tempfile.TemporaryDirectory() as folder:
        requests = os.path.join(folder, "requests.jsonl")
        fields = {name: placed(name, all, folder) for name, all in ways.items()}
        with open(requests, "wb") as file:
            for i in range(len(ways["clean"])):
                one: Document = {name: all[i] for name, all in fields.items()}
                file.write(dump(certify_request(**one, **{name: values[i] for name, values in each.items()}, **asked)) + b"\n")
        return [withheld(read(line.decode()), clouds) for line in watched(lines(requests, gram), len(ways["clean"]), progress)]


def listed(values: Any, name: str, count: int) -> list[Any]:
    """Return one value for each pair."""
    if hasattr(values, "tolist"):
        values = values.tolist()
    if isinstance(values, Sequence) and not hasattr(values, "document"):
        if len(values) != count:
            raise InputError(f"must be one number, or one for each of {count} pairs, got {len(values)}", name)
        return list(values)
    return [values] * count


def placed(field: str, clouds: list[Cloud], folder: str) -> list[Document]:
    """Return clouds as requests hold them: arrays of one shape stand in one file."""
    import numpy as np

    held = [held_pair(cloud, field, i) for i, cloud in enumerate(clouds)]
    shapes: dict[Any, list[int]] = {}
    for i, cloud in enumerate(held):
        if set(cloud) == {"points"} and is_cloud(cloud["points"]):
            shapes.setdefault(cloud["points"].shape, []).append(i)
    for number, some in enumerate(shapes.values()):
        file = stored(np.stack([held[i]["points"] for i in some]), os.path.join(folder, f"{field}-{number}.npy"))
        for part, i in enumerate(some):
            held[i] = {**file, "part": str(part)}
    return held


def held_pair(cloud: Cloud, field: str, i: int) -> Document:
    """Return a cloud as requests hold it. InputError names the pair."""
    try:
        return held_field(cloud, field)
    except InputError as error:
        raise InputError(f"pair {i}: {error.message}", error.field) from None


def lines(requests: str, options: list[str]) -> Iterator[bytes]:
    """Return the certificates as they come. InputError names the pair."""
    try:
        with printing("certify", "--lines", *options, own=requests) as stream:
            yield from stream
    except InputError as error:
        raise of_pair(error) from None


def of_pair(error: InputError) -> InputError:
    message = re.sub(r"^line (\d+): ", lambda line: f"pair {int(line[1]) - 1}: ", error.message)
    return InputError(message, error.field, error.remedies, [of_pair(other) for other in error.others])


def watched(found: Iterable[bytes], total: int, progress: bool) -> Iterator[bytes]:
    """Return the same with a bar, if tqdm is installed."""
    shown = bar(total, "pair") if progress else None
    for line in found:
        yield line
        if shown is not None:
            shown.update()
    if shown is not None:
        shown.close()
