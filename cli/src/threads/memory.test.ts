import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEADS, type Reading } from '@equipoise/score/scoring'
import { afterEach, expect, test } from 'vitest'
import { openMemory } from './memory.ts'

const folder = mkdtempSync(join(tmpdir(), 'equipoise-memory-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const readingOf = (value: number): Reading => ({
  sentence: Object.fromEntries(HEADS.map((head) => [head, value / 3])) as Reading['sentence'],
  marked: Float32Array.of(value, 0.1),
  removed: Float32Array.of(-value, 0.2),
})

test('a file never grows above its limit, and the latest readings are kept', () => {
  for (let value = 0; value < 100; value++) {
    const memory = openMemory(folder, 2_000)
    memory.add([value, 1], readingOf(value))
    memory.save()
  }
  const [name = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(2_000)
  const memory = openMemory(folder, 2_000)
  expect(memory.get([99, 1])).toEqual(readingOf(99))
  expect(memory.get([1, 99])).toBeUndefined()
  expect(memory.get([0, 1])).toBeUndefined()
})

test('a new file deletes those of other weights, except the last two', () => {
  openMemory(folder).save()
  expect(openMemory(folder).get([1])).toBeUndefined()
  const memory = openMemory(join(folder, 'deep', 'cache'))
  memory.add([1], readingOf(1))
  memory.save()
  for (const digit of '12345') writeFileSync(join(folder, `readings-${digit.repeat(16)}.bin`), '')
  const here = openMemory(folder)
  here.add([1], readingOf(1))
  here.save()
  expect(readdirSync(folder).filter((name) => name.startsWith('readings-'))).toHaveLength(3)
})
