"""Clouds and labels of a data loader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import InputError
from ..request import dump, held_field
from ..words import Returns
from .columns import is_pair, named

# Returns the clouds and labels of a batch.
Collate = Callable[[Any], Any]

PAIRS = "a batch must be a pair of clouds and labels"


def total(loader: Any, shard: tuple[int, int] = (0, 1)) -> int | None:
    """Return the number of clouds of a shard, or None if the loader does not tell."""
    data: Any = getattr(loader, "dataset", None)
    return len(range(shard[0], len(data), shard[1])) if hasattr(data, "__len__") else None


def clouds(
    loader: Iterable[Any], collate: Collate | None = None, returns: Returns | None = None, dimensions: int | None = None,
    names: Sequence[str] | None = None,
) -> Iterator[tuple[int, Any, Any]]:
    """
    Return the number, points and label of every cloud; the labels of its points, or None for a model that returns a number.

    With `names`, these attributes are the columns behind so many `dimensions`. InputError names the loader.
    """
    number, per_point = 0, returns in ("BNC", "BCN")
    for batch, parts in enumerate(loader):
        points, labels = pair(parts if collate is None else collate(parts), batch, per_point)
        for cloud, label in zip(points, labels):
            check_shape(cloud, number, dimensions, names)
            cloud = named(cloud, dimensions, names)
            count = len(cloud[0] if is_pair(cloud) else cloud) if per_point else 0
            yield number, cloud, None if returns == "number" else labels_of(label, count, number) if per_point else label_of(label, number)
            number += 1


def hashed(entries: Iterable[tuple[int, Any, Any]], digest: Any) -> Iterator[tuple[int, Any, Any]]:
    """Return the same clouds, and add each with its label to a digest."""
    for number, points, label in entries:
        digest.update(dump({"number": number, "label": label}))
        try:
            held = held_field(points, "points")
            for name, column in {"": held["points"], **held.get("attributes", {})}.items():
                digest.update(dump({"name": name, "shape": column.shape}) + column.tobytes())
        except InputError as error:  # the cloud becomes a failure of the run
            digest.update(str(error).encode())
        yield number, points, label


def pair(parts: Any, batch: int, per_point: bool = False) -> tuple[Any, Any]:
    """Return the clouds and labels of a batch."""
    if hasattr(parts, "pos") and hasattr(parts, "y"):
        parts = apart(parts, per_point)
    if isinstance(parts, Mapping):
        keys = list(map(repr, parts))
        example = f"; choose them by collate=lambda batch: (batch[{keys[0]}], batch[{keys[-1]}])" if len(keys) > 1 else ""
        raise InputError(f"batch {batch} is a dictionary of {', '.join(keys)}; {PAIRS}{example}", "loader")
    if not isinstance(parts, (tuple, list)):
        raise InputError(f"batch {batch} is a {type(parts).__name__}; {PAIRS}", "loader")
    if len(parts) != 2:
        raise InputError(f"batch {batch} has {len(parts)} parts; {PAIRS}; choose them by collate=lambda batch: (batch[0], batch[1])", "loader")
    points, labels = parts
    for of, name in ((points, "clouds"), (labels, "labels")):
        if not hasattr(of, "__len__") or getattr(of, "shape", (0,)) == ():
            advice = "give DataLoader(dataset, batch_size=32) for a data set of single clouds"
            raise InputError(f"batch {batch} has one value as its {name}; {PAIRS}, each a list or an array; {advice}", "loader")
    if len(points) != len(labels):
        raise InputError(f"batch {batch} has {len(points)} clouds and {len(labels)} labels", "loader")
    return points, labels


def apart(graphs: Any, per_point: bool = False) -> tuple[Any, Any]:
    """Return the clouds and labels of a Batch or Data of PyTorch Geometric, whose points follow one another in `pos`."""
    ends = getattr(graphs, "ptr", None)
    sizes = [len(graphs.pos)] if ends is None else (ends[1:] - ends[:-1]).tolist()
    return graphs.pos.split(sizes), graphs.y.split(sizes) if per_point else graphs.y.reshape(-1)


def check_shape(cloud: Any, number: int, dimensions: int | None, names: Sequence[str] | None) -> None:
    pair = is_pair(cloud)
    shape = tuple(getattr(cloud[0] if pair else cloud, "shape", ()))
    if names is not None and dimensions is not None:
        columns = dimensions if pair else dimensions + len(names)
        if shape and (len(shape) != 2 or shape[1] != columns):
            behind = "" if pair else f" and {', '.join(names)} behind them"
            raise InputError(f"cloud {number} has shape {shape}, but clouds are N×{columns} with {dimensions} coordinates{behind}", "loader")
        return
    if shape and (len(shape) != 2 or shape[1] not in (2, 3)):
        advice = "; transpose it" if len(shape) == 2 and shape[0] in (2, 3) else ""
        raise InputError(f"cloud {number} has shape {shape}, but clouds are N×D with D = 2 or 3{advice}", "loader")


def label_of(label: Any, number: int) -> int:
    """Return a label as a whole number."""
    try:
        whole = int(label)
        if whole == label and whole >= 0:
            return whole
    except (TypeError, ValueError, RuntimeError):
        pass
    raise InputError(f"the label of cloud {number} must be the number of its class, got {label}", "loader")


def labels_of(labels: Any, points: int, number: int) -> list[int]:
    """Return the labels of the points of a cloud as whole numbers."""
    if not hasattr(labels, "__len__") or len(labels) != points:
        raise InputError(f"cloud {number} has {points} points and {len(labels) if hasattr(labels, '__len__') else 'one'} labels; give one for each "
            f"point", "loader")
    return [label_of(label, number) for label in labels]
