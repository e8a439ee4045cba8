import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeModelCard } from './model-card.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'card-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const evaluation = {
  version: '9.9.9-default',
  tier: 'default',
  bytes: 1_310_000,
  protocol: 'five folds',
  figures: [
    { name: 'AUROC', value: 0.87, rows: 100, interval: [0.85, 0.89] as const, target: '>= 0.88' },
    { name: 'Certified', value: 0.5, rows: 8 },
  ],
  calibration: [{ count: 10, expected: 0.2, observed: 0.25 }],
  histogram: [{ from: 0, neutral: 1, biased: 9 }],
}
const PAGE = 'Before.\n<!-- figures: written by npm run train -->\nYesterday\n<!-- end of figures -->\nAfter.\n'
const card = () => readFileSync(join(folder, 'model-card.md'), 'utf8')

test('figures stand between the marks, and the prose around them stays', () => {
  writeFileSync(join(folder, 'model-card.md'), PAGE)
  writeModelCard(folder, { default: evaluation })
  expect(card()).toMatch(/^Before\.\n[\s\S]*After\.\n$/)
  expect(card()).not.toContain('Yesterday')
  expect(card()).toContain('### 9.9.9-default (1.31 MB)')
  expect(card()).toContain('| AUROC | 0.870 | 0.850 to 0.890 | 100 | >= 0.88 |')
  expect(card()).toContain('| Certified | 0.500 |  | 8 |  |')
})

test('writing the same figures again changes nothing', () => {
  writeFileSync(join(folder, 'model-card.md'), PAGE)
  writeModelCard(folder, { default: evaluation })
  const once = card()
  writeModelCard(folder, { default: evaluation })
  expect(card()).toBe(once)
})

test('each tier has its drawings', () => {
  writeFileSync(join(folder, 'model-card.md'), PAGE)
  writeModelCard(folder, { default: evaluation, permissive: { ...evaluation, tier: 'permissive' } })
  for (const tier of ['default', 'permissive']) {
    for (const what of ['calibration', 'histogram']) {
      expect(card()).toContain(`(${what}-${tier}.svg)`)
      expect(readFileSync(join(folder, `${what}-${tier}.svg`), 'utf8')).toMatch(/^<svg /)
    }
  }
})
