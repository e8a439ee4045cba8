import { useEffect, useState } from 'react'
import type { OpenDocument } from '../../documents/use-document.ts'
import { isEditOf } from '../../marked/segments.ts'
import type { Editor } from './use-editor.ts'

interface Before {
  readonly text: string
  /** Undefined if the text had no score yet when the suggestion was accepted. */
  readonly score: number | undefined
}

/** Adds each score of the service to the document's history. */
export function useNotedScore({ noteScore }: OpenDocument, { current, isLive }: Editor): void {
  useEffect(() => {
    if (current && !isLive && current.analysis.reason === undefined) noteScore(current.analysis.ain_score)
  }, [current, isLive, noteScore])
}

/** The text before the accepted suggestions, and a function that restores it. */
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
    /** Notes the earlier text only after writing: many changes at once can look like another text, which clears the note. */
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

/** The text before the first accepted suggestion, until another text replaces it. */
function useBefore(text: string) {
  const [before, setBefore] = useState<Before>()
  return {
    before: text === '' ? undefined : before,
    note: (next: Before | undefined) => setBefore(next && (before ?? next)),
  }
}
