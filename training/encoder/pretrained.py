"""Packs a pretrained encoder for teach.py: whole numbers with one step a row (see README.md). numpy only.

    python3 pretrained.py MODEL.onnx KEPT.json OUT.npz

Of the word embeddings only the rows in KEPT.json stay. The weights of an exported BERT are called `onnx::MatMul_*` and stand
transposed; the name of the node that multiplies by each says which one it is.
"""
import json
import re
import sys

import numpy as np

# Steps in the root mean square of a row: about 5 bits a number, so that everything fits what the GPU's machine takes.
LAYERS_PART, WORDS_PART = 5, 3.5


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data):
    """The fields of one protocol-buffer message: number and value (bytes or integer)."""
    at, end = 0, len(data)
    while at < end:
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at : at + size], at + size
        else:
            size = 8 if kind == 1 else 4
            value, at = data[at : at + size], at + size
        yield key >> 3, value


def read_graph(path):
    graph = next(value for number, value in fields(memoryview(open(path, 'rb').read())) if number == 7)
    weights, readers = {}, {}
    for number, value in fields(graph):
        if number == 5:
            name, tensor = read_tensor(value)
            weights[name] = tensor
        elif number == 1:
            parts = list(fields(value))
            node = next((bytes(v).decode() for n, v in parts if n == 3), '')
            for source in (bytes(v).decode() for n, v in parts if n == 1):
                if source.startswith('onnx::MatMul_'):
                    readers[source] = node
    return weights, readers


def read_tensor(message):
    shape, name, raw, kind = [], '', b'', 1
    for number, value in fields(message):
        if number == 1:
            shape += [value] if isinstance(value, int) else unpack(value)
        elif number == 2:
            kind = value
        elif number == 8:
            name = bytes(value).decode()
        elif number == 9:
            raw = value
    return name, np.frombuffer(raw, np.float32).reshape(shape) if kind == 1 else None


def unpack(data):
    values, at = [], 0
    while at < len(data):
        value, at = varint(data, at)
        values.append(value)
    return values


def main():
    model, kept_file, out = sys.argv[1:4]
    kept = json.load(open(kept_file))
    weights, readers = read_graph(model)
    packed = {}
    for name, tensor in weights.items():
        if tensor is None:
            continue
        node = readers.get(name)
        if node is not None:
            found = re.search(r'encoder/layer\.(\d+)/(.+)/MatMul$', node)
            if not found:
                continue
            name, tensor = f"encoder.layer.{found[1]}.{found[2].replace('/', '.')}.weight", tensor.T
        if name == 'embeddings.word_embeddings.weight':
            tensor = tensor[kept]
        if tensor.ndim == 2:
            # The step is a fixed part of what is usual in the row, so that few bits say most numbers; none is cut off.
            usual = np.sqrt((tensor**2).mean(1))
            part = WORDS_PART if name == 'embeddings.word_embeddings.weight' else LAYERS_PART
            scale = np.maximum(np.maximum(usual / part, np.abs(tensor).max(1) / 127), 1e-8).astype(np.float16).astype(np.float32)
            packed[f'{name}|q'] = np.clip(np.rint(tensor / scale[:, None]), -127, 127).astype(np.int8)
            packed[f'{name}|s'] = scale.astype(np.float16)
        else:
            packed[name] = tensor
    np.savez_compressed(out, **packed)
    print(f'{len(packed)} arrays')


main()
