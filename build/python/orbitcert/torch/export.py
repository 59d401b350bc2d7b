"""Export of a model to the ONNX file that the page, `orbitcert-votes` and `verify --model` read."""

from __future__ import annotations

import inspect
import io
import json
import os
from collections.abc import Sequence
from importlib import import_module

import torch
from torch import Tensor, nn

from ..errors import InputError
from ..evaluation import evaluated, placed
from .columns import beside
from .smoothing import Invariant, check_invariant

OPSET = 13

# Points of the example if their number is free.
TRACED = 64


class Logits(nn.Module):
    """The logits of a classifier's model, which may have more outputs."""

    def __init__(self, classifier: Invariant):
        super().__init__()
        self.classifier = classifier

    def forward(self, inputs: Tensor) -> Tensor:
        return self.classifier.logits(inputs)


def export_onnx(
    classifier: Invariant, path: str | os.PathLike[str], *, dimension: int, points: int | None = None, classes: Sequence[str] | None = None,
) -> None:
    """
    Write the model within a classifier as ONNX, in evaluation mode.

    The program that counts needs the group. The input "clouds" has the layout of the classifier, in float32. The
    output "logits" is B×C. If onnxruntime is installed, the logits of the file must agree within 10⁻³ of the largest.

    Parameters
    ----------
    classifier : Invariant
        The base classifier.
    path : path
        File to write.
    dimension : int
        D, 2 or 3.
        Attributes of the classifier follow the coordinates in the input.
    points : int
        N, if the model takes clouds of one size only.
    classes : sequence of str
        Names of the classes, stored in the file.

    Raises
    ------
    InputError
        Also if the file gives other logits.
    """
    check_invariant(classifier)
    if dimension not in (2, 3):
        raise InputError(f"must be 2 or 3, got {dimension}", "dimension")
    if classifier.attributes and dimension != classifier.poses.dimensions:
        raise InputError(f"must be {classifier.poses.dimensions}, the dimensions of the classifier, got {dimension}", "dimension")
    with evaluated(classifier):
        check_count(classifier, classes, dimension, points or TRACED)
        data = traced(classifier, dimension, points) + (metadata("classes", json.dumps(list(classes))) if classes else b"")
        compare(classifier, data, dimension, points or 2 * TRACED)
    with open(path, "wb") as file:
        file.write(data)


def check_count(classifier: Invariant, classes: Sequence[str] | None, dimension: int, points: int) -> None:
    """Raise InputError unless the model has a logit for each class."""
    if not classes:
        return
    with torch.no_grad():
        width = classifier.logits(example(classifier, 1, points, dimension)).shape[-1]
    if width != len(classes):
        raise InputError(f"has {len(classes)} names, but the model returns {width} logits; give a name for each, in their order", "classes")


def example(classifier: Invariant, count: int, points: int, dimension: int) -> Tensor:
    """Return clouds of noise as inputs of the model, on its device. Their attributes are 0 or 1, which any model takes."""
    generator = torch.Generator().manual_seed(0)
    clouds = torch.randn(count, points, dimension, generator=generator)
    clouds = beside(clouds, torch.randint(2, (count, points, len(classifier.attributes or ())), generator=generator).to(clouds))
    return classifier.inputs(clouds.to(placed(classifier.model)["device"]))


def traced(classifier: Invariant, dimension: int, points: int | None) -> bytes:
    """Return the graph of the model for an example."""
    layout = classifier.layout
    axes = {0: "batch"} if points else {0: "batch", (1 if layout.startswith("flat") else layout.index("N")): "points"}
    # The exporter that traces: newer versions of PyTorch have another by default, which needs packages of its own.
    tracing = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}
    file = io.BytesIO()
    torch.onnx.export(
        Logits(classifier).eval(), (example(classifier, 2, points or TRACED, dimension),), file, opset_version=OPSET,
        input_names=["clouds"], output_names=["logits"], dynamic_axes={"clouds": axes, "logits": {0: "batch"}}, **tracing)
    return file.getvalue()


def metadata(key: str, value: str) -> bytes:
    """
    Return an entry of a model's metadata_props as bytes to append to any model.

    A message of Protocol Buffers may be cut into pieces, whose repeated fields are joined. The entry is field 14 of
    ModelProto, with the fields 1 and 2 for key and value.
    """
    entry = b"".join(bytes([number << 3 | 2]) + varint(len(text)) + text for number, text in ((1, key.encode()), (2, value.encode())))
    return bytes([14 << 3 | 2]) + varint(len(entry)) + entry


def varint(number: int) -> bytes:
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def compare(classifier: Invariant, data: bytes, dimension: int, points: int) -> None:
    """Refuse a file whose logits are not those of the model. Without onnxruntime nothing is compared."""
    try:
        onnxruntime = import_module("onnxruntime")
    except ModuleNotFoundError:
        return
    inputs = example(classifier, 3, points, dimension)
    with torch.no_grad():
        want = classifier.logits(inputs).cpu().numpy()
    found, = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"]).run(["logits"], {"clouds": inputs.cpu().numpy()})
    if found.shape != want.shape or not abs(found - want).max() <= 1e-3 * max(1, abs(want).max()):
        raise InputError(f"gives other logits after export, for {points} points; check the model for operations on Python numbers or shapes", "classifier")
