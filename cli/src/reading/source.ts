import { blanksFor } from './blanks.ts'

// The comments of source files. Everything else is code, including strings, which are often keys.

interface Style {
  readonly line: readonly string[]
  readonly block: readonly (readonly [string, string])[]
  readonly quotes: readonly string[]
}

const C: Style = { line: ['//'], block: [['/*', '*/']], quotes: ['"', "'", '`'] }
const HASH: Style = { line: ['#'], block: [], quotes: ['"', "'"] }
/** The first string of a module, class or function is its documentation. */
const PYTHON: Style = {
  line: ['#'],
  block: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
  quotes: ['"', "'"],
}
const DASHES: Style = { line: ['--'], block: [['/*', '*/']], quotes: ["'", '"'] }
/** Single quotes do not delimit strings: they are lifetimes, digit separators or characters. */
const RUST: Style = { ...C, quotes: ['"'] }

const STYLES: readonly (readonly [Style, string])[] = [
  [C, 'js jsx mjs cjs ts tsx mts cts java kt kts scala cs swift go dart php css scss less groovy proto'],
  [RUST, 'rs c h cc cpp cxx hpp hh m mm zig'],
  [PYTHON, 'py pyi'],
  [HASH, 'sh bash zsh rb pl r jl ex exs toml yaml yml tf nix ps1'],
  [DASHES, 'sql lua hs elm'],
]

export const SOURCE_ENDINGS: ReadonlyMap<string, Style> = new Map(
  STYLES.flatMap(([style, endings]) => endings.split(' ').map((ending) => [`.${ending}`, style] as const)),
)

export function readSource(text: string, style: Style): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end } of commentsIn(text, style)) {
    pieces.push(blanksFor(text.slice(from, start)), commentText(text.slice(start, end)))
    from = end
  }
  return [...pieces, blanksFor(text.slice(from))].join('')
}

function* commentsIn(text: string, { line, block, quotes }: Style): Generator<{ start: number; end: number }> {
  const marks = [...line, ...block.map(([open]) => open), ...quotes].sort((a, b) => b.length - a.length)
  const next = new RegExp(marks.map((mark) => mark.replace(/[*/.]/g, '\\$&')).join('|'), 'g')
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const [mark] = match
    const start = match.index
    const closing = block.find(([open]) => open === mark)?.[1]
    const end = closing
      ? blockEnd(text, start + mark.length, closing)
      : line.includes(mark)
        ? lineEnd(text, start)
        : undefined
    if (end !== undefined) yield { start, end }
    next.lastIndex = end ?? stringEnd(text, start)
  }
}

function blockEnd(text: string, from: number, closing: string): number {
  const end = text.indexOf(closing, from)
  return end < 0 ? text.length : end + closing.length
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** A string ends on its line, unless it is in back-ticks. */
function stringEnd(text: string, from: number): number {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at + 1
    else if (text[at] === '\n' && quote !== '`') return at
  }
  return text.length
}

/** Without comment marks, code, documentation tags and instructions for tools. */
function commentText(comment: string): string {
  return comment
    .replace(/^(?:\/\*{1,80}|\/\/[/!]?|#!?|--|"""|''')|(?:\*{1,80}\/|"""|''')$/g, blanksFor)
    .replace(/^[ \t]{0,100}\*(?!\*)/gm, blanksFor)
    .replace(/`[^`\n]*`/g, blanksFor)
    .replace(/\{@\w[^}\n]{0,240}\}/g, blanksFor)
    .replace(
      /@\w{1,60}(?:[ \t]{1,20}\{[^}\n]{0,200}\})?(?:[ \t]{1,20}\[?[\w.$]{1,80}\]?(?=[ \t]{1,20}-?[ \t]{0,20}\w))?/g,
      blanksFor,
    )
    .split('\n')
    .map((line) => (/(?:[;{}]|=>|\))$/.test(line.trimEnd()) ? blanksFor(line) : line))
    .join('\n')
    .replace(
      /\b(?:eslint|biome|prettier|ts|tslint|pylint|noqa|istanbul|c8|v8|webpack)-[\w-].{0,1000}|\b(?:noqa|pylint|istanbul|c8|v8)\b.{0,1000}/g,
      blanksFor,
    )
}
