import { chanceOf, intAt } from '../numbers.ts'
import { indexHashes, type Lexis } from '../reading/reading.ts'
import { decodeTable } from './coding.ts'

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
  // The same for prose of reference works, and how much a word speaks for that register (see register.ts).
  readonly referenceWord: Float32Array
  readonly referenceLetters: Float32Array
  readonly referencePairs: Float32Array
  readonly register: Float32Array
  readonly letterTable: Float32Array
  readonly referenceLetterTable: Float32Array
  // Letters → logit of `expert`, for words the table does not know.
  readonly unknown: Float32Array
  readonly polarity: Float32Array
  readonly constants: Constants
}

export interface Constants {
  readonly intercept: number
  readonly stack: readonly number[]
  readonly reference: { readonly intercept: number; readonly stack: readonly number[] }
  readonly register: { readonly intercept: number }
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
export const FORMAT = 2
const UNIT_BYTES = { i8: 1, u16: 2, i32: 4 } as const

/**
 * @example analyze(loadModel(modelBytes), 'It rained.').sentences.length // => 1
 */
export function loadModel(bytes: Uint8Array): Model {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== MAGIC) throw new TypeError('This is not a neutrality model')
  const headerBytes = view.getUint32(4, true)
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headerBytes))) as ModelHeader
  if (header.format !== FORMAT) throw new TypeError(`The model format is ${header.format}, but must be ${FORMAT}`)
  return assemble(header, cutSections(bytes, header, 8 + headerBytes))
}

interface Section {
  readonly scale: number
  // A copy of its own: a view into the file would not be aligned.
  readonly buffer: ArrayBuffer
}

function cutSections(bytes: Uint8Array, header: ModelHeader, from: number): (name: string) => Section {
  const sections = new Map<string, Section>()
  let at = from
  for (const { name, kind, count, scale } of header.sections) {
    const length = count * UNIT_BYTES[kind]
    if (at + length > bytes.byteLength) throw new TypeError(`The model ends inside its section ${name}`)
    sections.set(name, { scale, buffer: new Uint8Array(bytes.subarray(at, at + length)).buffer })
    at += length
  }
  return (name) => {
    const found = sections.get(name)
    if (!found) throw new TypeError(`The model lacks its section ${name}`)
    return found
  }
}

function assemble(header: ModelHeader, section: (name: string) => Section): Model {
  const hashes = new Int32Array(section('hashes').buffer)
  const words = new Int32Array(section('aliasWords').buffer)
  const classes = new Int32Array(section('aliasClasses').buffer)
  const aliases = new Map<number, number>()
  for (let i = 0; i < words.length; i++) aliases.set(intAt(words, i), intAt(classes, i))
  const same = (value: number) => value
  return {
    version: header.version,
    tier: header.tier,
    licence: header.licence,
    constants: header.constants,
    hashes,
    flags: new Uint16Array(section('flags').buffer),
    slots: indexHashes(hashes),
    aliases,
    expert: decode(section('expert'), chanceOf),
    editor: decode(section('editor'), chanceOf),
    word: decode(section('word'), same),
    letters: decode(section('letters'), same),
    pairs: decode(section('pairs'), same),
    referenceWord: decode(section('referenceWord'), same),
    referenceLetters: decode(section('referenceLetters'), same),
    referencePairs: decode(section('referencePairs'), same),
    register: decode(section('register'), same),
    letterTable: decode(section('letterTable'), same),
    referenceLetterTable: decode(section('referenceLetterTable'), same),
    unknown: decode(section('unknown'), same),
    polarity: decode(section('polarity'), same),
  }
}

// One byte has 256 values: each is worked out once.
function decode(section: Section, meaning: (value: number) => number): Float32Array {
  const values = Float32Array.from({ length: 256 }, (_, byte) => meaning(((byte << 24) >> 24) * section.scale))
  return decodeTable(new Uint8Array(section.buffer), values)
}
