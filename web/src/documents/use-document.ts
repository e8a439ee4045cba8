import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toast } from '../shell/toast.tsx'
import { newDocument, openDocuments, type TextDocument, withScore } from './documents.ts'
import { currentId, readUnwritten, remember, setUnwritten } from './last-document.ts'

const WRITE_WAIT_MS = 400
/** The write in progress. The next read waits for it, such as that of a screen that opens while another closes. */
let writing: Promise<unknown> = Promise.resolve()

interface Held {
  readonly document: TextDocument
  readonly isDirty: boolean
}

/** What is held at this moment, for what happens between two renderings. */
interface Hold {
  readonly now: RefObject<Held>
  show(next: TextDocument, isDirty: boolean): void
}

interface Writing {
  write(): Promise<unknown>
  /** Writes a moment later; another change meanwhile puts it off. */
  schedule(): void
}

export interface OpenDocument {
  readonly document: TextDocument
  /** Whether the latest change is kept. */
  readonly isKept: boolean
  /** False until the last document has been read. */
  readonly isReady: boolean
  change(part: Partial<Pick<TextDocument, 'text' | 'title' | 'original'>>): void
  noteScore(score: number): void
  open(document: TextDocument): void
}

/**
 * The document in the editor, written to this browser a moment after each change and when the page is left. Another tab that
 * changes the same document shows up here; where both changed it, this one goes on as a copy.
 */
export function useDocument(first: string): OpenDocument {
  const [document, setDocument] = useState(() => newDocument(first))
  const [isKept, setKept] = useState(true)
  const now = useRef<Held>({ document, isDirty: false })
  const hold = useMemo<Hold>(
    () => ({
      now,
      show(next, isDirty) {
        now.current = { document: next, isDirty }
        setDocument(next)
        setKept(!isDirty)
      },
    }),
    [],
  )
  const channel = useRef<BroadcastChannel>(undefined)
  const { write, schedule } = useWriting(hold, channel)
  const isReady = useLast(hold, schedule)
  useLeaving(hold, write)
  useOtherTabs(hold, channel)
  const { show } = hold
  const open = useCallback(
    (next: TextDocument) => {
      void write()
      remember(next.id)
      show(next, next.revision === 0 && next.text !== '')
      schedule()
    },
    [show, write, schedule],
  )
  return {
    document,
    isKept,
    isReady,
    open,
    change(part) {
      show({ ...now.current.document, ...part }, true)
      remember(now.current.document.id)
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

function useWriting(hold: Hold, channel: RefObject<BroadcastChannel | undefined>): Writing {
  const timer = useRef<number>(undefined)
  return useMemo(() => {
    const write = () => {
      // Now, and not when it is this write's turn: by then another document may have been opened and wait to be written.
      clearTimeout(timer.current)
      const held = hold.now.current
      const next = () => writeNow(hold, held, (id) => channel.current?.postMessage(id))
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

async function writeNow({ now, show }: Hold, held: Held, announce: (id: string) => void): Promise<void> {
  // What has changed since is newer; where another document has been opened since, the one that was left is written.
  const { document: latest, isDirty } = now.current.document.id === held.document.id ? now.current : held
  if (!isDirty) return
  const written = { ...latest, revision: latest.revision + 1, updatedMs: Date.now() }
  const store = await openDocuments()
  if (await store.put(written)) {
    announce(written.id)
    const isLatest = now.current.document.text === written.text && now.current.document.title === written.title
    const { id, text, title, original, scores } = now.current.document
    if (id === written.id) show({ ...written, text, title, original, scores }, !isLatest)
    setUnwritten(undefined)
    return
  }
  const copy = { ...written, id: crypto.randomUUID(), revision: 1, title: `${written.title || 'Copy'} (other tab)` }
  await store.put(copy)
  if (now.current.document.id === written.id) {
    show(copy, false)
    remember(copy.id)
  }
  toast({ message: 'This document was changed in another tab. Your version continues as a copy.' })
}

/** Shows what was open last; answers whether that has been read. */
function useLast({ now, show }: Hold, schedule: () => void): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let gone = false
    void readLast().then((last) => {
      if (gone) return
      // What was typed before the last document was read is newer.
      if (last && !now.current.isDirty) show(last.document, last.isUnwritten)
      if (last?.isUnwritten) schedule()
      setReady(true)
    })
    return () => {
      gone = true
    }
  }, [now, show, schedule])
  return isReady
}

/** Writes when the page is hidden or closed, and when the screen changes. */
function useLeaving({ now }: Hold, write: () => void): void {
  useEffect(() => {
    const onHidden = () => {
      if (globalThis.document.visibilityState !== 'hidden' || !now.current.isDirty) return
      setUnwritten(now.current.document)
      write()
    }
    globalThis.document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', onHidden)
    return () => {
      globalThis.document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', onHidden)
      write()
    }
  }, [now, write])
}

/** Shows what another tab has written, unless something changed here as well. */
function useOtherTabs({ now, show }: Hold, channel: RefObject<BroadcastChannel | undefined>): void {
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const heard = new BroadcastChannel('documents')
    channel.current = heard
    heard.onmessage = async ({ data: id }) => {
      if (id !== now.current.document.id || now.current.isDirty) return
      const later = await (await openDocuments()).get(id)
      if (later && !now.current.isDirty) show(later, false)
    }
    return () => {
      heard.onmessage = null
      // The write of a screen that closes is still announced.
      const close = () => heard.close()
      writing.then(close, close)
    }
  }, [now, show, channel])
}

async function readLast(): Promise<{ document: TextDocument; isUnwritten: boolean } | undefined> {
  // Where that write failed, the document is among the unwritten ones, or as it was before.
  await writing.catch(() => {})
  const store = await openDocuments()
  const unwritten = readUnwritten()
  if (unwritten) {
    const known = await store.get(unwritten.id)
    if (!known || known.revision <= unwritten.revision) return { document: unwritten, isUnwritten: true }
  }
  const id = currentId()
  const document = id === null ? undefined : await store.get(id)
  return document && { document, isUnwritten: false }
}
