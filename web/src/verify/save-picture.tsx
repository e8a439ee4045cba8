// A published result as a picture, for posts and slides. The browser that checked the result draws it.
import { printable } from '@equipoise/engine/verify'
import { Button } from '@mantine/core'
import { saveText } from '../shell/save-file.ts'

/** As large as sites that show pictures want them. */
const WIDTH = 1200
const HEIGHT = 630
const ROOM = 1040
const VALUES_MAX = 3
/** From the largest letters to the smallest, in pixels; what is still too wide ends in an ellipsis. */
const LETTERS = [128, 96, 64, 40]

export interface PictureFacts {
  readonly title: string
  /** Where the result can be checked. */
  readonly address: string
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

async function pictureOf({ values, proves, title, address }: SavePictureProps): Promise<Blob> {
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
    const y = 350 + (i - (lines.length - 1) / 2) * 112
    write(line, { y, sizes, colour: '#111618' })
  })
  write(proves, { y: 534, sizes: [40, 28], colour: '#0b6e63' })
  write(address, { y: 586, sizes: [28, 20], colour: '#566268' })
  return canvas.convertToBlob()
}

function linesOf(values: readonly string[]): string[] {
  const shown = values.slice(0, values.length > VALUES_MAX ? VALUES_MAX - 1 : VALUES_MAX).map(printable)
  const more = values.length - shown.length
  return more > 0 ? [...shown, `and ${more} more`] : shown
}
