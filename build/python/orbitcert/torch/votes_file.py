"""The votes of a run, in a file that only grows. Cut off anywhere, it is a file of fewer clouds."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ..errors import InputError
from ..native import PROGRAM
from ..probe import Probed, differ
from ..request import Document


def weights(model: nn.Module) -> str:
    """Return the SHA-256 of all parameters and buffers of a model, and of its printed layers."""
    digest = hashlib.sha256(repr(model).encode())
    for name, tensor in [*model.named_parameters(), *model.named_buffers()]:
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        digest.update(tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy())
    return digest.hexdigest()


def program() -> str:
    """Return the name of the program and the version of its core."""
    return subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout.strip()


def fingerprint(probed: Probed, cloud: int) -> Document:
    """Return the model's answers for the first rows: they change with an attribute, a hook or `forward`, as weights do not."""
    return {"cloud": cloud, "rows": hashlib.sha256(probed.rows.tobytes()).hexdigest(), "logits": probed.logits.tolist()}


class Kept:
    """
    Documents of clouds, one a line, in the order of the loader, after a line with all that they depend on.

    Refuses a file of another run, and cuts off an unfinished line.
    """

    def __init__(self, path: Path, head: Document):
        whole = path.read_bytes() if path.exists() else b""
        whole = whole[: whole.rfind(b"\n") + 1]
        first, *self.lines = whole.splitlines() or [b"{}"]
        self.path = path
        head = json.loads(json.dumps(head))  # lists for tuples
        before = self._read(first)
        if before:
            self._check(before, head)
        self.file = open(path, "r+b" if before else "wb")
        self.file.truncate(self.file.seek(len(whole)))
        if not before:
            self._write(json.dumps(head).encode())

    def _check(self, before: Document, head: Document) -> None:
        """Refuse a file whose head is that of another run."""
        changed = [name for name in {**before, **head} if before.get(name) != head.get(name) and (name != "model" or name not in before)]
        if changed:
            raise InputError(f"{self.path} has votes counted with another {', '.join(changed)}; give another folder", "out")
        earlier, now = before["model"], head["model"]
        if earlier["rows"] != now["rows"]:
            raise other(now["cloud"])
        if differ(np.array(earlier["logits"]), np.array(now["logits"])):
            raise InputError(f"{self.path} has votes of a model that gave other logits for the same {len(now['logits'])} inputs; give another folder", "out")

    def _read(self, line: bytes) -> Document:
        try:
            document = json.loads(line)
        except ValueError:
            document = None
        if not isinstance(document, dict):
            raise InputError(f"{self.path} is not a file of votes; give another folder", "out")
        return document

    def _write(self, line: bytes) -> None:
        self.file.write(line + b"\n")
        self.file.flush()

    def line(self, number: int, cloud: Document) -> bytes | None:
        """Return the line of a cloud, None if it is not done yet. Refuse one of another cloud."""
        if number >= len(self.lines):
            return None
        before = self._read(self.lines[number]).get("cloud", {})
        if any(before.get(name) != cloud[name] for name in cloud):
            raise other(number)
        return self.lines[number]

    def add(self, number: int, line: bytes) -> None:
        """Append the line of a cloud. Refuse one that differs from what an earlier call wrote."""
        if number < len(self.lines):
            if self.lines[number] != line:
                raise other(number)
            return
        self.lines.append(line)
        self._write(line)

    def close(self) -> None:
        self.file.close()


def other(number: int) -> InputError:
    message = f"has votes of another cloud {number}; the loader must give the same clouds in the same order, or give another folder"
    return InputError(message, "out")
