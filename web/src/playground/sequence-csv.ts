// The sequence for spreadsheets: each drawn block and its mirror image, one sample a line.

/** Bits are stored least significant first. With an odd number of samples the last block has no mirror image. */
export function blocksAsCsv(bits: Uint8Array, { N, samples }: { N: number; samples: number }): string {
  const lines = ['sample,bits']
  for (let sample = 0; sample < samples; sample++) {
    const block = Math.floor(sample / 2)
    const mirrored = sample % 2
    let text = ''
    for (let i = 0; i < N; i++) {
      const at = block * N + i
      text += (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) ^ mirrored
    }
    lines.push(`${sample + 1},${text}`)
  }
  return lines.join('\r\n')
}
