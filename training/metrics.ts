// How good a score is: all of it small, exact and free of randomness; confidence intervals come from a pinned bootstrap.

export function auroc(scores: ArrayLike<number>, labels: ArrayLike<number>): number {
  const order = Array.from({ length: scores.length }, (_, i) => i).sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0))
  let rankSum = 0
  let positives = 0
  for (let i = 0; i < order.length; ) {
    let j = i
    while (j < order.length && scores[order[j] ?? 0] === scores[order[i] ?? 0]) j++
    const rank = (i + 1 + j) / 2
    for (; i < j; i++) {
      if ((labels[order[i] ?? 0] ?? 0) <= 0) continue
      rankSum += rank
      positives++
    }
  }
  const negatives = order.length - positives
  if (positives === 0 || negatives === 0) return Number.NaN
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives)
}

export function macroF1(guesses: readonly boolean[], labels: ArrayLike<number>): number {
  let [tp, fp, fn, tn] = [0, 0, 0, 0]
  for (const [i, guess] of guesses.entries()) {
    const truth = (labels[i] ?? 0) > 0
    if (guess && truth) tp++
    else if (guess) fp++
    else if (truth) fn++
    else tn++
  }
  const f1 = (hit: number, miss: number, extra: number) => (hit === 0 ? 0 : (2 * hit) / (2 * hit + miss + extra))
  return (f1(tp, fn, fp) + f1(tn, fp, fn)) / 2
}

// Expected calibration error in ten bins of equal width.
export function calibrationError(probabilities: ArrayLike<number>, outcomes: ArrayLike<number>): number {
  let error = 0
  for (const bin of calibrationBins(probabilities, outcomes)) {
    error += (bin.count / probabilities.length) * Math.abs(bin.expected - bin.observed)
  }
  return error
}

export function calibrationBins(probabilities: ArrayLike<number>, outcomes: ArrayLike<number>) {
  const bins = Array.from({ length: 10 }, () => ({ count: 0, expected: 0, observed: 0 }))
  for (let i = 0; i < probabilities.length; i++) {
    const bin = bins[Math.min(9, Math.floor((probabilities[i] ?? 0) * 10))]
    if (!bin) continue
    bin.count++
    bin.expected += probabilities[i] ?? 0
    bin.observed += outcomes[i] ?? 0
  }
  return bins
    .filter((bin) => bin.count > 0)
    .map((bin) => ({ count: bin.count, expected: bin.expected / bin.count, observed: bin.observed / bin.count }))
}

export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const BOOTSTRAP_ROUNDS = 500

// The middle 95 % of a statistic over rows drawn with replacement.
export function bootstrap(count: number, statistic: (rows: Int32Array) => number): readonly [number, number] {
  const random = mulberry32(20240607)
  const values: number[] = []
  for (let round = 0; round < BOOTSTRAP_ROUNDS; round++) {
    const rows = new Int32Array(count)
    for (let i = 0; i < count; i++) rows[i] = Math.floor(random() * count)
    const value = statistic(rows)
    if (Number.isFinite(value)) values.push(value)
  }
  values.sort((a, b) => a - b)
  return [
    values[Math.floor(values.length * 0.025)] ?? Number.NaN,
    values[Math.floor(values.length * 0.975)] ?? Number.NaN,
  ]
}
