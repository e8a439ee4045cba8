import type { Evidence } from '@equipoise/sdk'
import { memo, type RefObject, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import markedClasses from '../marked/marked.module.css'
import { carriedOver, inTextOrder, type Segment, segmentsOf, sideOf, strengthOf } from '../marked/segments.ts'
import { afterPaint } from '../shell/after-paint.ts'
import classes from './sheet.module.css'

interface BackdropProps {
  readonly text: string
  readonly evidence: readonly Evidence[]
  /** The start of the loaded word whose card is open. */
  readonly openAt: number | undefined
  readonly textNow: () => string
  /** Set to a function that renders a letter in the same frame, so that the marks stay at their words. */
  readonly follow: RefObject<((text: string) => void) | undefined>
}

/**
 * The text again, rendered below the field with its marks. One element per paragraph, so that a keystroke renders one paragraph and not
 * the whole text; a long text is rendered in pieces. A mark's position counts from the start of its paragraph.
 */
export const Backdrop = memo(function Backdrop({ openAt, follow, ...props }: BackdropProps) {
  const { text, evidence } = useFollowing(props, follow)
  const lines = useDrawing(text, evidence)
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = true
  }, [])
  const isMoving = isDrawn.current && evidence.length <= MOVING_MAX
  return (
    <div className={classes.backdrop} aria-hidden dir="auto">
      {lines.map(({ id, start, line, marks }) => {
        const open = openAt === undefined || openAt < start || openAt > start + line.length ? undefined : openAt - start
        return (
          <div key={id} data-line={start}>
            <Line text={line} marks={marks} open={open} isMoving={isMoving} />
          </div>
        )
      })}
    </div>
  )
})

interface Shown {
  readonly text: string
  readonly evidence: readonly Evidence[]
}

/** The text and its marks, updated with the letters typed since the last props. */
function useFollowing(given: Shown & Pick<BackdropProps, 'textNow'>, follow: BackdropProps['follow']): Shown {
  const { text, evidence, textNow } = given
  const [ahead, setAhead] = useState<Shown & { of: Shown }>()
  const base = useMemo(() => ({ text, evidence }), [text, evidence])
  useLayoutEffect(() => {
    const moved = (before: Shown, next: string) => ({
      of: base,
      text: next,
      evidence: carriedOver(before.evidence, before.text, next),
    })
    follow.current = (next) => setAhead((last) => moved(last?.of === base ? last : base, next))
    if (textNow() !== base.text) follow.current(textNow())
  }, [base, textNow, follow])
  return ahead?.of === base ? ahead : base
}

/** The lines to render now. What is too much for one frame follows in the next ones. */
function useDrawing(text: string, evidence: readonly Evidence[]): readonly DrawnLine[] {
  const wanted = useMemo(() => linesOf(text, evidence), [text, evidence])
  const [piece, setPiece] = useState(0)
  const [drawing, setDrawing] = useState<Drawing & { of?: readonly MarkedLine[]; piece?: number }>(BLANK)
  let now = drawing
  if (drawing.of !== wanted || drawing.piece !== piece) {
    now = { ...redrawn(drawing, wanted), of: wanted, piece }
    setDrawing(now)
  }
  const { isWhole } = now
  useEffect(() => {
    if (!isWhole) return afterPaint(() => startTransition(() => setPiece(piece + 1)))
  }, [isWhole, piece])
  return now.lines
}

/** How many characters one frame lays out, which takes a slow computer about 50 ms. */
const PIECE_CHARS = 20_000

interface DrawnLine extends MarkedLine {
  /** The key of its element: a paragraph that moves down is not rendered again. */
  readonly id: number
}

interface Drawing {
  readonly lines: readonly DrawnLine[]
  /** Whether all wanted lines are rendered with their marks. */
  readonly isWhole: boolean
  readonly nextId: number
}

export const BLANK: Drawing = { lines: [], isWhole: true, nextId: 0 }

/**
 * The wanted lines, with the elements they already have. At most `charsMax` characters are rendered at once. After that, changed lines
 * are left out, and lines with changed marks keep the old ones.
 */
export function redrawn(before: Drawing, wanted: readonly MarkedLine[], charsMax = PIECE_CHARS): Drawing {
  const { lines: old } = before
  const shorter = Math.min(old.length, wanted.length)
  let head = 0
  while (head < shorter && old[head]?.line === wanted[head]?.line) head++
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail)?.line === wanted.at(-1 - tail)?.line) tail++
  let { nextId } = before
  let left = charsMax
  let isWhole = true
  const lines = wanted.flatMap((one, i): DrawnLine | [] => {
    const behind = wanted.length - i
    const known = behind <= tail ? old.at(-behind) : i < old.length - tail ? old[i] : undefined
    const isSame = known?.line === one.line
    if (isSame && isSameMarks(known.marks, one.marks)) return { ...known, start: one.start }
    if (left > 0) {
      left -= one.line.length + 1
      return { ...one, id: known?.id ?? nextId++ }
    }
    isWhole = false
    return isSame ? { ...known, start: one.start } : []
  })
  return { lines, isWhole, nextId }
}

function isSameMarks(some: readonly Mark[], others: readonly Mark[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ start, end, side, strength }, i) => {
      const other = others[i]
      return other?.start === start && other.end === end && other.side === side && other.strength === strength
    })
  )
}

/** More new marks than this appear without animation, which would be slow on a phone. */
const MOVING_MAX = 200

interface Mark {
  readonly start: number
  readonly end: number
  readonly side: string
  readonly strength: number
}

interface MarkedLine {
  readonly start: number
  readonly line: string
  readonly marks: readonly Mark[]
}

/** The paragraphs with their marks. A mark that spans two paragraphs is left out. */
export function linesOf(text: string, evidence: readonly Evidence[]): MarkedLine[] {
  const weightMax = evidence.reduce((max, { weight }) => Math.max(max, Math.abs(weight)), 0)
  const waiting = inTextOrder(evidence)
  let start = 0
  let next = 0
  return text.split('\n').map((line) => {
    const lineStart = start
    const lineEnd = start + line.length
    start = lineEnd + 1
    const marks: Mark[] = []
    for (; next < waiting.length; next++) {
      const one = waiting[next] as Evidence
      if (one.start > lineEnd) break
      if (one.end > lineEnd) continue
      const strength = strengthOf(one, weightMax)
      marks.push({ start: one.start - lineStart, end: one.end - lineStart, side: sideOf(one), strength })
    }
    return { start: lineStart, line, marks }
  })
}

interface LineProps {
  readonly text: string
  readonly marks: readonly Mark[]
  readonly open: number | undefined
  readonly isMoving: boolean
}

const Line = memo(
  function Line({ text, marks, open, isMoving }: LineProps) {
    // A zero-width space, so that an empty paragraph has the height of a line.
    if (text === '') return '​'
    const nameOf = numbered()
    return segmentsOf(text, marks).map((segment) =>
      segment.mark ? (
        <Marked key={nameOf(segment.text)} segment={segment} isOpen={open === segment.start} isMoving={isMoving} />
      ) : (
        segment.text
      ),
    )
  },
  (a, b) => a.text === b.text && a.marks === b.marks && a.open === b.open,
)

/** Names that edits elsewhere in the paragraph do not change, so that existing marks do not appear again. */
function numbered(): (word: string) => string {
  const counts = new Map<string, number>()
  return (word) => {
    const count = (counts.get(word) ?? 0) + 1
    counts.set(word, count)
    return `${word} ${count}`
  }
}

interface MarkedProps {
  readonly segment: Segment<Mark>
  readonly isOpen: boolean
  readonly isMoving: boolean
}

function Marked({ segment: { start, text, mark }, isOpen, isMoving }: MarkedProps) {
  const [isNew] = useState(isMoving)
  return (
    <span
      className={markedClasses.mark}
      data-start={start}
      data-side={mark?.side}
      data-strength={mark?.strength}
      data-open={isOpen}
      data-new={isNew}
    >
      {text}
    </span>
  )
}
