"""Writes a trained model as ONNX: weights in half precision, computed in single, convolutions as winograd.py has them.

  python3 export.py digits.pt digits.onnx [--classes bed cabinet …]

The input `clouds` is B x D x N with free B and N; the output `logits` is B x C. Class names stand in the metadata.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from clouds import DIGIT_CLASSES, OPENERS
from networks import build, invariant, restored
from orbitcert.torch import export_onnx
from winograd import faster


def halved(model):
    """Stores the weights (not biases, not statistics) in half precision, widened when the model is loaded."""
    nodes = []
    for tensor in model.graph.initializer:
        array = numpy_helper.to_array(tensor)
        if array.dtype != np.float32 or array.ndim < 2:
            continue
        half = numpy_helper.from_array(array.astype(np.float16), tensor.name + ".half")
        nodes.append(helper.make_node("Cast", [half.name], [tensor.name], to=TensorProto.FLOAT))
        tensor.CopyFrom(half)
    for node in reversed(nodes):
        model.graph.node.insert(0, node)


def write(model, dimension, group, classes, path):
    export_onnx(invariant(model, group), path, dimension=dimension, classes=classes)
    made = onnx.load(path)
    faster(made)
    halved(made)
    onnx.checker.check_model(made)
    data = made.SerializeToString()
    Path(path).write_bytes(data)
    return hashlib.sha256(data).hexdigest(), len(data)


def load(path, classes):
    """The model of a checkpoint in evaluation mode, and the options it was trained with."""
    model, options = restored(path, lambda options: build(options, OPENERS[options["data"]].dimension, len(classes)))
    return model, OPENERS[options["data"]].dimension, options


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("checkpoint")
    p.add_argument("out")
    p.add_argument("--classes", nargs="+", default=DIGIT_CLASSES)
    options = p.parse_args()
    model, dimension, trained = load(options.checkpoint, options.classes)
    digest, size = write(model, dimension, trained["group"], options.classes, options.out)
    print(json.dumps({"sha256": digest, "bytes": size}))
