import type { Address } from './kernel.ts'

// The kernel's memory is laid out before it is made: it never grows, so views of it stay valid.

const PAGE = 65_536
const STEP = 64

type Numbers = Int8Array | Float32Array

export interface Layout {
  /** Room for `bytes` bytes, zeros at first. */
  readonly reserve: (bytes: number) => Address
  /** Room with these numbers in it. */
  readonly hold: (numbers: Numbers) => Address
  readonly make: () => WebAssembly.Memory
}

export function makeLayout(): Layout {
  let size = 0
  const held: { at: Address; numbers: Numbers }[] = []
  const reserve = (bytes: number): Address => {
    const at = size
    size += Math.ceil(bytes / STEP) * STEP
    return at
  }
  const hold = (numbers: Numbers): Address => {
    const at = reserve(numbers.byteLength)
    held.push({ at, numbers })
    return at
  }
  const make = (): WebAssembly.Memory => {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(size / PAGE) })
    for (const { at, numbers } of held) {
      const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
      new Uint8Array(memory.buffer, at).set(bytes)
    }
    return memory
  }
  return { reserve, hold, make }
}
