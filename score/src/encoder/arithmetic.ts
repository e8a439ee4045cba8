// exp and GELU from additions, multiplications and divisions alone: Math.exp may differ between engines, and a text must have the same
// score everywhere.

const { LOG2E, LN2 } = Math
const EXPONENT_MIN = -64
// 2^-64 … 2^0, exact.
const powers = Float64Array.from({ length: 1 - EXPONENT_MIN }, () => 1)
for (let at = powers.length - 2; at >= 0; at--) powers[at] = (powers[at + 1] as number) / 2

/** e to the power of x, for x up to 0; exact to about 1e-9, and 0 if it is below 1e-19. */
export function exp(x: number): number {
  const whole = Math.floor(x * LOG2E + 0.5)
  if (whole < EXPONENT_MIN) return 0
  const r = x - whole * LN2
  const high = 1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * (1 / 40_320))))
  return (1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * high)))) * (powers[whole - EXPONENT_MIN] as number)
}

/** The probability that a logit stands for. */
export function sigmoid(logit: number): number {
  const small = exp(-Math.abs(logit))
  return (logit < 0 ? small : 1) / (1 + small)
}

const GELU_REACH = 8
const GELU_STEPS = 512
/** GELU (x times the chance that a normal variable is below x) at points 1/512 apart from -8 on; bend in kernel.wat reads it. */
export const geluTable: Float32Array = makeGelu()

// The normal density, summed by Simpson's rule from the left.
function makeGelu(): Float32Array {
  const table = new Float32Array(2 * GELU_REACH * GELU_STEPS + 2)
  const density = (x: number): number => exp((-x * x) / 2) * 0.3989422804014327
  const step = 1 / GELU_STEPS
  let below = 0
  for (let at = 0; at < table.length; at++) {
    const x = at * step - GELU_REACH
    if (at > 0) below += (step / 6) * (density(x - step) + 4 * density(x - step / 2) + density(x))
    table[at] = x * below
  }
  return table
}
