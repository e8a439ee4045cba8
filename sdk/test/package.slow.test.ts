// What we publish is packed, installed in a clean folder and used there, by type and by name.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AiHouse, openAiHouse } from '../../server/test/ai-house.ts'

const packageAt = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const PACKAGES = ['engine', 'score', 'sdk', 'mcp', 'cli'].map(packageAt)
/** The packages of others that ours need, as they are installed here: the test asks no registry. */
const OTHERS = ['zod', '@modelcontextprotocol/core', '@modelcontextprotocol/server'].map((name) =>
  packageAt(`node_modules/${name}`),
)
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

let house: AiHouse
let folder: string
beforeAll(async () => {
  house = await openAiHouse()
  folder = mkdtempSync(join(tmpdir(), 'sdk-user-'))
  for (const cwd of [...PACKAGES, ...OTHERS]) {
    const scripts = OTHERS.includes(cwd) ? ['--ignore-scripts'] : []
    execFileSync('npm', ['pack', '--silent', ...scripts, '--pack-destination', folder], { cwd })
  }
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }')
  execFileSync(
    'npm',
    ['install', '--silent', '--offline', '--no-audit', '--no-fund', ...tarballs.map((name) => `./${name}`)],
    { cwd: folder },
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await house.close()
})

/** Not the synchronous kind: the service that answers lives in this very process. */
async function run(command: string, args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, EQUIPOISE_URL: house.url }
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env })
  return stdout
}

test('it brings no dependencies but our own engine, and no sources or tests', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/@equipoise/sdk/package.json'), 'utf8'))
  expect(Object.keys(manifest.dependencies)).toEqual(['@equipoise/engine'])
  const files = readdirSync(join(folder, 'node_modules/@equipoise/sdk'), { recursive: true, encoding: 'utf8' })
  expect(files).toContain('dist/sdk.js')
  expect(files.filter((name) => /\.test\.|^src|\.built$/.test(name))).toEqual([])
})

test('a program imports it and gets an answer', async () => {
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { Equipoise } from '@equipoise/sdk'
     const client = new Equipoise({ baseUrl: process.env.EQUIPOISE_URL })
     console.log((await client.compute({ bias: 0.1, seed: 42 })).sequence)`,
  )
  expect((await run('node', ['program.mjs'])).trim()).toBe('001001011')
})

test('its types are found and hold', async () => {
  writeFileSync(
    join(folder, 'typed.ts'),
    `import { Equipoise, type ComputeResult } from '@equipoise/sdk'
     const client = new Equipoise({ baseUrl: '' })
     export const right: Promise<ComputeResult> = client.compute({ bias: 0.5, N: 9 })
     // @ts-expect-error N is one of six sizes
     export const wrong = client.compute({ bias: 0.5, N: 10 })`,
  )
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', '', 'typed.ts']
  await run('node', [TSC, ...flags])
})

test('the command line answers by its name', async () => {
  const printed = await run('npx', ['--no-install', 'equipoise', 'compute', '--bias', '0.1', '--seed', '42'])
  expect(JSON.parse(printed).sequence).toBe('001001011')
})

test('a reader that has enough ends the command line without a word', async () => {
  const bin = join(folder, 'node_modules/.bin/equipoise')
  const child = spawn(bin, ['plans'], { env: { PATH: process.env.PATH, EQUIPOISE_URL: house.url } })
  child.stdout.destroy()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  expect([await text(child.stderr), await ended]).toEqual(['', 0])
})
