// The file of an encoder: a mark, the length of its header, the header as JSON, then the tensors and the vocabulary as they are.

export interface Packed {
  /** What teach.py wrote: the same file without vocabulary, version and blend. */
  readonly student: Buffer
  readonly vocabulary: Buffer
  readonly blend: unknown
  /** Below which logits of the early heads a sentence is answered early; absent: none is. */
  readonly sure?: Readonly<Record<string, number>> | undefined
  readonly version: string
  readonly licence: string
}

const LEAD = 8
/** Tensors start where a processor can read them whole. */
const ALIGNMENT = 16

export function packEncoder({ student, vocabulary, blend, sure, version, licence }: Packed): Buffer {
  const headerLength = student.readUInt32LE(4)
  const header = JSON.parse(student.subarray(LEAD, LEAD + headerLength).toString('utf8')) as { tensors: object[] }
  const body = student.subarray(LEAD + headerLength)
  header.tensors.push({ name: 'vocabulary', type: 'text', shape: [vocabulary.length], at: body.length })
  const text = Buffer.from(JSON.stringify({ version, licence, blend, sure, ...header }))
  const padding = Buffer.alloc((ALIGNMENT - ((text.length + LEAD) % ALIGNMENT)) % ALIGNMENT, ' ')
  const lead = Buffer.alloc(LEAD)
  lead.write('EQEN')
  lead.writeUInt32LE(text.length + padding.length, 4)
  return Buffer.concat([lead, text, padding, body, vocabulary])
}
