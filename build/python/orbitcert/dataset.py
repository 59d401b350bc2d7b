"""Runs over datasets."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from .native import call, watched
from .request import dump, present


@dataclass(frozen=True)
class Family:
    """
    The share of all clouds that are predicted correctly and certified for every value from -s to s of a family's parameter, for
    each s of `sizes`: by the black box, and by all arguments. `unit` is that of the sizes, as of a `Range`.
    """

    unit: str
    sizes: list[float]
    black_box: list[float]
    withstood: list[float]


@dataclass(frozen=True)
class Run:
    """
    Certified accuracy. Of an attack: at each value of `grid`, the share of all clouds that each argument certifies, and as
    `accuracy["attacked"]` the share that is left where clouds were attacked, which no certificate can be above. Of a run
    that asks what its clouds withstand, `{"withstand": {}}` in the place of the attack: that of each family, by name.
    """

    total: int
    grid: list[float]  # empty where there is no attack
    accuracy: dict[str, list[float]]
    families: dict[str, Family]  # empty where there is one
    document: dict = field(repr=False)  # with what became of every cloud

    def card(self, *, model: str = "smoothed classifier", dataset: str = "point clouds", url: str | None = None, badge: bool = False, at: float | None = None) -> str:
        """
        The result of an attack as metadata of a model card: the YAML of a model index, as Hugging Face reads it. With `badge` an SVG
        picture with the best certified accuracy `at` a value of the grid, or at the largest at which half of the clouds are certified.

        model, dataset   what they are called there
        url              where the run is found
        """
        options = [f"--{name}={value}" for name, value in present(model=model, dataset=dataset, url=url, at=at).items()]
        return call("card", *options, *(["--badge"] if badge else []), "-", document=dump(self.document))


def run(document: str | os.PathLike[str] | Mapping, *, out: str | os.PathLike[str] | None = None, shard: str | None = None) -> Run | None:
    """
    Certifies a dataset: the run document itself, or the path of its file. Its files are relative to it, or to here.

    out     a folder that keeps every cloud that is done: the same call goes on from there
    shard   "i/n" does the clouds i, i + n, i + 2n, … and returns nothing: `merge` has the result once all shards have run
    """
    options = [f"--{name}={value}" for name, value in present(out=out and os.fspath(out), shard=shard).items()]
    if isinstance(document, Mapping):
        text = watched("run", *options, "-", document=dump(dict(document)))
    else:
        text = watched("run", *options, os.fspath(document))
    return None if shard else result(text)


def merge(folder: str | os.PathLike[str]) -> Run:
    """The result of a run from what its shards have left in a folder."""
    return result(call("merge", os.fspath(folder)))


def result(text: str) -> Run:
    document = json.loads(text)
    families = {of["family"]: Family(of["unit"], of["sizes"], of["accuracy"]["black_box"], of["accuracy"]["withstood"]) for of in document.get("families", ())}
    return Run(document["total"], document.get("grid", []), document.get("accuracy", {}), families, document)
