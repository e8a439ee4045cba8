// The letters of our typeface as pictures (scripts/glyphs.ts draws them), written into a picture at any smaller size.
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** Each pixel: an ink times 16, and how much of it, from 0 to 15. */
export interface Sheet {
  readonly width: number
  readonly pixels: Uint8Array
}

interface Written {
  readonly x: number
  readonly baseline: number
  readonly size: number
  readonly ink: number
}

export interface Glyphs {
  /** Whether it can be written: there are Latin letters only. */
  has(text: string): boolean
  widthOf(text: string, size: number): number
  write(sheet: Sheet, text: string, place: Written): void
}

interface Facts {
  readonly size: number
  readonly ascent: number
  readonly height: number
  /** What a picture has before the letter's own place. */
  readonly left: number
  readonly letters: readonly (readonly [letter: string, advance: number, width: number])[]
}

interface Drawn {
  readonly advance: number
  readonly width: number
  readonly from: number
}

export function readGlyphs(path: string): Glyphs {
  const all = brotliDecompressSync(readFileSync(path))
  const end = all.indexOf('\n')
  const facts = JSON.parse(all.toString('utf8', 0, end)) as Facts
  const drawn = new Map<string, Drawn>()
  let from = end + 1
  for (const [letter, advance, width] of facts.letters) {
    drawn.set(letter, { advance, width, from })
    from += width * facts.height
  }
  const advanceOf = (letter: string) => drawn.get(letter)?.advance ?? 0
  const widthOf = (text: string, size: number) =>
    (Array.from(text).reduce((sum, letter) => sum + advanceOf(letter), 0) * size) / facts.size
  // Few sizes are asked for: each letter is made once for each of them.
  const made = new Map<string, Small>()
  const smallOf = (letter: string, size: number): Small | undefined => {
    const key = `${letter}${size}`
    const one = drawn.get(letter)
    const small = made.get(key) ?? (one && shrunk({ ...one, height: facts.height, all }, size / facts.size))
    if (small) made.set(key, small)
    return small
  }
  return {
    has: (text) => Array.from(text).every((letter) => drawn.has(letter)),
    widthOf,
    write(sheet, text, { x, baseline, size, ink }) {
      const scale = size / facts.size
      let at = x
      for (const letter of text) {
        const small = smallOf(letter, size)
        const corner = { x: Math.round(at - facts.left * scale), y: Math.round(baseline - facts.ascent * scale) }
        if (small) put(sheet, small, { ...corner, ink })
        at += advanceOf(letter) * scale
      }
    },
  }
}

interface Small {
  readonly width: number
  readonly levels: Uint8Array
}

function put({ width, pixels }: Sheet, small: Small, { x, y, ink }: { x: number; y: number; ink: number }): void {
  for (let i = 0; i < small.levels.length; i++) {
    const level = small.levels[i] ?? 0
    if (level === 0) continue
    const place = (y + Math.floor(i / small.width)) * width + x + (i % small.width)
    if (level > ((pixels[place] ?? 0) & 15)) pixels[place] = ink * 16 + level
  }
}

/** Each pixel of the smaller letter is the mean of those that it covers. */
function shrunk({ width, height, from, all }: Drawn & { height: number; all: Buffer }, scale: number): Small {
  const [columns, rows] = [Math.ceil(width * scale), Math.ceil(height * scale)]
  const levels = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = [Math.floor(row / scale), Math.min(height, Math.ceil((row + 1) / scale))]
    for (let column = 0; column < columns; column++) {
      const [first, last] = [Math.floor(column / scale), Math.min(width, Math.ceil((column + 1) / scale))]
      let sum = 0
      for (let y = top; y < bottom; y++) for (let x = first; x < last; x++) sum += all[from + y * width + x] ?? 0
      levels[row * columns + column] = Math.round(sum / ((bottom - top) * (last - first)))
    }
  }
  return { width: columns, levels }
}
