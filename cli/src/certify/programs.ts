// Hashes of the programs that draw and test: for the list in a kit, and for the changes since an earlier kit.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverEntry } from '../serve.ts'

export interface Sum {
  readonly name: string
  readonly sha256: string
}

export interface Changes {
  /** The versions named in the earlier kit, if any. */
  readonly from: string
  readonly to: string
  readonly lines: readonly string[]
}

const PROGRAM = /\.(?:ts|js|json|wat)$/
const NOT_RUN = /\.(?:test|d)\./
/** Compares only programs, because the files of a kit depend on its seed. */
const COMPARED = /^(?:engine|certify|draws)\//
const SUM = /^([0-9a-f]{64}) [ *](.+)$/
const VERSIONS = /^# made with (.+)$/m
const UNKNOWN = 'versions that its list does not name'
const IS_BUNDLED = !/\/certify\/programs\.[jt]s$/.test(import.meta.url)
const LIST_BYTES_MAX = 16 * 1_048_576

/** The versions of this command, of Node.js and of the library that implements AES and SHA-256. */
export function versionsOf(version: string): string {
  return `equipoise ${version}, Node.js ${process.versions.node}, OpenSSL ${process.versions.openssl}`
}

/** In the format of `sha256sum`. */
export function sumsText(sums: readonly Sum[], version: string): string {
  return `# made with ${versionsOf(version)}\n${sums.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('')}`
}

/**
 * Hashes every file of the engine and of this folder, and the source of seeds if the service is installed here. Bundled, the engine is in
 * the program, which is this folder.
 */
export async function programSums(cwd: string): Promise<Sum[]> {
  const entry = serverEntry(cwd)
  const draws = entry === undefined ? undefined : new URL('draws/', pathToFileURL(entry))
  const folders = [
    ...(IS_BUNDLED ? [] : [['engine', new URL('.', import.meta.resolve('@equipoise/engine'))] as const]),
    ['certify', new URL('.', import.meta.url)],
    ...(draws && existsSync(draws) ? [['draws', draws] as const] : []),
  ] as const
  const sums = []
  for (const [name, url] of folders) {
    const files = await readdir(url, { recursive: true })
    for (const file of files.filter((one) => PROGRAM.test(one) && !NOT_RUN.test(one)).sort()) {
      const sha256 = createHash('sha256')
        .update(await readFile(new URL(file, url)))
        .digest('hex')
      sums.push({ name: `${name}/${file}`, sha256 })
    }
  }
  return sums
}

/** Compares with an earlier kit, given by its folder or its file SHA256SUMS. */
export async function changesSince(path: string, programs: readonly Sum[], version: string): Promise<Changes> {
  const file = (await stat(path)).isDirectory() ? join(path, 'SHA256SUMS') : path
  if ((await stat(file)).size > LIST_BYTES_MAX) throw new Error(`${file} is larger than ${LIST_BYTES_MAX} bytes`)
  const text = await readFile(file, 'utf8')
  const before = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const [, sha256, name] = SUM.exec(line) ?? []
    if (sha256 && name && COMPARED.test(name)) before.set(name, sha256)
  }
  if (before.size === 0) throw new Error(`${file} lists no programs: pass the SHA256SUMS of an earlier kit`)
  const now = new Map(programs.map(({ name, sha256 }) => [name, sha256]))
  const lines = [...new Set([...before.keys(), ...now.keys()])].sort().flatMap((name) => {
    const [old, current] = [before.get(name), now.get(name)]
    if (old === current) return []
    if (old === undefined) return [`added    ${name}`]
    return [current === undefined ? `removed  ${name}` : `changed  ${name}`]
  })
  return { from: VERSIONS.exec(text)?.[1] ?? UNKNOWN, to: versionsOf(version), lines }
}
