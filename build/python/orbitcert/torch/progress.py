"""Progress of a long count, on the error stream."""

from __future__ import annotations

import sys
import time


class Progress:
    """Prints how many clouds are done and the time left: on a terminal in one line, elsewhere every 30 s."""

    def __init__(self, total: int | None):
        self.total, self.fresh = total, 0
        self.start = self.shown = time.monotonic()
        self.terminal = sys.stderr.isatty()

    def add(self, done: int, fresh: bool) -> None:
        """Take the number of clouds that are done. `fresh` is False if the last one was done by an earlier call."""
        self.fresh += fresh
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
        if self.terminal and self.shown != self.start:
            print(end="\r\x1b[K", file=sys.stderr, flush=True)
