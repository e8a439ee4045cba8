// `equipoise certify`: the kit that a laboratory asks for. Draws raw words and final outcomes into files, tests them, lists what was
// tested with its SHA-256, and writes one page that can be printed.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Collected, collect, engineSource, testFile } from './collect.ts'
import { reportPage } from './report.ts'

interface Given {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  readonly words: readonly string[]
  print(line: string): void
  exit(status: number): void
}

const COUNT_MAX = 10_000_000_000
const SIDES_MAX = 2 ** 32
const LEVEL = 0.01
const PROGRAM = /\.(?:ts|js|json|wat)$/
const NOT_RUN = /\.(?:test|d)\./
/** Tests of dieharder that take seconds, not hours. */
const DIEHARDER_TESTS = ['0', '2', '8', '15', '100', '101']

/** Ends with 0 if nothing speaks against the numbers at 99 % (all tests together), otherwise 1. */
export async function certify({ values, words: [folder], print, exit }: Given): Promise<undefined> {
  if (folder === undefined) throw new Error('name a new folder for the files and the report')
  const count = wholeOf('count', values.count ?? '1000000', [10_000, COUNT_MAX])
  const games = String(values.games ?? '6,37,52')
    .split(',')
    .map((text) => wholeOf('games', text, [2, SIDES_MAX]))
  const seed = String(values.seed ?? randomBytes(16).toString('hex'))
  if (!/^[0-9A-Za-z_-]{1,100}$/.test(seed)) throw new Error('seed must have 1 to 100 characters of 0-9 A-Z a-z _ -')
  await mkdir(folder, { recursive: true })
  const streams =
    typeof values.input === 'string'
      ? [await testFile(values.input, inputRange(values))]
      : await collect(engineSource(seed), { count, games, folder })
  for (const { name, results } of streams) {
    for (const { name: test, pValue } of results) print(`${name}: ${test}: p = ${pValue.toFixed(4)}`)
  }
  const dieharder = values.dieharder ? runDieharder(join(folder, 'raw.bin')) : undefined
  const sums = [...(await sumsOf(streams)), ...(await programSums())]
  await writeFile(join(folder, 'SHA256SUMS'), sums.map(({ sha256, name }) => `${sha256}  ${name}\n`).join(''))
  const page = reportPage({ seed: values.input ? undefined : seed, streams, sums, dieharder, at: new Date() })
  await writeFile(join(folder, 'report.html'), page)
  const { failed, tests } = verdictOn(streams)
  print(
    `${tests} tests. ${failed.length === 0 ? 'Nothing speaks against chance at 99 %.' : `FAILED: ${failed.join('; ')}`}`,
  )
  print(`Wrote ${join(folder, 'report.html')}`)
  exit(failed.length === 0 ? 0 : 1)
}

/** All tests together at 99 %: one test fails if its p-value is below 0.01 divided by how many there are. */
export function verdictOn(streams: readonly Collected[]): { failed: string[]; tests: number } {
  const all = streams.flatMap(({ name, results }) => results.map((result) => ({ stream: name, ...result })))
  const failed = all.filter(({ pValue }) => pValue < LEVEL / all.length)
  return { failed: failed.map(({ stream, name }) => `${stream}: ${name}`), tests: all.length }
}

function inputRange({ min = '1', max }: Given['values']): { values: number; least: number } {
  if (typeof max !== 'string') throw new Error('with --input, --max says the largest number that can come')
  const least = wholeOf('min', String(min), [0, SIDES_MAX])
  const most = wholeOf('max', max, [least + 1, SIDES_MAX])
  return { values: most - least + 1, least }
}

function wholeOf(name: string, given: string | boolean | readonly string[], [least, most]: readonly [number, number]) {
  const value = Number(given)
  if (typeof given === 'string' && /^\d+$/.test(given) && value >= least && value <= most) return value
  throw new Error(`--${name} must be a whole number from ${least} to ${most}`)
}

function runDieharder(path: string): string {
  const answers = DIEHARDER_TESTS.map((test) => {
    const { stdout, error } = spawnSync('dieharder', ['-d', test, '-g', '201', '-f', path], { encoding: 'utf8' })
    return error ? undefined : stdout
  })
  const found = answers.filter((one) => one !== undefined)
  return found.length > 0 ? found.join('\n') : 'dieharder is not installed here.'
}

async function sumsOf(streams: readonly Collected[]): Promise<{ name: string; sha256: string }[]> {
  return streams.map(({ name, file, sha256 }) => ({ name: file ? basename(file) : name, sha256 }))
}

/** What draws and what tests: every file of the engine, and of this folder. */
async function programSums(): Promise<{ name: string; sha256: string }[]> {
  const folders = [
    ['engine', new URL('.', import.meta.resolve('@equipoise/engine'))],
    ['certify', new URL('.', import.meta.url)],
  ] as const
  const sums = []
  for (const [name, url] of folders) {
    const files = await readdir(url, { recursive: true })
    for (const file of files.filter((one) => PROGRAM.test(one) && !NOT_RUN.test(one)).sort()) {
      const sha256 = createHash('sha256')
        .update(await readFile(new URL(file, url)))
        .digest('hex')
      sums.push({ name: `${name}/${file}`, sha256 })
    }
  }
  return sums
}
