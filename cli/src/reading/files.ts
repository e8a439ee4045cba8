import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { relative, resolve, sep } from 'node:path'
import picomatch from 'picomatch'
import { EXTENSIONS } from './reading.ts'
import { filesMatching } from './walking.ts'

// Finds and reads the files. A file that cannot be read is reported in one line, and the others are still read.

/** Larger files are data, not texts for people. */
const FILE_BYTES_MAX = 10_000_000

export interface FoundFile {
  /** Relative to the working directory, with slashes. */
  readonly path: string
  /** Given by its own name, not by a pattern. */
  readonly isNamed: boolean
}

interface Search {
  readonly cwd: string
  /** Files, folders and patterns; a leading `!` excludes. */
  readonly patterns: readonly string[]
  readonly exclude: readonly string[]
  /** Whether folders are searched for what is otherwise left out. */
  readonly isThorough: boolean
}

/** Sorted by name, each once. Excluded files are skipped silently, even if they are named. */
export async function findFiles({
  cwd,
  patterns,
  exclude,
  isThorough,
}: Search): Promise<{ found: FoundFile[]; unmatched: string[] }> {
  const isNamed = new Map<string, boolean>()
  const unmatched: string[] = []
  const without = patterns.filter((one) => one.startsWith('!')).map((one) => posix(one.slice(1)))
  const isExcluded = matcherOf([...exclude, ...without])
  for (const pattern of patterns.filter((one) => !one.startsWith('!'))) {
    const path = posix(relative(cwd, resolve(cwd, homed(pattern))))
    const kind = await kindOf(resolve(cwd, path), pattern)
    if (kind === 'file') {
      if (!isExcluded(path)) isNamed.set(path, true)
      continue
    }
    const matches = await matchesOf({ cwd, path, kind, isExcluded, isThorough })
    for (const match of matches) isNamed.set(match, isNamed.get(match) ?? false)
    if (matches.length === 0) unmatched.push(pattern)
  }
  const found = [...isNamed].map(([path, named]) => ({ path, isNamed: named }))
  return { found: found.sort((a, b) => (a.path < b.path ? -1 : 1)), unmatched }
}

interface Wanted {
  readonly cwd: string
  readonly path: string
  readonly kind: 'pattern' | 'folder'
  readonly isExcluded: (path: string) => boolean
  readonly isThorough: boolean
}

/** Walks from the folder where the pattern starts, which can be outside the working directory. */
async function matchesOf({ cwd, path, kind, isExcluded, isThorough }: Wanted): Promise<string[]> {
  const { base, glob } = kind === 'folder' ? { base: path, glob: `**/*.{${ENDINGS}}` } : picomatch.scan(path)
  const from = (match: string): string => (base === '' || base === '.' ? match : `${base}/${match}`)
  const matches = await filesMatching({
    cwd: resolve(cwd, base),
    pattern: glob,
    isThorough,
    isExcluded: (match) => isExcluded(from(match)),
  })
  return matches.map(from)
}

/** Shells replace `~` only outside quotes. */
function homed(pattern: string): string {
  return pattern === '~' || pattern.startsWith('~/') ? homedir() + pattern.slice(1) : pattern
}

const ENDINGS = EXTENSIONS.map((one) => one.slice(1)).join(',')

/** Whether it is a pattern or a name. A broken link counts as a file, and is reported when it is read. */
async function kindOf(path: string, pattern: string): Promise<'pattern' | 'file' | 'folder'> {
  const found = await stat(path).catch(() => undefined)
  if (found) return found.isDirectory() ? 'folder' : 'file'
  return picomatch.scan(pattern).isGlob ? 'pattern' : 'file'
}

/** Matches the patterns; a folder matches everything in it. */
export function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const tidy = patterns.map(posix)
  return tidy.length === 0 ? () => false : picomatch([...tidy, ...tidy.map((one) => `${one}/**`)], { dot: true })
}

function posix(path: string): string {
  const slashed = sep === '\\' ? path.replaceAll('\\', '/') : path
  const inner = slashed.replace(/^\.\//, '')
  let end = inner.length
  while (end > 1 && inner[end - 1] === '/') end--
  return inner.slice(0, end)
}

type FileText = { readonly text: string } | { readonly problem: string; readonly isSkipped: boolean }

/** The content of a file, or a short reason why it cannot be read. */
export async function readText(path: string): Promise<FileText> {
  try {
    const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }))
    if (!isFile) return { problem: 'is not a file', isSkipped: true }
    if (size > FILE_BYTES_MAX) {
      return { problem: `is larger than ${FILE_BYTES_MAX / 1_000_000} MB`, isSkipped: true }
    }
    return decode(await readFile(path))
  } catch (error) {
    return { problem: whyNot((error as NodeJS.ErrnoException).code), isSkipped: false }
  }
}

const BINARY_PROBE_BYTES = 8_192

export function decode(bytes: Uint8Array): FileText {
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return { problem: 'is not a text file', isSkipped: true }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { problem: 'is not valid UTF-8', isSkipped: false }
  }
}

function whyNot(code: string | undefined): string {
  if (code === 'ENOENT') return 'does not exist, or is a broken link'
  if (code === 'ELOOP') return 'is a link that points to itself'
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be read: permission denied'
  return `cannot be read (${code ?? 'unknown error'})`
}
