import { KERNEL_BASE64 } from './kernel-binary.ts'
import { type Kernel, portableKernel } from './kernel-portable.ts'

/** Groups of 128 lanes in the longest run: 25,000 blocks of 64 bits. */
const GROUPS_MAX = 12_500

/**
 * How much of the main stream is taken at a time: 1,024 groups with all planes. Zeros, stream and copy fit a second-level cache together.
 */
export const CHUNK_BYTES = 1_024 * 144
/** How much of the tail is taken with the first chunk: more than a default call needs. */
export const TAIL_FIRST_BYTES = 512

const CELLS_BYTES = 512
const DIGITS_BYTES = 4_352

// The layout of the kernel's memory. Reads can run up to 144 bytes past a region into the next one, and ignore what they find there.
export const SOURCE_CELLS_AT = 0
export const OUTPUT_CELLS_AT = SOURCE_CELLS_AT + CELLS_BYTES
export const DIGITS_AT = OUTPUT_CELLS_AT + CELLS_BYTES
export const SOURCE_AT = DIGITS_AT + DIGITS_BYTES
export const OUTPUT_AT = SOURCE_AT + GROUPS_MAX * 16
export const TAIL_AT = OUTPUT_AT + GROUPS_MAX * 16
export const CHUNK_AT = TAIL_AT + TAIL_FIRST_BYTES
export const TIES_AT = CHUNK_AT + CHUNK_BYTES
/** Once the source is selected, the tail can use the chunk's memory too; one word of lanes needs at most 1,066 tail words. */
export const TAIL_BYTES = TAIL_FIRST_BYTES + CHUNK_BYTES

/** The one instance of this thread. Calls are synchronous, so they never share its memory. */
export const kernel = instantiate()
export const memory = new Uint8Array(kernel.memory.buffer)
export const memoryWords = new Int32Array(kernel.memory.buffer)

/** Uses WebAssembly if that is allowed: a strict page policy forbids it, and some workers do not have it. */
function instantiate(): Kernel {
  try {
    const module = new WebAssembly.Module(Uint8Array.from(atob(KERNEL_BASE64), (character) => character.charCodeAt(0)))
    return new WebAssembly.Instance(module).exports as unknown as Kernel
  } catch {
    return portableKernel()
  }
}
