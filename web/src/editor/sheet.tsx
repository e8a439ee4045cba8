import type { Evidence } from '@equipoise/sdk'
import { useWindowEvent } from '@mantine/hooks'
import { type MouseEvent, type RefObject, useRef, useState } from 'react'
import classes from './editor.module.css'
import { FindingCard } from './finding-card.tsx'
import { segmentsOf, sideOf, strengthOf } from './segments.ts'

interface SheetProps {
  readonly text: string
  readonly evidence: readonly Evidence[]
  readonly change: (text: string) => void
  readonly replace: (evidence: Evidence) => void
  readonly inputRef: RefObject<HTMLTextAreaElement | null>
}

interface OpenCard {
  readonly evidence: Evidence
  readonly left: number
  readonly top: number
}

/** Wide enough for the card, so that it does not leave the sheet. */
const CARD_WIDTH_PX = 300

/**
 * A plain text field above a drawing of the same text. People edit an ordinary field, with everything their system
 * offers; the drawing below carries the colours, and is asked which word lies under the pointer.
 */
export function Sheet({ text, evidence, change, replace, inputRef }: SheetProps) {
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenCard>()
  /** Where the word begins whose card was closed with Escape: it stays closed until the pointer goes elsewhere. */
  const closedAt = useRef<number>(undefined)
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !open) return
    closedAt.current = open.evidence.start
    if (box.current?.contains(document.activeElement)) inputRef.current?.focus()
    setOpen(undefined)
  })
  const weightMax = Math.max(0, ...evidence.map(({ weight }) => Math.abs(weight)))
  const look = (event: MouseEvent) => {
    const mark = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset.start !== undefined)
    const found = evidence.find(({ start }) => String(start) === mark?.dataset.start)
    if (event.type === 'click' || found?.start !== closedAt.current) closedAt.current = undefined
    if (!mark || !found || !box.current || closedAt.current !== undefined) return setOpen(undefined)
    const line =
      [...mark.getClientRects()].find(({ bottom }) => bottom >= event.clientY) ?? mark.getBoundingClientRect()
    const frame = box.current.getBoundingClientRect()
    const left = Math.min(line.left - frame.left, Math.max(8, frame.width - CARD_WIDTH_PX))
    return setOpen({ evidence: found, left, top: line.bottom - frame.top })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the pointer opens the card; the list of findings is for all
    <div ref={box} style={{ position: 'relative' }} onMouseLeave={() => setOpen(undefined)}>
      <div className={classes.sheet}>
        <div className={classes.backdrop} aria-hidden>
          {segmentsOf(text, evidence).map((segment) =>
            segment.evidence ? (
              <span
                key={segment.start}
                className={classes.mark}
                data-start={segment.start}
                data-side={sideOf(segment.evidence)}
                data-strength={strengthOf(segment.evidence, weightMax)}
                data-open={open?.evidence.start === segment.start}
              >
                {segment.text}
              </span>
            ) : (
              segment.text
            ),
          )}
          {'\n'}
        </div>
        <textarea
          ref={inputRef}
          className={classes.input}
          aria-label="Text to score"
          placeholder="Paste or type a text…"
          spellCheck
          value={text}
          onChange={(event) => {
            setOpen(undefined)
            change(event.currentTarget.value)
          }}
          onMouseMove={look}
          onClick={look}
        />
      </div>
      {open && (
        <FindingCard
          evidence={open.evidence}
          place={{ left: open.left, top: open.top }}
          replace={() => {
            setOpen(undefined)
            replace(open.evidence)
            inputRef.current?.focus()
          }}
        />
      )}
    </div>
  )
}
