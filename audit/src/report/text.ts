// Escapes text for HTML and for sentences.

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

const SHOWN_MAX = 100

/** A name chosen by somebody else, in quotation marks: on one line, without reordering characters, and unable to close the quotation. */
export function quoted(name: string): string {
  return `“${inline(name)}”`
}

export function inline(name: string): string {
  const text = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[“”„‟«»"]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
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
