"""The corpora as export.ts wrote them, on the device; which rows train and which only judge (see README.md)."""
import json
import math
import os
import sys
import time

import numpy as np
import torch

DATA, WEIGHTS, OUT = sys.argv[1:4]
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
LONGEST = 128
SENTENCE = ('news', 'wiki', 'group', 'opinion', 'good', 'bad', 'register', 'partisan')
NEWS, WIKI, GROUP, OPINION, GOOD, BAD, REGISTER, PARTISAN = range(8)
# PACE=0.01 runs every stage for a moment, to try a change without a GPU.
PACE = float(os.environ.get('PACE', 1))
STARTED = time.time()
torch.backends.cuda.matmul.allow_tf32 = True


def paced(steps):
    return max(2, math.ceil(PACE * steps))


def say(*words):
    print(f'{time.time() - STARTED:6.0f} s', *words, flush=True)


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


CORPORA = {n: Corpus(n) for n in ('babe', 'anno', 'wnc', 'groups', 'facts', 'tone', 'twins', 'docs', 'issue', 'wikibias', 'own', 'policy', 'identity', 'posts', 'newssd', 'articles', 'technical')}
KINDS = json.load(open(f'{DATA}/own.kind'))
babe, anno, wnc, groups, facts, tone, twins, own, policy = (CORPORA[n] for n in ('babe', 'anno', 'wnc', 'groups', 'facts', 'tone', 'twins', 'own', 'policy'))
# Half what readers said one by one, half what they said together; students also learn what their teachers say.
babe.target = 0.5 * babe.label + 0.5 * babe.extra
# Of our own texts a tenth only judges; patterns are not counted.
OWN_HELD = np.array([kind != 'pattern' and fold < 2 for kind, fold in zip(KINDS, own.fold)])
own_rows = {k: np.array([i for i, x in enumerate(KINDS) if x == k and not OWN_HELD[i]]) for k in set(KINDS)}
# Three of nine manifestos only judge.
HELD_MANIFESTOS = (2, 113, 114)
# Rows that train; the others only judge.
TRAIN = {
    'anno': np.where(anno.fold != 0)[0],
    'wnc': np.where(wnc.fold != 0)[0],
    'groups': np.where(groups.fold > 1)[0],
    'facts': np.where(facts.fold > 3)[0],
    'tone': np.where(np.arange(tone.count) % 10 != 0)[0],
    'twins': np.where((twins.fold % 2 == 0) & (twins.fold < 18))[0],
    'own': np.where(~OWN_HELD)[0],
    'policy': np.where(~np.isin(policy.fold, HELD_MANIFESTOS))[0],
    # Verbs and publishers are kept back as a whole.
    **{name: np.where(CORPORA[name].fold > 3)[0] for name in ('identity', 'docs', 'articles')},
    **{name: np.where(CORPORA[name].fold > 0)[0] for name in ('posts', 'newssd', 'technical')},
}
# Statements of both sides: those that train by side, and those that only judge.
SIDES = {side: TRAIN['twins'][twins.extra.cpu().numpy()[TRAIN['twins']] == side] for side in (0, 1)}
HELD_TWINS = np.where((twins.fold % 2 == 1) & (twins.fold < 18))[0]
# Of each manifesto and scale the sentences of the left and of the right, where there are enough of both.
CELLS_MIN = 20


def cells_of(rows):
    side, scale = policy.label.cpu().numpy()[rows], policy.extra.cpu().numpy()[rows]
    keys = sorted(set(zip(policy.fold[rows], scale)))
    cells = [[rows[(policy.fold[rows] == book) & (scale == of) & (side == which)] for which in (0, 1)] for book, of in keys]
    return [(of, left, right) for (_, of), (left, right) in zip(keys, cells) if min(len(left), len(right)) >= CELLS_MIN]


POLICY_CELLS = cells_of(TRAIN['policy'])
HELD_CELLS = cells_of(np.where(np.isin(policy.fold, HELD_MANIFESTOS))[0])
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
