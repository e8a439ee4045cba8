import { type Cipher, createCipheriv } from 'node:crypto'
import { CHUNK_BYTES, TAIL_FIRST_BYTES } from './kernel.ts'

/** The two AES-128-CTR streams of a key: the main one from counter 0, the tail from counter 2^127. */
export interface Keystream {
  /** The first bytes of the tail, and right behind them the first `bytes` of the main stream. */
  first(bytes: number): Buffer
  /** The next bytes of the main stream, after those of `first`. */
  main(bytes: number): Buffer
  /** The next bytes of the tail, after those of `first`. */
  tail(bytes: number): Buffer
}

const BLOCK_BYTES = 16
const TAIL_TOP = 0x80

// Creating a cipher costs more than a small call's worth of encryption, so the first bytes of both streams come from one:
// encrypting counter blocks one by one is what counter mode does.
const FIRST_COUNTERS = Buffer.concat([
  countersFrom(TAIL_TOP, TAIL_FIRST_BYTES / BLOCK_BYTES),
  countersFrom(0, CHUNK_BYTES / BLOCK_BYTES),
])
const ZEROS = Buffer.alloc(CHUNK_BYTES + TAIL_FIRST_BYTES)

export function openKeystream(key: Buffer): Keystream {
  let mainTaken = 0
  let main: Cipher | undefined
  let tail: Cipher | undefined
  return {
    first(bytes) {
      mainTaken = bytes
      return createCipheriv('aes-128-ecb', key, null).update(FIRST_COUNTERS.subarray(0, TAIL_FIRST_BYTES + bytes))
    },
    main(bytes) {
      main ??= createCipheriv('aes-128-ctr', key, counterBlock(0, mainTaken / BLOCK_BYTES))
      return main.update(ZEROS.subarray(0, bytes))
    },
    tail(bytes) {
      tail ??= createCipheriv('aes-128-ctr', key, counterBlock(TAIL_TOP, TAIL_FIRST_BYTES / BLOCK_BYTES))
      return tail.update(ZEROS.subarray(0, bytes))
    },
  }
}

function counterBlock(top: number, count: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES)
  block[0] = top
  block.writeUInt32BE(count, 12)
  return block
}

function countersFrom(top: number, blocks: number): Buffer {
  return Buffer.concat(Array.from({ length: blocks }, (_, i) => counterBlock(top, i)))
}
