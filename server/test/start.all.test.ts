// Starting the service as an operator sees it: the process, its output, and what it leaves behind.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from './database.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function failToStart(settings: Record<string, string>) {
  const program = join(import.meta.dirname, '../dist/main.js')
  const dataDir = join(folder, 'data')
  const env = { ...process.env, DATA_DIR: dataDir, ...settings }
  const child = spawn(process.execPath, [program], { env })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, said, hasMadeData: existsSync(dataDir) }
}

test.each(['192.0.2.1', '999.1.1.1', 'no such name'])(
  'an address that is not ours (%s) is reported before a database is created',
  async (HOST) => {
    const { code, said, hasMadeData } = await failToStart({ HOST, PORT: '0' })
    expect([code, hasMadeData]).toEqual([1, false])
    expect(said).toContain(`Cannot start: it cannot listen on HOST ${HOST}, PORT 0: `)
  },
)

test('so is a port that is taken', async () => {
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const { port } = other.address() as { port: number }
  const { code, said, hasMadeData } = await failToStart({ PORT: String(port) })
  other.close()
  expect([code, hasMadeData]).toEqual([1, false])
  expect(said).toContain(`PORT ${port}: listen EADDRINUSE`)
})

test('accounts on a plan that the catalogue does not have are named, and nothing is started', async () => {
  const database = await freshDatabase()
  await database.sql`
    insert into accounts (email, name, password_hash, plan, created_at) values ('ada@example.org', '', 'x', 'team', now())`
  const { code, said } = await failToStart({ DATABASE_URL: database.url, JWT_SECRET: 'x'.repeat(40), PORT: '0' })
  await database.close()
  expect([code, said]).toEqual([1, expect.stringContaining('Cannot start: PLANS_FILE has no plan for ada@example.org')])
})

/** Imitates the service under `npm start`: a program that records its starts, becomes ready unless told otherwise, and ends. */
async function keepRunning(ending: string, { isReady = true, stderr = 'pipe' as 'pipe' | number } = {}) {
  const [program, starts] = [join(folder, 'program.mjs'), join(folder, 'starts')]
  const lines = [
    "import { appendFileSync } from 'node:fs'",
    `appendFileSync('${starts}', '.')`,
    isReady ? "process.send('ready', () => end())" : 'end()',
    `function end() { ${ending} }`,
  ]
  await writeFile(program, lines.join('\n'))
  const [launcher, keeper] = [join(folder, 'launcher.mjs'), join(import.meta.dirname, '../../scripts/keep-running.mjs')]
  await writeFile(launcher, `import { keepRunning } from '${keeper}'\nkeepRunning('${program}')\n`)
  const child = spawn(process.execPath, [launcher], { stdio: ['pipe', 'pipe', stderr] })
  const said = child.stderr ? text(child.stderr) : Promise.resolve('')
  const ended = once(child, 'exit')
  return { child, ended, said, starts: async () => (await readFile(starts, 'utf8')).length }
}

test.each([
  ['with code 3', 'process.exit(3)'],
  ['by signal SIGKILL', "process.kill(process.pid, 'SIGKILL')"],
])('a program that ends %s is restarted five times within a minute, and then no more', async (how, ending) => {
  const { ended, said, starts } = await keepRunning(ending)
  expect([await ended, await starts()]).toEqual([[1, null], 6])
  expect(await said).toContain(`the service ended ${how}. It is started again (5 of 5 times a minute).`)
  expect(await said).toContain('for the 6th time within a minute. It is not started again')
})

test.skipIf(process.platform !== 'linux')(
  'a program is restarted, too, while the disk of the log is full',
  async () => {
    const full = openSync('/dev/full', 'w')
    const { ended, starts } = await keepRunning('process.exit(3)', { stderr: full })
    closeSync(full)
    expect([await ended, await starts()]).toEqual([[1, null], 6])
  },
)

test.each([
  ['never got ready', 'process.exit(2)', false, 2],
  ['ends well', 'process.exit(0)', true, 0],
] as const)('a program that %s is not restarted', async (_what, ending, isReady, code) => {
  const { ended, starts } = await keepRunning(ending, { isReady })
  expect([await ended, await starts()]).toEqual([[code, null], 1])
})

test('a signal is passed on, and the program that it ends is not restarted', async () => {
  const { child, ended, said, starts } = await keepRunning(
    "process.once('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); console.error('up')",
  )
  await once(child.stderr ?? child, 'data')
  child.kill('SIGTERM')
  expect([await ended, await starts(), await said]).toEqual([[0, null], 1, 'up\n'])
})
