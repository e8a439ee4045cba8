// The engine passes, and each way to break it is found by name.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { certify, verdictOn } from './certify.ts'
import { collect, engineSource, type Source } from './collect.ts'

const folder = mkdtempSync(join(tmpdir(), 'certify-'))
afterAll(() => rmSync(folder, { recursive: true }))

const WISH = { count: 60_000, games: [6] }
const good = engineSource('laboratory')
const failedOf = async (broken: Partial<Source>) => verdictOn(await collect({ ...good, ...broken }, WISH)).failed

test('nothing speaks against the engine, and every test of the list is made', async () => {
  const streams = await collect(good, WISH)
  expect(verdictOn(streams).failed).toEqual([])
  const names = new Set(streams.flatMap(({ results }) => results.map(({ name }) => name)))
  expect([...names].sort()).toEqual([
    'bits',
    'chi-square',
    'coupon collector',
    'equidistribution',
    'gap',
    'interplay correlation',
    'permutation',
    'poker',
    'repetition',
    'runs',
    'runs up',
    'serial correlation',
    'shuffle',
    'spectral',
    'subsequences',
  ])
})

test('modulo bias is found: four bits modulo 6 favour the first four faces', async () => {
  const dice: Source['dice'] = (draw, sides, count) =>
    Array.from(good.raw(draw, count), (word) => 1 + ((word & 15) % sides))
  expect(await failedOf({ dice })).toContain('Outcomes 1 to 6: chi-square')
})

test('a stuck bit is found', async () => {
  const raw: Source['raw'] = (draw, count) => Array.from(good.raw(draw, count), (word) => (word | 1) >>> 0)
  expect(await failedOf({ raw })).toEqual(['Raw words: bits'])
})

test('a repeated nonce is found', async () => {
  const raw: Source['raw'] = (_, count) => good.raw(0, count)
  expect(await failedOf({ raw })).toContain('Raw words: repetition')
})

test('a biased shuffle is found: every place swapped with any place', async () => {
  const shuffle: Source['shuffle'] = (draw, size) => {
    const order = Array.from({ length: size }, (_, i) => i)
    const picks = good.dice(draw, size, size)
    for (let i = 0; i < size; i++) {
      const j = (picks[i] ?? 1) - 1
      ;[order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0]
    }
    return order
  }
  expect(await failedOf({ shuffle })).toEqual(['Shuffles: shuffle'])
})

test('numbers that remember the one before are found', async () => {
  const dice: Source['dice'] = (draw, sides, count) => {
    const drawn = Array.from(good.dice(draw, sides, count))
    return drawn.map((value, i) => (i % 10 === 9 ? (drawn[i - 1] ?? 1) : value))
  }
  const failed = await failedOf({ dice })
  expect(failed).toContain('Outcomes 1 to 6: serial correlation')
  expect(failed).toContain('Outcomes 1 to 6: interplay correlation')
})

test('the command writes files, their hashes and a report; a file of numbers is tested too', async () => {
  const printed: string[] = []
  let status = -1
  const run = (words: string[], values: Record<string, string>) =>
    certify({
      words,
      values,
      print: (line) => printed.push(line),
      exit: (code) => {
        status = code
      },
    })
  const out = join(folder, 'kit')
  await run([out], { count: '20000', games: '6', seed: 'kit' })
  expect([status, printed.at(-1)]).toEqual([0, `Wrote ${join(out, 'report.html')}`])
  expect(readFileSync(join(out, 'raw.bin'))).toHaveLength(80_000)
  expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toMatch(/^[0-9a-f]{64} {2}raw\.bin\n/)
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('nothing speaks against chance')
  // Files are never overwritten.
  await expect(run([out], { count: '20000', games: '6', seed: 'kit' })).rejects.toThrow(/EEXIST/)
  const numbers = join(folder, 'numbers.txt')
  writeFileSync(numbers, '1\n2\n'.repeat(20_000))
  await run([join(folder, 'other')], { input: numbers, max: '2' })
  expect(status).toBe(1)
  expect(printed.join()).toContain('interplay correlation')
  writeFileSync(numbers, '1\n7\n')
  await expect(run([join(folder, 'other')], { input: numbers, max: '6' })).rejects.toThrow(/line 2 is not/)
})
