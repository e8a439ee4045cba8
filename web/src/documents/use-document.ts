import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '../shell/toast.tsx'
import { newDocument, openDocuments, type TextDocument, withScore } from './documents.ts'

const CURRENT = 'current-document'
/** What was not yet written when the page closed; storage that answers at once is the only kind that still works then. */
const UNWRITTEN = 'unwritten-document'
const WRITE_WAIT_MS = 400
/** The write under way: whoever reads next waits for it, such as the screen that opens while another closes. */
let writing: Promise<unknown> = Promise.resolve()

interface Held {
  readonly document: TextDocument
  readonly isDirty: boolean
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
  const [isReady, setReady] = useState(false)
  const [isKept, setKept] = useState(true)
  const now = useRef<Held>({ document, isDirty: false })
  const timer = useRef<number>(undefined)
  const channel = useRef<BroadcastChannel>(undefined)

  const show = useCallback((next: TextDocument, isDirty: boolean) => {
    now.current = { document: next, isDirty }
    setDocument(next)
    setKept(!isDirty)
  }, [])

  const writeNow = useCallback(
    async (held: Held) => {
      clearTimeout(timer.current)
      // What has changed since is newer; where another document has been opened since, the one that was left is written.
      const { document: latest, isDirty } = now.current.document.id === held.document.id ? now.current : held
      if (!isDirty) return
      const written = { ...latest, revision: latest.revision + 1, updatedMs: Date.now() }
      const store = await openDocuments()
      if (await store.put(written)) {
        channel.current?.postMessage(written.id)
        const isLatest = now.current.document.text === written.text && now.current.document.title === written.title
        const { id, text, title, original, scores } = now.current.document
        if (id === written.id) show({ ...written, text, title, original, scores }, !isLatest)
        setItem(UNWRITTEN, undefined)
        return
      }
      const copy = { ...written, id: crypto.randomUUID(), revision: 1, title: `${written.title || 'Copy'} (other tab)` }
      await store.put(copy)
      if (now.current.document.id === written.id) {
        show(copy, false)
        remember(copy.id)
      }
      toast({ message: 'This document was changed in another tab. Your version continues as a copy.' })
    },
    [show],
  )
  const write = useCallback(() => {
    const held = now.current
    const next = () => writeNow(held)
    writing = writing.then(next, next)
    return writing
  }, [writeNow])

  const schedule = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(write, WRITE_WAIT_MS)
  }, [write])

  const open = useCallback(
    (next: TextDocument) => {
      void write()
      remember(next.id)
      show(next, next.revision === 0 && next.text !== '')
      schedule()
    },
    [show, write, schedule],
  )

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
  }, [show, schedule])

  useEffect(() => {
    const onHidden = () => {
      if (globalThis.document.visibilityState !== 'hidden' || !now.current.isDirty) return
      setItem(UNWRITTEN, JSON.stringify(now.current.document))
      void write()
    }
    globalThis.document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', onHidden)
    return () => {
      globalThis.document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', onHidden)
      void write()
    }
  }, [write])

  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const heard = new BroadcastChannel('documents')
    channel.current = heard
    heard.onmessage = async ({ data: id }) => {
      if (id !== now.current.document.id || now.current.isDirty) return
      const later = await (await openDocuments()).get(id)
      if (later && !now.current.isDirty) show(later, false)
    }
    return () => heard.close()
  }, [show])

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
      const next = withScore(now.current.document, { atMs: Date.now(), score })
      if (next === now.current.document || next.revision === 0) return
      show(next, true)
      schedule()
    },
  }
}

async function readLast(): Promise<{ document: TextDocument; isUnwritten: boolean } | undefined> {
  await writing
  const store = await openDocuments()
  const unwritten = parsed(getItem(UNWRITTEN))
  if (unwritten) {
    const known = await store.get(unwritten.id)
    if (!known || known.revision <= unwritten.revision) return { document: unwritten, isUnwritten: true }
  }
  const id = sessionItem(CURRENT) ?? getItem(CURRENT)
  const document = id === null ? undefined : await store.get(id)
  return document && { document, isUnwritten: false }
}

function parsed(text: string | null): TextDocument | undefined {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** This tab comes back to it; a new tab opens the one that was used last. */
function remember(id: string): void {
  try {
    sessionStorage.setItem(CURRENT, id)
  } catch {
    // Without storage the document is found in the list.
  }
  setItem(CURRENT, id)
}

function sessionItem(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function getItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function setItem(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Without storage the document lives as long as the page.
  }
}
