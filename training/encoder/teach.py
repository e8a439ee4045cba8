"""Fine-tunes teachers, teaches students by their votes, and writes the students as int8 files (see README.md).

    python3 teach.py DATA WEIGHTS OUT [prepare | learn]

DATA is what export.ts wrote, WEIGHTS the packed encoder. The two halves can run one after the other, where a command has a time limit. Seeds are pinned; results are equal to within the noise of a GPU.
"""
import math
import os
import subprocess
import sys

import numpy as np
import torch
from corpora import CORPORA, DATA, DEVICE, LONGEST, NEWS, OUT, SENTENCE, TRAIN, WEIGHTS, anno, babe, own, say
from judging import judge_all, judge_babe
from labels import run_labels
from network import Encoder, Shape, copy_of, pretrained, student_of
from votes import (
    KEPT_BACK,
    POOL_IDS,
    POOL_LENGTHS,
    POOL_ROWS,
    POOL_SIDES,
    Votes,
    close_gap,
    joined,
    learn_votes,
    noisy,
    outputs,
    vote,
    with_news,
    without_sides,
)
from writing import write_student

FOLDS = 5
OTHERS = {'wnc': 224, 'anno': 16, 'groups': 24, 'own': 40, 'twins': 16, 'tone': 24, 'facts': 8,
          'policy': 16, 'identity': 12, 'posts': 20, 'docs': 12, 'articles': 12, 'technical': 8}
REPLAY = {'wnc': 32, 'groups': 12, 'own': 24, 'twins': 6, 'tone': 12, 'facts': 4,
          'policy': 8, 'identity': 8, 'posts': 8, 'docs': 6, 'articles': 6, 'technical': 4}
NEWS_MIX = {'anno': 192, 'own': 24, 'facts': 8, 'technical': 4}
SEEDS, OTHER_SEEDS = 3, 2
OTHER_STEPS, FIRST_STEPS, TUNED_STEPS = 1800, 2400, 3600
# How many altered copies of anno-lexical are voted on; of our own texts twice as many, of BABE eight times.
COPIES = 3
# Rows of the corpora that are no news which all students learn from; the first student learns from all rows.
REST = 100_000
STUDENT = Shape(layers=(0, 2, 4, 6, 9, 11), early=3, inner=256, share=1.0, apart=True, alike=1.0)
# So many students that learned the labels in different orders are averaged into one.
SOUP = 4
ALL = 'all'


def teach_news(seed):
    teacher = run_labels(pretrained(), seed=seed, steps=500, rate=1e-4, mix=NEWS_MIX)
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
    sided = np.concatenate([rows for sides in POOL_SIDES for rows in sides])
    rest = rng.permutation(np.setdiff1d(POOL_ROWS[POOL_ROWS >= anno.count], sided))
    order = np.concatenate([sided, anno_rows, rest[:REST]])
    parts = [vote(others, POOL_IDS[order], POOL_LENGTHS[order])]
    parts.append(vote(others, own.ids[mine].repeat(3, 1), own.lengths[mine].repeat(3)))
    near = torch.cat([POOL_IDS[anno_rows], own.ids[mine].repeat(2, 1)]), torch.cat([POOL_LENGTHS[anno_rows], own.lengths[mine].repeat(2)])
    parts += [vote(others, *noisy(*near, 40 + copy)) for copy in range(COPIES)]
    base = joined(*parts)
    torch.save(tuple(base), f'{OUT}/votes-base.pt')
    news = read_news()
    torch.save(tuple(without_sides(with_news(base, news))), f'{OUT}/votes-first.pt')
    more = with_news(vote(others, POOL_IDS[rest[REST:]], POOL_LENGTHS[rest[REST:]]), news)
    torch.save(tuple(more), f'{OUT}/votes-more.pt')
    say('first votes')


def read_votes(name):
    return Votes(*(part.to(DEVICE) for part in torch.load(f'{OUT}/votes-{name}.pt')))


def read_tuned(fold):
    return [read_model(f'tuned-{fold}-{seed}') for seed in range(SEEDS)]


def vote_tuned(fold):
    """What the teachers of a fold say of the same rows, of BABE's and of altered copies of them."""
    tuned, others = read_tuned(fold), read_others()
    parts = [without_sides(with_news(read_votes('base'), tuned))]
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
