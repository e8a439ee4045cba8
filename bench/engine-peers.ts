// Other ways of computing the statistics of a whitened Bernoulli source, for comparison. None of them gives a digest, a p-value or
// bytes that anybody else could reproduce; the engine does all three in the time measured.

interface Call {
  bias: number
  N: number
  samples: number
}

interface Statistics {
  mean: number
  std: number
  histogram: number[]
}

/** The way most people would write it first: arrays of bits, array methods, Math.random. */
export function naiveWay({ bias, N, samples }: Call): Statistics {
  const blocks = Array.from({ length: Math.ceil(samples / 2) }, () =>
    Array.from({ length: N }, () => (Math.random() < bias ? 1 : 0)),
  )
  const whitened = blocks.map((block) => block.map((bit) => bit ^ (Math.random() < 0.5 ? 1 : 0)))
  const weights = whitened.flatMap((block) => {
    const ones = block.filter((bit) => bit === 1).length
    return [ones, N - ones]
  })
  return statisticsOf(weights, N)
}

/** One loop over all bits with a seeded generator. */
export function perBitWay({ bias, N, samples }: Call): Statistics {
  const next = xoshiro(1)
  const weights: number[] = []
  for (let block = 0; block < samples / 2; block++) {
    let ones = 0
    for (let bit = 0; bit < N; bit++) ones += (next() / 2 ** 32 < bias ? 1 : 0) ^ (next() >>> 31)
    weights.push(ones, N - ones)
  }
  return statisticsOf(weights, N)
}

const source = new Uint32Array(50_004)
const output = new Uint32Array(50_004)

/** 32 lanes a word, eight digits of the bias a lane, like the engine's definition but with xoshiro128** instead of AES. */
export function bitSlicedWay({ bias, N, samples }: Call): Statistics {
  const next = xoshiro(1)
  const blocks = Math.ceil(samples / 2)
  const words = Math.ceil((blocks * N) / 32)
  const digits = Math.floor(bias * 256)
  for (let word = 0; word < words; word++) {
    let above = -1
    for (let d = 0; d < 8; d++) above = (digits >> d) & 1 ? above & next() : above | next()
    source[word] = ~above
    output[word] = ~above ^ next()
  }
  weigh(source, blocks, N)
  return statisticsOfCells(weigh(output, blocks, N))
}

function weigh(bits: Uint32Array, blocks: number, N: number): number[] {
  const cells = new Array<number>(N + 1).fill(0)
  for (let block = 0; block < blocks; block++) {
    let ones = 0
    for (let at = block * N; at < (block + 1) * N; ) {
      const take = Math.min(32 - (at & 31), (block + 1) * N - at)
      ones += onesOf(((bits[at >> 5] ?? 0) >>> (at & 31)) & (take === 32 ? -1 : (1 << take) - 1))
      at += take
    }
    cells[ones] = (cells[ones] ?? 0) + 1
  }
  return cells
}

function onesOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function statisticsOfCells(cells: number[]): Statistics {
  const N = cells.length - 1
  const histogram = cells.map((count, k) => count + (cells[N - k] ?? 0))
  let count = 0
  let sum = 0
  let squares = 0
  for (const [k, cell] of histogram.entries()) {
    count += cell
    sum += cell * k
    squares += cell * k * k
  }
  return { mean: sum / (N * count), std: Math.sqrt(count * squares - sum * sum) / (N * count), histogram }
}

function statisticsOf(weights: number[], N: number): Statistics {
  const shares = weights.map((weight) => weight / N)
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  const std = Math.sqrt(shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / shares.length)
  const histogram = new Array<number>(N + 1).fill(0)
  for (const weight of weights) histogram[weight] = (histogram[weight] ?? 0) + 1
  return { mean, std, histogram }
}

/** xoshiro128**: 32 random bits a call, as a signed or unsigned integer the caller does not care about. */
function xoshiro(seed: number): () => number {
  let [a, b, c, d] = [seed, 0x9e3779b9 | 0, 0x243f6a88, 0xb7e15162 | 0]
  return () => {
    const product = Math.imul(b, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    return result
  }
}
