// The encoder's weights as they lie in a file: 'EQEN', the length of a JSON header, the header, then tensors, each at a multiple of
// 16 bytes. Matrices are int8 with one float32 scale a row; everything else is float32.

export interface WeightsFile {
  readonly width: number
  readonly heads: number
  readonly layers: number
  /** After how many layers a sentence may be answered already (0: never), and below which logits of each head it is. */
  readonly early: number
  readonly sure?: Readonly<Record<string, number>> | undefined
  /** The longest input, in pieces. */
  readonly places: number
  readonly version: string
  /** How its logits join the score. */
  readonly blend: unknown
  /** One piece a line, in the order of their ids. */
  readonly vocabulary: string
  /** The numbers of a tensor, all of them finite. With a count, throws if there are more or fewer. */
  readonly f32: (name: string, count?: number) => Float32Array
  readonly i8: (name: string, count?: number) => Int8Array
}

interface Tensor {
  readonly name: string
  readonly type: 'i8' | 'f32' | 'text'
  readonly shape: readonly number[]
  readonly at: number
}

type Stated = 'width' | 'heads' | 'layers' | 'early' | 'sure' | 'places' | 'version' | 'blend'

interface Header extends Pick<WeightsFile, Stated> {
  readonly tensors: readonly Tensor[]
  /** How many products of two weights each can be added as int16 numbers: what the kernel relies on. */
  readonly chain?: number
}

const MAGIC = 'EQEN'
const LEAD = 8
const CHAIN = 8
/** Searched for one after the other: engines do that faster than a loop looks at each number. */
const NOT_FINITE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

export function readWeightsFile(bytes: Uint8Array): WeightsFile {
  const text = new TextDecoder()
  if (bytes.length < LEAD || text.decode(bytes.subarray(0, 4)) !== MAGIC) {
    throw new TypeError('These bytes are not the weights of an encoder')
  }
  const headerLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
  const header = JSON.parse(text.decode(bytes.subarray(LEAD, LEAD + headerLength))) as Header
  if (header.chain !== CHAIN) throw new TypeError('These weights are of an older kind than this encoder reads')
  const tensors = new Map(header.tensors.map((tensor) => [tensor.name, tensor]))
  const find = (name: string, type: Tensor['type']): Uint8Array => {
    const tensor = tensors.get(name)
    if (tensor?.type !== type) throw new TypeError(`The encoder's weights lack ${name}`)
    const size = tensor.shape.reduce((product, side) => product * side, type === 'f32' ? 4 : 1)
    const from = LEAD + headerLength + tensor.at
    if (from + size > bytes.length) throw new TypeError(`The encoder's weights end inside ${name}`)
    return bytes.subarray(from, from + size)
  }
  const { tensors: _, chain: __, ...stated } = header
  return {
    ...stated,
    vocabulary: text.decode(find('vocabulary', 'text')),
    f32: (name, count) => {
      const numbers = new Float32Array(new Uint8Array(find(name, 'f32')).buffer)
      checkCount(numbers, name, count)
      if (NOT_FINITE.some((value) => numbers.includes(value))) {
        throw new TypeError(`The encoder's weights are damaged: ${name} is not all numbers`)
      }
      return numbers
    },
    i8: (name, count) => {
      const numbers = new Int8Array(new Uint8Array(find(name, 'i8')).buffer)
      checkCount(numbers, name, count)
      return numbers
    },
  }
}

function checkCount({ length }: Float32Array | Int8Array, name: string, count = length): void {
  if (length !== count) throw new TypeError(`The encoder's weights have ${length} numbers in ${name}, not ${count}`)
}
