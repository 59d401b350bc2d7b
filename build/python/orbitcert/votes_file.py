"""The votes of a run, in a file that only grows. Cut off anywhere, it is a file of fewer clouds."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from .errors import InputError
from .native import PROGRAM
from .probe import Probed, differ
from .request import Document

# File of a shard with the digest of all clouds and labels of its loader, those of other shards too.
SEEN = "loader.sha256"


def program() -> str:
    """Return the name of the program and the version of its core."""
    return subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout.strip()


def fingerprint(probed: Probed, cloud: int) -> Document:
    """Return the model's answers for the first rows: they change with an attribute, a hook or `forward`, as weights do not."""
    return {"cloud": cloud, "rows": hashlib.sha256(probed.rows.tobytes()).hexdigest(), "logits": probed.logits.tolist()}


def complete(path: Path) -> bytes:
    """Return the finished lines of a file, none without it."""
    whole = path.read_bytes() if path.exists() else b""
    return whole[: whole.rfind(b"\n") + 1]


def document_of(path: Path, line: bytes) -> Document:
    """Return the document of a line. Refuse a file of something else."""
    try:
        document = json.loads(line)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise InputError(f"{path} is not a file of votes; give another folder", "out")
    return document


def unlike(one: Document, other: Document) -> list[str]:
    """Return the names of what two heads have different, apart from the answers of the model."""
    return [name for name in {**one, **other} if one.get(name) != other.get(name) and (name != "model" or name not in one)]


def check_head(path: Path, before: Document, head: Document) -> None:
    """Refuse a file whose head is that of another run."""
    changed = unlike(before, head)
    if changed:
        raise InputError(f"{path} has votes counted with another {', '.join(changed)}; give another folder", "out")
    earlier, now = before["model"], head["model"]
    if earlier["rows"] != now["rows"]:
        raise other(now["cloud"])
    if differ(np.array(earlier["logits"]), np.array(now["logits"])):
        raise InputError(f"{path} has votes of a model that gave other logits for the same {len(now['logits'])} inputs; give another folder", "out")


def of_shards(folder: Path, head: Document) -> dict[str, bytes]:
    """Return the lines that shards have finished, by the names of the clouds."""
    found: dict[str, bytes] = {}
    for path in sorted(folder.glob("shard-*/votes.jsonl")):
        lines = complete(path).splitlines()
        if lines:
            check_head(path, document_of(path, lines[0]), plain(head))
        found.update((document_of(path, line).get("cloud", {}).get("name"), line) for line in lines[1:])
    return found


def plain(head: Document) -> Document:
    """Return a head as it is read from a file, with lists for tuples."""
    document: Document = json.loads(json.dumps(head))
    return document


class Kept:
    """
    Documents of clouds, one a line, in the order of the loader, after a line with all that they depend on.

    Refuses a file of another run, and cuts off an unfinished line. With a shard i of n, the file has every n-th cloud.
    """

    def __init__(self, path: Path, head: Document, shard: tuple[int, int] = (0, 1), known: Mapping[str, bytes] | None = None):
        whole = complete(path)
        first, *self.lines = whole.splitlines() or [b"{}"]
        self.path, self.shard, self.known = path, shard, known or {}
        head = plain(head)
        before = document_of(path, first)
        if before:
            check_head(path, before, head)
        self.file = open(path, "r+b" if before else "wb")
        self.file.truncate(self.file.seek(len(whole)))
        if not before:
            self._write(json.dumps(head).encode())

    def _write(self, line: bytes) -> None:
        self.file.write(line + b"\n")
        self.file.flush()

    def line(self, number: int, cloud: Document) -> bytes | None:
        """Return the line of a cloud, None if it is not done yet. Refuse one of another cloud."""
        place = number // self.shard[1]
        line = self.lines[place] if place < len(self.lines) else self.known.get(cloud["name"])
        if line is None:
            return None
        before = document_of(self.path, line).get("cloud", {})
        before = {**before, "truth": before.get("labels", {}).get("truth")}
        if any(before.get(name) != cloud[name] for name in cloud):
            raise other(number)
        return line

    def add(self, place: int, line: bytes) -> None:
        """Append the line of a cloud. Refuse one that differs from what an earlier call wrote."""
        if place < len(self.lines):
            if self.lines[place] != line:
                raise other(place * self.shard[1] + self.shard[0])
            return
        self.lines.append(line)
        self._write(line)

    def close(self) -> None:
        self.file.close()


def other(number: int) -> InputError:
    message = f"has votes of another cloud {number}; the loader must give the same clouds in the same order (shuffle=False); or give another folder"
    return InputError(message, "out")
