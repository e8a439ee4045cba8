// Compiles each kernel.wat into the kernel-binary.ts beside it. Run it after a change: `npx tsx scripts/build-wasm.ts`.
// Tests beside the kernels compile them again and fail when the two differ.
import { readFileSync, writeFileSync } from 'node:fs'
import wabt from 'wabt'

const { parseWat } = await wabt()
for (const kernel of [
  '../engine/src/sequence/kernel',
  '../score/src/encoder/kernel',
  '../score/src/encoder/kernel-relaxed',
]) {
  const source = new URL(`${kernel}.wat`, import.meta.url)
  const module = parseWat('kernel.wat', readFileSync(source, 'utf8'), {
    simd: true,
    relaxed_simd: true,
    mutable_globals: true,
  })
  module.validate()
  const binary = Buffer.from(module.toBinary({}).buffer)
  writeFileSync(
    new URL(`${kernel}-binary.ts`, import.meta.url),
    `// Generated from ${kernel.split('/').at(-1)}.wat by scripts/build-wasm.ts; inline, so that compiled JavaScript needs no second file.\nexport const KERNEL_BASE64 =\n  '${binary.toString('base64')}'\n`,
  )
  process.stdout.write(`${kernel}-binary.ts: ${binary.length} bytes of WebAssembly\n`)
}
