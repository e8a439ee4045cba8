import { chmod, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative } from 'node:path'
import { CONFIG_NAME, findConfig, type Ignored, readConfig } from '../reading/settings.ts'
import { SOURCE_ENDINGS } from '../reading/source.ts'

// Ways to accept a word: the comments that `check` reads, and the project's word list.

export interface Insertion {
  readonly at: number
  readonly text: string
}

/** Excludes the next block from checks. Undefined in plain text, where readers would see the comment. */
export function ignoreBlock(name: string, text: string, sentenceStart: number): Insertion | undefined {
  const write = commentIn(name)
  if (!write) return undefined
  // In HTML a line can start inside a tag, but a sentence cannot.
  if (/\.x?html?$/i.test(name)) return { at: sentenceStart, text: write('') }
  const before = text.slice(0, sentenceStart)
  const gap = [...before.matchAll(/\n[ \t]*\r?\n/g)].at(-1)
  const at = gap ? gap.index + gap[0].length : 0
  const indent = /^[ \t]*/.exec(text.slice(at))?.[0] ?? ''
  // A comment in reStructuredText needs an empty line after it.
  const end = /\.re?st$/i.test(name) ? '\n\n' : '\n'
  return { at, text: `${indent}${write('')}${end}` }
}

/** Accepts the word anywhere in this file, with a comment at its end. */
export function ignoreInFile(name: string, text: string, word: string): Insertion | undefined {
  const write = commentIn(name)
  if (!write || !isListable(word)) return undefined
  const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  return { at: text.length, text: `${gap}${write(` ${word.replace(/\s+/g, ' ')}`)}\n` }
}

/** Word lists are separated by commas and are part of a comment, so words with these characters do not fit. */
function isListable(word: string): boolean {
  return !/[,<>*{}]|--/.test(word)
}

function commentIn(name: string): ((words: string) => string) | undefined {
  const ending = extname(name).toLowerCase()
  const html = (words: string): string => `<!-- equipoise-ignore${words} -->`
  if (ending === '.txt' || ending === '.ipynb') return undefined
  if (ending === '.mdx') return (words) => `{/* equipoise-ignore${words} */}`
  if (/^\.re?st$/.test(ending)) return (words) => `.. equipoise-ignore${words === '' ? '' : `:${words}`}`
  if (ending === '.tex') return (words) => `% ${html(words)}`
  if (name === 'COMMIT_EDITMSG') return (words) => `# ${html(words)}`
  const style = SOURCE_ENDINGS.get(ending)
  if (!style) return html
  const [line] = style.line
  return line === undefined ? undefined : (words) => `${line} ${html(words)}`
}

/** Adds a word, with a reason or without, to the configuration file that applies to a folder, or creates one at the root. Returns its path. */
export async function ignoreInProject(
  word: Ignored,
  { folder, root }: { folder: string; root: string },
): Promise<string> {
  const found = await findConfig(folder)
  if (found === undefined && relative(root, folder).startsWith('..'))
    throw new Error(`${folder} is outside the workspace, and no ${CONFIG_NAME} applies to it: create one there first`)
  // Writes to the target of a link, so that the link stays.
  const path = found === undefined ? join(root, CONFIG_NAME) : await realpath(found)
  await stat(dirname(path)).catch(() => {
    throw new Error(`the folder ${dirname(path)} does not exist, so ${CONFIG_NAME} cannot be written`)
  })
  const written = writing.then(() => addWord(path, word))
  writing = written.catch(() => {})
  await written
  return path
}

/** Words are added one after another, so that none overwrites another. */
let writing: Promise<unknown> = Promise.resolve()

/** An invalid file is not changed. */
async function addWord(path: string, word: Ignored): Promise<void> {
  const before = await stat(path).catch(() => undefined)
  if (before) await readConfig(dirname(path), path)
  const written = `${path}.${process.pid}`
  await writeFile(written, withIgnored(before ? await readFile(path, 'utf8') : '{}\n', word))
  if (before) await chmod(written, before.mode)
  await rename(written, path)
}

/** Keeps the formatting of the file if possible. */
export function withIgnored(text: string, word: Ignored): string {
  const config = JSON.parse(text.replace(/^\ufeff/, '')) as { ignore?: Ignored[] }
  if (config.ignore?.some((one) => nameOf(one) === nameOf(word))) return text
  const wanted = JSON.stringify({ ...config, ignore: [...(config.ignore ?? []), word] })
  const added = JSON.stringify(word)
  const candidates = [inList(text, added), atEnd(text, added)]
  return candidates.find((candidate) => isSame(candidate, wanted)) ?? `${JSON.stringify(JSON.parse(wanted), null, 2)}\n`
}

function nameOf(ignored: Ignored): string {
  return typeof ignored === 'string' ? ignored : ignored.word
}

function inList(text: string, added: string): string {
  const list = text.indexOf('[', text.indexOf('"ignore"')) + 1
  const end = text.indexOf(']', list)
  const words = text.slice(list, end).trimEnd()
  const gap = words === '' ? '' : text.slice(list + words.length, end)
  return `${text.slice(0, list)}${words}${words === '' ? '' : ', '}${added}${gap}${text.slice(end)}`
}

function atEnd(text: string, added: string): string {
  const end = text.lastIndexOf('}')
  const settings = text.slice(0, end).trimEnd()
  const gap = text.slice(settings.length, end)
  return `${settings},${gap.includes('\n') ? '\n  ' : ' '}"ignore": [${added}]${gap}}\n`
}

function isSame(candidate: string, wanted: string): boolean {
  try {
    return JSON.stringify(JSON.parse(candidate)) === wanted
  } catch {
    return false
  }
}
