// The published packages are packed, installed in a clean folder and used there, by type and by name.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AiService, openAiService } from '../../server/test/ai-service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGES = ['engine', 'score', 'score-weights', 'audit', 'mcp', 'simulated', 'sdk', 'cli']
/** Third-party packages that ours need, taken from this installation so that the test needs no registry. */
const OTHERS = [...needs(PACKAGES.map((name) => join(ROOT, name)))]
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
const TSC_5 = fileURLToPath(new URL('../../scripts/node_modules/typescript/bin/tsc', import.meta.url))

const PACKING_TIMEOUT_MS = 300_000

let service: AiService
let folder: string
beforeAll(async () => {
  service = await openAiService()
  folder = mkdtempSync(join(tmpdir(), 'sdk-user-'))
  // They were built before all tests; building again would change them while other tests use them.
  const workspaces = PACKAGES.flatMap((name) => ['-w', name])
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, ...workspaces], {
    cwd: ROOT,
  })
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }')
  execFileSync(
    'npm',
    [
      'install',
      '--silent',
      '--offline',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...tarballs.map((name) => `./${name}`),
      ...OTHERS,
    ],
    { cwd: folder },
  )
}, PACKING_TIMEOUT_MS)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})

/** The folders of all dependencies of these packages, without our own. */
function needs(folders: readonly string[], found = new Set<string>()): Set<string> {
  for (const folder of folders) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const names = Object.keys(dependencies).filter((name) => !name.startsWith('@equipoise/'))
    const fresh = names.map((name) => join(ROOT, 'node_modules', name)).filter((path) => !found.has(path))
    for (const path of fresh) found.add(path)
    needs(fresh, found)
  }
  return found
}

/** Asynchronous, because the service runs in this process. */
async function run(command: string, args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, EQUIPOISE_URL: service.url }
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env })
  return stdout
}

test('it depends only on our own engine, and contains no sources or tests', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/@equipoise/sdk/package.json'), 'utf8'))
  expect(Object.keys(manifest.dependencies)).toEqual(['@equipoise/engine'])
  const files = readdirSync(join(folder, 'node_modules/@equipoise/sdk'), { recursive: true, encoding: 'utf8' })
  expect(files).toContain('dist/sdk.js')
  expect(files.filter((name) => /\.test\.|^src|\.built$/.test(name))).toEqual([])
})

test('a program imports it and gets a response', async () => {
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { Equipoise } from '@equipoise/sdk'
     const client = new Equipoise({ baseUrl: process.env.EQUIPOISE_URL })
     console.log((await client.compute({ bias: 0.1, seed: 42 })).sequence)`,
  )
  expect((await run('node', ['program.mjs'])).trim()).toBe('001001011')
})

test('its types are found and compile', async () => {
  writeFileSync(
    join(folder, 'typed.ts'),
    `import { Equipoise, type ComputeResult } from '@equipoise/sdk'
     const client = new Equipoise({ baseUrl: '' })
     export const right: Promise<ComputeResult> = client.compute({ bias: 0.5, N: 9 })
     // @ts-expect-error N is one of six sizes
     export const wrong = client.compute({ bias: 0.5, N: 10 })`,
  )
  const compilerOptions = {
    ...{ noEmit: true, strict: true, module: 'nodenext', target: 'es2022', types: [] },
    lib: ['es2022', 'dom', 'dom.iterable'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }))
  // With our TypeScript, and with TypeScript 5 as most users have it; declarations are checked too.
  await run('node', [TSC, '-p', '.'])
  await run('node', [TSC_5, '-p', '.'])
})

test('its declarations use nothing that TypeScript 5.0 does not know', () => {
  for (const name of ['engine', 'score', 'sdk']) {
    const home = join(folder, 'node_modules/@equipoise', name, 'dist')
    const declarations = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.d.ts'),
    )
    const declared = declarations.filter((file) => !file.endsWith('kernel.d.ts'))
    expect(declared.length).toBeGreaterThan(3)
    // Typed arrays have a type argument only since TypeScript 5.7.
    const wrong = declared.filter((file) =>
      /\b(?:Uint8|Int32|Float32|Float64)Array</.test(readFileSync(join(home, file), 'utf8')),
    )
    expect(wrong).toEqual([])
  }
})

test('the command line runs by its name', async () => {
  const printed = await run('npx', ['--no-install', 'equipoise', 'compute', '--bias', '0.1', '--seed', '42'])
  expect(JSON.parse(printed).sequence).toBe('001001011')
})

test('the score works with the bundled weights, and with the default weights installed', async () => {
  writeFileSync(
    join(folder, 'score.mjs'),
    `import { openAnalyzer } from '@equipoise/score/weights'
     for (const weights of ['permissive', 'default']) {
       const { ainScore, modelVersion } = openAnalyzer({ weights })('The regime slammed its critics.')
       console.log(modelVersion, ainScore < 0.7)
     }`,
  )
  expect(await run('node', ['score.mjs'])).toMatch(/^3\.\S+-permissive true\n3\.\S+-default true\n$/)
  const licence = (name: string): string =>
    JSON.parse(readFileSync(join(folder, 'node_modules/@equipoise', name, 'package.json'), 'utf8')).license
  expect([licence('score'), licence('score-weights-default')]).toEqual(['Apache-2.0', 'AGPL-3.0-only'])
  const files = readdirSync(join(folder, 'node_modules/@equipoise/score/weights'))
  expect(files.sort()).toEqual(['NOTICE', 'SHA256SUMS', 'encoder-permissive.bin', 'neutrality-permissive.bin'])
})

test('without the default weights, an error says what to install', async () => {
  const weights = join(folder, 'node_modules/@equipoise/score-weights-default')
  renameSync(weights, `${weights}-away`)
  try {
    writeFileSync(
      join(folder, 'missing.mjs'),
      `import { openAnalyzer, readModel } from '@equipoise/score/weights'
       console.log(openAnalyzer({ tier: 'fast' })('The train leaves at nine o’clock.').certified)
       try { readModel('default') } catch (error) { console.log(error.message) }`,
    )
    const printed = await run('node', ['missing.mjs'])
    expect(printed).toMatch(
      /^true\n.*\(AGPL-3\.0\) are a separate package, @equipoise\/score-weights-default, which is not installed/,
    )
  } finally {
    renameSync(`${weights}-away`, weights)
  }
})

test('the engine works by itself, and check works without a service', async () => {
  writeFileSync(
    join(folder, 'engine.mjs'),
    `import { compute } from '@equipoise/engine'
     console.log(typeof compute)`,
  )
  expect((await run('node', ['engine.mjs'])).trim()).toBe('function')
  writeFileSync(join(folder, 'a.md'), 'The committee approved the budget on Monday by nine votes to four.')
  expect(await run('npx', ['--no-install', 'equipoise', 'check', '*.md'])).toMatch(
    /^1 text checked, none below the minimum/,
  )
})

test('the command line ends silently when the reader closes the pipe', async () => {
  const bin = join(folder, 'node_modules/.bin/equipoise')
  const child = spawn(bin, ['plans'], { env: { PATH: process.env.PATH, EQUIPOISE_URL: service.url } })
  child.stdout.destroy()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  expect([await text(child.stderr), await ended]).toEqual(['', 0])
})
