"""Computes the 3 x 3 convolutions of an ONNX model from fewer products, by Winograd's F(2 x 2, 3 x 3)
(Lavin & Gray 2016, "Fast Algorithms for Convolutional Neural Networks", section 4.1): the same function up to rounding, with
4 products where a convolution has 9.

  python3 winograd.py model.onnx faster.onnx

ONNX Runtime for WebAssembly computes a convolution by its definition, and nine tenths of a network on densities are convolutions.
Here it is a product of matrices for each of the 16 places of a tile of 4 x 4, and so are the maps to tiles and from them. A ReLU
and a maximum over 2 x 2 that follow are computed where the outputs of a tile are still apart. Taken are convolutions
with step 1, padding 1 and at least 8 channels whose size is known; others stay as they are.
"""

import argparse

import numpy as np
import onnx
from onnx import helper, numpy_helper, shape_inference

# Equation 8: what an input tile, a filter and an output tile are multiplied with, along each axis.
INPUT = np.array([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]], np.float32)
FILTER = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]], np.float32)
OUTPUT = np.array([[1, 1, 1, 0], [0, 1, -1, -1]], np.float32)

# Below, the maps to tiles and back cost more than the products they spare.
FEWEST_CHANNELS = 8

CHANNELS_LAST, CHANNELS_SECOND = [0, 2, 3, 1], [0, 3, 1, 2]


def to_tiles(size):
    """The matrix from a padded axis to the transformed tiles on it, (4 tiles) x size: row i * tiles + k is element i of tile k."""
    tiles = -(-size // 2)
    padded = np.zeros((4, tiles, 2 * tiles + 2), np.float32)
    for k in range(tiles):
        padded[:, k, 2 * k : 2 * k + 4] = INPUT
    return padded.reshape(4 * tiles, -1)[:, 1 : size + 1]


class Nodes:
    """Nodes and constants that replace a convolution, with names of their own."""

    def __init__(self, prefix):
        self.prefix, self.nodes, self.constants = prefix, [], []

    def constant(self, values):
        self.constants.append(numpy_helper.from_array(np.array(values), f"{self.prefix}/constant_{len(self.constants)}"))
        return self.constants[-1].name

    def add(self, kind, *inputs, out=None, **attributes):
        name = out or f"{self.prefix}/{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], f"{self.prefix}/node_{len(self.nodes)}", **attributes))
        return name

    def reshaped(self, x, *shape):
        return self.add("Reshape", x, self.constant(np.array(shape, np.int64)))

    def apart(self, x, count):
        """The values along the first axis; their maximum takes a fifth of the time that ReduceMax has for it."""
        names = [f"{self.prefix}/part_{i}" for i in range(count)]
        self.nodes.append(helper.make_node("Split", [x], names, axis=0))
        return names

    def moved(self, x, order, out=None):
        return self.add("Transpose", x, perm=order, out=out)


class Convolution:
    """A convolution of a graph, with what follows it: a ReLU, a maximum over 2 x 2."""

    def __init__(self, node, graph):
        self.node = node
        self.attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
        self.weights, self.size = graph.shape(node.input[1]), graph.shape(node.input[0])[2:]
        self.relu = graph.follower([node], "Relu")
        pool = graph.follower([node, *self.relu], "MaxPool")
        self.pool = pool if self.relu and pool and self._halves(pool[0]) else []

    def _halves(self, pool):
        """Reports whether a maximum is over 2 x 2 adjacent values that lie in one tile."""
        of = {one.name: helper.get_attribute_value(one) for one in pool.attribute}
        plain = of["kernel_shape"] == of.get("strides") == [2, 2] and not any(of.get("pads", [0])) and of.get("dilations", [1, 1]) == [1, 1]
        return plain and all(size % 2 == 0 for size in self.size)

    def fits(self):
        of = self.attributes
        plain = of.get("pads") == [1] * 4 and of.get("strides", [1, 1]) == of.get("dilations", [1, 1]) == [1, 1] and of.get("group", 1) == 1
        return plain and self.weights[2:] == [3, 3] and self.weights[1] >= FEWEST_CHANNELS and len(self.size) == 2 and all(self.size)

    def filters(self, to):
        """The transformed filters, 16 x C x O. What is computed of weights alone is computed once, when the model is loaded."""
        o, c = self.weights[:2]
        g = to.constant(FILTER)
        down = to.add("MatMul", g, to.reshaped(to.moved(self.node.input[1], [2, 3, 1, 0]), 3, 3 * c * o))
        return to.reshaped(to.add("MatMul", g, to.reshaped(down, 4, 3, c * o)), 16, c, o)

    def replace(self, to):
        """Adds the nodes that compute the same."""
        (o, c), (high, wide) = self.weights[:2], self.size
        rows, columns = -(-high // 2), -(-wide // 2)
        x = to.reshaped(to.moved(self.node.input[0], CHANNELS_LAST), -1, high, wide * c)
        x = to.add("MatMul", to.constant(to_tiles(high)), x)
        x = to.add("MatMul", to.constant(to_tiles(wide)), to.reshaped(x, -1, wide, c))
        x = to.moved(to.reshaped(x, -1, 4, rows, 4, columns * c), [1, 3, 0, 2, 4])
        x = to.add("MatMul", to.reshaped(x, 16, -1, c), self.filters(to))
        a = to.constant(OUTPUT)
        x = to.add("MatMul", a, to.reshaped(to.add("MatMul", a, to.reshaped(x, 4, -1)), 2, 4, -1))
        if self.pool:
            x = to.reshaped(to.add("Max", *to.apart(to.reshaped(x, 4, -1), 4)), -1, rows, columns, o)
        else:
            x = to.moved(to.reshaped(x, 2, 2, -1, rows, columns, o), [2, 3, 0, 4, 1, 5])
            x = to.reshaped(x, -1, 2 * rows, 2 * columns, o)
            if (2 * rows, 2 * columns) != (high, wide):
                x = to.add("Slice", x, *(to.constant(np.array(ends, np.int64)) for ends in ([0, 0], [high, wide], [1, 2])))
        if len(self.node.input) > 2:
            x = to.add("Add", x, self.node.input[2])
        if self.relu:
            x = to.add("Relu", x)
        return to.moved(x, CHANNELS_SECOND, out=[self.node, *self.relu, *self.pool][-1].output[0])


class Graph:
    """A model's graph with the shapes that are known of its values."""

    def __init__(self, model):
        self.graph = model.graph
        known = shape_inference.infer_shapes(model).graph
        self._shapes = {one.name: [size.dim_value for size in one.type.tensor_type.shape.dim] for one in [*known.value_info, *known.input]}
        self._shapes |= {one.name: list(one.dims) for one in known.initializer}

    def shape(self, name):
        """The sizes of a value, 0 where one is free; empty where nothing is known."""
        return self._shapes.get(name, [])

    def users(self, name):
        return [node for node in self.graph.node if name in node.input]

    def follower(self, chain, kind):
        """The node of a kind that alone uses the last one's output, in a list; an empty one where there is none."""
        users = self.users(chain[-1].output[0])
        shown = chain[-1].output[0] in [out.name for out in self.graph.output]
        return users if len(users) == 1 and users[0].op_type == kind and not shown else []

    def convolutions(self):
        return [one for one in (Convolution(node, self) for node in self.graph.node if node.op_type == "Conv") if one.fits()]

    def without_detours(self):
        """Leaves out that channels are moved second and last again."""
        order = {node.output[0]: node for node in self.graph.node if node.op_type == "Transpose"}
        perm = lambda node: list(node.attribute[0].ints)
        for node in [one for one in order.values() if perm(one) == CHANNELS_LAST and one.input[0] in order]:
            before = order[node.input[0]]
            if perm(before) == CHANNELS_SECOND:
                for user in self.users(node.output[0]):
                    user.input[:] = [before.input[0] if name == node.output[0] else name for name in user.input]
                self.graph.node.remove(node)
                if not self.users(before.output[0]):
                    self.graph.node.remove(before)


def faster(model):
    """Rewrites a model's convolutions; how many."""
    graph = Graph(model)
    found = graph.convolutions()
    for number, convolution in enumerate(found):
        to = Nodes(f"winograd_{number}")
        convolution.replace(to)
        at = list(model.graph.node).index(convolution.node)
        for node in (convolution.node, *convolution.relu, *convolution.pool):
            model.graph.node.remove(node)
        for node in reversed(to.nodes):
            model.graph.node.insert(at, node)
        model.graph.initializer.extend(to.constants)
    graph.without_detours()
    onnx.checker.check_model(model)
    return len(found)


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("model")
    p.add_argument("out")
    options = p.parse_args()
    model = onnx.load(options.model)
    print(f"{faster(model)} convolutions rewritten")
    onnx.save(model, options.out)
