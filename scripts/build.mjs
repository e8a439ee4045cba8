// Builds what is missing or older than its sources: the SDK's types, the packages (tsc), then the web app (vite). `--force` builds all,
// `--types` only the SDK's types, which are all that checking and editing the sources needs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// From the root, because the TypeScript 5 beside this file, for the code generators, takes ten times as long.
const require = createRequire(join(ROOT, 'package.json'))

/** The types of the API for the SDK. The generated file is its own stamp. */
const TYPES = {
  name: "the SDK's types",
  stamp: 'sdk/src/api-types.ts',
  sources: ['openapi.json', 'scripts/sdk-types.ts'],
  command: ['tsx', 'scripts/sdk-types.ts'],
}

/** The sources of each part, and the command that builds it. A part comes after those it imports. */
const PARTS = [
  TYPES,
  compiled('engine'),
  compiled('score'),
  compiled('audit', ['engine/src', 'score/src']),
  compiled('sdk', ['engine/src']),
  compiled('mcp'),
  compiled('simulated'),
  compiled('cli', ['sdk/src', 'engine/src', 'score/src', 'audit/src', 'mcp/src', 'simulated/src']),
  compiled('server', ['engine/src', 'score/src', 'audit/src', 'mcp/src', 'sdk/src/event-stream.ts', 'simulated/src']),
  {
    name: 'web',
    sources: [
      'web/src',
      'web/public',
      'web/index.html',
      'web/vite.config.ts',
      'web/stored.ts',
      'sdk/src',
      'engine/src',
      'score/src',
      'score/weights',
      'score-weights',
      'package-lock.json',
    ],
    command: ['vite', 'build', 'web', '--logLevel', 'warn'],
  },
]

const BINARIES = { tsc: ['typescript', 'bin/tsc'], tsx: ['tsx', 'dist/cli.mjs'], vite: ['vite', 'bin/vite.js'] }

/** A TypeScript package, rebuilt also if its imports change. */
function compiled(name, imported = []) {
  const sources = [`${name}/src`, `${name}/package.json`, `${name}/tsconfig.json`, 'tsconfig.base.json', ...imported]
  return { name, sources, command: ['tsc', '-p', `${name}/tsconfig.json`] }
}

export function build({ force = false, parts = PARTS } = {}) {
  for (const part of parts) {
    const stamp = stampOf(part)
    if (!force && isFresh(stamp, part.sources)) continue
    const tool = toolPath(part.command[0])
    // A deployment without development packages uses what was built before.
    if (!tool) {
      if (existsSync(stamp)) continue
      throw new Error(`${part.name} is not built and the tools to build it are not installed: run npm ci`)
    }
    // On stderr, because stdout is the log of the service that `npm start` runs next.
    console.error(`building ${part.name} …`)
    const stdio = ['inherit', 2, 2]
    const { status } = spawnSync(process.execPath, [tool, ...part.command.slice(1)], { cwd: ROOT, stdio })
    if (status !== 0) throw new Error(`building ${part.name} failed`)
    if (part.stamp) continue
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, '')
  }
}

function stampOf({ name, stamp = `${name}/dist/.built` }) {
  return join(ROOT, stamp)
}

function isFresh(stamp, sources) {
  if (!existsSync(stamp)) return false
  const builtMs = statSync(stamp).mtimeMs
  return sources.every((source) => newestMs(join(ROOT, source)) <= builtMs)
}

function newestMs(path) {
  if (!existsSync(path)) return 0
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

function toolPath(name) {
  const [pack, file] = BINARIES[name]
  try {
    return join(dirname(require.resolve(`${pack}/package.json`)), file)
  } catch {
    return undefined
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const only = process.argv.includes('--types')
  // Without development packages, or before the sources are there, nothing can be built.
  const canMake = toolPath('tsx') && TYPES.sources.every((source) => existsSync(join(ROOT, source)))
  if (!only || canMake) build({ force: process.argv.includes('--force'), parts: only ? [TYPES] : PARTS })
}
