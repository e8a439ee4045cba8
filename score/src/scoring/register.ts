import { chanceOf } from '../numbers.ts'
import type { Units } from '../reading/reading.ts'
import { valueAt } from './coding.ts'
import { FEATURE_COUNT } from './features.ts'
import type { Constants, Model } from './model.ts'
import { codedTables } from './tables.ts'

// News and reference works are judged by different readers: experts mark loaded words, an encyclopaedia's editors also take
// out praise and doubt that a newspaper may print. A text has a share in each register, told by its ordinary words (names,
// numbers and capitals do not count), and its weights are mixed by that share.

/** More words make the register no surer: it was learnt from sentences, and a long text would have nothing but one register. */
const WORDS_MAX = 40

// From 0 (news, talk, instructions) to 1 (reference works).
export function registerOf(model: Model, units: Units): number {
  const { row: rows, count } = units
  const table = codedTables(model).register
  let sum = 0
  for (let i = 0; i < count; i++) {
    const row = rows[i] ?? -1
    sum += row < 0 ? 0 : valueAt(table, row)
  }
  const logit = (sum / Math.max(1, count)) * Math.sqrt(Math.min(count, WORDS_MAX)) + model.constants.register.intercept
  return chanceOf(logit)
}

// The weights of the features for a text of this register. The next call overwrites the answer's array.
export function mixStacks({ stack, intercept, reference }: Constants, register: number): Stack {
  for (let at = 0; at < mixed.length; at++) mixed[at] = mix(stack[at] ?? 0, reference.stack[at] ?? 0, register)
  return { intercept: mix(intercept, reference.intercept, register), stack: mixed }
}

interface Stack {
  readonly intercept: number
  readonly stack: Float64Array
}

const mixed = new Float64Array(FEATURE_COUNT)

function mix(news: number, reference: number, register: number): number {
  return news + register * (reference - news)
}
