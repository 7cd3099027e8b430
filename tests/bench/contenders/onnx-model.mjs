// Writes the one-node ONNX model that onnxruntime-web runs. An ONNX model is a protocol buffer
// (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto); the field numbers below are from there.

/**
 * A model of one `com.microsoft` MultiHeadAttention: query, key, value → output, each batch × length × (heads · width),
 * its batch, lengths and widths left open. Returns its bytes.
 */
export function multiHeadAttentionModel({ heads, scale, causal }) {
  const attributes = [
    integer('num_heads', heads),
    float('scale', scale),
    integer('unidirectional', causal ? 1 : 0),
  ];
  const node = [
    ...['query', 'key', 'value'].map((name) => text(1, name)),
    text(2, 'output'),
    text(4, 'MultiHeadAttention'),
    ...attributes.map((attribute) => message(5, attribute)),
    text(7, 'com.microsoft'),
  ];
  const graph = [
    message(1, node),
    text(2, 'attention'),
    message(11, tensor('query', ['batch', 'queries', 'width'])),
    message(11, tensor('key', ['batch', 'keys', 'width'])),
    message(11, tensor('value', ['batch', 'keys', 'value_width'])),
    message(12, tensor('output', ['batch', 'queries', 'value_width'])),
  ];
  const operatorSet = (domain, version) => message(8, [text(1, domain), number(2, version)]);
  const model = [number(1, 8), message(7, graph), operatorSet('', 17), operatorSet('com.microsoft', 1)];
  return Uint8Array.from(model.flat());
}

// ValueInfoProto: a float tensor whose dimensions have names instead of sizes.
function tensor(name, dimensions) {
  const shape = dimensions.map((dimension) => message(1, [text(2, dimension)]));
  return [text(1, name), message(2, [message(1, [number(1, 1), message(2, shape)])])];
}

// AttributeProto; its type is 1 for a float and 2 for an integer.
function integer(name, value) {
  return [text(1, name), number(3, value), number(20, 2)];
}

function float(name, value) {
  const bytes = new Uint8Array(Float32Array.of(value).buffer);
  return [text(1, name), [...key(2, 5), ...bytes], number(20, 1)];
}

// The wire format: a key (field number and wire type), then a varint, or a length and so many bytes.
const key = (field, type) => varint((field << 3) | type);
const number = (field, value) => [...key(field, 0), ...varint(value)];
const text = (field, value) => bytes(field, [...new TextEncoder().encode(value)]);
const message = (field, fields) => bytes(field, fields.flat());
const bytes = (field, content) => [...key(field, 2), ...varint(content.length), ...content];

function varint(value) {
  const groups = [];
  for (; value >= 128; value >>>= 7) groups.push((value & 127) | 128);
  return [...groups, value];
}
