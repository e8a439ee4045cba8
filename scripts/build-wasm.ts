// Compiles engine/src/kernel.wat into kernel-binary.ts. Run it after a change of the source: `npx tsx scripts/build-wasm.ts`.
// A test of the engine compiles the source again and fails when the two differ.
import { readFileSync, writeFileSync } from 'node:fs'
import wabt from 'wabt'

const source = new URL('../engine/src/kernel.wat', import.meta.url)
const target = new URL('../engine/src/kernel-binary.ts', import.meta.url)

const { parseWat } = await wabt()
const module = parseWat('kernel.wat', readFileSync(source, 'utf8'), { simd: true, mutable_globals: true })
module.validate()
const binary = Buffer.from(module.toBinary({}).buffer)
writeFileSync(
  target,
  `// Generated from kernel.wat by scripts/build-wasm.ts; inline, so that compiled JavaScript needs no second file.\nexport const KERNEL_BASE64 =\n  '${binary.toString('base64')}'\n`,
)
process.stdout.write(`kernel-binary.ts: ${binary.length} bytes of WebAssembly\n`)
