// A published result as a picture, for posts and slides. The browser that checked the result draws it.
import { printable } from '@equipoise/engine/verify'
import { Button } from '@mantine/core'
import { saveText } from '../shell/save-file.ts'

/** As large as sites that show pictures want them. */
const WIDTH = 1200
const HEIGHT = 630
const ROOM = 1040
const VALUES_MAX = 3
/** From the largest letters to the smallest, in pixels; a name that is still too wide ends in an ellipsis. */
const LETTERS = [128, 96, 64, 40]
/** What is proven is never cut: it has so many lines, or smaller letters, and at last more lines. */
const SMALLEST = 20
const PROOF_LETTERS = [36, 30, 26, 22, SMALLEST]
const PROOF_LINES_MAX = 4

export interface PictureFacts {
  /** With whose words it is. */
  readonly title: string
  /** Where the result can be checked. */
  readonly address: string
  /** How many commitments there were. */
  readonly others: string | undefined
}

interface SavePictureProps extends PictureFacts {
  readonly values: readonly string[]
  /** What the checks have proven. */
  readonly proves: string
}

/** Nothing that is not proven becomes a picture. */
export function SavePicture({ proves, ...facts }: Omit<SavePictureProps, 'proves'> & { proves: string | undefined }) {
  if (proves === undefined || facts.values.length === 0) return null
  const save = async () => saveText('result.png', await pictureOf({ ...facts, proves }), 'image/png')
  return (
    <Button variant="default" size="compact-sm" display="block" mx="auto" mt="sm" onClick={save}>
      Save as a picture
    </Button>
  )
}

interface Line {
  readonly y: number
  readonly sizes: readonly number[]
  readonly colour: string
}

async function pictureOf({ values, proves, title, address, others = '' }: SavePictureProps): Promise<Blob> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw pictures')
  const { fontFamily } = getComputedStyle(document.body)
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = '#0b6e63'
  pen.fillRect(0, 0, WIDTH, 12)
  pen.textAlign = 'center'
  const write = (text: string, { y, sizes, colour }: Line) => {
    pen.fillStyle = colour
    for (const size of sizes) {
      pen.font = `650 ${size}px ${fontFamily}`
      if (pen.measureText(text).width <= ROOM) break
    }
    let shown = text
    for (let letters = text.length; letters > 0 && pen.measureText(shown).width > ROOM; letters--) {
      shown = `${text.slice(0, letters)}…`
    }
    pen.fillText(shown, WIDTH / 2, y)
  }
  const lines = linesOf(values)
  write(title, { y: 104, sizes: [40], colour: '#566268' })
  lines.forEach((line, i) => {
    const sizes = LETTERS.slice(lines.length - 1)
    const y = 290 + (i - (lines.length - 1) / 2) * 100
    write(line, { y, sizes, colour: '#111618' })
  })
  const proof = proofLines(`${proves} ${others}`.trim(), (text, size) => {
    pen.font = `650 ${size}px ${fontFamily}`
    return pen.measureText(text).width <= ROOM
  })
  proof.lines.forEach((line, i) => {
    const y = 556 - (proof.lines.length - 1 - i) * proof.size * 1.25
    write(line, { y, sizes: [proof.size], colour: '#0b6e63' })
  })
  write(address, { y: 602, sizes: [24, 18], colour: '#566268' })
  return canvas.convertToBlob()
}

/** Whole words on lines that fit, with the largest letters that need few of them. */
export function proofLines(text: string, fits: (line: string, size: number) => boolean) {
  const broken = (size: number): string[] => {
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
      if (lines.length > 0 && fits(longer, size)) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }
  const size = PROOF_LETTERS.find((one) => broken(one).length <= PROOF_LINES_MAX) ?? SMALLEST
  return { size, lines: broken(size) }
}

function linesOf(values: readonly string[]): string[] {
  const shown = values.slice(0, values.length > VALUES_MAX ? VALUES_MAX - 1 : VALUES_MAX).map(printable)
  const more = values.length - shown.length
  return more > 0 ? [...shown, `and ${more} more`] : shown
}
