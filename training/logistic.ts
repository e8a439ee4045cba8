import { minimise } from './minimise.ts'

// Logistic regression on sparse or dense rows, with soft targets, row weights and an L2 penalty a feature.

export interface SparseRows {
  readonly columns: number
  // Row i owns the entries offsets[i] .. offsets[i + 1].
  readonly offsets: Int32Array
  readonly ids: Int32Array
  readonly values: Float32Array
}

interface Task {
  readonly rows: SparseRows
  readonly targets: ArrayLike<number>
  readonly weights?: ArrayLike<number>
  // One penalty for all features, or one each; the intercept is free.
  readonly penalty: number | Float64Array
  readonly iterationsMax?: number
}

export interface Fit {
  readonly weights: Float64Array
  readonly intercept: number
}

export function fitLogistic(task: Task): Fit {
  return fitRows(task, (logit, target) => [softplus(logit) - target * logit, sigmoid(logit) - target])
}

// Least squares with the same rows and penalties.
export function fitRidge(task: Task): Fit {
  return fitRows(task, (value, target) => [0.5 * (value - target) ** 2, value - target])
}

type Loss = (score: number, target: number) => readonly [value: number, slope: number]

function fitRows(task: Task, lossOf: Loss): Fit {
  const used = compact(task.rows)
  const { kept } = used
  const count = used.rows.offsets.length - 1
  const total = sumOf(task.weights, count)
  const { penalty } = task
  const wanted = Float64Array.from(kept, (id) => (typeof penalty === 'number' ? penalty : (penalty[id] ?? 0)) / total)
  const { rows, strengths, scales } = level(used.rows, wanted, (row) => (task.weights?.[row] ?? 1) / total)
  const objective = (point: Float64Array, gradient: Float64Array): number => {
    gradient.fill(0)
    let loss = 0
    for (let row = 0; row < count; row++) {
      const weight = (task.weights?.[row] ?? 1) / total
      if (weight === 0) continue
      const [value, slope] = lossOf(scoreRow(rows, row, point), task.targets[row] ?? 0)
      loss += weight * value
      addRow(rows, { row, factor: weight * slope }, gradient)
    }
    return loss + addPenalty(point, gradient, strengths)
  }
  const start = new Float64Array(rows.columns + 1)
  const point = minimise(objective, start, { iterationsMax: task.iterationsMax ?? 60, tolerance: 1e-7 })
  const weights = new Float64Array(task.rows.columns)
  for (const [at, id] of kept.entries()) weights[id] = (point[at] ?? 0) * (scales[at] ?? 0)
  return { weights, intercept: point[rows.columns] ?? 0 }
}

// The same problem with every column stretched to the same steepness: a word of every text and a word of three are then found
// in the same number of steps, a fraction of those without.
function level(rows: SparseRows, strengths: Float64Array, weightOf: (row: number) => number) {
  const steepness = Float64Array.from(strengths)
  for (let row = 0; row + 1 < rows.offsets.length; row++) {
    const weight = STEEPEST * weightOf(row)
    for (let at = rows.offsets[row] ?? 0; at < (rows.offsets[row + 1] ?? 0); at++) {
      const id = rows.ids[at] ?? 0
      steepness[id] = (steepness[id] ?? 0) + weight * (rows.values[at] ?? 0) ** 2
    }
  }
  const scales = steepness.map((value) => 1 / Math.sqrt(Math.max(value, 1e-12)))
  return {
    scales,
    strengths: strengths.map((strength, id) => strength * (scales[id] ?? 0) ** 2),
    rows: { ...rows, values: rows.values.map((value, at) => value * (scales[rows.ids[at] ?? 0] ?? 0)) },
  }
}

// The most that the slope of a logistic loss can change.
const STEEPEST = 0.25

// Columns that no row uses stay at zero; leaving them out makes hashed problems several times smaller.
function compact(rows: SparseRows): { rows: SparseRows; kept: Int32Array } {
  const places = new Int32Array(rows.columns)
  for (const id of rows.ids) places[id] = 1
  const kept = Int32Array.from(places.keys()).filter((id) => places[id] === 1)
  for (const [at, id] of kept.entries()) places[id] = at
  return { rows: { ...rows, columns: kept.length, ids: rows.ids.map((id) => places[id] ?? 0) }, kept }
}

// A penalty a column, by how rare it is: a rare word may weigh more than one that every text has (inverse document
// frequency, without touching the rows). The average entry of the rows keeps the given penalty.
export function penaltiesByRarity(rows: SparseRows, penalty: number): Float64Array {
  const count = rows.offsets.length - 1
  const seen = countRowsOf(rows)
  const rarity = seen.map((inRows) => Math.log((count + 1) / (inRows + 1)) + 1)
  let [entries, squares] = [0, 0]
  for (const [id, inRows] of seen.entries()) {
    entries += inRows
    squares += inRows * (rarity[id] ?? 0) ** 2
  }
  return rarity.map((value) => (penalty * squares) / entries / value ** 2)
}

function countRowsOf(rows: SparseRows): Float64Array {
  const seen = new Float64Array(rows.columns)
  const last = new Int32Array(rows.columns).fill(-1)
  for (let row = 0; row + 1 < rows.offsets.length; row++) {
    for (let at = rows.offsets[row] ?? 0; at < (rows.offsets[row + 1] ?? 0); at++) {
      const id = rows.ids[at] ?? 0
      if (last[id] === row) continue
      last[id] = row
      seen[id] = (seen[id] ?? 0) + 1
    }
  }
  return seen
}

function addRow(rows: SparseRows, what: { row: number; factor: number }, into: Float64Array): void {
  const end = rows.offsets[what.row + 1] ?? 0
  for (let at = rows.offsets[what.row] ?? 0; at < end; at++) {
    const id = rows.ids[at] ?? 0
    into[id] = (into[id] ?? 0) + what.factor * (rows.values[at] ?? 0)
  }
  into[rows.columns] = (into[rows.columns] ?? 0) + what.factor
}

export function scoreRow(rows: SparseRows, row: number, weights: Float64Array): number {
  let logit = weights.length > rows.columns ? (weights[rows.columns] ?? 0) : 0
  const end = rows.offsets[row + 1] ?? 0
  for (let at = rows.offsets[row] ?? 0; at < end; at++) {
    logit += (weights[rows.ids[at] ?? 0] ?? 0) * (rows.values[at] ?? 0)
  }
  return logit
}

export function rowsFromDense(matrix: readonly ArrayLike<number>[], columns: number): SparseRows {
  const builder = buildRows(columns)
  for (const line of matrix) {
    for (let id = 0; id < columns; id++) if (line[id]) builder.add(id, line[id] ?? 0)
    builder.endRow()
  }
  return builder.finish()
}

export function buildRows(columns: number) {
  let ids = new Int32Array(1 << 16)
  let values = new Float32Array(1 << 16)
  let count = 0
  const offsets = [0]
  return {
    add(id: number, value: number): void {
      if (count === ids.length) {
        const [oldIds, oldValues] = [ids, values]
        ids = new Int32Array(count * 2)
        ids.set(oldIds)
        values = new Float32Array(count * 2)
        values.set(oldValues)
      }
      ids[count] = id
      values[count++] = value
    },
    endRow(): void {
      offsets.push(count)
    },
    finish(): SparseRows {
      return { columns, offsets: Int32Array.from(offsets), ids: ids.slice(0, count), values: values.slice(0, count) }
    },
  }
}

export function joinRows(first: SparseRows, second: SparseRows): SparseRows {
  const shift = first.ids.length
  const offsets = new Int32Array(first.offsets.length + second.offsets.length - 1)
  offsets.set(first.offsets)
  for (let i = 1; i < second.offsets.length; i++)
    offsets[first.offsets.length + i - 1] = shift + (second.offsets[i] ?? 0)
  const ids = new Int32Array(shift + second.ids.length)
  ids.set(first.ids)
  ids.set(second.ids, shift)
  const values = new Float32Array(ids.length)
  values.set(first.values)
  values.set(second.values, shift)
  return { columns: first.columns, offsets, ids, values }
}

export function pickRows(rows: SparseRows, chosen: readonly number[]): SparseRows {
  const builder = buildRows(rows.columns)
  for (const row of chosen) {
    const end = rows.offsets[row + 1] ?? 0
    for (let at = rows.offsets[row] ?? 0; at < end; at++) builder.add(rows.ids[at] ?? 0, rows.values[at] ?? 0)
    builder.endRow()
  }
  return builder.finish()
}

function addPenalty(point: Float64Array, gradient: Float64Array, strengths: Float64Array): number {
  let loss = 0
  for (let id = 0; id < strengths.length; id++) {
    const value = point[id] ?? 0
    const strength = strengths[id] ?? 0
    loss += 0.5 * strength * value * value
    gradient[id] = (gradient[id] ?? 0) + strength * value
  }
  return loss
}

function sumOf(weights: ArrayLike<number> | undefined, count: number): number {
  if (!weights) return count
  let sum = 0
  for (let i = 0; i < count; i++) sum += weights[i] ?? 0
  return sum
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

export function logitOf(probability: number): number {
  return Math.log(probability / (1 - probability))
}

function softplus(logit: number): number {
  return logit > 0 ? logit + Math.log1p(Math.exp(-logit)) : Math.log1p(Math.exp(logit))
}
