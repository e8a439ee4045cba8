/** Counts Unicode code points: an emoji outside the basic plane is one, and so is a lone surrogate. */
export function charactersOf(text: string): number {
  let pairs = 0
  for (let i = 0; i < text.length; i++) {
    const isPair = (text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00
    if (isPair) pairs++
  }
  return text.length - pairs
}

/** Counts only if the string length does not decide: a character takes one or two UTF-16 units. */
export function isLongerThan(text: string, charactersMax: number): boolean {
  if (text.length <= charactersMax) return false
  return text.length > 2 * charactersMax || charactersOf(text) > charactersMax
}
