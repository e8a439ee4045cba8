// The file of an encoder: a mark, the length of its header, the header as JSON, then the tensors and the vocabulary as they are.

interface Packed {
  /** What teach.py wrote: the same file without vocabulary, version and blend. */
  readonly student: Buffer
  readonly vocabulary: Buffer
  readonly blend: unknown
  /** Below which logits of the early heads a sentence is answered early; absent: none is. */
  readonly sure?: Readonly<Record<string, number>> | undefined
  readonly version: string
  readonly licence: string
}

interface Tensor {
  readonly name: string
  readonly type: string
  readonly shape: readonly number[]
  readonly at: number
}

const LEAD = 8
/** So many products of the kernel are added as int16 numbers: of each two weights by numbers from 0 to 127 (kernel-relaxed.wat). */
const CHAIN = 8
const PAIRS = 8
const CHUNK = 2 * PAIRS
/** 127 times this is the largest multiple of 127 that int16 holds. */
const CHAIN_MAX = 258
/** Tensors start where a processor can read them whole. */
const ALIGNMENT = 16

export function packEncoder({ student, vocabulary, blend, sure, version, licence }: Packed): Buffer {
  const headerLength = student.readUInt32LE(4)
  const header = JSON.parse(student.subarray(LEAD, LEAD + headerLength).toString('utf8')) as { tensors: Tensor[] }
  const body = Buffer.from(student.subarray(LEAD + headerLength))
  for (const matrix of header.tensors.filter(({ name, type }) => type === 'i8' && name !== 'words')) {
    const scale = header.tensors.find(({ name }) => name === `${matrix.name}.scale`)
    if (scale) fitMatrix(body, matrix, scale)
  }
  header.tensors.push({ name: 'vocabulary', type: 'text', shape: [vocabulary.length], at: body.length })
  const text = Buffer.from(JSON.stringify({ version, licence, blend, sure, chain: CHAIN, ...header }))
  const padding = Buffer.alloc((ALIGNMENT - ((text.length + LEAD) % ALIGNMENT)) % ALIGNMENT, ' ')
  const lead = Buffer.alloc(LEAD)
  lead.write('EQEN')
  lead.writeUInt32LE(text.length + padding.length, 4)
  return Buffer.concat([lead, text, padding, body, vocabulary])
}

/** Rounds the rows of a matrix more coarsely where their weights are too large for a chain. */
function fitMatrix(body: Buffer, matrix: Tensor, scale: Tensor): void {
  const [rows = 0, width = 0] = matrix.shape
  for (let row = 0; row < rows; row++) {
    const weights = new Int8Array(body.buffer, body.byteOffset + matrix.at + row * width, width)
    const place = scale.at + 4 * row
    const { fitted, by } = fitChains(weights)
    weights.set(fitted)
    body.writeFloatLE(body.readFloatLE(place) / by, place)
  }
}

/** The weights of a row times the largest factor up to 1 with which every chain fits, and that factor. */
export function fitChains(weights: Int8Array): { fitted: Int8Array; by: number } {
  let by = Math.min(1, CHAIN_MAX / longestChain(weights))
  for (;;) {
    const factor = by
    const fitted = weights.map((weight) => Math.round(weight * factor))
    if (longestChain(fitted) <= CHAIN_MAX) return { fitted, by }
    by *= 0.99
  }
}

/** The largest sum of the weights of one sign that are added up in one int16 number. */
export function longestChain(weights: Int8Array): number {
  let most = 1
  for (let from = 0; from < weights.length; from += CHAIN * CHUNK) {
    const sums = new Int32Array(2 * PAIRS)
    for (let at = from; at < Math.min(from + CHAIN * CHUNK, weights.length); at++) {
      const weight = weights[at] ?? 0
      const lane = ((at % CHUNK) >> 1) + (weight < 0 ? PAIRS : 0)
      sums[lane] = (sums[lane] ?? 0) + Math.abs(weight)
    }
    most = Math.max(most, ...sums)
  }
  return most
}
