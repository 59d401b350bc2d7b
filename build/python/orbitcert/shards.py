"""The shards of a run of votes, joined without the model."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np

from .errors import InputError
from .folder_lock import locked
from .probe import differ
from .request import Document
from .run_file import write
from .votes_file import SEEN, complete, document_of, unlike

# The line of a run document after which each cloud has its line.
CLOUDS = '"clouds": [\n'


def join(folder: Path) -> Path:
    """Write the run document of all shards in a folder, as one process would have written it, and return its path."""
    with locked(folder):
        parts = parts_of(folder)
        shards = [finished(part) for part in parts]
        fields, head, seen, _ = shards[0]
        for part, (other, its, loader, _) in zip(parts, shards):
            changed = [*unlike(fields, other), *unlike(head, its), *([] if same_answers(head["model"], its["model"]) else ["model"])]
            changed += [] if loader == seen else ["loader"]
            if changed:
                raise InputError(f"{part} has another {', '.join(dict.fromkeys(changed))} than {parts[0]}; keep the shards of one run", "folder")
        path = folder / "run.json"
        write(path, fields, in_order(parts, [lines for *_, lines in shards]))
        return path


def parts_of(folder: Path) -> list[Path]:
    """Return the folders of all shards in their order."""
    found = sorted({int(match[1]) for path in folder.iterdir() if (match := re.fullmatch(r"shard-\d+-of-(\d+)", path.name))})
    if len(found) != 1:
        raise InputError(f"{folder} has shards of {' and of '.join(map(str, found))}; keep those of one run", "folder")
    return [folder / f"shard-{i}-of-{found[0]}" for i in range(found[0])]


def finished(part: Path) -> tuple[Document, Document, str, list[bytes]]:
    """Return the fields of a shard's run document, the head of its votes, the digest of its loader, and the lines of its clouds."""
    path, seen = part / "run.json", part / SEEN
    first, *lines = complete(part / "votes.jsonl").splitlines() or [b""]
    text, _, clouds = path.read_text(encoding="utf-8").partition(CLOUDS) if path.exists() else ("", "", "")
    if len(lines) != clouds.count("\n") - 1 or not seen.exists():
        raise InputError(f"{part} is missing or not finished; run this shard", "folder")
    fields = document_of(path, f'{text}"clouds": []}}'.encode())
    shown = {name: value for name, value in fields.items() if name not in ("format", "voted", "clouds")}
    return shown, document_of(part / "votes.jsonl", first), seen.read_text(encoding="utf-8"), lines


def same_answers(one: Document, other: Document) -> bool:
    """Return whether two shards began with the same inputs, and their models gave them the same answers up to rounding."""
    return bool(one["rows"] == other["rows"] and not differ(np.array(one["logits"]), np.array(other["logits"])))


def in_order(parts: list[Path], shards: list[list[bytes]]) -> list[bytes]:
    """Return the lines of the clouds by their numbers. Cloud k is line k // n of shard k mod n."""
    clouds = [shard[place] for place in range(max(map(len, shards))) for shard in shards if place < len(shard)]
    for number, line in enumerate(clouds):
        if document_of(parts[number % len(parts)], line)["cloud"]["name"] != f"{number:05d}":
            raise InputError(f"{parts[number % len(parts)]} has no cloud {number}; run all shards with the same loader", "folder")
    return clouds
