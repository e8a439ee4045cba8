"""The encoder in PyTorch: layers, heads, and how a student takes over parts of a teacher (see README.md)."""
from typing import NamedTuple

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from corpora import DEVICE, LONGEST, SENTENCE, WEIGHTS

WIDTH, HEAD_SIZE = 384, 32


def read_pretrained():
    packed = np.load(WEIGHTS)
    weights = {}
    for key in packed.files:
        if key.endswith('|q'):
            scale = packed[key[:-2] + '|s'].astype(np.float32)
            weights[key[:-2]] = torch.tensor(packed[key].astype(np.float32) * scale[:, None])
        elif not key.endswith('|s'):
            weights[key] = torch.tensor(packed[key])
    return weights


PRETRAINED = read_pretrained()


def rounded(weight):
    """The weight as int8 with one scale a row would have it; gradients pass straight through."""
    scale = weight.detach().abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
    return weight + ((weight / scale).round().clamp(-127, 127) * scale - weight).detach()


class Linear(nn.Linear):
    round_weights = False

    def forward(self, x):
        return F.linear(x, rounded(self.weight) if self.round_weights else self.weight, self.bias)


class Layer(nn.Module):
    def __init__(self, heads=WIDTH // HEAD_SIZE, inner=4 * WIDTH):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (Linear(WIDTH, heads * HEAD_SIZE) for _ in range(3))
        self.out = Linear(heads * HEAD_SIZE, WIDTH)
        self.hidden, self.back = Linear(WIDTH, inner), Linear(inner, WIDTH)
        self.norm_attention, self.norm_hidden = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x, mask, drop):
        rows, length, _ = x.shape
        split = lambda part: part.view(rows, length, self.heads, -1).transpose(1, 2)
        q, k, v = (split(part(x)) for part in (self.query, self.key, self.value))
        seen = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.norm_attention(x + F.dropout(self.out(seen.transpose(1, 2).reshape(rows, length, -1)), drop, self.training))
        return self.norm_hidden(x + F.dropout(self.back(F.gelu(self.hidden(x))), drop, self.training))

    @torch.no_grad()
    def take_from(self, whole):
        """Takes over the heads and the inner units of a whole layer that have the largest product of norms."""
        each = lambda weight: weight.unflatten(0, (-1, HEAD_SIZE)).flatten(1).norm(dim=1)
        heads = kept_of(each(whole.value.weight) * each(whole.out.weight.T.contiguous()), self.heads)
        places = (heads[:, None] * HEAD_SIZE + torch.arange(HEAD_SIZE, device=heads.device)).flatten()
        units = kept_of(whole.hidden.weight.norm(dim=1) * whole.back.weight.norm(dim=0), self.hidden.out_features)
        for part, rows in ((self.query, places), (self.key, places), (self.value, places), (self.hidden, units)):
            theirs = getattr(whole, next(name for name, own in self.named_children() if own is part))
            part.weight.copy_(theirs.weight[rows])
            part.bias.copy_(theirs.bias[rows])
        for name, columns in (('out', places), ('back', units)):
            getattr(self, name).weight.copy_(getattr(whole, name).weight[:, columns])
            getattr(self, name).bias.copy_(getattr(whole, name).bias)
        for name in ('norm_attention', 'norm_hidden'):
            getattr(self, name).load_state_dict(getattr(whole, name).state_dict())


def kept_of(importance, count):
    return importance.topk(count).indices.sort().values


NAMES = {
    'attention.self.query': 'query', 'attention.self.key': 'key', 'attention.self.value': 'value', 'attention.output.dense': 'out',
    'intermediate.dense': 'hidden', 'output.dense': 'back', 'attention.output.LayerNorm': 'norm_attention', 'output.LayerNorm': 'norm_hidden',
}


class Shape(NamedTuple):
    """The layers of a teacher that a student takes over, how much of each it keeps, and after how many of them it may stop."""

    layers: tuple = tuple(range(12))
    heads: int = WIDTH // HEAD_SIZE
    inner: int = 4 * WIDTH
    early: int = 0
    # What the early heads count. Apart: they learn from the layers below them without changing them.
    share: float = 0.4
    apart: bool = False
    # What it counts in the first stage that the rows after each layer resemble those of the teacher.
    alike: float = 0.0


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.sentence = nn.Linear(2 * WIDTH, len(SENTENCE))
        self.token = nn.Linear(WIDTH, 2)
        for head in (self.sentence, self.token):
            nn.init.normal_(head.weight, std=0.02)
            nn.init.zeros_(head.bias)
        # Few words are marked: starting there keeps the words from dominating the first steps.
        nn.init.constant_(self.token.bias, -4.0)

    def forward(self, x, pooled, drop):
        return self.sentence(F.dropout(pooled, drop, self.training)), self.token(F.dropout(x, drop, self.training))


class Encoder(nn.Module):
    def __init__(self, shape=Shape()):
        super().__init__()
        self.shape = shape
        self.words = nn.Embedding.from_pretrained(PRETRAINED['embeddings.word_embeddings.weight'].clone(), freeze=False)
        places = PRETRAINED['embeddings.position_embeddings.weight'][:LONGEST] + PRETRAINED['embeddings.token_type_embeddings.weight'][0]
        self.places = nn.Parameter(places.clone())
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.norm.weight.data, self.norm.bias.data = (PRETRAINED[f'embeddings.LayerNorm.{end}'].clone() for end in ('weight', 'bias'))
        self.layers = nn.ModuleList(Layer(shape.heads, shape.inner) for _ in shape.layers)
        self.heads = Heads()
        self.early = Heads() if shape.early else None
        self.drop = 0.1
        self.round_weights = False

    def read(self, ids, lengths, longest, trace=None):
        """The rows after the layer where reading may stop (if there is one) and after the last, each with what is pooled of them."""
        ids = ids[:, :longest].long()
        seen = torch.arange(longest, device=ids.device)[None] < lengths[:, None]
        table = rounded(self.words.weight) if self.round_weights else self.words.weight
        x = self.norm(F.embedding(ids, table) + self.places[:longest])
        x = F.dropout(x, self.drop, self.training)
        mask = seen[:, None, None, :]
        inside = seen.float()
        found = []
        for count, layer in enumerate(self.layers, 1):
            x = layer(x, mask, self.drop)
            if trace is not None:
                trace.append(x)
            if count in (self.shape.early, len(self.layers)):
                rows = x.float()
                mean = (rows * inside[..., None]).sum(1) / inside.sum(1, keepdim=True)
                found.append((rows, torch.cat([rows[:, 0], mean], -1)))
        return found, seen

    def said(self, ids, lengths, longest, trace=None):
        """What all heads say, those after the last layer first: [(sentences, tokens)], and which places are seen."""
        found, seen = self.read(ids, lengths, longest, trace)
        said = [self.heads(*found[-1], self.drop)]
        if self.early is not None:
            said.append(self.early(*(part.detach() if self.shape.apart else part for part in found[0]), self.drop))
        return said, seen

    def forward(self, ids, lengths, longest):
        [(sentence, token), *_], seen = self.said(ids, lengths, longest)
        return sentence, token, seen

    def set_rounding(self, on):
        self.round_weights = on
        for part in self.modules():
            if isinstance(part, Linear):
                part.round_weights = on
        return self


def pretrained():
    model = Encoder()
    for at, layer in enumerate(model.layers):
        for theirs, ours in NAMES.items():
            for end in ('weight', 'bias'):
                getattr(getattr(layer, ours), end).data = PRETRAINED[f'encoder.layer.{at}.{theirs}.{end}'].clone()
    return model.to(DEVICE)


def student_of(model, shape):
    student = Encoder(shape).to(DEVICE)
    student.words.weight.data = model.words.weight.data.clone()
    student.places.data = model.places.data.clone()
    student.norm.load_state_dict(model.norm.state_dict())
    for layer, theirs in zip(student.layers, shape.layers):
        layer.take_from(model.layers[theirs])
    student.heads.load_state_dict(model.heads.state_dict())
    return student


def copy_of(model):
    twin = Encoder(model.shape)
    twin.load_state_dict(model.state_dict())
    return twin.to(DEVICE)
