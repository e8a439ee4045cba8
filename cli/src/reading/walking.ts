import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import picomatch from 'picomatch'

// Files that match a pattern. Links to folders are not followed, so nothing is walked twice and no cycle is endless; links to files count
// as files, even broken ones: reading them reports the error.

const NEVER_WALKED = new Set(['node_modules', '.git'])
/** Texts of others, or made from texts that are checked themselves. Like hidden folders, they are searched only if they are named. */
const LEFT_OUT = new Set(['vendor', 'dist', 'venv', 'site-packages'])
const LIST_BYTES_MAX = 64_000_000
/** More files than this mean a mistake in the pattern. */
const FILES_MAX = 100_000

interface Walk {
  readonly cwd: string
  /** With slashes, relative to the folder. */
  readonly pattern: string
  readonly isExcluded: (path: string) => boolean
  /** Whether to search hidden folders, those of others, and what git ignores. */
  readonly isThorough: boolean
}

export async function filesMatching({ cwd, pattern, isExcluded, isThorough }: Walk): Promise<string[]> {
  const { base } = picomatch.scan(pattern)
  const fits = picomatch(pattern, { dot: true })
  const ignored = isThorough ? new Set<string>() : await ignoredIn(cwd)
  const found: string[] = []
  const waiting = [base]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(join(cwd, folder), { withFileTypes: true }).catch(() => [])) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (ignored.has(path)) continue
      if (entry.isDirectory()) {
        const isWanted = isThorough || !isLeftOut(entry.name) || pattern.includes(entry.name)
        const isWalked = isWanted && !NEVER_WALKED.has(entry.name) && !holdsNothing(path, isExcluded)
        if (isWalked && reaches(pattern, path)) waiting.push(path)
      } else if (fits(path) && !isExcluded(path) && !(entry.isSymbolicLink() && (await isFolder(join(cwd, path))))) {
        found.push(path)
      }
    }
    if (found.length > FILES_MAX) throw new Error(`more than ${FILES_MAX} files match ${pattern}`)
  }
  return found
}

function isLeftOut(name: string): boolean {
  return name.startsWith('.') || LEFT_OUT.has(name)
}

/** What git ignores below the folder; nothing if it ignores the folder itself, which was named. Without git, nothing is ignored. */
async function ignoredIn(cwd: string): Promise<Set<string>> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']
  const { stdout } = await promisify(execFile)('git', ['-c', 'core.fsmonitor=false', ...args], {
    cwd,
    maxBuffer: LIST_BYTES_MAX,
  }).catch(() => ({ stdout: '' }))
  return new Set(stdout.split('\0').map((path) => path.replace(/\/$/, '')))
}

/** Without `**`, a pattern matches nothing deeper than its own slashes. */
function reaches(pattern: string, folder: string): boolean {
  return pattern.includes('**') || folder.split('/').length < pattern.split('/').length
}

/** Whether everything in the folder is excluded, at any depth. */
function holdsNothing(folder: string, isExcluded: Walk['isExcluded']): boolean {
  return isExcluded(`${folder}/a`) && isExcluded(`${folder}/a/b`)
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
