// The question that a person is writing. It stays in this browser until it is sent, and each tab comes back to its own.
import { type ConversationOwner, keyOf } from './place.ts'

export interface Draft {
  readonly text: string
  /** What stands in the field for now, instead of the draft: a question to be changed, or a sample. */
  readonly instead?: Instead | undefined
}

interface Instead {
  readonly text: string
  /** The turn whose question is being changed. */
  readonly id?: number
}

const EMPTY: Draft = { text: '' }

/** What the field shows. */
export function shownText({ text, instead }: Draft): string {
  return instead?.text ?? text
}

export function withText(draft: Draft, text: string): Draft {
  return draft.instead ? { ...draft, instead: { ...draft.instead, text } } : { text }
}

/** A sample takes the place of an empty field or of another sample. What a person wrote stays behind it. */
export function withSample(draft: Draft, sample: string, samples: readonly string[]): Draft {
  const isOwn = draft.text.trim() !== '' && !samples.includes(draft.text)
  return isOwn ? { text: draft.text, instead: { text: sample } } : { text: sample }
}

/** After what the field showed was sent. */
export function afterSending({ text, instead }: Draft): Draft {
  return instead ? { text } : EMPTY
}

/** This tab's own draft; in a new tab, the one that was written last. */
export function readDraft(place: ConversationOwner): Draft {
  const key = keyOf('draft', place)
  try {
    return draftIn(sessionStorage.getItem(key) ?? localStorage.getItem(key))
  } catch {
    return EMPTY
  }
}

export function keepDraft(place: ConversationOwner, draft: Draft): void {
  const key = keyOf('draft', place)
  const text = JSON.stringify(draft)
  try {
    const before = sessionStorage.getItem(key) ?? localStorage.getItem(key)
    // Kept here although it is empty, so that this tab does not come back with the draft of another one.
    sessionStorage.setItem(key, text)
    if (shownText(draft) !== '' || draft.text !== '') localStorage.setItem(key, text)
    else if (localStorage.getItem(key) === before) localStorage.removeItem(key)
  } catch {
    // Without storage the draft lives as long as the screen.
  }
}

function draftIn(stored: string | null): Draft {
  const draft: unknown = JSON.parse(stored ?? 'null')
  return isDraft(draft) ? draft : EMPTY
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
}
