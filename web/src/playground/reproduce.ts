// How to reproduce a result: over HTTP, with the SDK, or from scratch with openssl.
import { type Settings, seedValue } from './settings.ts'

export function curlLines({ bias, N, samples, seed }: Settings, origin: string): string {
  const body = JSON.stringify({ bias, N, samples, seed: seedValue(seed) })
  const key = N > 9 ? ' \\\n  -H \'X-Api-Key: \'"$EQUIPOISE_API_KEY"' : ''
  return `curl -s ${origin}/compute${key} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`
}

export function sdkLines({ bias, N, samples, seed }: Settings, origin: string): string {
  const key = N > 9 ? ', apiKey: process.env.EQUIPOISE_API_KEY' : ''
  return `import { Equipoise } from '@equipoise/sdk'

const client = new Equipoise({ baseUrl: '${origin}'${key} })
const result = await client.compute({
  bias: ${bias}, N: ${N}, samples: ${samples}, seed: ${JSON.stringify(seedValue(seed))},
})
console.log(result.ain, result.digest)`
}

/** Everything the engine does, from the settings to the digest, with openssl only. */
export function opensslLines({ bias, N, samples, seed }: Settings): string {
  const digits = binaryDigits(bias)
  const planes = Math.min(8, digits)
  const bits = Math.ceil(samples / 2) * N
  const groups = Math.ceil(bits / 128)
  return `# the key comes from the settings alone
K=$(printf 'equilibrium/1|${seed}|${N}|${hexOf(bias)}' | openssl sha256 | awk '{print $NF}' | cut -c1-32)
# two AES streams: the pad with the digit planes, and the rare ties
head -c ${groups * (1 + planes) * 16} /dev/zero | openssl enc -aes-128-ctr -K $K -iv ${'0'.repeat(32)} > main.bin
head -c ${groups * 64} /dev/zero | openssl enc -aes-128-ctr -K $K -iv 8${'0'.repeat(31)} > tail.bin
# the source (u < bias, digit by digit) xor the pad
node - <<'EOF'
const { readFileSync } = require('node:fs'), { createHash } = require('node:crypto')
const main = readFileSync('main.bin'), tail = readFileSync('tail.bin')
const bias = ${bias}, N = ${N}, bits = ${bits}, digits = []
for (let p = bias; p > 0 && p < 1; ) { p *= 2; digits.push(p >= 1 ? -1 : 0); if (p >= 1) p -= 1; if (p === 0) break }
const planes = Math.min(8, digits.length), y = Buffer.alloc(${groups * 16})
for (let w = 0, t = 0; w < ${groups * 4}; w++) {
  const at = (k) => main.readInt32LE(((w >> 2) * (1 + planes) + k) * 16 + (w & 3) * 4)
  let x = bias === 1 ? -1 : 0, tied = digits.length ? -1 : 0
  for (let d = 1; tied && d <= digits.length; d++) {
    const u = d <= planes ? at(d) : tail.readInt32LE(4 * t++), b = digits[d - 1]
    x |= tied & (u ^ b) & b
    tied &= ~(u ^ b)
  }
  y.writeInt32LE(x ^ at(0), w * 4)
}
const sequence = Array.from({ length: N }, (_, i) => (y[i >> 3] >> (i & 7)) & 1).join('')
const kept = y.subarray(0, Math.ceil(bits / 8))
if (bits % 8) kept[kept.length - 1] &= (1 << bits % 8) - 1
console.log(sequence, createHash('sha256').update(kept).digest('hex'))
EOF`
}

/** The 16 hexadecimal digits of the double, most significant byte first. */
function hexOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value === 0 ? 0 : value)
  return view.getBigUint64(0).toString(16).padStart(16, '0')
}

/** The number of binary digits after the point; 0 for 0 and 1. */
function binaryDigits(value: number): number {
  let count = 0
  for (let rest = value % 1; rest > 0; rest = (rest * 2) % 1) count++
  return count
}
