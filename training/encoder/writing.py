"""Writes a student as an int8 file (see README.md)."""
import json
import os

import numpy as np
from corpora import SENTENCE, say
from network import WIDTH

# Places that are written: the scorer reads longer sentences in parts.
PLACES = 96


def write_student(model, path):
    """JSON header, then tensors: int8 with one float32 scale a row for matrices, float32 for the rest, each at a multiple of 16."""
    tensors, blobs, at = [], [], 0

    def put(name, kind, array):
        nonlocal at
        raw = np.ascontiguousarray(array).tobytes()
        tensors.append({'name': name, 'type': kind, 'shape': list(array.shape), 'at': at})
        pad = -len(raw) % 16
        blobs.append(raw + b'\0' * pad)
        at += len(raw) + pad

    def put_matrix(name, weight):
        weight = weight.detach().float().cpu().numpy()
        scale = np.maximum(np.abs(weight).max(1), 1e-8) / 127
        put(name, 'i8', np.clip(np.rint(weight / scale[:, None]), -127, 127).astype(np.int8))
        put(f'{name}.scale', 'f32', scale.astype(np.float32))

    def put_vector(name, value):
        put(name, 'f32', value.detach().float().cpu().numpy())

    put_matrix('words', model.words.weight)
    put_vector('places', model.places[:PLACES])
    put_vector('norm.weight', model.norm.weight)
    put_vector('norm.bias', model.norm.bias)
    for at_layer, layer in enumerate(model.layers):
        for name in ('query', 'key', 'value', 'out', 'hidden', 'back'):
            put_matrix(f'{at_layer}.{name}', getattr(layer, name).weight)
            put_vector(f'{at_layer}.{name}.bias', getattr(layer, name).bias)
        for name in ('norm_attention', 'norm_hidden'):
            put_vector(f'{at_layer}.{name}.weight', getattr(layer, name).weight)
            put_vector(f'{at_layer}.{name}.bias', getattr(layer, name).bias)
    for prefix, heads in (('', model.heads), ('early.', model.early)):
        for name in ('sentence', 'token') if heads is not None else ():
            put_vector(f'{prefix}{name}.weight', getattr(heads, name).weight)
            put_vector(f'{prefix}{name}.bias', getattr(heads, name).bias)
    shape = {'width': WIDTH, 'heads': model.shape.heads, 'layers': len(model.layers), 'early': model.shape.early, 'places': PLACES}
    header = json.dumps({**shape, 'sentence': SENTENCE, 'tensors': tensors}).encode()
    header += b' ' * (-(len(header) + 8) % 16)
    with open(path, 'wb') as file:
        file.write(b'EQEN' + len(header).to_bytes(4, 'little') + header + b''.join(blobs))
    say(path, os.path.getsize(path), 'bytes')
