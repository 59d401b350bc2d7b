"""A second count of the votes in a certificate."""

from __future__ import annotations

import base64
import gzip
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from typing import Any, Union

from .certificate import Certificate, text_of
from .errors import InputError, VerificationFailedError
from .evaluation import Forward, answering
from .native import call
from .request import Document, dump
from .smoothing import ANSWERS, Votes, answers, axes, npy, read, turning, write

# A function or module, or the path of an ONNX file.
Model = Union[Callable[[Any], Any], str, "os.PathLike[str]"]


def recount(
    document: Certificate | str | os.PathLike[str] | Mapping[str, Any], model: Model, *, batch: int = 256, forward: Forward | None = None,
) -> Votes:
    """
    Count the votes in a certificate again, with the draws that follow from it.

    Parameters
    ----------
    document : Certificate, path or mapping
        A certificate whose votes a model cast.
    model : callable, torch.nn.Module or path
        The model, as for `smooth`; or its ONNX file, for orbitcert-votes. Only a file shows that the certificate
        names this model.
    batch : int
        Rows per call of the model.
    forward : callable
        As for `smooth`.

    Returns
    -------
    Votes
        The votes in the certificate, all counted again.

    Raises
    ------
    VerificationFailedError
        A sample has another class, number or labels than in the certificate.
    InputError
        Also if the document has no votes to count again.
    """
    text = text_of(document)
    request = json.loads(text).get("request", {})
    evidence = request.get("prediction", {}).get("evidence")
    if evidence:
        evidence = {**evidence, **{name: given for name, given in request["prediction"].items() if name in ANSWERS}}
    if not evidence or not {"sampled", *ANSWERS} & set(evidence) or "clean" not in request:
        raise InputError("has no single votes of a model and their clean cloud; give a certificate of counted votes", "document")
    if isinstance(model, (str, os.PathLike)):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "certificate.json")
            write(path, text.encode())
            call("verify", "--model", os.fspath(model), path, own=path, quiet=True)
        return read(json.dumps(evidence))
    plan = {**request, "prediction": {name: evidence[name] for name in ("model", "classifier", "sampling")}}
    with answering(model, "model", forward) as answer:
        from .probe import Probed  # needs numpy

        answer.axes = axes(evidence["model"].get("returns"))
        probed = Probed(answer, batch)
        again = counted(plan, probed, batch, rows_of(evidence))
        probed.finish()
    differ = differing(evidence, again)
    if differ:
        place, what = ("values", "another number") if "values" in evidence else ("evidence.sampled", "other labels" if "labels" in evidence
            else "other vectors" if turning(evidence) else "another class")
        raise VerificationFailedError([f"prediction.{place}: {len(differ)} samples have {what}, first sample {differ[0]}"])
    return read(json.dumps(evidence))


def rows_of(evidence: Document) -> int:
    """Return how many rows the counted samples have; a count may have stopped at any."""
    votes = evidence.get("votes", {"samples": evidence["sampling"]["estimate"]})
    samples = int(evidence["sampling"]["select"] + votes["samples"])
    return samples * (1 if evidence["model"]["layout"] == "BPDN" else int(evidence["classifier"]["poses"]))


def counted(plan: Document, answer: Callable[[Any], Any], batch: int, rows: int) -> Document:
    """Return the votes document of the first rows of a plan."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "plan.json")
        write(path, dump(plan))
        document: Document = json.loads(call("count", "--all", path, "-", document=npy(answers(answer, path, batch, rows)), own=path, quiet=True))
        return document


def differing(one: Document, other: Document) -> list[int]:
    """Return the samples whose class, number or labels differ between two votes documents."""
    first, second = singles(one), singles(other)
    differ = [n for n, pair in enumerate(zip(first, second)) if pair[0] != pair[1]]
    return differ or ([] if len(first) == len(second) else [min(len(first), len(second))])


def singles(document: Document) -> list[Any]:
    """Return the class of each sample, the largest number for none; or its number, None for none; or the bytes of its labels; or its vectors."""
    if vectors := turning(document):
        return [*vectors["select"], *vectors["values"]]
    if "values" in document:
        return [*document.get("select", []), *document["values"]]
    data = gzip.decompress(base64.b64decode(document["sampled"]))
    size = 2 if len(document["model"]["classes"]) > 254 else 1
    if "labels" in document:
        size *= len(document["labels"]["predicted"])
        return [data[at : at + size] for at in range(0, len(data), size)]
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
