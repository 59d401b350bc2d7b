"""The test that a model is a function of one input. Votes of any other model prove nothing."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from .errors import InputError
from .evaluation import Answer

# Rows of the first test, kept for the last one.
ROWS = 16

# Every so many batches, one is answered again: some rows alone, and all rows among others.
EVERY, ALONE = 16, 4

# Share of the two largest logits by which rounding may change them: TF32 and half precision have 10 bits.
SLACK = 2.0**-10


class Probed:
    """
    A model that is tested while it answers, for several threads in turn.

    The first rows are answered together, again, and one by one. Later, batches are answered again now and then. At the end
    of each count the first rows must have the logits that they had at the start.
    """

    def __init__(self, answer: Answer, batch: int):
        if not isinstance(batch, int) or batch < 1:
            raise InputError(f"must be a whole number from 1, got {batch}", "batch")
        self.answer, self.batch, self.lock = answer, batch, answer.lock
        self.rows: Any = None
        self.logits: Any = None
        self.batches = 0
        # Independent of the seed of the model's own draws.
        self.choice = random.SystemRandom()

    def __call__(self, inputs: Any) -> Any:
        with self.lock:
            if self.logits is None:
                self.start(inputs[:ROWS])
            found = self.answer(inputs)
            self.batches += 1
            if self.batches % EVERY == 0:
                self._again(inputs, found)
            return found

    def start(self, rows: Any) -> None:
        """Test the model with the first rows."""
        together = self._all(rows)
        self._same(rows, together, together, self._all(rows))
        self._same(rows, together, together, np.concatenate([self.answer(rows[i : i + 1]) for i in range(len(rows))]))
        self.rows, self.logits = rows.copy(), together

    def finish(self) -> None:
        """Raise InputError if the first rows no longer have the logits that they had."""
        with self.lock:
            if self.logits is not None and differ(self.logits, self._all(self.rows)):
                raise InputError("gives other logits than at the start of the count; it must not change meanwhile", self.answer.name)

    def _all(self, rows: Any) -> Any:
        """Return the answers for rows, in batches of the count's size."""
        return np.concatenate([self.answer(rows[i : i + self.batch]) for i in range(0, len(rows), self.batch)])

    def _again(self, inputs: Any, found: Any) -> None:
        for i in self.choice.sample(range(len(inputs)), min(ALONE, len(inputs))):
            self._same(inputs, found, found[i : i + 1], self.answer(inputs[i : i + 1]))
        order = self.choice.sample(range(len(inputs)), len(inputs))
        for part in (order[::2], order[1::2]):
            if part:
                self._same(inputs, found, found[part], self.answer(inputs[part]))

    def _same(self, rows: Any, together: Any, one: Any, other: Any) -> None:
        if not differ(one, other, together):
            return
        if differ(together, self._all(rows)):
            raise InputError("gives different logits for the same input; it must not draw random numbers in evaluation mode", self.answer.name)
        raise InputError("gives different logits for an input in another batch; make it treat rows alone, switch TF32 off on a GPU, or pass batch=1",
            self.answer.name)


def differ(one: Any, other: Any, batch: Any = None) -> bool:
    """
    Return whether two answers for the same rows differ by more than rounding.

    The logits of the batch, which the rows are from, set the scale: two logits of a single row can be equal but for rounding.

    Compares what is counted: whether a row has a class, which class, and by how much its logit leads. Logits far below the
    two largest are never looked at, so masked classes hide nothing.
    """
    if one.shape != other.shape:
        return True
    if one.ndim != 2 or one.shape[1] < 2:
        return not alike(one, other)
    one, other = one.astype(np.float64), other.astype(np.float64)
    counted = np.isfinite(one).all(1)
    if not np.array_equal(counted, np.isfinite(other).all(1)):
        return True
    if not counted.any():
        return False
    one, other = one[counted], other[counted]
    largest = np.concatenate([top_two(one), top_two(other)], 1)
    around = largest if batch is None else top_two(batch)
    centre = np.median(around)
    sizes, typical = np.abs(largest - centre).max(1), np.median(np.abs(around - centre).max(1))
    before, after = lead(one, one.argmax(1)), lead(other, one.argmax(1))
    moved = np.abs(before - after) > SLACK * np.maximum(sizes, typical)
    swapped = (after < 0) & (np.maximum(before, -after) > SLACK * np.abs(largest).max(1))
    return bool((moved | swapped).any())


def top_two(logits: Any) -> Any:
    """Return the two largest logits of each row that has no infinite one or NaN."""
    return np.sort(logits[np.isfinite(logits).all(1)].astype(np.float64))[:, -2:]


def alike(one: Any, other: Any) -> bool:
    """Return whether numbers, or scores of points, are the same up to rounding. Classes have to be the same."""
    if one.dtype.kind != "f":
        return bool(np.array_equal(one, other))
    size = np.abs(one[np.isfinite(one)]).max(initial=0)
    return bool(np.allclose(one, other, rtol=SLACK, atol=float(SLACK * size), equal_nan=True))


def lead(logits: Any, classes: Any) -> Any:
    """Return by how much the logit of a class exceeds all others, for each row."""
    rest = logits.copy()
    rest[np.arange(len(rest)), classes] = -np.inf
    return logits[np.arange(len(rest)), classes] - rest.max(1)
