import { Tokenizer } from 'htmlparser2'
import { blanksFor } from './blanks.ts'
import { CELL_WORDS_MIN, wordsIn } from './no-prose.ts'

// HTML as a reader sees it: the text of its elements, without scripts, styles and code. Blocks are separated; inline mark-up is not.

const HIDDEN = new Set(
  'script style pre code kbd samp var template svg math textarea select button noscript object iframe'.split(' '),
)
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const CELL_BORDERS = new Set('td th tr tbody table'.split(' '))

/** Uses only the tokenizer: building a tree of elements takes longer the deeper they are nested, and is not needed for the text. */
export function readHtml(text: string): string {
  const prose = new ProseOf(text)
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (start, end) => prose.open(text.slice(start, end).toLowerCase()),
      onclosetag: (start, end) => prose.close(text.slice(start, end).toLowerCase()),
      ontext: (start, end) => prose.text(start, end),
      onattribdata: ignored,
      onattribentity: ignored,
      onattribend: ignored,
      onattribname: ignored,
      oncdata: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onend: ignored,
      onopentagend: ignored,
      onprocessinginstruction: ignored,
      onselfclosingtag: ignored,
      ontextentity: ignored,
    },
  )
  tokenizer.write(text)
  tokenizer.end()
  return prose.end()
}

function ignored(): void {}

class ProseOf {
  readonly #source: string
  readonly #pieces: string[] = []
  #written = 0
  #isBorder = false
  /** How many open elements hide their text. */
  #hidden = 0
  /** The first piece of the open table cell. */
  #cell: number | undefined

  constructor(source: string) {
    this.#source = source
  }

  open(name: string): void {
    this.#border(name)
    if (HIDDEN.has(name)) this.#hidden++
    if (name === 'td' || name === 'th') this.#cell = this.#pieces.length
  }

  close(name: string): void {
    this.#border(name)
    if (HIDDEN.has(name)) this.#hidden = Math.max(0, this.#hidden - 1)
  }

  text(start: number, end: number): void {
    this.#fill(start)
    const piece = this.#source.slice(start, end)
    this.#pieces.push(this.#hidden > 0 ? blanksFor(piece) : piece)
    this.#written = end
  }

  end(): string {
    this.#closeCell()
    this.#fill(this.#source.length)
    return this.#pieces.join('')
  }

  #border(name: string): void {
    if (!INLINE.has(name)) this.#isBorder = true
    if (CELL_BORDERS.has(name)) this.#closeCell()
  }

  #fill(end: number): void {
    const gap = this.#source.slice(this.#written, end)
    this.#pieces.push(this.#isBorder ? '\n'.repeat(gap.length) : blanksFor(gap))
    this.#written = end
    this.#isBorder = false
  }

  #closeCell(): void {
    if (this.#cell === undefined) return
    const held = this.#pieces.splice(this.#cell).join('')
    this.#pieces.push(wordsIn(held) < CELL_WORDS_MIN ? '\n'.repeat(held.length) : held)
    this.#cell = undefined
  }
}

/** Whether a tag is inline, so that the text before and after it belongs together. */
export function isInlineTag(tag: string): boolean {
  return INLINE.has(/^<\/?([\w-]*)/.exec(tag)?.[1]?.toLowerCase() ?? '')
}
