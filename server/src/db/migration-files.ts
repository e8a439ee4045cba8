// The files of server/migrations: numbered ones, which run once each, and the functions, which run again when they have changed.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An applied migration, in the database's ledger or in a backup. */
export interface Entry {
  readonly name: string
  readonly sha256: string
}

export interface Migration extends Entry {
  readonly text: string
}

/** The same relative path from `src/db` and from `dist/db`. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations', import.meta.url))

export const FUNCTIONS = 'functions.sql'

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/

export async function readMigrations(migrationsDir: string): Promise<Migration[]> {
  const names = (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql') && name !== FUNCTIONS).sort()
  const seen = new Map<string, string>()
  for (const name of names) {
    if (!FILE_NAME.test(name)) throw new Error(`migration ${name} is not named like 0001_name.sql`)
    const twin = seen.get(name.slice(0, 4))
    if (twin !== undefined) throw new Error(`migrations ${twin} and ${name} have the same number`)
    seen.set(name.slice(0, 4), name)
  }
  return Promise.all(names.map(async (name) => migrationOf(name, await readFile(join(migrationsDir, name), 'utf8'))))
}

/** Returns undefined if there is no such file, as in tests. */
export async function readFunctions(migrationsDir: string): Promise<string | undefined> {
  const text = await readFile(join(migrationsDir, FUNCTIONS), 'utf8').catch((error) => {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined
    throw error
  })
  return text?.replaceAll('\r\n', '\n')
}

export function migrationOf(name: string, file: string): Migration {
  const text = file.replaceAll('\r\n', '\n')
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
}

export const isNumbered = ({ name }: Entry): boolean => FILE_NAME.test(name)
