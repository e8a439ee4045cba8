// What a UTF-16 code unit is to the tokenizer: one look-up in a table, filled from ranges when the server starts.

const OTHER = 0
export const LOWER = 1
export const UPPER = 2
export const DIGIT = 3
export const SPACE = 4
export const NEWLINE = 5
export const STOP = 6
export const APOSTROPHE = 7
export const HYPHEN = 8
export const DOUBLE_QUOTE = 9
export const OPEN_QUOTE = 10
export const CLOSE_QUOTE = 11
export const OPEN_SINGLE = 12
export const IGNORABLE = 13
export const COMBINING = 14

const LATIN_SIZE = 0x250
// One entry for every code unit there is: asking never branches.
const kinds = new Uint8Array(0x10000)
const lowered = new Uint16Array(LATIN_SIZE)

for (let unit = 0; unit < LATIN_SIZE; unit++) {
  const character = String.fromCharCode(unit)
  const lower = character.toLowerCase()
  lowered[unit] = lower.length === 1 ? lower.charCodeAt(0) : unit
  if (/\p{L}/u.test(character)) kinds[unit] = lower === character ? LOWER : UPPER
  else if (/[0-9]/.test(character)) kinds[unit] = DIGIT
  else if (/[\n\r\u0085]/.test(character)) kinds[unit] = NEWLINE
  else if (/\s/.test(character)) kinds[unit] = SPACE
}
for (let unit = LATIN_SIZE; unit < kinds.length; unit++) kinds[unit] = kindBeyondLatin(unit)
kinds[0x2e] = STOP
kinds[0x21] = STOP
kinds[0x3f] = STOP
kinds[0x27] = APOSTROPHE
kinds[0x60] = OTHER
kinds[0x2d] = HYPHEN
kinds[0x22] = DOUBLE_QUOTE
kinds[0xab] = OPEN_QUOTE
kinds[0xbb] = CLOSE_QUOTE
kinds[0xad] = IGNORABLE

// Behind the end of a text `charCodeAt` gives no number; the mask makes that 0, which is nothing.
export function kindOf(unit: number): number {
  return kinds[unit & 0xffff] ?? OTHER
}

export function lowerOf(unit: number): number {
  if (unit < LATIN_SIZE) return lowered[unit] ?? unit
  // Greek and Cyrillic capitals: only the language guess and the word count see these.
  if (unit >= 0x391 && unit <= 0x3a9) return unit + 0x20
  if (unit >= 0x410 && unit <= 0x42f) return unit + 0x20
  return unit === 0x2019 ? 0x27 : unit
}

function kindBeyondLatin(unit: number): number {
  if (unit >= 0x2000 && unit <= 0x2bff) return kindOfPunctuation(unit)
  if (unit >= 0x300 && unit <= 0x36f) return COMBINING
  if (unit >= 0xd800 && unit <= 0xdfff) return OTHER
  if (unit >= 0xfe00 && unit <= 0xfe0f) return IGNORABLE
  if (unit === 0xfeff) return IGNORABLE
  if (unit === 0x3002 || unit === 0xff01 || unit === 0xff1f || unit === 0x964) return STOP
  if (unit === 0x3000) return SPACE
  if (unit >= 0x3001 && unit <= 0x303f) return OTHER
  if (unit >= 0xe000 && unit <= 0xf8ff) return OTHER
  if (unit >= 0xfff0) return OTHER
  if ((unit >= 0x391 && unit <= 0x3a9) || (unit >= 0x410 && unit <= 0x42f)) return UPPER
  return LOWER
}

function kindOfPunctuation(unit: number): number {
  if (unit <= 0x200a || unit === 0x202f || unit === 0x205f) return SPACE
  if (unit === 0x2028 || unit === 0x2029) return NEWLINE
  if ((unit >= 0x200b && unit <= 0x200f) || (unit >= 0x202a && unit <= 0x202e) || unit === 0x2060) return IGNORABLE
  if (unit === 0x2010 || unit === 0x2011) return HYPHEN
  if (unit === 0x2018) return OPEN_SINGLE
  if (unit === 0x2019) return APOSTROPHE
  if (unit === 0x201c || unit === 0x201e) return OPEN_QUOTE
  if (unit === 0x201d) return CLOSE_QUOTE
  if (unit === 0x2026 || unit === 0x203c || unit === 0x2047) return STOP
  return OTHER
}
