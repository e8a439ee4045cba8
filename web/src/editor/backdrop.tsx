import type { Evidence } from '@equipoise/sdk'
import { memo, useEffect, useRef, useState } from 'react'
import classes from './editor.module.css'
import { inTextOrder, type Segment, segmentsOf, sideOf, strengthOf } from './segments.ts'

interface BackdropProps {
  readonly text: string
  readonly evidence: readonly Evidence[]
  /** Where the loaded word begins that is looked at. */
  readonly openAt: number | undefined
}

/**
 * The text once more, drawn below the field, with colours. One element a paragraph, so that a keystroke draws one paragraph
 * again and not the whole text. A mark's place counts from the start of its paragraph.
 */
export const Backdrop = memo(function Backdrop({ text, evidence, openAt }: BackdropProps) {
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = true
  }, [])
  const isMoving = isDrawn.current && evidence.length <= MOVING_MAX
  return (
    <div className={classes.backdrop} aria-hidden dir="auto">
      {linesOf(text, evidence).map(({ start, line, marks }, i) => {
        const open = openAt === undefined || openAt < start || openAt > start + line.length ? undefined : openAt - start
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in the text
          <div key={i} data-line={start}>
            <Line text={line} marks={marks} signature={JSON.stringify(marks)} open={open} isMoving={isMoving} />
          </div>
        )
      })}
    </div>
  )
})

/** More marks than this appear at once: so many movements would cost a phone more than they tell. */
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

/** The paragraphs with the marks in each. A mark that spans two paragraphs belongs to none. */
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
  /** The marks in a form that compares by value. */
  readonly signature: string
  readonly open: number | undefined
  /** Whether a mark that is new now comes in with a movement. */
  readonly isMoving: boolean
}

const Line = memo(
  function Line({ text, marks, open, isMoving }: LineProps) {
    // An empty paragraph is as high as a line.
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
  (a, b) => a.text === b.text && a.signature === b.signature && a.open === b.open,
)

/** Names that an edit elsewhere in the paragraph does not change: a mark that was there already does not appear again. */
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
      className={classes.mark}
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
