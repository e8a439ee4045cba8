// What a UTF-16 code unit is to the tokenizer. One table look-up a unit for Latin, ranges for the rest, no regular expressions.

export const KIND = {
  other: 0,
  lower: 1,
  upper: 2,
  digit: 3,
  space: 4,
  newline: 5,
  stop: 6,
  apostrophe: 7,
  hyphen: 8,
  doubleQuote: 9,
  openQuote: 10,
  closeQuote: 11,
  openSingle: 12,
  ignorable: 13,
  mark: 14,
  high: 15,
} as const

const TABLE_SIZE = 0x250
const kinds = new Uint8Array(TABLE_SIZE)
const lowered = new Uint16Array(TABLE_SIZE)

for (let unit = 0; unit < TABLE_SIZE; unit++) {
  const character = String.fromCharCode(unit)
  const lower = character.toLowerCase()
  lowered[unit] = lower.length === 1 ? lower.charCodeAt(0) : unit
  if (/\p{L}/u.test(character)) kinds[unit] = lower === character ? KIND.lower : KIND.upper
  else if (/[0-9]/.test(character)) kinds[unit] = KIND.digit
  else if (/[\n\r\u0085]/.test(character)) kinds[unit] = KIND.newline
  else if (/\s/.test(character)) kinds[unit] = KIND.space
}
kinds[0x2e] = KIND.stop
kinds[0x21] = KIND.stop
kinds[0x3f] = KIND.stop
kinds[0x27] = KIND.apostrophe
kinds[0x60] = KIND.other
kinds[0x2d] = KIND.hyphen
kinds[0x22] = KIND.doubleQuote
kinds[0xab] = KIND.openQuote
kinds[0xbb] = KIND.closeQuote
kinds[0xad] = KIND.ignorable

export function kindOf(unit: number): number {
  return unit < TABLE_SIZE ? (kinds[unit] ?? KIND.other) : kindBeyondLatin(unit)
}

export function lowerOf(unit: number): number {
  if (unit < TABLE_SIZE) return lowered[unit] ?? unit
  // Greek and Cyrillic capitals: only the language guess and the word count see these.
  if (unit >= 0x391 && unit <= 0x3a9) return unit + 0x20
  if (unit >= 0x410 && unit <= 0x42f) return unit + 0x20
  return unit === 0x2019 ? 0x27 : unit
}

function kindBeyondLatin(unit: number): number {
  if (unit >= 0x2000 && unit <= 0x2bff) return kindOfPunctuation(unit)
  if (unit >= 0x300 && unit <= 0x36f) return KIND.mark
  if (unit >= 0xd800 && unit <= 0xdbff) return KIND.high
  if (unit >= 0xdc00 && unit <= 0xdfff) return KIND.other
  if (unit >= 0xfe00 && unit <= 0xfe0f) return KIND.ignorable
  if (unit === 0xfeff) return KIND.ignorable
  if (unit === 0x3002 || unit === 0xff01 || unit === 0xff1f || unit === 0x964) return KIND.stop
  if (unit === 0x3000) return KIND.space
  if (unit >= 0x3001 && unit <= 0x303f) return KIND.other
  if (unit >= 0xe000 && unit <= 0xf8ff) return KIND.other
  if (unit >= 0xfff0) return KIND.other
  if ((unit >= 0x391 && unit <= 0x3a9) || (unit >= 0x410 && unit <= 0x42f)) return KIND.upper
  return KIND.lower
}

function kindOfPunctuation(unit: number): number {
  if (unit <= 0x200a || unit === 0x202f || unit === 0x205f) return KIND.space
  if (unit === 0x2028 || unit === 0x2029) return KIND.newline
  if ((unit >= 0x200b && unit <= 0x200f) || (unit >= 0x202a && unit <= 0x202e) || unit === 0x2060) return KIND.ignorable
  if (unit === 0x2010 || unit === 0x2011) return KIND.hyphen
  if (unit === 0x2018) return KIND.openSingle
  if (unit === 0x2019) return KIND.apostrophe
  if (unit === 0x201c || unit === 0x201e) return KIND.openQuote
  if (unit === 0x201d) return KIND.closeQuote
  if (unit === 0x2026 || unit === 0x203c || unit === 0x2047) return KIND.stop
  return KIND.other
}
