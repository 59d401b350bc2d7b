"""Writes a trained model as ONNX: weights in half precision, computed in single.

  python3 export.py digits.pt digits.onnx

Batch norms are folded into the linear maps, the input is `clouds` B x D x N with
free B and N, the output `logits` B x C. Class names stand in the metadata.
"""

import argparse
import hashlib
import json

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from clouds import DIGIT_CLASSES
from networks import PointNet


def folded(linear, norm):
    """Weight and bias of a linear map with the batch norm behind it (in evaluation) folded in."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weight = linear.weight * scale[:, None]
    bias = (linear.bias - norm.running_mean) * scale + norm.bias
    return weight.detach().numpy(), bias.detach().numpy()


class Graph:
    """An ONNX graph under construction; `at` is the value last computed."""

    def __init__(self, at):
        self.at, self.nodes, self.weights, self.count = at, [], [], 0

    def name(self, stem):
        self.count += 1
        return f"{stem}_{self.count}"

    def op(self, kind, inputs, **attributes):
        self.at = self.name(kind.lower())
        self.nodes.append(helper.make_node(kind, inputs, [self.at], **attributes))
        return self.at

    def weight(self, array):
        """A half-precision constant, widened when the model is loaded."""
        half = self.name("half")
        self.weights.append(numpy_helper.from_array(array.astype(np.float16), half))
        wide = self.name("weight")
        self.nodes.append(helper.make_node("Cast", [half], [wide], to=TensorProto.FLOAT))
        return wide

    def convolve(self, weight, bias, relu=True):
        """A perceptron for every point of B x D x N: a convolution of width 1."""
        self.op("Conv", [self.at, self.weight(weight[:, :, None]), self.weight(bias)], kernel_shape=[1])
        if relu:
            self.op("Relu", [self.at])

    def linear(self, weight, bias, relu=True):
        self.op("Gemm", [self.at, self.weight(weight), self.weight(bias)], transB=1)
        if relu:
            self.op("Relu", [self.at])


def pointnet(graph, model):
    for linear, norm in zip(model.points.linear, model.points.norm):
        graph.convolve(*folded(linear, norm))
    rows = graph.at
    pooled = [graph.op(kind, [rows], axes=[2], keepdims=0) for kind in ("ReduceMax", "ReduceMean")]
    graph.op("Concat", pooled, axis=1)
    for linear, norm in zip(model.hidden.linear, model.hidden.norm):
        graph.linear(*folded(linear, norm))
    last = model.classes
    graph.linear(last.weight.detach().numpy(), last.bias.detach().numpy(), relu=False)


def write(model, dimension, classes, path):
    graph = Graph("clouds")
    pointnet(graph, model)
    graph.nodes[-1].output[0] = "logits"
    made = helper.make_graph(
        graph.nodes,
        "pointnet",
        [helper.make_tensor_value_info("clouds", TensorProto.FLOAT, ["batch", dimension, "points"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", len(classes)])],
        graph.weights,
    )
    onnx_model = helper.make_model(made, producer_name="orbitcert", opset_imports=[helper.make_opsetid("", 13)])
    onnx_model.ir_version = 8
    helper.set_model_props(onnx_model, {"classes": json.dumps(classes)})
    onnx.checker.check_model(onnx_model)
    data = onnx_model.SerializeToString()
    with open(path, "wb") as file:
        file.write(data)
    return hashlib.sha256(data).hexdigest(), len(data)


def load(path, classes):
    """The model of a checkpoint in evaluation mode, and the options it was trained with."""
    saved = torch.load(path)
    options = saved["options"]
    dimension = saved["weights"]["points.linear.0.weight"].shape[1]
    model = PointNet(dimension, len(classes), options["widths"])
    model.load_state_dict(saved["weights"])
    return model.eval(), dimension, options


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("checkpoint")
    p.add_argument("out")
    p.add_argument("--classes", nargs="+", default=DIGIT_CLASSES)
    options = p.parse_args()
    model, dimension, _ = load(options.checkpoint, options.classes)
    digest, size = write(model, dimension, options.classes, options.out)
    print(json.dumps({"sha256": digest, "bytes": size}))
