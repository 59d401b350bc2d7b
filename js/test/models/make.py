"""Makes the small ONNX files that the tests read. Needs python3-onnx.

  python3 js/test/models/make.py

All classify by the mean of the first coordinate: logits (m, -m), or of three
classes (m, -m, 0).
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FOLDER = Path(__file__).parent
FLOAT, HALF, BOOL, INT, DOUBLE = TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.BOOL, TensorProto.INT64, TensorProto.DOUBLE


def value(name, shape, kind=FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def constant(name, array):
    return numpy_helper.from_array(np.asarray(array), name)


def mean_of_first(axis, last, kind=np.float32):
    """Nodes from `clouds` to `m` [B, 1]: the mean over `last` of row 0 of `axis`."""
    at = [constant("zero", np.array([0])), constant("one", np.array([1])), constant("axis", np.array([axis]))]
    nodes = [
        helper.make_node("Slice", ["clouds", "zero", "one", "axis"], ["row"]),
        helper.make_node("ReduceMean", ["row"], ["m_"], axes=last, keepdims=0),
        helper.make_node("Reshape", ["m_", "column"], ["m"]),
    ]
    return nodes, [*at, constant("column", np.array([-1, 1]))]


def classes(count, kind=np.float32):
    weight = np.zeros((1, count), kind)
    weight[0, :2] = [1, -1][: min(2, count)]
    return helper.make_node("MatMul", ["m", "weight"], ["logits"]), constant("weight", weight)


def save(name, nodes, inputs, outputs, weights, metadata=None):
    graph = helper.make_graph(nodes, name, inputs, outputs, weights)
    model = helper.make_model(graph, producer_name="orbitcert-test", opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    if metadata:
        helper.set_model_props(model, metadata)
    (FOLDER / f"{name}.onnx").write_bytes(model.SerializeToString())
    return model


def model(name, shape, axis, last, count=2, kind=FLOAT, extra=(), metadata=None, outputs=None):
    numbers = np.float16 if kind == HALF else np.float32
    nodes, weights = mean_of_first(axis, last)
    node, weight = classes(count, numbers)
    inputs = [value("clouds", shape, kind), *extra]
    return save(name, [*nodes, node], inputs, outputs or [value("logits", [shape[0], count], kind)], [*weights, weight], metadata)


def flat():
    """B x (N*D), point by point: reshaped to B x N x 3 first."""
    nodes, weights = mean_of_first(2, [1, 2])
    node, weight = classes(2)
    nodes[0].input[0] = "cube"
    shape = constant("cube_shape", np.array([-1, 8, 3]))
    first = helper.make_node("Reshape", ["clouds", "cube_shape"], ["cube"])
    save("flat", [first, *nodes, node], [value("clouds", ["batch", 24])], [value("logits", ["batch", 2])], [*weights, weight, shape])


def hungry():
    """Spreads the mean over 24 million numbers, 96 MB for each cloud, and takes the largest."""
    nodes, weights = mean_of_first(1, [1, 2])
    node, weight = classes(2)
    nodes[-1].output[0] = "narrow"
    wide = [
        helper.make_node("Expand", ["narrow", "width"], ["wide"]),
        helper.make_node("Exp", ["wide"], ["wider"]),
        helper.make_node("ReduceMax", ["wider"], ["most"], axes=[1], keepdims=1),
        helper.make_node("Log", ["most"], ["m"]),
    ]
    save("hungry", [*nodes, *wide, node], [value("clouds", ["batch", 3, "points"])], [value("logits", ["batch", 2])], [*weights, weight, constant("width", np.array([1, 24_000_000]))])


def one_width():
    """Two outputs of one width: the logits, and the same turned round."""
    nodes, weights = mean_of_first(1, [1, 2])
    node, weight = classes(3)
    other = helper.make_node("Neg", ["logits"], ["opposite"])
    save("one-width", [*nodes, node, other], [value("clouds", ["batch", 3, "points"])], [value("logits", ["batch", 3]), value("opposite", ["batch", 3])], [*weights, weight])


def attributed():
    """Models of points with attributes: logits (m, -m) for the mean m of the first coordinate times an attribute."""
    weighted = [helper.make_node("Mul", ["row", "weights"], ["product"]), helper.make_node("ReduceMean", ["product"], ["m_"], axes=[1, 2], keepdims=0)]
    end, weight = classes(2)
    shared = [constant("zero", np.array([0])), constant("one", np.array([1])), constant("column", np.array([-1, 1])), weight]
    last = [helper.make_node("Reshape", ["m_", "column"], ["m"]), end]
    logits = [value("logits", ["batch", 2])]

    # Further channels: the fourth is the attribute.
    rows = [constant("axis", np.array([1])), constant("three", np.array([3])), constant("four", np.array([4]))]
    cut = [helper.make_node("Slice", ["clouds", "zero", "one", "axis"], ["row"]), helper.make_node("Slice", ["clouds", "three", "four", "axis"], ["weights"])]
    save("channels", [*cut, *weighted, *last], [value("clouds", ["batch", 4, "points"])], logits, [*shared, *rows])

    # Whole numbers in an input of their own, before the clouds.
    tall = [constant("axis", np.array([2])), constant("third", np.array([2]))]
    first = helper.make_node("Slice", ["pos", "zero", "one", "axis"], ["row"])
    cast = [helper.make_node("Unsqueeze", ["z", "third"], ["z_"]), helper.make_node("Cast", ["z_"], ["weights"], to=FLOAT)]
    save("elements", [first, *cast, *weighted, *last], [value("z", ["batch", "points"], INT), value("pos", ["batch", "points", 3])], logits, [*shared, *tall])

    # Several numbers of a point in an input of their own, the first of which counts.
    features = helper.make_node("Slice", ["features", "zero", "one", "axis"], ["weights"])
    save("features", [first, features, *weighted, *last], [value("pos", ["batch", "points", 3]), value("features", ["batch", "points", 2])], logits, [*shared, tall[0]])


def only_class():
    """The class alone, by ArgMax."""
    nodes, weights = mean_of_first(1, [1, 2])
    node, weight = classes(2)
    largest = helper.make_node("ArgMax", ["logits"], ["label"], axis=1, keepdims=0)
    save("only-class", [*nodes, node, largest], [value("clouds", ["batch", 3, "points"])], [value("label", ["batch"], INT)], [*weights, weight])


def endless():
    """A loop that never ends."""
    body = helper.make_graph(
        [helper.make_node("Identity", ["go"], ["go_on"]), helper.make_node("Identity", ["x"], ["y"])], "body",
        [value("i", [], INT), value("go", [], BOOL), value("x", [])], [value("go_on", [], BOOL), value("y", [])],
    )
    nodes, weights = mean_of_first(1, [1, 2])
    node, weight = classes(2)
    loop = helper.make_node("Loop", ["", "true", "nought"], ["end"], body=body)
    nodes[0].input[0] = "added"
    add = helper.make_node("Add", ["clouds", "end"], ["added"])
    start = [constant("true", np.array(True)), constant("nought", np.float32(0))]
    save("endless", [loop, add, *nodes, node], [value("clouds", ["batch", 3, "points"])], [value("logits", ["batch", 2])], [*weights, weight, *start])


def external():
    """Weights in a file beside the model."""
    made = model("external", ["batch", 3, "points"], 1, [1, 2])
    for tensor in made.graph.initializer:
        if tensor.name == "weight":
            data = tensor.raw_data
            tensor.ClearField("raw_data")
            tensor.data_location = TensorProto.EXTERNAL
            tensor.external_data.add(key="location", value="external.onnx.data")
            (FOLDER / "external.onnx.data").write_bytes(data)
    (FOLDER / "external.onnx").write_bytes(made.SerializeToString())


def main():
    model("bdn", ["batch", 3, "points"], 1, [1, 2], metadata={"classes": '["left", "right"]'})
    model("bdn2", ["batch", 2, "points"], 1, [1, 2], count=3, metadata={"classes": '["left", "right", "middle"]'})
    model("many", ["batch", 3, "points"], 1, [1, 2], count=250)
    model("bnd", ["batch", "points", 3], 2, [1, 2])
    model("bdn1", ["batch", 3, "points", 1], 1, [1, 2, 3])
    model("bnd1", ["batch", "points", 3, 1], 2, [1, 2, 3])
    model("bpdn", ["batch", "poses", 3, "points"], 2, [1, 2, 3])
    model("fixed", [1, 3, 8], 1, [1, 2])
    model("half", ["batch", 3, "points"], 1, [1, 2], kind=HALF)
    model("dynamic", ["a", "b", "c"], 1, [1, 2])
    model("normals", ["batch", 6, "points"], 1, [1, 2])
    model("training", ["batch", 3, "points"], 1, [1, 2], extra=[value("is_training", [], BOOL)])
    model("twice", ["batch", 3, "points"], 1, [1, 2], extra=[value("again", ["batch", 3, "points"])])
    model("stranger", ["batch", 3, "points"], 1, [1, 2], extra=[value("temperature", [1])])
    model("column", ["batch", 3, "points"], 1, [1, 2], count=1)
    model("free", ["batch", 3, "points"], 1, [1, 2], outputs=[value("logits", ["batch", "classes"])])
    model("misnamed", ["batch", 3, "points"], 1, [1, 2], metadata={"classes": '["a", "b", "c"]'})
    save("single", [helper.make_node("ReduceMean", ["clouds"], ["logits"], axes=[1], keepdims=0)], [value("clouds", [3, "points"])], [value("logits", [3])], [])
    save("double", [helper.make_node("ReduceMean", ["clouds"], ["logits"], axes=[2], keepdims=0)], [value("clouds", ["batch", 3, "points"], DOUBLE)], [value("logits", ["batch", 3], DOUBLE)], [])
    save("integers", [helper.make_node("Identity", ["clouds"], ["logits"])], [value("clouds", ["batch", 3, "points"], INT)], [value("logits", ["batch", 2], INT)], [])
    save("unknown", [helper.make_node("Frobnicate", ["clouds"], ["logits"])], [value("clouds", ["batch", 3, "points"])], [value("logits", ["batch", 2])], [])
    nan = model("nan", ["batch", 3, "points"], 1, [1, 2])
    for tensor in nan.graph.initializer:
        if tensor.name == "weight":
            tensor.CopyFrom(constant("weight", np.full((1, 2), np.nan, np.float32)))
    (FOLDER / "nan.onnx").write_bytes(nan.SerializeToString())
    flat()
    hungry()
    one_width()
    only_class()
    attributed()
    endless()
    external()


if __name__ == "__main__":
    main()
