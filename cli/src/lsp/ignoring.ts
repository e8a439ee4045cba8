import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SOURCE_ENDINGS } from '../check/reading/source.ts'
import { CONFIG_NAME, findConfig } from '../check/settings.ts'

// Ways to say that a word is right: the comments that `check` reads, and the list of the project.

export interface Insertion {
  readonly at: number
  readonly text: string
}

/** The next block is not checked. Undefined in plain text, where readers would see the comment. */
export function ignoreBlock(name: string, text: string, sentenceStart: number): Insertion | undefined {
  const write = commentIn(name)
  if (!write) return undefined
  // Between two tags a line can start within a tag, but a sentence cannot.
  if (/\.x?html?$/i.test(name)) return { at: sentenceStart, text: write('') }
  const before = text.slice(0, sentenceStart)
  const gap = [...before.matchAll(/\n[ \t]*\r?\n/g)].at(-1)
  const at = gap ? gap.index + gap[0].length : 0
  const indent = /^[ \t]*/.exec(text.slice(at))?.[0] ?? ''
  // A comment of reStructuredText ends with an empty line.
  const end = /\.re?st$/i.test(name) ? '\n\n' : '\n'
  return { at, text: `${indent}${write('')}${end}` }
}

/** The word is right anywhere in this file: told at its end. */
export function ignoreInFile(name: string, text: string, word: string): Insertion | undefined {
  const write = commentIn(name)
  if (!write || !isListable(word)) return undefined
  const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  return { at: text.length, text: `${gap}${write(` ${word.replace(/\s+/g, ' ')}`)}\n` }
}

/** Lists of words are separated by commas, and stand in a comment. */
function isListable(word: string): boolean {
  return !/[,<>*{}]|--/.test(word)
}

function commentIn(name: string): ((words: string) => string) | undefined {
  const ending = extname(name).toLowerCase()
  const html = (words: string): string => `<!-- equipoise-ignore${words} -->`
  if (ending === '.txt') return undefined
  if (ending === '.mdx') return (words) => `{/* equipoise-ignore${words} */}`
  if (/^\.re?st$/.test(ending)) return (words) => `.. equipoise-ignore${words === '' ? '' : `:${words}`}`
  if (ending === '.tex') return (words) => `% ${html(words)}`
  if (name === 'COMMIT_EDITMSG') return (words) => `# ${html(words)}`
  const style = SOURCE_ENDINGS.get(ending)
  if (!style) return html
  const [line] = style.line
  return line === undefined ? undefined : (words) => `${line} ${html(words)}`
}

/** Adds a word to the configuration file of a folder, or writes one at the root. Answers its path. */
export async function ignoreInProject(
  word: string,
  { folder, root }: { folder: string; root: string },
): Promise<string> {
  const path = (await findConfig(folder)) ?? join(root, CONFIG_NAME)
  await alone(path, async () => {
    const text = await readFile(path, 'utf8').catch(() => '{}\n')
    const written = `${path}.${process.pid}`
    await writeFile(written, withIgnored(text, word))
    await rename(written, path)
  })
  return path
}

/** The rest of the file stays as somebody wrote it, if that is possible. */
export function withIgnored(text: string, word: string): string {
  const config = JSON.parse(text) as { ignore?: string[] }
  if (config.ignore?.includes(word)) return text
  const wanted = JSON.stringify({ ...config, ignore: [...(config.ignore ?? []), word] })
  const added = JSON.stringify(word)
  const candidates = [
    text.replace(/("ignore"\s*:\s*\[)(\s*)\]/, (_, head: string) => `${head}${added}]`),
    text.replace(/("ignore"\s*:\s*\[[^\]]*?)(\s*\])/, (_, head: string, tail: string) => `${head}, ${added}${tail}`),
    text.replace(
      /,?(\s*)\}\s*$/,
      (_, gap: string) => `,${gap.includes('\n') ? '\n  ' : ' '}"ignore": [${added}]${gap}}\n`,
    ),
  ]
  return candidates.find((candidate) => isSame(candidate, wanted)) ?? `${JSON.stringify(JSON.parse(wanted), null, 2)}\n`
}

function isSame(candidate: string, wanted: string): boolean {
  try {
    return JSON.stringify(JSON.parse(candidate)) === wanted
  } catch {
    return false
  }
}

const LOCK_TRIES_MAX = 100
const LOCK_EVERY_MS = 20

/** Two servers can work on one project: who writes second starts from what the first wrote. A lock that nobody releases is broken. */
async function alone(path: string, work: () => Promise<void>): Promise<void> {
  const lock = `${path}.lock`
  for (let tries = 0; ; tries++) {
    try {
      await (await open(lock, 'wx')).close()
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (tries >= LOCK_TRIES_MAX) await rm(lock, { force: true })
      await wait(LOCK_EVERY_MS)
    }
  }
  try {
    await work()
  } finally {
    await rm(lock, { force: true })
  }
}
