// The names somebody draws from and their last draws, in this browser, so that a reload loses neither. Each account has its own; those of
// a visitor can be seen by anybody who uses the browser, and can be cleared.
import type { Draw } from '@equipoise/sdk'
import { useMemo, useSyncExternalStore } from 'react'
import { useLastAccount } from '../api.ts'

export interface KeptDraw extends Pick<Draw, 'id' | 'kind' | 'values' | 'totals' | 'seed'> {
  readonly atMs: number
  /** Only of draws with an account. */
  readonly receipt?: Draw['receipt']
  /** The address of its public page. */
  readonly url?: string
}

const DRAWS_KEPT_MAX = 50
/** Limits the names, and all draws together: a browser stores about five million characters per site. */
const CHARS_KEPT_MAX = 500_000
const CHANGED = 'kept-draws'

/** Undefined until it is known who is signed in. */
export function useDrawOwner(): string | undefined {
  const account = useLastAccount()
  return account === undefined ? undefined : String(account?.id ?? 'visitor')
}

export function useKeptDraws(): readonly KeptDraw[] {
  const owner = useDrawOwner()
  const text = useSyncExternalStore(watch, () => read(`draws-made-${owner}`), noText)
  return useMemo(() => drawsIn(text), [text])
}

export function keepDraw(owner: string, draw: KeptDraw): void {
  write(owner, [draw, ...drawsIn(read(`draws-made-${owner}`))].slice(0, DRAWS_KEPT_MAX))
}

/** Records the public address of a draw; without one, the draw is no longer public. */
export function notePublished(owner: string, isIt: (draw: KeptDraw) => boolean, url?: string): void {
  const noted = ({ url: _before, ...draw }: KeptDraw): KeptDraw => (url === undefined ? draw : { ...draw, url })
  write(
    owner,
    drawsIn(read(`draws-made-${owner}`)).map((one) => (isIt(one) ? noted(one) : one)),
  )
}

export function forgetDraws(owner: string): void {
  store(`draws-made-${owner}`, '')
}

/** After signing up, the names that the person typed as a visitor. */
export function keptNames(owner: string): string {
  return read(`draws-names-${owner}`) || read('draws-names-visitor')
}

export function keepNames(owner: string, names: string): void {
  store(`draws-names-${owner}`, names.length > CHARS_KEPT_MAX ? '' : names)
  if (owner !== 'visitor') store('draws-names-visitor', '')
}

function drawsIn(text: string): readonly KeptDraw[] {
  try {
    return JSON.parse(text || '[]')
  } catch {
    return []
  }
}

/** Writes the latest draws that fit. */
function write(owner: string, draws: readonly KeptDraw[]): void {
  let kept = draws
  while (JSON.stringify(kept).length > CHARS_KEPT_MAX) kept = kept.slice(0, -1)
  store(`draws-made-${owner}`, kept.length === 0 ? '' : JSON.stringify(kept))
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function store(key: string, text: string): void {
  try {
    // Removed first: if the new text is too long to store, the old one must not stay.
    localStorage.removeItem(key)
    if (text !== '') localStorage.setItem(key, text)
  } catch {
    // Without storage, it lasts as long as the screen.
  }
  if (typeof window !== 'undefined') window.dispatchEvent(new Event(CHANGED))
}

const noText = () => ''

function watch(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed)
  window.addEventListener('storage', changed)
  return () => {
    window.removeEventListener(CHANGED, changed)
    window.removeEventListener('storage', changed)
  }
}
