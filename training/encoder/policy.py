"""Fits the head for statements of policy, and makes all heads treat both sides of a manifesto alike (see README.md).

    python3 policy.py DATA OUT ENCODER...

DATA is what export.ts wrote; each ENCODER is a weights file, which is written to OUT with other heads and the same layers. Nothing here is
random. Prints what a head says of each manifesto that it was not fitted on.
"""
import json
import os
import sys

import numpy as np
import torch
import torch.nn.functional as F

DATA, OUT, *FILES = sys.argv[1:]
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
LEAD, HEAD_SIZE, START, END = 8, 32, 2, 3
HEADS = ('news', 'wiki', 'group', 'opinion', 'good', 'bad', 'register', 'policy')
ALIGNMENT = 16
# Texts of other kinds, and every how many of their rows are taken.
OTHERS = {'babe': 1, 'wnc': 10, 'wikibias': 3, 'facts': 1, 'newssd': 1, 'groups': 8, 'identity': 1, 'articles': 4, 'technical': 10}
TWINS_EVERY = 12
# Of our own texts, those that are opinions or policies.
SIDED = ('onesided', 'policyLeft', 'policyRight', 'policyUnsided')
RIDGE, PENALTY, POLICY_SHARE = 0.05, 300.0, 0.3
LEVELLED = ('news', 'wiki', 'group', 'opinion')


class Weights:
    def __init__(self, path):
        self.bytes = bytearray(open(path, 'rb').read())
        self.length = int.from_bytes(self.bytes[4:LEAD], 'little')
        self.header = json.loads(self.bytes[LEAD : LEAD + self.length])
        self.tensors = {tensor['name']: tensor for tensor in self.header['tensors']}

    def array(self, name):
        tensor = self.tensors[name]
        kind = np.int8 if tensor['type'] == 'i8' else np.float32
        return np.frombuffer(self.bytes, kind, int(np.prod(tensor['shape'])), LEAD + self.length + tensor['at']).reshape(tensor['shape'])

    def get(self, name):
        value = self.array(name).astype(np.float32)
        scale = f'{name}.scale'
        return torch.tensor(value * self.array(scale)[:, None] if scale in self.tensors else value, device=DEVICE)

    def raw(self, tensor):
        start = LEAD + self.length + tensor['at']
        return self.bytes[start : start + int(np.prod(tensor['shape'])) * {'f32': 4}.get(tensor['type'], 1)]

    def write(self, path, changed, heads):
        """The same file with other heads, of which there may be more."""
        body, tensors = bytearray(), []
        for tensor in sorted(self.header['tensors'], key=lambda one: one['at']):
            raw, shape = self.raw(tensor), tensor['shape']
            if tensor['name'] in changed:
                value = np.ascontiguousarray(changed[tensor['name']].float().cpu().numpy())
                raw, shape = value.tobytes(), list(value.shape)
            body += b'\0' * (-len(body) % ALIGNMENT)
            tensors.append({**tensor, 'shape': shape, 'at': len(body)})
            body += raw
        text = json.dumps({**self.header, 'sentence': heads, 'tensors': tensors}, separators=(',', ':'), ensure_ascii=False).encode()
        text += b' ' * (-(len(text) + LEAD) % ALIGNMENT)
        with open(path, 'wb') as file:
            file.write(self.bytes[:4] + len(text).to_bytes(4, 'little') + text + body)


@torch.no_grad()
def pooled_of(weights, ids, lengths):
    """What is pooled after the layer of the early answer, and after the last."""
    get, header = weights.get, weights.header
    norm = lambda x, name: F.layer_norm(x, x.shape[-1:], get(f'{name}.weight'), get(f'{name}.bias'), 1e-12)
    linear = lambda x, name: F.linear(x, get(name), get(f'{name}.bias'))
    seen = torch.arange(ids.shape[1], device=DEVICE)[None] < lengths[:, None]
    x = norm(F.embedding(ids, get('words')) + get('places')[: ids.shape[1]], 'norm')
    found = []
    for layer in range(header['layers']):
        split = lambda part: part.unflatten(-1, (header['heads'], HEAD_SIZE)).transpose(1, 2)
        q, k, v = (split(linear(x, f'{layer}.{name}')) for name in ('query', 'key', 'value'))
        read = F.scaled_dot_product_attention(q, k, v, attn_mask=seen[:, None, None, :]).transpose(1, 2).flatten(2)
        x = norm(x + linear(read, f'{layer}.out'), f'{layer}.norm_attention')
        x = norm(x + linear(F.gelu(linear(x, f'{layer}.hidden')), f'{layer}.back'), f'{layer}.norm_hidden')
        if layer + 1 in (header['early'], header['layers']):
            inside = seen[..., None].float()
            found.append(torch.cat([x[:, 0], (x * inside).sum(1) / inside.sum(1)], -1).double())
    return found


def read_corpus(weights, name, every=1):
    lengths = np.fromfile(f'{DATA}/{name}.len', np.uint8).astype(np.int64)
    starts = np.cumsum(lengths) - lengths
    flat = np.fromfile(f'{DATA}/{name}.ids', np.uint16).astype(np.int64)
    rows = np.arange(0, len(lengths), every)
    parts = []
    for at in range(0, len(rows), 512):
        some = rows[at : at + 512]
        count = np.minimum(lengths[some], weights.header['places'] - 2)
        ids = np.zeros((len(some), count.max() + 2), np.int64)
        for row, (place, length) in enumerate(zip(starts[some], count)):
            ids[row, : length + 2] = [START, *flat[place : place + length], END]
        parts.append(pooled_of(weights, torch.tensor(ids, device=DEVICE), torch.tensor(count + 2, device=DEVICE)))
    column = lambda end, kind: np.fromfile(f'{DATA}/{name}.{end}', kind)[rows]
    return [torch.cat(part) for part in zip(*parts)], column('labels', np.float32), column('extra', np.float32), column('fold', np.uint8)


def logistic(x, y, weight, penalty=PENALTY):
    """Newton's method with a penalty on standardised columns; the weights and the intercept for x as it is."""
    mean, deviation = x.mean(0), x.std(0) + 1e-6
    z = torch.cat([(x - mean) / deviation, torch.ones(len(x), 1, device=DEVICE, dtype=x.dtype)], 1)
    ridge = torch.full((z.shape[1],), penalty, device=DEVICE, dtype=x.dtype)
    ridge[-1] = 1e-6
    point = torch.zeros_like(ridge)
    for _ in range(25):
        p = (z @ point).sigmoid()
        slope = z.T @ (weight * (p - y)) + ridge * point
        point -= torch.linalg.solve((z * (weight * p * (1 - p))[:, None]).T @ z + ridge.diag(), slope)
    return point[:-1] / deviation, point[-1] - (point[:-1] * mean / deviation).sum()


def sides_of(x, side, scale, book, chosen):
    """The difference of left and right within manifestos, by scale; each manifesto counts by how surely it is known."""
    found = []
    for wanted in (0, 1):
        total, shares = 0, 0
        for one in np.unique(book[chosen]):
            left, right = (torch.tensor(chosen & (scale == wanted) & (book == one) & (side == which), device=DEVICE) for which in (0, 1))
            if min(left.sum(), right.sum()) < 6:
                continue
            share = left.sum() * right.sum() / (left.sum() + right.sum())
            total, shares = total + share * (x[left].mean(0) - x[right].mean(0)), shares + share
        found.append(total / shares)
    return torch.stack(found, 1)


def fit(x, others, twins, policy, chosen, weight, bias):
    """The heads with the one for policy fitted on the chosen rows, and without what tells the sides apart."""
    side, scale, book = policy
    learned = torch.cat([x[torch.tensor(chosen, device=DEVICE)], others])
    y = torch.cat([torch.ones(int(chosen.sum())), torch.zeros(len(others))]).double().to(DEVICE)
    balance = torch.where(y > 0, POLICY_SHARE * len(others) / chosen.sum(), 1.0)
    weight, bias = weight.clone(), bias.clone()
    weight[HEADS.index('policy')], bias[HEADS.index('policy')] = logistic(learned, y, balance)
    apart = sides_of(x, side, scale, book, chosen)
    apart = torch.cat([apart, (twins[0].mean(0) - twins[1].mean(0))[:, None]], 1)
    usual = torch.cat([x, others])
    spread = torch.cov(usual.T)
    spread += RIDGE * spread.diagonal().mean() * torch.eye(len(spread), device=DEVICE, dtype=spread.dtype)
    direction = torch.linalg.solve(spread, apart)
    step = direction @ torch.linalg.inv(apart.T @ direction) @ apart.T
    # The level of all other texts stays.
    for head in (HEADS.index(name) for name in LEVELLED):
        moved = step @ weight[head]
        weight[head] -= moved
        bias[head] += usual.mean(0) @ moved
    return weight, bias


def main():
    for path in FILES:
        weights = Weights(path)
        policy, side, scale, book = read_corpus(weights, 'policy')
        kinds = np.array(json.load(open(f'{DATA}/own.kind')))
        unsided = torch.tensor(~np.isin(kinds, SIDED), device=DEVICE)
        own = [part[unsided] for part in read_corpus(weights, 'own')[0]]
        others = [torch.cat(part) for part in zip(own, *(read_corpus(weights, name, every)[0] for name, every in OTHERS.items()))]
        twins, _, lean, _ = read_corpus(weights, 'twins', TWINS_EVERY)
        both = [[part[torch.tensor(lean == which, device=DEVICE)] for which in (0, 1)] for part in twins]
        changed, said = {}, []
        babe = read_corpus(weights, 'babe')[0]
        for depth, prefix in ((1, ''), (0, 'early.')):
            parts = (policy[depth], others[depth], both[depth], (side, scale, book))
            heads = weights.get(f'{prefix}sentence.weight').double(), weights.get(f'{prefix}sentence.bias').double()
            for one in np.unique(book):
                weight, bias = fit(*parts, book != one, *heads)
                kept = torch.tensor(book == one, device=DEVICE)
                at = HEADS.index('policy')
                print(path, prefix, one, f'policy found {((policy[depth][kept] @ weight[at] + bias[at]) > 0).double().mean():.2f}', flush=True)
            weight, bias = fit(*parts, np.full(len(book), True), *heads)
            said.append((babe[depth] @ weight[HEADS.index('policy')] + bias[HEADS.index('policy')]).cpu().numpy())
            changed |= {f'{prefix}sentence.weight': weight, f'{prefix}sentence.bias': bias}
        weights.write(f'{OUT}/{os.path.basename(path)}', changed, HEADS)
        np.save(f'{OUT}/{os.path.basename(path)}.babe.npy', np.stack(said, 1).astype(np.float32))


if __name__ == '__main__':
    main()
