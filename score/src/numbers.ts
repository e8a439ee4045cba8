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

/** The stretch that a position is in. They stand in the order of the text and do not overlap. */
export function sentenceAt<T extends { readonly start: number; readonly end: number }>(
  sentences: readonly T[],
  at: number,
): T | undefined {
  let low = 0
  let high = sentences.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((sentences[middle]?.start ?? 0) <= at) low = middle
    else high = middle - 1
  }
  const sentence = sentences[low]
  return sentence && sentence.start <= at && at < sentence.end ? sentence : undefined
}
