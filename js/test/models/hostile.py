"""Makes the small ONNX files whose answer for a cloud is no function of that cloud, or whose weights are
in other files. Needs python3-onnx.

  python3 js/test/models/hostile.py
"""

import numpy as np
from make import FLOAT, FOLDER, TensorProto, classes, constant, helper, mean_of_first, value

CLOUDS, LOGITS = value("clouds", ["batch", 2, "points"]), value("logits", ["batch", 2])


def save(name, first, weights=(), clouds=CLOUDS, functions=(), opset=15):
    """Nodes from `clouds` to `changed`, and from there as the other models classify."""
    nodes, constants = mean_of_first(1, [1, 2])
    node, weight = classes(2)
    nodes[0].input[0] = "changed"
    graph = helper.make_graph([*first, *nodes, node], name, [clouds], [LOGITS], [*constants, weight, *weights])
    imports = [helper.make_opsetid("", opset), helper.make_opsetid("test", 1), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, producer_name="orbitcert-test", opset_imports=imports, functions=functions)
    model.ir_version = 8
    (FOLDER / f"{name}.onnx").write_bytes(model.SerializeToString())
    return model


def noise(source="clouds", target="noise"):
    return helper.make_node("RandomNormalLike", [source], [target], dtype=FLOAT)


def added(what):
    return helper.make_node("Add", ["clouds", what], ["changed"])


def random():
    save("random", [noise(), added("noise")])


def random_within():
    """Random numbers in a branch that is taken where the cloud is large."""
    still = helper.make_graph([helper.make_node("Identity", ["clouds"], ["a"])], "still", [], [value("a", None)])
    drawn = helper.make_graph([noise("clouds", "b")], "drawn", [], [value("b", None)])
    nodes = [
        helper.make_node("ReduceMax", ["clouds"], ["top"], keepdims=0),
        helper.make_node("Greater", ["top", "far"], ["large"]),
        helper.make_node("If", ["large"], ["noise"], then_branch=drawn, else_branch=still),
    ]
    save("random-within", [*nodes, added("noise")], [constant("far", np.float32(1e6))])


def random_function():
    """Random numbers in a function that the file defines."""
    drawing = helper.make_function("test", "Draw", ["x"], ["y"], [noise("x", "y")], [helper.make_opsetid("", 15)])
    save("random-function", [helper.make_node("Draw", ["clouds"], ["noise"], domain="test"), added("noise")], functions=[drawing])


def dropout(name, training):
    """A dropout whose mode is a constant."""
    node = helper.make_node("Dropout", ["clouds", "ratio", "training"], ["changed"])
    save(name, [node], [constant("ratio", np.float32(0.5)), constant("training", np.array(training))])


def norm():
    """Batch normalisation as a model exported in training mode has it."""
    node = helper.make_node("BatchNormalization", ["clouds", "scale", "zeros", "zeros", "scale"], ["changed", "mean", "variance"], training_mode=1)
    save("norm", [node], [constant("scale", np.ones(2, np.float32)), constant("zeros", np.zeros(2, np.float32))])


def mean_of_batch():
    """The same by other operators: every cloud less the mean of the batch."""
    nodes = [
        helper.make_node("ReduceMean", ["clouds"], ["mean"], axes=[0, 2], keepdims=1),
        helper.make_node("Sub", ["clouds", "mean"], ["changed"]),
    ]
    save("mean-of-batch", nodes)


def rarely(name, batch):
    """Batches with a cloud whose mean is above a threshold are answered as that cloud is; all others cloud by cloud."""
    nodes = [
        helper.make_node("Slice", ["clouds", "nought", "one_", "across"], ["firsts"]),
        helper.make_node("ReduceMean", ["firsts"], ["means"], axes=[1, 2], keepdims=1),
        helper.make_node("ReduceMax", ["means"], ["top"], axes=[0], keepdims=1),
        helper.make_node("Sub", ["top", "threshold"], ["over"]),
        helper.make_node("Relu", ["over"], ["excess"]),
        helper.make_node("Mul", ["excess", "much"], ["shift"]),
        helper.make_node("Add", ["clouds", "shift"], ["changed"]),
    ]
    constants = [constant("nought", np.array([0])), constant("one_", np.array([1])), constant("across", np.array([1])), constant("threshold", np.float32(0.05)), constant("much", np.float32(1e6))]
    save(name, nodes, constants, clouds=value("clouds", [batch, 2, "points"]))


def wide_free():
    """100,000 classes, of which the graph says nothing."""
    nodes, constants = mean_of_first(1, [1, 2])
    graph = helper.make_graph([*nodes, helper.make_node("Expand", ["m", "width"], ["logits"])], "wide-free", [CLOUDS], [value("logits", ["batch", "classes"])], [*constants, constant("width", np.array([1, 100_000]))])
    model = helper.make_model(graph, producer_name="orbitcert-test", opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    (FOLDER / "wide-free.onnx").write_bytes(model.SerializeToString())


def first_row():
    """Every cloud is answered with the class of the first in the batch."""
    nodes = [
        helper.make_node("Slice", ["clouds", "nought", "one_", "nought"], ["first"]),
        helper.make_node("Shape", ["clouds"], ["shape"]),
        helper.make_node("Expand", ["first", "shape"], ["changed"]),
    ]
    save("first-row", nodes, [constant("nought", np.array([0])), constant("one_", np.array([1]))])


def quantised(name, batch):
    """Dynamic quantisation, whose scale is of the whole batch."""
    nodes = [
        helper.make_node("DynamicQuantizeLinear", ["clouds"], ["q", "scale", "point"]),
        helper.make_node("DequantizeLinear", ["q", "scale", "point"], ["changed"]),
    ]
    save(name, nodes, clouds=value("clouds", [batch, 2, "points"]))


def outside(name, files):
    """Weights in files beside the model; two of them in the first file."""
    model = save(name, [helper.make_node("Add", ["clouds", "shift"], ["changed"])], [constant("shift", np.zeros((1, 2, 1), np.float32)), constant("unused", np.ones(4, np.float32))])
    held = {}
    for tensor, file in zip([t for t in model.graph.initializer if t.name in ("weight", "shift", "unused")], files):
        data = held.setdefault(file, bytearray())
        tensor.data_location = TensorProto.EXTERNAL
        for key, entry in (("location", file), ("offset", str(len(data))), ("length", str(len(tensor.raw_data)))):
            tensor.external_data.add(key=key, value=entry)
        data += tensor.raw_data
        tensor.ClearField("raw_data")
    (FOLDER / f"{name}.onnx").write_bytes(model.SerializeToString())
    for file, data in held.items():
        if file.isidentifier() or file.replace(".", "").isalnum():
            (FOLDER / file).write_bytes(bytes(data))


def outputs():
    """Two outputs that contradict each other."""
    nodes, constants = mean_of_first(1, [1, 2])
    node, weight = classes(2)
    graph = helper.make_graph(
        [*nodes, node, helper.make_node("Neg", ["logits"], ["opposite"])], "outputs", [CLOUDS], [LOGITS, value("opposite", ["batch", 2])], [*constants, weight])
    model = helper.make_model(graph, producer_name="orbitcert-test", opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    (FOLDER / "outputs.onnx").write_bytes(model.SerializeToString())


def main():
    random()
    random_within()
    random_function()
    dropout("dropout", False)
    dropout("dropout-training", True)
    norm()
    mean_of_batch()
    first_row()
    wide_free()
    rarely("rarely", "batch")
    rarely("rarely-four", 4)
    quantised("quantised", "batch")
    quantised("quantised-four", 4)
    outside("outside", ["weights1.bin", "weights1.bin", "weights2.bin"])
    outside("escaping", ["../weights1.bin"] * 3)
    outputs()


if __name__ == "__main__":
    main()
