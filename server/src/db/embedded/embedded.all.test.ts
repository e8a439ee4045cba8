import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Installation, makeInstallation, removeLinks, runProgram } from '../../../test/installation.ts'
import { WAIT } from '../../../test/waiting.ts'
import { connect } from '../connect.ts'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const NOBODY_UID = 65_534

let dataDir: string
let madeBefore: string
const servers: EmbeddedServer[] = []

// Creating a cluster takes seconds. Tests that are not about the first start use a copy of this one.
beforeAll(async () => {
  madeBefore = await mkdtemp(join(tmpdir(), 'test-db-'))
  await chmod(madeBefore, 0o777)
  const options = { dataDir: madeBefore, elsewhereDir: join(madeBefore, 'elsewhere'), log: () => {} }
  await (await startEmbedded(options)).stop()
})
afterAll(() => rm(madeBefore, { recursive: true, force: true }))

const useClusterMadeBefore = (): void => {
  execFileSync('cp', ['-a', join(madeBefore, 'postgres'), dataDir])
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'test-db-'))
  await chmod(dataDir, 0o777)
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  await rm(dataDir, { recursive: true, force: true })
})

async function start(dir = dataDir, log: (message: string) => void = () => {}): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir: dir, log, elsewhereDir: join(dataDir, 'elsewhere') })
  servers.push(server)
  return server
}

async function ask(server: { url: string }, statement: string): Promise<unknown[]> {
  const sql = connect({ url: server.url, poolMax: 1, statementTimeoutMs: 10_000 })
  return sql.unsafe(statement).finally(() => sql.end())
}

async function readPid(clusterDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(clusterDir, 'postmaster.pid'), 'utf8'), 10)
}

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

describe('the embedded server', () => {
  it('keeps its data safely on disk from one start to the next, and accepts no connections from the network', async () => {
    const first = await start()
    await ask(first, 'create table things as select 1 as id')
    await first.stop()
    const second = await start()
    expect(await ask(second, 'select id from things')).toEqual([{ id: 1 }])
    expect(await ask(second, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await ask(second, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect((await stat(join(dataDir, 'run'))).mode & 0o777).toBe(0o700)
    expect((await stat(second.clusterDir)).mode & 0o777).toBe(0o700)
  })

  it('is restarted when PostgreSQL is killed', async () => {
    useClusterMadeBefore()
    const said: string[] = []
    const server = await start(dataDir, (message) => said.push(message))
    await ask(server, 'create table things as select 1 as id')
    process.kill(await readPid(server.clusterDir), 'SIGKILL')
    await vi.waitFor(() => expect(said).toContain('PostgreSQL runs again.'), WAIT)
    expect(await ask(server, 'select id from things')).toEqual([{ id: 1 }])
  })

  it('finds a short path for its socket when the data folder is deep', async () => {
    const server = await start(join(dataDir, 'deep'.repeat(30)))
    const socketDir = new URL(server.url.replace('@/', '@x/')).searchParams.get('host') ?? ''
    expect(socketDir).toMatch(/^\/tmp\/pg-[0-9a-f]{12}$/)
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700)
    expect(await ask(server, 'select 1 as x')).toEqual([{ x: 1 }])
    await server.stop()
    await expect(stat(socketDir)).rejects.toThrow('ENOENT')
  })

  it('starts despite a pid file whose process id belongs to another program by now', async () => {
    useClusterMadeBefore()
    const first = await start()
    await first.stop()
    await writeFile(
      join(first.clusterDir, 'postmaster.pid'),
      `${process.pid}\n${first.clusterDir}\n1\n5432\n/nowhere\n\n1 1\nready\n`,
    )
    expect(await ask(await start(), 'select 1 as x')).toEqual([{ x: 1 }])
  })

  it('names the version if another version of PostgreSQL created the data', async () => {
    useClusterMadeBefore()
    const first = await start()
    await first.stop()
    await writeFile(join(first.clusterDir, 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 17, but this release includes PostgreSQL 18/)
  })
})

describe('the program that starts it', () => {
  let installation: Installation

  beforeAll(async () => {
    installation = await makeInstallation()
  })
  afterAll(() => installation.remove())

  const run = (dir: string, uid?: number) => runProgram(installation, [dir, join(dataDir, 'elsewhere')], uid)

  it('stops the database with it when it is killed, and finds everything at the next start', async () => {
    useClusterMadeBefore()
    const first = run(dataDir)
    const { clusterDir } = await first.ready
    const pid = await readPid(clusterDir)
    first.child.kill('SIGKILL')
    const second = run(dataDir)
    expect(await second.ready).toMatchObject({ starts: 2 })
    expect(isGone(pid)).toBe(true)
    second.child.kill('SIGINT')
    expect(await second.ended).toMatchObject({ code: 0 })
  })

  it('keeps its database running when Ctrl-C reaches the whole group, and closes it in order', async () => {
    useClusterMadeBefore()
    const program = run(dataDir)
    const pid = await readPid((await program.ready).clusterDir)
    process.kill(-(program.child.pid ?? 0), 'SIGINT')
    expect(await program.ended).toMatchObject({ code: 0, said: expect.stringContaining('closed') })
    expect(isGone(pid)).toBe(true)
  })

  it('rejects a data folder that another server uses, which continues to run', async () => {
    useClusterMadeBefore()
    const first = run(dataDir)
    const { url } = await first.ready
    const second = run(dataDir)
    const { code, said } = await second.ended
    expect(code).toBe(1)
    expect(said).toMatch(/another server already uses the database in .* DATA_DIR .* DATABASE_URL/)
    expect(await ask({ url }, 'select count(*) as n from starts')).toEqual([{ n: 1 }])
    first.child.kill('SIGINT')
    await first.ended
  })

  it('lets one of two first starts at the same time succeed', async () => {
    const both = [run(dataDir), run(dataDir)]
    const outcomes = await Promise.allSettled(both.map((program) => program.ready))
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const program of both) program.child.kill('SIGINT')
    await Promise.all(both.map((program) => program.ended))
    expect((await readdir(dataDir)).filter((name) => name.startsWith('.postgres-'))).toEqual([])
  })

  it('creates the database again if the first start was killed in the middle', async () => {
    const first = run(dataDir)
    const unfinished = await vi.waitFor(async () => {
      const name = (await readdir(dataDir)).find((entry) => entry.startsWith('.postgres-'))
      if (name === undefined || !(await readdir(join(dataDir, name))).includes('base')) throw new Error('not yet')
      return name
    }, WAIT)
    first.child.kill('SIGKILL')
    await first.ended
    const second = run(dataDir)
    expect(await second.ready).toMatchObject({ starts: 1 })
    expect(await readdir(dataDir)).not.toContain(unfinished)
    second.child.kill('SIGINT')
    await second.ended
  })

  it.runIf(isRoot)('runs as an ordinary user', async () => {
    const program = run(dataDir, NOBODY_UID)
    const { clusterDir } = await program.ready
    program.child.kill('SIGINT')
    expect(await program.ended).toMatchObject({ code: 0 })
    expect((await stat(clusterDir)).uid).toBe(NOBODY_UID)
  })

  it.runIf(isRoot)('tells an ordinary user that the data belongs to somebody else', async () => {
    await mkdir(join(dataDir, 'postgres'))
    const program = run(dataDir, NOBODY_UID)
    expect(await program.ended).toMatchObject({ code: 1, said: expect.stringContaining('belongs to user id 0') })
  })
})

describe('a damaged installation', () => {
  let installation: Installation

  beforeEach(async () => {
    installation = await makeInstallation()
  })
  afterEach(() => installation.remove())

  const run = (dir: string, uid?: number) => runProgram(installation, [dir, join(dataDir, 'elsewhere')], uid)

  it('creates the library links that a skipped install script left out', async () => {
    await removeLinks(installation.nativeDir)
    const program = run(dataDir)
    await program.ready
    program.child.kill('SIGINT')
    await program.ended
    expect(await readdir(join(installation.nativeDir, 'lib'))).toContain('libpq.so.5')
    expect(await readdir(dataDir)).toEqual(['postgres'])
  })

  it.runIf(isRoot)('copies an installation that it may not complete in place', async () => {
    await removeLinks(installation.nativeDir)
    const program = run(dataDir, NOBODY_UID)
    await program.ready
    program.child.kill('SIGINT')
    const { said } = await program.ended
    expect(said).toMatch(/copying it to .*postgresql-18/)
    expect(await readdir(join(installation.nativeDir, 'lib'))).not.toContain('libpq.so.5')
  })

  it.runIf(isRoot)(
    'run by root below a folder that nobody else may enter: warns, and keeps the data elsewhere',
    async () => {
      await chmod(installation.dir, 0o700)
      const closedDir = join(installation.dir, 'data')
      const first = run(closedDir)
      const { clusterDir } = await first.ready
      expect(clusterDir).toMatch(join(dataDir, 'elsewhere'))
      expect(await readFile(join(closedDir, 'database-location'), 'utf8')).toBe(`${dirname(clusterDir)}\n`)
      first.child.kill('SIGINT')
      expect((await first.ended).said).toMatch(/Warning: PostgreSQL does not run as root.* is in .*elsewhere/)
      const second = run(closedDir)
      expect(await second.ready).toEqual(expect.objectContaining({ clusterDir, starts: 2 }))
      second.child.kill('SIGINT')
      expect((await second.ended).said).not.toContain('Warning')
    },
  )
})
