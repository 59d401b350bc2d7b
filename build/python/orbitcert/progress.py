"""Progress of a long count, on the error stream."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any


def bar(total: int | None, unit: str) -> Any:
    """Return a bar of tqdm in a notebook or on a terminal, None elsewhere and without tqdm."""
    if not sys.stderr.isatty() and "ipykernel" not in sys.modules:
        return None
    try:
        tqdm: Any = import_module("tqdm.auto")
    except ImportError:
        return None
    return tqdm.tqdm(total=total, unit=unit, leave=False, delay=DELAY)


# Seconds before a bar appears, and between two lines of the program that it follows.
DELAY = 1


@contextmanager
def heard(progress: bool) -> Iterator[tuple[list[str], Callable[[bytes], bool]]]:
    """Yield options of the program, and a function that takes its lines of progress. They move a bar if tqdm is installed."""
    shown = bar(None, "cloud") if progress else None

    def listen(line: bytes) -> bool:
        found = re.fullmatch(rb"orbitcert: (\d+) of (\d+) clouds, about .* left\n?", line)
        if found is None or progress and shown is None:
            return False
        if shown is not None:
            shown.n, shown.total = map(int, found.groups())
            shown.refresh()
        return True

    try:
        yield [f"--progress={DELAY}"] if shown is not None else [], listen
    finally:
        if shown is not None:
            shown.close()


class Progress:
    """Shows how many clouds are done and the time left: by tqdm; without it on a terminal in one line, elsewhere every 30 s."""

    def __init__(self, total: int | None):
        self.total, self.fresh = total, 0
        self.start = self.shown = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.bar = bar(total, "cloud")

    def add(self, done: int, fresh: bool) -> None:
        """Take the number of clouds that are done. `fresh` is False if the last one was done by an earlier call."""
        self.fresh += fresh
        if self.bar is not None:
            self.bar.initial += not fresh
            self.bar.update()
            return
        now = time.monotonic()
        if now - self.shown < (0.2 if self.terminal else 30):
            return
        self.shown = now
        before, behind = ("\r", "\x1b[K") if self.terminal else ("orbitcert: ", "\n")
        print(before + self._amount(done, now), end=behind, file=sys.stderr, flush=True)

    def _amount(self, done: int, now: float) -> str:
        if self.total is None or not self.fresh:
            return f"votes of {done} clouds"
        left = (now - self.start) / self.fresh * (self.total - done)
        time_left = f"{left / 60:.0f} min" if left > 90 else f"{left:.0f} s"
        return f"votes of {done} of {self.total} clouds, about {time_left} left"

    def end(self) -> None:
        """Clear the line of a terminal."""
        if self.bar is not None:
            self.bar.close()
        elif self.terminal and self.shown != self.start:
            print(end="\r\x1b[K", file=sys.stderr, flush=True)
