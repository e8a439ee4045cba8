import { KERNEL_BASE64 } from './kernel-binary.ts'
import { KERNEL_BASE64 as RELAXED_BASE64 } from './kernel-relaxed-binary.ts'

/** Where something lies in the kernel's memory, in bytes. */
export type Address = number

/** The functions of kernel.wat, which says what each of them computes. `line` is the distance between two rows in bytes. */
export interface Kernel {
  readonly product: (a: Address, rows: number, b: Address, columns: number, bytes: number, out: Address) => void
  readonly multiply: (
    ...given: [
      ...rows: [a: Address, steps: Address, rows: number],
      ...matrix: [weights: Address, columns: number, width: number, terms: Address],
      into: Address,
      room: Address,
    ]
  ) => void
  readonly shrink: (from: Address, rows: number, width: number, into: Address, steps: Address) => void
  readonly blend: (
    ...given: [
      ...rows: [a: Address, rows: number],
      ...panels: [b: Address, columns: number, bytes: number, scale: Address],
      ...out: [into: Address, line: number],
      room: Address,
    ]
  ) => void
  readonly quantise: (
    ...given: [
      ...rows: [from: Address, line: number, rows: number, width: number],
      ...panels: [into: Address, height: number, scale: Address],
    ]
  ) => void
  readonly quantiseColumns: (
    ...given: [
      ...rows: [from: Address, line: number, rows: number, columns: number],
      ...panels: [padded: number, into: Address, scale: Address],
    ]
  ) => void
  readonly softmax: (
    ...given: [
      ...sums: [sums: Address, line: number, rows: number, columns: number, padded: number],
      ...scales: [rowScale: Address, root: number, columnScale: Address],
      into: Address,
      room: Address,
    ]
  ) => void
  readonly bend: (x: Address, count: number, table: Address) => void
  readonly add: (x: Address, y: Address, count: number) => void
  readonly norm: (x: Address, rows: number, width: number, weight: Address, bias: Address) => void
}

/**
 * Whether this engine can run the encoder.
 * @example supportsSimd() // => true
 */
export function supportsSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(bytesOf(KERNEL_BASE64))
}

/** Relaxed SIMD multiplies faster where the engine has it (Node from 22 on); the bits are the same. */
export function supportsRelaxedSimd(): boolean {
  return WebAssembly.validate(bytesOf(RELAXED_BASE64))
}

export function makeKernel(memory: WebAssembly.Memory, isRelaxed = supportsRelaxedSimd()): Kernel {
  const start = (base64: string): Kernel => {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytesOf(base64)), { encoder: { memory } })
    return instance.exports as unknown as Kernel
  }
  const kernel = start(KERNEL_BASE64)
  return isRelaxed ? { ...kernel, multiply: start(RELAXED_BASE64).multiply } : kernel
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
