import { indexHashes, type Lexis } from './lexis.ts'

// The weights: one binary file = magic, length of the header, JSON header, sections of little-endian numbers.

export interface Model extends Lexis {
  readonly version: string
  readonly tier: 'default' | 'permissive'
  readonly licence: string
  // Probability that a reader marks the word: what experts marked, what editors removed.
  readonly expert: Float32Array
  readonly editor: Float32Array
  // Share of a word, of a pair of words and of letters in the sentence's logit, before division by the root of the count.
  readonly word: Float32Array
  readonly letters: Float32Array
  readonly pairs: Float32Array
  readonly letterTable: Float32Array
  // Letters → logit of `expert`, for words the table does not know.
  readonly unknown: Float32Array
  readonly polarity: Float32Array
  readonly constants: Constants
}

export interface Constants {
  readonly intercept: number
  readonly stack: readonly number[]
  readonly unknownBase: number
  // AIN knots: logit(AIN) = at − slope · logit, for one sentence and for long texts.
  readonly sentence: Knots
  readonly document: Knots
  readonly documentSentences: number
  readonly direction: {
    readonly threshold: number
    readonly bias: number
    readonly mixed: number
    readonly floor: number
  }
}

export interface Knots {
  readonly at: number
  readonly slope: number
}

export interface SectionHeader {
  readonly name: string
  readonly kind: 'i8' | 'u16' | 'i32'
  readonly count: number
  readonly scale: number
}

export interface ModelHeader {
  readonly format: number
  readonly version: string
  readonly tier: 'default' | 'permissive'
  readonly licence: string
  readonly constants: Constants
  readonly sections: readonly SectionHeader[]
}

export const MAGIC = 0x4e495145
export const FORMAT = 1
const UNIT_BYTES = { i8: 1, u16: 2, i32: 4 } as const

export function loadModel(bytes: Uint8Array): Model {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== MAGIC) throw new TypeError('This is no neutrality model')
  const headerBytes = view.getUint32(4, true)
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headerBytes))) as ModelHeader
  if (header.format !== FORMAT) throw new TypeError(`Model format ${header.format} is not ${FORMAT}`)
  const sections = readSections(bytes, header, 8 + headerBytes)
  const section = (name: string): Float64Array => {
    const found = sections.get(name)
    if (!found) throw new TypeError(`The model lacks its section ${name}`)
    return found
  }
  return assemble(header, section)
}

function readSections(bytes: Uint8Array, header: ModelHeader, from: number): Map<string, Float64Array> {
  const sections = new Map<string, Float64Array>()
  let at = from
  for (const { name, kind, count, scale } of header.sections) {
    const length = count * UNIT_BYTES[kind]
    if (at + length > bytes.byteLength) throw new TypeError(`The model ends inside its section ${name}`)
    sections.set(name, decode(new Uint8Array(bytes.subarray(at, at + length)), kind, scale))
    at += length
  }
  return sections
}

function decode(bytes: Uint8Array, kind: SectionHeader['kind'], scale: number): Float64Array {
  const { buffer } = bytes
  const raw = kind === 'i8' ? new Int8Array(buffer) : kind === 'u16' ? new Uint16Array(buffer) : new Int32Array(buffer)
  const values = new Float64Array(raw.length)
  for (let i = 0; i < raw.length; i++) values[i] = (raw[i] ?? 0) * scale
  return values
}

function assemble(header: ModelHeader, section: (name: string) => Float64Array): Model {
  const hashes = Int32Array.from(section('hashes'))
  const flags = Uint16Array.from(section('flags'))
  const words = section('aliasWords')
  const classes = section('aliasClasses')
  const aliases = new Map<number, number>()
  for (let i = 0; i < words.length; i++) aliases.set(words[i] ?? 0, classes[i] ?? 0)
  return {
    version: header.version,
    tier: header.tier,
    licence: header.licence,
    constants: header.constants,
    hashes,
    flags,
    slots: indexHashes(hashes),
    aliases,
    expert: section('expert').reduce(toProbability, new Float32Array(hashes.length)),
    editor: section('editor').reduce(toProbability, new Float32Array(hashes.length)),
    word: Float32Array.from(section('word')),
    letters: Float32Array.from(section('letters')),
    pairs: Float32Array.from(section('pairs')),
    letterTable: Float32Array.from(section('letterTable')),
    unknown: Float32Array.from(section('unknown')),
    polarity: Float32Array.from(section('polarity')),
  }
}

// The word tables are stored as logits: int8 steps of a probability would be too coarse near zero.
function toProbability(into: Float32Array, logit: number, row: number): Float32Array {
  into[row] = 1 / (1 + Math.exp(-logit))
  return into
}
