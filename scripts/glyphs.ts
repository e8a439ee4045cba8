// `tsx scripts/glyphs.ts`: draws the letters of our typeface once, for the pictures that the server makes of titles (server/src/http/previews).
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium } from 'playwright-core'

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const FONT = 'web/public/public-sans.woff2'
const SIZE = 96
/** Above and below the baseline: enough for accents on capitals, and for tails. */
const [ASCENT, DESCENT] = [106, 28]

/** Printable ASCII, Latin-1, Latin Extended-A, and the marks of our own texts. */
const LETTERS = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)),
  ...Array.from({ length: 0x180 - 0xa0 }, (_, i) => String.fromCodePoint(0xa0 + i)),
  ...'ȘșȚț–—‘’“”…€×',
].filter((one) => one !== '\u00ad')

const browser = await chromium.launch({
  executablePath: CHROMIUM.find((one) => existsSync(one)) ?? 'chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
const drawn = await page.evaluate(
  async ({ letters, font, size, ascent, descent }) => {
    const face = new FontFace('Drawn', `url(data:font/woff2;base64,${font})`, { weight: '100 900' })
    document.fonts.add(await face.load())
    const canvas = new OffscreenCanvas(3 * size, ascent + descent)
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    if (!pen) throw new Error('no canvas')
    pen.font = `650 ${size}px Drawn, monospace`
    // Nothing of a letter is lost if it begins before its place, as a j does.
    const left = size / 4
    return letters.map((letter) => {
      pen.clearRect(0, 0, canvas.width, canvas.height)
      pen.fillText(letter, left, ascent)
      const advance = pen.measureText(letter).width
      const width = Math.ceil(advance + 2 * left)
      const { data } = pen.getImageData(0, 0, width, ascent + descent)
      return { advance, width, alpha: Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + 3] ?? 0) }
    })
  },
  { letters: LETTERS, font: readFileSync(path(FONT)).toString('base64'), size: SIZE, ascent: ASCENT, descent: DESCENT },
)
await browser.close()

const LEVELS = 15
const rows = drawn.map(({ alpha }) => Uint8Array.from(alpha, (one) => Math.round((one / 255) * LEVELS)))
const facts = {
  size: SIZE,
  ascent: ASCENT,
  height: ASCENT + DESCENT,
  left: SIZE / 4,
  letters: LETTERS.map((letter, i) => [letter, drawn[i]?.advance ?? 0, drawn[i]?.width ?? 0]),
}
const packed = brotliCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), ...rows]), {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 },
})
writeFileSync(path('web/public/glyphs.bin'), packed)
console.log(`${LETTERS.length} letters, ${packed.length} bytes`)
