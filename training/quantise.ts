// Floats → int8 with one scale a table. The largest value is not always worth its room: a scale that clips the rarest
// extremes loses less than one that spends its steps on them.

interface Quantised {
  readonly bytes: Int8Array
  readonly scale: number
}

const CLIPS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]

export function quantise(values: ArrayLike<number>): Quantised {
  let largest = 0
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i] ?? 0))
  if (largest === 0) return { bytes: new Int8Array(values.length), scale: 1 }
  let best = { scale: largest / 127, error: Number.POSITIVE_INFINITY }
  for (const clip of CLIPS) {
    const scale = (largest * clip) / 127
    const error = errorOf(values, scale)
    if (error < best.error) best = { scale, error }
  }
  return { bytes: Int8Array.from(values, (value) => step(value, best.scale)), scale: best.scale }
}

function errorOf(values: ArrayLike<number>, scale: number): number {
  let error = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    error += (value - step(value, scale) * scale) ** 2
  }
  return error
}

function step(value: number, scale: number): number {
  return Math.max(-127, Math.min(127, Math.round(value / scale)))
}
