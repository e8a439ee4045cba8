import { useEffect, useState } from 'react'
import type { OpenDocument } from '../../documents/use-document.ts'
import { isEditOf } from '../../marked/segments.ts'
import type { Editor } from './use-editor.ts'

interface Before {
  readonly text: string
  /** None if a suggestion was accepted before there was one. */
  readonly score: number | undefined
}

/** Each score that the service gave is written to the document's own history. */
export function useNotedScore({ noteScore }: OpenDocument, { current, isLive }: Editor): void {
  useEffect(() => {
    if (current && !isLive && current.analysis.reason === undefined) noteScore(current.analysis.ain_score)
  }, [current, isLive, noteScore])
}

/** What has become of the text since somebody started on it, and the way back. */
export function useChanges({ document, type, textNow }: OpenDocument, editor: Editor) {
  const { before, note } = useBefore(document.text)
  const changed = before && before.text !== document.text ? before : undefined
  return {
    changed,
    original: changed?.text ?? document.original,
    onChange(next: string) {
      const last = textNow()
      const isOther = !isEditOf(next, last)
      if (isOther) note(undefined)
      type(isOther && next !== '' && last === '' ? { text: next, original: next } : { text: next })
    },
    /** Writes a suggestion into the text and remembers how it was: afterwards, because so many changes may look like another text. */
    accept(write: () => void) {
      write()
      note({ text: document.text, score: editor.current?.analysis.ain_score })
    },
    restore() {
      if (!changed) return
      editor.write(changed.text)
      note(undefined)
      editor.input.current?.focus({ preventScroll: true })
    },
  }
}

/** The text as it was before the first accepted suggestion, until another text takes its place. */
function useBefore(text: string) {
  const [before, setBefore] = useState<Before>()
  return {
    before: text === '' ? undefined : before,
    note: (next: Before | undefined) => setBefore(next && (before ?? next)),
  }
}
