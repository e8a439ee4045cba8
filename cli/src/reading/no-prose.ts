import { linesOf, type Span, spansOf } from './blanks.ts'

// What appears in the prose of any format but is not prose: placeholders of templates, names from code, flags, emoji by name, references
// and tables of contents.

/** Every part has a bounded length or stops at a character that it cannot contain, so matching is linear in the text. */
const PATTERNS: readonly RegExp[] = [
  // A line of a table of contents: a title, dots, a page
  /^[^\n]{2,100}?(?:\.[ \t]?){4,120}[ \t]{0,40}\d{1,4}[ \t]{0,40}$/dgm,
  // A reference: a number or a dash, names with initials, a year; up to the end of the paragraph
  /^[ \t]{0,20}(?:\[[\w-]{1,30}\]|\d{1,3}\.|[-*•])?[ \t]{0,8}\p{Lu}[\p{L}'’-]{1,40},? (?:\p{Lu}\.[ -]?){1,4},?(?=[^\n]{0,200}\b(?:19|20)\d\d\b)[^\n]{0,500}(?:\n(?![ \t]*(?:\n|\[|[-*•\d]))[^\n]{0,500}){0,6}/dgmu,
  // {{ macros }}, {% tags %}, ${values}
  /\{\{[^{}]{0,400}\}\}|\{%[^{}%]{0,400}%\}|\$\{[^{}]{0,200}\}/dg,
  // :tada:
  /(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])/dg,
  // --flag=value, -f
  /(?<![^\s([{"'|,/])-(?:-[a-z][\w-]{0,60}(?:=[^\s)\]]{0,100}(?<![.,;:]))?|[a-zA-Z](?![\w-]))/dg,
  // snake_case, name(), @scope/name
  /(?<![\w#@])[A-Za-z]\w{0,60}_\w{1,60}(?:\(\))?|(?<![\w#@])[A-Za-z$][\w$.]{0,80}\([\w, ]{0,40}\)|(?<!\w)@[\w-]{1,60}\/[\w.-]{1,60}/dg,
  // camelCase, but not hashtags; JavaScript and McCarthy are names
  /(?<![\w#@])[a-z]{1,40}[A-Z]\w{0,60}/dg,
  // object.property, file.name, but not Node.js, "e.g.", nor a full stop without its space
  /(?<![\w#@.])(?![A-Z][a-z]{1,40}\.(?:js|io|com|org|net)\b)[\w$-]{2,60}(?:\.[a-z$_][\w$-]{0,60}){1,6}(?![\w@])|(?<!\w)\.{0,2}\/[\w.-]{1,60}(?:\/[\w.*-]{0,60}){0,20}/dg,
  // NOTE: and similar labels at the start of a line
  /^[ \t>*_-]{0,20}((?:NOTE|WARNING|TIP|HINT|INFO|IMPORTANT|CAUTION|DANGER|DEPRECATED|TODO|FIXME|XXX|Note|Warning|Tip|Important|Caution)\b(?=[*_]{0,3}:|[*_]{1,3}[ \t]|[ \t]{0,20}$))/dgm,
]

export function spansOfNoProse(text: string): Span[] {
  const spans = PATTERNS.flatMap((pattern, at) => spansOf(text, pattern, at === PATTERNS.length - 1 ? 1 : 0))
  return [...spans, ...[...linesOf(text)].filter(({ line }) => isRowOfNames(line))]
}

const NAME_WORDS_MAX = 3

/** Such as links to translations: "English | Deutsch | 中文". */
function isRowOfNames(line: string): boolean {
  if (!/[|·•]/.test(line)) return false
  const names = line.split(/[|·•]/).filter((name) => name.trim() !== '')
  return names.length > 1 && names.every((name) => wordsIn(name) <= NAME_WORDS_MAX)
}

/** Words beside links that do not make a sentence of them, such as "Languages:". */
const BESIDE_LINKS_MAX = 1
const LINK_WORDS_MAX = 6

/** The odd parts are the texts of links. Several short links and nothing else, as in a list of translations, are not a sentence. */
export function isOnlyLinks(parts: readonly string[]): boolean {
  const links = parts.filter((_, at) => at % 2 === 1)
  const beside = parts
    .filter((_, at) => at % 2 === 0)
    .join(' ')
    .replace(/^[^:]{0,60}:(?=\s*$|\s+\W)/, '')
  return (
    links.length > 1 && wordsIn(beside) <= BESIDE_LINKS_MAX && links.every((link) => wordsIn(link) <= LINK_WORDS_MAX)
  )
}

/** Formulas: $$ … $$, \( … \), \[ … \], and $ … $ without inner spaces at its ends and without a digit after it. */
const MATH =
  /\$\$[^$]{1,5000}\$\$|\\\((?:[^\\\n]|\\(?![()])){1,500}\\\)|\\\[(?:[^\\]|\\(?![[\]])){1,2000}\\\]|(?<![\w$\\])\$(?![\s$])[^$\n]{1,200}(?<![\s\\])\$(?![\d$])/dg

export function spansOfMath(text: string): Span[] {
  return text.includes('$') || text.includes('\\') ? spansOf(text, MATH) : []
}

/** A table cell with fewer words holds a value or a name. */
export const CELL_WORDS_MIN = 4

/** Counts words of at least two letters. */
export function wordsIn(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0
}
