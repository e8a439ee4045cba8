// The question that a person is writing. It stays in this browser until it is sent; each tab has its own.
import { type ConversationOwner, keyOf } from './place.ts'

export interface Draft {
  readonly text: string
  /** The field shows this instead of the draft for now: a question that is edited, or a sample. */
  readonly instead?: Instead | undefined
}

interface Instead {
  readonly text: string
  /** The turn whose question is edited. */
  readonly id?: number
}

const EMPTY: Draft = { text: '' }

export function shownText({ text, instead }: Draft): string {
  return instead?.text ?? text
}

export function withText(draft: Draft, text: string): Draft {
  return draft.instead ? { ...draft, instead: { ...draft.instead, text } } : { text }
}

/** A sample replaces an empty field or another sample. The person's own draft is kept behind it. */
export function withSample(draft: Draft, sample: string, samples: readonly string[]): Draft {
  const isOwn = draft.text.trim() !== '' && !samples.includes(draft.text)
  return isOwn ? { text: draft.text, instead: { text: sample } } : { text: sample }
}

export function afterSending({ text, instead }: Draft): Draft {
  return instead ? { text } : EMPTY
}

/** This tab's own draft; in a new tab, the latest one. */
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
    // Stored even if empty, so that this tab does not open another tab's draft after a reload.
    sessionStorage.setItem(key, text)
    if (shownText(draft) !== '' || draft.text !== '') localStorage.setItem(key, text)
    else if (localStorage.getItem(key) === before) localStorage.removeItem(key)
  } catch {
    // Without storage the draft lasts as long as the screen.
  }
}

function draftIn(stored: string | null): Draft {
  const draft: unknown = JSON.parse(stored ?? 'null')
  return isDraft(draft) ? draft : EMPTY
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
}
