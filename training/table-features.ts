import { DENSITY_MIN, findTop, type Stretch, type TableScores } from '@equipoise/score/scoring'

// The six features that a word table gives for one stretch of units, as the stacker sees them while it learns. The scorer never
// writes them out: it adds what each unit gives to them, and `table-features.test.ts` holds that both give the same sum.

interface Scratch {
  readonly features: Float64Array
  // Where the six features of a table go.
  at: number
  // See `findTop`.
  readonly top: Int32Array
}

export function measureTable(table: TableScores, stretch: Stretch, into: Scratch): void {
  const { score: scores, any } = table
  const { features, at, top } = into
  findTop(scores, stretch, top)
  let sum = 0
  let dense = 0
  let none = 0
  // A comparison that is added as a number needs no branch, which the processor would often guess wrong.
  for (let i = stretch.from; i < stretch.to; i++) {
    const score = scores[i] ?? 0
    sum += score
    dense += Number(score > DENSITY_MIN)
    none += any[i] ?? 0
  }
  const count = Math.max(1, stretch.to - stretch.from)
  const first = scoreAt(scores, top[0])
  const second = scoreAt(scores, top[1])
  features[at] = first
  features[at + 1] = (first + second) / 2
  features[at + 2] = (first + second + scoreAt(scores, top[2]) + scoreAt(scores, top[3])) / 4
  features[at + 3] = sum / count
  features[at + 4] = dense / Math.sqrt(count)
  features[at + 5] = none
}

function scoreAt(scores: Float32Array, unit: number | undefined): number {
  return unit === undefined || unit < 0 ? 0 : (scores[unit] ?? 0)
}
