// Conversations stay in this browser until their owner starts a new one.
import type { Turn } from './conversation.ts'
import { keyOf, type Place } from './place.ts'

const TURNS_KEPT_MAX = 50

export function readTurns(place: Place): readonly Turn[] {
  try {
    takeOver(place)
    return turnsIn(localStorage.getItem(keyOf('conversation', place)))
  } catch {
    return []
  }
}

/** Earlier versions kept one conversation for all accounts. It goes to the first account that opens the chat. */
function takeOver(place: Place): void {
  const shared = `conversation-${place.room}`
  const text = localStorage.getItem(shared)
  if (text === null) return
  const own = turnsIn(localStorage.getItem(keyOf('conversation', place)))
  keepTurns(place, [...turnsIn(text), ...own])
  localStorage.removeItem(shared)
}

function turnsIn(text: string | null): readonly Turn[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/** What was still on its way when the page closed is kept as stopped: it can be asked again. */
export function keepTurns(place: Place, turns: readonly Turn[]): void {
  const key = keyOf('conversation', place)
  const kept = turns
    .slice(-TURNS_KEPT_MAX)
    .map(({ error: _error, ...turn }) => (turn.result ? turn : { ...turn, isStopped: true }))
  try {
    if (kept.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Without storage the conversation lives as long as the screen.
  }
}
