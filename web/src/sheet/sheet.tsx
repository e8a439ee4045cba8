import type { Evidence } from '@equipoise/sdk'
import { useWindowEvent } from '@mantine/hooks'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { TEXT_CHARS_MAX } from '../kept/documents.ts'
import { toast } from '../shell/toast.tsx'
import { Backdrop } from './backdrop.tsx'
import { EvidenceCard } from './evidence-card.tsx'
import { plainTextOf, TOO_LONG_WORDS } from './pasted.ts'
import classes from './sheet.module.css'
import { exchangeText, TYPED_CHARS_MAX, typeInto } from './type-into.ts'

interface SheetProps {
  /** The rendered text, a moment behind the field while somebody types. */
  readonly text: string
  readonly textNow: () => string
  /** Renders what was typed, when the field loses the focus. */
  readonly catchUp: () => void
  readonly evidence: readonly Evidence[]
  readonly inputRef: RefObject<HTMLTextAreaElement | null>
  readonly change: (text: string) => void
  readonly replace: (evidence: Evidence) => void
  readonly ignore?: ((word: string) => void) | undefined
  readonly drop?: ((file: File) => void) | undefined
  /** Selects the next (1) or previous (-1) loaded word. */
  readonly step?: ((by: 1 | -1) => void) | undefined
  /** Sends the text to the service at once. */
  readonly check?: (() => void) | undefined
  readonly rows?: number
}

interface OpenCard {
  readonly evidence: Evidence
  readonly left: number
  readonly top: number
}

/** The width of the card, so that it stays inside the sheet. */
const CARD_WIDTH_PX = 300

/**
 * A plain text field above a marked copy of the same text. People edit an ordinary field, with everything their system offers; the copy
 * below carries the colours, and tells which word is under the pointer. The copy may be rendered a moment after a keystroke, so that
 * typing does not wait for it.
 */
export function Sheet(props: SheetProps) {
  const { text, evidence, inputRef, change, replace, ignore, drop, step, check, rows = 9 } = props
  const first = useFieldText(props)
  const box = useRef<HTMLDivElement>(null)
  const follow = useRef<(text: string) => void>(undefined)
  const drawn = useDeferredValue(text)
  const drawnEvidence = useDeferredValue(evidence)
  const { open, look, close } = useCard({ box, inputRef, evidence })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the pointer opens the card; the list beside the text is for all
    <div ref={box} style={{ position: 'relative' }} onMouseLeave={close}>
      <div className={classes.sheet} style={{ minHeight: `calc(${rows} * 1.85 * 1.125rem + 56px)` }}>
        <Backdrop
          text={drawn}
          evidence={drawnEvidence}
          openAt={open?.evidence.start}
          textNow={props.textNow}
          follow={follow}
        />
        <textarea
          ref={inputRef}
          className={classes.input}
          aria-label="Text to score"
          // Only while it is visible: browsers update a placeholder at every keystroke.
          placeholder={text === '' ? 'Paste or type a text…' : undefined}
          dir="auto"
          spellCheck
          defaultValue={first}
          onBlur={props.catchUp}
          onChange={(event) => {
            if (open) close()
            const { value } = event.currentTarget
            follow.current?.(value)
            change(value)
          }}
          onPaste={pasteAsPlainText}
          onDrop={(event) => takeFile(event, drop)}
          onKeyDown={(event) => {
            stepOnF8(event, step)
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) check?.()
          }}
          // If the field was too low for a moment, the browser has scrolled it to show the caret.
          onScroll={(event) => {
            event.currentTarget.scrollTop = 0
          }}
          onMouseMove={look}
          onClick={look}
        />
      </div>
      {open && (
        <EvidenceCard
          evidence={open.evidence}
          place={{ left: open.left, top: open.top }}
          replace={() => {
            close()
            replace(open.evidence)
            inputRef.current?.focus()
          }}
          ignore={
            ignore &&
            (() => {
              close()
              ignore(open.evidence.text)
            })
          }
        />
      )}
    </div>
  )
}

/**
 * The field keeps its own text, so that React renders nothing for a keystroke; text from elsewhere is put into it. Returns the initial
 * text.
 */
function useFieldText({ text, textNow, inputRef }: Pick<SheetProps, 'text' | 'textNow' | 'inputRef'>): string {
  const [first] = useState(text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn says when to look, not what the text is
  useLayoutEffect(() => {
    const field = inputRef.current
    const latest = textNow()
    if (field && field.value !== latest) exchangeText(field, latest)
  }, [text, textNow, inputRef])
  return first
}

/** Pastes without formatting, as if typed. A long text is left to the browser, which pastes it faster than it types. */
function pasteAsPlainText(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const copied = event.clipboardData.getData('text/plain')
  if (copied.length > TEXT_CHARS_MAX) {
    event.preventDefault()
    toast({ tone: 'error', message: TOO_LONG_WORDS })
  }
  if (copied.length > TYPED_CHARS_MAX) return
  const html = event.clipboardData.getData('text/html')
  const plain = html === '' ? undefined : plainTextOf(html)
  const { selectionStart, selectionEnd, value } = event.currentTarget
  if (plain === undefined || plain.length > TYPED_CHARS_MAX) return
  event.preventDefault()
  typeInto(event.currentTarget, value.slice(0, selectionStart) + plain + value.slice(selectionEnd), {
    caretAt: selectionStart + plain.length,
  })
}

function takeFile(event: DragEvent, drop: SheetProps['drop']): void {
  const [file] = event.dataTransfer.files
  if (!file || !drop) return
  event.preventDefault()
  drop(file)
}

function stepOnF8(event: KeyboardEvent, step: SheetProps['step']): void {
  if (event.key !== 'F8' || !step) return
  event.preventDefault()
  step(event.shiftKey ? -1 : 1)
}

interface CardParts extends Pick<SheetProps, 'inputRef' | 'evidence'> {
  readonly box: RefObject<HTMLDivElement | null>
}

/** The card of the word under the pointer. Escape closes it until the pointer leaves the word. */
function useCard({ box, inputRef, evidence }: CardParts) {
  const [open, setOpen] = useState<OpenCard>()
  const closedAt = useRef<number>(undefined)
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !open) return
    closedAt.current = open.evidence.start
    if (box.current?.contains(document.activeElement)) inputRef.current?.focus()
    setOpen(undefined)
  })
  // After a resize the word has moved.
  useWindowEvent('resize', () => setOpen(undefined))
  const look = (event: MouseEvent) => {
    const mark = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset.start !== undefined)
    const at = mark && Number(mark.parentElement?.dataset.line ?? Number.NaN) + Number(mark.dataset.start)
    const found = evidence.find(({ start }) => start === at)
    if (event.type === 'click' || found?.start !== closedAt.current) closedAt.current = undefined
    if (!mark || !found || !box.current || closedAt.current !== undefined) return setOpen(undefined)
    const line =
      [...mark.getClientRects()].find(({ bottom }) => bottom >= event.clientY) ?? mark.getBoundingClientRect()
    const frame = box.current.getBoundingClientRect()
    const left = Math.min(line.left - frame.left, Math.max(8, frame.width - CARD_WIDTH_PX))
    return setOpen({ evidence: found, left, top: line.bottom - frame.top })
  }
  return { open, look, close: () => setOpen(undefined) }
}
