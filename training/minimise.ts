// L-BFGS with a backtracking line search: deterministic, no step size to tune, exact enough for convex problems of this size.

// Writes the gradient at `point` into `gradient` and returns the value.
type Objective = (point: Float64Array, gradient: Float64Array) => number

interface MinimiseOptions {
  readonly iterationsMax: number
  readonly tolerance: number
}

const MEMORY = 8
const SHRINKS_MAX = 20

export function minimise(objective: Objective, start: Float64Array, options: MinimiseOptions): Float64Array {
  let point: Float64Array = Float64Array.from(start)
  let gradient: Float64Array = new Float64Array(start.length)
  let value = objective(point, gradient)
  const history: { step: Float64Array; change: Float64Array; curvature: number }[] = []
  for (let iteration = 0; iteration < options.iterationsMax; iteration++) {
    const direction = chooseDirection(gradient, history)
    const slope = dot(direction, gradient)
    if (slope > -1e-16) break
    const first = history.length === 0 ? Math.min(1, 1 / Math.sqrt(dot(gradient, gradient))) : 1
    const found = search(objective, { point, value, direction, slope, first })
    if (!found) break
    const change = subtract(found.gradient, gradient)
    const step = subtract(found.point, point)
    const curvature = dot(step, change)
    if (curvature > 1e-12) history.push({ step, change, curvature })
    if (history.length > MEMORY) history.shift()
    const gain = value - found.value
    point = found.point
    gradient = found.gradient
    value = found.value
    if (gain < options.tolerance * Math.max(1, Math.abs(value))) break
  }
  return point
}

function chooseDirection(
  gradient: Float64Array,
  history: readonly { step: Float64Array; change: Float64Array; curvature: number }[],
): Float64Array {
  const direction = gradient.map((g) => -g)
  const factors: number[] = []
  for (let i = history.length - 1; i >= 0; i--) {
    const pair = history[i]
    if (!pair) continue
    const factor = dot(pair.step, direction) / pair.curvature
    factors[i] = factor
    addScaled(direction, pair.change, -factor)
  }
  const last = history[history.length - 1]
  if (last) {
    const scale = last.curvature / dot(last.change, last.change)
    for (let i = 0; i < direction.length; i++) direction[i] = (direction[i] ?? 0) * scale
  }
  for (const [i, pair] of history.entries()) {
    const back = dot(pair.change, direction) / pair.curvature
    addScaled(direction, pair.step, (factors[i] ?? 0) - back)
  }
  return direction
}

function search(
  objective: Objective,
  from: { point: Float64Array; value: number; direction: Float64Array; slope: number; first: number },
): { point: Float64Array; gradient: Float64Array; value: number } | undefined {
  const gradient = new Float64Array(from.point.length)
  let length = from.first
  for (let shrink = 0; shrink < SHRINKS_MAX; shrink++) {
    const point = Float64Array.from(from.point)
    addScaled(point, from.direction, length)
    const value = objective(point, gradient)
    if (value <= from.value + 1e-4 * length * from.slope) return { point, gradient, value }
    length /= 2
  }
  return undefined
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

function addScaled(into: Float64Array, what: Float64Array, factor: number): void {
  for (let i = 0; i < into.length; i++) into[i] = (into[i] ?? 0) + factor * (what[i] ?? 0)
}

function subtract(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value - (b[i] ?? 0))
}
