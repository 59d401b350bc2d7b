"""What a run has counted, kept in a file that only grows: what is cut off anywhere is a file of fewer clouds still."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import torch
from torch import nn

from ..native import PROGRAM, InputError


def weights(model: nn.Module) -> str:
    """The SHA-256 of all parameters and buffers of a model, and of what it prints of its layers."""
    digest = hashlib.sha256(repr(model).encode())
    for name, tensor in [*model.named_parameters(), *model.named_buffers()]:
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        digest.update(tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy())
    return digest.hexdigest()


def program() -> str:
    """The program and the version of its core."""
    return subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout.strip()


class Kept:
    """
    Documents of clouds, one a line, in the order of the loader, behind a line that says what they follow from. A file of
    something else is refused; a line that was not finished is cut off.
    """

    def __init__(self, path: Path, follows_from: dict[str, Any]):
        whole = path.read_bytes() if path.exists() else b""
        whole = whole[: whole.rfind(b"\n") + 1]
        head, *self.lines = whole.splitlines() or [b"{}"]
        self.path = path
        follows_from = json.loads(json.dumps(follows_from))  # lists for tuples
        before = self._read(head)
        changed = [name for name in {**before, **follows_from} if before.get(name) != follows_from.get(name)]
        if before and changed:
            raise InputError(f"{path} has votes that were counted with another {', '.join(changed)}; give another folder", "out")
        self.file = open(path, "r+b" if before else "wb")
        self.file.truncate(self.file.seek(len(whole)))
        if not before:
            self._write(json.dumps(follows_from).encode())

    def _read(self, line: bytes) -> dict[str, Any]:
        try:
            document = json.loads(line)
        except ValueError:
            document = None
        if not isinstance(document, dict):
            raise InputError(f"{self.path} is no file of votes", "out")
        return document

    def _write(self, line: bytes) -> None:
        self.file.write(line + b"\n")
        self.file.flush()

    def line(self, number: int, cloud: dict[str, Any]) -> bytes | None:
        """The line of a cloud, None where it is not done yet. One of another cloud is refused."""
        if number >= len(self.lines):
            return None
        before = self._read(self.lines[number]).get("cloud", {})
        if any(before.get(name) != cloud[name] for name in cloud):
            raise other(number)
        return self.lines[number]

    def add(self, number: int, line: bytes) -> None:
        if number < len(self.lines):
            if self.lines[number] != line:
                raise other(number)
            return
        self.lines.append(line)
        self._write(line)

    def close(self) -> None:
        self.file.close()


def other(number: int) -> InputError:
    sentence = f"has votes of another cloud number {number}: the loader has to give the same clouds in the same order each time"
    return InputError(sentence, "out")
