import type { Battery } from './battery.ts'
import type { Result, Stage, SweepResult } from './equilibrium.ts'

/** `STABLE`, or `UNSTABLE` if the self-test of the randomness fails. */
type Status = 'STABLE' | 'UNSTABLE'

/** The version of the definition that a result follows. Version 1 left the last block of an odd run unchanged. */
const DEFINITION_TEXT = 2
const STABLE_AIN_LEAST = 0.99
const STABLE_P_VALUE_LEAST = 1e-9

/**
 * The response to a compute call as JSON text. Written by hand, because that takes half the time of JSON.stringify on nested cells.
 * @example JSON.parse(reportCompute(compute({ bias: 0.9, N: 9, samples: 100, seed: 1 }))).ain // => 1
 */
export function reportCompute(result: Result, battery?: Battery): string {
  return (
    `{"ain":${result.ain},"mean":${result.mean},"std":${result.std},"min":${result.min},"max":${result.max}` +
    `,"histogram":${cellsOf(result.histogram)}` +
    `,"p_output":${result.mean},"deviation_from_0_5":${deviationOf(result)}` +
    `,"N":${result.N},"samples":${result.samples},"bias":${result.bias},"status":"${statusOf(result)}"` +
    `,"seed":${JSON.stringify(result.seed)},"definition_text":${DEFINITION_TEXT},"digest":"${result.digest}","sequence":"${result.sequence}"` +
    `,"expected_std":${result.expectedStd},"std_error":${result.stdError}` +
    `,"p_value":${result.pValue},"chi2":${result.chi2},"df":${result.df}` +
    `,"input":${stageOf(result.input)},"raw":${stageOf(result.raw)}` +
    `${battery ? `,"report":${JSON.stringify(reportBattery(battery))}` : ''}}`
  )
}

function reportBattery({ tests, pValue, positions, correlations }: Battery) {
  return {
    p_value: pValue,
    tests: tests.map(({ pValue: p_value, ...test }) => ({ ...test, p_value })),
    positions: positions.map(({ position, share, pValue: p_value }) => ({ position, share, p_value })),
    correlations: correlations.map(({ lag, correlation, pValue: p_value }) => ({ lag, correlation, p_value })),
  }
}

/**
 * The response to a sweep as JSON text.
 * @example JSON.parse(reportSweep(sweep({ N: 9, samples: 100, steps: 5, seed: 1 }))).results.length // => 5
 */
export function reportSweep(swept: SweepResult): string {
  const { N, samples, steps, seed, pValue } = swept
  const results = swept.results.map((result) => ({
    bias: result.bias,
    ain: result.ain,
    p_output: result.mean,
    deviation_from_0_5: deviationOf(result),
    status: statusOf(result),
    p_value: result.pValue,
    input_ain: result.input.ain,
    raw_ain: result.raw.ain,
  }))
  return JSON.stringify({ N, samples, steps, seed, results, p_value: pValue })
}

function stageOf({ mean, std, ain, histogram }: Stage): string {
  return `{"mean":${mean},"std":${std},"ain":${ain},"histogram":${cellsOf(histogram)}}`
}

function cellsOf(histogram: readonly number[]): string {
  const size = histogram.length - 1
  let text = ''
  for (let k = 0; k <= size; k++) text += `${k === 0 ? '[' : ','}{"value":${k / size},"count":${histogram[k]}}`
  return `${text}]`
}

function statusOf({ ain, pValue }: Result): Status {
  return ain >= STABLE_AIN_LEAST && pValue >= STABLE_P_VALUE_LEAST ? 'STABLE' : 'UNSTABLE'
}

function deviationOf({ mean }: Result): number {
  return Math.abs(mean - 0.5)
}
