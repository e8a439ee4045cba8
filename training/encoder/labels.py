"""Training on labels: what each corpus says to each head (see README.md)."""
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from corpora import (
    BAD,
    CORPORA,
    DEVICE,
    GOOD,
    GROUP,
    GROUP_ROWS,
    LONGEST,
    NEWS,
    OPINION,
    OWN_CHANCES,
    OWN_KINDS,
    PARTISAN,
    REGISTER,
    TRAIN,
    TRAINED_LONGEST,
    WIKI,
    WNC_PAIRS,
    babe,
    own_group,
    own_news,
    own_opinion,
    own_rows,
    paced,
)

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
    if name in ('groups', 'posts'):
        return BCE(sentence[:, GROUP], label) + not_reference
    if name == 'identity':
        # Who is hostile is also loaded; who is not may still be blunt.
        return BCE(sentence[:, GROUP], label) + 0.5 * BCE(sentence[:, NEWS], 0.3 + 0.6 * label) + not_reference
    if name == 'policy':
        return 0.5 * BCE(sentence[:, GROUP], zeros + 0.03) + not_reference
    if name in ('docs', 'articles'):
        return BCE(sentence[:, PARTISAN], label) + not_reference
    if name in ('facts', 'technical'):
        return BCE(sentence[:, NEWS], zeros + 0.08) + sum(BCE(sentence[:, head], zeros) for head in (GROUP, OPINION, GOOD, BAD, PARTISAN))
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


WEIGHT = {'babe': 1.0, 'anno': 1.0, 'wnc': 0.7, 'groups': 0.4, 'own': 0.4, 'twins': 0.2, 'tone': 0.4, 'facts': 0.2,
          'policy': 0.3, 'identity': 0.4, 'posts': 0.3, 'docs': 0.3, 'articles': 0.3, 'technical': 0.2}
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
