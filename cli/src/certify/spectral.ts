// The discrete Fourier test (SP 800-22, 2.6): no period stands out. The numbers are transformed block by block.
import { chanceAbove } from '@equipoise/engine'
import type { Tester } from './tester.ts'

const BLOCK = 4_096
/** 95 % of the peaks are expected below this threshold. */
const THRESHOLD = Math.sqrt(BLOCK * Math.log(1 / 0.05))

export function spectralTest(values: number): Tester {
  const half = values / 2
  const signs = new Float64Array(BLOCK)
  let [at, blocks, below] = [0, 0, 0]
  return {
    take(value) {
      // With an odd number of values the middle one belongs to neither half.
      if (values % 2 !== 0 && value === Math.floor(half)) return
      signs[at++] = value < half ? -1 : 1
      if (at < BLOCK) return
      at = 0
      blocks++
      const peaks = peaksOf(signs)
      for (const peak of peaks) if (peak < THRESHOLD) below++
    },
    results() {
      if (blocks === 0) return []
      const expected = (0.95 * BLOCK * blocks) / 2
      const z = (below - expected) / Math.sqrt((BLOCK * blocks * 0.95 * 0.05) / 4)
      return [{ name: 'spectral', about: 'No period stands out (discrete Fourier).', pValue: chanceAbove(z * z, 1) }]
    },
  }
}

/** Magnitudes of the first half of the transform. */
function peaksOf(signs: Float64Array): Float64Array {
  const [real, imaginary] = transformed(signs)
  return Float64Array.from({ length: BLOCK / 2 }, (_, i) => Math.hypot(real[i] ?? 0, imaginary[i] ?? 0))
}

/** The Cooley–Tukey FFT, in place on copies. */
function transformed(signs: Float64Array): [Float64Array, Float64Array] {
  const n = signs.length
  const real = new Float64Array(n)
  const imaginary = new Float64Array(n)
  const levels = Math.log2(n)
  for (let i = 0; i < n; i++) {
    let reversed = 0
    for (let bit = 0; bit < levels; bit++) reversed = (reversed << 1) | ((i >> bit) & 1)
    real[reversed] = signs[i] as number
  }
  for (let size = 2; size <= n; size *= 2) {
    for (let j = 0; j < size / 2; j++) {
      const [cos, sin] = [Math.cos((-2 * Math.PI * j) / size), Math.sin((-2 * Math.PI * j) / size)]
      for (let start = j; start < n; start += size) {
        const other = start + size / 2
        const [a, b] = [real[other] as number, imaginary[other] as number]
        const [turnedA, turnedB] = [a * cos - b * sin, a * sin + b * cos]
        real[other] = (real[start] as number) - turnedA
        imaginary[other] = (imaginary[start] as number) - turnedB
        real[start] = (real[start] as number) + turnedA
        imaginary[start] = (imaginary[start] as number) + turnedB
      }
    }
  }
  return [real, imaginary]
}
