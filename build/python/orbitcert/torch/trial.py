"""Whether votes of a model are worth anything: it has to be a function of one cloud."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from ..native import InputError
from ..request import as_array

# Rows that a model is tried with, and what a logit may differ by, as a share of the largest: a GPU rounds otherwise for other batches.
ROWS, SLACK = 16, 1e-3


class Tried:
    """
    A model for several threads, which it answers one at a time. The first rows are shown to it together, together once more,
    and one by one: a model whose answers differ is refused, since its votes prove nothing.
    """

    def __init__(self, model: Callable[[Any], Any]):
        self.model, self.lock, self.tried = model, threading.Lock(), False

    def __call__(self, inputs: Any) -> Any:
        with self.lock:
            if not self.tried:
                self._try(inputs[:ROWS])
                self.tried = True
            return self.model(inputs)

    def _try(self, rows: Any) -> None:
        together, again = (as_array(self.model(rows)) for _ in range(2))
        if differ(together, again):
            raise InputError("gives other logits for the same clouds once more: it draws random numbers", "classifier")
        alone = np.concatenate([as_array(self.model(rows[i : i + 1])) for i in range(len(rows))])
        if differ(together, alone):
            raise InputError("gives other logits for a cloud, depending on what else is in the batch", "classifier")


def differ(one: Any, other: Any) -> bool:
    """Whether logits are others, beyond what rounding does. Those that are not finite are others only where they were not."""
    largest = np.abs(one[np.isfinite(one)]).max(initial=0)
    return one.shape != other.shape or not np.allclose(one, other, rtol=0, atol=SLACK * largest, equal_nan=True)
