"""A model as the ONNX file that the page, `orbitcert-votes` and `verify --model` take."""

from __future__ import annotations

import inspect
import io
import json
import os
from collections.abc import Sequence

import torch
from torch import nn

from ..native import InputError
from .smoothing import Invariant, check_invariant, laid_out

OPSET = 13

# Points of the example where their number is free.
TRACED = 64


def export_onnx(
    classifier: Invariant, path: str | os.PathLike[str], *, dimension: int, points: int | None = None, classes: Sequence[str] | None = None,
) -> None:
    """
    Writes the model within a classifier as ONNX, in evaluation mode. Poses, noise and grid are left to whoever counts, who has to
    be told the group: the input "clouds" is laid out as the classifier's layout says, float32, and the output "logits" is B×C.

    dimension   D, 2 or 3
    points      N, where the model takes clouds of one size alone; else N is free in the file. B is always free
    classes     names of the classes, in the order of the logits, kept in the file

    The export is tried: where onnxruntime can be imported, the file has to give the model's logits for noise of other B and N, within
    10⁻³ of the largest. Raises InputError where it does not, and leaves no file.
    """
    check_invariant(classifier)
    if dimension not in (2, 3):
        raise InputError(f"must be 2 or 3, got {dimension}", "dimension")
    model, training = classifier.model, classifier.model.training
    model.eval()
    try:
        data = traced(classifier, dimension, points) + (metadata("classes", json.dumps(list(classes))) if classes else b"")
        compare(classifier, data, dimension, points or 2 * TRACED)
    finally:
        model.train(training)
    with open(path, "wb") as file:
        file.write(data)


def example(classifier: Invariant, count: int, points: int, dimension: int) -> torch.Tensor:
    """Clouds of noise as the model takes them, on its device."""
    device = next((p.device for p in classifier.model.parameters()), None)
    clouds = torch.randn(count, points, dimension, generator=torch.Generator().manual_seed(0)).to(device)
    return classifier.poses(clouds).transpose(2, 3) if classifier.layout == "BPDN" else laid_out(clouds, classifier.layout)


def traced(classifier: Invariant, dimension: int, points: int | None) -> bytes:
    """The graph of the model for an example."""
    layout = classifier.layout
    axes = {0: "batch"} if points else {0: "batch", (1 if layout.startswith("flat") else layout.index("N")): "points"}
    # The exporter that traces: newer versions of PyTorch have another by default, which needs packages of its own.
    tracing = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}
    file = io.BytesIO()
    torch.onnx.export(
        classifier.model, (example(classifier, 2, points or TRACED, dimension),), file, opset_version=OPSET,
        input_names=["clouds"], output_names=["logits"], dynamic_axes={"clouds": axes, "logits": {0: "batch"}}, **tracing)
    return file.getvalue()


def metadata(key: str, value: str) -> bytes:
    """
    An entry of a model's metadata_props as bytes that may follow those of any model: a message of Protocol Buffers may be cut
    into pieces, whose repeated fields are joined (field 14 of ModelProto, whose fields 1 and 2 are key and value).
    """
    entry = b"".join(bytes([number << 3 | 2]) + varint(len(text)) + text for number, text in ((1, key.encode()), (2, value.encode())))
    return bytes([14 << 3 | 2]) + varint(len(entry)) + entry


def varint(number: int) -> bytes:
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def compare(classifier: Invariant, data: bytes, dimension: int, points: int) -> None:
    """Refuses a file whose logits are not those of the model; where no onnxruntime can be imported nothing is tried."""
    try:
        import onnxruntime
    except ModuleNotFoundError:
        return
    inputs = example(classifier, 3, points, dimension)
    with torch.no_grad():
        want = classifier.model(inputs).cpu().numpy()
    found, = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"]).run(["logits"], {"clouds": inputs.cpu().numpy()})
    if found.shape != want.shape or not abs(found - want).max() <= 1e-3 * max(1, abs(want).max()):
        raise InputError(f"gives other logits once it is exported, for {points} points", "classifier")
