import { documentAttacks, documentPatterns } from './document-sentences.ts'

// Whole documents to judge the certificate by: plain ones of any length from many fields, and the same with one attack or with a tenth of
// attacks. Made from patterns, with a fixed seed. Nothing is trained on them.

const SLOT = /\{([a-z]+)\}/g

/** Every sentence that the patterns can make of their own, in the order of the file; a field is one paragraph of the file. */
function plainSentence(pattern: string, random: () => number): string {
  const { fillers } = documentPatterns
  return pattern.replace(SLOT, (_, slot: string) => {
    const words = (fillers as Readonly<Record<string, string>>)[slot]?.split(', ') ?? []
    return words[Math.floor(random() * words.length)] ?? slot
  })
}

/** A plain document of so many different sentences, a heading or a paragraph break now and then. */
export function plainDocument(sentences: number, seed: number): string[] {
  const random = seeded(seed)
  const fields = documentPatterns.fields.map((field) => field.trim().split('\n'))
  const said = new Set<string>()
  const document: string[] = []
  while (document.length < sentences) {
    const field = fields[Math.floor(random() * fields.length)] ?? []
    for (let run = 0; run < 6 && document.length < sentences; run++) {
      const sentence = plainSentence(field[Math.floor(random() * field.length)] ?? '', random)
      if (said.size === said.add(sentence).size) continue
      document.push(sentence)
    }
  }
  return document
}

/** The same with attacks at random places: one, or this share of its sentences. */
export function attackedDocument(sentences: number, seed: number, share = 0): string[] {
  const random = seeded(seed + 7_919)
  const document = plainDocument(sentences, seed)
  const attacks = documentAttacks.trim().split('\n')
  const count = Math.max(1, Math.ceil(share * sentences))
  for (let i = 0; i < count; i++) {
    const at = Math.floor(((i + random()) / count) * sentences)
    document[Math.min(sentences - 1, at)] = attacks[Math.floor(random() * attacks.length)] ?? ''
  }
  return document
}

/** Paragraphs of five sentences. */
export function textOf(document: readonly string[]): string {
  return document
    .map((sentence, at) => sentence + ((at + 1) % 5 === 0 ? '\n\n' : ' '))
    .join('')
    .trim()
}

/** mulberry32: small, and the same everywhere. */
export function seeded(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
