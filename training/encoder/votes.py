"""What teachers say of many texts, students that learn it, and heads that treat both sides alike (see README.md)."""
import os
import time
from typing import NamedTuple

import numpy as np
import torch
import torch.nn as nn
from corpora import (
    BAD,
    CORPORA,
    DEVICE,
    GOOD,
    GROUP,
    HELD_CELLS,
    HELD_TWINS,
    LONGEST,
    NEWS,
    OPINION,
    PARTISAN,
    POLICY_CELLS,
    SENTENCE,
    SIDES,
    TRAIN,
    WIKI,
    anno,
    paced,
    policy,
    say,
    twins,
)
from labels import ALL_IDS, BCE, masked_mean
from network import copy_of

VOTED = ('anno', 'wnc', 'groups', 'facts', 'tone', 'twins', 'docs', 'issue', 'own', 'policy', 'identity', 'posts', 'newssd', 'articles', 'technical')
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


def pool_at(name):
    """Where the rows of a corpus begin in the pool."""
    return sum(CORPORA[n].count for n in VOTED[: VOTED.index(name)])


# The statements of both sides in the pool, left and right of the twins and of each manifesto and scale.
POOL_SIDES = [
    (pool_at('twins') + SIDES[0], pool_at('twins') + SIDES[1]),
    *((pool_at('policy') + left, pool_at('policy') + right) for _, left, right in POLICY_CELLS),
]


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


# A statement of policy in which no word would be marked is plain.
UNMARKED_MAX, POLICY_NEWS_MAX = -1.0, -1.0


def without_sides(votes):
    """The votes with the mean of each head but those for tone the same for statements of both sides, which stand first."""
    at = 0
    for left, right in POOL_SIDES:
        places = slice(at, at + len(left)), slice(at + len(left), at + len(left) + len(right))
        gap = votes.sentence[places[1]].mean(0) - votes.sentence[places[0]].mean(0)
        gap[[GOOD, BAD]] = 0
        for place, share in zip(places, (0.5, -0.5)):
            votes.sentence[place] += share * gap
        at = places[1].stop
    unmarked = votes.tokens[len(SIDES[0]) + len(SIDES[1]) : at, :, 0].amax(1) < UNMARKED_MAX
    news = votes.sentence[len(SIDES[0]) + len(SIDES[1]) : at, NEWS]
    news[unmarked] = news[unmarked].clamp(max=POLICY_NEWS_MAX)
    return votes


def joined(*votes):
    return Votes(*(torch.cat(part) for part in zip(*votes)))


# What each head counts in the votes: news is what most callers send.
HEAD_SHARE = torch.tensor([3.0, 1.5, 1.0, 1.0, 0.5, 0.5, 0.3, 0.5], device=DEVICE)


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


@torch.no_grad()
def pooled_of(model, corpus, rows, which):
    parts = []
    for at in range(0, len(rows), 2048):
        place = torch.tensor(rows[at : at + 2048], device=DEVICE)
        with torch.autocast(DEVICE, dtype=torch.bfloat16):
            found, _ = model.read(corpus.ids[place], corpus.lengths[place], int(corpus.lengths[place].max()))
        parts.append(found[which][1].float())
    return torch.cat(parts).double()


def sides_of(model, which):
    """The difference of right and left: of the twins, and of the manifestos by scale, each manifesto alike."""
    mean = lambda corpus, rows: pooled_of(model, corpus, rows, which).mean(0)
    found = [mean(twins, SIDES[1]) - mean(twins, SIDES[0])]
    for wanted in (0, 1):
        cells = [(left, right) for scale, left, right in POLICY_CELLS if scale == wanted]
        found.append(sum(mean(policy, right) - mean(policy, left) for left, right in cells) / len(cells))
    return torch.stack(found, 1)


# Directions in which texts hardly vary are not followed: their estimate is noise.
RIDGE = 0.02


def close_gap(model):
    """Statements of the right and of the left get the same mean from each head.

    The heads are linear, so the smallest change of what they say of news that closes the gaps can be computed: it follows the differences
    of the sides, divided by how much texts vary in each direction. Only rows that train are used.
    """
    for which, heads in ((-1, model.heads), (0, model.early)):
        if heads is None:
            continue
        apart = sides_of(model, which)
        usual = pooled_of(model, anno, TRAIN['anno'][::3], which)
        usual = usual - usual.mean(0)
        spread = usual.T @ usual / len(usual)
        spread += RIDGE * spread.diagonal().mean() * torch.eye(len(spread), device=DEVICE)
        direction = torch.linalg.solve(spread, apart)
        for head in (NEWS, WIKI, GROUP, OPINION, PARTISAN):
            weight = heads.sentence.weight.data[head]
            weight -= (direction @ torch.linalg.solve(apart.T @ direction, apart.T @ weight.double())).float()
    return model


def gap_of(model):
    def between(left, right):
        return right.mean(0) - left.mean(0)

    s, _ = outputs(model, twins.ids[HELD_TWINS], twins.lengths[HELD_TWINS])
    right = twins.extra[HELD_TWINS] == 1
    gaps = {'twins': between(s[~right], s[right])}
    s, _ = outputs(model, policy.ids, policy.lengths)
    for title, cells in (('seen', POLICY_CELLS), ('held', HELD_CELLS)):
        for scale, name in ((0, 'economic'), (1, 'social')):
            found = [between(s[left], s[right]) for of, left, right in cells if of == scale]
            gaps[f'{title} {name}'] = sum(found) / len(found)
    said = lambda gap: ' '.join(f'{name} {value:+.2f}' for name, value in zip(SENTENCE, gap.tolist()))
    return 'right - left: ' + '; '.join(f'{name}: {said(gap)}' for name, gap in gaps.items())
