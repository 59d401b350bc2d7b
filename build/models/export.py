"""Writes a trained model as ONNX: weights in half precision, computed in single.

  python3 export.py digits.pt digits.onnx

Batch norms are folded into the maps before them, the input is `clouds` B x D x N with
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
from networks import DensityNet, build


def folded(linear, norm):
    """Weight and bias of a linear map with the batch norm behind it (in evaluation) folded in."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weight = linear.weight * scale.view(-1, *[1] * (linear.weight.dim() - 1))
    before = linear.bias if linear.bias is not None else 0
    bias = (before - norm.running_mean) * scale + norm.bias
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

    def constant(self, array):
        """A constant as it is."""
        name = self.name("constant")
        self.weights.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def convolve(self, weight, bias, **attributes):
        self.op("Conv", [self.at, self.weight(weight), self.weight(bias)], kernel_shape=weight.shape[2:], **attributes)
        self.op("Relu", [self.at])

    def linear(self, weight, bias, relu=True):
        self.op("Gemm", [self.at, self.weight(weight), self.weight(bias)], transB=1)
        if relu:
            self.op("Relu", [self.at])


def pointnet(graph, model):
    for linear, norm in zip(model.points.linear, model.points.norm):
        weight, bias = folded(linear, norm)
        graph.convolve(weight[:, :, None], bias)
    rows = graph.at
    pooled = [graph.op(kind, [rows], axes=[2], keepdims=0) for kind in ("ReduceMax", "ReduceMean")]
    graph.op("Concat", pooled, axis=1)


def density(graph, model):
    bumps = []
    for coordinate in (0, 1):
        x = graph.op("Gather", ["clouds", graph.constant(np.int64(coordinate))], axis=1)
        x = graph.op("Unsqueeze", [x, graph.constant(np.array([1]))])
        away = graph.op("Sub", [x, graph.constant(model.at.numpy()[:, None])])
        away = graph.op("Div", [away, graph.constant(np.float32(model.spread))])
        square = graph.op("Mul", [away, away])
        bumps.append(graph.op("Exp", [graph.op("Mul", [square, graph.constant(np.float32(-0.5))])]))
    turned = graph.op("Transpose", [bumps[1]], perm=[0, 2, 1])
    total = graph.op("MatMul", [bumps[0], turned])
    points = graph.op("Gather", [graph.op("Shape", ["clouds"]), graph.constant(np.int64(2))])
    points = graph.op("Cast", [points], to=TensorProto.FLOAT)
    share = graph.op("Div", [graph.constant(np.float32(25)), points])
    graph.op("Unsqueeze", [graph.op("Mul", [total, share]), graph.constant(np.array([1]))])
    layers = list(model.features)
    for layer, norm in zip(layers, layers[1:] + [None]):
        if isinstance(layer, torch.nn.Conv2d):
            graph.convolve(*folded(layer, norm), pads=[1, 1, 1, 1])
        if isinstance(layer, torch.nn.MaxPool2d):
            graph.op("MaxPool", [graph.at], kernel_shape=[2, 2], strides=[2, 2])
    graph.op("Flatten", [graph.at], axis=1)


def head(graph, model):
    for linear, norm in zip(model.hidden.linear, model.hidden.norm):
        graph.linear(*folded(linear, norm))
    last = model.classes
    graph.linear(last.weight.detach().numpy(), last.bias.detach().numpy(), relu=False)


def write(model, dimension, classes, path):
    graph = Graph("clouds")
    (density if isinstance(model, DensityNet) else pointnet)(graph, model)
    head(graph, model)
    graph.nodes[-1].output[0] = "logits"
    made = helper.make_graph(
        graph.nodes,
        "classifier",
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
    dimension = {"digits": 2, "furniture": 3}[options["data"]]
    model = build(options, dimension, len(classes))
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
