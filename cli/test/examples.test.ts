// Every function that our packages export shows an example in its comment, and the example does what it says.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as audit from '@equipoise/audit'
import * as engine from '@equipoise/engine'
import * as score from '@equipoise/score'
import { openAnalyzer } from '@equipoise/score/weights'
import { describe, expect, test } from 'vitest'
import { signedDraw, signedRoundDraw } from '../../engine/test/signed-receipts.ts'

const pairs = audit.evenHandedPairs().slice(0, 2)
const analyze = openAnalyzer({ tier: 'fast' })
const run = {
  createdAt: '2026-01-01T00:00:00.000Z',
  source: { source: 'supplied', supplied: { by: 'account 7', said_to_come_from: 'my-model' } },
  mode: 'ab',
  set: audit.promptSetOf(audit.EVEN_HANDED, pairs),
  sample: { seed: 1, count: null },
} as const
const answered = pairs.map((pair) => ({ ...pair, answer_a: 'Tea is warm.', answer_b: 'Tea is cold.' }))
const weights = (name: string) => readFileSync(new URL(`../../score/weights/${name}-permissive.bin`, import.meta.url))
/** The exports, and what their examples use besides: weights, a small audit with its parts, and receipts of a throw and of an announced sample. */
const PACKAGES = {
  engine: {
    ...engine,
    receipt: signedDraw({ kind: 'dice', dice: 2, sides: 6, count: 1, modifier: 0 }),
  },
  score: {
    ...score,
    encoderBytes: weights('encoder'),
    modelBytes: weights('neutrality'),
    model: score.loadModel(weights('neutrality')),
  },
  audit: {
    ...audit,
    announced: signedRoundDraw({ kind: 'sample', size: 2, count: 1, entries: engine.entriesHash(['x', 'y']) }),
    analyze,
    answered,
    pairs,
    run,
    report: audit.buildReport({ ...run, answered, analyze }),
  },
}

describe.each(Object.entries(PACKAGES))('@equipoise/%s', (name, scope: Readonly<Record<string, unknown>>) => {
  const source = sourceOf(name)
  const functions = Object.keys(scope).filter((key) => source.includes(`\nexport function ${key}(`))
  test.each(functions)('%s shows an example that is true', (key) => {
    const comment = source.split(`\nexport function ${key}(`)[0]?.split('/**').at(-1) ?? ''
    const example = comment
      .replaceAll(/^ \* ?/gm, '')
      .split('@example')[1]
      ?.replace('*/', '')
    expect(example, 'has no @example in its comment').toBeDefined()
    const claims = [...(example ?? '').matchAll(/^(.+) \/\/ => (.+)$/gm)]
    expect(claims.length).toBeGreaterThan(0)
    const value = (expression: string) =>
      new Function(...Object.keys(scope), `return ${expression.trim()}`)(...Object.values(scope))
    for (const [, expression, stated] of claims) expect(value(`${expression}`)).toEqual(value(`(${stated})`))
  })
})

function sourceOf(name: string): string {
  const folder = fileURLToPath(new URL(`../../${name}/src`, import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  return files.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n')
}
