import { useState } from 'react'
import { afterSending, type Draft, keepDraft, readDraft, shownText, withSample, withText } from './draft.ts'
import type { ConversationOwner } from './place.ts'

/** The text of the field, and the functions that change it. */
export function useDraft(place: ConversationOwner) {
  const [draft, setDraft] = useState(() => readDraft(place))
  const change = (next: Draft) => {
    setDraft(next)
    keepDraft(place, next)
  }
  return {
    text: shownText(draft),
    instead: draft.instead,
    /** Whether an edited question or a sample hides a draft. */
    isBehind: draft.instead !== undefined && draft.text !== '',
    write: (text: string) => change(withText(draft, text)),
    edit: (id: number, question: string) => change({ text: draft.text, instead: { id, text: question } }),
    takeSample: (sample: string, samples: readonly string[]) => change(withSample(draft, sample, samples)),
    goBack: () => change({ text: draft.text }),
    sent: () => change(afterSending(draft)),
  }
}
