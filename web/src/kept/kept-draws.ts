// The names somebody draws from and their last draws, in this browser, so that neither is lost by a reload. Each account has its own;
// those of a visitor are open to anybody who uses the browser, and can be cleared.
import type { Draw } from '@equipoise/sdk'
import { useMemo, useSyncExternalStore } from 'react'
import { useLastAccount } from '../api.ts'

export interface KeptDraw extends Pick<Draw, 'id' | 'kind' | 'values' | 'totals' | 'seed'> {
  readonly atMs: number
  /** Of a draw with an account. */
  readonly receipt?: Draw['receipt']
  /** Its public page. */
  readonly url?: string
}

const DRAWS_KEPT_MAX = 50
/** Of names, and of all draws together: a browser keeps some five million for a site. */
const CHARS_KEPT_MAX = 500_000
const CHANGED = 'kept-draws'

/** Undefined until it is known who draws. */
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

/** Without an address it is no longer public. */
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

/** What a visitor typed is still there after signing up. */
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

/** The latest that fit. */
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
    // First, so that what is too long to be kept leaves nothing earlier.
    localStorage.removeItem(key)
    if (text !== '') localStorage.setItem(key, text)
  } catch {
    // Without storage it lives as long as the screen.
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
