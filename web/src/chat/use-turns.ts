import { useEffect, useRef, useState } from 'react'
import { changeBetween, type Turn, withChange } from './conversation.ts'
import { changeOfOtherTab, keepChange, readTurns } from './kept-turns.ts'
import type { ConversationOwner } from './place.ts'

/**
 * The turns of a conversation, stored in this browser and synchronised between its tabs. `onDropped` gets the ids that another tab
 * deleted.
 */
export function useTurns(place: ConversationOwner, onDropped: (ids: readonly number[]) => void) {
  const [turns, setTurns] = useState(() => readTurns(place))
  const kept = useRef(turns)
  const fromOtherTabs = useRef(new WeakSet<Turn>())
  useEffect(() => {
    const { put, dropped } = changeBetween(kept.current, turns)
    // Not stored again: another tab's turns may have changed since.
    keepChange(place, { put: put.filter((turn) => !fromOtherTabs.current.has(turn)), dropped })
    kept.current = turns
  }, [place, turns])
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      const change = changeOfOtherTab(place, event)
      if (!change) return
      for (const turn of change.put) fromOtherTabs.current.add(turn)
      setTurns((now) => withChange(now, change))
      onDropped(change.dropped)
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [place, onDropped])
  return [turns, setTurns] as const
}
