"""Fine-tunes teachers, teaches students by their votes, and writes the students as int8 files (see README.md).

    python3 teach.py DATA WEIGHTS OUT [prepare | learn]

DATA is what export.ts wrote, WEIGHTS the packed encoder. The two halves can run one after the other, where a command has a time limit. Seeds are pinned; results are equal to within the noise of a GPU.
"""
import json
import math
import os
import subprocess
import sys
import time
from typing import NamedTuple

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

DATA, WEIGHTS, OUT = sys.argv[1:4]
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
WIDTH, HEAD_SIZE, LONGEST = 384, 32, 128
SENTENCE = ('news', 'wiki', 'group', 'opinion', 'good', 'bad', 'register')
NEWS, WIKI, GROUP, OPINION, GOOD, BAD, REGISTER = range(7)
# PACE=0.01 runs every stage for a moment, to try a change without a GPU.
PACE = float(os.environ.get('PACE', 1))
STARTED = time.time()
torch.backends.cuda.matmul.allow_tf32 = True


def paced(steps):
    return max(2, math.ceil(PACE * steps))


def say(*words):
    print(f'{time.time() - STARTED:6.0f} s', *words, flush=True)


# ---- data


class Corpus:
    def __init__(self, name):
        lengths = np.fromfile(f'{DATA}/{name}.len', np.uint8).astype(np.int64)
        flat = np.fromfile(f'{DATA}/{name}.ids', np.uint16)
        ids = np.zeros((len(lengths), LONGEST), np.int16)
        marks = np.zeros((len(lengths), LONGEST), np.uint8)
        flat_marks = np.fromfile(f'{DATA}/{name}.marks', np.uint8) if os.path.exists(f'{DATA}/{name}.marks') else None
        row = np.repeat(np.arange(len(lengths)), lengths)
        place = np.arange(len(flat)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + 1
        ids[:, 0] = 2
        ids[row, place] = flat
        ids[np.arange(len(lengths)), lengths + 1] = 3
        if flat_marks is not None:
            marks[row, place] = flat_marks
        self.ids = torch.tensor(ids, device=DEVICE)
        self.marks = torch.tensor(marks, device=DEVICE)
        self.host_lengths = lengths + 2
        self.lengths = torch.tensor(lengths + 2, device=DEVICE)
        self.label = torch.tensor(np.fromfile(f'{DATA}/{name}.labels', np.float32), device=DEVICE)
        self.extra = torch.tensor(np.fromfile(f'{DATA}/{name}.extra', np.float32), device=DEVICE)
        self.fold = np.fromfile(f'{DATA}/{name}.fold', np.uint8)
        self.count = len(lengths)


def pairs_of(pair, label):
    rows = TRAIN['wnc'][pair[TRAIN['wnc']] >= 0]
    before = {pair[row]: row for row in rows if label[row] > 0.5}
    after = {pair[row]: row for row in rows if label[row] <= 0.5}
    return np.array([(before[key], after[key]) for key in sorted(before.keys() & after.keys())])


CORPORA = {n: Corpus(n) for n in ('babe', 'anno', 'wnc', 'groups', 'facts', 'tone', 'twins', 'docs', 'issue', 'wikibias', 'own')}
KINDS = json.load(open(f'{DATA}/own.kind'))
babe, anno, wnc, groups, facts, tone, twins, own = (CORPORA[n] for n in ('babe', 'anno', 'wnc', 'groups', 'facts', 'tone', 'twins', 'own'))
# Half what readers said one by one, half what they said together; students also learn what their teachers say.
babe.target = 0.5 * babe.label + 0.5 * babe.extra
# Of our own texts a tenth only judges; patterns are not counted.
OWN_HELD = np.array([kind != 'pattern' and fold < 2 for kind, fold in zip(KINDS, own.fold)])
own_rows = {k: np.array([i for i, x in enumerate(KINDS) if x == k and not OWN_HELD[i]]) for k in set(KINDS)}
# Rows that train; the others only judge.
TRAIN = {
    'anno': np.where(anno.fold != 0)[0],
    'wnc': np.where(wnc.fold != 0)[0],
    'groups': np.where(groups.fold > 1)[0],
    'facts': np.where(facts.fold > 3)[0],
    'tone': np.where(np.arange(tone.count) % 10 != 0)[0],
    'twins': np.where((twins.fold % 2 == 0) & (twins.fold < 18))[0],
    'own': np.where(~OWN_HELD)[0],
}
# Statements of both sides: those that train by side, and those that only judge.
SIDES = {side: TRAIN['twins'][twins.extra.cpu().numpy()[TRAIN['twins']] == side] for side in (0, 1)}
HELD_TWINS = np.where((twins.fold % 2 == 1) & (twins.fold < 18))[0]
# Hostile rows of the groups corpus are one in six: they are drawn as often as the others.
GROUP_ROWS = {y: TRAIN['groups'][groups.label.cpu().numpy()[TRAIN['groups']] == y] for y in (0, 1)}

# Both sentences of an edit of Wikipedia: as it was, and as it became. Pairs are kept back as a whole.
WNC_PAIRS = pairs_of(np.fromfile(f'{DATA}/wnc.pair', np.int32), wnc.label.cpu().numpy())
# Pieces a row may have in training on labels: the scorer reads longer sentences in parts.
TRAINED_LONGEST = 64

# What each of our own kinds says to the heads: group, opinion (None: nothing).
CALM = dict.fromkeys(('aboutGroupsToo', 'instructions', 'technical', 'shortPlain'), 0.0)
POLICY = dict.fromkeys(('policyLeft', 'policyRight', 'policyUnsided'), 0.0)
OWN_GROUP = {'prejudice': 1.0, 'hateful': 1.0, 'denied': 0.0, 'kind': 0.0, 'literal': 0.0, 'aboutGroups': 0.0, 'plain': 0.0, 'pattern': 0.0, 'short': 0.0, 'mild': 0.0, 'onesided': 0.05, 'counter': 0.0, **CALM, **POLICY}
OWN_OPINION = {'onesided': 1.0, 'plain': 0.0, 'pattern': 0.0, 'short': 0.0, 'aboutGroups': 0.0, 'loaded': 0.8, 'mild': 0.5, 'prejudice': 0.8, 'literal': 0.0, **CALM, **dict.fromkeys(POLICY, 1.0)}
# How often each kind is drawn.
OWN_SHARE = {'plain': 24, 'loaded': 14, 'mild': 16, 'hateful': 18, 'denied': 8, 'kind': 4, 'literal': 10, 'onesided': 10, 'prejudice': 12, 'aboutGroups': 10, 'attacks': 12, 'short': 3, 'pattern': 10,
             'aboutGroupsToo': 14, 'counter': 12, 'instructions': 6, 'technical': 6, 'shortPlain': 5, 'policyLeft': 4, 'policyRight': 4, 'policyUnsided': 4}
OWN_KINDS = sorted(own_rows)
OWN_CHANCES = np.array([OWN_SHARE[kind] for kind in OWN_KINDS]) / sum(OWN_SHARE[kind] for kind in OWN_KINDS)
# Opinions in plain words are the opinion head's alone: as news they would teach that short plain statements are loaded.
own_news = torch.tensor([float(k != 'onesided' and k not in POLICY) for k in KINDS], device=DEVICE)
own_group = torch.tensor([OWN_GROUP.get(k, -1.0) for k in KINDS], device=DEVICE)
own_opinion = torch.tensor([OWN_OPINION.get(k, -1.0) for k in KINDS], device=DEVICE)

# ---- model


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


# ---- losses on labels

BCE = F.binary_cross_entropy_with_logits
# What it counts that the sentence before an edit stands above the one after it.
PAIR_SHARE = float(os.environ.get('PAIR_SHARE', 0.5))


def masked_mean(loss, weight):
    return (loss * weight).sum() / weight.sum().clamp(min=1)


def any_word(tokens, seen, lengths):
    """The logit that any word is loaded, from the logits of the words alone (no marks needed)."""
    inside = seen.clone()
    inside[:, 0] = False
    inside.scatter_(1, (lengths - 1).clamp(max=seen.shape[1] - 1)[:, None], False)
    quiet = (F.logsigmoid(-tokens[..., 0]) * inside).sum(1).clamp(max=-1e-4)
    return torch.log1p(-quiet.exp()).clamp(min=-20) - quiet


def loss_on(name, rows, out):
    corpus = CORPORA[name]
    sentence, tokens, seen = out
    label = corpus.label[rows]
    zeros = torch.zeros_like(label)
    # Whether a sentence reads like a reference work: Wikipedia's do, news, forums and opinions do not.
    is_reference, not_reference = (0.3 * BCE(sentence[:, REGISTER], zeros + share) for share in (0.98, 0.02))
    if name == 'anno':
        return BCE(sentence[:, NEWS], label) + 0.2 * BCE(any_word(tokens, seen, corpus.lengths[rows]), label) + not_reference
    if name == 'wnc':
        marks = corpus.marks[rows][:, : seen.shape[1]].float()
        marked = (marks.sum(1, keepdim=True) > 0).float() * seen.float()
        quiet = (label == 0).float()
        elsewhere = masked_mean(BCE(sentence[:, OPINION], zeros, reduction='none') + BCE(sentence[:, GROUP], zeros, reduction='none'), quiet)
        removed = masked_mean(BCE(tokens[..., 1], marks, reduction='none'), marked)
        pairs = len(rows) // 8
        apart = F.softplus(sentence[pairs : 2 * pairs, WIKI] - sentence[:pairs, WIKI]).mean()
        return BCE(sentence[:, WIKI], label) + PAIR_SHARE * apart + removed + 0.2 * elsewhere + is_reference
    if name == 'groups':
        return BCE(sentence[:, GROUP], label) + not_reference
    if name == 'facts':
        return BCE(sentence[:, NEWS], zeros + 0.08) + sum(BCE(sentence[:, head], zeros) for head in (GROUP, OPINION, GOOD, BAD))
    if name == 'tone':
        kind = corpus.extra[rows]
        return BCE(sentence[:, GOOD], (kind == 2).float()) + BCE(sentence[:, BAD], (kind == 0).float()) + not_reference
    if name == 'twins':
        return not_reference + BCE(sentence[:, OPINION], zeros + 0.95) + 0.2 * BCE(sentence[:, GROUP], zeros + 0.05)
    if name == 'own':
        total = masked_mean(BCE(sentence[:, NEWS], label, reduction='none'), own_news[rows])
        for head, wanted in ((GROUP, own_group[rows]), (OPINION, own_opinion[rows])):
            total = total + masked_mean(BCE(sentence[:, head], wanted.clamp(min=0), reduction='none'), (wanted >= 0).float())
        return total
    marks = corpus.marks[rows][:, : seen.shape[1]].float()
    return not_reference + BCE(sentence[:, NEWS], babe.target[rows]) + masked_mean(BCE(tokens[..., 0], marks, reduction='none'), seen.float())


def draw(name, count, rng, allowed):
    if name == 'groups':
        return np.concatenate([rng.choice(GROUP_ROWS[1], count // 2), rng.choice(GROUP_ROWS[0], count - count // 2)])
    if name == 'wnc':
        # An eighth before an edit, the same sentences after it, then anything.
        pairs = WNC_PAIRS[rng.integers(len(WNC_PAIRS), size=count // 8)]
        return np.concatenate([pairs[:, 0], pairs[:, 1], rng.choice(TRAIN['wnc'], count - 2 * len(pairs))])
    if name == 'own':
        picked = rng.choice(len(OWN_KINDS), count, p=OWN_CHANCES)
        return np.array([own_rows[OWN_KINDS[k]][rng.integers(len(own_rows[OWN_KINDS[k]]))] for k in picked])
    return rng.choice(allowed.get(name, TRAIN.get(name)), count)


WEIGHT = {'babe': 1.0, 'anno': 1.0, 'wnc': 0.7, 'groups': 0.4, 'own': 0.4, 'twins': 0.2, 'tone': 0.4, 'facts': 0.2}
ALL_IDS = torch.cat([corpus.ids for corpus in CORPORA.values()])
ALL_LENGTHS = torch.cat([corpus.lengths for corpus in CORPORA.values()])
FIRST_ROW = dict(zip(CORPORA, np.cumsum([0] + [corpus.count for corpus in CORPORA.values()])))


# The heads are new and small: they learn this many times faster than the layers.
HEAD_RATE = 10


def groups_of(model, rate):
    heads = [p for heads in (model.heads, model.early) if heads is not None for p in heads.parameters()]
    known = {id(p) for p in heads}
    layers = [p for p in model.parameters() if id(p) not in known]
    return [
        {'params': [p for p in layers if p.ndim > 1], 'weight_decay': 0.01},
        {'params': [p for p in layers if p.ndim <= 1], 'weight_decay': 0.0},
        {'params': heads, 'weight_decay': 0.01, 'lr': rate * HEAD_RATE},
    ]


def run_labels(model, *, seed, steps, rate, mix, allowed={}, warm=0.06):
    """Trains on labels: each step draws so many rows of each corpus."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model.train()
    steps = paced(steps)
    optimiser = torch.optim.AdamW(groups_of(model, rate), lr=rate, fused=True)
    slope = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda k: min(1, (k + 1) / max(1, warm * steps)) * max(0.0, 1 - k / steps))
    for _ in range(steps):
        picked = {name: draw(name, count, rng, allowed) for name, count in mix.items()}
        longest = {name: min(LONGEST if name == 'babe' else TRAINED_LONGEST, int(CORPORA[name].host_lengths[rows].max())) for name, rows in picked.items()}
        flat = torch.tensor(np.concatenate([FIRST_ROW[name] + rows for name, rows in picked.items()]), device=DEVICE)
        lengths = ALL_LENGTHS[flat].clamp(max=max(longest.values()))
        with torch.autocast(DEVICE, dtype=torch.bfloat16):
            said, seen = model.said(ALL_IDS[flat], lengths, max(longest.values()))
        loss = 0
        for (sentence, tokens), share in zip(said, (1, model.shape.share)):
            at = 0
            for name, rows in picked.items():
                part = slice(at, at + len(rows))
                out = sentence[part].float(), tokens[part][:, : longest[name]].float(), seen[part][:, : longest[name]]
                loss = loss + share * WEIGHT[name] * loss_on(name, flat[part] - FIRST_ROW[name], out)
                at += len(rows)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        slope.step()
    return model.eval()


# ---- votes

VOTED = ('anno', 'wnc', 'groups', 'facts', 'tone', 'twins', 'docs', 'issue', 'own')
POOL_IDS = torch.cat([CORPORA[n].ids for n in VOTED])
POOL_LENGTHS = torch.cat([CORPORA[n].lengths for n in VOTED])
# Kept-back rows are not voted on either.
KEPT_BACK = np.concatenate([np.isin(np.arange(CORPORA[n].count), TRAIN[n]) if n in TRAIN else np.full(CORPORA[n].count, True) for n in VOTED])
POOL_ROWS = np.where(KEPT_BACK)[0]


@torch.no_grad()
def outputs(model, ids, lengths, with_tokens=False, early=False, batch=1024):
    """Sentence logits (and token logits) of many rows, shortest first so that little is padding."""
    order = torch.argsort(lengths)
    sentence = torch.empty(len(ids), len(SENTENCE), device=DEVICE)
    tokens = torch.zeros(len(ids), LONGEST, 2, device=DEVICE, dtype=torch.float16) if with_tokens else None
    for at in range(0, len(ids), batch):
        rows = order[at : at + batch]
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=model.places.dtype == torch.float32):
            said, _ = model.said(ids[rows], lengths[rows], int(lengths[rows[-1]]))
        s, t = said[1 if early else 0]
        sentence[rows] = s.float()
        if with_tokens:
            tokens[rows, : t.shape[1]] = t.half()
    return sentence, tokens


# The places of the statements of both sides in the pool.
POOL_SIDES = {side: FIRST_ROW['twins'] - babe.count + rows for side, rows in SIDES.items()}


def noisy(ids, lengths, seed):
    """The same rows, each cut to a part and with some of its words replaced by others, so that votes are asked on more texts."""
    rng = np.random.default_rng(seed)
    ids, lengths = ids.cpu().numpy(), lengths.cpu().numpy()
    words = ALL_IDS[rng.choice(len(ALL_IDS), 20_000)].cpu().numpy()
    words = words[words > 3]
    out = np.zeros_like(ids)
    new_lengths = np.zeros_like(lengths)
    for row, length in enumerate(lengths):
        inside = ids[row, 1 : length - 1].copy()
        if rng.random() < 0.5:
            kept = max(4, int(len(inside) * rng.uniform(0.4, 1)))
            start = rng.integers(0, max(1, len(inside) - kept + 1))
            inside = inside[start : start + kept]
        swapped = rng.random(len(inside)) < rng.uniform(0, 0.25)
        inside[swapped] = rng.choice(words, swapped.sum())
        out[row, 0] = 2
        out[row, 1 : len(inside) + 1] = inside
        out[row, len(inside) + 1] = 3
        new_lengths[row] = len(inside) + 2
    return torch.tensor(out, device=DEVICE), torch.tensor(new_lengths, device=DEVICE)


class Votes(NamedTuple):
    ids: torch.Tensor
    lengths: torch.Tensor
    sentence: torch.Tensor
    tokens: torch.Tensor


def halved(model):
    half = copy_of(model).eval().half()
    half.heads.float()
    return half


def vote(voters, ids, lengths):
    """The mean of what several teachers say, in half precision."""
    said = [outputs(halved(voter), ids, lengths, True) for voter in voters]
    return Votes(ids, lengths, sum(s for s, _ in said) / len(said), sum(t for _, t in said) / len(said))


def with_news(votes, news):
    """The news teachers vote on news and on loaded words; all else stays."""
    theirs = vote(news, votes.ids, votes.lengths)
    sentence, tokens = votes.sentence.clone(), votes.tokens.clone()
    sentence[:, NEWS], tokens[..., 0] = theirs.sentence[:, NEWS], theirs.tokens[..., 0]
    return votes._replace(sentence=sentence, tokens=tokens)


def without_sides(votes, sides):
    """The votes with the mean of each head but those for tone the same for statements of both sides, which stand at `sides`."""
    gap = votes.sentence[sides[1]].mean(0) - votes.sentence[sides[0]].mean(0)
    gap[[GOOD, BAD]] = 0
    for side, share in zip(sides, (0.5, -0.5)):
        votes.sentence[side] += share * gap
    return votes


def joined(*votes):
    return Votes(*(torch.cat(part) for part in zip(*votes)))


# What each head counts in the votes: news is what most callers send.
HEAD_SHARE = torch.tensor([3.0, 1.5, 1.0, 1.0, 0.5, 0.5, 0.3], device=DEVICE)


LEARN_SECONDS = float(os.environ.get('LEARN_SECONDS', 'inf'))


# Rows of more pieces are not voted on by students: the scorer reads longer sentences in parts.
VOTED_LONGEST = 96


def unlike(ours, theirs, seen, layers):
    """How far the rows after each layer of a student are from those of the teacher's layer it comes from."""
    inside = seen.float()[..., None]
    off = lambda a, b: ((a.float() - b.float()) ** 2 * inside).sum() / (b.float() ** 2 * inside).sum()
    return sum(off(row, theirs[layer]) for row, layer in zip(ours, layers)) / len(ours)


def learn_votes(student, votes, *, seed, steps, rate, model=None, batch=768):
    ids, lengths, wanted, wanted_tokens = votes
    began = time.time()
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    student.train()
    student.drop = 0.05
    steps = paced(steps)
    optimiser = torch.optim.AdamW(student.parameters(), lr=rate, weight_decay=0.01, fused=True)
    host_lengths = lengths.cpu().numpy()
    order = torch.argsort(lengths + torch.rand(len(ids), device=DEVICE) * 4).cpu().numpy()
    order = order[host_lengths[order] <= VOTED_LONGEST]
    count = len(order) // batch
    for step in range(steps):
        # Where time is short the rate falls with the time instead of the steps.
        done = max(step / steps, (time.time() - began) / LEARN_SECONDS)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group['lr'] = rate * min(1, done / 0.05 + 0.01) * (1 - done)
        at = int(rng.integers(count)) * batch
        chosen = torch.tensor(order[at : at + batch], device=DEVICE)
        longest = int(host_lengths[order[at : at + batch]].max())
        with torch.autocast(DEVICE, dtype=torch.bfloat16):
            ours, theirs = [], []
            said, seen = student.said(ids[chosen], lengths[chosen], longest, ours)
            if model is not None:
                with torch.no_grad():
                    model.read(ids[chosen], lengths[chosen], longest, theirs)
        loss = 0 if model is None else (1 - done) * student.shape.alike * unlike(ours, theirs, seen, student.shape.layers)
        for (sentence, tokens), share in zip(said, (1, student.shape.share)):
            target = wanted[chosen]
            apart = BCE(sentence.float(), target.sigmoid(), reduction='none') + 0.05 * (sentence.float() - target.clamp(-8, 8)) ** 2
            target = wanted_tokens[chosen][:, : tokens.shape[1]].float()
            words = masked_mean(BCE(tokens.float(), target.sigmoid(), reduction='none').sum(-1), seen.float())
            loss = loss + share * ((apart.mean(0) * HEAD_SHARE).sum() + 2 * words)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimiser.step()
    say(f'{step + 1} steps in {time.time() - began:.0f} s')
    return student.eval()


# ---- both sides alike


@torch.no_grad()
def pooled_of(model, corpus, rows, which):
    parts = []
    for at in range(0, len(rows), 2048):
        place = torch.tensor(rows[at : at + 2048], device=DEVICE)
        with torch.autocast(DEVICE, dtype=torch.bfloat16):
            found, _ = model.read(corpus.ids[place], corpus.lengths[place], int(corpus.lengths[place].max()))
        parts.append(found[which][1].float())
    return torch.cat(parts).double()


def close_gap(model):
    """Statements of the right and their counterparts of the left get the same mean from each head.

    The heads are linear, so the smallest change of what they say of news that closes a gap can be computed: it follows the difference
    of the sides, divided by how much texts vary in each direction. Only the half of the pairs that trains is used.
    """
    for which, heads in ((-1, model.heads), (0, model.early)):
        if heads is None:
            continue
        left, right = (pooled_of(model, twins, SIDES[side], which) for side in (0, 1))
        apart = right.mean(0) - left.mean(0)
        usual = pooled_of(model, anno, TRAIN['anno'][::3], which)
        usual = usual - usual.mean(0)
        spread = usual.T @ usual / len(usual)
        spread += 1e-3 * spread.diagonal().mean() * torch.eye(len(spread), device=DEVICE)
        direction = torch.linalg.solve(spread, apart)
        for head in (NEWS, WIKI, GROUP, OPINION):
            weight = heads.sentence.weight.data[head]
            weight -= (direction * (weight.double() @ apart) / (direction @ apart)).float()
    return model


def gap_of(model):
    s, _ = outputs(model, twins.ids[HELD_TWINS], twins.lengths[HELD_TWINS])
    right = twins.extra[HELD_TWINS] == 1
    apart = (s[right].mean(0) - s[~right].mean(0)).tolist()
    return 'right - left ' + ' '.join(f'{name} {value:+.2f}' for name, value in zip(SENTENCE, apart))


# ---- judging


def auroc(scores, labels):
    scores, labels = np.asarray(scores, np.float64), np.asarray(labels) > 0.5
    ranks = np.empty(len(scores))
    ranks[np.argsort(scores)] = np.arange(1, len(scores) + 1)
    return (ranks[labels].sum() - labels.sum() * (labels.sum() + 1) / 2) / max(1, labels.sum() * (~labels).sum())


def macro_f1(scores, labels, cut=0.0):
    said, labels = np.asarray(scores) > cut, np.asarray(labels) > 0.5
    f1 = lambda a, b: 2 * (a & b).sum() / max(1, a.sum() + b.sum())
    return (f1(said, labels) + f1(~said, ~labels)) / 2


def judge_babe(sentence, tokens, rows):
    label = babe.extra.cpu().numpy()[rows]
    s = sentence[:, NEWS].cpu().numpy()
    best = max(macro_f1(s, label, cut) for cut in np.quantile(s, np.linspace(0.2, 0.8, 61)))
    hits, asked = 0, 0
    marks = babe.marks.cpu().numpy()[rows]
    word = tokens[..., 0].float().cpu().numpy()
    lengths = babe.lengths.cpu().numpy()[rows]
    for i in range(len(rows)):
        if label[i] > 0.5 and marks[i].any():
            asked += 1
            hits += int(marks[i][1 + int(np.argmax(word[i, 1 : lengths[i] - 1]))])
    return f'AUROC {auroc(s, label):.4f} F1 {macro_f1(s, label):.4f} (best {best:.4f}) first word {hits / max(1, asked):.3f}'


def judge_all(title, model, with_babe):
    parts = []
    if with_babe:
        s, t = outputs(model, babe.ids, babe.lengths, True)
        parts.append('babe ' + judge_babe(s, t, np.arange(babe.count)))
    s, _ = outputs(model, wnc.ids[np.where(wnc.fold == 0)[0]], wnc.lengths[np.where(wnc.fold == 0)[0]])
    parts.append(f'wnc {auroc(s[:, WIKI].cpu(), wnc.label.cpu().numpy()[wnc.fold == 0]):.3f} (news {auroc(s[:, NEWS].cpu(), wnc.label.cpu().numpy()[wnc.fold == 0]):.3f})')
    s, _ = outputs(model, CORPORA['wikibias'].ids, CORPORA['wikibias'].lengths)
    label = CORPORA['wikibias'].label.cpu().numpy()
    parts.append(f'wikibias {auroc(s[:, WIKI].cpu(), label):.3f} (news {auroc(s[:, NEWS].cpu(), label):.3f})')
    held = np.where(groups.fold <= 1)[0]
    s, _ = outputs(model, groups.ids[held], groups.lengths[held])
    parts.append(f'groups {auroc(s[:, GROUP].cpu(), groups.label.cpu().numpy()[held]):.3f}')
    held = np.where(np.arange(tone.count) % 10 == 0)[0]
    s, _ = outputs(model, tone.ids[held], tone.lengths[held])
    kind = tone.extra.cpu().numpy()[held]
    sided = kind != 1
    parts.append(f'tone {auroc((s[:, GOOD] - s[:, BAD]).cpu().numpy()[sided], kind[sided] == 2):.3f}')
    s, _ = outputs(model, twins.ids[HELD_TWINS], twins.lengths[HELD_TWINS])
    held = np.where(facts.fold <= 3)[0]
    f, _ = outputs(model, facts.ids[held], facts.lengths[held])
    both = torch.cat([s[:, OPINION], f[:, OPINION]]).cpu().numpy()
    parts.append(f'opinion {auroc(both, np.r_[np.ones(len(s)), np.zeros(len(f))]):.3f}; news on facts {f[:, NEWS].sigmoid().mean():.3f}, twins {s[:, NEWS].sigmoid().mean():.3f}; {gap_of(model)}')
    say(title, '|', '; '.join(parts), '|', judge_own(model))


def judge_own(model):
    """Of our own texts that only judge: the mean probability of loaded and of hostile, by kind."""
    held = np.where(OWN_HELD)[0]
    s, _ = outputs(model, own.ids[held], own.lengths[held])
    p = s.sigmoid().cpu().numpy()
    kinds = np.array(KINDS)[held]
    return ' '.join(f'{kind} {p[kinds == kind, NEWS].mean():.2f}/{p[kinds == kind, GROUP].mean():.2f}' for kind in sorted(set(kinds)))


# ---- writing

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


# ---- the run

FOLDS = 5
OTHERS = {'wnc': 256, 'anno': 16, 'groups': 24, 'own': 40, 'twins': 16, 'tone': 24, 'facts': 8}
REPLAY = {'wnc': 32, 'groups': 12, 'own': 24, 'twins': 6, 'tone': 12, 'facts': 4}
SEEDS, OTHER_SEEDS = 3, 2
OTHER_STEPS, FIRST_STEPS, TUNED_STEPS = 2400, 2400, 3600
# How many altered copies of anno-lexical are voted on; of our own texts twice as many, of BABE eight times.
COPIES = 3
# Rows of the corpora that are no news which all students learn from; the first student learns from all rows.
REST = 100_000
STUDENT = Shape(layers=(0, 2, 4, 6, 9, 11), early=3, inner=384, share=1.0, apart=True, alike=1.0)
# So many students that learned the labels in different orders are averaged into one.
SOUP = 4
ALL = 'all'


def teach_news(seed):
    teacher = run_labels(pretrained(), seed=seed, steps=500, rate=1e-4, mix={'anno': 192, 'own': 24, 'facts': 8})
    judge_all(f'news teacher {seed}', teacher, True)
    torch.save(teacher.state_dict(), f'{OUT}/news-{seed}.pt')


def teach_others(seed):
    teacher = run_labels(pretrained(), seed=7 + seed, steps=OTHER_STEPS, rate=1e-4, mix=OTHERS)
    judge_all(f'other teacher {seed}', teacher, False)
    torch.save(teacher.state_dict(), f'{OUT}/others-{seed}.pt')


def read_model(name, shape=Shape()):
    model = Encoder(shape)
    model.load_state_dict(torch.load(f'{OUT}/{name}.pt', map_location='cpu'))
    return model.to(DEVICE).eval()


def read_news():
    return [read_model(f'news-{seed}') for seed in range(SEEDS)]


def read_others():
    return [read_model(f'others-{seed}') for seed in range(OTHER_SEEDS)]


def rows_of(fold):
    """The rows of BABE whose labels a fold may see; those that ship see all."""
    return np.arange(babe.count) if fold == ALL else np.where(babe.fold != fold)[0]


def tune(fold):
    """The news teachers of one fold, who never see its labels."""
    rows = rows_of(fold)
    tuned = []
    for seed, teacher in enumerate(read_news()):
        # BABE alone: eight rows of anno-lexical beside each 32 cost 0.01 of AUROC.
        steps = math.ceil(3 * len(rows) / 32)
        tuned.append(run_labels(teacher, seed=10 + seed, steps=steps, rate=3e-5, mix={'babe': 32}, allowed={'babe': rows}))
        torch.save(tuned[-1].state_dict(), f'{OUT}/tuned-{fold}-{seed}.pt')
    if fold != ALL:
        held = np.where(babe.fold == fold)[0]
        say(f'fold {fold}: teachers', judge_babe(*mean_of(tuned, held), held))


def vote_first():
    """What the teachers that never saw BABE say of all rows, and of altered copies of the news and of our own texts."""
    rng = np.random.default_rng(5)
    others = read_others()
    mine = torch.tensor(TRAIN['own'], device=DEVICE)
    anno_rows = np.where(KEPT_BACK[: anno.count])[0]
    sided = np.concatenate([POOL_SIDES[0], POOL_SIDES[1]])
    rest = rng.permutation(np.setdiff1d(POOL_ROWS[POOL_ROWS >= anno.count], sided))
    order = np.concatenate([sided, anno_rows, rest[:REST]])
    parts = [vote(others, POOL_IDS[order], POOL_LENGTHS[order])]
    parts.append(vote(others, own.ids[mine].repeat(3, 1), own.lengths[mine].repeat(3)))
    near = torch.cat([POOL_IDS[anno_rows], own.ids[mine].repeat(2, 1)]), torch.cat([POOL_LENGTHS[anno_rows], own.lengths[mine].repeat(2)])
    parts += [vote(others, *noisy(*near, 40 + copy)) for copy in range(COPIES)]
    base = joined(*parts)
    torch.save(tuple(base), f'{OUT}/votes-base.pt')
    news = read_news()
    torch.save(tuple(even(with_news(base, news))), f'{OUT}/votes-first.pt')
    more = with_news(vote(others, POOL_IDS[rest[REST:]], POOL_LENGTHS[rest[REST:]]), news)
    torch.save(tuple(more), f'{OUT}/votes-more.pt')
    say('first votes')


def even(votes):
    first, both = len(POOL_SIDES[0]), len(POOL_SIDES[0]) + len(POOL_SIDES[1])
    return without_sides(votes, (slice(0, first), slice(first, both)))


def read_votes(name):
    return Votes(*(part.to(DEVICE) for part in torch.load(f'{OUT}/votes-{name}.pt')))


def read_tuned(fold):
    return [read_model(f'tuned-{fold}-{seed}') for seed in range(SEEDS)]


def vote_tuned(fold):
    """What the teachers of a fold say of the same rows, of BABE's and of altered copies of them."""
    tuned, others = read_tuned(fold), read_others()
    parts = [even(with_news(read_votes('base'), tuned))]
    place = torch.tensor(rows_of(fold), device=DEVICE)
    copies = [noisy(babe.ids[place].repeat(8, 1), babe.lengths[place].repeat(8), 50 + copy) for copy in range(COPIES)]
    for ids, lengths in ((babe.ids[place], babe.lengths[place]), *copies):
        parts.append(with_news(vote(others, ids, lengths), tuned))
    torch.save(tuple(joined(*parts)), f'{OUT}/votes-{fold}.pt')
    torch.save(mean_of(tuned, np.arange(babe.count))[0][:, NEWS].sigmoid().cpu(), f'{OUT}/said-{fold}.pt')
    say(f'votes of {fold}')


def learn_first():
    """A first student of all teachers, which no fold of BABE touches."""
    news = read_news()[0]
    first = student_of(news, STUDENT)
    model = news if first.shape.alike else None
    learn_votes(first, joined(read_votes('first'), read_votes('more')), seed=1, steps=FIRST_STEPS, rate=3e-4, model=model)
    judge_all('student by votes', first, True)
    torch.save(first.state_dict(), f'{OUT}/first.pt')


@torch.no_grad()
def averaged(models):
    states = [model.state_dict() for model in models]
    models[0].load_state_dict({key: sum(state[key] for state in states) / len(states) for key in states[0]})
    return models[0].eval()


def learn_labels(student, **how):
    """The mean of students that learned the labels with rounded weights, in different orders."""
    made = []
    for seed in range(SOUP):
        one = copy_of(student)
        one.drop = 0.1
        made.append(run_labels(one.set_rounding(True), seed=30 + seed, **how))
    return averaged(made)


def learn_permissive():
    student = read_model('first', STUDENT)
    learn_votes(student, read_votes('first'), seed=20, steps=TUNED_STEPS, rate=3e-4)
    judge_all('permissive student by votes', student, True)
    student = learn_labels(student, steps=200, rate=2e-5, mix={**REPLAY, 'anno': 96})
    judge_all('permissive student, averaged', student, True)
    judge_all('with both sides alike', close_gap(student), True)
    say('early', judge_babe(*mean_of([student], np.arange(babe.count), True), np.arange(babe.count)))
    write_student(student, f'{OUT}/student-permissive.bin')


def learn_babe(fold):
    """The student of one fold, who never sees its labels; of all, the one that ships."""
    student = read_model('first', STUDENT)
    rows, held = rows_of(fold), np.where(babe.fold == fold)[0]
    learn_votes(student, read_votes(fold), seed=20, steps=TUNED_STEPS, rate=3e-4)
    title = f'fold {fold}:'
    if fold != ALL:
        say(title, 'by votes', judge_babe(*mean_of([student], held), held))
    babe.target = 0.5 * babe.target + 0.5 * torch.load(f'{OUT}/said-{fold}.pt').to(DEVICE)
    steps = math.ceil(3 * len(rows) / 32)
    student = learn_labels(student, steps=steps, rate=3e-5, mix={'babe': 32, **REPLAY}, allowed={'babe': rows})
    close_gap(student)
    judge_all(f'{title} student', student, False)
    if fold == ALL:
        write_student(student, f'{OUT}/student-default.bin')
        return
    last, early = (mean_of([student], held, early) for early in (False, True))
    say(title, judge_babe(*last, held), '| early', judge_babe(*early, held))
    sentence, tokens = (torch.cat(pair, -1).float().cpu().numpy() for pair in zip(last, early))
    np.savez(f'{OUT}/fold-{fold}.npz', held=held, sentence=sentence, tokens=tokens)


def mean_of(models, held, early=False):
    place = torch.tensor(held, device=DEVICE)
    said = [outputs(model, babe.ids[place], babe.lengths[place], True, early) for model in models]
    return sum(s for s, _ in said) / len(said), sum(t.float() for _, t in said) / len(said)


def join_folds():
    """What students that never saw a row say of it: first the heads after the last layer, then the early ones."""
    oof = torch.zeros(babe.count, 2 * len(SENTENCE))
    oof_tokens = torch.zeros(babe.count, LONGEST, 4)
    for fold in range(FOLDS):
        part = np.load(f'{OUT}/fold-{fold}.npz')
        oof[part['held']] = torch.tensor(part['sentence'])
        oof_tokens[part['held']] = torch.tensor(part['tokens'])
    say('FOLDS student ', judge_babe(oof, oof_tokens, np.arange(babe.count)))
    say('FOLDS early ', judge_babe(oof[:, len(SENTENCE) :], oof_tokens[..., 2:], np.arange(babe.count)))
    np.save(f'{OUT}/oof.npy', oof.numpy())
    words = [oof_tokens[i, 1 : int(babe.lengths[i]) - 1].numpy() for i in range(babe.count)]
    np.save(f'{OUT}/oof_tokens.npy', np.concatenate(words).astype(np.float16))
    say('DONE')


SETS = (ALL, *range(FOLDS))
STAGES = {
    **{f'news-{seed}': lambda seed=seed: teach_news(seed) for seed in range(SEEDS)},
    **{f'others-{seed}': lambda seed=seed: teach_others(seed) for seed in range(OTHER_SEEDS)},
    **{f'tune-{fold}': lambda fold=fold: tune(fold) for fold in SETS},
    'vote-first': vote_first,
    **{f'vote-{fold}': lambda fold=fold: vote_tuned(fold) for fold in SETS},
    'learn-first': learn_first,
    'learn-permissive': learn_permissive,
    **{f'learn-{fold}': lambda fold=fold: learn_babe(fold) for fold in SETS},
}


def begin(*stages):
    """Starts the stages that an earlier run has not finished."""
    missing = [stage for stage in stages if not os.path.exists(f'{OUT}/{stage}.done')]
    return [subprocess.Popen([sys.executable, __file__, DATA, WEIGHTS, OUT, stage]) for stage in missing]


def end(*running):
    if any([process.wait() for process in running]):
        sys.exit('a stage failed')


def prepare():
    """Teachers, their votes, and the first student. Stages that touch nothing in common run side by side: one hardly fills a GPU."""
    say(DEVICE, {n: c.count for n, c in CORPORA.items()})
    others = begin(*(f'others-{seed}' for seed in range(OTHER_SEEDS)))
    end(*begin(*(f'news-{seed}' for seed in range(SEEDS))))
    end(*others, *begin(*(f'tune-{fold}' for fold in SETS)))
    end(*begin('vote-first'))
    end(*begin('learn-first', *(f'vote-{fold}' for fold in SETS)))
    say('PREPARED')


def learn():
    end(*begin('learn-permissive', *(f'learn-{fold}' for fold in SETS)))
    join_folds()


def main():
    stage = sys.argv[4] if len(sys.argv) > 4 else None
    if stage in STAGES:
        STAGES[stage]()
        return open(f'{OUT}/{stage}.done', 'w').close()
    if stage != 'learn':
        prepare()
    if stage != 'prepare':
        learn()


if __name__ == '__main__':
    main()
