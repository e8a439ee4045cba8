// Corrections of p-values for several tests.

/**
 * Holm: limits the chance that any of the tests is a false alarm.
 * @example holm([0.01, 0.04]) // => [ 0.02, 0.04 ]
 */
export function holm(pValues: readonly number[]): number[] {
  const adjusted: number[] = []
  let most = 0
  for (const [rank, at] of orderOf(pValues).entries()) {
    most = Math.max(most, Math.min(1, (pValues[at] as number) * (pValues.length - rank)))
    adjusted[at] = most
  }
  return adjusted
}

/**
 * Benjamini–Hochberg: limits the expected share of false alarms among the significant tests.
 * @example benjaminiHochberg([0.01, 0.04]) // => [ 0.02, 0.04 ]
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const adjusted: number[] = []
  let least = 1
  for (const [rank, at] of [...orderOf(pValues).entries()].toReversed()) {
    least = Math.min(least, ((pValues[at] as number) * pValues.length) / (rank + 1))
    adjusted[at] = least
  }
  return adjusted
}

/** The indexes of the values, smallest value first. */
function orderOf(values: readonly number[]): number[] {
  return [...values.keys()].sort((x, y) => (values[x] as number) - (values[y] as number))
}
