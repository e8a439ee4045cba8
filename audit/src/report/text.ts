// Escapes text for HTML and for sentences.

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

const SHOWN_MAX = 100

/** A name chosen by somebody else, in quotation marks: on one line, without reordering characters, and unable to close the quotation. */
export function quoted(name: string): string {
  return `“${inline(name)}”`
}

/** Controls, and characters that show as nothing, such as Hangul fillers and the empty Braille pattern. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Quotation marks of any script, ornaments, primes and accents that look like them. Two in a row look like one double mark. */
const QUOTES =
  /[\p{Quotation_Mark}\u2032-\u2037\u275b-\u2760\u276e\u276f\u02ba\u02dd\u02ee\u05f4\u3003\u{1f676}-\u{1f678}]+/gu

export function inline(name: string): string {
  const text = name.replace(UNSEEN, ' ').replace(QUOTES, "'").replace(/\s+/g, ' ').trim()
  if (text === '') return '(blank)'
  return text.length <= SHOWN_MAX ? text : `${Array.from(text).slice(0, SHOWN_MAX).join('').trimEnd()} …`
}

/** Marks these words where they occur as whole words. */
export function markWords(text: string, words: readonly string[]): string {
  if (words.length === 0) return escapeHtml(text)
  const known = new Set(words)
  const longestFirst = [...known].sort((one, other) => other.length - one.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return text
    .split(pattern)
    .map((part) => (known.has(part.toLowerCase()) ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part)))
    .join('')
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** With its sign: +0.010 or −0.010. */
export function signed(value: number, digits = 3): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(digits)}`
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

export function dayOf(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)T/.exec(iso) ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? inline(iso) : `${Number(day)} ${name} ${year}`
}

export function momentOf(iso: string): string {
  const time = /T(\d\d:\d\d)/.exec(iso)?.[1]
  return time === undefined ? dayOf(iso) : `${dayOf(iso)}, ${time} UTC`
}
