// Logarithm and exponential from additions and multiplications only. IEEE 754 fixes their results to the last bit, but leaves Math.log
// and Math.exp to each runtime: with these, a p-value is the same in every Node and every browser.

const LN2 = Math.LN2
/** The logarithm of 2 in two parts. The first has so few bits that its multiples are exact. */
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10
const SQRT2 = Math.SQRT2
/** This many terms of each series are enough for all 53 bits. */
const LOG_TERMS = 13
const EXP_TERMS = 15
const EXPONENT_BIAS = 1023
const FRACTION_BITS = 20
const UNDERFLOW_BELOW = -746
const OVERFLOW_ABOVE = 710
const HALF_SCALE = 512

const double = new DataView(new ArrayBuffer(8))

export function ln(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN
  if (x === Number.POSITIVE_INFINITY) return x
  // Scale up a subnormal number first.
  if (x < 2 ** -1000) return ln(x * 2 ** 600) - 600 * LN2
  double.setFloat64(0, x)
  const high = double.getUint32(0)
  let power = (high >>> FRACTION_BITS) - EXPONENT_BIAS
  double.setUint32(0, (high & 0xfffff) | (EXPONENT_BIAS << FRACTION_BITS))
  let fraction = double.getFloat64(0)
  if (fraction > SQRT2) {
    fraction /= 2
    power++
  }
  return power * LN2_HIGH + (power * LN2_LOW + lnNearOne(fraction - 1))
}

/** The natural logarithm of 1 + x, precise for small x too. */
export function lnOnePlus(x: number): number {
  return x > -0.25 && x < 0.4 ? lnNearOne(x) : ln(1 + x)
}

/** ln(1 + x) = 2 artanh(x / (2 + x)), by its series. */
function lnNearOne(x: number): number {
  const s = x / (2 + x)
  const square = s * s
  let sum = 0
  for (let k = LOG_TERMS; k >= 0; k--) sum = sum * square + 1 / (2 * k + 1)
  return 2 * s * sum
}

export function exp(x: number): number {
  if (Number.isNaN(x)) return x
  if (x < UNDERFLOW_BELOW) return 0
  if (x > OVERFLOW_ABOVE) return Number.POSITIVE_INFINITY
  const power = Math.round(x / LN2)
  const rest = x - power * LN2_HIGH - power * LN2_LOW
  let sum = 1
  for (let k = EXP_TERMS; k >= 1; k--) sum = 1 + (sum * rest) / k
  // In two steps, because a single power of two may be out of range.
  const first = Math.max(-HALF_SCALE, Math.min(HALF_SCALE, power))
  return sum * powerOfTwo(first) * powerOfTwo(power - first)
}

function powerOfTwo(power: number): number {
  double.setUint32(0, (power + EXPONENT_BIAS) << FRACTION_BITS)
  double.setUint32(4, 0)
  return double.getFloat64(0)
}
