"""The run document that the votes of a dataset make."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .errors import InputError
from .request import Document, present
from .smoothing import Votes


def failed(name: str, error: InputError) -> bytes:
    """Return the line of a cloud that cannot be read."""
    return line_of({"cloud": {"name": name, "failure": str(error)}})


def voted(entry: Document, votes: Votes, attacked: list[Document] | None) -> bytes:
    """Return the line of a cloud: its entry in the run document, and how its votes were counted."""
    document = votes.document
    sampling = document["sampling"]
    counted = {**answered(entry, document), "evidence": f"sha256:{hashlib.sha256(compact(votes.text).encode()).hexdigest()}"}
    shared = {name: value for name, value in sampling.items() if name not in ("seed", "cloud")}
    points = entry.pop("points")
    by = {"model": document["model"], "classifier": document["classifier"], "sampling": shared}
    return line_of({"cloud": {**entry, **counted, **present(attacked=attacked), "points": points}, "voted": by})


def answered(entry: Document, document: Document) -> Document:
    """Return the votes of a cloud as its entry has them, or its numbers or labels."""
    if "values" in document:
        return {"values": document["values"], "select": document["select"]}
    if "labels" in document:
        return {"labels": {**document["labels"], "truth": entry.pop("truth")}}
    count, sampling = document["votes"], document["sampling"]
    if entry["label"] >= len(count["estimate"]):
        raise InputError(f"the label of cloud {entry['name']} is {entry['label']}, but the model has {len(count['estimate'])} classes", "loader")
    named = {"votes_pred": with_none(count["select"], sampling["select"])} if sampling["select"] else {}
    return {**named, "votes_cert": with_none(count["estimate"], count["samples"])}


def candidate(points: list[list[float]], votes: Votes) -> Document:
    """Return a cloud that a search found, with votes of fresh noise there."""
    return {"points": points, "votes": votes.document["votes"]["estimate"], "samples": votes.samples}


def line_of(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document).encode()


def with_none(votes: Sequence[int], samples: int) -> list[int]:
    """Return votes by class, and last the samples without a class, which count against the winner."""
    return [*votes, samples - sum(votes)]


def compact(text: str) -> str:
    """Return a document without spaces, as the core writes it. Its digest is that of the same votes counted on the page."""
    return re.sub(r"\n *", "", re.sub(r'(?m)^( *"(?:[^"\\]|\\.)*"): ', r"\1:", text))


def spread(voted: Document, sigma: Mapping[str, Any]) -> Document:
    """Return how votes were counted without what follows from each cloud, where σ goes by an attribute."""
    classifier = {name: value for name, value in voted["classifier"].items() if name != "grid"}
    sampling = {name: value for name, value in voted["sampling"].items() if name != "noise"}
    return {**voted, "classifier": classifier, "sampling": {**sampling, "sigma": sigma}}


def write(path: Path, fields: Mapping[str, Any], lines: Sequence[bytes]) -> None:
    """Write a run document, one cloud a line."""
    shared = next((line["voted"] for line in map(json.loads, lines) if "voted" in line), None)
    if shared is None:
        raise InputError(f"has no cloud with votes among its {len(lines)}; give fewer shards", "shard")
    if isinstance(fields["sigma"], Mapping):
        shared = spread(shared, fields["sigma"])
    texts = [f"{json.dumps(name)}: {json.dumps(value, default=list)}" for name, value in {"format": 1, **fields, "voted": shared}.items()]
    fresh = path.with_suffix(".new")
    with open(fresh, "w", encoding="utf-8", newline="\n") as file:
        file.write("{" + ",\n".join(texts) + ',\n"clouds": [\n')
        file.writelines(("" if i == 0 else ",\n") + json.dumps(json.loads(line)["cloud"]) for i, line in enumerate(lines))
        file.write("\n]}\n")
    os.replace(fresh, path)
