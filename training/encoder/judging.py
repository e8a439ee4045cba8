"""How good a model is on rows that only judge (see README.md)."""
import numpy as np
import torch
from corpora import (
    BAD,
    CORPORA,
    GOOD,
    GROUP,
    HELD_TWINS,
    KINDS,
    NEWS,
    OPINION,
    OWN_HELD,
    PARTISAN,
    WIKI,
    babe,
    facts,
    groups,
    own,
    say,
    tone,
    twins,
    wnc,
)
from votes import gap_of, outputs

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
    for name in ('identity', 'posts', 'articles', 'docs', 'newssd'):
        parts.append(judge_held(model, name))
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


def judge_held(model, name):
    corpus = CORPORA[name]
    held = np.where(corpus.fold <= (0 if name in ('posts', 'newssd') else 3))[0]
    s, _ = outputs(model, corpus.ids[held], corpus.lengths[held])
    label = corpus.label.cpu().numpy()[held]
    head = GROUP if name in ('identity', 'posts') else NEWS if name == 'newssd' else PARTISAN
    return f'{name} {auroc(s[:, head].cpu(), label):.3f} (news {auroc(s[:, NEWS].cpu(), label):.3f})'


def judge_own(model):
    """Of our own texts that only judge: the mean probability of loaded and of hostile, by kind."""
    held = np.where(OWN_HELD)[0]
    s, _ = outputs(model, own.ids[held], own.lengths[held])
    p = s.sigmoid().cpu().numpy()
    kinds = np.array(KINDS)[held]
    return ' '.join(f'{kind} {p[kinds == kind, NEWS].mean():.2f}/{p[kinds == kind, GROUP].mean():.2f}' for kind in sorted(set(kinds)))
