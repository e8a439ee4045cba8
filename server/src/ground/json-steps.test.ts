import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Steps } from './in-turns.ts'
import { isLargeJson, JsonRejected, readJsonSteps, STEP_BYTES, writeJsonSteps } from './json-steps.ts'

function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value as T
  }
}

const read = (text: string, stepBytes: number) =>
  finish(readJsonSteps(Buffer.from(text), { valuesMax: 10_000, stepBytes }))

function written(value: unknown, stepChars: number): string {
  let text = ''
  const take = (piece: string) => {
    text += piece
  }
  finish(writeJsonSteps(value, take, stepChars))
  return text
}

/** Always the same numbers from 0 up to, not including, `below`. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const TEXTS = [
  '',
  'a',
  '"',
  '\\',
  '\\"',
  '\n\t',
  '😀',
  'é😀"\\',
  '\ud83d',
  '\u0000',
  'x'.repeat(30),
  '\\'.repeat(9),
  '__proto__',
  '0',
]

function randomValue(roll: (below: number) => number, depth = 4): unknown {
  const some = () => Array.from({ length: roll(5) }, () => randomValue(roll, depth - 1))
  const kind = roll(depth > 0 ? 6 : 4)
  if (kind < 2) return TEXTS[roll(TEXTS.length)]
  if (kind === 2) return [0, -1.5e-7, 12, true, false, null][roll(6)]
  if (kind === 3) return TEXTS[roll(TEXTS.length)] + (TEXTS[roll(TEXTS.length)] ?? '')
  return kind === 4
    ? some()
    : JSON.parse(
        `{${some()
          .map((one, at) => `${JSON.stringify(TEXTS[roll(TEXTS.length)] + (at % 2 ? 'b' : ''))}:${JSON.stringify(one)}`)
          .join()}}`,
      )
}

const STEPS = [8, 12, 40, 300]

describe('JSON in steps', () => {
  test('is read and written as at once, wherever a step ends', () => {
    const roll = dice(43)
    for (let round = 0; round < 400; round++) {
      const value = randomValue(roll)
      const json = JSON.stringify(value, null, roll(3)).replace(/😀/g, roll(2) ? '😀' : '\\ud83d\\ude00')
      const whole = JSON.parse(json)
      for (const step of STEPS) {
        // A name of more than a step would be rejected.
        if (step > 40 && !isDeepStrictEqual(read(json, step), whole)) expect.unreachable(json)
        if (written(whole, step) !== JSON.stringify(whole)) expect.unreachable(json)
      }
    }
  })

  test('that is broken is rejected as it would be at once, and nothing else is', () => {
    const roll = dice(10)
    const broken = ['', ',', ']', '}', '"', ':', '[', '{', '\\', '1', '-', 'null', ' ']
    let rejected = 0
    for (let round = 0; round < 2_000; round++) {
      const json = JSON.stringify([randomValue(roll), randomValue(roll), randomValue(roll)])
      const at = roll(json.length)
      const spoilt = json.slice(0, at) + broken[roll(broken.length)] + json.slice(at + roll(3))
      // Half of a pair alone is no UTF-8.
      const text = Buffer.from(spoilt).toString()
      const expected = outcomeOf(() => JSON.parse(text))
      rejected += expected === 'rejected' ? 1 : 0
      if (
        !isDeepStrictEqual(
          outcomeOf(() => read(text, 80)),
          expected,
        )
      )
        expect.unreachable(text)
    }
    expect(rejected).toBeGreaterThan(500)
  })

  test('has limits on values, levels, and on names, numbers and gaps longer than a step', () => {
    const excessOf = (text: string) => {
      try {
        return read(text, 64)
      } catch (error) {
        return error instanceof JsonRejected ? error.excess : error
      }
    }
    expect(excessOf(`[${Array(10_002).fill(0).join()}]`)).toBe('values')
    expect(excessOf('['.repeat(66) + ']'.repeat(66))).toBe('depth')
    expect(excessOf(`{"${'n'.repeat(70)}":1}`)).toBe('syntax')
    expect(excessOf(`[${'1'.repeat(3_000)}]`)).toBe('syntax')
    expect(excessOf(`[1,${' '.repeat(3_000)}2]`)).toBe('syntax')
    expect(excessOf('\ufeff [1] ')).toEqual([1])
    expect(excessOf(' \n')).toBe(undefined)
  })

  test('is large from a step on, whether it is one text or many values', () => {
    expect([isLargeJson('x'.repeat(STEP_BYTES)), isLargeJson({ a: Array(100).fill(['b']) })]).toEqual([false, false])
    expect([isLargeJson({ a: ['x'.repeat(STEP_BYTES)] }), isLargeJson(Array(STEP_BYTES).fill(0))]).toEqual([true, true])
  })
})

function outcomeOf(work: () => unknown): unknown {
  try {
    return { read: work() }
  } catch {
    return 'rejected'
  }
}
