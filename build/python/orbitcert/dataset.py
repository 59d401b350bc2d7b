"""Runs over datasets."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from .native import call, watched
from .request import dump, present


@dataclass(frozen=True)
class Run:
    """Certified accuracy: at each value of `grid`, the share of all clouds that each argument certifies."""

    total: int
    grid: list[float]
    accuracy: dict[str, list[float]]
    document: dict = field(repr=False)  # with what became of every cloud


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
    return Run(document["total"], document["grid"], document["accuracy"], document)
