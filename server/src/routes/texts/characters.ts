// How long a text is.

/** Characters as people count them: an emoji outside the basic plane is one. Half of a pair alone is one, too. */
export function charactersOf(text: string): number {
  let pairs = 0
  for (let i = 0; i < text.length; i++) {
    const isPair = (text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00
    if (isPair) pairs++
  }
  return text.length - pairs
}

/** Counts only if the length leaves it open: a character takes one place in a string, or two. */
export function isLongerThan(text: string, charactersMax: number): boolean {
  if (text.length <= charactersMax) return false
  return text.length > 2 * charactersMax || charactersOf(text) > charactersMax
}
