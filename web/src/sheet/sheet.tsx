import { kindTitle } from '@equipoise/score/kinds'
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
import { canIgnore } from '../marked/ignored.ts'
import { toast } from '../shell/toast.tsx'
import { Backdrop } from './backdrop.tsx'
import { EvidenceCard, leaning } from './evidence-card.tsx'
import { plainTextOf, TOO_LONG_WORDS } from './pasted.ts'
import { rectOf } from './place.ts'
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
  /** Set to a function that opens the card of a word, which then takes keys. */
  readonly openRef: RefObject<((one: Evidence) => void) | undefined>
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
  /** Opened by a key or a button: the card stays while the pointer moves, and takes keys. */
  readonly isKeyed: boolean
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
  const { text, evidence, inputRef, change, drop, step, check, rows = 9 } = props
  const first = useFieldText(props)
  const box = useRef<HTMLDivElement>(null)
  const follow = useRef<(text: string) => void>(undefined)
  const drawn = useDeferredValue(text)
  const drawnEvidence = useDeferredValue(evidence)
  const { open, look, leave, close, returnToText } = useCard({ box, ...props })
  const acts = useActs({ open, close }, props)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the pointer opens the card; the list beside the text is for all
    <div ref={box} style={{ position: 'relative' }} onMouseLeave={leave}>
      <div className={classes.sheet} style={{ minHeight: `calc(${rows} * 1.7 * 1.25rem + 56px)` }}>
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
          aria-describedby={step && 'sheet-help'}
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
            if (open?.isKeyed && actOnKey(event, { ...acts, returnToText }, open.evidence)) return
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
      {step && (
        <p id="sheet-help" hidden>
          F8 goes to the next loaded word. The list after the text has them all.
        </p>
      )}
      <p className="visually-hidden" role="status">
        {open?.isKeyed &&
          `${open.evidence.text}: ${kindTitle(open.evidence.kind)}, ${leaning(open.evidence)}. ${keysOf(open.evidence)}`}
      </p>
      {open && <EvidenceCard {...open} {...acts} keys={open.isKeyed ? keysOf(open.evidence) : undefined} />}
    </div>
  )
}

/** What the card offers. After a key, the card of the next word follows. */
function useActs({ open, close }: { open: OpenCard | undefined; close: () => void }, props: SheetProps) {
  const { evidence, inputRef, replace, ignore, step } = props
  const goesOn = useRef(false)
  // Not an effect after painting: one of an earlier analysis, still waiting when the key is pressed, would come first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next word is known once the evidence has changed
  useLayoutEffect(() => {
    if (goesOn.current) step?.(1)
    goesOn.current = false
  }, [evidence])
  const act = (run: (one: Evidence) => void) => {
    if (!open) return
    goesOn.current = open.isKeyed
    close()
    run(open.evidence)
    inputRef.current?.focus({ preventScroll: true })
  }
  return {
    accept: () => act(replace),
    leaveOut: () => act((one) => replace({ ...one, suggestion: '' })),
    ignore: ignore && (() => act(({ text: word }) => ignore(word))),
  }
}

function keysOf({ suggestion, text }: Evidence): string {
  const accepts = suggestion === undefined ? '' : 'Enter accepts, '
  return `${accepts}Backspace leaves out, ${canIgnore(text) ? 'I ignores, ' : ''}Escape returns.`
}

type Acts = Record<'accept' | 'leaveOut' | 'returnToText', () => void> & { readonly ignore: (() => void) | undefined }

/** The keys of an open card; false for a key that belongs to the text. */
function actOnKey(event: KeyboardEvent, acts: Acts, { suggestion, text }: Evidence): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const wanted: Readonly<Record<string, (() => void) | undefined>> = {
    Enter: suggestion === undefined ? undefined : acts.accept,
    Backspace: acts.leaveOut,
    i: canIgnore(text) ? acts.ignore : undefined,
    Escape: acts.returnToText,
  }
  const run = wanted[event.key === 'I' ? 'i' : event.key]
  if (!run) return false
  event.preventDefault()
  event.stopPropagation()
  run()
  return true
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

interface CardParts extends Pick<SheetProps, 'inputRef' | 'openRef' | 'evidence'> {
  readonly box: RefObject<HTMLDivElement | null>
}

/** The card of a word. The pointer opens it until it leaves the word; a key or a button opens it until the next key. */
function useCard({ box, inputRef, openRef, evidence }: CardParts) {
  const [open, setOpen] = useState<OpenCard>()
  const closedAt = useRef<number>(undefined)
  const close = () => setOpen(undefined)
  const place = (one: Evidence, line: DOMRect, isKeyed: boolean) => {
    if (!box.current) return
    const frame = box.current.getBoundingClientRect()
    const left = Math.min(line.left - frame.left, Math.max(8, frame.width - CARD_WIDTH_PX))
    setOpen({ evidence: one, isKeyed, left, top: line.bottom - frame.top })
  }
  openRef.current = (one) => {
    const rect = inputRef.current && rectOf(inputRef.current, one)
    if (rect) place(one, rect, true)
  }
  const returnToText = () => {
    if (open) closedAt.current = open.evidence.start
    if (box.current?.contains(document.activeElement)) inputRef.current?.focus()
    close()
  }
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && open && returnToText())
  // After a resize the word has moved.
  useWindowEvent('resize', close)
  const look = (event: MouseEvent) => {
    if (open?.isKeyed && event.type === 'mousemove') return
    const mark = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset.start !== undefined)
    const at = mark && Number(mark.parentElement?.dataset.line ?? Number.NaN) + Number(mark.dataset.start)
    const found = evidence.find(({ start }) => start === at)
    if (event.type === 'click' || found?.start !== closedAt.current) closedAt.current = undefined
    if (!mark || !found || closedAt.current !== undefined) return close()
    const lines = [...mark.getClientRects()]
    place(found, lines.find(({ bottom }) => bottom >= event.clientY) ?? mark.getBoundingClientRect(), false)
  }
  return { open, look, close, returnToText, leave: () => open?.isKeyed || close() }
}
