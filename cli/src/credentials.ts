// Finds the credentials: from the environment, otherwise those that `equipoise login` saved.
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface Saved {
  /** Credentials are sent only to the service they belong to. */
  readonly url: string
  readonly apiKey?: string | undefined
  readonly token?: string | undefined
}

interface Credentials {
  readonly url: string
  readonly apiKey: string | undefined
  /** The token of a signed-in person; managing keys needs it. */
  readonly token: string | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

export const DEFAULT_URL = 'http://127.0.0.1:8080'

export async function findCredentials(env: Environment): Promise<Credentials> {
  const saved = await readSaved(env)
  const url = tidy(env.EQUIPOISE_URL || saved?.url || DEFAULT_URL)
  const own = saved?.url === url ? saved : undefined
  return {
    url,
    apiKey: env.EQUIPOISE_API_KEY || (env.EQUIPOISE_TOKEN ? undefined : own?.apiKey),
    token: env.EQUIPOISE_TOKEN || own?.token,
  }
}

export function tidy(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

export async function readSaved(env: Environment): Promise<Saved | undefined> {
  const text = await readFile(savedPath(env), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Saved
  } catch {
    throw new Error(`${savedPath(env)} is not JSON: delete it and sign in again`)
  }
}

/** Only the owner can read the file. */
export async function save(env: Environment, saved: Saved): Promise<string> {
  const path = savedPath(env)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 })
  // An existing file would otherwise keep its mode.
  await chmod(path, 0o600)
  return path
}

export async function forget(env: Environment): Promise<void> {
  await rm(savedPath(env), { force: true })
}

function savedPath(env: Environment): string {
  const home = env.XDG_CONFIG_HOME || join(env.HOME || env.USERPROFILE || '.', '.config')
  return join(home, 'equipoise', 'credentials.json')
}
