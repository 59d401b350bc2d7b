/** Writes small ONNX files, field by field (onnx.proto), also such as no exporter writes. */

import Pbf from 'pbf';

/**
 * @typedef {{name: string, type?: number, shape: (number | null)[] | null}} Value
 * @typedef {{name: string, shape: number[], numbers: number[]}} Weight float32 numbers
 * @typedef {{operator: string, domain?: string, inputs?: string[], outputs?: string[], to?: number}} Node
 * @typedef {{name: string, nodes: Node[]}} Made a function of the file, in the domain "test"
 */

/** @param {Pbf} pbf @param {number} tag @param {(pbf: Pbf) => void} write */
const part = (pbf, tag, write) => pbf.writeMessage(tag, (_, to) => write(to), undefined);

/** @param {Pbf} pbf @param {number} tag @param {Value} value */
const writeValue = (pbf, tag, { name, type = 1, shape }) => part(pbf, tag, (value) => {
  value.writeStringField(1, name);
  part(value, 2, (kind) => part(kind, 1, (tensor) => {
    tensor.writeVarintField(1, type);
    if (shape) part(tensor, 2, (sizes) => shape.forEach((size) => part(sizes, 1, (one) => void (size !== null && one.writeVarintField(1, size)))));
  }));
});

/** @param {Pbf} pbf @param {number} tag @param {Node} node */
const writeNode = (pbf, tag, { operator, domain, inputs = ['clouds'], outputs = ['logits'], to }) => part(pbf, tag, (node) => {
  inputs.forEach((name) => node.writeStringField(1, name));
  outputs.forEach((name) => node.writeStringField(2, name));
  node.writeStringField(4, operator);
  if (to !== undefined) {
    part(node, 5, (attribute) => {
      attribute.writeStringField(1, 'to');
      attribute.writeVarintField(3, to);
      attribute.writeVarintField(20, 2); // an integer
    });
  }
  if (domain) node.writeStringField(7, domain);
});

/** @param {Pbf} pbf @param {number} tag @param {Weight} weight */
const writeWeight = (pbf, tag, { name, shape, numbers }) => part(pbf, tag, (tensor) => {
  shape.forEach((size) => tensor.writeVarintField(1, size));
  tensor.writeVarintField(2, 1);
  tensor.writeStringField(8, name);
  tensor.writeBytesField(9, new Uint8Array(Float32Array.from(numbers).buffer));
});

/** @param {{inputs?: Value[], outputs?: Value[], nodes?: Node[], functions?: Made[], weights?: Weight[], opset?: number}} graph @returns {Uint8Array} */
export function onnx({
  inputs = [{ name: 'clouds', shape: [null, 3, null] }], outputs = [{ name: 'logits', shape: [null, 2] }], nodes = [{ operator: 'Identity' }],
  functions = [], weights = [], opset = 13,
}) {
  const pbf = new Pbf();
  pbf.writeVarintField(1, 8);
  part(pbf, 7, (graph) => {
    nodes.forEach((node) => writeNode(graph, 1, node));
    graph.writeStringField(2, 'test');
    weights.forEach((weight) => writeWeight(graph, 5, weight));
    inputs.forEach((value) => writeValue(graph, 11, value));
    outputs.forEach((value) => writeValue(graph, 12, value));
  });
  part(pbf, 8, (operators) => operators.writeVarintField(2, opset));
  functions.forEach(({ name, nodes: within }) =>
    part(pbf, 25, (made) => {
      made.writeStringField(1, name);
      within.forEach((node) => writeNode(made, 7, node));
      made.writeStringField(10, 'test');
    }),
  );
  return pbf.finish();
}
