import { type RefObject, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  changed,
  newDocument,
  type Owner,
  openDocuments,
  type TextDocument,
  takeOver,
  withScore,
} from '../kept/documents.ts'
import { currentId, forget, readUnwritten, remember, setUnwritten } from '../kept/last-document.ts'
import { toast } from '../shell/toast.tsx'
import { useTypingAhead } from './typing-ahead.ts'

const WRITE_WAIT_MS = 400
/** In a longer text a keystroke renders only the field at first; shorter texts render without a noticeable delay. */
const LONG_CHARS_MIN = 2_000
/** The write in progress. Reads wait for it, for example when one screen opens while another closes. */
let writing: Promise<unknown> = Promise.resolve()

interface Held {
  readonly document: TextDocument
  readonly isDirty: boolean
}

/** The current document, for code that runs between two renders. */
interface Hold {
  readonly now: RefObject<Held>
  /** Whose documents these are; undefined until known, and nothing is written before. */
  readonly owner: RefObject<Owner | undefined>
  show(next: TextDocument, isDirty: boolean): void
  /** Changes the document at once and renders it later: see typing-ahead.ts. */
  showLater(next: TextDocument): void
  /** Renders a delayed document now. */
  catchUp(): void
  /** Called when a write failed, or the browser stores nothing. */
  fail(): void
}

interface Writing {
  write(): Promise<unknown>
  /** Writes a moment after the last change. */
  schedule(): void
}

type Change = Partial<Pick<TextDocument, 'text' | 'title' | 'original'>>

export interface OpenDocument {
  /** Whose documents these are; null (a visitor's) until known. */
  readonly owner: Owner
  readonly document: TextDocument
  /** Whether the latest change is saved, waits to be saved, or could not be saved. */
  readonly standing: 'kept' | 'waiting' | 'lost'
  /** False until the last document has been read. */
  readonly isReady: boolean
  /** Whether somebody is typing in a long text: `document` may then be a moment behind the field. */
  readonly isTyping: boolean
  change(part: Change): void
  /** A change by a keystroke: the field shows it already, so in a long text everything else is rendered later. */
  type(part: Change): void
  /** The current text, rendered or not. */
  textNow(): string
  /** Renders what was typed, when the field loses the focus. */
  catchUp(): void
  /** The same synchronously, for a command that needs the rendered text. */
  catchUpNow(): void
  noteScore(score: number): void
  open(document: TextDocument): void
}

/**
 * The document in the editor, written to this browser a moment after each change and when the page is left. Changes of other tabs are
 * shown here; if both tabs changed the document, this tab's version continues as a copy.
 */
export function useDocument(first: string, owner: Owner | undefined): OpenDocument {
  const { document, standing, isTyping, hold } = useHold(first, owner)
  const { now, catchUp } = hold
  const channel = useRef<BroadcastChannel>(undefined)
  const { write, schedule } = useWriting(hold, channel)
  const isReady = useLast(first, { hold, owner, schedule })
  useLeaving(hold, write)
  useWarning(standing === 'lost')
  useOtherTabs(hold, channel)
  const { show } = hold
  const open = useCallback(
    (next: TextDocument) => {
      void write()
      remember(hold.owner.current ?? null, next.id)
      show(next, next.revision === 0 && next.text !== '')
      schedule()
    },
    [hold, show, write, schedule],
  )
  const textNow = useCallback(() => now.current.document.text, [now])
  const catchUpNow = useCallback(() => flushSync(catchUp), [catchUp])
  return {
    owner: owner ?? null,
    document,
    standing,
    isReady,
    isTyping,
    open,
    textNow,
    catchUp,
    catchUpNow,
    change(part) {
      show(changed(now.current.document, part), true)
      schedule()
    },
    type(part) {
      const next = changed(now.current.document, part)
      if (next.text.length < LONG_CHARS_MIN) show(next, true)
      else hold.showLater(next)
      schedule()
    },
    noteScore(score) {
      const { document: known, isDirty } = now.current
      const next = withScore(known, { atMs: Date.now(), score })
      const isUntouchedSample = next.revision === 0 && !isDirty
      if (next === known || isUntouchedSample) return
      show(next, true)
      schedule()
    },
  }
}

function useHold(first: string, owner: Owner | undefined) {
  const { drawn: document, isTyping, draw } = useTypingAhead(() => newDocument(first))
  const [standing, setStanding] = useState<OpenDocument['standing']>('kept')
  const now = useRef<Held>({ document, isDirty: false })
  const ownerNow = useRef(owner)
  ownerNow.current = owner
  const hold = useMemo<Hold>(() => {
    // After a failed write the status stays "lost" until a write succeeds.
    const stand = (isDirty: boolean) =>
      setStanding((last) => (!isDirty ? 'kept' : last === 'lost' ? 'lost' : 'waiting'))
    return {
      now,
      owner: ownerNow,
      show(next, isDirty) {
        now.current = { document: next, isDirty }
        draw.now(next)
        stand(isDirty)
      },
      showLater(next) {
        if (!now.current.isDirty) startTransition(() => stand(true))
        now.current = { document: next, isDirty: true }
        draw.later(next)
      },
      catchUp: draw.waiting,
      fail: () => setStanding('lost'),
    }
  }, [draw])
  return { document, standing, isTyping, hold }
}

function useWriting(hold: Hold, channel: RefObject<BroadcastChannel | undefined>): Writing {
  const timer = useRef<number>(undefined)
  return useMemo(() => {
    const write = () => {
      // Read now, not when the queue reaches this write: by then another document may be open.
      clearTimeout(timer.current)
      const held = hold.now.current
      const owner = hold.owner.current
      if (owner === undefined) return writing
      if (held.isDirty) remember(owner, held.document.id)
      const next = () => writeNow(hold, { ...held, owner }, (id) => channel.current?.postMessage(id)).catch(hold.fail)
      writing = writing.then(next, next)
      return writing
    }
    return {
      write,
      schedule() {
        clearTimeout(timer.current)
        timer.current = window.setTimeout(write, WRITE_WAIT_MS)
      },
    }
  }, [hold, channel])
}

async function writeNow(hold: Hold, held: Held & { owner: Owner }, announce: (id: string) => void): Promise<void> {
  const { now, show, fail } = hold
  // Prefer the latest state of the document. If another document is open by now, write the one that was left.
  const { document: latest, isDirty } = now.current.document.id === held.document.id ? now.current : held
  if (!isDirty) return
  const written = { ...latest, revision: latest.revision + 1, updatedMs: Date.now() }
  const store = await openDocuments(held.owner)
  if (await store.put(written)) {
    announce(written.id)
    const isLatest = now.current.document.text === written.text && now.current.document.title === written.title
    const { id, text, title, original, scores, score } = now.current.document
    if (id === written.id) show({ ...written, text, title, original, scores, score }, !isLatest)
    setUnwritten(held.owner, undefined)
    if (!store.isLasting) fail()
    return
  }
  const copy = { ...written, id: crypto.randomUUID(), revision: 1, title: `${written.title || 'Copy'} (other tab)` }
  await store.put(copy)
  if (now.current.document.id === written.id) {
    show(copy, false)
    remember(held.owner, copy.id)
  }
  toast({ message: 'This document was changed in another tab. Your version continues as a copy.' })
}

interface LastParts {
  readonly hold: Hold
  readonly owner: Owner | undefined
  readonly schedule: () => void
}

/** Shows the document that the owner had open last; returns whether it has been read. */
function useLast(first: string, { hold: { now, show }, owner, schedule }: LastParts): boolean {
  const [isReady, setReady] = useState(false)
  const shownTo = useRef<Owner>(undefined)
  useEffect(() => {
    if (owner === undefined) return
    let gone = false
    // Another person has signed in, and must not see what is on the screen.
    if (shownTo.current !== undefined && shownTo.current !== owner) show(newDocument(first), false)
    shownTo.current = owner
    void readLast(owner).then((last) => {
      if (gone) return
      // What was typed before the last document was read is newer.
      if (last && !now.current.isDirty) show(last.document, last.isUnwritten)
      if (now.current.isDirty) schedule()
      setReady(true)
    })
    return () => {
      gone = true
    }
  }, [first, owner, now, show, schedule])
  return isReady
}

/** Writes when the page is hidden or closed, and when the screen changes. */
function useLeaving({ now, owner }: Hold, write: () => void): void {
  useEffect(() => {
    const onHidden = () => {
      if (globalThis.document.visibilityState !== 'hidden' || !now.current.isDirty) return
      setUnwritten(owner.current ?? null, now.current.document)
      write()
    }
    globalThis.document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', onHidden)
    return () => {
      globalThis.document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', onHidden)
      write()
    }
  }, [now, owner, write])
}

/** The browser asks before it closes a page with an unsaved text. */
function useWarning(isLost: boolean): void {
  useEffect(() => {
    if (!isLost) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isLost])
}

/** Shows what another tab has written, unless the document was changed here too. */
function useOtherTabs({ now, owner, show }: Hold, channel: RefObject<BroadcastChannel | undefined>): void {
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const heard = new BroadcastChannel('documents')
    channel.current = heard
    heard.onmessage = async ({ data: id }) => {
      if (id !== now.current.document.id || now.current.isDirty) return
      const later = await (await openDocuments(owner.current ?? null)).get(id)
      if (later && !now.current.isDirty) show(later, false)
    }
    return () => {
      heard.onmessage = null
      // Closes only after the last write, because other tabs are told about it.
      const close = () => heard.close()
      writing.then(close, close)
    }
  }, [now, owner, show, channel])
}

async function readLast(owner: Owner): Promise<{ document: TextDocument; isUnwritten: boolean } | undefined> {
  // If that write failed, the document is in the unwritten slot or unchanged in the database.
  await writing.catch(() => {})
  if (owner !== null) await bringAlong(owner).catch(() => {})
  const store = await openDocuments(owner)
  const unwritten = readUnwritten(owner)
  if (unwritten) {
    const known = await store.get(unwritten.id)
    if (!known || known.revision <= unwritten.revision) return { document: unwritten, isUnwritten: true }
  }
  const id = currentId(owner)
  const document = id === null ? undefined : await store.get(id)
  return document && { document, isUnwritten: false }
}

/** After signing in, a visitor's documents belong to the account, and the last one stays open. */
async function bringAlong(owner: number): Promise<void> {
  const id = currentId(null)
  const unwritten = readUnwritten(null)
  await takeOver(owner)
  if (unwritten) setUnwritten(owner, unwritten)
  if (id !== null) remember(owner, id)
  forget(null)
}
