// `npm run trial -- limits`: changes every published limit by one step, up and down, and runs the tests that state it. A change that no
// test notices is a limit without a boundary test. `--only NAME` selects the constants whose name or file contains it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest, type Vitest } from 'vitest/node'
import config from '../vitest.config.ts'
import { LIMITS, type Limit } from './limits/list.ts'
import { changeNumbers, findNumber, valueIn } from './limits/mutation.ts'

interface Change {
  readonly limit: Limit
  readonly by: number
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const chosen = LIMITS.filter(({ file, name }) => `${file} ${name}`.includes(values.only))

/** What tests load instead of these files. */
let changedFiles: ReadonlyMap<string, string> = new Map()
const startedMs = performance.now()
const vitest = await openVitest()
const missed = await runAll()
await vitest.close()
const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
console.log(`\n${chosen.length} limits in ${minutes} minutes, ${missed.length} changes that no test noticed`)
for (const one of missed) console.log(`  ${one}`)
process.exit(missed.length > 0 ? 1 : 0)

async function openVitest(): Promise<Vitest> {
  const [unit] = config.test?.projects ?? []
  if (typeof unit !== 'object' || !('test' in unit)) throw new Error('vitest.config.ts begins with the project `unit`')
  const { test, ...rest } = unit
  const loadChanged = {
    name: 'changed-limits',
    load: (id: string) => changedFiles.get(id.split('?')[0] ?? '') ?? null,
  }
  // Isolated, because a reused worker would keep the limits of the previous change. The short timeout fails tests that wait for something
  // that no longer happens.
  const patience = { testTimeout: 30_000, hookTimeout: 30_000 }
  const options = { ...test, ...patience, config: false as const, watch: false, isolate: true, reporters: [{}] }
  return createVitest('test', options, { ...rest, plugins: [loadChanged] })
}

async function runAll(): Promise<string[]> {
  const unchanged = await failuresOf([...new Set(chosen.map(fileOf))])
  if (unchanged.length > 0) throw new Error(`These tests fail without a change: ${unchanged.join(', ')}`)
  const survivors: string[] = []
  console.log('| constant | old | new | caught by |\n|---|---|---|---|')
  for (const bundle of bundlesOf(
    chosen.flatMap((limit) => [1, -1].map((sign) => ({ limit, by: sign * limit.step }))),
  )) {
    const failed = await failuresAfter(bundle)
    for (const { limit, by } of bundle) {
      const caughtBy = failed.find((title) => title.includes(titleOf(limit)))
      console.log(rowOf({ limit, by }, caughtBy))
      if (caughtBy === undefined) survivors.push(`${limit.file} ${limit.name} by ${by}`)
    }
  }
  return survivors
}

/** Limits with their own test in the same file are changed together: the failing tests tell which changes were noticed. */
function bundlesOf(changes: readonly Change[]): Change[][] {
  const bundles: Change[][] = []
  for (const change of changes) {
    const fitting = bundles.find((bundle) => bundle.every((other) => areApart(change.limit, other.limit)))
    if (fitting) fitting.push(change)
    else bundles.push([change])
  }
  return bundles
}

function areApart(one: Limit, other: Limit): boolean {
  const [a, b] = [titleOf(one), titleOf(other)]
  return fileOf(one) === fileOf(other) && !a.includes(b) && !b.includes(a)
}

function rowOf({ limit: { file, name }, by }: Change, caughtBy: string | undefined): string {
  const source = readFileSync(file, 'utf8')
  const found = findNumber(source, name)
  const old = found && valueIn(source, found)
  const next = old === undefined ? `${found?.text} + ${by}` : Number((old + by).toPrecision(12))
  return `| ${name} | ${old ?? found?.text} | ${next} | ${caughtBy ?? 'NOTHING'} |`
}

async function failuresAfter(changes: readonly Change[]): Promise<string[]> {
  const paths = new Set(changes.map(({ limit }) => limit.file))
  changedFiles = new Map(
    [...paths].map((file) => {
      const here = changes.filter(({ limit }) => limit.file === file).map(({ limit, by }) => ({ name: limit.name, by }))
      return [resolve(file), changeNumbers(readFileSync(file, 'utf8'), here)]
    }),
  )
  const forget = () => {
    for (const file of paths) vitest.invalidateFile(resolve(file))
  }
  forget()
  const failed = await failuresOf([...new Set(changes.map(({ limit }) => fileOf(limit)))])
  changedFiles = new Map()
  forget()
  return failed
}

function fileOf({ test }: Limit): string {
  return test.split(' > ')[0] ?? test
}

function titleOf({ test }: Limit): string {
  return test.split(' > ')[1] ?? ''
}

/** The titles of the failing tests in these files. */
async function failuresOf(tests: readonly string[]): Promise<string[]> {
  const paths = tests.map((test) => resolve(test))
  const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) => paths.includes(moduleId))
  if (specifications.length < paths.length) throw new Error(`There is no test in one of ${tests.join(', ')}`)
  const { testModules } = await vitest.runTestSpecifications(specifications)
  // The list includes modules of earlier runs.
  const run = testModules.filter(({ moduleId }) => paths.includes(moduleId))
  return run.flatMap((module) => [
    ...[...module.children.allTests('failed')].map(({ fullName }) => fullName),
    ...(module.errors().length > 0 ? [`${module.relativeModuleId} does not load`] : []),
  ])
}
