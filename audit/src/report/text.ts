// Text inside HTML.

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

/** The words that are marked, wherever they stand as whole words. */
export function markWords(text: string, words: readonly string[]): string {
  if (words.length === 0) return escapeHtml(text)
  const known = new Set(words)
  const longestFirst = [...known].sort((one, other) => other.length - one.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst.map(quoted).join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return text
    .split(pattern)
    .map((part) => (known.has(part.toLowerCase()) ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part)))
    .join('')
}

function quoted(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** With its sign, as people write it. */
export function signed(value: number, digits = 3): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(digits)}`
}
