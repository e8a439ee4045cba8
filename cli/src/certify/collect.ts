// Raw words and final outcomes for a laboratory, drawn with the same scaling as every draw of the service, and tested while they are
// written. Files can have any size: only counts are kept in memory.
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { drawOutcome } from '@equipoise/engine'
import { batteryOf, frequencies, symbolsOf } from './battery.ts'
import type { TestResult } from './tester.ts'

/** Provides draw number i of each kind. Tests pass sabotaged sources. */
export interface Source {
  raw(draw: number, count: number): ArrayLike<number>
  /** Outcomes 1..sides. */
  dice(draw: number, sides: number, count: number): ArrayLike<number>
  /** A permutation of `size` entries. */
  shuffle(draw: number, size: number): ArrayLike<number>
}

export interface Collected {
  readonly name: string
  readonly about: string
  readonly file?: string
  readonly numbers: number
  readonly sha256: string
  readonly results: readonly TestResult[]
  /** How many values the chi-squared test distinguishes. */
  readonly values: number
}

interface Wish {
  readonly count: number
  /** Sides of the dice that are tested. */
  readonly games: readonly number[]
  /** The folder for the files; without one, no files are written. */
  readonly folder?: string
}

export const DRAW_NUMBERS = 50_000
const SHUFFLED = 5
const SHUFFLES_MAX = 60_000
/** Three quarters of the range of 8, 16, 24 and 32 bits: without rejection, the first third of the values would be twice as frequent. */
const SCALED = [3 * 2 ** 6, 3 * 2 ** 14, 3 * 2 ** 22, 3 * 2 ** 30]
const SCALED_NUMBERS_MAX = 100_000
const WORD_VALUES = 2 ** 32

/** The engine as the service uses it: each draw has its own seed. */
export function engineSource(seed: string): Source {
  return {
    raw: (draw, count) => drawOutcome({ kind: 'integers', min: 0, max: WORD_VALUES - 1, count }, `${seed}-${draw}`),
    dice: (draw, sides, count) => drawOutcome({ kind: 'dice', dice: 1, sides, count }, `${seed}-${draw}`),
    shuffle: (draw, size) => drawOutcome({ kind: 'shuffle', size, count: size }, `${seed}-${draw}`),
  }
}

export async function collect(source: Source, { count, games, folder }: Wish): Promise<Collected[]> {
  const raw = await collectOne({
    name: 'Raw words',
    about: '32-bit words of the key stream, before any scaling.',
    values: WORD_VALUES,
    least: 0,
    draw: (i, numbers) => source.raw(i, numbers),
    encode: wordBytes,
    file: folder && join(folder, 'raw.bin'),
    count,
  })
  const all = [raw]
  for (const sides of games) {
    all.push(
      await collectOne({
        name: `Outcomes 1 to ${sides}`,
        about: `Final outcomes of a die with ${sides} sides, scaled as in every draw.`,
        values: sides,
        least: 1,
        draw: (i, numbers) => source.dice(i, sides, numbers),
        encode: lines,
        file: folder && join(folder, `outcomes-${sides}.txt`),
        count,
      }),
    )
  }
  const shuffled = shuffles(source, Math.min(SHUFFLES_MAX, Math.ceil(count / SHUFFLED)))
  return [...all, scaling(source, Math.min(SCALED_NUMBERS_MAX, count)), shuffled]
}

/** Tests numbers from any source, one per line, read as a stream. */
export async function testFile(path: string, { values, least }: { values: number; least: number }): Promise<Collected> {
  const battery = batteryOf(values)
  const hash = createHash('sha256')
  const stream = createReadStream(path)
  stream.on('data', (bytes) => hash.update(bytes))
  let numbers = 0
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const value = Number(line) - least
    if (!Number.isInteger(value) || value < 0 || value >= values) {
      throw new Error(`${path}: line ${numbers + 1} is not a whole number from ${least} to ${least + values - 1}`)
    }
    battery.take(value)
    numbers++
  }
  if (numbers === 0) throw new Error(`${path} has no numbers`)
  const about = `Numbers from ${least} to ${least + values - 1}, read from a file.`
  return {
    name: path,
    about,
    numbers,
    sha256: hash.digest('hex'),
    results: battery.results(),
    values: symbolsOf(values),
  }
}

interface Collecting {
  readonly name: string
  readonly about: string
  readonly values: number
  readonly least: number
  readonly count: number
  readonly file: string | undefined
  draw(i: number, numbers: number): ArrayLike<number>
  encode(numbers: ArrayLike<number>): Uint8Array
}

async function collectOne(given: Collecting): Promise<Collected> {
  const battery = batteryOf(given.values)
  const hash = createHash('sha256')
  const seen = new Set<string>()
  const out = given.file === undefined ? undefined : createWriteStream(given.file, { flags: 'wx' })
  let repeated = 0
  for (let i = 0, left = given.count; left > 0; i++) {
    const numbers = given.draw(i, Math.min(left, DRAW_NUMBERS))
    for (let n = 0; n < numbers.length; n++) battery.take((numbers[n] ?? 0) - given.least)
    repeated += isKnown(numbers, seen) ? 1 : 0
    const bytes = given.encode(numbers)
    hash.update(bytes)
    if (out && !out.write(bytes)) await once(out, 'drain')
    left -= numbers.length
  }
  if (out) {
    out.end()
    await finished(out)
  }
  return {
    name: given.name,
    about: given.about,
    ...(given.file === undefined ? {} : { file: given.file }),
    numbers: given.count,
    sha256: hash.digest('hex'),
    results: [...battery.results(), repetition(repeated)],
    values: symbolsOf(given.values),
  }
}

/** Whether an earlier draw started with the same numbers. */
function isKnown(numbers: ArrayLike<number>, seen: Set<string>): boolean {
  const start = Array.from({ length: Math.min(64, numbers.length) }, (_, i) => numbers[i]).join()
  if (seen.has(start)) return true
  seen.add(start)
  return false
}

function repetition(repeated: number): TestResult {
  const about = 'No draw starts with the same 64 numbers as another: no nonce is used twice.'
  return { name: 'repetition', about, pValue: repeated > 0 ? 0 : 1 }
}

/** Finds modulo bias: at these ranges, scaling without rejection doubles a third of the values, so that few numbers are enough. */
function scaling(source: Source, count: number): Collected {
  const hash = createHash('sha256')
  const results = SCALED.map((sides) => {
    const tester = frequencies(3)
    const numbers = source.dice(0, sides, count)
    for (let n = 0; n < numbers.length; n++) tester.take(Math.floor((((numbers[n] ?? 1) - 1) * 3) / sides))
    hash.update(lines(numbers))
    const [{ pValue } = { pValue: 0 }] = tester.results().filter(({ name }) => name === 'chi-square')
    const about = 'Each third of the range comes equally often: words that would favour the first are discarded.'
    return { name: `modulo bias, 1 to ${sides}`, about, pValue }
  })
  const about =
    'Dice with three quarters as many sides as words of 8, 16, 24 and 32 bits have values, where modulo bias is largest.'
  return { name: 'Scaling', about, numbers: count, sha256: hash.digest('hex'), results, values: 3 }
}

/** Permutations of five entries: each of the 120 is equally frequent. */
function shuffles(source: Source, count: number): Collected {
  const tester = frequencies(120)
  const hash: Hash = createHash('sha256')
  for (let i = 0; i < count; i++) {
    const order = Array.from(source.shuffle(i, SHUFFLED))
    hash.update(order.join())
    tester.take(rankOf(order))
  }
  const results = tester.results().filter(({ name }) => name === 'chi-square')
  const about = 'Orders of five entries, of which there are 120.'
  const named = results.map((one) => ({ ...one, name: 'shuffle', about: 'Every order comes as often as any other.' }))
  return { name: 'Shuffles', about, numbers: count, sha256: hash.digest('hex'), results: named, values: 120 }
}

function rankOf(order: readonly number[]): number {
  return order.reduce((rank, value, i) => {
    const smaller = order.slice(i + 1).filter((other) => other < value).length
    return rank * (order.length - i) + smaller
  }, 0)
}

export function wordBytes(numbers: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 4)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < numbers.length; i++) view.setUint32(4 * i, numbers[i] ?? 0, true)
  return bytes
}

function lines(numbers: ArrayLike<number>): Uint8Array {
  return Buffer.from(`${Array.prototype.join.call(numbers, '\n')}\n`)
}
