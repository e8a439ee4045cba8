"""Adds the head that says whether a text is an article that takes sides (see README.md).

    python3 articles.py DATA OUT ENCODER...

The arguments are those of policy.py. The head is fitted on whole articles: on the mean over their sentences, with which it is used. Prints how well it
tells articles of publishers apart that it was not fitted on.
"""
import os

import numpy as np
import torch
from policy import DATA, DEVICE, FILES, HEADS, OUT, Weights, logistic, read_corpus

CORPORA = ('articles', 'docs')
PENALTY, RIDGE, FOLDS = 1000.0, 100.0, 5


def read_articles(weights):
    """For both depths what is pooled of each sentence; which article each belongs to, and the label and publisher of the article."""
    depths, owners, labels, publishers = ([], []), [], [], []
    for name in CORPORA:
        pooled, label, _, fold = read_corpus(weights, name)
        row = np.fromfile(f'{DATA}/{name}.row', np.int32)
        first = np.unique(row, return_index=True)[1]
        for part, found in zip(depths, pooled):
            part.append(found)
        owners.append(torch.tensor(np.unique(row, return_inverse=True)[1] + sum(map(len, labels)), device=DEVICE))
        labels.append(label[first])
        publishers.append(fold[first])
    join = lambda parts: torch.tensor(np.concatenate(parts), device=DEVICE)
    return [torch.cat(part) for part in depths], torch.cat(owners), join(labels).double(), join(publishers)


def means(pooled, owner):
    count = int(owner.max()) + 1
    total = torch.zeros(count, pooled.shape[1], device=DEVICE, dtype=pooled.dtype).index_add_(0, owner, pooled)
    return total / torch.bincount(owner, minlength=count)[:, None]


def auroc(scores, labels):
    yes, no = scores[labels > 0.5], scores[labels < 0.5]
    return ((yes[:, None] > no).double() + 0.5 * (yes[:, None] == no)).mean()


def like(pooled, said):
    """The linear answer to the early layer that comes closest to what the last one says."""
    mean, deviation = pooled.mean(0), pooled.std(0) + 1e-6
    z = (pooled - mean) / deviation
    point = torch.linalg.solve(z.T @ z + RIDGE * torch.eye(z.shape[1], device=DEVICE, dtype=z.dtype), z.T @ (said - said.mean()))
    return point / deviation, said.mean() - (point * mean / deviation).sum()


def with_row(weights, prefix, row, bias):
    """The heads for sentences with this one behind the others, in the place of an older one."""
    count = len(HEADS)
    old = weights.get(f'{prefix}sentence.weight')[:count].double(), weights.get(f'{prefix}sentence.bias')[:count].double()
    return {f'{prefix}sentence.weight': torch.cat([old[0], row[None]]), f'{prefix}sentence.bias': torch.cat([old[1], bias[None]])}


def main():
    for path in FILES:
        weights = Weights(path)
        (early, last), owner, label, publisher = read_articles(weights)
        texts, even = means(last, owner), torch.ones(len(label), device=DEVICE, dtype=torch.double)
        judged = torch.zeros_like(label)
        for fold in range(FOLDS):
            kept = publisher % FOLDS == fold
            weight, bias = logistic(texts[~kept], label[~kept], even[~kept], PENALTY)
            judged[kept] = texts[kept] @ weight + bias
        print(path, f'{len(label)} articles, publishers not fitted on: AUROC {auroc(judged, label):.3f}', flush=True)
        weight, bias = logistic(texts, label, even, PENALTY)
        changed = with_row(weights, '', weight, bias) | with_row(weights, 'early.', *like(early, last @ weight + bias))
        weights.write(f'{OUT}/{os.path.basename(path)}', changed, (*HEADS, 'partisan'))


main()
