// npm run trial -- clients: installs the newest version of each client into a temporary folder, runs our tests with it, and prints which
// versions passed. If a client needs a newer Node than this one, the newest Node is installed from npm.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CLIENTS } from './clients/packages.ts'

interface Flow {
  readonly title: string
  readonly passed: boolean
  readonly why: string | undefined
}

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'clients-'))
try {
  process.exitCode = tryClients()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function tryClients(): number {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  install([...CLIENTS.map(({ name }) => name), 'zod'])
  const node = newEnoughNode()
  const flows = runFlows(node)
  if (flows.length === 0) return 1
  console.log(`Node ${versionOf(node)}\n`)
  console.table(
    CLIENTS.map(({ name, flows: pattern }) => {
      const own = flows.filter(({ title }) => pattern.test(title))
      const passed = own.filter((flow) => flow.passed).length
      return { client: name, version: manifestOf(name).version, flows: own.length, passed }
    }),
  )
  const failed = flows.filter(({ passed }) => !passed)
  for (const { title, why } of failed) console.log(`failed: ${title}\n  ${why ?? ''}`)
  const untried = CLIENTS.filter(({ flows: pattern }) => !flows.some(({ title }) => pattern.test(title)))
  if (untried.length > 0) console.log(`no test uses ${untried.map(({ name }) => name).join(', ')}`)
  return failed.length + untried.length > 0 ? 1 : 0
}

function install(names: readonly string[]): void {
  const latest = names.map((name) => `${name}@latest`)
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...flags, ...latest], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('npm could not install the clients')
}

interface Manifest {
  readonly version: string
  readonly engines?: { readonly node?: string }
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as Manifest
}

/** This Node, unless a client requires a newer one, by the lowest major version of its range. */
function newEnoughNode(): string {
  const wanted = CLIENTS.map(({ name }) => Number(/\d+/.exec(manifestOf(name).engines?.node ?? '0')?.[0]))
  if (Number(process.versions.node.split('.')[0]) >= Math.max(...wanted)) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  install([name])
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

function versionOf(node: string): string {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

function runFlows(node: string): Flow[] {
  const outputFile = join(folder, 'report.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const options = ['--config', 'trials/clients/vitest.config.ts', '--root', root]
  const reporting = ['--reporter', 'dot', '--reporter', 'json', '--outputFile.json', outputFile]
  const env = { ...process.env, CLIENTS_DIR: folder, AI_SDK_LOG_WARNINGS: 'false' }
  spawnSync(node, [vitest, 'run', ...options, ...reporting], { cwd: root, env, stdio: ['ignore', 'inherit', 'ignore'] })
  const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as Report
  return testResults.flatMap(({ name, message, assertionResults }): Flow[] => {
    const file = relative(root, name)
    // A file that cannot be loaded has no tests.
    if (assertionResults.length === 0) return [{ title: file, passed: false, why: message }]
    return assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
      title: [file, ...ancestorTitles, title].join(' > '),
      passed: status === 'passed',
      why: failureMessages[0]?.slice(0, 500),
    }))
  })
}
