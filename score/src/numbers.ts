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

// e to the power of x and the natural logarithm, from additions, multiplications and divisions alone. Those of `Math` differ between engines
// in the last bit (Chromium 156 beside Node and Firefox), and a text must have the same score everywhere. Exact to a few parts in 10^16.

const LN2_HIGH = 0.6931471806019545
const LN2_LOW = -4.2009150726810846e-11
const EXPONENT_MAX = 1_022
/** 1 / n!, from 1 / 13! to 1. */
const factors = Float64Array.from({ length: 14 }, (_, at) => {
  let factorial = 1
  for (let n = 2; n <= 13 - at; n++) factorial *= n
  return 1 / factorial
})
/** 2^-1022 … 2^1022, exact. */
const powers = new Float64Array(2 * EXPONENT_MAX + 1)
for (let at = 0, power = 1; at <= EXPONENT_MAX; at++, power *= 2) {
  powers[EXPONENT_MAX + at] = power
  powers[EXPONENT_MAX - at] = 1 / power
}

/** Below 1e-307 it is 0, above 4e307 infinite. */
export function exp(x: number): number {
  const whole = Math.floor(x * Math.LOG2E + 0.5)
  if (whole < -EXPONENT_MAX) return 0
  if (whole > EXPONENT_MAX) return Number.POSITIVE_INFINITY
  const rest = x - whole * LN2_HIGH - whole * LN2_LOW
  let sum = 0
  for (let at = 0; at < factors.length; at++) sum = sum * rest + doubleAt(factors, at)
  return sum * doubleAt(powers, whole + EXPONENT_MAX)
}

export function log(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return Math.log(x)
  let part = x
  let whole = 0
  for (; part > Math.SQRT2; part /= 2) whole++
  for (; part < Math.SQRT1_2; part *= 2) whole--
  const ratio = (part - 1) / (part + 1)
  const square = ratio * ratio
  let sum = 0
  for (let n = 23; n >= 1; n -= 2) sum = sum * square + 1 / n
  return whole * LN2_HIGH + (2 * ratio * sum + whole * LN2_LOW)
}

/** The probability that a logit stands for. */
export function chanceOf(logit: number): number {
  return 1 / (1 + exp(-logit))
}
