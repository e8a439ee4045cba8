import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

// Asks git which texts changed since a commit, on which lines, and what they were before.

export interface Git {
  /** Files that changed since the base, by their path relative to the folder. */
  readonly changed: ReadonlySet<string>
  /** The text at the base; undefined if the file is new. */
  readonly before: (path: string) => Promise<string | undefined>
  readonly changedLines: (path: string) => Promise<ReadonlySet<number>>
}

const OUTPUT_BYTES_MAX = 64_000_000

/** Compares with the merge base, as a pull request does. */
export async function openGit(cwd: string, base: string): Promise<Git> {
  if (base.startsWith('-')) throw new Error(`${base} is not a commit`)
  const run = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)('git', args, { cwd, maxBuffer: OUTPUT_BYTES_MAX })
    return stdout
  }
  await run('rev-parse', '--git-dir').catch(() => {
    throw new Error('--diff needs git and a git repository')
  })
  await run('rev-parse', '--verify', '--quiet', `${base}^{commit}`).catch(() => {
    throw new Error(
      `git does not know the commit ${base}. In CI, fetch it first: git fetch origin ${base.replace(/^origin\//, '')}`,
    )
  })
  const from = await run('merge-base', base, 'HEAD').then(
    (commit) => commit.trim(),
    () => base,
  )
  const names = await run('diff', '--name-only', '-z', '--relative', '--diff-filter=d', from, '--')
  const untracked = await run('ls-files', '--others', '--exclude-standard', '-z')
  return {
    changed: new Set([...names.split('\0'), ...untracked.split('\0')].filter((name) => name !== '')),
    before: (path) => run('show', `${from}:./${path}`).catch(() => undefined),
    async changedLines(path) {
      const hunks = await run('diff', '--unified=0', '--relative', from, '--', path)
      return new Set(
        [...hunks.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, first, count]) =>
          Array.from({ length: Number(count ?? 1) }, (_, i) => Number(first) + i),
        ),
      )
    },
  }
}
