"""How far something is that takes long, on the error stream."""

from __future__ import annotations

import sys
import time


class Progress:
    """Says how many clouds are done and how long the rest will take: on a terminal in one line, elsewhere every 30 s."""

    def __init__(self, total: int | None):
        self.total, self.fresh = total, 0
        self.start = self.said = time.monotonic()
        self.terminal = sys.stderr.isatty()

    def add(self, done: int, fresh: bool) -> None:
        """So many clouds are done, the last of them just now or before."""
        self.fresh += fresh
        now = time.monotonic()
        if now - self.said < (0.2 if self.terminal else 30):
            return
        self.said = now
        before, behind = ("\r", "\x1b[K") if self.terminal else ("orbitcert: ", "\n")
        print(before + self._amount(done, now), end=behind, file=sys.stderr, flush=True)

    def _amount(self, done: int, now: float) -> str:
        if self.total is None or not self.fresh:
            return f"votes of {done} clouds"
        left = (now - self.start) / self.fresh * (self.total - done)
        time_left = f"{left / 60:.0f} min" if left > 90 else f"{left:.0f} s"
        return f"votes of {done} of {self.total} clouds, about {time_left} left"

    def end(self) -> None:
        if self.terminal and self.said != self.start:
            print(end="\r\x1b[K", file=sys.stderr, flush=True)
