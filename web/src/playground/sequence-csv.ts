// The sequence for spreadsheets: each drawn block and its mirror image, one sample per line.

/** Bits are stored least significant first. An odd last block has no mirror image: its second half is the complement of its first. */
export function blocksAsCsv(bits: Uint8Array, { N, samples }: { N: number; samples: number }): string {
  const half = N >> 1
  const bitAt = (at: number) => ((bits[at >> 3] ?? 0) >> (at & 7)) & 1
  const lines = ['sample,bits']
  for (let sample = 0; sample < samples; sample++) {
    const start = Math.floor(sample / 2) * N
    const isFolded = sample === samples - 1 && sample % 2 === 0
    let text = ''
    for (let i = 0; i < N; i++) {
      if (isFolded && i >= half && i < 2 * half) text += 1 - bitAt(start + i - half)
      else text += bitAt(start + i) ^ (sample % 2)
    }
    lines.push(`${sample + 1},${text}`)
  }
  return lines.join('\r\n')
}
