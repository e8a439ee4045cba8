import { writeFile } from 'node:fs/promises'
import { readBoundedFile } from '../bounded-file.ts'
import { type Before, type Checked, tallyWords } from '../judging/judging.ts'

// Stores the current scores in a file, for later comparison.

interface BaselineFile {
  readonly version: 1
  readonly model: string
  readonly files: Readonly<Record<string, { readonly score: number; readonly words: Readonly<Record<string, number>> }>>
}

export interface Baseline {
  readonly model: string
  readonly before: (path: string) => Before | undefined
}

export async function readBaseline(path: string): Promise<Baseline> {
  const bytes = await readBoundedFile(path).catch(() => {
    throw new Error(`there is not a baseline at ${path}; --update-baseline writes one`)
  })
  const { model, files } = parse(bytes.toString('utf8'), path)
  return {
    model,
    before(name) {
      const entry = Object.hasOwn(files, name) ? files[name] : undefined
      return entry && { score: entry.score, words: new Map(Object.entries(entry.words)) }
    },
  }
}

function parse(text: string, path: string): BaselineFile {
  try {
    const value = JSON.parse(text) as BaselineFile
    if (value.version === 1 && typeof value.files === 'object') return value
  } catch {
    // Reported below, with the name of the file.
  }
  throw new Error(`${path} is not a baseline; --update-baseline writes one`)
}

/** Sorted, so that diffs of the file show only real changes. */
export async function writeBaseline(path: string, checked: readonly Checked[]): Promise<void> {
  const judged = checked.flatMap(({ score, ...one }) =>
    score === undefined || one.reason !== undefined ? [] : [{ ...one, score }],
  )
  const files = judged.map(({ path: name, score, marks }) => [name, { score, words: sortedWords(marks) }] as const)
  const baseline: BaselineFile = {
    version: 1,
    model: judged[0]?.modelVersion ?? '',
    files: Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1))),
  }
  await writeFile(path, `${JSON.stringify(baseline, null, 2)}\n`)
}

function sortedWords(marks: Checked['marks']): Record<string, number> {
  return Object.fromEntries([...tallyWords(marks)].sort(([a], [b]) => (a < b ? -1 : 1)))
}
