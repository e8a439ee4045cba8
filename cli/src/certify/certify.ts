// `equipoise certify`: the kit that a test laboratory asks for. Writes raw words and final outcomes to files, tests them, lists the
// tested programs with their SHA-256, and writes a report that can be printed.
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Collected, collect, engineSource, testFile } from './collect.ts'
import { runDieharder } from './dieharder.ts'
import { findable } from './power.ts'
import { type Changes, changesSince, programSums, type Sum, sumsText, versionsOf } from './programs.ts'
import { reportPage } from './report.ts'

interface Given {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  readonly words: readonly string[]
  readonly version: string
  readonly around: { readonly cwd: string }
  print(line: string): void
  /** For people, when the result goes to a program. */
  remark(line: string): void
  exit(status: number): void
}

const COUNT_MAX = 10_000_000_000
const SIDES_MAX = 2 ** 32
const LEVEL = 0.01

/** Exit status 0 if all tests together pass at the 99 % level, otherwise 1. The result is returned where JSON was asked for. */
export async function certify(given: Given): Promise<object | undefined> {
  const { values, words, version, around, exit } = given
  const print = values.format === 'json' ? given.remark : given.print
  const [folder] = words
  if (folder === undefined) throw new Error('name a new folder for the files and the report')
  const count = wholeOf('count', values.count ?? '1000000', [10_000, COUNT_MAX])
  const games = String(values.games ?? '6,37,52')
    .split(',')
    .map((text) => wholeOf('games', text, [2, SIDES_MAX]))
  const seed = String(values.seed ?? randomBytes(16).toString('hex'))
  if (!/^[0-9A-Za-z_-]{1,100}$/.test(seed)) throw new Error('seed must have 1 to 100 characters of 0-9 A-Z a-z _ -')
  if (values.dieharder && values.input) throw new Error('--dieharder reads raw words: leave --input out')
  const programs = await programSums(around.cwd)
  const changes = typeof values.since === 'string' ? await changesSince(values.since, programs, version) : undefined
  await mkdir(folder, { recursive: true })
  const streams =
    typeof values.input === 'string'
      ? [await testFile(values.input, inputRange(values))]
      : await collect(engineSource(seed), { count, games, folder })
  for (const { name, results } of streams) {
    for (const { name: test, pValue } of results) print(`${name}: ${test}: p = ${pValue.toFixed(4)}`)
  }
  const dieharder = values.dieharder ? await runDieharder(engineSource(seed)) : undefined
  const sums = [...sumsOf(streams), ...programs]
  await writeFile(join(folder, 'SHA256SUMS'), sumsText(sums, version))
  const { failed: own, tests } = verdictOn(streams)
  const failed = [...own, ...(dieharder?.failed ?? []).map((name) => `dieharder: ${name}`)]
  const found = findable(streams, LEVEL / tests)
  for (const line of found) print(line)
  if (changes) printChanges(changes, print)
  const [madeWith, usedSeed] = [versionsOf(version), values.input ? undefined : seed]
  const page = reportPage({
    madeWith,
    seed: usedSeed,
    streams,
    sums,
    dieharder: dieharder?.printed,
    found,
    changes,
    at: new Date(),
  })
  await writeFile(join(folder, 'report.html'), page)
  print(
    `${tests} tests. ${failed.length === 0 ? 'Nothing speaks against chance at 99 %.' : `FAILED: ${failed.join('; ')}`}`,
  )
  print(`Wrote ${join(folder, 'report.html')}`)
  exit(failed.length === 0 ? 0 : 1)
  if (values.format !== 'json') return undefined
  const results = streams.flatMap(({ name, results }) =>
    results.map(({ name: test, pValue }) => ({ stream: name, test, p_value: pValue })),
  )
  return { folder, made_with: madeWith, seed: usedSeed, level: LEVEL, tests: results, failed, found, changes, sums }
}

/** All tests together at the 99 % level: a test fails if its p-value is below 0.01 divided by the number of tests. */
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

function printChanges({ from, to, lines }: Changes, print: (line: string) => void): void {
  print(`Changes from ${from} to ${to}: ${lines.length === 0 ? 'no program changed' : `${lines.length} programs`}`)
  for (const line of lines) print(line)
}

function sumsOf(streams: readonly Collected[]): Sum[] {
  return streams.map(({ name, file, sha256 }) => ({ name: file ? basename(file) : name, sha256 }))
}
