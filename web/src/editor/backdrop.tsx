import type { Evidence } from '@equipoise/sdk'
import { memo } from 'react'
import classes from './editor.module.css'
import { segmentsOf, sideOf, strengthOf } from './segments.ts'

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
  const weightMax = Math.max(0, ...evidence.map(({ weight }) => Math.abs(weight)))
  let offset = 0
  return (
    <div className={classes.backdrop} aria-hidden dir="auto">
      {text.split('\n').map((line, i) => {
        const start = offset
        offset += line.length + 1
        const within = marksIn({ evidence, start, length: line.length, weightMax })
        const open = openAt === undefined || openAt < start || openAt >= offset ? undefined : openAt - start
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in the text
          <div key={i} data-line={start}>
            <Line text={line} marks={within} signature={JSON.stringify(within)} open={open} />
          </div>
        )
      })}
    </div>
  )
})

interface Mark {
  readonly start: number
  readonly end: number
  readonly side: string
  readonly strength: number
}

function marksIn({
  evidence,
  start,
  length,
  weightMax,
}: {
  evidence: readonly Evidence[]
  start: number
  length: number
  weightMax: number
}): Mark[] {
  return evidence
    .filter((one) => one.start >= start && one.end <= start + length)
    .map((one) => ({
      start: one.start - start,
      end: one.end - start,
      side: sideOf(one),
      strength: strengthOf(one, weightMax),
    }))
}

interface LineProps {
  readonly text: string
  readonly marks: readonly Mark[]
  /** The marks in a form that compares by value. */
  readonly signature: string
  readonly open: number | undefined
}

const Line = memo(
  function Line({ text, marks, open }: LineProps) {
    // An empty paragraph is as high as a line.
    if (text === '') return '​'
    return segmentsOf(text, marks).map((segment) =>
      segment.mark ? (
        <span
          key={segment.start}
          className={classes.mark}
          data-start={segment.start}
          data-side={segment.mark.side}
          data-strength={segment.mark.strength}
          data-open={open === segment.start}
        >
          {segment.text}
        </span>
      ) : (
        segment.text
      ),
    )
  },
  (a, b) => a.text === b.text && a.signature === b.signature && a.open === b.open,
)
