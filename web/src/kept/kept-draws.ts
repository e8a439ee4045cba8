// Somebody's last draws. An account's are on the server, and so on all of its devices; those of a visitor are in this browser, where
// anybody who uses it can see and clear them.
import type { KeptDraw } from '@equipoise/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useAccount, useClient } from '../api.ts'
import { CHARS_KEPT_MAX, read, store, watch } from './browser-storage.ts'

export interface PastDraw extends Omit<KeptDraw, 'count'> {
  /** Fewer values than this are kept of a long draw. */
  readonly count?: number
  /** Of draws without a receipt. */
  readonly seed?: string
}

const HISTORY = 'draws-made-here'
const DRAWS_KEPT_MAX = 50
const NONE: readonly PastDraw[] = []
const noText = () => ''

/** With the error, if those of an account could not be loaded. */
export function usePastDraws(): { readonly draws: readonly PastDraw[]; readonly error: unknown } {
  const client = useClient()
  const account = useAccount()
  const { data = NONE, error } = useQuery({
    queryKey: ['kept-draws', account?.id],
    queryFn: ({ signal }) => client.kept.list({ signal }),
    enabled: Boolean(account),
  })
  const text = useSyncExternalStore(watch, () => read(HISTORY), noText)
  const drawnHere = useMemo(() => drawsIn(text), [text])
  return account ? { draws: data, error } : { draws: account === null ? drawnHere : NONE, error: null }
}

/** Call it after the account drew, published or unpublished something. */
export function useRereadDraws(): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: ['kept-draws'] })
}

/** Of a visitor. */
export function keepDraw(draw: PastDraw): void {
  let kept = [draw, ...drawsIn(read(HISTORY))].slice(0, DRAWS_KEPT_MAX)
  while (JSON.stringify(kept).length > CHARS_KEPT_MAX) kept = kept.slice(0, -1)
  store(HISTORY, kept.length === 0 ? '' : JSON.stringify(kept))
}

export function forgetDraws(): void {
  store(HISTORY, '')
}

function drawsIn(text: string): readonly PastDraw[] {
  try {
    return JSON.parse(text || '[]')
  } catch {
    return NONE
  }
}
