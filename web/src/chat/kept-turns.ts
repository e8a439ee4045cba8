// Conversations stay in this browser until their owner starts a new one. Several tabs can show the same conversation, so a tab adds only
// its own changes to what is stored.
import { type Change, changeBetween, type Turn, withChange } from './conversation.ts'
import { type ConversationOwner, keyOf } from './place.ts'

const TURNS_KEPT_MAX = 50

export function readTurns(place: ConversationOwner): readonly Turn[] {
  try {
    return storedTurns(place)
  } catch {
    return []
  }
}

export function keepChange(place: ConversationOwner, { put, dropped }: Change): void {
  if (put.length === 0 && dropped.length === 0) return
  try {
    write(place, withChange(storedTurns(place), { put: put.map(asKept), dropped }))
  } catch {
    // Without storage the conversation lasts as long as the screen.
  }
}

/** What another tab changed, from the browser's storage event; undefined if the event is about something else. */
export function changeOfOtherTab(place: ConversationOwner, event: Stored): Change | undefined {
  if (event.key !== keyOf('conversation', place)) return undefined
  const isSame = (before: Turn | undefined, now: Turn) => JSON.stringify(before) === JSON.stringify(now)
  return changeBetween(turnsIn(event.oldValue), turnsIn(event.newValue), isSame)
}

type Stored = Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>

function write(place: ConversationOwner, turns: readonly Turn[]): void {
  const key = keyOf('conversation', place)
  if (turns.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(turns.slice(-TURNS_KEPT_MAX)))
}

function storedTurns(place: ConversationOwner): readonly Turn[] {
  return turnsIn(localStorage.getItem(keyOf('conversation', place)))
}

function turnsIn(text: string | null): readonly Turn[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/** The error is not stored, because its message may soon be outdated; only that the question failed. */
function asKept({ error: _error, ...turn }: Turn): Turn {
  return turn.result || turn.ended ? turn : { ...turn, ended: 'unknown' }
}
