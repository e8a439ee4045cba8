// The pictures that other sites show with a link to us: what a page is about, or what was drawn. Made here, without a browser.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../ground/errors.ts'
import { keepYoungest } from '../../ground/keep-youngest.ts'
import type { App } from '../app.ts'
import { type Glyphs, readGlyphs, type Sheet } from './glyphs.ts'
import { pngOf } from './png.ts'

/** What is drawn on a result's picture. */
export interface PreviewFacts {
  /** A few names or numbers, each on a line of its own. */
  readonly lines: readonly string[]
  readonly about: string
}

/** What a page says about itself to search engines and other sites. */
export interface PageFacts {
  readonly title: string
  readonly about: string
  readonly path: string
}

interface PreviewsParts {
  /** The web application, which brings the glyphs. */
  readonly root: string
  readonly name: string
  readonly publicUrl: string
}

export interface Previews {
  addPages(app: App, pages: readonly PageFacts[]): void
  addResults(app: App, find: (id: string) => Promise<PreviewFacts | undefined>): void
}

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 80]
const ROOM = WIDTH - 2 * MARGIN
const PAPER = [255, 255, 255] as const
const INKS = [
  [17, 22, 24],
  [11, 110, 99],
  [86, 98, 104],
] as const
const [BLACK, TEAL, GREY] = [0, 1, 2]
const FULL = 15
const BAR = 12
const SIZES = [96, 80, 64, 52]
const SMALL = 34
const LINES_MAX = 3
/** Of the letters' size. */
const LINE = 1.15
const SMALL_LINE = 44
/** For the heading and the sentences below it. */
const HEADING_ROOM = 370
/** Some 20 kB each. */
const KEPT_MAX = 200
const HOUR_S = 3_600
export const RESULT = 'Result of a draw'

export function createPreviews({ root, name, publicUrl }: PreviewsParts): Previews {
  const file = join(root, 'glyphs.bin')
  const kept = new Map<string, Promise<Buffer>>()
  let glyphs: Glyphs | undefined
  const pictureOf = (path: string, { lines, about }: PreviewFacts): Promise<Buffer> => {
    const key = JSON.stringify([path, lines, about])
    glyphs ??= readGlyphs(file)
    const drawn = kept.get(key) ?? drawCard(glyphs, { lines, about, name, host: new URL(publicUrl).host })
    keepYoungest(kept, key, drawn, KEPT_MAX)
    return drawn
  }
  const send = async (reply: FastifyReply, path: string, facts: PreviewFacts) =>
    reply
      .type('image/png')
      .header('cache-control', `public, max-age=${HOUR_S}`)
      .send(await pictureOf(path, facts))
  const open = { config: { access: 'public' }, schema: { hide: true } } as const
  const hasGlyphs = existsSync(file)
  return {
    addPages(app, pages) {
      for (const { title, about, path } of hasGlyphs ? pages : [])
        app.get(previewOf(path), open, (_request, reply) =>
          send(reply, path, { lines: [title], about: about.replaceAll('`', '') }),
        )
    },
    addResults(app, find) {
      if (!hasGlyphs) return
      app.get(previewOf('/app/results/:id'), open, async (request, reply) => {
        const { id } = request.params as { id: string }
        const facts = await find(id)
        if (!facts) throw new ApiError('not_found', 'There is no published result with this id.')
        return send(reply, id, facts)
      })
    },
  }
}

/** The address of a page's picture. That of the first page is a picture of the page itself. */
export function previewOf(path: string): string {
  return path === '/' ? '/og.png' : `/previews${path}.png`
}

interface Card extends PreviewFacts {
  readonly name: string
  readonly host: string
}

/** What has letters that we cannot draw is left out; a heading then says what it is. */
function drawCard(glyphs: Glyphs, { lines, about, name, host }: Card): Promise<Buffer> {
  const sheet: Sheet = { width: WIDTH, pixels: new Uint8Array(WIDTH * HEIGHT) }
  sheet.pixels.fill(TEAL * 16 + FULL, 0, WIDTH * BAR)
  const write = (text: string, { baseline, size, ink }: { baseline: number; size: number; ink: number }) => {
    const shown = text.normalize()
    if (glyphs.has(shown)) glyphs.write(sheet, cut(glyphs, shown, size), { x: MARGIN, baseline, size, ink })
  }
  const drawable = lines.map((line) => line.normalize()).filter((line) => glyphs.has(line))
  const given = drawable.length === lines.length && lines.length > 0 ? drawable : [RESULT]
  const wrapped = (size: number) => given.flatMap((line) => wrap(glyphs, line, size))
  const sentences = wrap(glyphs, about.normalize(), SMALL).slice(0, LINES_MAX)
  const room = HEADING_ROOM - sentences.length * SMALL_LINE
  const size = SIZES.find((one) => wrapped(one).length * one * LINE <= room) ?? (SIZES.at(-1) as number)
  write(name, { baseline: 128, size: SMALL, ink: TEAL })
  wrapped(size)
    .slice(0, LINES_MAX)
    .forEach((line, i) => {
      write(line, { baseline: 165 + size * (0.9 + LINE * i), size, ink: BLACK })
    })
  sentences.forEach((line, i) => {
    write(line, { baseline: 530 - (sentences.length - 1 - i) * SMALL_LINE, size: SMALL, ink: GREY })
  })
  write(host, { baseline: 590, size: 26, ink: TEAL })
  return pngOf(sheet, PAPER, INKS)
}

function wrap(glyphs: Glyphs, text: string, size: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && glyphs.widthOf(longer, size) <= ROOM) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** A line that is too long ends in an ellipsis. */
function cut(glyphs: Glyphs, text: string, size: number): string {
  if (glyphs.widthOf(text, size) <= ROOM) return text
  let shown = Array.from(text)
  while (shown.length > 0 && glyphs.widthOf(`${shown.join('')}…`, size) > ROOM) shown = shown.slice(0, -1)
  return `${shown.join('')}…`
}
