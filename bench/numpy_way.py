"""The numpy way: random() < bias, xor with a pad, sums. The pad is random() < 0.5 ("plain") or packed random bits ("tuned").

usage: numpy_way.py N samples bias seconds plain|tuned -> microseconds per call"""
import sys
import time

import numpy

size, samples, bias, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
tuned = sys.argv[5] == "tuned"
random = numpy.random.default_rng(1)


def compute():
    blocks = (samples + 1) // 2
    source = random.random((blocks, size)) < bias
    pad = random.integers(0, 2, (blocks, size), dtype=bool) if tuned else random.random((blocks, size)) < 0.5
    output = source ^ pad
    weights = output.sum(axis=1)
    shares = numpy.concatenate([weights, size - weights]) / size
    histogram = numpy.bincount(numpy.concatenate([weights, size - weights]), minlength=size + 1)
    return shares.mean(), shares.std(), shares.min(), shares.max(), histogram, source.sum(axis=1).mean()


best, until = float("inf"), time.perf_counter() + seconds
while time.perf_counter() < until:
    start = time.perf_counter()
    compute()
    best = min(best, time.perf_counter() - start)
print(best * 1e6)
