import { KERNEL_BASE64 } from './kernel-binary.ts'

/** a, rows, b, columns, bytes a row, out: see kernel.wat. */
export type Product = (a: number, rows: number, b: number, columns: number, bytes: number, out: number) => void

export function supportsSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(kernelBytes())
}

export function makeProduct(memory: WebAssembly.Memory): Product {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(kernelBytes()), { encoder: { memory } })
  return instance.exports.product as Product
}

function kernelBytes(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(KERNEL_BASE64), (character) => character.charCodeAt(0))
}
