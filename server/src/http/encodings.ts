// The encodings of a text that is the same for everybody. Each is made on first use, off the main thread, and kept: a starting node does
// not wait for encodings that nobody may need.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

export interface EncodedText {
  readonly identity: Buffer
  as(encoding: Encoding): Promise<Buffer>
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

export function encodedText(text: string, brotliQuality: number = constants.BROTLI_MAX_QUALITY): EncodedText {
  const identity = Buffer.from(text)
  const make = {
    identity: async () => identity,
    br: () => asBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    gzip: () => asGzip(identity),
  }
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    identity,
    as: (encoding) => {
      const known = made.get(encoding) ?? make[encoding]()
      made.set(encoding, known)
      return known
    },
  }
}
