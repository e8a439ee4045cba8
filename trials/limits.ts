// `npm run limits`: changes every published limit by one step, up and down, and runs the tests that state it. A change that no test
// notices is a limit without a test at its border. `--only NAME` takes the constants whose name or file contains it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest, type Vitest } from 'vitest/node'
import config from '../vitest.config.ts'
import { LIMITS, type Limit } from './limits/list.ts'
import { changed, findNumber, valueOf } from './limits/mutation.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const chosen = LIMITS.filter(({ file, name }) => `${file} ${name}`.includes(values.only))

/** The file that tests load with a change. */
let changedFile: { readonly path: string; readonly source: string } | undefined
const vitest = await openVitest()
const startedMs = performance.now()
const survivors = await runAll()
await vitest.close()
const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
console.log(`\n${chosen.length} limits in ${minutes} minutes, ${survivors.length} changes that no test noticed`)
for (const survivor of survivors) console.log(`  ${survivor}`)
process.exit(survivors.length > 0 ? 1 : 0)

async function openVitest(): Promise<Vitest> {
  const [unit] = config.test?.projects ?? []
  if (typeof unit !== 'object' || !('test' in unit)) throw new Error('vitest.config.ts begins with the project `unit`')
  const { test, ...rest } = unit
  const loadChanged = {
    name: 'changed-limit',
    load: (id: string) => (id.split('?')[0] === changedFile?.path ? changedFile?.source : null),
  }
  // A worker that is used again would remember the limits of the change before.
  const options = { ...test, config: false as const, watch: false, isolate: true, bail: 1, reporters: [{}] }
  return createVitest('test', options, { ...rest, plugins: [loadChanged] })
}

async function runAll(): Promise<string[]> {
  const unchanged = await failuresOf([...new Set(chosen.map(({ test }) => test))])
  if (unchanged.length > 0) throw new Error(`These tests fail without a change: ${unchanged.join(', ')}`)
  const missed: string[] = []
  console.log('| constant | old | new | caught by |\n|---|---|---|---|')
  for (const limit of chosen) {
    for (const by of [limit.step, -limit.step]) {
      const { row, isCaught } = await tryChange(limit, by)
      console.log(row)
      if (!isCaught) missed.push(`${limit.file} ${limit.name} by ${by}`)
    }
  }
  return missed
}

async function tryChange({ file, name, test }: Limit, by: number): Promise<{ row: string; isCaught: boolean }> {
  const path = resolve(file)
  const source = readFileSync(path, 'utf8')
  const found = findNumber(source, name)
  if (!found) throw new Error(`${file} has no constant ${name}`)
  changedFile = { path, source: changed(source, found, by) }
  vitest.invalidateFile(path)
  const [failed] = await failuresOf([test])
  changedFile = undefined
  vitest.invalidateFile(path)
  const old = valueOf(found)
  const next = old === undefined ? `${found.text} + ${by}` : Number((old + by).toPrecision(12))
  return {
    row: `| ${name} | ${old ?? found.text} | ${next} | ${failed ?? 'NOTHING'} |`,
    isCaught: failed !== undefined,
  }
}

/** The titles of the tests that fail; `file > title` runs one test, `file` all of them. */
async function failuresOf(tests: readonly string[]): Promise<string[]> {
  const files = [...new Set(tests.map((test) => resolve(test.split(' > ')[0] ?? '')))]
  const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) => files.includes(moduleId))
  if (specifications.length < files.length) throw new Error(`There is no test ${files.join(' or ')}`)
  const [, title] = tests.length === 1 ? (tests[0]?.split(' > ') ?? []) : []
  if (title === undefined) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // Modules of earlier runs are among them.
  const failed = testModules.filter(({ moduleId }) => files.includes(moduleId)).flatMap((module) => [
    ...[...module.children.allTests('failed')].map(({ fullName }) => fullName),
    ...(module.errors().length > 0 ? [`${module.relativeModuleId} does not load`] : []),
  ])
  return unhandledErrors.length > 0 ? [...failed, 'an unhandled error'] : failed
}
