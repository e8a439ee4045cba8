// Conversations stay in this browser until somebody starts a new one.
import type { Turn } from './conversation.ts'

const TURNS_KEPT_MAX = 50

export function readTurns(room: string): readonly Turn[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(room)) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/** What was still on its way when the page closed is kept as stopped: it can be asked again. */
export function keepTurns(room: string, turns: readonly Turn[]): void {
  const kept = turns
    .slice(-TURNS_KEPT_MAX)
    .map(({ error: _error, ...turn }) => (turn.result ? turn : { ...turn, isStopped: true }))
  try {
    if (kept.length === 0) localStorage.removeItem(keyOf(room))
    else localStorage.setItem(keyOf(room), JSON.stringify(kept))
  } catch {
    // Without storage the conversation lives as long as the screen.
  }
}

function keyOf(room: string): string {
  return `conversation-${room}`
}
