// One number out of an array. A position outside counts as 0, which is what every caller wants there. Each kind of array has a
// function of its own: one for all kinds would make the compiler of the runtime give up on plain loads.

export function intAt(numbers: Int32Array, at: number): number {
  return numbers[at] ?? 0
}

export function byteAt(numbers: Uint8Array, at: number): number {
  return numbers[at] ?? 0
}

export function shortAt(numbers: Uint16Array, at: number): number {
  return numbers[at] ?? 0
}

export function wordAt(numbers: Uint32Array, at: number): number {
  return numbers[at] ?? 0
}

export function floatAt(numbers: Float32Array, at: number): number {
  return numbers[at] ?? 0
}

export function doubleAt(numbers: Float64Array, at: number): number {
  return numbers[at] ?? 0
}

/** To four digits, as scores are shown. */
export function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
