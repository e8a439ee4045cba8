// The names somebody draws from, so that a reload does not lose them. An account's are on the server, and so on all of its devices; until
// they are saved there, and for visitors, they are in this browser.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient, useLastAccount } from '../api.ts'
import { CHARS_KEPT_MAX, read, store } from './browser-storage.ts'

const VISITOR = 'visitor'
const SAVED_AFTER_MS = 1_000

/** What the field contains. */
export function useDrawNames(): readonly [names: string, change: (names: string) => void] {
  const client = useClient()
  const cache = useQueryClient()
  const account = useLastAccount()
  const owner = account === undefined ? undefined : String(account?.id ?? VISITOR)
  const saved = useQuery({
    queryKey: ['draw-names', owner],
    queryFn: ({ signal }) => client.kept.names({ signal }),
    enabled: Boolean(account),
  })
  const onServer = saved.data?.names
  const [typed, change] = useState<string>()
  const names = typed ?? (owner === undefined ? '' : namesHere(owner, saved.isLoading ? '' : onServer))
  useEffect(() => {
    if (owner === undefined || saved.isLoading) return
    keepNames(owner, owner !== VISITOR && names === onServer ? '' : names)
    if (owner === VISITOR || names === (onServer ?? '')) return
    // Emptied names are saved at once: those of the server would come back after a reload.
    const save = () =>
      client.kept.replaceNames({ names }).then(
        (now) => cache.setQueryData(['draw-names', owner], now),
        () => {},
      )
    const timer = setTimeout(save, names === '' ? 0 : SAVED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [owner, names, onServer, saved.isLoading, client, cache])
  return [names, change]
}

/** Those that were not saved yet; otherwise those on the server; after signing up, those that the person typed as a visitor. */
export function namesHere(owner: string, onServer: string | undefined): string {
  return read(`draws-names-${owner}`) || (onServer ?? '') || read(`draws-names-${VISITOR}`)
}

export function keepNames(owner: string, names: string): void {
  store(`draws-names-${owner}`, names.length > CHARS_KEPT_MAX ? '' : names)
  if (owner !== VISITOR) store(`draws-names-${VISITOR}`, '')
}
