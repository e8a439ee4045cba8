// Text as a reader reads it: letters of other alphabets that look like Latin ones, bold and wide letters, HTML entities, spaced
// letters, digits for letters and stars in swear words become the word that is meant. Every position still leads back into the
// caller's text.

export interface PlainText {
  readonly text: string
  /** Where a stretch of `text` stands in the caller's text. */
  readonly locate: (start: number, end: number) => { start: number; end: number }
}

// One of these must occur, or nothing is to be done: most texts cost one look.
const SUSPICIOUS =
  /[&*@$|`\u00ad\u0370-\u04ff\u200b-\u200f\u2060\u2460-\u24ff\ufeff\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f169}]|[a-z][0134578!][a-z]|(?<![\p{L}\p{N}])\p{L}[ ._-]\p{L}[ ._-]\p{L}/iu

export function readPlainText(text: string): PlainText {
  if (!SUSPICIOUS.test(text)) return { text, locate: (start, end) => ({ start, end }) }
  let plain: Pieces = { text, starts: undefined, ends: undefined }
  for (const { needs, pattern, read } of STEPS) {
    if (needs === undefined || needs.test(plain.text)) plain = replaceIn(plain, pattern, read)
  }
  const read = plain
  const locate: PlainText['locate'] = (start, end) => {
    const from = startOf(read, start)
    return { start: from, end: end > start ? endOf(read, end - 1) : from }
  }
  return { text: read.text, locate }
}

interface Pieces {
  readonly text: string
  /** Where what each character stands for starts and ends in the caller's text; undefined while nothing has changed. */
  readonly starts: readonly number[] | undefined
  readonly ends: readonly number[] | undefined
}

interface Step {
  /** What must occur for the step to change anything: most texts skip most steps. */
  readonly needs?: RegExp
  readonly pattern: RegExp
  /** What a match means, or undefined where it stands as it is. */
  readonly read: (match: string) => string | undefined
}

const ENTITIES = new Map(
  Object.entries({
    nbsp: ' ',
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    rsquo: '’',
    lsquo: '‘',
    ldquo: '“',
    rdquo: '”',
    mdash: '—',
    ndash: '–',
    hellip: '…',
    shy: '',
    zwnj: '',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
  }),
)

const LOOKALIKES = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ј: 'j',
    ѕ: 's',
    һ: 'h',
    ԁ: 'd',
    ո: 'n',
    ν: 'v',
    ο: 'o',
    α: 'a',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    А: 'A',
    В: 'B',
    Е: 'E',
    К: 'K',
    М: 'M',
    Н: 'H',
    О: 'O',
    Р: 'P',
    С: 'C',
    Т: 'T',
    У: 'Y',
    Х: 'X',
    І: 'I',
    Α: 'A',
    Β: 'B',
    Ε: 'E',
    Ζ: 'Z',
    Η: 'H',
    Ι: 'I',
    Κ: 'K',
    Μ: 'M',
    Ν: 'N',
    Ο: 'O',
    Ρ: 'P',
    Τ: 'T',
    Υ: 'Y',
    Χ: 'X',
  }),
)

const DIGIT_LETTERS = new Map(
  Object.entries({
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '8': 'b',
    '@': 'a',
    $: 's',
    '!': 'i',
    '|': 'l',
  }),
)

const STARRED =
  'fuck fucking fucker shit shitty bullshit bitch bitches cunt asshole arsehole bastard bastards idiot idiots moron morons whore slut damn crap retard scum stupid nazi nazis liar liars lying corrupt racist racists fascist fascists thug thugs coward cowards traitor traitors vermin terrorist terrorists crook crooks evil filthy'.split(
    ' ',
  )

const STEPS: readonly Step[] = [
  { needs: /&/, pattern: /&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,6});/gi, read: readEntity },
  // Invisible marks inside words.
  { pattern: /[\u00ad\u200b-\u200f\u2060\ufeff]/g, read: () => '' },
  // Bold, circled and wide letters.
  { pattern: /[\u{1d400}-\u{1d7ff}\u2460-\u24ff\uff01-\uff5e\u{1f130}-\u{1f169}]/gu, read: readVariant },
  // Greek, Cyrillic and Armenian: all look-alikes are there.
  {
    needs: /[\u0370-\u058f]/,
    pattern: /(?<![\p{L}\p{M}])[\p{L}\p{M}]{0,40}[a-z][\p{L}\p{M}]{0,40}/giu,
    read: readMixedScript,
  },
  { pattern: /(?<![\p{L}\p{N}])\p{L}(?:([ ._-])\p{L}(?:\1\p{L}){1,40})(?![\p{L}\p{N}])/giu, read: readSpaced },
  {
    pattern: /(?<![\w@$])[a-z@$][\w@$!|]{0,30}[0134578@$!|][a-z@$][\w@$!|]{0,30}(?![\w@$!|]|\.\w)/gi,
    read: readDigits,
  },
  { needs: /[a-z][*#]/i, pattern: /(?<![\w*])[a-z]{1,20}[*#]{1,20}[a-z*#]{0,20}(?![\w*#])/gi, read: readStars },
]

function readEntity(match: string): string | undefined {
  const name = match.slice(1, -1)
  if (!name.startsWith('#')) return ENTITIES.get(name.toLowerCase())
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined
}

function readVariant(match: string): string | undefined {
  const plain = match.normalize('NFKC')
  return plain === match ? undefined : plain.replace(/^\((.)\)$/u, '$1')
}

// A Latin word with letters of another alphabet in it; words wholly in that alphabet stand as they are.
function readMixedScript(match: string): string | undefined {
  const plain = Array.from(match, (letter) => LOOKALIKES.get(letter) ?? letter).join('')
  return plain === match ? undefined : plain
}

const SPACED_MIN = 4

function readSpaced(match: string): string | undefined {
  const letters = match.replace(/[ ._-]/g, '')
  return letters.length >= SPACED_MIN ? letters : undefined
}

function readDigits(match: string): string | undefined {
  const plain = Array.from(match, (letter) => DIGIT_LETTERS.get(letter) ?? letter).join('')
  const digits = match.replace(/[a-z]/gi, '').length
  return plain.length >= SPACED_MIN && digits * 2 <= match.length && /^[a-z]+$/i.test(plain) ? plain : undefined
}

function readStars(match: string): string | undefined {
  const shape = new RegExp(`^${match.toLowerCase().replace(/[*#]/g, '[a-z]')}$`)
  return STARRED.find((word) => shape.test(word))
}

function replaceIn(plain: Pieces, pattern: RegExp, read: Step['read']): Pieces {
  const changed = { text: '', starts: [] as number[], ends: [] as number[] }
  let from = 0
  for (const match of plain.text.matchAll(pattern)) {
    const meant = read(match[0])
    if (meant === undefined) continue
    copy(plain, { from, to: match.index }, changed)
    from = match.index + match[0].length
    changed.text += meant
    // The letters of a word that was written otherwise are spread over what stood there.
    const place = (letter: number): number => match.index + Math.floor((letter * match[0].length) / meant.length)
    for (let i = 0; i < meant.length; i++) {
      changed.starts.push(startOf(plain, place(i)))
      changed.ends.push(endOf(plain, Math.max(place(i), place(i + 1) - 1)))
    }
  }
  if (from === 0) return plain
  copy(plain, { from, to: plain.text.length }, changed)
  return changed
}

function copy(
  plain: Pieces,
  { from, to }: { from: number; to: number },
  into: { text: string; starts: number[]; ends: number[] },
): void {
  into.text += plain.text.slice(from, to)
  for (let at = from; at < to; at++) {
    into.starts.push(startOf(plain, at))
    into.ends.push(endOf(plain, at))
  }
}

function startOf({ starts, ends }: Pieces, at: number): number {
  return starts === undefined ? at : (starts[at] ?? ends?.[ends.length - 1] ?? 0)
}

function endOf({ ends }: Pieces, at: number): number {
  return ends === undefined ? at + 1 : (ends[at] ?? 0)
}
