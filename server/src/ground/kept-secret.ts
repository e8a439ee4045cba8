import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from './data-dir.ts'
import { Secret } from './secret.ts'

/** The signing secret, created once and stored beside the data, readable by nobody else. */
export function keptSecret(dataDir: string): Secret {
  return findSecret(dataDir) ?? new Secret(makeSecret(dataDir, join(dataDir, 'jwt-secret')))
}

/** Returns undefined if none was created yet. */
export function findSecret(dataDir: string): Secret | undefined {
  const text = readText(join(dataDir, 'jwt-secret'))
  return text ? new Secret(text) : undefined
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return ''
  }
}

/** The file gets its final name last: a full disk or a crash leaves no empty secret behind. */
function makeSecret(dataDir: string, file: string): string {
  const text = randomBytes(32).toString('base64url')
  const unfinished = `${file}.new`
  makeDataDir(dataDir)
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
  return text
}
