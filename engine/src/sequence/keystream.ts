import { aesCtrPortable } from '../aes.ts'
import { type Cipher, nodeCrypto } from '../primitives.ts'
import { CHUNK_BYTES, TAIL_FIRST_BYTES } from './kernel.ts'

/** The two AES-128-CTR streams of a key: the main one from counter 0, the tail from counter 2^127. */
export interface Keystream {
  /** The first bytes of the tail, followed by the first `bytes` of the main stream. */
  first(bytes: number): Uint8Array
  /** The next bytes of the main stream, after those of `first`. */
  main(bytes: number): Uint8Array
  /** The next bytes of the tail, after those of `first`. */
  tail(bytes: number): Uint8Array
}

const BLOCK_BYTES = 16
const TAIL_TOP = 0x80

// Creating a cipher costs more than the encryption of a small call, so the first bytes of both streams come from one cipher: it encrypts
// the counter blocks one by one, which is what counter mode does.
const FIRST_COUNTERS = firstCounters()
const ZEROS = new Uint8Array(CHUNK_BYTES + TAIL_FIRST_BYTES)

export function openKeystream(key: Uint8Array): Keystream {
  if (!nodeCrypto) return openPortable(key)
  const { createCipheriv } = nodeCrypto
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

function openPortable(key: Uint8Array): Keystream {
  const main = aesCtrPortable(key)
  const tail = aesCtrPortable(key, TAIL_TOP)
  return {
    first(bytes) {
      const both = new Uint8Array(TAIL_FIRST_BYTES + bytes)
      both.set(tail(TAIL_FIRST_BYTES))
      both.set(main(bytes), TAIL_FIRST_BYTES)
      return both
    },
    main,
    tail,
  }
}

function counterBlock(top: number, count: number): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES)
  block[0] = top
  new DataView(block.buffer).setUint32(12, count)
  return block
}

function firstCounters(): Uint8Array {
  const counters = new Uint8Array(TAIL_FIRST_BYTES + CHUNK_BYTES)
  const tailBlocks = TAIL_FIRST_BYTES / BLOCK_BYTES
  for (let i = 0; i < counters.length / BLOCK_BYTES; i++) {
    counters.set(i < tailBlocks ? counterBlock(TAIL_TOP, i) : counterBlock(0, i - tailBlocks), i * BLOCK_BYTES)
  }
  return counters
}
