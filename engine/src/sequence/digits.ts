import { DIGITS_AT, memoryWords } from './kernel.ts'

/** The binary digits of a bias, in the form that the kernel needs. */
export interface Digits {
  /** How many of the first eight are drawn as planes: min(8, D). */
  planes: number
  /** Bit d-1 is digit d, for d = 1..8. */
  leading: number
  /** The result "at or above the bias" for lanes that agree with all digits: -1 yes, 0 no (bias 1). */
  rest: number
  /** The number of digits 9..D, stored in the kernel's memory from DIGITS_AT on. */
  trailing: number
}

/** Every double is a finite binary fraction, so these are all its digits and the source has exactly this bias. */
export function loadDigits(bias: number): Digits {
  if (bias === 1) return { planes: 0, leading: 0xff, rest: 0, trailing: 0 }
  const scaled = bias * 256
  let leading = 0
  let planes = 0
  for (let d = 1; d <= 8; d++) {
    if (((scaled >> (8 - d)) & 1) === 0) continue
    leading |= 1 << (d - 1)
    planes = d
  }
  const trailing = loadTrailing(scaled - Math.floor(scaled))
  return { planes: trailing > 0 ? 8 : planes, leading, rest: -1, trailing }
}

// Doubling and subtracting the whole part are exact, and a double has at most 1,074 digits.
function loadTrailing(fraction: number): number {
  let count = 0
  for (let left = fraction * 2; left > 0; left = (left % 1) * 2) {
    memoryWords[DIGITS_AT / 4 + count] = left >= 1 ? -1 : 0
    count++
  }
  return count
}
