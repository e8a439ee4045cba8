// The engine passes, and each sabotaged version of it fails the right test.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { certify, verdictOn } from './certify.ts'
import { collect, engineSource, type Source, wordBytes } from './collect.ts'
import { runDieharder } from './dieharder.ts'
import { smallestExcess } from './power.ts'

const folder = mkdtempSync(join(tmpdir(), 'certify-'))
afterAll(() => rmSync(folder, { recursive: true }))

const WISH = { count: 60_000, games: [6] }
const good = engineSource('laboratory')
const failedOf = async (broken: Partial<Source>) => verdictOn(await collect({ ...good, ...broken }, WISH)).failed

test('the engine passes, and every listed test is run', async () => {
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
    'modulo bias, 1 to 12582912',
    'modulo bias, 1 to 192',
    'modulo bias, 1 to 3221225472',
    'modulo bias, 1 to 49152',
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

test.each([
  [32, 'Scaling: modulo bias, 1 to 3221225472'],
  [24, 'Scaling: modulo bias, 1 to 12582912'],
  [16, 'Scaling: modulo bias, 1 to 49152'],
  [8, 'Scaling: modulo bias, 1 to 192'],
])('modulo bias of words of %i bits fails its own test, although six-sided dice do not show it', async (bits, name) => {
  const values = 2 ** bits
  const dice: Source['dice'] = (draw, sides, count) =>
    sides <= values
      ? Array.from(good.raw(draw, count), (word) => 1 + ((word % values) % sides))
      : good.dice(draw, sides, count)
  const failed = await failedOf({ dice })
  expect(failed).toContain(name)
  expect(failed.filter((one) => one.startsWith('Outcomes'))).toEqual([])
})

test('the report states the smallest bias that can be found: that bias is found, a third of it is not', async () => {
  const level = 0.01 / verdictOn(await collect(good, WISH)).tests
  const smallest = smallestExcess({ values: 6, numbers: WISH.count, level })
  expect(smallest).toBeGreaterThan(0.02)
  expect(smallest).toBeLessThan(0.06)
  // Sixteen times as many numbers show a quarter of the bias.
  expect(smallestExcess({ values: 6, numbers: 16 * WISH.count, level })).toBeCloseTo(smallest / 4, 12)
  const favouring = (excess: number): Source['dice'] => {
    return (draw, sides, count) => {
      if (sides !== 6) return good.dice(draw, sides, count)
      const words = good.raw(draw, count)
      return Array.from(good.dice(draw, sides, count), (face, i) =>
        (words[i] ?? 0) < (excess / 5) * 2 ** 32 ? 1 : face,
      )
    }
  }
  const chi2 = 'Outcomes 1 to 6: chi-square'
  expect(await failedOf({ dice: favouring(smallest) })).toContain(chi2)
  expect(await failedOf({ dice: favouring(smallest / 3) })).not.toContain(chi2)
})

test('a stuck bit is found', async () => {
  const raw: Source['raw'] = (draw, count) => Array.from(good.raw(draw, count), (word) => (word | 1) >>> 0)
  expect(await failedOf({ raw })).toEqual(['Raw words: bits'])
})

test('a repeated nonce is found', async () => {
  const raw: Source['raw'] = (_, count) => good.raw(0, count)
  expect(await failedOf({ raw })).toContain('Raw words: repetition')
})

test('a biased shuffle is found: one that swaps every place with any place', async () => {
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

test('numbers that depend on the previous one are found', async () => {
  const dice: Source['dice'] = (draw, sides, count) => {
    const drawn = Array.from(good.dice(draw, sides, count))
    return drawn.map((value, i) => (i % 10 === 9 ? (drawn[i - 1] ?? 1) : value))
  }
  const failed = await failedOf({ dice })
  expect(failed).toContain('Outcomes 1 to 6: serial correlation')
  expect(failed).toContain('Outcomes 1 to 6: interplay correlation')
})

test('the command writes files, their hashes and a report, and can test a file of numbers', async () => {
  const printed: string[] = []
  const remarks: string[] = []
  let status = -1
  const run = (words: string[], values: Record<string, string>) =>
    certify({
      words,
      values,
      version: '1.2.3',
      around: { cwd: folder },
      print: (line) => printed.push(line),
      remark: (line) => remarks.push(line),
      exit: (code) => {
        status = code
      },
    })
  const out = join(folder, 'kit')
  await run([out], { count: '20000', games: '6', seed: 'kit' })
  expect([status, printed.at(-1)]).toEqual([0, `Wrote ${join(out, 'report.html')}`])
  expect(readFileSync(join(out, 'raw.bin'))).toHaveLength(80_000)
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
  expect(sums).toMatch(/^# made with equipoise 1\.2\.3, Node\.js .+\n[0-9a-f]{64} {2}raw\.bin\n/)
  expect(printed.join('\n')).toMatch(
    /Outcomes 1 to 6: with 20,000 numbers, one value of 6 that comes [\d.]+ % too often/,
  )
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('nothing speaks against chance')
  // JSON has each test; what people read goes elsewhere.
  printed.length = 0
  const told = await run([join(folder, 'as-json')], { count: '10000', games: '6', seed: 'kit', format: 'json' })
  expect(told).toMatchObject({
    seed: 'kit',
    level: 0.01,
    failed: [],
    tests: expect.arrayContaining([
      { stream: 'Outcomes 1 to 6', test: 'serial correlation', p_value: expect.any(Number) },
    ]),
  })
  expect([printed, remarks.at(-1)]).toEqual([[], expect.stringMatching(/^Wrote /)])
  // Compares with an earlier kit, given by its folder or its list.
  await run([join(folder, 'same')], { count: '10000', games: '6', since: out })
  expect(printed.join('\n')).toMatch(/Changes from equipoise 1\.2\.3, .+ to equipoise 1\.2\.3, .+: no program changed/)
  const list = join(folder, 'earlier.txt')
  const earlier = sums
    .replace(/^# .+\n/, '')
    .replace(/^[0-9a-f]{64} {2}certify\/(battery|power)\.\w+\n/gm, (line, name) => {
      return name === 'battery' ? `${'0'.repeat(64)}${line.slice(64)}${'1'.repeat(64)}  certify/gone.ts\n` : ''
    })
  writeFileSync(list, earlier)
  printed.length = 0
  await run([join(folder, 'changed')], { count: '10000', games: '6', since: list })
  const lines = printed.slice(printed.findIndex((line) => line.startsWith('Changes from')))
  expect(lines.slice(0, 4)).toEqual([
    expect.stringMatching(/^Changes from versions that its list does not name to equipoise 1\.2\.3, .+: 3 programs$/),
    expect.stringMatching(/^changed {2}certify\/battery\.\w+$/),
    'removed  certify/gone.ts',
    expect.stringMatching(/^added {4}certify\/power\.\w+$/),
  ])
  expect(readFileSync(join(folder, 'changed', 'report.html'), 'utf8')).toContain('removed  certify/gone.ts')
  writeFileSync(list, 'nothing\n')
  await expect(run([join(folder, 'none')], { since: list })).rejects.toThrow(/lists no programs/)
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

test('dieharder reads raw words as they are drawn, and its failures fail the report; without it, the report says so', async () => {
  const path = process.env.PATH
  try {
    process.env.PATH = folder
    expect(await runDieharder(good)).toEqual({ printed: 'dieharder is not installed here.', failed: [] })
    process.env.PATH = `${folder}:${path}`
    const lines = ['head -c 400000 | sha256sum', 'echo " sts_monobit|   1|    100000|     100|0.00000000|  FAILED  "']
    writeFileSync(join(folder, 'dieharder'), `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 })
    const { printed, failed } = await runDieharder(good)
    const sent = createHash('sha256')
    for (const draw of [0, 1]) sent.update(wordBytes(good.raw(draw, 50_000)))
    expect(printed.split('\n')[0]).toBe(`${sent.digest('hex')}  -`)
    expect(failed).toEqual(new Array(6).fill('sts_monobit'))
  } finally {
    process.env.PATH = path
  }
})
