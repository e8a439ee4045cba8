"""Fits how the words and the encoder join into one score (see README.md). numpy only; no randomness.

    python3 blend.py FEATURES OUT [BABE]

FEATURES is what features.ts wrote. With BABE (the default tier) the experts' rows lead: BABE is a JSON file with one object a row,
{"label", "votes", "fold", "words", "heads", "early"}, its logits all from models that did not see the row. Without it
(permissive) the rows of anno-lexical that were kept back lead.
"""
import json
import sys

import numpy as np

COLUMNS = ('words', 'news', 'wiki', 'register', 'opinion', 'group')
# The logit at which a sentence counts half as news and half as a reference work; the scorer has it too.
REGISTER_AT = 1
OPINION_MAX, GROUP_MAX = 4, 5
# Share of neutral sentences that pass (AIN 0.7), and that are called biased (AIN 0.4).
PASS, HIT = 0.69, 0.09
# What the rows of each corpus weigh together, beside one for each leading row, and their target where it is not the label.
OTHERS = {'plain_facts': (400, 0.05), 'groups': (80, 0.9), 'twinviews': (150, 0.56), 'wnc': (120, None)}
# Six in ten rows of Wikipedia's edits are from before an edit; of what people write as a reference work, fewer are loaded.
WNC_SHARE = 0.35
# The early answer counts where all its logits are below these: nothing is added for an opinion or for hostility there, the sentence
# is far from loaded as news, and does not read like a reference work. Chosen on the folds of BABE (see README.md).
SURE = {'news': -2, 'register': 1, 'opinion': -0.5, 'group': -1.5}


def is_sure(row):
    return all(row['early'][name] < limit for name, limit in SURE.items())


def answer(row):
    return row['early'] if is_sure(row) else row['heads']


def columns(rows):
    head = lambda name: np.array([answer(row)[name] for row in rows])
    register = 1 / (1 + np.exp(REGISTER_AT - head('register')))
    return np.c_[
        [row['words'] for row in rows],
        (1 - register) * head('news'),
        register * head('wiki'),
        register,
        np.clip(head('opinion'), 0, OPINION_MAX),
        np.clip(head('group'), 0, GROUP_MAX),
        np.ones(len(rows)),
    ]


def fit(x, target, weight, penalty=1.0):
    point = np.zeros(x.shape[1])
    ridge = penalty * np.r_[np.ones(x.shape[1] - 1), 1e-6]
    for _ in range(60):
        p = 1 / (1 + np.exp(-x @ point))
        slope = x.T @ (weight * (p - target)) + ridge * point
        point -= np.linalg.solve((x * (weight * p * (1 - p))[:, None]).T @ x + np.diag(ridge), slope)
    return point


def auroc(scores, labels):
    ranks = np.empty(len(scores))
    ranks[np.argsort(scores)] = np.arange(1, len(scores) + 1)
    yes = labels > 0.5
    return (ranks[yes].sum() - yes.sum() * (yes.sum() + 1) / 2) / (yes.sum() * (~yes).sum())


def macro_f1(said, labels):
    f1 = lambda a, b: 2 * (a & b).sum() / (a.sum() + b.sum())
    return (f1(said, labels) + f1(~said, ~labels)) / 2


def others(features):
    parts = []
    for name, (total, target) in OTHERS.items():
        rows = features[name]
        if name == 'groups':
            rows = [row for row in rows if row['label'] == 1]
        goal = [row['label'] if target is None else target for row in rows]
        weight = np.full(len(rows), total / len(rows))
        if name == 'wnc':
            share = np.mean(goal)
            weight *= np.where(np.array(goal) > 0.5, WNC_SHARE / share, (1 - WNC_SHARE) / (1 - share))
        parts.append((columns(rows), np.array(goal, float), weight))
    return [np.concatenate(part) for part in zip(*parts)]


def main():
    features = json.load(open(sys.argv[1]))
    rows = json.load(open(sys.argv[3])) if len(sys.argv) > 3 else features['annolexical']
    x, labels = columns(rows), np.array([row['label'] for row in rows])
    target = np.array([row.get('votes', row['label']) for row in rows], float)
    folds = np.array([row.get('fold', at % 5) for at, row in enumerate(rows)])
    more = others(features)
    learn = lambda chosen: fit(
        np.concatenate([x[chosen], more[0]]), np.concatenate([target[chosen], more[1]]), np.concatenate([np.ones(chosen.sum()), more[2]])
    )
    logits = np.zeros(len(rows))
    for fold in set(folds):
        logits[folds == fold] = x[folds == fold] @ learn(folds != fold)
    print(f'leading rows in folds: AUROC {auroc(logits, labels):.4f} macro-F1 {macro_f1(logits > 0, labels > 0.5):.4f}')
    neutral = logits[labels < 0.5]
    certified, biased = np.quantile(neutral, PASS), np.quantile(neutral, 1 - HIT)
    logit = lambda p: np.log(p / (1 - p))
    slope = (logit(0.7) - logit(0.4)) / (biased - certified)
    print(f'of the certified {1 - labels[logits <= certified].mean():.3f} are neutral; of the loaded {(logits[labels > 0.5] >= biased).mean():.3f} are below 0.4')
    point = learn(np.full(len(rows), True))
    if 'babe' in features and len(sys.argv) <= 3:
        judged = features['babe']
        said = columns(judged) @ point
        label = np.array([row['label'] for row in judged])
        print(f'BABE, never trained on: AUROC {auroc(said, label):.4f} macro-F1 {macro_f1(said > 0, label > 0.5):.4f}')
    knots = {'slope': round(slope, 4), 'at': round(logit(0.7) + slope * certified, 4)}
    blend = {name: round(value, 4) for name, value in zip((*COLUMNS, 'intercept'), point)}
    # What is hostile never scores higher for it.
    blend['group'] = max(0.0, blend['group'])
    for name, some in (('leading rows', rows), *features.items()):
        print(f'{name}: {np.mean([is_sure(row) for row in some]):.2f} are answered early')
    json.dump({**blend, 'sentence': knots, 'document': knots, 'sure': SURE}, open(sys.argv[2], 'w'))


main()
