"""Fine-tunes the encoder on anno-lexical and the Wikipedia edits, and writes its votes on anno-lexical (see README.md)."""
import json
import math
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

WORK, VOTES = sys.argv[1:3]
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
PIECES_MAX = 96
# Steps, learning rate, edits and news sentences a step: five models that differ in more than their seed.
RUNS = [(2600, 3e-4, 256, 160), (1500, 3e-4, 256, 160), (2600, 1.5e-4, 256, 160), (2600, 3e-4, 256, 64), (4000, 3e-4, 384, 128)]
NEWS, EDITS = 0, 1
rng = torch.Generator()


def read_corpus(name):
    pieces = np.stack([np.fromfile(f'{WORK}/{name}.{case}', np.uint16).reshape(-1, PIECES_MAX) for case in ('lower', 'cased')])
    labels = np.fromfile(f'{WORK}/{name}.labels', np.uint8)
    held = np.fromfile(f'{WORK}/{name}.held', np.uint8).astype(bool)
    return torch.tensor(pieces.astype(np.int16)).to(DEVICE), torch.tensor(labels).float().to(DEVICE), held


def read_weights():
    raw = open(f'{WORK}/encoder.bin', 'rb').read()
    weights, at = {}, 0
    for entry in json.load(open(f'{WORK}/encoder.json')):
        count = math.prod(entry['shape'])
        weights[entry['name']] = torch.from_numpy(np.frombuffer(raw, np.float32, count, at).copy()).reshape(entry['shape'])
        at += 4 * count
    return weights


WEIGHTS = read_weights()


def weight(part):
    """The one weight with this in its name; the exporter put scopes before and after it."""
    (name,) = [name for name in WEIGHTS if part in name]
    return WEIGHTS[name]


def linear(kernel, bias):
    layer = nn.Linear(*kernel.shape)
    layer.weight.data, layer.bias.data = kernel.T.contiguous(), bias.clone()
    return layer


class Norm(nn.Module):
    def __init__(self, scope):
        super().__init__()
        self.scale, self.shift = (nn.Parameter(weight(f'{scope}/layer_norm_{end}').clone()) for end in ('scale', 'bias'))

    def forward(self, x):
        return F.layer_norm(x.float(), x.shape[-1:], self.scale, self.shift, 1e-6)


class Layer(nn.Module):
    def __init__(self, index, width, heads=4):
        super().__init__()
        here = f'/Layer_{index}/TransformerLayer/'
        self.width, self.heads = width, heads
        self.before_attention = Norm(f'{here}layer_prepostprocess/layer_norm')
        self.before_hidden = Norm(f'{here}FFN/layer_prepostprocess/layer_norm')
        attention = f'{here}MultiheadAttention/'
        self.qkv = linear(weight(f'{attention}qkv_transform_single/kernel')[0, 0], weight(f'{attention}qkv_transform_single/bias'))
        self.out = linear(weight(f'{attention}output_transform_single/kernel')[0, 0], weight(f'{attention}output_transform_single/bias'))
        self.hidden = linear(weight(f'{here}FFN/conv1/Tensordot/Reshape_1'), weight(f'{here}FFN/conv1/bias'))
        self.back = linear(weight(f'{here}FFN/conv2/Tensordot/Reshape_1'), weight(f'{here}FFN/conv2/bias'))
        self.widen = linear(weight(f'{here}dense/kernel'), weight(f'{here}dense/bias')) if index == 0 else nn.Identity()
        self.drop = nn.Dropout(0.1)

    def forward(self, x, mask):
        rows, length, _ = x.shape
        split = lambda part: part.view(rows, length, self.heads, -1).transpose(1, 2)
        q, k, v = (split(part) for part in self.qkv(self.before_attention(x)).split(self.width, -1))
        seen = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None, :])
        x = self.widen(x) + self.drop(self.out(seen.transpose(1, 2).reshape(rows, length, self.width)))
        return x + self.drop(self.back(self.drop(F.relu(self.hidden(self.before_hidden(x))))))


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding.from_pretrained(weight('module/Embeddings_en').clone(), freeze=False)
        self.register_buffer('frequencies', weight('TimingSignal/ExpandDims_1')[0])
        self.layers = nn.ModuleList([Layer(0, 256), Layer(1, 512)])
        self.mean = linear(weight('tanh_layer_0/weights'), weight('tanh_layer_0/bias'))
        self.drop, self.drop_more = nn.Dropout(0.1), nn.Dropout(0.2)
        self.heads = nn.Linear(1024, 2)
        nn.init.normal_(self.heads.weight, std=0.02)

    def forward(self, pieces):
        lengths = (pieces > 0).long().mul(torch.arange(1, pieces.shape[1] + 1, device=pieces.device)).amax(1).clamp(min=1)
        pieces = pieces[:, : int(lengths.max())].long()
        places = torch.arange(pieces.shape[1], device=pieces.device)
        mask = places[None] < lengths[:, None]
        angles = places.float()[:, None] * self.frequencies[None]
        x = self.drop(2 * self.embedding(pieces) + torch.cat([angles.sin(), angles.cos()], -1)[None]) * mask[..., None]
        for layer in self.layers:
            x = layer(x, mask)
        x = x.float()
        mean = torch.tanh(self.mean((x * mask[..., None]).sum(1) / lengths[:, None]))
        most = torch.tanh(x.masked_fill(~mask[..., None], -1e4).amax(1) / 4)
        return self.heads(self.drop_more(torch.cat([mean, most], -1)))


def some(rows, count):
    return rows[torch.randint(len(rows), (count,), generator=rng)].to(DEVICE)


def teach(seed, steps, rate, edits, news):
    torch.manual_seed(seed)
    rng.manual_seed(seed)
    model = Teacher().to(DEVICE).train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    slope = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda k: min(1, (k + 1) / 100) * max(0.02, 1 - k / steps))
    tasks = [(name, torch.tensor(np.where(~CORPORA[name][2])[0]), count, head) for name, count, head in (('annolexical', news, NEWS), ('wnc', edits, EDITS))]
    for _ in range(steps):
        loss = 0
        for name, rows, count, head in tasks:
            chosen = some(rows, count)
            pieces, labels, _ = CORPORA[name]
            # Half of the sentences in lower case, as all edits are: capitals must not tell the corpora apart.
            case = torch.randint(2, (count,), generator=rng).to(DEVICE)
            with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == 'cuda'):
                logits = model(pieces[case, chosen])
            loss = loss + F.binary_cross_entropy_with_logits(logits[:, head].float(), labels[chosen])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        slope.step()
    return model.eval()


@torch.no_grad()
def judge(model, name, head):
    pieces = CORPORA[name][0]
    return torch.cat([sum(model(case[at : at + 2048])[:, head].float() for case in pieces) / 2 for at in range(0, pieces.shape[1], 2048)])


def auroc(scores, labels):
    ranks = np.empty(len(scores))
    ranks[np.argsort(scores)] = np.arange(1, len(scores) + 1)
    yes = labels == 1
    return (ranks[yes].sum() - yes.sum() * (yes.sum() + 1) / 2) / (yes.sum() * (~yes).sum())


CORPORA = {name: read_corpus(name) for name in ('annolexical', 'wnc')}
totals = {'annolexical': 0, 'wnc': 0}
for seed, run in enumerate(RUNS):
    model = teach(seed, *run)
    for name, head in (('annolexical', NEWS), ('wnc', EDITS)):
        totals[name] = totals[name] + judge(model, name, head) / len(RUNS)
    print(f'model {seed + 1} of {len(RUNS)}', flush=True)
for name, logits in totals.items():
    _, labels, held = CORPORA[name]
    print(f'{name}, rows kept back: AUROC {auroc(logits.cpu().numpy()[held], labels.cpu().numpy()[held]):.3f}')
np.rint(255 * totals['annolexical'].sigmoid().cpu().numpy()).astype(np.uint8).tofile(VOTES)
