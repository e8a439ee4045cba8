import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The user that runs the embedded PostgreSQL if we are root, since it does not run as root. */
export const NOBODY_ID = 65_534

const MODE_OWNER_ONLY = 0o700
/** PostgreSQL's group can pass through to its own folder inside, but neither list nor write. */
const MODE_OWNER_AND_PASSAGE = 0o710

/** Creates the data folder, accessible to nobody else. An existing one keeps its mode. */
export function makeDataDir(path: string): void {
  const dir = resolve(path)
  try {
    mkdirSync(dirname(dir), { recursive: true })
    mkdirSync(dir, { mode: MODE_OWNER_ONLY })
  } catch (error) {
    if (existsSync(dir) && statSync(dir).isDirectory()) return
    throw inWords(error as NodeJS.ErrnoException, dir)
  }
  if (process.getuid?.() !== 0) return
  chownSync(dir, 0, NOBODY_ID)
  chmodSync(dir, MODE_OWNER_AND_PASSAGE)
}

function inWords(error: NodeJS.ErrnoException, dir: string): Error {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTDIR') return error
  const where = existsSync(dir) ? 'is a file' : 'is below a file'
  return new Error(`DATA_DIR: ${dir} ${where}. Name a folder.`, { cause: error })
}
