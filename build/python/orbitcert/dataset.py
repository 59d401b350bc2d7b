"""Runs over datasets."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from .native import call
from .request import dump


@dataclass(frozen=True)
class Run:
    """Certified accuracy: at each value of `grid`, the share of all clouds that each argument certifies."""

    total: int
    grid: list[float]
    accuracy: dict[str, list[float]]
    document: dict = field(repr=False)  # with what became of every cloud


def run(document: str | os.PathLike[str] | Mapping) -> Run:
    """Certifies a dataset: the run document itself, or the path of its file. Its files are relative to it, or to here."""
    if isinstance(document, Mapping):
        text = call("run", "-", document=dump(dict(document)))
    else:
        text = call("run", os.fspath(document))
    result = json.loads(text)
    return Run(result["total"], result["grid"], result["accuracy"], result)
