// The command line as one folder: how a clone makes it with its first call, and that it needs nothing but node.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGES = ['cli', 'engine', 'score', 'audit', 'mcp', 'sdk', 'simulated', 'scripts']
const LOADED = 'The corrupt committee shamelessly rammed through its disgraceful budget.\n'

let home: string
let clone: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'bundle-'))
  clone = join(home, 'clone')
  mkdirSync(clone)
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...PACKAGES], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const files = [...tracked.trim().split('\n'), 'package.json', 'package-lock.json', 'LICENSE', 'tsconfig.base.json']
  for (const file of files.filter((one) => existsSync(join(ROOT, one)))) cpSync(join(ROOT, file), join(clone, file))
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  writeFileSync(join(home, 'a.md'), LOADED)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function start(program: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [program, ...args], { cwd: home, env: { PATH: process.env.PATH, HOME: home } })
}

async function outcome(child: ChildProcess) {
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit'),
  ])
  return { stdout, stderr, status }
}

test('an interrupted first call leaves nothing that stops the next ones, which work beside each other', async () => {
  const program = join(clone, 'scripts/equipoise.mjs')
  const killed = start(program, 'check', 'a.md')
  await expect.poll(() => existsSync(join(clone, 'cli/.making/1')), { interval: 5 }).toBe(true)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(existsSync(join(clone, 'cli/bundle'))).toBe(false)
  // A process can also be killed between creating its lock and writing its name into it.
  const unnamed = join(clone, 'cli/.making/2')
  writeFileSync(unnamed, '')
  const before = new Date(Date.now() - 60_000)
  utimesSync(unnamed, before, before)
  const results = await Promise.all([1, 2, 3].map(() => outcome(start(program, 'check', '--format', 'json', 'a.md'))))
  for (const { stdout, stderr, status } of results) {
    expect([status, JSON.parse(stdout).files.length], stderr).toEqual([1, 1])
  }
  expect(results.filter(({ stderr }) => !stderr.includes('Waiting')).length).toBe(1)
  expect(existsSync(join(clone, 'cli/.making'))).toBe(false)
})

test('a changed source makes it again, and only then', async () => {
  const program = join(clone, 'scripts/equipoise.mjs')
  const sums = () => readFileSync(join(clone, 'cli/bundle/SHA256SUMS'), 'utf8')
  const before = sums()
  expect((await outcome(start(program, '--version'))).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(sums()).toBe(before)
  const source = join(clone, 'cli/src/main.ts')
  writeFileSync(source, `${readFileSync(source, 'utf8')}console.error('changed')\n`)
  expect((await outcome(start(program, '--version'))).stderr).toBe('changed\n')
  expect(sums()).not.toBe(before)
})

test('the folder runs by node alone: check, threads, tools for agents, editors, and kits for laboratories', async () => {
  const folder = join(home, 'alone')
  cpSync(join(clone, 'cli/bundle'), folder, { recursive: true })
  expect(spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' }).status).toBe(0)
  const libraries = readFileSync(join(folder, 'LIBRARIES.txt'), 'utf8')
  for (const name of ['@noble/curves', 'htmlparser2', 'zod', 'vscode-languageserver'])
    expect(libraries).toContain(`${name} `)
  const program = join(folder, 'bin/equipoise.js')
  expect((await outcome(start(program, 'check', 'a.md'))).stdout).toContain('shamelessly → (leave it out)')
  writeFileSync(join(home, 'corpus.jsonl'), `${JSON.stringify({ id: 7, text: LOADED })}\n`.repeat(600))
  const scored = await outcome(start(program, 'score', 'corpus.jsonl', '--threads', '2'))
  expect(scored.stdout.trim().split('\n').length).toBe(600)
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize' }
  const agent = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } }
  const tools = start(program, 'mcp')
  tools.stdin?.end(`${JSON.stringify({ ...initialize, params: agent })}\n`)
  expect((await outcome(tools)).stdout).toContain('"serverInfo":{"name":"equipoise"')
  const asked = JSON.stringify({ ...initialize, params: { processId: null, rootUri: null, capabilities: {} } })
  const editor = start(program, 'lsp', '--stdio')
  editor.stdin?.write(`Content-Length: ${asked.length}\r\n\r\n${asked}`)
  const [answer] = await once(editor.stdout as NodeJS.ReadableStream, 'data')
  expect(String(answer)).toContain('Content-Length')
  editor.kill()
  expect(
    (await outcome(start(program, 'certify', 'kit', '--count', '10000', '--games', '6', '--seed', '1'))).status,
  ).toBe(0)
  expect(readFileSync(join(home, 'kit/SHA256SUMS'), 'utf8')).toMatch(/ certify\/equipoise\.js$/m)
})
