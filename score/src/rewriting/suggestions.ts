// Neutral alternatives, written into a text as a careful writer would: the article, the capital and the spaces follow.

/** Words of a text for which there may be an alternative. An empty one means that the text is best without them. */
export interface Suggested {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly suggestion?: string | undefined
}

/** All suggestions at once, from the last to the first, so that the places of the others hold. */
export function allReplaced(text: string, evidence: readonly Suggested[]): string {
  const suggested = evidence.filter(({ suggestion }) => suggestion !== undefined).toSorted((a, b) => b.start - a.start)
  let next = text
  let limit = Number.POSITIVE_INFINITY
  for (const one of suggested) {
    if (one.end > limit) continue
    next = replaced(next, one, one.suggestion ?? '')
    limit = one.start
  }
  return next
}

/** An empty suggestion takes the word out, and one of the spaces around it with it. */
export function replaced(text: string, { start, end, text: word }: Suggested, suggestion: string): string {
  const before = text.slice(0, start)
  const after = text.slice(end)
  if (suggestion !== '') return withArticle(before, word, suggestion) + likeCase(word, suggestion) + after
  const gap = isSentenceStart(before, word) ? /^,? / : /^ /
  if (!gap.test(after)) return before.replace(/ $/, '') + after
  const rest = after.replace(gap, '')
  return withArticle(before, word, rest) + (isSentenceStart(before, word) ? raised(rest) : rest)
}

const ARTICLE = /\b(a|an)( )$/i
/** With the character before it and the space after it. */
const ARTICLE_LENGTH_MAX = 4
/** By sound, as far as letters tell: "an hour", "a university", "a one-off". */
const SOUNDS_LIKE_VOWEL = /^(?!uni(?!n|m)|unanim|use|usu|eu|one\b|once)([aeiou]|hour|honest|heir)/i

/** What stands before a word, with the article that fits what comes in its place: "a", then "an unsuccessful plan". */
function withArticle(before: string, word: string, next: string): string {
  if (!/[an]/i.test(before.charAt(before.length - 2))) return before
  const end = before.slice(-ARTICLE_LENGTH_MAX).replace(ARTICLE, (_found, article: string, space: string) => {
    const letter = article.charAt(0)
    const n = letter === 'A' && isCapitals(word) ? 'N' : 'n'
    return (SOUNDS_LIKE_VOWEL.test(next) ? letter + n : letter) + space
  })
  return before.slice(0, -ARTICLE_LENGTH_MAX) + end
}

/** A word at the beginning of a sentence stays one when it is replaced, and a word in capitals stays in capitals. */
function likeCase(word: string, suggestion: string): string {
  if (isCapitals(word)) return suggestion.toUpperCase()
  return hasCapital(word) ? raised(suggestion) : suggestion
}

/** After a full stop; or, with a capital, the first word of a line, as under a heading or in a list. */
function isSentenceStart(before: string, word: string): boolean {
  const words = before.trimEnd()
  if (before === '' || (words !== before && /[.!?]/.test(words.charAt(words.length - 1)))) return true
  return hasCapital(word) && !/\p{L}/u.test(before.slice(before.lastIndexOf('\n') + 1))
}

function hasCapital(word: string): boolean {
  const first = word.charAt(0)
  return first !== first.toLowerCase()
}

/** All of it, and more than one letter: a lone "A" or "I" says nothing. */
function isCapitals(word: string): boolean {
  return word === word.toUpperCase() && /\p{Lu}.*\p{Lu}/u.test(word)
}

function raised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
